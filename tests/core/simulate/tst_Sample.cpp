// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctime>

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/simulate/Sample.h"
#include "tests/Paths.h"
#include "tests/core/simulate/Folders.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

class TestSample : public QObject {
    Q_OBJECT
private slots:
    void isSmallAndQuick()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "sample";
        // Processor time: the machine may be busy with other tests.
        const std::clock_t start = std::clock();
        QVERIFY(writeSample(out, {}));
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds <= 3.0, std::to_string(seconds).c_str());
        std::size_t bytes = 0;
        for (const auto& [name, text] : contents(out))
            bytes += text.size();
        QVERIFY2(bytes <= 1'500'000, std::to_string(bytes).c_str());
        QCOMPARE(filesIn(out / "baseline").size(), std::size_t{4});
        QCOMPARE(filesIn(out / "current").size(), std::size_t{4});
        const auto trace = nlohmann::json::parse(gunzip(filesIn(out / "current").front()));
        int steps = 0;
        for (const auto& event : trace["traceEvents"])
            steps += event.value("cat", "") == "user_annotation" &&
                     event["name"].get<std::string>().starts_with("ProfilerStep#");
        QVERIFY(steps >= 30);
    }

    void identityIsAHashOfTheSimulator()
    {
        const std::string identity = sampleIdentity();
        QCOMPARE(identity.size(), std::size_t{16});
        // The build's way of computing it, on the sources as they are now.
        QByteArray hashes;
        std::vector<fs::path> sources;
        for (const auto& entry : fs::directory_iterator(HEADWATER_SOURCE_DIR "/core/simulate"))
            if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
                sources.push_back(entry.path());
        std::ranges::sort(sources);
        for (const fs::path& source : sources)
            hashes += QCryptographicHash::hash(QByteArray::fromStdString(readAll(source)), QCryptographicHash::Sha256)
                          .toHex();
        const QByteArray whole = QCryptographicHash::hash(hashes, QCryptographicHash::Sha256).toHex();
        QCOMPARE(QByteArray::fromStdString(identity), whole.left(16));
    }

    void isWrittenOnceAndMended()
    {
        const QTemporaryDir dir;
        const fs::path out = fs::path(dir.path().toStdString()) / "sample";
        QVERIFY(writeSample(out, {}));
        const auto first = contents(out);
        const fs::path victim = filesIn(out / "baseline").front();
        fs::last_write_time(victim, fs::file_time_type::min() + std::chrono::hours(24 * 365 * 200));
        const auto written = fs::last_write_time(victim);
        QVERIFY(writeSample(out, {}));
        QVERIFY(fs::last_write_time(victim) == written);

        fs::remove(victim);
        QVERIFY(writeSample(out, {}));
        QVERIFY(contents(out) == first);
    }
};

QTEST_APPLESS_MAIN(TestSample)
#include "tst_Sample.moc"
