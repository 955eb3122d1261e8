// SPDX-License-Identifier: GPL-3.0-or-later
#include <future>
#include <thread>

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include "Cli.h"
#include "tests/core/remote/PrometheusServer.h"

using namespace headwater::cli_test;
using headwater::test::PrometheusServer;

namespace {

const QStringList kRange{"--from", "1700000000", "--to", "1700000135", "--step", "15s"};

/// Answers one request on loopback with `body`, and keeps the request.
class OneAnswer {
public:
    explicit OneAnswer(const QByteArray& body)
        : m_thread([this, body] {
            QTcpServer server;
            server.listen(QHostAddress::LocalHost, 0);
            m_port.set_value(server.serverPort());
            if (!server.waitForNewConnection(20000))
                return;
            QTcpSocket* socket = server.nextPendingConnection();
            while (!m_request.contains("query=") && socket->waitForReadyRead(5000))
                m_request += socket->readAll();
            socket->write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + QByteArray::number(body.size()) +
                          "\r\n\r\n" + body);
            socket->waitForBytesWritten(5000);
            socket->disconnectFromHost();
        })
    {}
    [[nodiscard]] QString url() { return QStringLiteral("http://127.0.0.1:%1").arg(m_port.get_future().get()); }
    /// What was asked; ends the thread.
    QByteArray request()
    {
        m_thread.join();
        return m_request;
    }

private:
    QByteArray m_request;
    std::promise<quint16> m_port;
    std::jthread m_thread;
};

/// An environment variable for the length of a test.
class Variable {
public:
    Variable(const char* name, const char* value) : m_name(name) { qputenv(name, value); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable() { qunsetenv(m_name); }

private:
    const char* m_name;
};

}  // namespace

class TestFetchMetrics : public QObject {
    Q_OBJECT

private slots:
    void tokenFromTheEnvironment();
    void tlsAndPasswordFromTheEnvironment();
    void halfAndDoubleCredentialsAreRefused();
    void anotherAnswerIsRefused();
};

void TestFetchMetrics::tokenFromTheEnvironment()
{
    const Workplace place;
    place.write("q.json", "{\"queries\":[{\"name\":\"u\",\"expression\":\"DCGM_FI_DEV_GPU_UTIL\"}]}");
    OneAnswer server(
        "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":"
        "\"DCGM_FI_DEV_GPU_UTIL\",\"gpu\":\"0\"},\"values\":[[1700000000,\"50\"],[1700000015,\"60\"]]}]}}");
    const Variable token("HEADWATER_PROMETHEUS_TOKEN", "s3cret-token");
    const Outcome outcome = runCli(
        QStringList{"fetch-metrics", "--prometheus", server.url(), "--queries", "q.json", "--out", "m.json"} + kRange,
        place.path());
    QVERIFY(server.request().contains("Authorization: Bearer s3cret-token"));
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(!outcome.out.contains("s3cret") && !outcome.err.contains("s3cret"));
    QVERIFY(!place.read("m.json").contains("s3cret"));
    const auto files = parsed(runCli({"probe", "m.json", "--json", "-"}, place.path()))["files"];
    QCOMPARE(files[0]["format"].get<std::string>(), std::string("prometheus-range-json"));
}

void TestFetchMetrics::tlsAndPasswordFromTheEnvironment()
{
    if (!PrometheusServer::installed() || !headwater::test::hasProgram("openssl"))
        QSKIP("prometheus, promtool or openssl is not installed");
    const Workplace place;
    QVERIFY(headwater::test::makeCertificate(place.path().toStdString()));
    const QString web = place.write("web.yml", headwater::test::webConfig(place.path().toStdString()).c_str());
    place.write("q.json", "{\"queries\":[{\"name\":\"u\",\"expression\":\"headwater_test\"}]}");
    PrometheusServer server;
    QVERIFY(
        server.start("# TYPE headwater_test gauge\nheadwater_test 7 1700000000\nheadwater_test 8 1700000015\n# EOF\n",
                     web.toStdString()));
    const QStringList arguments =
        QStringList{"fetch-metrics", "--prometheus", QString::fromStdString(server.url()), "--queries", "q.json",
                    "--out",         "m.json"} +
        kRange;
    const QStringList trusted = arguments + QStringList{"--ca", "cert.pem"};
    const Outcome anonymous = runCli(trusted, place.path());
    QCOMPARE(anonymous.code, 2);
    QVERIFY2(anonymous.err.contains("401") && anonymous.err.contains("HEADWATER_PROMETHEUS_USER"),
             anonymous.err.constData());
    const Variable user("HEADWATER_PROMETHEUS_USER", "reader");
    const Variable password("HEADWATER_PROMETHEUS_PASSWORD", "test");
    const Outcome untrusted = runCli(arguments, place.path());
    QCOMPARE(untrusted.code, 2);
    QVERIFY2(untrusted.err.contains("--ca FILE"), untrusted.err.constData());
    QVERIFY(!place.entries().contains("m.json"));
    QTRY_COMPARE_WITH_TIMEOUT(runCli(trusted, place.path()).code, 0, 30000);
    QVERIFY(place.read("m.json").contains("headwater_test"));
}

void TestFetchMetrics::halfAndDoubleCredentialsAreRefused()
{
    const Workplace place;
    const QStringList arguments =
        QStringList{"fetch-metrics", "--prometheus", "http://127.0.0.1:9", "--out", "m.json"} + kRange;
    const Variable user("HEADWATER_PROMETHEUS_USER", "reader");
    const Outcome half = runCli(arguments, place.path());
    QCOMPARE(half.code, 2);
    QVERIFY2(half.err.contains("belong together"), half.err.constData());
    const Variable password("HEADWATER_PROMETHEUS_PASSWORD", "test");
    const Variable token("HEADWATER_PROMETHEUS_TOKEN", "s3cret-token");
    const Outcome both = runCli(arguments, place.path());
    QCOMPARE(both.code, 2);
    QVERIFY2(both.err.contains("give one of them") && !both.err.contains("s3cret"), both.err.constData());
    QVERIFY(place.entries().isEmpty());
}

void TestFetchMetrics::anotherAnswerIsRefused()
{
    const Workplace place;
    OneAnswer server("<html>query=</html>");
    const Outcome outcome =
        runCli(QStringList{"fetch-metrics", "--prometheus", server.url(), "--out", "m.json"} + kRange, place.path());
    (void)server.request();
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("not a reply of Prometheus"), outcome.err.constData());
    QVERIFY(place.entries().isEmpty());
}

QTEST_GUILESS_MAIN(TestFetchMetrics)
#include "tst_FetchMetrics.moc"
