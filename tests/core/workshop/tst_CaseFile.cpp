// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/workshop/Case.h"
#include "core/workshop/Library.h"
#include "core/workshop/Seal.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace headwater::workshop;
using test::json;

namespace {

const char* const kGood = "{'schema':'headwater.workshop-case/1','id':'mine','level':2,"
                          "'title':{'en':'Mine','zh_CN':'我的'},'alert':{'en':'Slow.','zh_CN':'慢。'},"
                          "'explanation':{'en':'It is the reading.','zh_CN':'是读取。'},"
                          "'hints':['Look at the start.'],'faults':['slow-data-loader'],'ranks':2,'steps':20,'seed':5}";

bool holds(const Remarks& remarks, const std::string& where, const std::string& part, bool error = true)
{
    return std::ranges::any_of(remarks, [&](const Remark& remark) {
        return remark.error == error && remark.where == where && remark.what.find(part) != std::string::npos;
    });
}

std::string describeAll(const Remarks& remarks)
{
    std::string text;
    for (const Remark& remark : remarks)
        text += remark.where + ": " + remark.what + "\n";
    return text;
}

}  // namespace

class TestCaseFile : public QObject {
    Q_OBJECT
private slots:
    void aGoodOne();
    void everyFaultOfTheFileIsSaidWithItsPlace();
    void changesNeedAnAnswer();
    void anAnswerOverrules();
    void ownQuestionsReplaceTheUsual();
    void brokenJsonHasALine();
    void sealedIsUnreadableAndTheSame();
    void aDamagedSeal();
    void sealsAreInverse();
    void twoFaultsAtOnce();

private:
    std::string write(const std::string& text)
    {
        QFile file(m_folder.filePath(QStringLiteral("case.json")));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(text));
        return file.fileName().toStdString();
    }
    QTemporaryDir m_folder;
};

void TestCaseFile::aGoodOne()
{
    const std::string path = write(json(kGood));
    const auto remarks = checkCaseFile(path);
    QVERIFY(remarks.has_value());
    QVERIFY2(remarks->empty(), describeAll(*remarks).c_str());
    const auto spec = readCaseFile(path);
    QVERIFY(spec.has_value());
    QCOMPARE(spec->id, std::string("mine"));
    QCOMPARE(spec->level, 2);
    QCOMPARE(spec->title.in("zh_CN"), std::string("我的"));
    QCOMPARE(spec->hints.at(0).in("zh_CN"), std::string("Look at the start."));
    QCOMPARE(spec->sizes.ranks, 2);
    const auto opened = openCase(*spec, library().questions);
    QVERIFY(opened.has_value());
    QCOMPARE(opened->truth().firstRegressedStage, std::string("data_loading"));
    QCOMPARE(opened->spent, std::string("input"));
    QCOMPARE(opened->experiment.baseline.ranks, 2);
}

void TestCaseFile::everyFaultOfTheFileIsSaidWithItsPlace()
{
    const auto remarks =
        checkCaseFile(write(json("{'schema':'headwater.workshop-case/1','id':'No Good','level':7,'title':5,"
                                 "'faults':['slow-forward','slow-everything'],'ranks':0,'seeed':1,"
                                 "'ask':[{'node':'lunch','ask':'What?','choices':[{'id':'a','text':'b'}]}]}")));
    QVERIFY(remarks.has_value());
    const std::string all = describeAll(*remarks);
    QVERIFY2(holds(*remarks, "id", "small letters"), all.c_str());
    QVERIFY2(holds(*remarks, "level", "1 to 3"), all.c_str());
    QVERIFY2(holds(*remarks, "title", "neither a text"), all.c_str());
    QVERIFY2(holds(*remarks, "alert", "missing"), all.c_str());
    QVERIFY2(holds(*remarks, "faults[1]", "slow-everything"), all.c_str());
    QVERIFY2(holds(*remarks, "ranks", "1 to 1024"), all.c_str());
    QVERIFY2(holds(*remarks, "seeed", "not known", false), all.c_str());
    QVERIFY2(holds(*remarks, "ask[0].node", "none of alert"), all.c_str());
    QVERIFY2(holds(*remarks, "ask[0]", "two or more choices"), all.c_str());
    const auto refused = readCaseFile(write(json("{'schema':'headwater.workshop-case/1','id':'x'}")));
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().where, std::string("title"));
}

void TestCaseFile::changesNeedAnAnswer()
{
    std::string text = json(kGood);
    const std::string faults = "\"faults\":[\"slow-data-loader\"]";
    text.replace(text.find(faults), faults.size(), "\"changes\":[{\"number\":\"loss_time\",\"times\":3}]");
    QVERIFY(holds(*checkCaseFile(write(text)), "answer", "only the author knows"));
    text.insert(text.size() - 1, json(",'answer':{'first_regressed_stage':'loss','layer':'timeline','scope':'systemic',"
                                      "'outcome_node':'device-compute','spent':'compute'}"));
    const auto remarks = checkCaseFile(write(text));
    QVERIFY2(remarks->empty(), describeAll(*remarks).c_str());
    const auto opened = openCase(*readCaseFile(write(text)), library().questions);
    QVERIFY(opened.has_value());
    QCOMPARE(opened->experiment.current.lossTime, 3 * opened->experiment.baseline.lossTime);
    QCOMPARE(opened->truth().firstRegressedStage, std::string("loss"));
    QCOMPARE(opened->questions.size(), std::size_t(6));
}

void TestCaseFile::anAnswerOverrules()
{
    std::string text = json(kGood);
    text.insert(text.size() - 1, json(",'answer':{'ranks':[3,1],'scope':'localised'}"));
    const auto opened = openCase(*readCaseFile(write(text)), library().questions);
    QVERIFY(opened.has_value());
    QCOMPARE(opened->truth().ranks, (std::vector<int>{1, 3}));
    QCOMPARE(opened->truth().firstRegressedStage, std::string("data_loading"));
}

void TestCaseFile::ownQuestionsReplaceTheUsual()
{
    std::string text = json(kGood);
    text.insert(text.size() - 1, json(",'ask':[{'node':'alert','ask':'First?','choices':[{'id':'tea','text':'Tea'},"
                                      "{'id':'look','text':'Look','right':true}]}]"));
    const auto opened = openCase(*readCaseFile(write(text)), library().questions);
    QVERIFY(opened.has_value());
    QCOMPARE(opened->questions.front().ask.en, std::string("First?"));
    QCOMPARE(opened->questions.size(), std::size_t(6));
}

void TestCaseFile::brokenJsonHasALine()
{
    const auto broken = readCaseFile(write("{\n\"id\": \"x\"\n\"level\": 1}"));
    QVERIFY(!broken.has_value());
    QCOMPARE(broken.error().where, std::string("line 3"));
    QCOMPARE(readCaseFile("/nowhere/case.json").error().code, ErrorCode::NotFound);
    QVERIFY(!readCaseFile(write(std::string(100'000, '['))).has_value());
    QVERIFY(!readCaseFile(write("[]")).has_value());
}

void TestCaseFile::sealedIsUnreadableAndTheSame()
{
    const std::string path = write(json(kGood));
    const auto before = readCaseFile(path);
    const auto sealed = sealedCaseFile(path);
    QVERIFY(sealed.has_value());
    for (const char* secret : {"slow-data-loader", "reading", "faults", "start", "seed\""})
        QVERIFY2(sealed->find(secret) == std::string::npos, secret);
    QVERIFY(sealed->find("Slow.") != std::string::npos);
    const auto after = readCaseFile(write(*sealed));
    QVERIFY(after.has_value());
    QCOMPARE(after->faults, before->faults);
    QCOMPARE(after->explanation.zh, before->explanation.zh);
    QCOMPARE(after->sizes.seed, before->sizes.seed);
}

void TestCaseFile::aDamagedSeal()
{
    std::string sealed = *sealedCaseFile(write(json(kGood)));
    const std::size_t at = sealed.find("hw1:") + 40;
    sealed[at] = sealed[at] == 'A' ? 'B' : 'A';
    const auto damaged = readCaseFile(write(sealed));
    QVERIFY(!damaged.has_value());
    QCOMPARE(damaged.error().where, std::string("sealed"));
}

void TestCaseFile::sealsAreInverse()
{
    for (const std::string& text :
         {std::string(), std::string("a"), std::string("ab"), std::string("abc"), std::string("\0\xff 中文", 9)})
        QCOMPARE(unseal(seal(text)).value_or("?"), text);
    QVERIFY(!unseal("plain text").has_value());
}

void TestCaseFile::twoFaultsAtOnce()
{
    const std::vector<std::string> faults{"slow-link", "slow-dispatch"};
    const auto both = makeExperiment(faults, SimulationOptions());
    QVERIFY(both.has_value());
    QCOMPARE(both->truth.firstRegressedStage, std::string("forward"));
    QCOMPARE(both->truth.outcomeNode, std::string("host-dispatch"));
    QVERIFY(both->current.layerHook > 0 && both->current.congestedHost == 0);
    const std::vector<std::string> settings{"slow-data-loader", "slow-forward"};
    QCOMPARE(makeExperiment(settings, SimulationOptions())->truth.outcomeNode, std::string("confounded"));
    const std::vector<std::string> one{"slow-forward"};
    QCOMPARE(truthJson("x", 1, makeExperiment(one, SimulationOptions())->truth),
             truthJson("x", 1, makeExperiment("slow-forward", SimulationOptions())->truth));
}

QTEST_APPLESS_MAIN(TestCaseFile)
#include "tst_CaseFile.moc"
