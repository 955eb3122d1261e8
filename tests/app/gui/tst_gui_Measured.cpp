// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QInputDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include "app/gui/pages/MeasureDialog.h"
#include "app/gui/pages/ScaleSizes.h"
#include "app/gui/pages/ScaleStart.h"
#include "tests/app/gui/ScaleWindow.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/scale/ResultEntry.h"
#include "widgets/scale/TopologyMap.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// What was measured of the next experiment, given on the page: the window takes what plan-scale takes.
class TestMeasured : public ScaleWindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { makeFiles(); }
    void init();
    void cleanup() { m_window.reset(); }
    void numbersAreMeasured();
    void anInvariantThatMovedIsNamed();
    void runsAreRead();
    void whatCannotBeReadIsSaid();
    void runsOfAFileOfResults();
    void oneLimitForAll();
    void unknownKeysAreTold();
    void theNodesOfTheSlowJob();

private:
    void measure(std::size_t group, MeasuredInput::Kind kind, const QString& baseline, const QString& current,
                 const QString& invariants = {});
    void saidOfTheRest();
};

void TestMeasured::init()
{
    makeWindow();
    open(m_fine, m_slow);
    bench()->showPage(u"scale"_s);
    settle();
    page()->readFiles({m_topology});
    settle();
}

void TestMeasured::measure(std::size_t group, MeasuredInput::Kind kind, const QString& baseline, const QString& current,
                           const QString& invariants)
{
    QTest::mouseClick(page()->entry()->measureButton(group), Qt::LeftButton);
    auto* dialog = page()->findChild<MeasureDialog*>();
    QVERIFY(dialog);
    QVERIFY(!dialog->acceptButton()->isEnabled());
    dialog->kinds()->setCurrentIndex(static_cast<int>(kind));
    dialog->list(0)->setPlainText(baseline);
    dialog->list(1)->setPlainText(current);
    dialog->invariants(0)->setText(u"batch_per_gpu=4"_s);
    dialog->invariants(1)->setText(invariants.isEmpty() ? u"batch_per_gpu=4"_s : invariants);
    QTest::mouseClick(dialog->acceptButton(), Qt::LeftButton);
    settle();
    QTRY_VERIFY(!page()->findChild<MeasureDialog*>());
}

void TestMeasured::saidOfTheRest()
{
    for (SegmentBar* bar : page()->entry()->bars())
        if (bar->isVisible())
            QTest::mouseClick(bar->findChildren<QAbstractButton*>()[1], Qt::LeftButton);
}

void TestMeasured::numbersAreMeasured()
{
    measure(0, MeasuredInput::Kind::StepTimes, u"100, 101, 99"_s, u"130\n131\n129"_s);
    QVERIFY2(page()->entry()->measuredText(0).contains(u"130"), qPrintable(page()->entry()->measuredText(0)));
    QVERIFY(!page()->entry()->bars()[0]->isVisible());
    click(page()->entry()->takeOutButton(0));
    QVERIFY(page()->entry()->bars()[0]->isVisible());
    measure(0, MeasuredInput::Kind::StepTimes, u"100, 101, 99"_s, u"130\n131\n129"_s);
    saidOfTheRest();
    click(page()->entry()->addButton());
    QCOMPARE(page()->planned()->plan.experiments.size(), std::size_t(1));
    const scale::JudgedGroup& group = page()->planned()->plan.experiments[0][0];
    QVERIFY(group.measured);
    QCOMPARE(group.result.state, scale::GroupState::Bad);
    const auto& row = page()->experiments()->rowsModel()->rows().rows[0];
    QVERIFY2(row.cells.back().text.contains(u"equal: batch_per_gpu"), qPrintable(row.cells.back().text));
    QVERIFY(row.cells.back().text.contains(u"not told: message_bytes"));
}

void TestMeasured::anInvariantThatMovedIsNamed()
{
    measure(0, MeasuredInput::Kind::StepTimes, u"100 101 99"_s, u"130 131 129"_s, u"batch_per_gpu=8"_s);
    saidOfTheRest();
    click(page()->entry()->addButton());
    QCOMPARE(page()->planned()->plan.experiments[0][0].result.state, scale::GroupState::Invalid);
    QCOMPARE(page()->experiments()->rowsModel()->rows().rows[0].cells[4].text, u"invalid: batch_per_gpu 4 \u2192 8"_s);
}

void TestMeasured::runsAreRead()
{
    measure(0, MeasuredInput::Kind::Runs, m_fine, m_slow);
    QVERIFY2(page()->trouble().isEmpty(), qPrintable(page()->trouble()));
    saidOfTheRest();
    click(page()->entry()->addButton());
    const GroupMeasurement& group = board().now().experiments[0][0];
    QCOMPARE(group.metric, std::string("step_time_ms"));
    QCOMPARE(group.current.runs, std::vector<std::string>{m_slow.toStdString()});
    QVERIFY(group.current.values.at(0) > group.baseline.values.at(0));
    // One run is no three; saved with what was read.
    QCOMPARE(page()->planned()->plan.experiments[0][0].result.state, scale::GroupState::Inconclusive);
    const ScaleCase kept = board().now();
    const QString file = m_folder.filePath(u"with-runs.headwater"_s);
    QVERIFY(m_window->session().save(file));
    open(m_slow, m_fine);
    m_window->session().openInvestigation(file);
    QTRY_VERIFY_WITH_TIMEOUT(board().now() == kept, 60'000);
}

void TestMeasured::whatCannotBeReadIsSaid()
{
    measure(0, MeasuredInput::Kind::Runs, m_fine, u"/nowhere/run"_s);
    QVERIFY2(page()->trouble().contains(u"/nowhere/run"), qPrintable(page()->trouble()));
    measure(0, MeasuredInput::Kind::StepTimes, u"100"_s, u"many"_s);
    QVERIFY(page()->trouble().contains(u"many"));
    QVERIFY(page()->entry()->measuredText(0).isEmpty());
}

void TestMeasured::runsOfAFileOfResults()
{
    const QByteArray text = json("{'schema': 'headwater.scale-results/1', 'experiments': [{'groups': [{'nodes': "
                                 "['n0', 'n2'], 'baseline': {'runs': ['FINE']}, 'current': {'runs': ['SLOW']}}]}]}")
                                .replace("FINE", m_fine.toUtf8())
                                .replace("SLOW", m_slow.toUtf8());
    page()->readFiles({write(u"runs.json"_s, text)});
    settle();
    QVERIFY2(page()->trouble().isEmpty(), qPrintable(page()->trouble()));
    QVERIFY(*page()->planned()->plan.experiments[0][0].ratio > 0);
    QCOMPARE(board().now().experiments[0][0].current.values.size(), std::size_t(1));
}

void TestMeasured::oneLimitForAll()
{
    click(page()->clearButton());
    emit page()->startCard()->plainWanted(8 * 4097, 8);
    settle();
    QVERIFY2(page()->trouble().contains(u"4097 nodes are more than 4096"), qPrintable(page()->trouble()));
    emit page()->startCard()->plainWanted(130, 8);
    settle();
    QVERIFY2(page()->trouble().contains(u"no whole number of nodes"), qPrintable(page()->trouble()));
}

void TestMeasured::unknownKeysAreTold()
{
    page()->readFiles({write(u"keys.json"_s, json("{'schema': 'headwater.topology/1', 'nodes': [{'name': 'n0', 'lead': "
                                                  "'a'}, {'name': 'n1', 'leaf': 'a'}]}"))});
    settle();
    QVERIFY2(page()->trouble().contains(u"lead"), qPrintable(page()->trouble()));
    QCOMPARE(page()->map()->data().nodes.size(), std::size_t(2));
}

void TestMeasured::theNodesOfTheSlowJob()
{
    click(page()->nodesButton());
    auto* dialog = page()->findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setTextValue(u"n3, n1"_s);
    dialog->accept();
    settle();
    QTRY_COMPARE(page()->planned()->plan.cluster.nodes.size(), std::size_t(2));
    QCOMPARE(page()->planned()->plan.cluster.nodes[0].name, std::string("n1"));
    page()->sizes()->perNode()->setValue(4);
    settle();
    QCOMPARE(page()->planned()->plan.cluster.gpus(), 8);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestMeasured)
#include "tst_gui_Measured.moc"
