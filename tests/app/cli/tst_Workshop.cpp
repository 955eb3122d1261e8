// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/app/cli/WorkshopCli.h"

using namespace headwater::cli_test;
using nlohmann::json;

/// The workshop as a student and an instructor use it from a shell.
class TestWorkshop : public QObject {
    Q_OBJECT
private slots:
    void init() { qputenv("XDG_STATE_HOME", m_place.path(QStringLiteral("state")).toLocal8Bit()); }
    void listed();
    void shownWithoutTheAnswer();
    void fromSheetToGrade();
    void aHandout();
    void optionsServeTheirAction();
    void theExercise();
    void aClass();
    void idsThatNobodyKnows_data();
    void idsThatNobodyKnows();
    void aClassWithABadSheet();
    void anInstructorsCase();
    void aCaseIsWrittenAndTried();
    void badUsage_data();
    void badUsage();

private:
    Workplace m_place;
};

void TestWorkshop::listed()
{
    const Outcome outcome = workshop({"list", "--json", "-"});
    QCOMPARE(outcome.code, 0);
    const json list = parsed(outcome);
    QCOMPARE(list["schema"], json("headwater.workshop-list/1"));
    QVERIFY(list["cases"].size() > 20);
    for (const json& entry : list["cases"])
        QVERIFY(entry["title"]["en"].is_string() && entry["title"]["zh_CN"].is_string());
    const Outcome chinese = workshop({"list", "--language", "zh_CN"});
    QVERIFY(chinese.out.contains("新镜像") && !chinese.out.contains("A new image"));
}

void TestWorkshop::shownWithoutTheAnswer()
{
    const json hidden = parsed(workshop({"show", "new-image", "--json", "-"}));
    QVERIFY(hidden["truth"].is_null());
    QVERIFY(hidden["hints"].empty());
    for (const json& question : hidden["questions"])
        for (const json& choice : question["choices"])
            QVERIFY(choice["right"].is_null());
    const Outcome text = workshop({"show", "new-image", "--hints", "1"});
    QVERIFY(text.out.contains("Which stage comes before backward"));
    QVERIFY(!text.out.contains("Attention kernels"));
    const json told = parsed(workshop({"show", "new-image", "--reveal", "--key", kKey, "--json", "-"}));
    QCOMPARE(told["truth"]["first_regressed_stage"], json("forward"));
    QVERIFY(workshop({"show", "new-image", "--reveal", "--key", kKey}).out.contains("Attention kernels"));
}

void TestWorkshop::fromSheetToGrade()
{
    const QString sheet = m_place.path(QStringLiteral("sheet.json"));
    const QString runs = m_place.path(QStringLiteral("case"));
    const Outcome made = workshop({"show", "new-image", "--out", runs, "--sheet", sheet});
    QCOMPARE(made.code, 0);
    QVERIFY2(made.out.contains("Times of the stages in both runs") && made.out.contains("slowest rank before") &&
                 made.out.contains("by more than 5 %") && made.out.contains("embedding"),
             made.out.constData());
    const Outcome found = runCli({"analyze", "--baseline", runs + "/baseline", "--current", runs + "/current"});
    QCOMPARE(found.code, 1);
    QVERIFY(found.out.contains("First regressed stage: forward"));

    const Outcome empty = workshop({"grade", "new-image", sheet, "--json", "-"});
    QCOMPARE(empty.code, 0);
    for (const json& part : parsed(empty)["parts"])
        for (const json& line : part["lines"])
            QVERIFY(line["state"] == json("not_answered") && line["feedback"].is_null());
    QCOMPARE(parsed(empty)["total"], json(0.0));

    json answers = json::parse(m_place.read(QStringLiteral("sheet.json")).toStdString());
    answers["student"] = "Mei";
    const json told = parsed(workshop({"show", "new-image", "--reveal", "--key", kKey, "--json", "-"}));
    for (const json& question : told["questions"])
        for (const json& choice : question["choices"])
            if (choice["right"] == json(true))
                answers["decisions"][question["node"].get<std::string>()] = json::array({choice["id"]});
    answers["conclusion"] = {{"stage", "forward"},
                             {"scope", "systemic"},
                             {"ranks", json::array()},
                             {"layer", "timeline"},
                             {"outcome", "device-compute"}};
    answers["why"] = {{"text", "Embedding is within its tolerance."}, {"ticked", json::array({"order-named"})}};
    answers["next"] = {{"text", "Old runtime, else the same."}, {"ticked", json::array()}};
    m_place.write(QStringLiteral("sheet.json"), QByteArray::fromStdString(answers.dump()));
    const Outcome unread = workshop({"grade", "new-image", sheet, "--reveal", "--key", kKey});
    QVERIFY2(unread.out.count("Not judged yet: nothing is ticked.") == 1, unread.out.constData());
    QVERIFY(workshop({"grade", "new-image", sheet}).out.contains("Not judged yet: nothing is ticked."));
    answers["next"]["ticked"] = json::array({"one-variable", "can-refute"});
    m_place.write(QStringLiteral("sheet.json"), QByteArray::fromStdString(answers.dump()));
    const json right = parsed(workshop({"grade", "new-image", sheet, "--json", "-"}));
    QCOMPARE(right["total"], json(9.5));
    QCOMPARE(right["passed"], json(true));
    QCOMPARE(right["student"], json("Mei"));
    QVERIFY(workshop({"grade", "new-image", sheet}).out.startsWith("new-image · Mei: 9.5 / 10, passed"));

    answers["vetoes"] = json::array({"tail-hidden-by-mean"});
    m_place.write(QStringLiteral("sheet.json"), QByteArray::fromStdString(answers.dump()));
    QCOMPARE(parsed(workshop({"grade", "new-image", sheet, "--json", "-"}))["passed"], json(false));
    const Outcome other = workshop({"grade", "moving-day", sheet});
    QCOMPARE(other.code, 2);
    QVERIFY2(other.err.contains("new-image"), other.err.constData());
}

void TestWorkshop::aHandout()
{
    const QString file = m_place.path(QStringLiteral("handout.html"));
    QCOMPARE(workshop({"show", "new-image", "--html", file}).code, 0);
    const QByteArray blank = m_place.read(QStringLiteral("handout.html"));
    QVERIFY(blank.startsWith("<!DOCTYPE html>") && blank.contains("class=\"room\""));
    QVERIFY(!blank.contains("Attention kernels") && !blank.contains(" right\"") && blank.contains("Because:"));
    QCOMPARE(workshop({"show", "new-image", "--html", file, "--reveal", "--key", kKey, "--language", "zh_CN"}).code, 0);
    const QByteArray told = m_place.read(QStringLiteral("handout.html"));
    QVERIFY(told.contains("注意力内核") && told.contains("choice right\"") && told.contains("lang=\"zh-CN\""));
    const QByteArray text = QByteArray("{'schema':'headwater.workshop-case/1','id':'odd','title':'<b>&x',"
                                       "'alert':'<script>alert(1)</script>','faults':['slow-forward']}")
                                .replace('\'', '"');
    const QString odd = m_place.write(QStringLiteral("odd.json"), text);
    QCOMPARE(workshop({"show", odd, "--html", file}).code, 0);
    QVERIFY(!m_place.read(QStringLiteral("handout.html")).contains("<script>"));
}

/// What an action would pass over without a word is refused, and an idea is shown as any other.
void TestWorkshop::optionsServeTheirAction()
{
    for (const QStringList& wrong : {QStringList{"list", "--html", "x.html"},
                                     {"grade", "new-image", "a.json", "--html", "x"},
                                     {"check", "a.json", "--out", "x"},
                                     {"class", "a.json", "--sheet", "x"}}) {
        const Outcome outcome = workshop(wrong);
        QVERIFY2(outcome.code == 2 && outcome.err.contains("has no --"), outcome.err.constData());
    }
    QVERIFY(workshop({"list"}).out.contains("three-sigma"));
    const json idea = parsed(workshop({"show", "three-sigma", "--json", "-"}));
    QCOMPARE(idea["kind"], json("idea"));
    QVERIFY(idea["readings"].size() == 4 && idea["conclusion"]["zh_CN"].is_string());
    QVERIFY(workshop({"show", "three-sigma", "--language", "zh_CN"}).out.contains("图中的数"));
    QCOMPARE(workshop({"show", "barrier", "--sheet", "x"}).code, 2);
}

void TestWorkshop::theExercise()
{
    const QString page = m_place.path(QStringLiteral("exercise.html"));
    QCOMPARE(workshop({"show", "first-regression", "--html", page}).code, 0);
    QVERIFY(m_place.read(QStringLiteral("exercise.html")).contains("cannot be compared"));
    QVERIFY(workshop({"show", "first-regression"}).out.contains("{\"index\": 1, \"increase_ms\": 0.5}"));
    const QString sheet = m_place.path(QStringLiteral("exercise.json"));
    const json told = parsed(workshop(
        {"show", "first-regression", "--seed", "5", "--reveal", "--key", kKey, "--sheet", sheet, "--json", "-"}));
    QCOMPARE(told["vectors"].size(), std::size_t(6));
    json answers = json::parse(m_place.read(QStringLiteral("exercise.json")).toStdString());
    QCOMPARE(answers["seed"], json(5));
    for (const json& vector : told["vectors"]) {
        json& said = answers["vectors"][vector["id"].get<std::string>()];
        const json& right = vector["answer"];
        if (right.is_object())
            said = {{"index", right["index"]}, {"increase_ms", right["increase_ns"].get<double>() / 1e6}};
        else
            said = right == json("error") ? json("error") : json(nullptr);
    }
    m_place.write(QStringLiteral("exercise.json"), QByteArray::fromStdString(answers.dump()));
    const json grade = parsed(workshop({"grade", "first-regression", sheet, "--json", "-"}));
    QCOMPARE(grade["total"], json(3.0));  // vectors alone, nothing in words
    QCOMPARE(grade["parts"][0]["points"], json(3.0));
}

void TestWorkshop::aClass()
{
    const QString good = m_place.path(QStringLiteral("good.json"));
    QCOMPARE(workshop({"show", "two-nights", "--sheet", good}).code, 0);
    json sheet = json::parse(m_place.read(QStringLiteral("good.json")).toStdString());
    const json told = parsed(workshop({"show", "two-nights", "--reveal", "--key", kKey, "--json", "-"}));
    for (const json& question : told["questions"])
        for (const json& choice : question["choices"])
            if (choice["right"] == json(true))
                sheet["decisions"][question["node"].get<std::string>()] = choice["id"];
    sheet["student"] = "Ada";
    sheet["conclusion"] = {{"stage", nullptr}, {"scope", nullptr}, {"layer", nullptr}, {"outcome", "no-regression"}};
    sheet["why"] = {{"text", "Inside the interval."}, {"ticked", json::array({"order-named", "measured-apart"})}};
    sheet["next"] = {{"text", "Once more."}, {"ticked", json::array({"one-variable", "can-refute"})}};
    m_place.write(QStringLiteral("good.json"), QByteArray::fromStdString(sheet.dump()));
    sheet["student"] = "Bo";
    sheet["conclusion"]["stage"] = "backward";
    sheet["vetoes"] = json::array({"isolation-ignored"});
    const QString poor = m_place.write(QStringLiteral("poor.json"), QByteArray::fromStdString(sheet.dump()));
    const json all = parsed(workshop({"class", poor, good, "--json", "-"}));
    QCOMPARE(all["graded"], json(2));
    QCOMPARE(all["passed"], json(1));
    QCOMPARE(all["sheets"][0]["student"], json("Ada"));
    QCOMPARE(all["sheets"][0]["total"], json(10.0));
    QCOMPARE(all["sheets"][1]["total"], json(8.0));
    QCOMPARE(all["mistakes"][0]["id"], json("saw-noise"));
    // Another try of Bo: the better one counts, and that there are two is said.
    sheet["vetoes"] = json::array();
    const QString again = m_place.write(QStringLiteral("again.json"), QByteArray::fromStdString(sheet.dump()));
    const json tries = parsed(workshop({"class", poor, again, good, "--json", "-"}));
    QCOMPARE(tries["graded"], json(2));
    QCOMPARE(tries["sheets"].size(), std::size_t(2));
    QCOMPARE(tries["sheets"][1]["tries"], json(2));
    QCOMPARE(tries["sheets"][1]["vetoes"], json::array());
    QVERIFY(workshop({"class", poor, again, good}).out.contains("the best counts"));
    const QString page = m_place.path(QStringLiteral("class.html"));
    QVERIFY(workshop({"class", poor, good, "--html", page, "--language", "zh_CN"}).out.contains("1 / 2"));
    const QByteArray html = m_place.read(QStringLiteral("class.html"));
    QVERIFY(html.contains("<td>Ada</td>") && html.contains("班级进度") && html.contains("把噪声当成了回归"));
}

void TestWorkshop::idsThatNobodyKnows_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("at");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QByteArray>("accepted");
    const QString odd = QStringLiteral("[\"no-such\"]");
    QTest::newRow("veto") << "new-image"
                          << "/vetoes" << odd << QByteArray("tail-hidden-by-mean");
    QTest::newRow("ticked") << "new-image"
                            << "/why/ticked" << odd << QByteArray("order-named");
    QTest::newRow("ticked next") << "new-image"
                                 << "/next/ticked" << odd << QByteArray("can-refute");
    QTest::newRow("choice") << "new-image"
                            << "/decisions/correctness" << odd << QByteArray("go-on");
    QTest::newRow("node") << "new-image"
                          << "/decisions/no-such"
                          << "[]" << QByteArray("stragglers");
    QTest::newRow("veto of the exercise") << "first-regression"
                                          << "/vetoes" << odd << QByteArray("tail-hidden-by-mean");
    QTest::newRow("ticked of the exercise") << "first-regression"
                                            << "/questions/q1/ticked" << odd << QByteArray("q1");
}

/// A veto that is misspelt must not let its sheet pass.
void TestWorkshop::idsThatNobodyKnows()
{
    QFETCH(QString, name);
    QFETCH(QString, at);
    QFETCH(QString, value);
    QFETCH(QByteArray, accepted);
    const QString file = m_place.path(QStringLiteral("unknown.json"));
    QCOMPARE(workshop({"show", name, "--sheet", file}).code, 0);
    json sheet = json::parse(m_place.read(QStringLiteral("unknown.json")).toStdString());
    sheet[json::json_pointer(at.toStdString())] = json::parse(value.toStdString());
    m_place.write(QStringLiteral("unknown.json"), QByteArray::fromStdString(sheet.dump()));
    const Outcome outcome = workshop({"grade", name, file});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("no-such") && outcome.err.contains(accepted), outcome.err.constData());
}

void TestWorkshop::aClassWithABadSheet()
{
    const QString one = m_place.path(QStringLiteral("one.json"));
    QCOMPARE(workshop({"show", "two-nights", "--sheet", one}).code, 0);
    json sheet = json::parse(m_place.read(QStringLiteral("one.json")).toStdString());
    sheet["student"] = "Ada";
    m_place.write(QStringLiteral("one.json"), QByteArray::fromStdString(sheet.dump()));
    const QString copy = m_place.write(QStringLiteral("copy.json"), QByteArray::fromStdString(sheet.dump()));
    sheet["vetoes"] = json::array({"no-such"});
    const QString odd = m_place.write(QStringLiteral("odd-veto.json"), QByteArray::fromStdString(sheet.dump()));
    const QString broken = m_place.write(QStringLiteral("broken.json"), "{");
    const Outcome outcome = workshop({"class", broken, one, odd, one, copy, "--json", "-"});
    QCOMPARE(outcome.code, 0);
    const json all = parsed(outcome);
    QCOMPARE(all["graded"], json(1));
    QCOMPARE(all["unreadable"].size(), std::size_t(2));
    QCOMPARE(all["unreadable"][0]["file"], json(broken.toStdString()));
    const Outcome text = workshop({"class", broken, one, odd});
    QVERIFY2(text.out.contains("broken.json") && text.out.contains("no-such"), text.out.constData());
    QCOMPARE(workshop({"class", broken, odd}).code, 2);  // nothing to grade
}

void TestWorkshop::anInstructorsCase()
{
    const QByteArray text = QByteArray("{'schema':'headwater.workshop-case/1','id':'ours','title':'Ours',"
                                       "'alert':'It is slow.','faults':['slow-forward'],'ranks':2,'steps':20}")
                                .replace('\'', '"');
    const QString file = m_place.write(QStringLiteral("ours.json"), text);
    const QString shared = m_place.path(QStringLiteral("shared.json"));
    const Outcome good = workshop({"check", file, "--seal", shared});
    QCOMPARE(good.code, 0);
    QVERIFY(good.out.contains("can be used"));
    QVERIFY(!m_place.read(QStringLiteral("shared.json")).contains("slow-forward"));
    // The file itself can be read, so that its answers can be told; the sealed one's not, whatever is guessed.
    QCOMPARE(parsed(workshop({"show", file, "--reveal", "--json", "-"}))["truth"]["first_regressed_stage"],
             json("forward"));
    QCOMPARE(workshop({"show", shared, "--reveal"}).code, 2);
    QCOMPARE(workshop({"show", shared, "--reveal", "--key", kKey}).code, 2);
    // Whoever has a sealed file and an empty sheet does not get the answer, and can copy the commands.
    const QString untouched = m_place.path(QStringLiteral("untouched.json"));
    const Outcome asked = workshop({"show", shared, "--sheet", untouched});
    QVERIFY2(asked.out.contains("`workshop grade " + shared.toUtf8() + " FILE`"), asked.out.constData());
    const Outcome graded = workshop({"grade", shared, untouched});
    QVERIFY2(graded.code == 0 && graded.out.contains("Not answered.") && graded.out.contains("--reveal"),
             graded.out.constData());
    QVERIFY2(!graded.out.contains("forward") && !graded.out.contains("It belongs to") &&
                 !graded.out.contains("ends at"),
             graded.out.constData());
    const Outcome early = workshop({"grade", shared, untouched, "--reveal"});
    QVERIFY2(early.code == 2 && early.err.contains("conclusion") && !early.out.contains("forward"),
             early.err.constData());
    // Its sheets count in a class that knows the case.
    const QString sheet = m_place.path(QStringLiteral("ours-sheet.json"));
    QCOMPARE(workshop({"show", shared, "--sheet", sheet}).code, 0);
    QVERIFY(workshop({"class", sheet}).out.contains("passed: 0 / 0"));
    QVERIFY(workshop({"class", sheet, "--case", shared}).out.contains("passed: 0 / 1"));
    QCOMPARE(workshop({"class", sheet, "--case", m_place.path(QStringLiteral("no-such.json"))}).code, 2);
    const QString bad = m_place.write(QStringLiteral("bad.json"), QByteArray(text).replace("slow-forward", "slow-x"));
    const Outcome refused = workshop({"check", bad});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("faults[0]"), refused.err.constData());
    QVERIFY2(refused.err.count("slow-x") == 1 && refused.err.count("bad.json: faults[0] ") == 1 &&
                 refused.out.isEmpty(),
             refused.err.constData());
}

/// From nothing to a file that can be handed out, and what `check` says of runs that do not hold the answer.
void TestWorkshop::aCaseIsWrittenAndTried()
{
    const QString file = m_place.path(QStringLiteral("begun.json"));
    QCOMPARE(workshop({"new", file}).code, 0);
    QCOMPARE(workshop({"new", file}).code, 2);  // what is there stays
    QVERIFY(workshop({"new", "-", "--language", "zh_CN"}).out.contains("讲习班"));
    const Outcome good = workshop({"check", file});
    QVERIFY2(good.code == 0 && good.out.contains("agrees with its answer"), good.err.constData());
    const QByteArray text = QByteArray("{'schema':'headwater.workshop-case/1','id':'loss-not-backward','title':'T',"
                                       "'alert':'A','changes':[{'number':'loss_time','times':3}],'ranks':2,'steps':40,"
                                       "'answer':{'first_regressed_stage':'backward','layer':'timeline',"
                                       "'outcome_node':'device-compute','scope':'systemic'}}")
                                .replace('\'', '"');
    const Outcome other = workshop({"check", m_place.write(QStringLiteral("other.json"), text)});
    QCOMPARE(other.code, 2);
    QVERIFY2(other.err.contains("the generated runs finds loss") && other.err.contains("answer.first_regressed_stage"),
             other.err.constData());
    const QString quiet =
        m_place.write(QStringLiteral("quiet.json"), QByteArray(text).replace("\"times\":3", "\"times\":1.01"));
    const Outcome nothing = workshop({"check", quiet, "--language", "zh_CN"});
    QVERIFY2(nothing.code == 2 && nothing.err.contains("写的是 backward"), nothing.err.constData());
}

void TestWorkshop::badUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("nothing") << QStringList{} << QByteArray("list, show, grade, class, new or check");
    QTest::newRow("unknown action") << QStringList{"teach"} << QByteArray("teach");
    QTest::newRow("unknown case") << QStringList{"show", "new-imag"} << QByteArray("did you mean new-image?");
    QTest::newRow("no sheet") << QStringList{"grade", "new-image"} << QByteArray("ANSWERS.json");
    QTest::newRow("missing sheet") << QStringList{"grade", "new-image", "missing.json"} << QByteArray("missing.json");
    QTest::newRow("language") << QStringList{"list", "--language", "fr"} << QByteArray("zh_CN");
    QTest::newRow("runs of the exercise")
        << QStringList{"show", "first-regression", "--out", "x"} << QByteArray("no runs");
}

void TestWorkshop::badUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const Outcome outcome = workshop(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(said), outcome.err.constData());
}

QTEST_APPLESS_MAIN(TestWorkshop)
#include "tst_Workshop.moc"
