// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QTest>
#include <QUrl>

#include "app/gui/BarButtons.h"
#include "app/gui/pages/StartPage.h"
#include "tests/app/gui/ScaleWindow.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/scale/IsolationPanel.h"
#include "widgets/scale/PairPanel.h"
#include "widgets/scale/TopologyMap.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// What all_reduce_perf prints of one GPU on each of two hosts; of the small size `small`.
QByteArray output(const char* one, const char* other, double bandwidth, double small = 11.65)
{
    return QByteArray("# nThread 1 nGpus 1 minBytes 8 maxBytes 67108864\n# Using devices\n"
                      "#  Rank  0 Group  0 Pid 11 on ") +
           one + " device  0 [0x1] NVIDIA H100\n#  Rank  1 Group  0 Pid 12 on " + other +
           " device  0 [0x1] NVIDIA H100\n#\n"
           "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw  "
           " "
           "busbw #wrong\n"
           "     1048576        262144     float     sum      -1    900.0   11.65   " +
           QByteArray::number(small) +
           "      0    900.0   11.65  "
           " "
           "11.65      0\n"
           "    67108864      16777216     float     sum      -1    900.0   74.56   " +
           QByteArray::number(bandwidth) + "      0    900.0   74.56   74.56      0\n";
}

}  // namespace

/// Tests that isolate a suspect, on the Scale page; and the page without runs.
class TestIsolation : public ScaleWindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { makeFiles(); }
    void init();
    void cleanup() { m_window.reset(); }
    void isolationTestsAreRead();
    void outputsOfNcclTestsFallOnThePage();
    void aBaselineOfNcclTests();
    void withoutRuns();
};

void TestIsolation::init()
{
    makeWindow();
    open(m_fine, m_slow);
    bench()->showPage(u"scale"_s);
    settle();
}

void TestIsolation::isolationTestsAreRead()
{
    page()->readFiles({m_isolation, m_topology});  // in any order
    settle();
    QVERIFY2(page()->trouble().isEmpty(), qPrintable(page()->trouble()));
    QVERIFY(page()->planned());
    const auto& steps = page()->isolation()->steps()->rowsModel()->rows().rows;
    QCOMPARE(steps.size(), std::size_t(3));
    QVERIFY(steps[0].cells.back().text.contains(u"n0 and n2: slow together"));
    QVERIFY(steps[1].cells.back().text.contains(u"it is not the data"));
    QVERIFY(steps[2].cells.back().text.contains(u"n2"));
    QCOMPARE(steps[0].cells.back().tone, 1);
    QCOMPARE(steps[1].cells.back().tone, -1);
    QCOMPARE(steps[2].cells.back().tone, 1);
    // The matrix against the baseline, and its outlier.
    QVERIFY(page()->pairs()->isVisible());
    QVERIFY(page()->pairs()->map()->data().text(0, 2).contains(u"190 GB/s"));
    QVERIFY(page()->pairs()->map()->data().text(0, 2).contains(u"against the baseline"));
    QVERIFY(page()->pairs()->conclusion().contains(u"n0 and n2"));
    QCOMPARE(page()->pairs()->outliers()->rowsModel()->rowCount(), 1);
    // Groups that are no pair of nccl-tests, and the hunt, the slowest node first.
    QCOMPARE(page()->isolation()->readings()->rowsModel()->rowCount(), 1);
    const auto& hunt = page()->isolation()->hunt()->rowsModel()->rows().rows;
    QCOMPARE(hunt.front().cells[0].text, u"n2"_s);
    QCOMPARE(hunt.front().cells[4].text, u"slow"_s);
    // Taken out, and back by undo.
    click(page()->isolation()->removeButton());
    QVERIFY(board().now().isolation.empty());
    QCOMPARE(steps[0].cells.back().text, u"Not run yet"_s);
    QVERIFY(!page()->isolation()->removeButton()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    QCOMPARE(board().now().isolation.size(), std::size_t(4));
    // And the same file again adds nothing.
    page()->readFiles({m_isolation});
    settle();
    QCOMPARE(board().now().isolation.size(), std::size_t(4));
}

void TestIsolation::outputsOfNcclTestsFallOnThePage()
{
    page()->readFiles({m_topology});
    settle();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(write(u"all_reduce_01.log"_s, output("n0", "n1", 74))),
                  QUrl::fromLocalFile(write(u"all_reduce_02.log"_s, output("n0.rack", "n2.rack", 37)))});
    const QPointF at = page()->rect().center();
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page(), &drop);
    settle();
    QVERIFY2(page()->trouble().isEmpty(), qPrintable(page()->trouble()));
    QCOMPARE(page()->planned()->plan.readings.matrices.size(), std::size_t(2));  // one a size
    const scale::PairMatrix& matrix = page()->planned()->plan.readings.matrices.front();
    QCOMPARE(matrix.messageBytes, std::string("67108864"));  // the largest comes first
    QCOMPARE(matrix.cells.size(), std::size_t(2));
    QCOMPARE(matrix.find(0, 2)->value, 37.0);
    // Neither a baseline nor enough peers: unknown, not fine.
    QVERIFY(page()->pairs()->conclusion().startsWith(u"Too few pairs"));
}

/// By pair and size: the pair across lost half of its bandwidth, and nothing of the small messages.
void TestIsolation::aBaselineOfNcclTests()
{
    page()->readFiles({m_topology});
    settle();
    page()->readFiles({write(u"now_01.log"_s, output("n0", "n1", 74)), write(u"now_02.log"_s, output("n0", "n2", 37))});
    settle();
    QVERIFY(page()->isolation()->baselineButton()->isVisible());
    page()->readBaselines({write(u"well_03.log"_s, output("n1", "n3", 74))});
    settle();
    QVERIFY2(page()->trouble().contains(u"no result"), qPrintable(page()->trouble()));
    page()->readBaselines(
        {write(u"well_01.log"_s, output("n0", "n1", 74)), write(u"well_02.log"_s, output("n0", "n2", 74))});
    settle();
    QVERIFY2(page()->trouble().isEmpty(), qPrintable(page()->trouble()));
    QVERIFY(!page()->isolation()->baselineButton()->isVisible());
    const auto& matrices = page()->planned()->plan.readings.matrices;
    QCOMPARE(*matrices[0].find(0, 2)->change, -0.5);
    QCOMPARE(matrices[0].find(0, 2)->state, scale::PairState::Slow);
    QCOMPARE(matrices[0].find(0, 1)->state, scale::PairState::Good);
    QCOMPARE(matrices[1].messageBytes, std::string("1048576"));
    QCOMPARE(matrices[1].find(0, 2)->state, scale::PairState::Good);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    QVERIFY(!page()->planned()->plan.readings.matrices[0].find(0, 2)->change);
}

/// A topology and results are enough; the plan is saved, opened again, and there when runs come.
void TestIsolation::withoutRuns()
{
    m_window.reset();
    makeWindow();
    QTest::mouseClick(m_window->startPage()->scaleButton(), Qt::LeftButton);
    QVERIFY(page()->isVisible() && page()->backButton()->isVisible());
    // The way to the menu and the search stays, and what is said below is of this page.
    QVERIFY(m_window->frontBar()->isVisible());
    const auto below = [this](const QString& text) {
        const auto labels = m_window->statusBar()->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(text); });
    };
    QVERIFY(below(u"A plan at scale, without runs"_s));
    QVERIFY(!m_window->isWindowModified());
    page()->readFiles({m_topology, m_isolation});
    settle();
    QVERIFY2(page()->trouble().isEmpty(), qPrintable(page()->trouble()));
    QCOMPARE(page()->isolation()->hunt()->rowsModel()->rowCount(), 4);
    page()->map()->chooseRow(0);  // no ranks to select: nothing happens elsewhere
    QVERIFY(m_window->isWindowModified());
    const ScaleCase kept = board().now();
    const QString file = m_folder.filePath(u"plan.headwater"_s);
    QVERIFY(m_window->session().save(file));
    QTest::mouseClick(page()->backButton(), Qt::LeftButton);
    QVERIFY(m_window->startPage()->isVisible() && !page()->isVisible());
    QVERIFY(m_window->frontBar()->isVisible() && below(u"Drop two folders"_s));

    m_window.reset();
    makeWindow();
    m_window->session().openInvestigation(file);
    QTRY_VERIFY_WITH_TIMEOUT(board().now() == kept, 60'000);
    settle();
    QVERIFY(page()->isVisible() && page()->backButton()->isVisible());
    QVERIFY(!m_window->isWindowModified());
    QCOMPARE(page()->pairs()->outliers()->rowsModel()->rowCount(), 1);

    emit m_window->startPage()->compareRequested({m_fine}, {m_slow});
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QVERIFY(board().now() == kept);
    bench()->showPage(u"scale"_s);
    settle();
    QVERIFY(!page()->backButton()->isVisible());
    QVERIFY(!m_window->frontBar()->isVisible());  // the workbench has its own
    QCOMPARE(page()->pairs()->outliers()->rowsModel()->rowCount(), 1);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestIsolation)
#include "tst_gui_Isolation.moc"
