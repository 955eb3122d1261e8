// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/Folder.h"

#include <algorithm>
#include <chrono>
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

using namespace headwater;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> filesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    return files;
}

}  // namespace

/// The cache gives back exactly what was kept, or nothing.
class tst_Folder : public QObject {
    Q_OBJECT

private slots:
    void givesBack();
    void damaged();
    void otherVersion();
    void bounded();
    void unwritable();
    void place();
};

void tst_Folder::givesBack()
{
    const QTemporaryDir out;
    const CacheFolder folder{fs::path(out.path().toStdString()) / "new" / "headwater"};
    QVERIFY(!kept(folder, "a"));
    const std::string bytes("line\n\0\xff end", 11);
    QVERIFY(keep(folder, "a", bytes));
    QVERIFY(keep(folder, "b", ""));
    QCOMPARE(*kept(folder, "a"), bytes);
    QCOMPARE(*kept(folder, "b"), std::string());
    QVERIFY(!kept(folder, "c"));
    QVERIFY(keep(folder, "a", "newer"));
    QCOMPARE(*kept(folder, "a"), std::string("newer"));
    QCOMPARE(filesIn(folder.path).size(), std::size_t(2));  // and no temporary one
    QCOMPARE(fs::status(folder.path).permissions() & fs::perms::all, fs::perms::owner_all);
}

/// Cut or with one bit changed anywhere, an entry is none.
void tst_Folder::damaged()
{
    const QTemporaryDir out;
    const CacheFolder folder{out.path().toStdString()};
    QVERIFY(keep(folder, "key", "some bytes worth keeping"));
    const fs::path file = filesIn(folder.path).front();
    std::ifstream stream(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::ofstream(file, std::ios::binary) << whole.substr(0, i);
        QVERIFY(!kept(folder, "key"));
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        std::ofstream(file, std::ios::binary) << changed;
        QVERIFY(!kept(folder, "key"));
    }
    std::ofstream(file, std::ios::binary) << whole;
    QVERIFY(kept(folder, "key").has_value());
}

void tst_Folder::otherVersion()
{
    const QTemporaryDir out;
    const CacheFolder folder{out.path().toStdString()};
    QVERIFY(keep(folder, "key", "bytes"));
    const fs::path file = filesIn(folder.path).front();
    std::ifstream stream(file, std::ios::binary);
    std::string whole{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    QVERIFY(whole.starts_with("headwater.cache/3\n"));
    whole[16] = '1';  // an earlier version's
    std::ofstream(file, std::ios::binary) << whole;
    QVERIFY(!kept(folder, "key"));
}

/// What was used longest ago goes; what is larger than the whole is not kept.
void tst_Folder::bounded()
{
    const QTemporaryDir out;
    CacheFolder folder{out.path().toStdString()};
    folder.mostBytes = 3'400;
    const std::string bytes(1'000, 'x');
    const auto age = [&](const fs::path& file, int hours) {
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
    };
    std::vector<fs::path> known;
    for (const char* key : {"a", "b", "c"}) {
        QVERIFY(keep(folder, key, bytes));
        for (const fs::path& file : filesIn(folder.path))
            if (std::ranges::find(known, file) == known.end()) {
                known.push_back(file);
                age(file, 10 - static_cast<int>(known.size()));
            }
    }
    QCOMPARE(known.size(), std::size_t(3));
    QVERIFY(kept(folder, "a").has_value());  // used now, so that b is the oldest
    QVERIFY(keep(folder, "d", bytes));
    QVERIFY(kept(folder, "a") && !kept(folder, "b") && kept(folder, "c") && kept(folder, "d"));
    QVERIFY(keep(folder, "e", std::string(4'000, 'x')));
    QVERIFY(!kept(folder, "e") && kept(folder, "a"));
}

void tst_Folder::unwritable()
{
    const CacheFolder folder{"/dev/null/none"};
    const Status status = keep(folder, "a", "b");
    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::WriteFailed);
    QVERIFY(!kept(folder, "a"));
}

void tst_Folder::place()
{
    qputenv("XDG_CACHE_HOME", "/somewhere");
    QCOMPARE(userCache()->path, fs::path("/somewhere/headwater"));
    qputenv("XDG_CACHE_HOME", "relative");  // the specification: to be ignored
    qputenv("HOME", "/people/me");
    QCOMPARE(userCache()->path, fs::path("/people/me/.cache/headwater"));
    qunsetenv("XDG_CACHE_HOME");
    qunsetenv("HOME");
    QVERIFY(!userCache());
}

QTEST_GUILESS_MAIN(tst_Folder)
#include "tst_Folder.moc"
