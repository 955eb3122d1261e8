// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>
#include <QXmlStreamReader>

#include "Cli.h"

using namespace headwater::cli_test;

/// Reports as files, of traces whose names come from somebody who means no good, and of runs with private names.
class TestReportFiles : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void hostileTraceIsHarmless();
    void htmlIsValid();
    void browserShowsIt();
    void redactedFilesNameNobody();
    void sectionsAndDate();
    void wrongNames();
    void savedInvestigationPrintsTheSame();

private:
    [[nodiscard]] Outcome analyze(const QStringList& more) const;

    Workplace m_place;
    QString m_baseline, m_current;
};

namespace {

// Markup, quotes, the end of CDATA, tables and code of Markdown, a formula, controls, marks of direction.
const std::string kHostile =
    "</title><script>document.title='owned'</script>\"'><img src=x onerror=alert(1)>]]>|`cell`|=cmd()|'!A0\x1b[31m\x07 "
    "\u202egnp.exe\u2066\u200b--><!--\n# heading";

nlohmann::json event(const char* category, const std::string& name, double start, double duration, int thread,
                     int id = 0)
{
    nlohmann::json out{{"ph", "X"},     {"cat", category}, {"name", name},   {"pid", thread == 7 ? 0 : 100},
                       {"tid", thread}, {"ts", start},     {"dur", duration}};
    if (id > 0)
        out["args"] = {{"correlation", id}, {"External id", id}};
    if (thread == 7)
        out["args"]["stream"] = 7;
    return out;
}

/// Ten steps of two annotated stages with a kernel each; the second stage's takes `kernel` µs.
QByteArray kineto(double kernel)
{
    nlohmann::json events = nlohmann::json::array();
    double time = 1000;
    int id = 1;
    for (int step = 0; step < 10; ++step) {
        const double length = 3000 + kernel + 10 * (step % 3);
        events.push_back(event("user_annotation", "ProfilerStep#" + std::to_string(step), time, length, 100));
        events.push_back(event("user_annotation", "load " + kHostile, time + 10, 900, 100));
        events.push_back(event("user_annotation", "=cmd()|" + kHostile, time + 1000, length - 1100, 100));
        for (const auto& [at, duration] : {std::pair(20.0, 800.0), std::pair(1010.0, kernel)}) {
            events.push_back(event("cuda_runtime", "cudaLaunchKernel", time + at, 5, 100, id));
            events.push_back(event("kernel", "gemm " + kHostile, time + at + 10, duration, 7, id));
            ++id;
        }
        time += length + 5;
    }
    const nlohmann::json document{{"schemaVersion", 1},
                                  {"deviceProperties", {{{"id", 0}, {"name", kHostile}}}},
                                  {"distributedInfo", {{"backend", kHostile}, {"rank", 0}, {"world_size", 1}}},
                                  {"traceEvents", events}};
    return QByteArray::fromStdString(document.dump());
}

/// Elements and attributes of a document; nothing where it is not well-formed.
std::optional<QStringList> elementsOf(const QByteArray& xml)
{
    QXmlStreamReader reader(xml);
    QStringList names;
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        names << reader.name().toString();
        for (const QXmlStreamAttribute& attribute : reader.attributes())
            names << "@" + attribute.name().toString();
    }
    if (reader.hasError())
        qWarning() << reader.errorString() << reader.lineNumber() << reader.columnNumber();
    return reader.hasError() ? std::nullopt : std::optional(names);
}

}  // namespace

void TestReportFiles::initTestCase()
{
    m_baseline = m_place.write("baseline/rank0.json", kineto(6000));
    m_current = m_place.write("current/rank0.json", kineto(8000));
    const Outcome outcome = analyze({"--html", m_place.path("r.html"), "--markdown", m_place.path("r.md"), "--junit",
                                     m_place.path("r.xml"), "--json", m_place.path("r.json")});
    QVERIFY2(outcome.code == 1, outcome.err.constData());
    QVERIFY(outcome.out.contains("=cmd()|"));  // the stage is what regressed
    QVERIFY(!outcome.out.contains('\x1b'));
}

Outcome TestReportFiles::analyze(const QStringList& more) const
{
    return runCli(QStringList{"analyze", "--baseline", m_baseline, "--current", m_current} + more);
}

void TestReportFiles::hostileTraceIsHarmless()
{
    const QByteArray html = m_place.read("r.html");
    const auto elements = elementsOf(html);
    QVERIFY(elements);
    for (const char* harmful : {"script", "img", "iframe", "object", "@src", "@onerror", "@onload"})
        QVERIFY2(!elements->contains(QLatin1String(harmful)), harmful);
    QCOMPARE(elements->count("title") > 0, true);
    QVERIFY(elementsOf(m_place.read("r.xml")));
    QVERIFY(!nlohmann::json::parse(m_place.read("r.json").toStdString(), nullptr, false).is_discarded());
    for (const char* file : {"r.html", "r.md", "r.xml"}) {
        const QString text = QString::fromUtf8(m_place.read(file));
        QVERIFY(text.contains("gnp.exe"));  // readable …
        static const QRegularExpression hidden("[\\x00-\\x08\\x0b-\\x1f\\x7f\\x{200b}\\x{202e}\\x{2066}]");
        QVERIFY2(!text.contains(hidden), file);  // … and nothing turns around or acts
    }
    int columns = 0;
    static const QRegularExpression border("(?<!\\\\)\\|");
    for (const QString& line : QString::fromUtf8(m_place.read("r.md")).split('\n')) {
        if (!line.startsWith('|')) {
            columns = 0;
            continue;
        }
        columns = columns == 0 ? static_cast<int>(line.count(border)) : columns;
        QVERIFY2(line.count(border) == columns, qPrintable(line));
    }
}

void TestReportFiles::htmlIsValid()
{
    const QString tool = QStandardPaths::findExecutable("xmllint");
    if (tool.isEmpty())
        QSKIP("xmllint is not installed");
    QProcess process;
    process.start(tool, {"--noout", "--nonet", m_place.path("r.html")});
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 0, said.constData());
}

void TestReportFiles::browserShowsIt()
{
    QString browser;
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
        if (browser.isEmpty())
            browser = QStandardPaths::findExecutable(QLatin1String(name));
    if (browser.isEmpty())
        QSKIP("no chromium is installed");
    QProcess process;
    process.start(browser, {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            "--user-data-dir=" + m_place.path("profile"), "--virtual-time-budget=2000", "--dump-dom",
                            "file://" + m_place.path("r.html")});
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        QSKIP("chromium did not answer in two minutes");
    }
    const QString page = QString::fromUtf8(process.readAllStandardOutput());
    if (page.isEmpty())
        QSKIP("chromium does not run here");
    QVERIFY(page.contains("<h2>Inputs</h2>"));
    QVERIFY(page.contains("<svg"));
    QVERIFY(!page.contains("<script"));
    QVERIFY(!page.contains("<title>owned"));
    QVERIFY(!page.contains("<img"));
}

void TestReportFiles::redactedFilesNameNobody()
{
    const Outcome made = runCli({"simulate", "slow-forward", "--ranks", "2", "--steps", "12", "--seed", "2",
                                 "--events-per-step", "60", "--out", m_place.path("home/carol/secret-run")});
    QVERIFY2(made.code == 0, made.err.constData());
    const QString folder = m_place.path("home/carol/secret-run");
    const QStringList runs{"analyze", "--baseline", folder + "/baseline", "--current", folder + "/current"};
    const QStringList kinds{"html", "markdown", "junit", "json"};
    // How many of the files name each of them.
    const auto found = [&](const QStringList& more) {
        QStringList arguments = runs + more;
        for (const QString& kind : kinds)
            arguments << "--" + kind << m_place.path("private." + kind);
        const Outcome outcome = runCli(arguments);
        std::map<QString, int> files;
        for (const char* name : {"node01", "node02", "carol", "secret-run"})
            for (const QString& kind : kinds)
                files[QLatin1String(name)] += QString::fromUtf8(m_place.read("private." + kind)).contains(name) ? 1 : 0;
        files["code"] = outcome.code;
        return files;
    };
    using Files = std::map<QString, int>;
    // JUnit names the runs and no file.
    QCOMPARE(found({}), (Files{{"node01", 3}, {"node02", 3}, {"carol", 3}, {"secret-run", 4}, {"code", 1}}));
    QCOMPARE(found({"--redact", "hosts"}),
             (Files{{"node01", 0}, {"node02", 0}, {"carol", 3}, {"secret-run", 4}, {"code", 1}}));
    for (const char* kind : {"private.markdown", "private.html", "private.json"})
        QVERIFY2(m_place.read(kind).contains("host-2"), kind);  // in the names of its files
    QCOMPARE(found({"--redact", "hosts,users,paths"}),
             (Files{{"node01", 0}, {"node02", 0}, {"carol", 0}, {"secret-run", 0}, {"code", 1}}));
    QVERIFY(m_place.read("private.html").contains("names replaced"));

    const QStringList saved{"--save", m_place.path("names.headwater")};  // has to find the runs again
    QVERIFY(!runCli(runs + saved).err.contains("--redact"));
    const Outcome warned = runCli(runs + saved + QStringList{"--redact", "all"});
    QVERIFY2(warned.err.contains("names.headwater: keeps its files' paths and all names"), warned.err.constData());
}

void TestReportFiles::sectionsAndDate()
{
    const Outcome outcome = analyze({"--markdown", "-", "--sections", "inputs,summary", "--date", "30 November"});
    QCOMPARE(outcome.code, 1);
    QVERIFY(outcome.out.contains("## Summary") && outcome.out.contains("## Inputs"));
    QVERIFY(!outcome.out.contains("## Layers"));
    QVERIFY(outcome.out.endsWith("30 November\n"));
    static const QRegularExpression hash("`[0-9a-f]{16}`");
    QVERIFY(QString::fromUtf8(outcome.out).contains(hash));
}

void TestReportFiles::wrongNames()
{
    const Outcome section = analyze({"--html", "-", "--sections", "stage"});
    QCOMPARE(section.code, 2);
    QVERIFY2(section.err.contains("--sections") && section.err.contains("stages"), section.err.constData());
    const Outcome redact = analyze({"--html", "-", "--redact", "host"});
    QCOMPARE(redact.code, 2);
    QVERIFY2(redact.err.contains("hosts"), redact.err.constData());
    QVERIFY(redact.out.isEmpty());
}

void TestReportFiles::savedInvestigationPrintsTheSame()
{
    QCOMPARE(analyze({"--save", m_place.path("it.headwater"), "--html", m_place.path("first.html")}).code, 1);
    const Outcome again = runCli({"report", m_place.path("it.headwater"), "--html", m_place.path("again.html"),
                                  "--junit", m_place.path("again.xml")});
    QVERIFY2(again.code == 0, again.err.constData());
    QCOMPARE(m_place.read("again.html"), m_place.read("first.html"));
    QCOMPARE(m_place.read("again.xml"), m_place.read("r.xml"));
}

QTEST_GUILESS_MAIN(TestReportFiles)
#include "tst_ReportFiles.moc"
