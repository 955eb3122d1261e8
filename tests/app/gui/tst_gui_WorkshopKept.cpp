// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "app/gui/NoticeBar.h"
#include "app/gui/Workbench.h"
#include "tests/app/gui/WorkshopWindow.h"
#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/ConclusionForm.h"
#include "widgets/workshop/ExerciseView.h"
#include "widgets/workshop/QuestionView.h"
#include "widgets/workshop/VectorView.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// By the keys, as somebody chooses who does not use the mouse.
void pick(QComboBox* box, const char* data)
{
    const int wanted = box->findData(QString::fromLatin1(data));
    QVERIFY(wanted >= 0);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int i = 0; i < wanted; ++i)
        QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(box->currentIndex(), wanted);
}

}  // namespace

/// What somebody answered in the workshop outlives leaving, quitting and a crash.
class TestWorkshopKept : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { fixtures::openWorkshop(m_start, m_window); }
    void cleanup() { m_window.reset(); }
    void leavingLosesNothing();
    void quittingLosesNothing();
    void aCrashLosesNothing();
    void theConclusionIsKept();
    void theRevealIsKept();
    void beginningAgain();
    void theExerciseIsKept();

private:
    void press(const QString& text) const;
    void answer(std::size_t question, bool right) const;
    void ready() const;
    void reopen();
    [[nodiscard]] QString fileOfCase() const;

    fixtures::WorkshopStart m_start;
    std::unique_ptr<MainWindow> m_window;
    workshop::Library m_library = workshop::library();
    workshop::Case m_case = workshop::openCase(*m_library.find("moving-day"), m_library.questions).value();
};

void TestWorkshopKept::initTestCase()
{
    m_start.prepare();
}

QString TestWorkshopKept::fileOfCase() const
{
    return m_start.folder.filePath(u"state/headwater/workshop/moving-day.json"_s);
}

void TestWorkshopKept::press(const QString& text) const
{
    for (QPushButton* button : m_window->findChildren<QPushButton*>())
        if (button->text() == text && button->isVisible() && button->isEnabled())
            return QTest::mouseClick(button, Qt::LeftButton);
    QFAIL(qPrintable(text));
}

void TestWorkshopKept::answer(std::size_t question, bool right) const
{
    const auto facts = workshop::factsOf(m_case);
    const auto& choices = m_case.questions.at(question).choices;
    const auto chosen =
        std::ranges::find_if(choices, [&](const auto& choice) { return choice.isRight(facts) == right; });
    QTest::qWait(20);  // until what is asked now is laid out: nobody clicks before they see it
    QTest::mouseClick(m_window->desk()->panel()->question()->button(static_cast<int>(chosen - choices.begin())),
                      Qt::LeftButton);
}

void TestWorkshopKept::ready() const
{
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
}

/// As a window that comes later: nothing but the disk is left.
void TestWorkshopKept::reopen()
{
    m_window->close();
    m_window.reset();
    fixtures::openWorkshop(m_start, m_window);
}

void TestWorkshopKept::leavingLosesNothing()
{
    WorkshopPage* page = m_window->desk()->page();
    CasePanel* panel = m_window->desk()->panel();
    page->choose(u"moving-day"_s);
    QVERIFY(!page->againButton()->isVisible() && page->startButton()->text() == u"Take this case"_s);
    QTest::mouseClick(page->startButton(), Qt::LeftButton);
    QVERIFY(panel->prediction()->hasFocus());
    pick(panel->prediction(), "backward");
    QTest::keyClicks(panel->reason(), u"It takes longest."_s);
    ready();
    QTRY_VERIFY(panel->next()->isEnabled());
    QTest::mouseClick(panel->next(), Qt::LeftButton);
    answer(0, false);
    answer(0, true);
    QTest::mouseClick(panel->next(), Qt::LeftButton);
    answer(1, false);
    press(u"Leave"_s);
    QVERIFY(page->isVisible() && page->againButton()->isVisible());
    QVERIFY2(page->keptLabel()->text().contains(u"question 2 of 6"_s), qPrintable(page->keptLabel()->text()));
    QCOMPARE(page->startButton()->text(), u"Go on with this case"_s);

    QTest::mouseClick(page->startButton(), Qt::LeftButton);
    QCOMPARE(panel->prediction()->currentText(), u"backward"_s);
    QVERIFY(!panel->prediction()->isEnabled() && !panel->next()->isEnabled());  // made before the pages were seen
    ready();
    QTRY_VERIFY(panel->question()->isVisible());
    QCOMPARE(panel->question()->choices().size(), std::size_t(1));
    QVERIFY(panel->question()->feedback().contains(u"Wrong turn"_s) && !panel->next()->isEnabled());
    QVERIFY2(panel->progress()->text().startsWith(u"Question 2 of 6"_s), qPrintable(panel->progress()->text()));
    QCOMPARE(m_window->workbench()->pageShown(), QString::fromStdString(m_case.questions[1].node));
    QCOMPARE(panel->answers().decisions.at(m_case.questions[0].node).size(), std::size_t(2));
    QCOMPARE(panel->answers().predictedWhy, std::string("It takes longest."));
    QVERIFY(m_window->desk()->hidesAnswer());
}

void TestWorkshopKept::quittingLosesNothing()
{
    m_window->desk()->take(u"moving-day"_s);
    ready();
    CasePanel* panel = m_window->desk()->panel();
    QTRY_VERIFY(panel->question()->isVisible());
    answer(1, true);
    QTest::mouseClick(panel->next(), Qt::LeftButton);
    QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);
    QTRY_VERIFY(!m_window->isVisible());
    m_window.reset();

    const QString settings = m_start.folder.filePath(u"settings.ini"_s);
    m_window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    m_window->show();
    m_window->offerLeftBehind();
    press(u"Go on with it"_s);
    ready();
    QTRY_VERIFY(m_window->desk()->panel()->question()->isVisible());
    QVERIFY(m_window->desk()->panel()->progress()->text().startsWith(u"Question 3 of 6"_s));
    QCOMPARE(m_window->desk()->panel()->answers().decisions.at(m_case.questions[1].node).size(), std::size_t(2));
}

/// What is on the disk while the window lives is all that a crash leaves.
void TestWorkshopKept::aCrashLosesNothing()
{
    m_window->desk()->take(u"moving-day"_s);
    ready();
    QTRY_VERIFY(m_window->desk()->panel()->question()->isVisible());
    answer(2, false);
    const auto inFile = [this] {
        const auto kept = workshop::readKept(fileOfCase().toStdString());
        return kept && kept->answers.decisions.contains(m_case.questions[2].node);
    };
    QTRY_VERIFY_WITH_TIMEOUT(inFile(), 2'000);
    QFile file(fileOfCase());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(!text.contains("truth") && !text.contains("slow-"));  // nothing of what is right
    file.close();
    QVERIFY(QFile::copy(fileOfCase(), fileOfCase() + u".crash"_s));
    m_window.reset();
    QVERIFY(QFile::remove(fileOfCase()) && QFile::rename(fileOfCase() + u".crash"_s, fileOfCase()));
    fixtures::openWorkshop(m_start, m_window);
    WorkshopPage* page = m_window->desk()->page();
    QVERIFY(page->heading()->text() == QString::fromStdString(m_case.spec.title.en));  // chosen by itself
    QVERIFY(page->keptLabel()->text().contains(u"question 3 of 6"_s));
}

/// A form half done, "none" among what is chosen, and texts.
void TestWorkshopKept::theConclusionIsKept()
{
    m_window->desk()->take(u"moving-day"_s);
    ready();
    CasePanel* panel = m_window->desk()->panel();
    QTRY_VERIFY(panel->question()->isVisible());
    for (std::size_t i = 2; i < m_case.questions.size(); ++i) {
        answer(i, true);
        QTRY_VERIFY(panel->next()->isEnabled());
        QTest::mouseClick(panel->next(), Qt::LeftButton);
    }
    QVERIFY(panel->conclusion()->isVisible() && panel->conclusion()->stage()->hasFocus());
    pick(panel->conclusion()->stage(), "");
    pick(panel->conclusion()->layer(), "timeline");
    QTest::keyClicks(panel->conclusion()->ranks(), u"5, 6"_s);
    QTest::keyClicks(panel->why()->editor(), u"Because."_s);
    reopen();
    m_window->desk()->take(u"moving-day"_s);
    ready();
    panel = m_window->desk()->panel();
    QTRY_VERIFY(panel->conclusion()->isVisible());
    QCOMPARE(panel->conclusion()->stage()->currentText(), u"none regressed"_s);
    QCOMPARE(panel->conclusion()->layer()->currentData().toString(), u"timeline"_s);
    QCOMPARE(panel->conclusion()->scope()->currentIndex(), -1);
    QCOMPARE(panel->conclusion()->ranks()->text(), u"5, 6"_s);
    QCOMPARE(panel->why()->editor()->toPlainText(), u"Because."_s);
}

void TestWorkshopKept::theRevealIsKept()
{
    m_window->desk()->take(u"moving-day"_s);
    ready();
    CasePanel* panel = m_window->desk()->panel();
    QTRY_VERIFY(panel->conclusion()->isVisible());
    pick(panel->conclusion()->scope(), "");
    pick(panel->conclusion()->outcome(), "no-regression");
    QTest::mouseClick(panel->next(), Qt::LeftButton);
    QVERIFY(panel->isRevealed());
    QTRY_VERIFY(panel->why()->boxes().front()->isVisible());
    panel->why()->boxes().front()->setFocus();
    QTest::keyClick(panel->why()->boxes().front(), Qt::Key_Space);
    const double total = panel->grade().total;
    press(u"Leave"_s);
    reopen();
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"moving-day"_s);
    QVERIFY2(page->keptLabel()->text().contains(u"to its end"_s), qPrintable(page->keptLabel()->text()));
    QTest::mouseClick(page->startButton(), Qt::LeftButton);
    QVERIFY(m_window->desk()->hidesAnswer());
    ready();
    panel = m_window->desk()->panel();
    QTRY_VERIFY(panel->isRevealed());
    QCOMPARE(panel->grade().total, total);
    QVERIFY(panel->why()->boxes().front()->isChecked() && panel->saveButton()->isVisible());
    QCOMPARE(m_window->workbench()->pageShown(), u"overview"_s);
}

/// What is kept is there until the first answer of the next time.
void TestWorkshopKept::beginningAgain()
{
    WorkshopPage* page = m_window->desk()->page();
    CasePanel* panel = m_window->desk()->panel();
    page->choose(u"moving-day"_s);
    QTest::mouseClick(page->againButton(), Qt::LeftButton);
    QVERIFY(panel->prediction()->currentIndex() < 0 && panel->reason()->toPlainText().isEmpty());
    press(u"Leave"_s);
    QVERIFY(page->keptLabel()->text().contains(u"to its end"_s));
    QTest::mouseClick(page->againButton(), Qt::LeftButton);
    pick(panel->prediction(), "loss");
    press(u"Leave"_s);
    QVERIFY2(page->keptLabel()->text().contains(u"your prediction is kept"_s), qPrintable(page->keptLabel()->text()));
}

void TestWorkshopKept::theExerciseIsKept()
{
    WorkshopPage* page = m_window->desk()->page();
    page->choose(u"first-regression"_s);
    VectorView* first = page->exercise()->vectors().front();
    first->index()->setFocus();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(first->index(), Qt::Key_Down);
    first->increase()->setFocus();
    first->increase()->selectAll();
    QTest::keyClicks(first->increase(), u"2.5"_s);
    QTest::keyClick(first->increase(), Qt::Key_Tab);
    QTest::keyClicks(page->exercise()->questions().at("q1")->editor(), u"A chain."_s);
    const workshop::Answers before = page->exercise()->answers();
    QCOMPARE(before.vectors.at("v1").index, std::size_t(2));
    reopen();
    QVERIFY(m_window->desk()->page()->exercise()->answers() == before);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestWorkshopKept)
#include "tst_gui_WorkshopKept.moc"
