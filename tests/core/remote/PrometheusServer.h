// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

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

inline bool hasProgram(const char* program)
{
    return !QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty();
}

/// Runs a program to its end; whether it succeeded.
inline bool succeeds(const char* program, const QStringList& arguments)
{
    QProcess process;
    process.start(QString::fromLatin1(program), arguments);
    return process.waitForFinished(30000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

/// A certificate for 127.0.0.1 that signs itself: cert.pem and key.pem in the folder.
inline bool makeCertificate(const std::filesystem::path& folder)
{
    return succeeds("openssl", {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                                QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-days"),
                                QStringLiteral("2"), QStringLiteral("-subj"), QStringLiteral("/CN=localhost"),
                                QStringLiteral("-addext"), QStringLiteral("subjectAltName=IP:127.0.0.1"),
                                QStringLiteral("-keyout"), QString::fromStdString((folder / "key.pem").string()),
                                QStringLiteral("-out"), QString::fromStdString((folder / "cert.pem").string())});
}

/// A --web.config.file for that certificate and the user "reader" with the password "test", whose bcrypt is the one in
/// Prometheus' documentation.
inline std::string webConfig(const std::filesystem::path& folder)
{
    constexpr const char* kHash = "$2b$12$hNf2lSsxfm0.i4a.1kVpSOVyBCfIB51VRjgBUyv6kdnyTlgWj81Ay";
    return fmt::format("tls_server_config:\n  cert_file: {0}/cert.pem\n  key_file: {0}/key.pem\n"
                       "basic_auth_users:\n  reader: {1}\n",
                       folder.string(), kHash);
}

/// A real Prometheus on loopback with backfilled samples; ends with the object.
class PrometheusServer {
public:
    static bool installed() { return hasProgram("prometheus") && hasProgram("promtool"); }

    /// `webConfig`: a file for --web.config.file; with one, the server speaks TLS.
    bool start(const std::string& openMetrics, const std::filesystem::path& webConfig = {})
    {
        const auto data = m_folder.root() / "data";
        const auto samples = m_folder.write("samples.om", openMetrics);
        const auto config = m_folder.write("prometheus.yml", "global: {scrape_interval: 15s}\n");
        if (!succeeds("promtool", {QStringLiteral("tsdb"), QStringLiteral("create-blocks-from"),
                                   QStringLiteral("openmetrics"), text(samples), text(data)}))
            return false;
        const quint16 port = freePort();
        m_url = fmt::format("{}://127.0.0.1:{}", webConfig.empty() ? "http" : "https", port);
        QStringList arguments = {QStringLiteral("--config.file=") + text(config),
                                 QStringLiteral("--storage.tsdb.path=") + text(data),
                                 QStringLiteral("--storage.tsdb.retention.time=100y"),
                                 QStringLiteral("--web.listen-address=127.0.0.1:%1").arg(port)};
        if (!webConfig.empty())
            arguments << QStringLiteral("--web.config.file=") + text(webConfig);
        m_process.start(QStringLiteral("prometheus"), arguments);
        return m_process.waitForStarted() && waitReady(port, !webConfig.empty());
    }
    ~PrometheusServer()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(5000))
            m_process.kill();
    }
    [[nodiscard]] const std::string& url() const { return m_url; }

private:
    static QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

    /// Plain HTTP says when it is ready; of one that speaks TLS and asks for a password it is enough that it listens.
    static bool waitReady(quint16 port, bool tls)
    {
        for (int i = 0; i < 150; ++i) {
            QTcpSocket socket;
            socket.connectToHost(QHostAddress::LocalHost, port);
            if (socket.waitForConnected(200)) {
                if (tls)
                    return true;
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
