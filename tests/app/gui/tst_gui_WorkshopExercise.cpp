// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QCompleter>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSlider>
#include <QStatusBar>
#include <QTimer>
#include <QTreeWidget>

#include "app/gui/CommandPalette.h"
#include "tests/app/gui/WorkshopWindow.h"
#include "widgets/workshop/ClassView.h"
#include "widgets/workshop/ConceptView.h"
#include "widgets/workshop/ExerciseView.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/VectorView.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// The exercise by its keys, and where the page goes with what is clicked.
class TestWorkshopExercise : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_start.prepare(); }
    void init();
    void cleanup() { m_window.reset(); }
    void tabGoesOnBelow();
    void whatCannotBeFilledInLooksSo();
    void thePaletteIsNotLeftOpen();
    void theScoreComesIntoSight();
    void theListLeadsBack();
    void aHandoutSaysWhereItIs();

private:
    void answerAll() const;

    fixtures::WorkshopStart m_start;
    std::unique_ptr<MainWindow> m_window;
};

void TestWorkshopExercise::init()
{
    fixtures::openWorkshop(m_start, m_window);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

/// By the keys alone: "cannot be compared" for each, which is wrong for most.
void TestWorkshopExercise::answerAll() const
{
    for (const VectorView* vector : m_window->desk()->page()->exercise()->vectors()) {
        vector->index()->setFocus();
        QTest::keyClick(vector->index(), Qt::Key_End);
        QCOMPARE(vector->index()->currentData().toInt(), -2);
    }
}

/// From the last vector through the four texts to the button, with other numbers too.
void TestWorkshopExercise::tabGoesOnBelow()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"first-regression"_s);
    ExerciseView* view = page->exercise();
    for (int round = 0; round < 2; ++round) {
        answerAll();
        QVERIFY(view->vectors().back()->index()->hasFocus());
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
        QVERIFY(view->questions().at("explain")->editor()->hasFocus());
        for (const char* id : {"q1", "q2", "q3"}) {
            QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
            QVERIFY2(view->questions().at(id)->editor()->hasFocus(), id);
        }
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
        QVERIFY(view->checkButton()->hasFocus());
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Backtab);
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Space);
        QCOMPARE(view->questions().at("q3")->editor()->toPlainText(), QString(round + 1, u' '));
        QVERIFY(!m_window->commandPalette()->isVisible());
        view->againButton()->setFocus();
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Space);
        QCOMPARE(view->answers().seed, std::uint64_t(round + 2));
    }
}

void TestWorkshopExercise::whatCannotBeFilledInLooksSo()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"first-regression"_s);
    const VectorView* vector = page->exercise()->vectors().front();
    vector->index()->setFocus();
    QTest::keyClick(vector->index(), Qt::Key_Home);
    QTest::keyClick(vector->index(), Qt::Key_End);
    QVERIFY(!vector->increase()->isEnabled());
    const auto inside = [vector] {
        const QImage shown = vector->increase()->grab().toImage();
        return shown.pixelColor(shown.width() / 2, 4);
    };
    const QColor closed = inside();
    QTest::keyClick(vector->index(), Qt::Key_Home);
    for (int i = 0; i < 3 && !vector->increase()->isEnabled(); ++i)
        QTest::keyClick(vector->index(), Qt::Key_Down);
    QVERIFY(vector->increase()->isEnabled());
    QVERIFY2(inside() != closed, qPrintable(closed.name()));
}

/// Tab moves in its list; who clicks or goes elsewhere with the keys closes it, and so does Escape.
void TestWorkshopExercise::thePaletteIsNotLeftOpen()
{
    const CommandPalette* palette = m_window->commandPalette();
    const auto open = [this, palette] {
        QTest::keyClick(m_window->windowHandle(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(palette->isVisible() && palette->field()->hasFocus());
    };
    open();
    const int row = palette->list()->currentIndex().row();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
    QVERIFY(palette->isVisible() && palette->field()->hasFocus());
    QCOMPARE(palette->list()->currentIndex().row(), row + 1);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Backtab);
    QCOMPARE(palette->list()->currentIndex().row(), row);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
    open();
    m_window->desk()->page()->list()->setFocus(Qt::TabFocusReason);
    QVERIFY(!palette->isVisible());
    open();
    QTest::mouseClick(m_window->desk()->page()->list()->viewport(), Qt::LeftButton);
    QTRY_VERIFY(!palette->isVisible());
}

void TestWorkshopExercise::theScoreComesIntoSight()
{
    m_window->resize(1'280, 800);
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"first-regression"_s);
    ExerciseView* view = page->exercise();
    answerAll();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
    for (const auto& [id, question] : view->questions()) {
        question->editor()->setFocus();
        QTest::keyClicks(question->editor(), u"Because."_s);
    }
    view->checkButton()->setFocus();
    QTest::keyClick(view->checkButton(), Qt::Key_Space);
    QVERIFY(view->isRevealed());
    const auto total = [view] { return view->score()->visibleRegion().boundingRect(); };
    QTRY_VERIFY(total().top() == 0 && total().height() >= view->fontMetrics().height() * 3);
    QTest::qWait(50);  // and stays there
    QVERIFY(total().top() == 0 && !total().isEmpty());
    QTest::mouseClick(view->againButton(), Qt::LeftButton);
    QTRY_VERIFY(!view->vectors().front()->index()->visibleRegion().isEmpty());
}

/// Also to what is chosen already, below a text in its place; a figure that was dragged stays.
void TestWorkshopExercise::theListLeadsBack()
{
    WorkshopDesk* desk = m_window->desk();
    WorkshopPage* page = desk->page();
    QTreeWidget* list = page->list();
    const auto click = [list] {
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->currentItem()).center());
    };
    page->choose(u"new-image"_s);
    const QString title = page->heading()->text();
    const QString odd = m_start.folder.filePath(u"broken-case.json"_s);
    QFile file(odd);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"schema\": \"headwater.workshop-case/1\", \"id\": \"x\"}");
    file.close();
    desk->openFile(odd);
    QTRY_COMPARE_WITH_TIMEOUT(page->heading()->text(), u"This case cannot be used yet"_s, 60'000);
    const auto labels = page->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->isVisible() && label->text().contains(u"broken-case.json"_s);
    }));
    QVERIFY(!page->startButton()->isVisible());
    click();
    QCOMPARE(page->heading()->text(), title);
    QVERIFY(page->startButton()->isVisible());
    desk->showClass({odd});
    QVERIFY(page->classView()->isVisible() && !page->startButton()->isVisible());
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(!page->classView()->isVisible() && page->startButton()->isVisible());

    page->choose(u"barrier"_s);
    QSlider* slider = page->conceptView()->slider(0);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_End);
    click();
    QCOMPARE(slider, page->conceptView()->slider(0));
    QCOMPARE(slider->value(), slider->maximum());
}

/// Saved by the button and the dialog, as somebody does.
void TestWorkshopExercise::aHandoutSaysWhereItIs()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"new-image"_s);
    QPushButton* blank = nullptr;
    for (QPushButton* button : page->findChildren<QPushButton*>())
        if (button->text() == u"Handout as PDF\u2026"_s)
            blank = button;
    QVERIFY(blank && blank->isVisible());
    const QString target = m_start.folder.filePath(u"sheet.pdf"_s);
    QTimer often;
    connect(&often, &QTimer::timeout, this, [this, &target] {
        auto* dialog = m_window->findChild<QFileDialog*>();
        auto* field = dialog != nullptr ? dialog->findChild<QLineEdit*>(u"fileNameEdit"_s) : nullptr;
        if (field == nullptr || !field->isVisible())
            return;
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, target);
        if (QCompleter* completer = field->completer())
            completer->popup()->hide();
        QTest::keyClick(field, Qt::Key_Return);
    });
    often.start(200);
    QTest::mouseClick(blank, Qt::LeftButton);
    often.stop();
    QVERIFY(QFile::exists(target));
    QCOMPARE(m_window->statusBar()->currentMessage(), u"Saved: "_s + target);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestWorkshopExercise)
#include "tst_gui_WorkshopExercise.moc"
