// SPDX-License-Identifier: GPL-3.0-or-later
// How large the job was: what files say of it, and what no job can be.
#include <QtTest>

#include "tests/core/ingest/RunFolder.h"

using namespace headwater;
using namespace headwater::test;

class tst_WorldSize : public QObject {
    Q_OBJECT

private slots:
    void aManifestTellsTheSizeOfTheWorld()
    {
        const Folder folder;
        folder.write("r0.csv", "rank,step,stage,duration_ms\n0,0,f,1\n0,1,f,2\n");
        const auto sizeWith = [&](const std::string& size) {
            folder.write("m.json", json("{'schema':'headwater.manifest/1','values':{'world_size':'" + size + "'}}"));
            return (*load(folder.root()))->worldSize;
        };
        QCOMPARE(sizeWith("4"), 4);
        for (const char* odd : {"0", "-1", "four", "4 GPUs", "99999999999", "20000000"})
            QCOMPARE(sizeWith(odd), 0);
    }

    /// A world that cannot be is named and then unknown: nothing counts up to it.
    void aWorldThatCannotBe()
    {
        const Folder folder;
        const auto said = [&](int world, int ranks) {
            for (int rank = 0; rank < ranks; ++rank)
                folder.write(std::to_string(rank) + ".json", trace(rank, world));
            const auto run = load(folder.root());
            const auto problem = std::ranges::find((*run)->problems, "bad-world-size", &Problem::code);
            return std::pair((*run)->worldSize, problem == (*run)->problems.end() ? "" : problem->message);
        };
        QCOMPARE(said(8, 2), std::pair(8, std::string()));
        QCOMPARE(
            said(9'999'999, 2),
            std::pair(0, std::string("it says a world of 9999999 ranks, which no job has; this is not counted on")));
        QCOMPARE(said(2, 4),
                 std::pair(0, std::string("it says a world of 2 ranks, but there is rank 3; this is not counted on")));
        folder.write("1.json", trace(1, 4));  // others say what can be
        QCOMPARE((*load(folder.root()))->worldSize, 4);
    }
};

QTEST_GUILESS_MAIN(tst_WorldSize)
#include "tst_WorldSize.moc"
