// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

class TestUsage : public QObject {
    Q_OBJECT

private slots:
    void badUsage_data();
    void badUsage();
    void missingPath();
    void problemsNamePathAndWhatToDo();
    void aFileWithoutRankSaysSo();
    void aTraceCutBeforeItsDeviceEventsIsNotJudged();
    void brokenInput();
    void probeListsWhatIsThere();
    void probeOfNothingKnown();
    void inspectWritesOnlyJsonToStdout();
    void inspectSelects();
    void outputThatCannotBeWritten();
    void twoOutputsOnStdout();
    void simulateWritesAPair();
    void hostileNamesStayOnTheirLine();
};

void TestUsage::badUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QStringList& arguments, const char* says) {
        QTest::newRow(name) << arguments << QByteArray(says);
    };
    const QStringList pair{"analyze", "--baseline", "a.csv", "--current", "b.csv"};
    row("nothing", {}, "no command given");
    row("unknown command", {"analyse"}, "did you mean analyze?");
    row("unknown option", {"probe", "--jason", "-", "x"}, "did you mean --json?");
    row("no operand", {"probe"}, "probe needs PATH");
    row("no baseline", {"analyze", "--current", "b.csv"}, "analyze needs --baseline PATH");
    row("no current", {"analyze", "--baseline", "a.csv"}, "analyze needs --current PATH");
    row("stray operand", pair.mid(0, 5) + QStringList{"--strict", "x"}, "does not know what to do with 'x'");
    row("epsilon 5", pair + QStringList{"--epsilon", "5"}, "0.05 is 5 %");
    row("epsilon negative", pair + QStringList{"--epsilon", "-0.1"}, "--epsilon does not accept '-0.1'");
    row("epsilon text", pair + QStringList{"--epsilon", "five"}, "--epsilon does not accept 'five'");
    row("epsilon nan", pair + QStringList{"--epsilon", "nan"}, "--epsilon does not accept 'nan'");
    row("statistic", pair + QStringList{"--statistic", "p90"}, "give one of p50, mean, p95, p99");
    row("across ranks", pair + QStringList{"--across-ranks", "min"}, "give one of median, max, mean");
    row("measure", pair + QStringList{"--measure", "time"}, "give one of span, host, busy, compute");
    row("warmup", pair + QStringList{"--warmup", "-1"}, "--warmup does not accept '-1'");
    row("threads", pair + QStringList{"--threads", "0"}, "--threads does not accept '0'");
    row("unit", pair + QStringList{"--unit", "h"}, "give one of ns, us, ms, s");
    row("language", pair + QStringList{"--language", "xx"}, "there is no language 'xx', use en or zh_CN");
    row("timezone", pair + QStringList{"--timezone", "Europe/Berlin"}, "give an offset such as UTC, +02:00 or -0530");
    row("timezone, inspect", {"inspect", "a.csv", "--timezone", "+25"}, "--timezone does not accept '+25'");
    row("no reason", pair + QStringList{"--acknowledge"}, "--acknowledge needs a value");
    row("history", pair + QStringList{"--history", "d"}, "d: does not exist");
    row("ranks", {"inspect", "a.csv", "--ranks", "x"}, "--ranks does not accept 'x'");
    row("steps", {"inspect", "a.csv", "--steps", "5"}, "--steps does not accept '5'");
    row("simulate, no scenario", {"simulate", "--out", "d"}, "simulate needs SCENARIO");
    row("simulate, no folder", {"simulate", "no-change"}, "simulate needs --out DIR");
    row("simulate, unknown", {"simulate", "no-chnage", "--out", "d"}, "did you mean no-change?");
    row("simulate, seed", {"simulate", "no-change", "--out", "d", "--seed", "x"}, "--seed does not accept 'x'");
    row("report, no file", {"report"}, "report needs FILE.headwater");
}

void TestUsage::badUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Workplace place;
    place.vectorFile("a.csv", {"1"});
    place.vectorFile("b.csv", {"1"});
    const Outcome outcome = runCli(arguments, place.path());
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.startsWith("headwater-cli: "), outcome.err.constData());
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), qsizetype(1));
    QCOMPARE(place.entries(), (QStringList{"a.csv", "b.csv"}));
}

void TestUsage::missingPath()
{
    const Workplace place;
    for (const char* command : {"probe", "inspect"}) {
        const Outcome outcome = runCli({command, "nowhere", "--json", "out.json"}, place.path());
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.startsWith("headwater-cli: nowhere: "), outcome.err.constData());
        QVERIFY(outcome.out.isEmpty());
    }
    QCOMPARE(runCli({"report", "nowhere.headwater"}, place.path()).code, 2);
    const Outcome both =
        runCli({"analyze", "--baseline", "a/there", "--current", "b/here", "b/nor", "--json", "-"}, place.path());
    QCOMPARE(both.code, 2);
    QCOMPARE(both.err, QByteArray("headwater-cli: a/there: no such file or folder, check the path\n"
                                  "headwater-cli: b/here: no such file or folder, check the path\n"
                                  "headwater-cli: b/nor: no such file or folder, check the path\n"));
    QVERIFY(both.out.isEmpty());
    QVERIFY(place.entries().isEmpty());
}

void TestUsage::problemsNamePathAndWhatToDo()
{
    const Workplace place;
    place.write("run/a.csv", "rank,step,stage,duration_ms\n0,0,f,1\n0,1,f,\n0,2,f,1\n");
    const Outcome metrics = runCli({"inspect", "run", "--json", "-"}, place.path());
    QCOMPARE(metrics.code, 0);
    QCOMPARE(metrics.err, QByteArray("headwater-cli: run/a.csv: stage f of step 1 has no duration, line 3, fill it in; "
                                     "where the stage did not run, leave the whole row out\n"));
    QCOMPARE(parsed(metrics)["ranks"][0]["steps"][1]["health"].get<std::string>(), std::string("unknown"));
    QVERIFY(parsed(metrics)["ranks"][0]["steps"][1]["duration_ns"].is_null());

    QCOMPARE(runCli({"simulate", "no-change", "--ranks", "2", "--steps", "4", "--out", "sim"}, place.path()).code, 0);
    const Outcome absent = runCli({"inspect", "sim/baseline", "--ranks", "55"}, place.path());
    QCOMPARE(absent.code, 2);
    QCOMPARE(absent.err, QByteArray("headwater-cli: sim/baseline: rank 55 is not in the run; there are 0, 1, choose "
                                    "among these\n"));
    const QStringList files = QDir(place.path("sim/baseline")).entryList(QDir::Files, QDir::Name);
    QCOMPARE(files.size(), qsizetype(2));
    QVERIFY(QFile::remove(place.path("sim/baseline/" + files.last())));
    const Outcome gap = runCli({"inspect", "sim/baseline", "--json", "-"}, place.path());
    QCOMPARE(gap.code, 0);
    QVERIFY2(gap.err.contains(
                 "headwater-cli: sim/baseline: 1 of 2 ranks have no file: 1. What they did is unknown, rank 1, add "
                 "their files"),
             gap.err.constData());
    QCOMPARE(parsed(gap)["problems"][0]["code"].get<std::string>(), std::string("missing-rank-files"));
}

void TestUsage::aTraceCutBeforeItsDeviceEventsIsNotJudged()
{
    QByteArray trace = "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0,\"name\":\"GPU\"}],"
                       "\"distributedInfo\":{\"rank\":0,\"world_size\":1},\"traceEvents\":[";
    QByteArray device;
    for (int step = 0; step < 8; ++step) {
        const QByteArray start = QByteArray::number(1000 * step);
        trace += "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#" + QByteArray::number(step) +
                 "\",\"pid\":1,\"tid\":1,\"ts\":" + start + ",\"dur\":1000},\n{\"ph\":\"X\",\"cat\":\"cuda_runtime\"," +
                 "\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":" + start +
                 ",\"dur\":5,\"args\":{\"correlation\":" + QByteArray::number(step + 1) + "}},\n";
        device += "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":" + start +
                  ",\"dur\":500,\"args\":{\"correlation\":" + QByteArray::number(step + 1) + "}},\n";
    }
    const Workplace place;
    place.write("whole.json", trace + device + "{}]}");
    place.write("cut.json", trace + device.left(20));
    QCOMPARE(runCli({"analyze", "--baseline", "whole.json", "--current", "whole.json"}, place.path()).code, 0);
    const Outcome outcome =
        runCli({"analyze", "--baseline", "whole.json", "--current", "cut.json", "--json", "-"}, place.path());
    QCOMPARE(outcome.code, 3);
    QCOMPARE(parsed(outcome)["outcome"].get<std::string>(), std::string("insufficient_data"));
    QVERIFY2(outcome.err.contains("cut.json: the file of rank 0 stops before its device activities"),
             outcome.err.constData());
}

void TestUsage::aFileWithoutRankSaysSo()
{
    const Workplace place;
    place.write("x.json", "{\"schemaVersion\":1,\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\","
                          "\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":5}]}");
    const Outcome outcome = runCli({"inspect", "x.json", "--json", "-"}, place.path());
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.contains("headwater-cli: x.json: the file does not say which rank it is; it counts as rank 0 "
                                  "(assumed), put the rank into the file's name"),
             outcome.err.constData());
    const auto problems = parsed(outcome)["run"]["sources"][0]["problems"];
    QVERIFY(std::any_of(problems.begin(), problems.end(), [](const auto& problem) {
        return problem["code"] == "missing-rank" && problem["severity"] == "warning";
    }));
}

void TestUsage::brokenInput()
{
    const Workplace place;
    place.write("broken.json", "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", ");
    place.write("noise.bin", QByteArray("\x00\x01\x02\xff\xfe", 5));
    place.write("empty.csv", "");
    place.vectorFile("good.csv", {"1"});
    for (const char* name : {"broken.json", "noise.bin", "empty.csv"}) {
        const Outcome inspect = runCli({"inspect", name}, place.path());
        QVERIFY2(inspect.code == 2, name);
        QVERIFY2(inspect.err.startsWith(QByteArray("headwater-cli: ") + name), inspect.err.constData());
        QVERIFY(inspect.out.isEmpty());
        QCOMPARE(runCli({"analyze", "--baseline", "good.csv", "--current", name}, place.path()).code, 2);
        QCOMPARE(runCli({"report", name}, place.path()).code, 2);
    }
}

void TestUsage::probeListsWhatIsThere()
{
    const Workplace place;
    place.vectorFile("run/a.csv", {"1", "2"});
    place.write("run/notes.txt", "hello\n");
    const Outcome outcome = runCli({"probe", "run", "--json", "-"}, place.path());
    QCOMPARE(outcome.code, 0);
    const auto document = parsed(outcome);
    QVERIFY(!document.is_discarded());
    QCOMPARE(document["schema"].get<std::string>(), std::string("headwater.probe/1"));
    QCOMPARE(document["files"].size(), std::size_t(2));
    QCOMPARE(document["files"][0]["format"].get<std::string>(), std::string("stage-metrics-csv"));
    QCOMPARE(document["files"][1]["format"].get<std::string>(), std::string("unknown"));
    const Outcome text = runCli({"probe", "run"}, place.path());
    QVERIFY(text.out.contains("stage-metrics-csv"));
    QVERIFY(!text.out.contains('{'));
}

void TestUsage::probeOfNothingKnown()
{
    const Workplace place;
    place.write("notes.txt", "hello\n");
    const Outcome outcome = runCli({"probe", "notes.txt", "--json", "-"}, place.path());
    QCOMPARE(outcome.code, 2);
    QCOMPARE(parsed(outcome)["files"][0]["format"].get<std::string>(), std::string("unknown"));
    QVERIFY(outcome.err.contains("no file of a known format"));
}

void TestUsage::inspectWritesOnlyJsonToStdout()
{
    const Workplace place;
    place.vectorFile("a.csv", {"1", "nan", "3"});
    const Outcome outcome = runCli({"inspect", "a.csv", "--json", "-"}, place.path());
    QCOMPARE(outcome.code, 0);
    const auto document = parsed(outcome);
    QVERIFY(!document.is_discarded());
    QCOMPARE(document["schema"].get<std::string>(), std::string("headwater.inspect/1"));
    QVERIFY(document["stages"][1]["p50_ns"].is_null());
}

void TestUsage::inspectSelects()
{
    const Workplace place;
    QCOMPARE(runCli({"simulate", "no-change", "--ranks", "4", "--steps", "8", "--out", "sim"}, place.path()).code, 0);
    const auto all = parsed(runCli({"inspect", "sim/baseline", "--json", "-"}, place.path()));
    const auto part =
        parsed(runCli({"inspect", "sim/baseline", "--ranks", "1,3", "--steps", "32:34", "--json", "-"}, place.path()));
    QVERIFY(!all.is_discarded() && !part.is_discarded());
    QCOMPARE(all["ranks"].size(), std::size_t(4));
    QCOMPARE(part["run"]["ranks_present"].dump(), std::string("[1,3]"));
    QCOMPARE(part["run"]["steps"].dump(), std::string("[32,33,34]"));
    QCOMPARE(part["ranks"].size(), std::size_t(2));
    for (const auto& step : all["ranks"][3]["steps"])
        if (step["step"] == 32)
            QCOMPARE(part["ranks"][1]["steps"][0]["duration_ns"].dump(), step["duration_ns"].dump());
    QCOMPARE(part["ranks"][1]["rank"].get<int>(), 3);
    QCOMPARE(part["ranks"][1]["steps"].size(), std::size_t(3));
}

void TestUsage::outputThatCannotBeWritten()
{
    const Workplace place;
    place.vectorFile("a.csv", {"1"});
    const Outcome outcome =
        runCli({"analyze", "--baseline", "a.csv", "--current", "a.csv", "--html", "ok.html", "--json", "none/x.json"},
               place.path());
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("headwater-cli: none/x.json: cannot be written"), outcome.err.constData());
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(place.entries(), QStringList{"a.csv"});  // neither the good one nor a temporary one
}

void TestUsage::twoOutputsOnStdout()
{
    const Workplace place;
    place.vectorFile("a.csv", {"1"});
    const Outcome outcome =
        runCli({"analyze", "--baseline", "a.csv", "--current", "a.csv", "--html", "-", "--json", "-"}, place.path());
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(outcome.err.contains("cannot both go to stdout"));
}

void TestUsage::simulateWritesAPair()
{
    const Workplace place;
    const Outcome list = runCli({"simulate", "--list"});
    QCOMPARE(list.code, 0);
    QVERIFY(list.out.contains("slow-data-loader"));
    const Outcome outcome =
        runCli({"simulate", "slow-forward", "--out", "sim", "--ranks", "2", "--steps", "24"}, place.path());
    QCOMPARE(outcome.code, 0);
    QVERIFY(!parsed({0, place.read("sim/truth.json"), {}}).is_discarded());
    const Outcome verdict =
        runCli({"analyze", "--baseline", "sim/baseline", "--current", "sim/current", "--json", "-"}, place.path());
    QCOMPARE(verdict.code, 1);
    QCOMPARE(parsed(verdict)["outcome"].get<std::string>(), std::string("regressed"));
    const auto truth = parsed({0, place.read("sim/truth.json"), {}});
    // Truth names the annotation of the script, the verdict the canonical stage.
    const auto text = [](const nlohmann::json& value) {
        return QString::fromStdString(value.get<std::string>()).toLower();
    };
    QCOMPARE(text(parsed(verdict)["first_regressed"]["stage"]), text(truth["first_regressed_stage"]));
}

void TestUsage::hostileNamesStayOnTheirLine()
{
    const Workplace place;
    place.write("evil\x1b[2J.csv", "stage,duration_s\n\x1b[31mred\xe2\x80\xae,x\n");
    place.write("b.csv", "stage,duration_s\n\x1b[31mred\xe2\x80\xae,1\n");
    for (const QStringList& arguments : {QStringList{"probe", "."}, QStringList{"inspect", "."},
                                         QStringList{"analyze", "--baseline", "b.csv", "--current", "b.csv"}}) {
        const Outcome outcome = runCli(arguments, place.path());
        QVERIFY(!outcome.out.contains('\x1b') && !outcome.err.contains('\x1b'));
        QVERIFY(!outcome.out.contains("\xe2\x80\xae") && !outcome.err.contains("\xe2\x80\xae"));
        for (const QByteArray& line : outcome.err.split('\n'))
            QVERIFY2(line.isEmpty() || line.startsWith("headwater-cli: "), line.constData());
    }
}

QTEST_GUILESS_MAIN(TestUsage)
#include "tst_Usage.moc"
