// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <thread>

#include <sys/resource.h>

#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/remote/Prometheus.h"
#include "tests/core/TraceText.h"
#include "tests/core/remote/PrometheusServer.h"

using namespace headwater;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kStart = 1'700'000'000 * kSecond;

long peakKibibytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

double sample(int gpu, int i)
{
    return 50 + gpu + i % 7;
}

std::string openMetrics()
{
    std::string text = "# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n";
    for (int gpu = 0; gpu < 2; ++gpu)
        for (int i = 0; i < 120; ++i)
            text += fmt::format("DCGM_FI_DEV_GPU_UTIL{{gpu=\"{}\",Hostname=\"node-1\"}} {} {}\n", gpu, sample(gpu, i),
                                kStart / kSecond + 15 * i);
    text += "# TYPE traffic_bytes counter\n";
    for (int i = 0; i < 120; ++i)
        text += fmt::format("traffic_bytes_total{{device=\"ib0\"}} {} {}\n", 1000 * i, kStart / kSecond + 15 * i);
    return text + "# EOF\n";
}

}  // namespace

class tst_Prometheus : public QObject {
    Q_OBJECT
    std::unique_ptr<test::PrometheusServer> m_server;

private slots:
    void initTestCase()
    {
        if (!test::PrometheusServer::installed())
            return;
        m_server = std::make_unique<test::PrometheusServer>();
        QVERIFY(m_server->start(openMetrics()));
    }

    void realServerGivesTheSamplesThatWerePutIn()
    {
        if (!m_server)
            QSKIP("prometheus is not installed");
        const MetricRange range{kStart, kStart + 119 * 15 * kSecond, 15 * kSecond};
        const auto fetched = fetchMetrics(m_server->url(),
                                          {{"DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_GPU_UTIL"},
                                           {"traffic_rate", "rate(traffic_bytes_total[1m])"},
                                           {"nothing", "no_such_metric"}},
                                          range, {}, {});
        QVERIFY2(fetched, fetched ? "" : describe(fetched.error()).c_str());
        QCOMPARE(fetched->series, std::uint64_t(3));
        QCOMPARE(fetched->problems.size(), std::size_t(1));
        QCOMPARE(fetched->problems[0].code, std::string("no-series"));
        const auto document = nlohmann::json::parse(fetched->json);
        int checked = 0;
        for (const auto& series : document["data"]["result"]) {
            if (series["metric"]["__name__"] == "traffic_rate") {
                // rate() extrapolates less where its window reaches over the first sample.
                for (std::size_t i = 4; i < series["values"].size(); ++i)
                    QVERIFY(std::abs(std::stod(series["values"][i][1].get<std::string>()) - 1000.0 / 15) < 0.01);
                continue;
            }
            const int gpu = std::stoi(series["metric"]["gpu"].get<std::string>());
            QCOMPARE(series["values"].size(), std::size_t(120));
            for (int i = 0; i < 120; ++i) {
                QCOMPARE(series["values"][i][0].get<double>(), double(kStart / kSecond + 15 * i));
                QCOMPARE(std::stod(series["values"][i][1].get<std::string>()), sample(gpu, i));
            }
            ++checked;
        }
        QCOMPARE(checked, 2);
    }

    void aSeriesThatTwoQueriesGiveIsWrittenOnce()
    {
        if (!m_server)
            QSKIP("prometheus is not installed");
        const MetricRange range{kStart, kStart + 119 * 15 * kSecond, 15 * kSecond};
        const auto fetched =
            fetchMetrics(m_server->url(), {{"all", "DCGM_FI_DEV_GPU_UTIL"}, {"one", "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"}"}},
                         range, {}, {});
        QVERIFY2(fetched, fetched ? "" : describe(fetched.error()).c_str());
        QCOMPARE(fetched->series, std::uint64_t(2));
        QCOMPARE(fetched->samples, std::uint64_t(240));
        QVERIFY(fetched->problems.empty());
    }

    void longRangesAreFetchedInPiecesWithoutGapsOrRepeats()
    {
        if (!m_server)
            QSKIP("prometheus is not installed");
        const MetricRange range{kStart, kStart + 1700 * kSecond, kSecond / 10};
        const auto fetched = fetchMetrics(m_server->url(), {{"u", "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"}"}}, range, {}, {});
        QVERIFY2(fetched, fetched ? "" : describe(fetched.error()).c_str());
        const auto document = nlohmann::json::parse(fetched->json);
        const auto& values = document["data"]["result"][0]["values"];
        QCOMPARE(values.size(), std::size_t(17001));
        for (std::size_t i = 1; i < values.size(); ++i)
            QVERIFY(values[i][0].get<double>() > values[i - 1][0].get<double>());
    }

    void serverErrorsAreToldInItsWords()
    {
        if (!m_server)
            QSKIP("prometheus is not installed");
        const MetricRange range{kStart, kStart + kSecond, kSecond};
        const auto fetched = fetchMetrics(m_server->url(), {{"bad", "rate("}}, range, {}, {});
        QVERIFY(!fetched);
        QVERIFY(fetched.error().what.find("parse error") != std::string::npos);
        const auto none = fetchMetrics(m_server->url(), {{"none", "no_such_metric"}}, range, {}, {});
        QCOMPARE(none.error().code, ErrorCode::NothingUsable);
    }

    void connectionProblemsAreNamed()
    {
        const MetricRange range{kStart, kStart + kSecond, kSecond};
        const std::string url = fmt::format("http://127.0.0.1:{}", test::freePort());
        const auto refused = fetchMetrics(url, {{"a", "a"}}, range, {}, {});
        QCOMPARE(refused.error().code, ErrorCode::Unreadable);
        QCOMPARE(fetchMetrics("ftp://x", {{"a", "a"}}, range, {}, {}).error().code, ErrorCode::BadUsage);
        QCOMPARE(fetchMetrics("file:///etc/passwd", {{"a", "a"}}, range, {}, {}).error().code, ErrorCode::BadUsage);
        QCOMPARE(fetchMetrics(url, {{"a", "a"}}, {kStart, kStart - 1, kSecond}, {}, {}).error().code,
                 ErrorCode::BadUsage);
    }

    void aSilentServerTimesOutAndStopStops()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost, 0));
        const std::string url = fmt::format("http://127.0.0.1:{}", silent.serverPort());
        const MetricRange range{kStart, kStart + kSecond, kSecond};
        HttpAccess access;
        access.totalSeconds = 1;
        const auto late = fetchMetrics(url, {{"a", "a"}}, range, access, {});
        QCOMPARE(late.error().code, ErrorCode::Unreadable);
        std::stop_source stop;
        Job job;
        job.stop = stop.get_token();
        job.progress = [&](double, std::string_view) { stop.request_stop(); };
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(fetchMetrics(url, {{"a", "a"}}, range, {}, job).error().code, ErrorCode::Cancelled);
        QVERIFY(timer.elapsed() < 5000);
    }

    /// A server that never stops sending is refused once the limit is reached, and memory stays near it.
    void anEndlessReplyIsRefused()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost, 0));
        qint64 sent = 0;
        const auto more = [&sent](QTcpSocket* socket) {
            if (socket->bytesToWrite() < (1 << 20))
                sent += socket->write(QByteArray(1 << 20, ' '));
        };
        connect(&server, &QTcpServer::newConnection, this, [&] {
            QTcpSocket* socket = server.nextPendingConnection();
            socket->write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
            connect(socket, &QTcpSocket::bytesWritten, this, [&more, socket] { more(socket); });
        });
        const std::string url = fmt::format("http://127.0.0.1:{}", server.serverPort());
        HttpAccess access;
        QCOMPARE(access.largestReply, std::size_t(256) << 20U);
        access.largestReply = std::size_t(48) << 20U;
        const long before = peakKibibytes();
        std::optional<Error> error;
        std::atomic<bool> done = false;
        std::jthread worker([&] {
            error = fetchMetrics(url, {{"a", "a"}}, {kStart, kStart, kSecond}, access, {}).error();
            done = true;
        });
        QTRY_VERIFY_WITH_TIMEOUT(done, 60000);
        QCOMPARE(error->code, ErrorCode::TooLarge);
        QVERIFY2(error->what.find("48 MiB") != std::string::npos, error->what.c_str());
        QVERIFY(sent >= qint64(access.largestReply));
        // The socket's own buffers come on top of the limit; twice the reply would not fit.
        QVERIFY2(peakKibibytes() - before < 72 * 1024, std::to_string(peakKibibytes() - before).c_str());
    }

    /// One that says beforehand how much it will send is not read at all.
    void aReplyThatIsTooLongIsRefusedAtOnce()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost, 0));
        connect(&server, &QTcpServer::newConnection, this, [&] {
            server.nextPendingConnection()->write("HTTP/1.1 200 OK\r\nContent-Length: 300000000\r\n\r\n{");
        });
        const std::string url = fmt::format("http://127.0.0.1:{}", server.serverPort());
        std::optional<Error> error;
        std::atomic<bool> done = false;
        std::jthread worker([&] {
            error = fetchMetrics(url, {{"a", "a"}}, {kStart, kStart, kSecond}, {}, {}).error();
            done = true;
        });
        QTRY_VERIFY_WITH_TIMEOUT(done, 20000);
        QCOMPARE(error->code, ErrorCode::TooLarge);
        QVERIFY(error->what.find("256 MiB") != std::string::npos);
    }

    void tokensAreSentButNeverShown()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost, 0));
        QByteArray request;
        connect(&server, &QTcpServer::newConnection, this, [&] {
            QTcpSocket* socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [&request, socket] {
                request += socket->readAll();
                socket->write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            });
        });
        const std::string url = fmt::format("http://user:hidden@127.0.0.1:{}", server.serverPort());
        HttpAccess access;
        access.bearerToken = "s3cret";
        std::optional<Error> error;
        std::atomic<bool> done = false;
        std::jthread worker([&] {
            const auto fetched = fetchMetrics(url, {{"a", "a"}}, {kStart, kStart, kSecond}, access, {});
            error = fetched.error();
            done = true;
        });
        QTRY_VERIFY(done);
        QVERIFY(request.contains("Bearer s3cret"));
        QVERIFY(error->what.find("401") != std::string::npos);
        QVERIFY(describe(*error).find("s3cret") == std::string::npos);
        QVERIFY(describe(*error).find("hidden") == std::string::npos);
    }

    void queryFiles()
    {
        QVERIFY(defaultMetricQueries().size() > 10);
        QCOMPARE(parseMetricQueries("{\"queries\":[{\"name\":\"a\",\"expression\":\"b\"}]}", "q").value().size(),
                 std::size_t(1));
        for (const char* text : {"", "[]", "{\"queries\":[]}", "{\"queries\":[{\"name\":1}]}"})
            QCOMPARE(parseMetricQueries(text, "q.json").error().file, std::string("q.json"));
    }
};

QTEST_GUILESS_MAIN(tst_Prometheus)
#include "tst_Prometheus.moc"
