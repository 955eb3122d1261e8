// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/ingest/RunFolder.h"

using namespace headwater;
using namespace headwater::test;

/// Several folders given for one side: runs of the same job, or parts of one run.
class tst_RunFolders : public QObject {
    Q_OBJECT

private slots:
    void foldersOfTheSameRanksAreRunsOfTheirOwn()
    {
        const Folder folder;
        for (const char* name : {"a", "b", "c"})
            for (const int rank : {0, 1})
                folder.write(fmt::format("{}/r{}.json", name, rank), trace(rank, 2));
        const auto in = [&](const char* name) { return std::filesystem::path(folder.root()) / name; };
        const std::vector<std::filesystem::path> paths{in("b"), in("a"), in("c")};
        const auto run = loadRun(paths, {}, {});
        QVERIFY(run);
        QCOMPARE((*run)->name, std::string("b"));
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QVERIFY(!hasProblem((*run)->problems, "duplicate-rank"));
        QCOMPARE((*run)->repeats.size(), std::size_t(2));
        QCOMPARE((*run)->repeats[0]->name, std::string("a"));
        QCOMPARE((*run)->repeats[1]->sources.size(), std::size_t(2));
        QVERIFY((*run)->repeats[1]->sources[0].path.find("/c/") != std::string::npos);
        // The same folder twice is one run.
        QVERIFY((*loadRun(std::vector{in("a"), in("a")}, {}, {}))->repeats.empty());
    }

    void foldersOfOtherRanksAreOneRun()
    {
        const Folder folder;
        folder.write("host0/r0.json", trace(0, 2));
        folder.write("host1/r1.json", trace(1, 2));
        folder.write("logs/notes.txt", "hello");
        const std::filesystem::path root = folder.root();
        const auto run = loadRun(std::vector{root / "host0", root / "host1", root / "logs"}, {}, {});
        QVERIFY(run);
        QCOMPARE((*run)->ranks.size(), std::size_t(2));
        QVERIFY((*run)->repeats.empty());
        QCOMPARE((*run)->sources.size(), std::size_t(3));
    }
};

QTEST_GUILESS_MAIN(tst_RunFolders)
#include "tst_RunFolders.moc"
