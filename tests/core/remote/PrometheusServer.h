// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <fmt/format.h>

#include "tests/core/TraceText.h"

namespace headwater::test {

/// A port that was free a moment ago.
inline quint16 freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost, 0);
    return server.serverPort();
}

/// A real Prometheus on loopback with backfilled samples; ends with the object.
class PrometheusServer {
public:
    static bool installed()
    {
        return !QStandardPaths::findExecutable(QStringLiteral("prometheus")).isEmpty() &&
               !QStandardPaths::findExecutable(QStringLiteral("promtool")).isEmpty();
    }
    bool start(const std::string& openMetrics)
    {
        const auto data = m_folder.root() / "data";
        const auto samples = m_folder.write("samples.om", openMetrics);
        m_folder.write("prometheus.yml", "global: {scrape_interval: 15s}\n");
        QProcess backfill;
        backfill.start(QStringLiteral("promtool"),
                       {QStringLiteral("tsdb"), QStringLiteral("create-blocks-from"), QStringLiteral("openmetrics"),
                        QString::fromStdString(samples.string()), QString::fromStdString(data.string())});
        if (!backfill.waitForFinished(30000) || backfill.exitCode() != 0)
            return false;
        const quint16 port = freePort();
        m_url = fmt::format("http://127.0.0.1:{}", port);
        m_process.start(QStringLiteral("prometheus"),
                        {QString::fromStdString("--config.file=" + (m_folder.root() / "prometheus.yml").string()),
                         QString::fromStdString("--storage.tsdb.path=" + data.string()),
                         QStringLiteral("--storage.tsdb.retention.time=100y"),
                         QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(port)});
        return m_process.waitForStarted() && waitReady(port);
    }
    ~PrometheusServer()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(5000))
            m_process.kill();
    }
    [[nodiscard]] const std::string& url() const { return m_url; }

private:
    static bool waitReady(quint16 port)
    {
        for (int i = 0; i < 150; ++i) {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, port);
            if (socket.waitForConnected(200)) {
                socket.write("GET /-/ready HTTP/1.0\r\n\r\n");
                if (socket.waitForReadyRead(2000) && socket.readAll().contains("200"))
                    return true;
            }
            QTest::qWait(100);
        }
        return false;
    }

    Folder m_folder;
    QProcess m_process;
    std::string m_url;
};

}  // namespace headwater::test
