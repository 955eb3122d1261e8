// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QTemporaryDir>

#include "core/analysis/summary/Summarize.h"
#include "core/run/SummaryCodec.h"
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;

namespace fs = std::filesystem;

class TestSummaryPieces : public QObject {
    Q_OBJECT
private slots:
    void manyPiecesStaySmall();
};

/// A collective that runs beside 40,000 kernels is bare of compute in as many places: the file must not grow with them,
/// the time must stay, and what was joined is said.
void TestSummaryPieces::manyPiecesStaySmall()
{
    QByteArray text =
        "{'distributedInfo': {'rank': 0, 'world_size': 2}, 'traceEvents': ["
        "{'ph':'X','cat':'user_annotation','name':'ProfilerStep#1','pid':1,'tid':1,'ts':0,'dur':200000},"
        "{'ph':'X','cat':'kernel','name':'ncclDevKernel_AllReduce_Sum_f32_RING_LL','pid':0,'tid':20,'ts':0,"
        "'dur':150000}";
    for (int i = 0; i < 40'000; ++i)
        text +=
            ",{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':" + QByteArray::number(3 * i) + ",'dur':2}";
    text += "]}";
    const QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "many.json";
    {
        std::ofstream out(file);
        out << text.replace('\'', '"').toStdString();
    }
    const auto loaded = loadRun(std::span(&file, 1), {}, {});
    QVERIFY(loaded && (*loaded)->ranks.size() == 1);
    const RunPtr run = *loaded;
    const SummarizedRank made = summarizeRank(*run->ranks[0].trace);
    QVERIFY2(made.summary.exposed.size() > 1000 && made.summary.exposed.size() <= 16'384,
             qPrintable(QString::number(made.summary.exposed.size())));
    Ns bare = 0;
    for (const ExposedPiece& piece : made.summary.exposed)
        bare += piece.time.length();
    QCOMPARE(bare, Ns(70'000'000));  // 150 ms without two thirds of the 120 ms with kernels
    QVERIFY(std::ranges::any_of(made.trace.problems, [](const Problem& one) { return one.code == "pieces-joined"; }));
    QVERIFY(encodeSummary(made, "test").size() < 200'000);
}

QTEST_GUILESS_MAIN(TestSummaryPieces)
#include "tst_SummaryPieces.moc"
