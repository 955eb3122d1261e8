// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <set>

#include "core/workshop/CaseCheck.h"
#include "core/workshop/Library.h"
#include "core/workshop/Seal.h"
#include "core/workshop/StageTable.h"
#include "tests/core/simulate/Folders.h"
#include "tests/core/workshop/Claims.h"

using namespace headwater;
using namespace headwater::workshop;

namespace {

/// A case of the library, small enough for a test.
Case small(const char* id, bool compress)
{
    const Library all = library();
    CaseSpec spec = *all.find(id);
    spec.sizes.compress = compress;
    return openCase(spec, all.questions).value();
}

/// The ids of the right choices at a node.
std::set<std::string> keyOf(const Case& opened, const std::string& node)
{
    std::set<std::string> ids;
    const auto facts = factsOf(opened);
    for (const Question& question : opened.questions)
        for (const Choice& choice : question.choices)
            if (question.node == node && choice.isRight(facts))
                ids.insert(choice.id);
    return ids;
}

/// The first stage that the rule under the table names by the numbers in it, or nothing.
std::string readByTheRule(const StageTable& table)
{
    for (const StageTableRow& row : table.rows)
        for (const auto* values : {&row.typical, &row.slowest})
            for (const BeforeAndNow& pair : *values)
                if (pair.now - pair.before > table.epsilon * pair.before &&
                    pair.now - pair.before > static_cast<double>(table.floor))
                    return row.stage;
    return {};
}

void checkSentences(const Case& opened, const test::JudgedCase& is)
{
    const auto facts = factsOf(opened);
    for (const Question& question : opened.questions)
        for (const Choice& choice : question.choices) {
            const bool right = choice.isRight(facts);
            const std::string said = right ? question.node + "/" + choice.id : choice.feedback.en;
            const auto& claims = right ? test::claimsOfRightChoices() : test::claimsOfReplies();
            const auto claim = std::ranges::find_if(
                claims, [&said](const test::Claim& one) { return said.starts_with(one.beginning); });
            const std::string where = question.node + "/" + choice.id + ": " + said;
            QVERIFY2(right || said.empty() || claim != claims.end(), ("nobody says what it claims: " + where).c_str());
            QVERIFY2(claim == claims.end() || claim->holds(is), where.c_str());
        }
}

}  // namespace

class TestGenerate : public QObject {
    Q_OBJECT
private slots:
    void nothingTellsTheTruth();
    void sameCaseSameBytes();
    void theProductFindsBothFaults();
    void everyPartOfAnAnswerIsCompared();
    void theKeyAgreesWithThePages_data();
    void theKeyAgreesWithThePages();
};

void TestGenerate::nothingTellsTheTruth()
{
    QTemporaryDir folder;
    const std::filesystem::path out = folder.path().toStdString();
    const Case opened = small("new-image", false);
    QVERIFY(generate(opened, out, {}).has_value());
    const auto files = test::contents(out);
    QVERIFY(files.contains("truth.json"));
    QVERIFY(files.size() > 8);
    for (const auto& [name, content] : files)
        for (const std::string& secret :
             {std::string("slow-forward"), std::string("first_regressed"), opened.truth().cause,
              opened.truth().explanation.english(), opened.spec.explanation.en, opened.spec.id})
            QVERIFY2(content.find(secret) == std::string::npos && name.find(secret) == std::string::npos,
                     (name + " holds " + secret).c_str());
    const auto sealed = nlohmann::json::parse(files.at("truth.json"));
    const auto truth = unseal(sealed["sealed"].get<std::string>());
    QVERIFY(truth.has_value());
    QCOMPARE(nlohmann::json::parse(*truth)["first_regressed_stage"], nlohmann::json("forward"));
    QVERIFY(generate(opened, out, {}).has_value());  // over itself
}

void TestGenerate::sameCaseSameBytes()
{
    QTemporaryDir one;
    QTemporaryDir two;
    const Case opened = small("moving-day", true);
    QVERIFY(generate(opened, one.path().toStdString(), {}).has_value());
    QVERIFY(generate(opened, two.path().toStdString(), {}).has_value());
    QCOMPARE(test::contents(one.path().toStdString()), test::contents(two.path().toStdString()));
}

void TestGenerate::theProductFindsBothFaults()
{
    QTemporaryDir folder;
    const Case opened = small("two-faults", true);
    QVERIFY(generate(opened, folder.path().toStdString(), {}).has_value());
    const auto verdict = test::judge(folder.path().toStdString());
    QVERIFY(verdict.has_value());
    QVERIFY(verdict->firstRegressed.has_value());
    QCOMPARE(verdict->firstRegressed->stage, std::string("forward"));
    const auto backward = std::ranges::find(verdict->stages, std::string("backward"), &StageVerdict::stage);
    QVERIFY(backward != verdict->stages.end());
    QCOMPARE(backward->state, StageState::Regressed);
}

/// One thing said wrongly at a time, of runs that an author made by changing a number.
void TestGenerate::everyPartOfAnAnswerIsCompared()
{
    const Library all = library();
    CaseSpec spec;
    spec.id = "loss-heavier";
    spec.changes = {{"loss_time", 1.9}};
    spec.sizes.ranks = 4;
    spec.sizes.steps = 40;
    spec.sizes.seed = 77;
    spec.answer = {"loss", "systemic", "shift", "timeline", "device-compute", "compute", {}, {}};
    QTemporaryDir folder;
    const std::filesystem::path out = folder.path().toStdString();
    QVERIFY(generate(openCase(spec, all.questions).value(), out, {}).has_value());
    const auto verdict = test::judge(out);
    QVERIFY(verdict.has_value());
    const auto said = [&](auto change) {
        CaseSpec other = spec;
        change(other.answer);
        std::string places;
        for (const Remark& remark : compareWithVerdict(openCase(other, all.questions).value(), *verdict))
            places += remark.where + " ";
        return QString::fromStdString(places).trimmed();
    };
    using Said = CaseSpec::Said;
    QCOMPARE(said([](Said&) {}), QString());
    QCOMPARE(said([](Said& is) { is.stage = "forward"; }), QStringLiteral("answer.first_regressed_stage"));
    QCOMPARE(said([](Said& is) { is.spent = "host"; }), QStringLiteral("answer.spent"));
    QCOMPARE(said([](Said& is) { is.layer = "correctness"; }), QStringLiteral("answer.layer"));
    QCOMPARE(said([](Said& is) { is.kind = "tail"; }), QStringLiteral("answer.kind"));
    QCOMPARE(said([](Said& is) { is.scope = "localised"; }), QStringLiteral("answer.scope"));
    QCOMPARE(said([](Said& is) { is.scope.reset(); }), QStringLiteral("answer.scope"));
    QCOMPARE(said([](Said& is) { is.ranks = {1}; }), QStringLiteral("answer.ranks"));
    QCOMPARE(said([](Said& is) { is.outcomeNode = "host-dispatch"; }), QStringLiteral("answer.outcome_node"));
    QCOMPARE(said([](Said& is) { is.symptoms = {"stragglers"}; }), QStringLiteral("answer.symptoms"));
}

void TestGenerate::theKeyAgreesWithThePages_data()
{
    QTest::addColumn<QString>("id");
    for (const CaseSpec& spec : library().cases)
        QTest::newRow(spec.id.c_str()) << QString::fromStdString(spec.id);
}

/// Whoever answers by what the pages say is right.
void TestGenerate::theKeyAgreesWithThePages()
{
    QFETCH(QString, id);
    using Ids = std::set<std::string>;
    QTemporaryDir folder;
    const Case opened = small(qPrintable(id), false);
    QVERIFY(generate(opened, folder.path().toStdString(), {}).has_value());
    const auto is = test::judgedCase(folder.path().toStdString());
    QVERIFY(is.has_value());
    checkSentences(opened, *is);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(readByTheRule(stageTable(*is->basis, {})), opened.truth().firstRegressedStage);
    const Remarks remarks = compareWithVerdict(opened, is->verdict);
    QVERIFY2(remarks.empty(), remarks.empty() ? "" : remarks.front().what.english().c_str());
    const bool passes = is->status(LayerId::Correctness) == LayerStatus::Pass;
    QCOMPARE(keyOf(opened, "correctness"), (passes ? Ids{"go-on"} : Ids{"stop-here"}));
    if (!passes)
        return;  // nothing behind it is asked
    const Ids passed = is->counterDiffers() ? Ids{"nothing-shown", "lead-shown"} : Ids{"nothing-shown"};
    const std::map<LayerStatus, Ids> resources{
        {LayerStatus::Pass, passed}, {LayerStatus::Warn, {"lead-shown"}}, {LayerStatus::Fail, {"fault-shown"}}};
    QCOMPARE(keyOf(opened, "resources"), resources.at(is->status(LayerId::Resources)));
    QCOMPARE(keyOf(opened, "timeline") == Ids{"nothing"}, !is->regressed());
    const LayerStatus ranks = is->status(LayerId::Stragglers);
    const Ids said = keyOf(opened, "stragglers");
    QCOMPARE(said.contains("one"), ranks == LayerStatus::Fail);
    QCOMPARE(said.contains("rotating"), ranks == LayerStatus::Warn);
    QVERIFY(ranks != LayerStatus::Pass || said == Ids{"even"});
}

QTEST_APPLESS_MAIN(TestGenerate)
#include "tst_Generate.moc"
