// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/FetchDialog.h"
#include "app/gui/MainWindow.h"
#include "app/gui/Paths.h"
#include "tests/app/gui/StageMetrics.h"
#include "tests/core/remote/PrometheusServer.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr Ns kSecond = 1'000'000'000;

QString noVariables(const QString&)
{
    return {};
}

/// Answers every request with the same bytes and remembers what it was asked.
class CannedServer : public QTcpServer {
public:
    explicit CannedServer(QByteArray answer) : m_answer(std::move(answer))
    {
        listen(QHostAddress::LocalHost, 0);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                asked += socket->readAll();
                if (!m_answer.isEmpty())
                    socket->write(m_answer);
            });
        });
    }
    [[nodiscard]] QString url() const { return u"http://127.0.0.1:%1"_s.arg(serverPort()); }
    QByteArray asked;

private:
    QByteArray m_answer;
};

QByteArray http(const QByteArray& status, const QByteArray& body)
{
    return "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size()) +
           "\r\n\r\n" + body;
}

QByteArray oneSeries()
{
    return http("200 OK", "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":"
                          "{\"__name__\":\"node_load1\",\"instance\":\"node-1\"},\"values\":[[1700000000,\"1.5\"],"
                          "[1700000015,\"2.5\"]]}]}}");
}

FetchForm example()
{
    FetchForm form;
    form.server = u" http://node-1:9090/prom "_s;
    form.from = u"-90m"_s;
    form.to = u"now"_s;
    form.step = u"15s"_s;
    form.queries = u"# the load\nnode_load1\nrx = rate(bytes_total[1m])"_s;
    form.out = u"/tmp/x.json"_s;
    return form;
}

}  // namespace

class TestFetch : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(*qApp, lightPalette()); }
    void init();
    void cleanup();
    void formsAreUnderstood();
    void formsSayWhatIsWrong_data();
    void formsSayWhatIsWrong();
    void queriesAsLines();
    void realServer();
    void refusedAndSilentServers();
    void cancelWritesNothing();
    void tokensAreSentAndForgotten();
    void anExistingFileIsReplacedOnlyWhenAsked();
    void theFileIsAddedToARun();

private:
    template <class T>
    [[nodiscard]] T* field(const char* name) const
    {
        return m_dialog->findChild<T*>(QLatin1StringView(name));
    }
    void type(const char* name, const QString& text);
    void click(const char* name) { QTest::mouseClick(field<QPushButton>(name), Qt::LeftButton); }
    void open(const QString& server);

    QTemporaryDir m_folder;
    std::unique_ptr<JobRunner> m_jobs;
    std::unique_ptr<FetchDialog> m_dialog;
};

void TestFetch::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s));
    m_jobs = std::make_unique<JobRunner>();
}

void TestFetch::cleanup()
{
    m_dialog.reset();
    m_jobs.reset();
}

void TestFetch::type(const char* name, const QString& text)
{
    auto* edit = field<QLineEdit>(name);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

void TestFetch::open(const QString& server)
{
    m_dialog = std::make_unique<FetchDialog>(*m_jobs, m_folder.path(), nullptr);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    type("server", server);
    field<QPlainTextEdit>("queries")->setPlainText(u"node_load1"_s);
}

void TestFetch::formsAreUnderstood()
{
    const Ns now = 1'700'000'000 * kSecond;
    const auto request = requestOf(example(), now, noVariables);
    QVERIFY(request);
    QCOMPARE(request->url, std::string("http://node-1:9090/prom"));
    QCOMPARE(request->range.to, now);
    QCOMPARE(request->range.from, now - 5'400 * kSecond);
    QCOMPARE(request->range.step, 15 * kSecond);
    QCOMPARE(request->queries.size(), std::size_t{2});
    QVERIFY(request->access.bearerToken.empty());
    FetchForm form = example();
    form.auth = FetchForm::Auth::Variable;
    form.variable = u"MY_TOKEN"_s;
    const auto with = requestOf(form, now, [](const QString& name) { return name + u"-value"_s; });
    QCOMPARE(with->access.bearerToken, std::string("MY_TOKEN-value"));
}

void TestFetch::formsSayWhatIsWrong_data()
{
    using Field = FetchForm::Field;
    QTest::addColumn<FetchForm>("form");
    QTest::addColumn<int>("field");
    const auto row = [](const char* name, Field field, const std::function<void(FetchForm&)>& spoil) {
        FetchForm form = example();
        spoil(form);
        QTest::newRow(name) << form << static_cast<int>(field);
    };
    row("no server", Field::Server, [](FetchForm& f) { f.server.clear(); });
    row("no scheme", Field::Server, [](FetchForm& f) { f.server = u"node-1:9090"_s; });
    row("a file", Field::Server, [](FetchForm& f) { f.server = u"file:///etc/passwd"_s; });
    row("start", Field::From, [](FetchForm& f) { f.from = u"yesterday"_s; });
    row("end", Field::To, [](FetchForm& f) { f.to = u"soon"_s; });
    row("step", Field::Step, [](FetchForm& f) { f.step = u"0"_s; });
    row("backwards", Field::To, [](FetchForm& f) { f.to = u"-3h"_s; });
    row("too many points", Field::Step, [](FetchForm& f) { f.from = u"2020-01-01T00:00:00Z"_s, f.step = u"1s"_s; });
    row("no queries", Field::Queries, [](FetchForm& f) { f.queries = u"\n# nothing"_s; });
    row("empty variable", Field::Variable, [](FetchForm& f) { f.auth = FetchForm::Auth::Variable; });
    row("empty token", Field::Token, [](FetchForm& f) { f.auth = FetchForm::Auth::Token; });
    row("no file", Field::Out, [](FetchForm& f) { f.out = u"  "_s; });
}

void TestFetch::formsSayWhatIsWrong()
{
    QFETCH(FetchForm, form);
    QFETCH(int, field);
    const auto request = requestOf(form, 1'700'000'000 * kSecond, noVariables);
    QVERIFY(!request);
    QCOMPARE(static_cast<int>(request.error().field), field);
    QVERIFY(!request.error().text.contains(u"--"_s));  // no words of the command line
}

void TestFetch::queriesAsLines()
{
    const auto queries = queriesFrom(u"up == 1\na{b=\"c\"}\nx = rate(y_total[1m])\n sum(z) by (d) "_s);
    QCOMPARE(queries.size(), std::size_t{4});
    QCOMPARE(queries[0].expression, std::string("up == 1"));
    QCOMPARE(queries[1].name, std::string("a"));
    QCOMPARE(queries[1].expression, std::string("a{b=\"c\"}"));
    QCOMPARE(queries[2].name, std::string("x"));
    QCOMPARE(queries[2].expression, std::string("rate(y_total[1m])"));
    QCOMPARE(queries[3].expression, std::string("sum(z) by (d)"));
    // The built-in ones survive being shown and read.
    const auto shown = queriesFrom(defaultQueryText());
    const auto builtIn = defaultMetricQueries();
    QCOMPARE(shown.size(), builtIn.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        QCOMPARE(shown[i].name, builtIn[i].name);
        QCOMPARE(shown[i].expression, builtIn[i].expression);
    }
}

void TestFetch::realServer()
{
    if (!test::PrometheusServer::installed())
        QSKIP("prometheus is not installed");
    std::string samples = "# TYPE node_load1 gauge\n";
    for (int i = 0; i < 60; ++i)
        samples += fmt::format("node_load1{{instance=\"node-1\"}} {} {}\n", 1 + i % 4, 1'700'000'000 + 15 * i);
    test::PrometheusServer server;
    QVERIFY(server.start(samples + "# EOF\n"));
    open(QString::fromStdString(server.url()));
    field<QPlainTextEdit>("queries")->setPlainText(u"node_load1\nno_such_metric"_s);
    type("from", u"1700000000"_s);
    type("to", u"2023-11-14T22:28:05Z"_s);
    const QString file = m_folder.filePath(u"real.json"_s);
    type("out", file);
    QSignalSpy fetched(m_dialog.get(), &FetchDialog::fetched);
    QTest::keyClick(m_dialog.get(), Qt::Key_Return);
    QVERIFY(m_dialog->busy());
    QTRY_COMPARE_WITH_TIMEOUT(fetched.count(), 1, 30'000);
    QVERIFY2(m_dialog->message().startsWith(u"Wrote 1 series with 60 samples to"_s), qPrintable(m_dialog->message()));
    QVERIFY(m_dialog->message().contains(u"nothing for: no_such_metric"_s));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(written.readAll().contains("node-1"));
    // The server's own words come through, in place.
    field<QPlainTextEdit>("queries")->setPlainText(u"rate("_s);
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(m_dialog->message().contains(u"parse error"_s), 30'000);
    field<QPlainTextEdit>("queries")->setPlainText(u"no_such_metric"_s);
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(m_dialog->message().contains(u"Check the time range and the queries"_s), 30'000);
}

void TestFetch::refusedAndSilentServers()
{
    open(u"http://127.0.0.1:%1"_s.arg(test::freePort()));
    const QString file = m_folder.filePath(u"never.json"_s);
    type("out", file);
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->busy(), 30'000);
    QVERIFY2(m_dialog->message().contains(u"check the address"_s), qPrintable(m_dialog->message()));
    CannedServer silent({});
    type("server", silent.url());
    field<QSpinBox>("timeout")->setValue(1);
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->busy(), 30'000);
    QVERIFY2(m_dialog->message().contains(u"Raise the time limit"_s), qPrintable(m_dialog->message()));
    CannedServer other(http("404 Not Found", "<html>"));
    type("server", other.url());
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(m_dialog->message().contains(u"that of Prometheus itself"_s), 30'000);
    QVERIFY(!QFile::exists(file));
    QVERIFY(!m_dialog->message().contains(u"--"_s));
}

void TestFetch::cancelWritesNothing()
{
    CannedServer silent({});
    open(silent.url());
    const QString file = m_folder.filePath(u"cancelled.json"_s);
    type("out", file);
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(!silent.asked.isEmpty(), 30'000);
    QVERIFY(!field<QLineEdit>("server")->isEnabled());
    QElapsedTimer timer;
    timer.start();
    click("close");
    QVERIFY(!m_dialog->busy());
    QVERIFY(m_dialog->isVisible());
    QVERIFY(m_dialog->message().startsWith(u"Stopped"_s));
    m_jobs.reset();  // waits for the work
    QVERIFY(timer.elapsed() < 5'000);
    QVERIFY(!QFile::exists(file));
    m_jobs = std::make_unique<JobRunner>();
    m_dialog.reset();
}

void TestFetch::tokensAreSentAndForgotten()
{
    CannedServer server(http("401 Unauthorized", ""));
    open(server.url());
    field<QComboBox>("auth")->setFocus();
    QTest::keyClick(field<QComboBox>("auth"), Qt::Key_End);
    auto* token = field<QLineEdit>("token");
    QVERIFY(token->isVisible());
    QCOMPARE(token->echoMode(), QLineEdit::Password);
    type("token", u"s3cret"_s);
    type("out", m_folder.filePath(u"token.json"_s));
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(m_dialog->message().contains(u"401"_s), 30'000);
    QVERIFY(m_dialog->message().contains(u"Authentication"_s));
    QVERIFY(!m_dialog->message().contains(u"s3cret"_s));
    QVERIFY(server.asked.contains("Bearer s3cret"));
    click("close");
    QVERIFY(!m_dialog->isVisible());
    QVERIFY(token->text().isEmpty());
    for (const QFileInfo& file : QDir(m_folder.path()).entryInfoList(QDir::Files)) {
        QFile content(file.filePath());
        QVERIFY(content.open(QIODevice::ReadOnly));
        QVERIFY(!content.readAll().contains("s3cret"));
    }
}

void TestFetch::anExistingFileIsReplacedOnlyWhenAsked()
{
    CannedServer server(oneSeries());
    open(server.url());
    const QString file = m_folder.filePath(u"kept.json"_s);
    QFile old(file);
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("mine");
    old.close();
    type("out", file);
    click("fetch");
    QVERIFY(!m_dialog->busy());
    QVERIFY(m_dialog->message().contains(u"exists"_s));
    QVERIFY(old.open(QIODevice::ReadOnly));
    QCOMPARE(old.readAll(), QByteArray("mine"));
    old.close();
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(m_dialog->message().startsWith(u"Wrote 1 series with 2 samples"_s), 30'000);
    QVERIFY(old.open(QIODevice::ReadOnly));
    QVERIFY(old.readAll().contains("node_load1"));
}

void TestFetch::theFileIsAddedToARun()
{
    const QDir dir(m_folder.path());
    const QString fine = fixtures::writeMetrics(dir, u"fine.csv"_s, 24, 20);
    const QString slow = fixtures::writeMetrics(dir, u"slow.csv"_s, 24, 26);
    const QString settings = m_folder.filePath(u"settings.ini"_s);
    MainWindow window(loadSettings(settings), settings, QApplication::palette());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.session().open({fine}, {slow});
    QTRY_COMPARE_WITH_TIMEOUT(window.session().phase(), Session::Phase::Ready, 30'000);
    CannedServer server(oneSeries());
    QTest::keyClick(&window, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    m_dialog.reset(window.findChild<FetchDialog*>());
    QVERIFY(m_dialog && m_dialog->isVisible());
    m_dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    type("server", server.url());
    field<QPlainTextEdit>("queries")->setPlainText(u"node_load1"_s);
    const QString file = m_folder.filePath(u"added.json"_s);
    type("out", file);
    field<QComboBox>("side")->setFocus();
    QTest::keyClick(field<QComboBox>("side"), Qt::Key_End);
    click("fetch");
    QTRY_VERIFY_WITH_TIMEOUT(window.session().paths(Side::Current).contains(file), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(window.session().phase(), Session::Phase::Ready, 30'000);
    QCOMPARE(window.session().paths(Side::Baseline), QStringList{fine});
    QVERIFY(!window.session().pair().current->run->telemetry.series.empty());
    m_dialog.reset();
    // Once more, into a folder of the run: it is read there already.
    QCOMPARE(withFile({m_folder.path()}, file), QStringList{m_folder.path()});
    QCOMPARE(withFile({fine}, file), QStringList({fine, file}));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestFetch)
#include "tst_gui_Fetch.moc"
