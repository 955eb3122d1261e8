// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <QTemporaryDir>
#include <QtTest>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/simulate/Simulate.h"
#include "core/triage/Names.h"
#include "tests/core/simulate/Folders.h"
#include "tests/core/simulate/Judge.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {

enum Column : std::size_t { Stage, ScopeColumn, Ranks, KindColumn, LayerColumn, OutcomeColumn, Node, Latent };
constexpr std::array<const char*, 8> kColumns{"first stage", "scope",   "ranks", "kind",
                                              "layer",       "outcome", "node",  "latent"};
using Cells = std::array<std::string, kColumns.size()>;

std::string orNone(const nlohmann::json& value)
{
    return value.is_string() ? value.get<std::string>() : "none";
}

std::string ranksText(const std::vector<int>& ranks)
{
    std::string text;
    for (const int rank : ranks)
        text += fmt::format("{}{}", text.empty() ? "" : ",", rank);
    return text.empty() ? "none" : text;
}

/// The layer that an outcome is about.
std::string layerOf(std::string_view node)
{
    if (node == "correctness" || node == "confounded")
        return "correctness";
    if (node == "resource-fault")
        return "resources";
    if (node == "straggler")
        return "stragglers";
    return node == "no-regression" ? "none" : "timeline";
}

/// Rare is the tail of few steps.
std::string kindText(Kind kind)
{
    return kind == Kind::Tail || kind == Kind::Rare ? "tail" : "shift";
}

Cells truthOf(const fs::path& out)
{
    const auto truth = nlohmann::json::parse(readAll(out / "truth.json"));
    Cells row;
    row[Stage] = orNone(truth["first_regressed_stage"]);
    row[ScopeColumn] = orNone(truth["scope"]);
    row[Ranks] = ranksText(truth["ranks"].get<std::vector<int>>());
    row[KindColumn] = orNone(truth["kind"]);
    row[LayerColumn] = orNone(truth["layer"]);
    row[OutcomeColumn] = orNone(truth["outcome"]);
    row[Node] = orNone(truth["outcome_node"]);
    row[Latent] = orNone(truth["latent_stage"]);
    return row;
}

Cells answerOf(const Verdict& verdict)
{
    Cells row{"none",
              "none",
              "none",
              "none",
              layerOf(verdict.outcomeNode),
              std::string(nameOf(verdict.outcome)),
              verdict.outcomeNode,
              "none"};
    for (const StageVerdict& stage : verdict.stages)
        if (stage.state == StageState::Latent)
            row[Latent] = stage.stage;
    if (const auto& first = verdict.firstRegressed; first && first->confirmed) {
        row[Stage] = first->stage;
        row[ScopeColumn] = nameOf(first->scope);
        row[KindColumn] = kindText(first->kind);
        if (first->scope == Scope::Localised)
            row[Ranks] = ranksText(first->ranks);
    }
    return row;
}

/// Seeds of a scenario: HEADWATER_CONFUSION_SEEDS is their number, or a list as "7,21,44"; else two.
std::vector<std::uint64_t> seeds()
{
    const QByteArray wanted = qgetenv("HEADWATER_CONFUSION_SEEDS");
    std::vector<std::uint64_t> list;
    if (wanted.contains(','))
        for (const QByteArray& seed : wanted.split(','))
            list.push_back(seed.toULongLong());
    for (std::uint64_t seed = 1;
         list.size() < std::max<std::uint64_t>(2, wanted.toULongLong()) && !wanted.contains(','); ++seed)
        list.push_back(seed);
    return list;
}

/// Size of the runs: HEADWATER_CONFUSION_RANKS and HEADWATER_CONFUSION_STEPS, else each scenario's own.
SimulationOptions sizeOfRuns()
{
    SimulationOptions options;
    options.ranks = qEnvironmentVariableIntValue("HEADWATER_CONFUSION_RANKS");
    options.steps = qEnvironmentVariableIntValue("HEADWATER_CONFUSION_STEPS");
    return options;
}

struct Count {
    int right = 0;
    int wrong = 0;
};

/// Truth against answer, cell by cell.
class Table {
public:
    void add(std::string_view scenario, std::uint64_t seed, const Cells& truth, const Cells& answer)
    {
        std::string cells;
        for (std::size_t c = 0; c < kColumns.size(); ++c) {
            const bool right = truth[c] == answer[c];
            m_tally[c].right += right;
            m_tally[c].wrong += !right;
            cells +=
                fmt::format("  {:<{}}", right ? truth[c] : fmt::format("! {} is {}", answer[c], truth[c]), kWidths[c]);
        }
        std::printf("%-20s %3d%s\n", std::string(scenario).c_str(), static_cast<int>(seed), cells.c_str());
        std::fflush(stdout);
    }
    static void begin()
    {
        std::string head;
        for (std::size_t c = 0; c < kColumns.size(); ++c)
            head += fmt::format("  {:<{}}", kColumns[c], kWidths[c]);
        std::printf("%-20s seed%s\n", "scenario", head.substr(1).c_str());
    }
    void end() const
    {
        for (std::size_t c = 0; c < kColumns.size(); ++c)
            std::printf("%-12s right %4d, wrong %3d: %.1f %%\n", kColumns[c], m_tally[c].right, m_tally[c].wrong,
                        100 * share(c));
    }
    [[nodiscard]] double share(std::size_t column) const
    {
        const Count& tally = m_tally[column];
        return tally.right / std::max(1.0, static_cast<double>(tally.right + tally.wrong));
    }

private:
    static constexpr std::array<int, kColumns.size()> kWidths{12, 10, 8, 5, 11, 12, 15, 12};

    std::array<Count, kColumns.size()> m_tally;
};

}  // namespace

/// From files on disk to the verdict, all scenarios with several seeds: what was broken is what is found.
class TestConfusion : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Table::begin(); }

    void truthAgainstAnswer_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        for (const ScenarioInfo& info : scenarios())
            QTest::newRow(info.id.data()) << QByteArray(info.id.data(), static_cast<qsizetype>(info.id.size()));
    }
    void truthAgainstAnswer()
    {
        QFETCH(QByteArray, scenario);
        for (const std::uint64_t seed : seeds()) {
            const QTemporaryDir dir;
            const fs::path out = fs::path(dir.path().toStdString()) / "run";
            SimulationOptions options = sizeOfRuns();
            options.seed = seed;
            QVERIFY(simulate(scenario.toStdString(), out, options, {}));
            const Cells truth = truthOf(out);
            fs::remove(out / "truth.json");  // nobody can peep
            const auto verdict = judge(out);
            QVERIFY2(verdict, verdict ? "" : describe(verdict.error()).c_str());
            m_table.add(scenario.toStdString(), seed, truth, answerOf(*verdict));
        }
    }

    void truthIsFound()
    {
        m_table.end();
        for (std::size_t c = 0; c < kColumns.size(); ++c)
            QVERIFY2(m_table.share(c) >= 0.97, kColumns[c]);
    }

    void faultsOfScaleNeedScale()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "run";
        SimulationOptions options;
        options.ranks = 8;
        QVERIFY(simulate("scale-only", out, options, {}));
        const auto verdict = judge(out);
        QVERIFY(verdict.has_value());
        QCOMPARE(std::string(nameOf(verdict->outcome)), truthOf(out)[OutcomeColumn]);
        QVERIFY(!verdict->firstRegressed);
    }

    void noChangeIsNoRegression()
    {
        const std::uint64_t pairs = 25 * seeds().size();
        int regressed = 0;
        for (std::uint64_t seed = 1; seed <= pairs; ++seed) {
            const QTemporaryDir dir;
            const fs::path out = fs::path(dir.path().toStdString()) / "run";
            SimulationOptions options;
            options.ranks = 2;
            options.steps = 30;
            options.eventsPerStep = 150;
            options.seed = 1000 + seed;
            QVERIFY(simulate("no-change", out, options, {}));
            const auto verdict = judge(out);
            QVERIFY(verdict.has_value());
            regressed += verdict->outcome == Outcome::Regressed;
        }
        std::printf("no-change called regressed: %d of %d pairs\n", regressed, static_cast<int>(pairs));
        QVERIFY(static_cast<double>(regressed) <= 0.02 * static_cast<double>(pairs));
    }

private:
    Table m_table;
};

QTEST_APPLESS_MAIN(TestConfusion)
#include "tst_Confusion.moc"
