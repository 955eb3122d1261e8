// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QDoubleSpinBox>
#include <QSlider>

#include "core/workshop/Library.h"
#include "tests/app/gui/WorkshopWindow.h"
#include "widgets/workshop/ConceptChart.h"
#include "widgets/workshop/ConceptView.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// What of the figures of ideas can be taken hold of.
class TestWorkshopFigures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_start.prepare(); }
    void init() { fixtures::openWorkshop(m_start, m_window); }
    void cleanup() { m_window.reset(); }
    void everyHandleHasASlider();
    void everyGripIsHit();
    void theWayCountsWhereAPlaceSaysNothing();
    void aSliderStaysWhereItIsHeld();

private:
    void hit(const workshop::Concept& idea, ConceptView* view, std::size_t row);

    fixtures::WorkshopStart m_start;
    std::unique_ptr<MainWindow> m_window;
};

/// By mouse and by key; the figure follows.
void TestWorkshopFigures::everyHandleHasASlider()
{
    WorkshopPage* page = m_window->desk()->page();
    for (const workshop::Concept& idea : workshop::library().concepts) {
        page->choose(QString::fromStdString(idea.id));
        ConceptView* view = page->conceptView();
        const auto handles = workshop::handlesOf(idea.id);
        bool followed = false;
        for (std::size_t i = 0; i < handles.size(); ++i) {
            QSlider* slider = view->slider(i);
            QTRY_VERIFY(slider->isVisible());
            slider->setFocus();
            QTest::keyClick(slider, Qt::Key_Home);
            QCOMPARE(view->box(i)->value(), handles[i].least);
            const QString least = view->chart()->table();
            QTest::keyClick(slider, Qt::Key_End);
            QCOMPARE(view->box(i)->value(), handles[i].most);
            followed = followed || view->chart()->table() != least;
            QTest::keyClick(slider, Qt::Key_Left);
            QCOMPARE(view->box(i)->value(), handles[i].most - handles[i].step);
            view->box(i)->setValue(handles[i].value);
            QCOMPARE(slider->value(), qRound((handles[i].value - handles[i].least) / handles[i].step));
        }
        QVERIFY2(followed, idea.id.c_str());  // a deeper queue, for one, changes nothing while it is full
    }
}

/// By the mouse ten pixels from its middle to every side, which the cursor says, and by the arrow keys.
void TestWorkshopFigures::hit(const workshop::Concept& idea, ConceptView* view, std::size_t row)
{
    ConceptChart* chart = view->chart();
    const workshop::ConceptBar bar = workshop::figureOf(idea, {}).bars[row];
    const QByteArray name = QByteArray::fromStdString(idea.id + " " + bar.label.en);
    const ConceptLayout layout = chart->chartLayout();
    const QPoint middle = QPointF(layout.x(bar.gripAt()), layout.bar(row).center().y()).toPoint();
    for (const QPoint& off : {QPoint(-10, 0), QPoint(10, 0), QPoint(0, -9), QPoint(0, 9)}) {
        QTest::mouseMove(chart, middle + off);
        QTRY_VERIFY2(chart->cursor().shape() == Qt::SizeHorCursor, name.constData());
    }
    QSlider* slider = view->slider(static_cast<std::size_t>(bar.handle));
    QCOMPARE(slider->cursor().shape(), Qt::SizeHorCursor);
    QVERIFY(slider->height() >= 20);
    chart->setFocus();
    chart->chooseRow(static_cast<int>(row));
    QDoubleSpinBox* box = view->box(static_cast<std::size_t>(bar.handle));
    const double before = box->value();
    QTest::keyClick(chart, before > box->minimum() ? Qt::Key_Left : Qt::Key_Right);
    QVERIFY2(box->value() != before, name.constData());
    box->setValue(before);
}

void TestWorkshopFigures::everyGripIsHit()
{
    WorkshopPage* page = m_window->desk()->page();
    for (const workshop::Concept& idea : workshop::library().concepts) {
        page->choose(QString::fromStdString(idea.id));
        ConceptView* view = page->conceptView();
        QTRY_VERIFY(view->box(0)->isVisible());
        const workshop::ConceptFigure figure = workshop::figureOf(idea, {});
        for (std::size_t row = 0; row < figure.bars.size(); ++row)
            if (figure.bars[row].handle >= 0)
                hit(idea, view, row);
    }
}

/// The number follows the mouse, and back is back.
void TestWorkshopFigures::theWayCountsWhereAPlaceSaysNothing()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"float-order"_s);
    ConceptView* view = page->conceptView();
    ConceptChart* chart = view->chart();
    QTRY_VERIFY(view->box(0)->isVisible());
    const ConceptLayout layout = chart->chartLayout();
    const double before = view->box(1)->value();
    const workshop::Library shelf = workshop::library();
    const auto idea = std::ranges::find(shelf.concepts, std::string("float-order"), &workshop::Concept::id);
    const workshop::ConceptFigure figure = workshop::figureOf(*idea, {});
    const QPoint from = QPointF(layout.x(figure.bars[0].gripAt()), layout.bar(0).center().y()).toPoint();
    const QPoint half(static_cast<int>(layout.plot.width() / 2), 0);
    QTest::mousePress(chart, Qt::LeftButton, {}, from);
    double last = before;
    for (int i = 1; i <= 5; ++i) {
        QTest::mouseMove(chart, from + half * i / 5);
        QVERIFY(view->box(1)->value() > last);
        last = view->box(1)->value();
    }
    QVERIFY(std::abs(last - before - 511.0 / 2) < 4);
    QTest::mouseMove(chart, from);
    QTest::mouseRelease(chart, Qt::LeftButton, {}, from);
    QCOMPARE(view->box(1)->value(), before);
}

/// Whatever the figure says then, and however long that is: in a narrow window it takes a second line.
void TestWorkshopFigures::aSliderStaysWhereItIsHeld()
{
    m_window->resize(1'024, 700);
    WorkshopPage* page = m_window->desk()->page();
    for (const workshop::Concept& idea : workshop::library().concepts) {
        page->choose(QString::fromStdString(idea.id));
        ConceptView* view = page->conceptView();
        for (std::size_t i = 0; i < workshop::handlesOf(idea.id).size(); ++i) {
            QSlider* slider = view->slider(i);
            QTRY_VERIFY(slider->isVisible());
            QTest::qWait(20);
            slider->setFocus();
            QTest::keyClick(slider, Qt::Key_Home);
            QTest::qWait(20);
            const int before = slider->mapTo(view, QPoint()).y();
            for (int step = 0; step < 12; ++step) {
                QTest::keyClick(slider, Qt::Key_PageUp);
                QTest::qWait(1);
                QCOMPARE(slider->mapTo(view, QPoint()).y(), before);
            }
        }
    }
}

}  // namespace headwater

QTEST_MAIN(headwater::TestWorkshopFigures)
#include "tst_gui_WorkshopFigures.moc"
