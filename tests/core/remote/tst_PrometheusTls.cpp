// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/remote/Prometheus.h"
#include "tests/core/remote/PrometheusServer.h"

using namespace headwater;
using namespace headwater::test;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kStart = 1'700'000'000 * kSecond;

std::string openMetrics()
{
    std::string text = "# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n";
    for (int i = 0; i < 10; ++i)
        text += fmt::format("DCGM_FI_DEV_GPU_UTIL{{gpu=\"0\"}} {} {}\n", 50 + i, kStart / kSecond + 15 * i);
    return text + "# EOF\n";
}

}  // namespace

/// A real Prometheus behind TLS with a certificate of its own and a password.
class tst_PrometheusTls : public QObject {
    Q_OBJECT
    Folder m_folder;
    std::unique_ptr<PrometheusServer> m_server;
    HttpAccess m_access;

    [[nodiscard]] Result<FetchedMetrics> fetch(const HttpAccess& access) const
    {
        const MetricRange range{kStart, kStart + 9 * 15 * kSecond, 15 * kSecond};
        return fetchMetrics(m_server->url(), {{"util", "DCGM_FI_DEV_GPU_UTIL"}}, range, access, {});
    }

private slots:
    void initTestCase()
    {
        if (!PrometheusServer::installed() || !hasProgram("openssl"))
            QSKIP("prometheus, promtool or openssl is not installed");
        QVERIFY(makeCertificate(m_folder.root()));
        const auto web = m_folder.write("web.yml", webConfig(m_folder.root()));
        m_server = std::make_unique<PrometheusServer>();
        QVERIFY(m_server->start(openMetrics(), web));
        m_access.caFile = (m_folder.root() / "cert.pem").string();
        m_access.user = "reader";
        m_access.password = "test";
        QTRY_VERIFY_WITH_TIMEOUT(fetch(m_access).has_value(), 30000);  // it listens before its data is there
    }

    void withAuthorityAndPasswordTheSamplesCome()
    {
        const auto fetched = fetch(m_access);
        QVERIFY2(fetched, fetched ? "" : describe(fetched.error()).c_str());
        QCOMPARE(fetched->series, std::uint64_t(1));
        QCOMPARE(fetched->samples, std::uint64_t(10));
    }

    void aCertificateOfNobodyKnownIsRefused()
    {
        HttpAccess access = m_access;
        access.caFile.clear();
        const auto fetched = fetch(access);
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().code, ErrorCode::Unreadable);
        QVERIFY2(fetched.error().advice.find("--ca") != std::string::npos, describe(fetched.error()).c_str());
    }

    void aMissingAuthorityFileIsNamed()
    {
        HttpAccess access = m_access;
        access.caFile = (m_folder.root() / "nowhere.pem").string();
        const auto fetched = fetch(access);
        QVERIFY(!fetched);
        QVERIFY2(describe(fetched.error()).find("nowhere.pem") != std::string::npos, describe(fetched.error()).c_str());
        access.caFile = m_folder.write("no.pem", "this is no certificate\n").string();
        QVERIFY(!fetch(access));
    }

    void wrongPasswordsAreRefusedAndNotRepeated()
    {
        HttpAccess access = m_access;
        access.password = "hunter22";
        const auto wrong = fetch(access);
        QVERIFY(!wrong);
        QVERIFY2(wrong.error().what.find("401") != std::string::npos, describe(wrong.error()).c_str());
        QVERIFY(describe(wrong.error()).find("hunter22") == std::string::npos);
        access.user.clear();
        access.bearerToken = "not-a-user";
        QVERIFY(!fetch(access));
    }

    void plainHttpToATlsServerSaysSo()
    {
        const std::string url = "http" + m_server->url().substr(5);
        const MetricRange range{kStart, kStart + kSecond, kSecond};
        const auto fetched = fetchMetrics(url, {{"util", "DCGM_FI_DEV_GPU_UTIL"}}, range, m_access, {});
        QVERIFY(!fetched);
    }
};

QTEST_GUILESS_MAIN(tst_PrometheusTls)
#include "tst_PrometheusTls.moc"
