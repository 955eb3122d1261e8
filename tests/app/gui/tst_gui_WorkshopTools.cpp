// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <QAccessible>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QRadioButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableWidget>

#include "app/gui/Handout.h"
#include "core/workshop/Telling.h"
#include "tests/app/gui/Workshop.h"
#include "tests/app/gui/WorkshopWindow.h"
#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/ClassView.h"
#include "widgets/workshop/ExerciseView.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/VectorView.h"
#include "widgets/workshop/VetoBox.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

void write(const QString& name, const QByteArray& text)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

}  // namespace

/// What the workshop has beside its cases: exercise, what an instructor needs, projector and keyboard.
class TestWorkshopTools : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_start.prepare(); }
    void init() { fixtures::openWorkshop(m_start, m_window); }
    void cleanup() { m_window.reset(); }
    void theExercise();
    void theInstructorsSide();
    void aCaseOfYourOwn();
    void projectorMode();
    void aCaseOnAProjector();
    void aCaseOnASmallScreen();
    void aCaseToBeginWith();
    void answersAreAskedFor();
    void whatIsMissingIsSaid();
    void theKeyboardReachesEverything();

private:
    fixtures::WorkshopStart m_start;
    std::unique_ptr<MainWindow> m_window;
};

/// Answered as the product's own rule does, with every point ticked; then again with other numbers.
void TestWorkshopTools::theExercise()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"first-regression"_s);
    ExerciseView* view = page->exercise();
    QCOMPARE(view->vectors().size(), std::size_t(6));
    for (const workshop::VectorTask& task : workshop::vectorTasks(1)) {
        VectorView* vector = view->vectors().at(static_cast<std::size_t>(task.id[1] - '1'));
        QCOMPARE(vector->id(), task.id);
        const workshop::VectorAnswer right = workshop::solve(task);
        using Answer = workshop::VectorAnswer;
        const int said = right.kind == Answer::Kind::None    ? -1
                         : right.kind == Answer::Kind::Error ? -2
                                                             : static_cast<int>(right.index);
        vector->index()->setCurrentIndex(vector->index()->findData(said));
        QCOMPARE(vector->increase()->isEnabled(), said >= 0);
        vector->increase()->setValue(static_cast<double>(right.increase) / 1e6);
    }
    for (const auto& [id, question] : view->questions()) {
        question->editor()->setPlainText(u"Because."_s);
        QVERIFY(!question->boxes().front()->isVisible());
    }
    QVERIFY(!view->saveButton()->isVisible() && !view->score()->isVisible());
    QTest::mouseClick(view->checkButton(), Qt::LeftButton);
    QCOMPARE(view->grade().total, 3.0);  // the vectors alone; nobody has read the texts yet
    for (const auto& [id, question] : view->questions()) {
        QTRY_VERIFY(question->boxes().front()->isVisible());
        fixtures::tickAll(question);
    }
    QCOMPARE(view->grade().total, 10.0);
    QVERIFY2(view->score()->text().contains(u"10 / 10, passed"_s), qPrintable(view->score()->text()));
    QVERIFY(!view->vectors().front()->index()->isEnabled());
    view->vetoes()->boxes().front()->setChecked(true);
    QVERIFY(!view->grade().passed());
    QVERIFY(view->score()->text().contains(u"10 / 10, not passed"_s));
    const workshop::Answers sheet = view->answers();
    QCOMPARE(sheet.id, std::string("first-regression"));
    QCOMPARE(workshop::gradeExercise(workshop::library(), sheet).total, 10.0);
    QTest::mouseClick(view->againButton(), Qt::LeftButton);
    QCOMPARE(view->answers().seed, std::uint64_t(2));
    QVERIFY(!view->isRevealed() && !view->score()->isVisible());
    QVERIFY(!view->questions().at("q1")->boxes().front()->isVisible());
    QCOMPARE(view->grade().total, 0.0);
}

void TestWorkshopTools::theInstructorsSide()
{
    WorkshopDesk* desk = m_window->desk();
    const QString blank = m_start.folder.filePath(u"blank.pdf"_s);
    const QString told = m_start.folder.filePath(u"told.pdf"_s);
    QVERIFY(desk->writeHandout(u"new-image"_s, false, blank).has_value());
    QVERIFY(!desk->writeHandout(u"new-image"_s, true, told).has_value() && !QFile::exists(told));  // sealed
    QVERIFY(!desk->writeHandout(u"new-image"_s, true, told, u"please"_s).has_value());
    QVERIFY(desk->writeHandout(u"new-image"_s, true, told, u"first-not-slowest"_s).has_value());
    for (const QString& name : {blank, told}) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("%PDF"));
    }
    QVERIFY(desk->writeHandout(u"first-regression"_s, false, told).has_value());
    QVERIFY(!desk->writeHandout(u"no-such"_s, false, blank).has_value());
    workshop::Answers sheet;
    sheet.id = "two-nights";
    sheet.student = "Ada";
    sheet.decisions["alert"] = {"check-same-work"};
    const QString answers = m_start.folder.filePath(u"ada.json"_s);
    QFile file(answers);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(workshop::answersJson(sheet)));
    file.close();
    desk->showClass({answers});
    const ClassView* view = desk->page()->classView();
    QVERIFY(view->isVisible() && view->table()->rowCount() == 1);
    QCOMPARE(view->table()->item(0, 0)->text(), u"Ada"_s);
    QVERIFY(view->summary()->text().endsWith(u"passed: 0 / 1"_s));
}

/// Checked when it is opened, then as good as any other case; shared as one file that does not tell.
void TestWorkshopTools::aCaseOfYourOwn()
{
    WorkshopDesk* desk = m_window->desk();
    const QString file = m_start.folder.filePath(u"own.json"_s);
    write(file, QByteArray("{'schema': 'headwater.workshop-case/1', 'id': 'own', 'level': 2, 'title': 'Mine', "
                           "'alert': 'Slower.', 'faults': ['no-such-fault']}")
                    .replace('\'', '"'));
    desk->openFile(file);
    const auto shows = [desk](const QString& text) {
        const auto labels = desk->page()->findChildren<QLabel*>();
        return std::ranges::any_of(
            labels, [&text](const QLabel* label) { return label->isVisible() && label->text().contains(text); });
    };
    QTRY_VERIFY(shows(u"cannot be used yet"_s));
    QVERIFY(shows(u"no-such-fault"_s));
    QVERIFY(!desk->page()->startButton()->isVisible());

    write(file, QByteArray("{'schema': 'headwater.workshop-case/1', 'id': 'own', 'level': 2, 'title': 'Mine', "
                           "'alert': 'Slower.', 'faults': ['slow-forward'], 'explanation': 'Kernels of attention.'}")
                    .replace('\'', '"'));
    desk->openFile(file);
    QVERIFY(shows(u"being checked"_s) && !desk->page()->startButton()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"Slower."_s), 120'000);
    QVERIFY(desk->page()->startButton()->isVisible() && desk->page()->shareButton()->isVisible());
    QVERIFY(desk->writeHandout(u"own"_s, true, m_start.folder.filePath(u"own.pdf"_s)).has_value());
    const QString shared = m_start.folder.filePath(u"shared.json"_s);
    QVERIFY(desk->writeShared(u"own"_s, shared).has_value());
    QFile sealed(shared);
    QVERIFY(sealed.open(QIODevice::ReadOnly));
    const QByteArray text = sealed.readAll();
    QVERIFY(text.contains("Slower.") && !text.contains("slow-forward") && !text.contains("attention"));
    desk->openFile(shared);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"Slower."_s), 120'000);
    // A sealed copy keeps its answers; what the analysis does not find in the runs is said here as by `workshop check`.
    QVERIFY(!desk->writeHandout(u"own"_s, true, m_start.folder.filePath(u"sealed.pdf"_s)).has_value());
    write(file, QByteArray("{'schema': 'headwater.workshop-case/1', 'id': 'wrong', 'level': 1, 'title': 'Mine', "
                           "'alert': 'Slower.', 'faults': ['slow-link'], 'ranks': 4, 'changes': [{'number': "
                           "'attention_time', 'times': 1.6}], 'answer': {'first_regressed_stage': 'optimizer', "
                           "'layer': 'timeline', 'outcome_node': 'device-compute', 'scope': 'systemic'}}")
                    .replace('\'', '"'));
    desk->openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"the generated runs finds forward"_s), 120'000);
    QVERIFY(shows(u"cannot be used yet"_s));
    desk->openFile(shared);
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"Slower."_s), 120'000);

    workshop::Answers sheet;
    sheet.id = "own";
    sheet.student = "Ada";
    const QString answers = m_start.folder.filePath(u"own-answers.json"_s);
    write(answers, QByteArray::fromStdString(workshop::answersJson(sheet)));
    desk->showClass({answers});
    QVERIFY(shows(u"passed: 0 / 1"_s));
    desk->page()->choose(u"new-image"_s);
    QVERIFY(!desk->page()->shareButton()->isVisible());
}

void TestWorkshopTools::projectorMode()
{
    const QFont before = QApplication::font();
    const QColor text = m_window->palette().color(QPalette::WindowText);
    QAction* projector = fixtures::actionNamed(*m_window, u"Projector mode"_s);
    QVERIFY(projector);
    projector->trigger();
    QVERIFY(QApplication::font().pointSizeF() > before.pointSizeF() * 1.4);
    QVERIFY(m_window->desk()->page()->heading()->font().pointSizeF() > before.pointSizeF() * 1.4 * 1.5);
    QCOMPARE(&paletteOf(m_window.get()), &contrastPalette());
    m_window->resize(1'280, 800);
    QVERIFY2(m_window->width() <= 1'280 && m_window->height() <= 800, "fits a projector");
    projector->trigger();
    QCOMPARE(QApplication::font().pointSizeF(), before.pointSizeF());
    QCOMPARE(m_window->palette().color(QPalette::WindowText), text);
    m_window->stop();
    QCOMPARE(loadSettings(m_start.folder.filePath(u"settings.ini"_s)).fontPercent, 100);
}

/// A case beside its page: on either projector nothing of the case is cut off, before the search, in it and after it.
void TestWorkshopTools::aCaseOnAProjector()
{
    QAction* projector = fixtures::actionNamed(*m_window, u"Projector mode"_s);
    projector->trigger();
    WorkshopDesk* desk = m_window->desk();
    CasePanel* panel = desk->panel();
    desk->start(u"new-image"_s);
    const auto fits = [this, panel] {
        for (const QSize size : {QSize(1'280, 800), QSize(1'024, 768)}) {
            m_window->resize(size);
            QTest::qWait(50);
            QVERIFY2(m_window->width() <= size.width(), qPrintable(QString::number(m_window->width())));
            QVERIFY2(m_window->height() <= size.height(), qPrintable(QString::number(m_window->height())));
            const auto* area = panel->findChild<QScrollArea*>();
            QVERIFY2(area->viewport()->width() >= area->widget()->minimumSizeHint().width(),
                     qPrintable(QString::number(area->viewport()->width())));
        }
    };
    fits();
    QVERIFY(!QTest::currentTestFailed());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    panel->prediction()->setCurrentIndex(0);
    panel->reason()->setPlainText(u"A guess."_s);
    QTest::mouseClick(panel->next(), Qt::LeftButton);
    fits();
    QVERIFY(!QTest::currentTestFailed());
    emit panel->left();
    projector->trigger();
}

/// In type of the usual size there is room for both, and nothing is scrolled sideways.
void TestWorkshopTools::aCaseOnASmallScreen()
{
    m_window->resize(1'280, 800);
    WorkshopDesk* desk = m_window->desk();
    desk->start(u"new-image"_s);
    const auto* middle = qobject_cast<QScrollArea*>(m_window->centralWidget());
    QVERIFY(middle);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    QTRY_VERIFY2(middle->widget()->width() <= middle->viewport()->width(),
                 qPrintable(QString::number(middle->widget()->width())));
    desk->panel()->prediction()->setCurrentIndex(0);
    desk->panel()->reason()->setPlainText(u"A guess."_s);
    QTest::mouseClick(desk->panel()->next(), Qt::LeftButton);
    QTRY_VERIFY2(middle->widget()->width() <= middle->viewport()->width(),
                 qPrintable(QString::number(middle->widget()->width())));
    emit desk->panel()->left();
}

void TestWorkshopTools::aCaseToBeginWith()
{
    WorkshopDesk* desk = m_window->desk();
    const QString file = m_start.folder.filePath(u"begun.json"_s);
    QVERIFY(desk->writeNew(file).has_value());
    QVERIFY(!desk->page()->startButton()->isVisible());
    desk->openFile(file);
    QTRY_VERIFY_WITH_TIMEOUT(desk->page()->startButton()->isVisible(), 120'000);
}

/// Neither a click nor a guess tells a student what the case is about: it takes the key, or the case's own end.
void TestWorkshopTools::answersAreAskedFor()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"new-image"_s);
    QPushButton* told = nullptr;
    for (QPushButton* button : page->findChildren<QPushButton*>())
        if (button->text() == u"Handout with answers\u2026"_s)
            told = button;
    QVERIFY(told && told->isVisible());
    QSignalSpy refused(m_window->desk(), &WorkshopDesk::failed);
    for (const QString& guess : {u"please"_s, QString()}) {
        QTest::mouseClick(told, Qt::LeftButton);
        const QPointer<QInputDialog> question = m_window->findChild<QInputDialog*>(u"answersQuestion"_s);
        QVERIFY(question && question->isVisible() && question->labelText().contains(u"sealed"_s));
        QVERIFY(fixtures::answer(m_window.get(), guess));
        QTRY_VERIFY(!question || !question->isVisible());
    }
    QCOMPARE(refused.size(), 2);
    QVERIFY(QString::fromStdString(refused.front().front().value<Error>().what).contains(u"not the key"_s));
    QVERIFY(!isTold(workshop::library(), u"new-image"_s));
    const workshop::CaseSpec spec = *workshop::library().find("new-image");
    QVERIFY(noteRevealed(workshop::revealedFile(), spec.seal));
    QVERIFY(isTold(workshop::library(), u"new-image"_s) && !isTold(workshop::library(), u"moving-day"_s));
    QVERIFY(QFile::remove(QString::fromStdString(workshop::revealedFile().string())));
}

/// Beside the grey button, in sight on a small screen; while the runs are made, that they are.
void TestWorkshopTools::whatIsMissingIsSaid()
{
    m_window->resize(1'280, 800);
    WorkshopDesk* desk = m_window->desk();
    CasePanel* panel = desk->panel();
    desk->start(u"new-image"_s);
    QVERIFY(panel->missing()->isVisible() && !panel->next()->isEnabled());
    QVERIFY2(panel->missing()->text().contains(u"being made: "_s), qPrintable(panel->missing()->text()));
    QVERIFY(panel->missing()->text().contains(u"a stage"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    QTRY_COMPARE(panel->missing()->text(), u"Still missing: a stage, why you think so."_s);
    const QRect seen(panel->missing()->mapTo(m_window.get(), QPoint()), panel->missing()->size());
    QVERIFY(m_window->rect().contains(seen));
    panel->prediction()->setCurrentIndex(0);
    QCOMPARE(panel->missing()->text(), u"Still missing: why you think so."_s);
    panel->reason()->setPlainText(u"A guess."_s);
    QVERIFY(!panel->missing()->isVisible() && panel->next()->isEnabled());
    emit panel->left();
}

/// The workshop is no row of the table of pages: its stops are walked here.
void TestWorkshopTools::theKeyboardReachesEverything()
{
    WorkshopDesk* desk = m_window->desk();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    const auto walk = [this](const QWidget* part) {
        std::vector<QWidget*> stops;
        for (QWidget* widget : part->findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
                !widget->focusProxy() && !widget->parentWidget()->focusProxy() &&
                !(qobject_cast<QRadioButton*>(widget)))  // arrows move among those
                stops.push_back(widget);
        QVERIFY(!stops.empty());
        std::set<const QWidget*> reached;
        stops.front()->setFocus();
        for (std::size_t i = 0; i < stops.size() + 60; ++i) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
        }
        for (QWidget* stop : stops) {
            QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(stop);
            const QByteArray name =
                QByteArray(stop->metaObject()->className()) + " in " + stop->parentWidget()->metaObject()->className();
            QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(), name.constData());
            QVERIFY2(reached.contains(stop), name.constData());
        }
    };
    for (const QString& shown : {u"moving-day"_s, u"barrier"_s, u"first-regression"_s}) {
        desk->page()->choose(shown);
        QTest::qWait(20);
        walk(desk->page());
        QVERIFY(!QTest::currentTestFailed());
    }
    desk->start(u"moving-day"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    walk(desk->panel());
    emit desk->panel()->left();
}

}  // namespace headwater

QTEST_MAIN(headwater::TestWorkshopTools)
#include "tst_gui_WorkshopTools.moc"
