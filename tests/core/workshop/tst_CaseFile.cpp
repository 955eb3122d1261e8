// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/workshop/CaseCheck.h"
#include "core/workshop/CaseTemplate.h"
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
        return remark.error == error && remark.where == where && remark.what.english().find(part) != std::string::npos;
    });
}

std::string describeAll(const Remarks& remarks)
{
    std::string text;
    for (const Remark& remark : remarks)
        text += remark.where + ": " + remark.what.english() + "\n";
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
    void aBracketThatIsNotClosed_data();
    void aBracketThatIsNotClosed();
    void oneFaultIsSaidOnce();
    void sealedIsUnreadableAndTheSame();
    void aDamagedSeal();
    void sealsAreInverse();
    void twoFaultsAtOnce();
    void answersThatContradict_data();
    void answersThatContradict();
    void analysisThatContradicts();
    void aRubricOfItsOwn();
    void keysTwiceAndRemarks();
    void theTemplateIsACase_data();
    void theTemplateIsACase();

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
    const auto remarks = checkCaseFile(path, library());
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
                                 "'ask':[{'node':'lunch','ask':'What?','choices':[{'id':'a','text':'b'}]}]}")),
                      library());
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
    QVERIFY2(refused.error().what.starts_with("title is missing"), refused.error().what.c_str());
}

void TestCaseFile::changesNeedAnAnswer()
{
    std::string text = json(kGood);
    const std::string faults = "\"faults\":[\"slow-data-loader\"]";
    text.replace(text.find(faults), faults.size(), "\"changes\":[{\"number\":\"loss_time\",\"times\":3}]");
    QVERIFY(holds(*checkCaseFile(write(text), library()), "answer", "only the author knows"));
    text.insert(text.size() - 1, json(",'answer':{'first_regressed_stage':'loss','layer':'timeline','scope':'systemic',"
                                      "'outcome_node':'device-compute','spent':'compute'}"));
    const auto remarks = checkCaseFile(write(text), library());
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

void TestCaseFile::aBracketThatIsNotClosed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("at the end") << QByteArray("{\n \"a\": 1\n") << QByteArray("the { of line 1");
    QTest::newRow("a list in an object") << QByteArray("{\n \"a\": [\n  1\n}\n") << QByteArray("the [ of line 2");
    QTest::newRow("by its indent") << QByteArray("{\n \"a\": {\n  \"b\": 1,\n \"c\": {\n  \"d\": 2\n }\n}\n")
                                   << QByteArray("the { of line 2");
    QTest::newRow("in remarks and texts")
        << QByteArray("// {[\n{ \"a\": \"[ \\\" {\", /* [ */\n \"b\": [1, 2\n}\n") << QByteArray("the [ of line 3");
    QTest::newRow("another fault") << QByteArray("{\n \"a\": 1\n \"b\": {}\n}\n") << QByteArray("line 3");
}

/// The place where the parser gives up is the end of the file, which helps nobody.
void TestCaseFile::aBracketThatIsNotClosed()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, said);
    const auto broken = readCaseFile(write(text.toStdString()));
    QVERIFY(!broken.has_value());
    QVERIFY2(describe(broken.error()).find(said.toStdString()) != std::string::npos, describe(broken.error()).c_str());
    QCOMPARE(describe(broken.error()).find("is not closed") != std::string::npos, said.startsWith("the "));
}

/// What is misspelt is not missing as well.
void TestCaseFile::oneFaultIsSaidOnce()
{
    for (const auto& [from, to, where] :
         {std::tuple("slow-data-loader", "slow-data-loder", "faults[0]"), std::tuple("'faults'", "'fualts'", "fualts"),
          std::tuple("'title'", "'titel'", "titel")}) {
        std::string text = json(kGood);
        const std::string before = json(from);
        text.replace(text.find(before), before.size(), json(to));
        const auto remarks = checkCaseFile(write(text), library());
        QVERIFY(remarks.has_value());
        QVERIFY2(std::ranges::count_if(*remarks, &Remark::error) == 1, describeAll(*remarks).c_str());
        const auto error = std::ranges::find_if(*remarks, &Remark::error);
        QCOMPARE(error->where, std::string(where));
        const std::string line = describe(firstError(*remarks, "a.json"));
        QVERIFY2(line.starts_with("a.json: " + error->where + " "), line.c_str());
    }
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

void TestCaseFile::answersThatContradict_data()
{
    QTest::addColumn<QString>("more");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const char* more, const char* where, const char* said) {
        QTest::newRow(name) << QString::fromUtf8(more) << QString::fromUtf8(where) << QString::fromUtf8(said);
    };
    row("stage", "'answer':{'first_regressed_stage':'backward'}", "answer.first_regressed_stage",
        "is backward, but slow-data-loader makes it data_loading");
    row("no stage", "'answer':{'first_regressed_stage':null}", "answer.first_regressed_stage", "is nothing");
    row("end", "'answer':{'outcome_node':'communication'}", "answer.outcome_node", "makes it input-pipeline");
    row("layer", "'answer':{'layer':'resources'}", "answer.layer", "makes it timeline");
    row("ranks", "'answer':{'ranks':[1],'scope':'localised'}", "answer.ranks", "is 1, but");
    row("spent", "'answer':{'spent':'network'}", "answer.spent", "makes it input");
    row("not an end", "'answer':{'outcome_node':'need-more-data'}", "answer.outcome_node", "is none of");
    row("fault twice", "'faults':['slow-rank','slow-rank']", "faults[1]", "is there twice");
    row("none and one", "'faults':['no-change','slow-link']", "faults[0]", "no-change beside a fault");
    row("mistake, beside a name that is there twice",
        "'ask':[{'node':'alert','ask':'?','choices':[{'id':'a','text':'A','mistake':'chased-it','replies':"
        "[{'if':['*'],'mistake':'foo'}]},{'id':'a','text':'B','right':true}]}]",
        "ask[0].choices[0].mistake", "chased-slowest");
    row("node twice",
        "'ask':[{'node':'alert','ask':'?','choices':[{'id':'a','text':'A','feedback':'No.'},"
        "{'id':'b','text':'B','right':true}]},{'node':'alert','ask':'?','choices':[{'id':'a','text':'A',"
        "'feedback':'No.'},{'id':'b','text':'B','right':true}]}]",
        "ask[1].node", "asked twice");
    row("id of the library", "'id':'moving-day'", "id", "uses already");
    row("id of an idea", "'id':'barrier'", "id", "uses already");
    row("rank that is not there",
        "'changes':[{'number':'loss_time','times':3}],'answer':{'first_regressed_stage':'loss','layer':'timeline',"
        "'outcome_node':'straggler','scope':'localised','ranks':[7]}",
        "answer.ranks", "the job has 2 ranks");
    row("never right",
        "'faults':[],'changes':[{'number':'loss_time','times':3}],'answer':{'first_regressed_stage':'loss',"
        "'layer':'timeline','outcome_node':'device-compute','scope':'systemic'},'ask':[{'node':'timeline','ask':'?',"
        "'choices':[{'id':'a','text':'A','feedback':'No.'},{'id':'b','text':'B','right_for':['spent:moon'],"
        "'feedback':'No.'}]}]",
        "ask[0]", "no choice right");
}

/// Everything of aGoodOne() but what is said anew.
void TestCaseFile::answersThatContradict()
{
    QFETCH(QString, more);
    QFETCH(QString, where);
    QFETCH(QString, said);
    nlohmann::json document = nlohmann::json::parse(json(kGood));
    document.update(nlohmann::json::parse(json(("{" + more.toStdString() + "}").c_str())));
    const auto remarks = checkCaseFile(write(document.dump()), library());
    QVERIFY(remarks.has_value());
    QVERIFY2(holds(*remarks, where.toStdString(), said.toStdString()), describeAll(*remarks).c_str());
}

void TestCaseFile::analysisThatContradicts()
{
    const auto opened = openCase(*readCaseFile(write(json(kGood))), library().questions);
    QVERIFY(opened.has_value());
    Verdict verdict;
    verdict.outcome = Outcome::Regressed;
    verdict.outcomeNode = "input-pipeline";
    verdict.firstRegressed.emplace();
    verdict.firstRegressed->stage = "data_loading";
    verdict.layers[0] = {LayerId::Resources, LayerStatus::Warn, {}, {}};
    verdict.layers[1] = {LayerId::Stragglers, LayerStatus::Pass, {}, {}};
    QVERIFY(compareWithVerdict(*opened, verdict).empty());
    verdict.outcomeNode = "communication";
    verdict.firstRegressed->stage = "backward";
    Remarks remarks = compareWithVerdict(*opened, verdict);
    QVERIFY2(holds(remarks, "faults",
                   "make first_regressed_stage data_loading, but the analysis of the generated runs finds backward"),
             describeAll(remarks).c_str());
    QVERIFY2(holds(remarks, "faults",
                   "make outcome_node input-pipeline, but the analysis of the generated runs finds communication"),
             describeAll(remarks).c_str());
    verdict.outcomeNode = "need-more-data";
    remarks = compareWithVerdict(*opened, verdict);
    QVERIFY2(remarks.size() == 1 && holds(remarks, "steps", "need-more-data"), describeAll(remarks).c_str());
    const std::string text = remarksText("a.json", remarks, *languageFromName("zh_CN"));
    QVERIFY2(text.starts_with("a.json: steps 对生成的运行的分析"), text.c_str());
}

void TestCaseFile::aRubricOfItsOwn()
{
    std::string text = json(kGood);
    text.insert(text.size() - 1, json(",'rubric':{'why':{'points':[{'id':'mine','points':1,'text':'Names it.'}]},"
                                      "'next':{'ask':'Which run?','points':[{'id':'one','points':1,'text':'One.'}]}}"));
    const Library all = library();
    const auto wrong = checkCaseFile(write(text), all);
    QVERIFY2(holds(*wrong, "rubric.next.points", "add up to 1, and have to make 2"), describeAll(*wrong).c_str());
    text.replace(text.rfind("\"points\":1"), 10, "\"points\":2");
    const auto right = checkCaseFile(write(text), all);
    QVERIFY2(right->empty(), describeAll(*right).c_str());
    const auto spec = readCaseFile(write(text));
    QCOMPARE(whyOf(all, *spec).ask.en, all.why.ask.en);
    QCOMPARE(whyOf(all, *spec).points.front().id, std::string("mine"));
    QCOMPARE(nextOf(all, *spec).ask.en, std::string("Which run?"));
    QCOMPARE(nextOf(all, all.cases.front()).points.size(), all.next.points.size());
}

void TestCaseFile::keysTwiceAndRemarks()
{
    const auto twice = parseJson("{\"id\": 1, \"in\": {\"id\": 2}, \"id\": 3}", "f");
    QVERIFY(!twice.has_value() && twice.error().what.find("\"id\" twice") != std::string::npos);
    const auto noted = parseJson("// \" [\n{ /* ] } \" */ \"id\": \"a // b\" } // end", "f");
    QVERIFY(noted.has_value());
    QCOMPARE(noted->at("id").get<std::string>(), std::string("a // b"));
    QVERIFY(!parseJson("// \"\n" + std::string(100'000, '['), "f").has_value());
}

void TestCaseFile::theTemplateIsACase_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("en") << QStringLiteral("en");
    QTest::newRow("zh") << QStringLiteral("zh_CN");
}

/// As it is, and with what is optional taken in.
void TestCaseFile::theTemplateIsACase()
{
    QFETCH(QString, language);
    const Library all = library();
    std::string text = caseTemplate(all, language.toStdString());
    QVERIFY(text.find('%') == std::string::npos);
    for (const Mistake& mistake : all.mistakes)
        QVERIFY2(text.find(mistake.id) != std::string::npos, mistake.id.c_str());
    const auto plain = checkCaseFile(write(text), all);
    QVERIFY2(plain->empty(), describeAll(*plain).c_str());
    QString whole = QString::fromStdString(text);
    static const QRegularExpression optional(QStringLiteral("^  // (?= *[\"{])"), QRegularExpression::MultilineOption);
    whole.replace(optional, QStringLiteral("  "));
    QVERIFY(whole != QString::fromStdString(text));
    const auto filled = checkCaseFile(write(whole.toStdString()), all);
    QVERIFY2(filled.has_value(), filled ? "" : filled.error().what.c_str());
    QVERIFY2(!hasErrors(*filled), describeAll(*filled).c_str());
    const auto spec = readCaseFile(write(whole.toStdString()));
    QVERIFY(spec.has_value() && spec->changes.size() == 1 && spec->ask.size() == 1 && spec->why.points.size() == 1);
}

QTEST_APPLESS_MAIN(TestCaseFile)
#include "tst_CaseFile.moc"
