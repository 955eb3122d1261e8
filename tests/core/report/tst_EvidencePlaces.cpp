// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "core/report/EvidenceWords.h"
#include "core/report/model/VerdictReport.h"
#include "core/simulate/Scenarios.h"
#include "core/simulate/Simulate.h"
#include "core/triage/BarParts.h"
#include "core/triage/DrillDown.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/Names.h"
#include "tests/core/simulate/Judge.h"

using namespace headwater;
namespace fs = std::filesystem;

namespace {

struct Case {
    DecisionBasisPtr basis;
    Verdict verdict;
};

/// As `analyze` does it, the inside of the first regressed stage included.
Result<Case> judged(const std::string& scenario, const fs::path& out)
{
    if (const auto made = simulate(scenario, out, {}, {}); !made)
        return tl::unexpected<Error>(made.error());
    const auto pair = analyzePair(test::load(out / "baseline"), test::load(out / "current"), {}, {});
    if (!pair)
        return tl::unexpected<Error>(pair.error());
    const auto basis = prepareDecision(*pair, {}, {});
    if (!basis)
        return tl::unexpected<Error>(basis.error());
    Case out2{*basis, decide(**basis, {})};
    auto drill = drillDown(**basis, out2.verdict, {});
    if (drill && *drill)
        attachDrillDown(out2.verdict, **std::move(drill));
    return out2;
}

bool hasDigit(const std::string& text)
{
    return std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// What counts has a row that says where it was counted; these count nothing, but name settings and thresholds.
bool needsRows(const Finding& finding)
{
    static const std::set<std::string> kWithout{"correctness.manifest", "resources.unknown", "timeline.drill-down"};
    return hasDigit(finding.statement.english()) && !kWithout.contains(finding.id);
}

QByteArray told(const Finding& finding, const Evidence& row)
{
    return QByteArray::fromStdString(finding.id + ": " + row.what.english() + " | " + row.source.english());
}

bool isInput(const std::vector<SourceFile>& inputs, const std::string& path)
{
    return std::ranges::find(inputs, path, &SourceFile::path) != inputs.end();
}

/// Nothing, or what the row lacks.
QByteArray lackOf(const Verdict& verdict, const Finding& finding, const Evidence& row)
{
    if (!row.place)
        return "no place";
    for (const Side side : {Side::Baseline, Side::Current}) {
        const bool ofBaseline = side == Side::Baseline;
        if ((ofBaseline ? row.baseline : row.current).empty())
            continue;
        const EvidenceOrigin& from = row.place->from[static_cast<std::size_t>(side)];
        if (from.files.empty())
            return ofBaseline ? "no file of the baseline" : "no file of the current run";
        for (const std::string& path : from.files)
            if (!isInput(ofBaseline ? verdict.baselineInputs : verdict.currentInputs, path))
                return "no input: " + QByteArray::fromStdString(path);
        // One reading has a rank or a step, or is a line of one file; a sum says of which steps it is.
        if (evidencePlace(row).empty() && from.files.size() > 1)
            return "several files and not said to be a sum";
    }
    const auto view = viewRefFromText(toText(evidenceView(row, finding)));
    if (!view || view->page != nameOf(finding.layer) || view->finding != finding.id)
        return "no reference";
    if (row.rank && view->ranks != std::vector{*row.rank})
        return "reference to another rank";
    if (row.step && view->steps != StepRange{*row.step, *row.step})
        return "reference to another step";
    return {};
}

}  // namespace

/// Every line of a row, and of a list.
std::vector<report::Line> linesOf(const report::Row& row)
{
    std::vector<report::Line> lines;
    for (const report::Cell& cell : row.cells)
        lines.insert(lines.end(), cell.lines.begin(), cell.lines.end());
    return lines;
}

/// Nothing, or what lines with a number lack: a reference that opens at a page, and the numbers of their files.
QByteArray lackOfSource(const std::vector<report::Line>& lines, bool files)
{
    const QStringList pages{"overview", "correctness", "resources", "timeline", "bubbles", "stragglers"};
    static const QRegularExpression numberedFile(QStringLiteral("\\[\\d+\\]"));
    bool opens = false;
    bool numbered = false;
    for (const report::Line& line : lines)
        for (const report::Span& span : line) {
            if (!span.target.empty()) {
                const auto view = viewRefFromText(span.target);
                if (!view || !pages.contains(QString::fromStdString(view->page)))
                    return "reference that opens nothing: " + QByteArray::fromStdString(span.target);
                opens |= view->steps.has_value() || !files;
            }
            numbered |= numberedFile.match(QString::fromStdString(span.text)).hasMatch();
        }
    if (!opens)
        return "no reference to its steps";
    return files && !numbered ? "no files" : "";
}

/// The rows of tables that have a number, and the lines of the way through the flowchart.
QByteArray lackOfSources(const report::Section& section, int& rows)
{
    for (const report::Block& block : section.blocks) {
        if (const auto* list = std::get_if<report::Bullets>(&block); list && section.id == "flowchart")
            for (const report::Line& line : list->lines)
                if (const QByteArray lack = lackOfSource({line}, false); !lack.isEmpty())
                    return QByteArray::fromStdString(line.front().text) + ": " + lack;
        const auto* table = std::get_if<report::Table>(&block);
        for (std::size_t r = 0; table && r < table->rows.size(); ++r) {
            const report::Row& row = table->rows[r];
            bool number = false;
            for (std::size_t i = 1; i < row.cells.size(); ++i)
                for (const report::Line& line : row.cells[i].lines)
                    number |= table->columns[i].number && hasDigit(line.front().text);
            if (!number)
                continue;
            ++rows;
            if (const QByteArray lack = lackOfSource(linesOf(row), true); !lack.isEmpty())
                return QByteArray::fromStdString(linesOf(row).front().front().text) + ": " + lack;
        }
    }
    return {};
}

/// Where the numbers behind a finding are to be found again.
class TestEvidencePlaces : public QObject {
    Q_OBJECT
private slots:
    void everyRowOfEveryScenario_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const ScenarioInfo& one : scenarios())
            QTest::newRow(std::string(one.id).c_str()) << QByteArray::fromStdString(std::string(one.id));
    }
    void everyRowOfEveryScenario()
    {
        QFETCH(QByteArray, name);
        const QTemporaryDir dir;
        const auto result = judged(name.toStdString(), fs::path(dir.path().toStdString()) / "run");
        QVERIFY(result.has_value());
        const Verdict& verdict = result->verdict;
        int rows = 0;
        std::set<std::string> ids;
        for (const Layer& layer : verdict.layers)
            for (const Finding& finding : layer.findings) {
                QVERIFY2(ids.insert(finding.id).second, finding.id.c_str());
                QVERIFY2(!needsRows(finding) || !finding.evidence.empty(), finding.id.c_str());
            }
        for (const Layer& layer : verdict.layers)
            for (const Finding& finding : layer.findings)
                for (const Evidence& row : finding.evidence) {
                    const QByteArray lack = lackOf(verdict, finding, row);
                    QVERIFY2(lack.isEmpty(), told(finding, row) + " -> " + lack);
                    ++rows;
                }
        QVERIFY(rows > 10);
        rows = 0;
        const report::Report report = report::verdictReport({verdict});
        for (const report::Section& section : report.sections) {
            const bool numbers = QStringList{"summary", "flowchart", "stages", "stragglers", "bubbles"}.contains(
                QString::fromStdString(section.id));
            const QByteArray lack = numbers ? lackOfSources(section, rows) : QByteArray();
            QVERIFY2(lack.isEmpty(), QByteArray::fromStdString(section.id) + ": " + lack);
        }
        QVERIFY(rows > 20);
    }

    void sumsSayOfWhat()
    {
        const QTemporaryDir dir;
        const auto result = judged("slow-node", fs::path(dir.path().toStdString()) / "run");
        QVERIFY(result.has_value());
        const Verdict& verdict = result->verdict;
        const Evidence& all = findingOf(verdict, "timeline.breakdown")->evidence.front();
        QCOMPARE(all.place->from[1].stepCount, verdict.stepsCurrent);
        QCOMPARE(all.place->from[1].rankCount, 8);
        QCOMPARE(all.place->from[1].files.size(), std::size_t(8));
        QVERIFY2(evidencePlace(all).english().starts_with("all 8 ranks, steps "), evidencePlace(all).english().c_str());
        // The slow node's ranks are 4 to 7: only their files made this number.
        const Evidence& some = findingOf(verdict, "timeline.io-or-communication")->evidence.front();
        QCOMPARE(some.place->view.ranks, (std::vector{4, 5, 6, 7}));
        QCOMPARE(some.place->from[1].files.size(), std::size_t(4));
        QCOMPARE(some.place->view.stage, verdict.firstRegressed->stage);
        const Evidence& inside = findingOf(verdict, "timeline.drill-down")->evidence.front();
        QCOMPARE(inside.place->from[1].files.size(), std::size_t(4));
        const Finding* each = findingOf(verdict, "stragglers.own-history");
        QVERIFY(each != nullptr);
        for (const Evidence& row : each->evidence)
            QCOMPARE(row.place->from[1].files.size(), std::size_t(1));
    }

    /// The bar of a stage that is slow on some ranks is of the slowest rank, and so is what it is made of.
    void barsOfTheSlowestRankHaveItsParts()
    {
        const QTemporaryDir dir;
        const auto result = judged("slow-node", fs::path(dir.path().toStdString()) / "run");
        QVERIFY(result.has_value());
        const Verdict& verdict = result->verdict;
        int slow = 0;
        for (const StageVerdict& stage : verdict.stages) {
            if (!stage.regressedIn || stage.regressedIn->across != AcrossRanks::Max)
                continue;
            ++slow;
            const auto parts = barParts(stage, verdict);
            QVERIFY2(parts, stage.stage.c_str());
            QVERIFY((*parts)[1].compute > stage.currentParts.compute);  // of the median rank
            const double sum = static_cast<double>((*parts)[1].compute + (*parts)[1].transfer + (*parts)[1].memcpy +
                                                   (*parts)[1].memset + (*parts)[1].idle);
            QVERIFY(std::abs(sum / stage.regressedIn->current - 1) < 0.02);
        }
        QVERIFY(slow >= 4);
    }

    /// A reference opens what shows the number that it stands beside: of the ranks that the number is of.
    void referencesShowTheirNumbers()
    {
        const QTemporaryDir dir;
        const auto result = judged("slow-node", fs::path(dir.path().toStdString()) / "run");
        QVERIFY(result.has_value());
        const std::vector<int> slow = result->verdict.firstRegressed->ranks;
        const report::Report report = report::verdictReport({result->verdict});
        int slowest = 0;
        int median = 0;
        int inside = 0;
        for (const report::Section& section : report.sections)
            for (const report::Block& block : section.blocks)
                if (const auto* table = std::get_if<report::Table>(&block))
                    for (const report::Row& row : table->rows) {
                        const std::vector<report::Line> lines = linesOf(row);
                        if (const report::Line& source = lines.back();
                            section.id == "summary" && lines.front().front().text == "Inside it") {
                            const auto view = viewRefFromText(source.front().target);
                            QVERIFY(view);
                            QCOMPARE(view->page, std::string("overview"));  // the table of its parts
                            QCOMPARE(view->finding, std::string("timeline.drill-down"));
                            QCOMPARE(view->ranks, slow);
                            ++inside;
                        }
                        if (section.id != "stages" || row.cells[1].lines.size() != 2)
                            continue;
                        const std::string& whose = row.cells[1].lines[0].front().text;
                        const auto view = viewRefFromText(row.cells[1].lines[1].front().target);
                        QVERIFY(view);
                        if (whose == "slowest rank") {
                            QCOMPARE(view->ranks, slow);
                            ++slowest;
                        } else if (whose == "median over ranks") {
                            QVERIFY2(view->ranks.empty(), row.cells[1].lines[1].front().target.c_str());
                            ++median;
                        }
                    }
        QCOMPARE(inside, 1);
        QVERIFY(slowest >= 4 && median >= slowest);
    }

    void eventsHaveATime()
    {
        const QTemporaryDir dir;
        const auto result = judged("gc-pauses", fs::path(dir.path().toStdString()) / "run");
        QVERIFY(result.has_value());
        const Finding* pauses = findingOf(result->verdict, "stragglers.pauses");
        QVERIFY(pauses != nullptr);
        for (const Evidence& row : pauses->evidence) {
            const ViewRef view = evidenceView(row, *pauses);
            QVERIFY(view.time && view.time->length() > 0);
            QVERIFY(view.side == Side::Current);
            const auto& ranks = result->basis->pair.current->ranks;
            const auto rank = std::ranges::find(ranks, *row.rank, &RankAnalysis::rank);
            const auto step = std::ranges::find(rank->steps, *row.step, &StepAnalysis::step);
            QCOMPARE(*view.time, step->window);
        }
    }
};

QTEST_APPLESS_MAIN(TestEvidencePlaces)
#include "tst_EvidencePlaces.moc"
