// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/logs/MergeLogs.h"
#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

class tst_MergeLogs : public QObject {
    Q_OBJECT

private slots:
    void restartsInOneFolder()
    {
        const Folder folder;
        std::vector<TrainingLog> all;
        const auto add = [&](const char* name, const std::vector<EventScalar>& scalars) {
            auto read = readLog(folder, name, eventFile(scalars));
            std::ranges::move(read.content.logs, std::back_inserter(all));
        };
        // The second file begins at step 2 again; it comes first here, as files come in any order.
        add("tb/events.out.tfevents.2", {{"lm loss", 2, 8.0F, 1700000100.0},
                                         {"iteration-time", 2, 0.5F, 1700000100.0},
                                         {"optimizer-time", 2, 0.25F, 1700000100.0},
                                         {"lm loss", 3, 7.0F, 1700000101.0}});
        add("tb/events.out.tfevents.1", {{"lm loss", 1, 10.0F, 1700000001.0},
                                         {"lm loss", 2, 9.0F, 1700000002.0},
                                         {"grad-norm", 2, 1.5F, 1700000002.0},
                                         {"optimizer-time", 1, 0.125F, 1700000001.0},
                                         {"optimizer-time", 2, 0.125F, 1700000002.0}});
        add("other/events.out.tfevents.1", {{"lm loss", 1, 5.0F, 1700000001.0}});
        logs::mergeEventLogs(all);
        QCOMPARE(all.size(), std::size_t(2));
        const auto merged =
            std::ranges::find(all, std::size_t(3), [](const TrainingLog& log) { return log.steps.size(); });
        QVERIFY(merged != all.end());
        QCOMPARE(stepOf(*merged, 1)->loss->value, 10.0);
        QCOMPARE(stepOf(*merged, 2)->loss->value, 8.0);
        QCOMPARE(stepOf(*merged, 2)->gradNorm->value, 1.5);
        QCOMPARE(stepOf(*merged, 2)->stepTime, ms(500));
        QCOMPARE(stepOf(*merged, 3)->loss->value, 7.0);
        QCOMPARE(timerOf(*merged, 1, "optimizer")->maximum, ms(125));
        QCOMPARE(timerOf(*merged, 2, "optimizer")->maximum, ms(250));
        QCOMPARE(merged->timers.size(), std::size_t(2));
    }

    void otherLogsStay()
    {
        std::vector<TrainingLog> all(2);
        all[0].source = all[1].source = "a/b.log";
        logs::mergeEventLogs(all);
        QCOMPARE(all.size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(tst_MergeLogs)
#include "tst_MergeLogs.moc"
