// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/Paths.h"
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

namespace {

const std::filesystem::path kData = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto";

bool near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

}  // namespace

/// Real traces, where they are present. Figures come from an independent script (the index beside the files).
class tst_RealPartition : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real traces is absent");
    }

    void spansAddUpToTheNanosecond_data()
    {
        QTest::addColumn<QByteArray>("folder");
        for (const auto& entry : std::filesystem::directory_iterator(kData))
            for (const char* spec : {"auto", "annotations", "canonical"})
                QTest::addRow("%s %s", entry.path().filename().c_str(), spec)
                    << QByteArray::fromStdString(entry.path().string() + "|" + spec);
    }

    void spansAddUpToTheNanosecond()
    {
        QFETCH(QByteArray, folder);
        const std::string text = folder.toStdString();
        const auto bar = text.find('|');
        std::string error;
        const auto a = analyzed(text.substr(0, bar), text.substr(bar + 1), &error);
        QVERIFY2(a, error.c_str());
        QCOMPARE(unbalanced(a->cube), std::string());
        for (const RankAnalysis& rank : a->ranks) {
            const DeviceWindow& w = rank.deviceWindow;
            QCOMPARE(w.compute + w.exposedComm + w.exposedMemcpy + w.exposedMemset + w.idle, w.window);
            QVERIFY(w.compute <= w.busy && w.busy <= w.window);
        }
    }

    void operationTimeline()
    {
        const auto a = analyzed(kData / "straggler-analysis/timeline-ST.json.gz", "auto");
        QCOMPARE(a->stageSource, std::string("annotations"));
        QCOMPARE(a->ranks.size(), std::size_t(8));
        QCOMPARE(a->ranks[7].role, std::string("pipeline stage 3"));
        QCOMPARE(a->cube.steps().size(), std::size_t(32));
        // The last pipeline stage computes most.
        for (std::size_t rank = 0; rank < 8; ++rank) {
            const double forward = medianMs(a->cube, Quantity::Compute, "forward-compute", rank);
            const double backward = medianMs(a->cube, Quantity::Compute, "backward-compute", rank);
            QVERIFY2(near(forward, rank < 6 ? 270.5 : 561.4, 2.6), std::to_string(forward).c_str());
            QVERIFY2(near(backward, rank < 6 ? 577.5 : 819.5, 3.5), std::to_string(backward).c_str());
        }
    }

    void recommenderPair()
    {
        const auto control = analyzed(kData / "hta-pair-trace-diff/control.json.gz", "annotations");
        const auto test = analyzed(kData / "hta-pair-trace-diff/test.json.gz", "annotations");
        QVERIFY(near(medianMs(control->cube, Quantity::Span, "forward", 0), 25.15, 0.01));
        QVERIFY(near(medianMs(test->cube, Quantity::Span, "forward", 0), 41.74, 0.01));
        QVERIFY(near(medianMs(control->cube, Quantity::Compute, "forward", 0), 15.1, 0.05));
        QVERIFY(near(medianMs(test->cube, Quantity::Compute, "forward", 0), 28.0, 0.05));
        QVERIFY(near(medianMs(control->cube, Quantity::Span, "backward", 0), 43.5, 0.05));
        QVERIFY(near(medianMs(test->cube, Quantity::Span, "backward", 0), 62.7, 0.05));
        const double host = medianMs(test->cube, Quantity::Host, "sparse_data_dist", 0) -
                            medianMs(control->cube, Quantity::Host, "sparse_data_dist", 0);
        QVERIFY(near(host, 33.8, 0.1));
    }

    void dataLoaderPair()
    {
        const auto before = analyzed(kData / "kineto-pair-dataloader/num_workers_4", "canonical");
        const auto after = analyzed(kData / "kineto-pair-dataloader/num_workers_0", "canonical");
        QVERIFY(near(medianMs(before->cube, Quantity::Span, "DataLoader", 0), 0.7, 0.05));
        QVERIFY(near(medianMs(after->cube, Quantity::Span, "DataLoader", 0), 59.4, 0.1));
        QVERIFY(near(medianMs(after->cube, Quantity::Idle, "DataLoader", 0), 59.4, 0.1));
        QVERIFY(near(medianMs(after->cube, Quantity::Host, "DataLoader", 0), 70, 0.5));
    }

    void sleepingRank()
    {
        const auto a = analyzed(kData / "torchrec-4rank-sleep", "auto");
        QCOMPARE(a->ranks.size(), std::size_t(4));
        for (std::size_t r = 0; r < 4; ++r) {
            const double span = medianMs(a->cube, Quantity::Span, "forward", r);
            const double wait = medianMs(a->cube, Quantity::Wait, "forward", r);
            QVERIFY(near(span, 1050, 15));
            QVERIFY2(near(span - wait, r == 2 ? 1060 : 62, 3), std::to_string(span - wait).c_str());
        }
        QVERIFY(near(medianMs(a->cube, Quantity::Idle, "forward", 2), 1011, 1));
    }
};

QTEST_GUILESS_MAIN(tst_RealPartition)
#include "tst_RealPartition.moc"
