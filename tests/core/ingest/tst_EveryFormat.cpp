// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <QtTest>

#include "core/ingest/ReadFile.h"
#include "tests/Paths.h"
#include "tests/core/TraceText.h"
#include "tests/core/ingest/Gzip.h"

using namespace headwater;
using namespace headwater::test;

namespace {

struct Seed {
    std::string name;
    std::string bytes;
};

/// The seeds of the fuzz targets. In two folders the first byte chooses the reader and is no part of the file.
std::vector<Seed> seeds()
{
    const std::filesystem::path corpus = HEADWATER_SOURCE_DIR "/tests/fuzz/corpus";
    std::vector<Seed> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
        if (!entry.is_regular_file())
            continue;
        std::ifstream file(entry.path(), std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(file), {}};
        const std::string folder = entry.path().parent_path().filename().string();
        if ((folder == "logs" || folder == "telemetry") && !bytes.empty())
            bytes.erase(0, 1);
        out.push_back({folder + "/" + entry.path().filename().string(), std::move(bytes)});
    }
    std::ranges::sort(out, {}, &Seed::name);
    return out;
}

}  // namespace

/// Holds for every reader alike, with the small inputs that the fuzz targets start from.
class tst_EveryFormat : public QObject {
    Q_OBJECT
    Folder m_folder;

    [[nodiscard]] FileContent read(const std::string& name, std::string_view bytes) const
    {
        return readFile(m_folder.write(name, bytes), {}, {});
    }

    static void checkProblems(const FileContent& content)
    {
        for (const Problem& problem : content.source.problems) {
            QVERIFY(!problem.code.empty() && !problem.message.empty());
            QVERIFY(problem.message.find('\n') == std::string::npos);
        }
        QVERIFY(content.source.format != "unknown" || !content.source.problems.empty());
    }

private slots:
    void eachHasASeedThatItReads()
    {
        // Documents of Headwater's own that are recognised and refused as inputs.
        const std::set<std::string_view> refused = {"headwater", "rank-summary", "run-summary"};
        std::map<std::string, int> taken;
        for (const Seed& seed : seeds()) {
            const SourceFile source = read("seed", seed.bytes).source;
            taken[source.format] += source.used || refused.contains(source.format) ? 1 : 0;
        }
        for (const Format& format : formats())
            QVERIFY2(taken[std::string(format.name)] > 0, std::string(format.name).c_str());
    }

    void cutAnywhereNothingIsInvented_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (const Seed& seed : seeds())
            QTest::newRow(seed.name.c_str()) << QByteArray::fromStdString(seed.bytes);
    }

    void cutAnywhereNothingIsInvented()
    {
        QFETCH(QByteArray, bytes);
        const std::string whole = bytes.toStdString();
        const FileContent all = read("whole", whole);
        checkProblems(all);
        constexpr std::size_t kCuts = 32;
        const std::size_t stride = std::max<std::size_t>(1, whole.size() / kCuts);
        for (std::size_t cut = 0; cut < whole.size(); cut += stride) {
            const FileContent part = read("cut", std::string_view(whole).substr(0, cut));
            checkProblems(part);
            if (part.source.format == all.source.format && part.source.variant == all.source.variant)
                QVERIFY2(part.source.events <= all.source.events, std::to_string(cut).c_str());
        }
    }

    void gzipChangesNothing_data() { cutAnywhereNothingIsInvented_data(); }
    void gzipChangesNothing()
    {
        QFETCH(QByteArray, bytes);
        const std::string whole = bytes.toStdString();
        const FileContent plain = read("plain", whole);
        const bool compressed = whole.starts_with("\x1f\x8b");
        if (compressed || plain.source.format == "nsys-sqlite" || !plain.source.used)
            return;
        const std::string packed = gzip(whole);
        const FileContent inflated = read("packed", packed);
        QCOMPARE(inflated.source.format, plain.source.format);
        QCOMPARE(inflated.source.events, plain.source.events);
        QVERIFY(inflated.source.used);
        for (std::size_t cut = 2; cut < packed.size(); cut += std::max<std::size_t>(1, packed.size() / 12))
            checkProblems(read("packed-cut", std::string_view(packed).substr(0, cut)));
    }
};

QTEST_APPLESS_MAIN(tst_EveryFormat)
#include "tst_EveryFormat.moc"
