// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

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

}  // namespace

class TestGenerate : public QObject {
    Q_OBJECT
private slots:
    void nothingTellsTheTruth();
    void sameCaseSameBytes();
    void theProductFindsBothFaults();
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
              opened.truth().explanation, opened.spec.explanation.en, opened.spec.id})
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

QTEST_APPLESS_MAIN(TestGenerate)
#include "tst_Generate.moc"
