// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <set>

#include "core/workshop/Library.h"
#include "core/workshop/Seal.h"
#include "tests/core/simulate/Folders.h"
#include "tests/core/simulate/Judge.h"

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

LayerStatus statusOf(const Verdict& verdict, LayerId id)
{
    return std::ranges::find(verdict.layers, id, &Layer::id)->status;
}

}  // namespace

class TestGenerate : public QObject {
    Q_OBJECT
private slots:
    void nothingTellsTheTruth();
    void sameCaseSameBytes();
    void theProductFindsBothFaults();
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
    const auto verdict = test::judge(folder.path().toStdString());
    QVERIFY(verdict.has_value());
    const bool passes = statusOf(*verdict, LayerId::Correctness) == LayerStatus::Pass;
    QCOMPARE(keyOf(opened, "correctness"), (passes ? Ids{"go-on"} : Ids{"stop-here"}));
    if (!passes)
        return;  // nothing behind it is asked
    const std::map<LayerStatus, Ids> resources{{LayerStatus::Pass, {"nothing-shown"}},
                                               {LayerStatus::Warn, {"lead-shown"}},
                                               {LayerStatus::Fail, {"fault-shown"}}};
    QCOMPARE(keyOf(opened, "resources"), resources.at(statusOf(*verdict, LayerId::Resources)));
    QCOMPARE(keyOf(opened, "timeline") == Ids{"nothing"}, !verdict->firstRegressed.has_value());
    const LayerStatus ranks = statusOf(*verdict, LayerId::Stragglers);
    const Ids said = keyOf(opened, "stragglers");
    QCOMPARE(said.contains("one"), ranks == LayerStatus::Fail);
    QCOMPARE(said.contains("rotating"), ranks == LayerStatus::Warn);
    QVERIFY(ranks != LayerStatus::Pass || said == Ids{"even"});
}

QTEST_APPLESS_MAIN(TestGenerate)
#include "tst_Generate.moc"
