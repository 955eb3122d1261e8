// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

#include "app/gui/Actions.h"
#include "app/gui/BarButtons.h"
#include "app/gui/CommandPalette.h"
#include "app/gui/Document.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/PageTable.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/MissingPage.h"
#include "app/gui/pages/RecentList.h"
#include "app/gui/pages/StartPage.h"
#include "core/report/SavedInvestigation.h"
#include "tests/app/gui/WindowTest.h"
#include "tests/app/gui/Workshop.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// Coming back: to an investigation whose inputs are not what they were, from the list of what was opened before, by a
/// reference, and from a question that was not answered.
class TestReopen : public WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { makeRuns(); }
    void init();
    void cleanup() { m_window.reset(); }

    void changedInputsAreSaid();
    void aReloadSaysWhatChanged();
    void savedAtOnceKnowsItsInputs();
    void whatWasReadIsWhatIsKnown();
    void theEarlierOnesAreFound();
    void runsChosenByHandKeepTheNotes();
    void theStartPageListsWhatWasOpened();
    void theMenuIsThereFromTheStart();
    void aReasonNotGivenLeavesThePage();
    void aReferenceSaysWhatIsNotThere();
    void controlReturnKeepsANote();
    void dialogsShowNoPictures();

private:
    QString savedPair(const QString& folder);
    MissingPage* opened(const QString& file);
    QString path(const QString& name) const { return m_folder.filePath(name); }
};

void TestReopen::init()
{
    QDir(path(u"state"_s)).removeRecursively();
    QFile::remove(path(u"settings.ini"_s));
    makeWindow();
}

/// Both runs copied into `folder`/fine and `folder`/slow with an investigation that has a note beside them.
QString TestReopen::savedPair(const QString& folder)
{
    QDir(path(folder)).removeRecursively();
    SavedInvestigation saved;
    for (const QString& name : {u"fine"_s, u"slow"_s}) {
        const QString run = path(folder) + u'/' + name;
        QDir().mkpath(run);
        QFile::copy(name == u"fine"_s ? m_fine : m_slow, run + u"/rank.csv"_s);
        (name == u"fine"_s ? saved.baseline : saved.current).emplace_back(run.toStdString());
    }
    saved.notes.notes = {{{}, "ask Ann"}};
    saved.prints = printsOf(saved.baseline, {});
    saved.prints.merge(printsOf(saved.current, {}));
    const QString file = path(folder + u"/it.headwater"_s);
    return saveInvestigation(saved, file.toStdString()) ? file : QString();
}

MissingPage* TestReopen::opened(const QString& file)
{
    m_window->session().openInvestigation(file);
    MissingPage* page = m_window->missingPage();
    return QTest::qWaitFor([page] { return page->isVisible(); }, 60'000) ? page : nullptr;
}

void TestReopen::changedInputsAreSaid()
{
    const QString file = savedPair(u"changed"_s);
    m_window->session().openInvestigation(file);  // as it was: nothing is asked
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QVERIFY(!m_window->offerBar()->isVisible());
    const QString slow = path(u"changed/slow/rank.csv"_s);
    QVERIFY(QFile::remove(slow) && QFile::copy(m_fine, slow));
    MissingPage* page = opened(file);
    QVERIFY(page);
    QVERIFY2(page->inputsText().contains(u"rank.csv: other content"_s), qPrintable(page->inputsText()));
    QVERIFY(page->inputsText().contains(path(u"changed/fine"_s) + u" is there"_s));
    QVERIFY(page->notesText().contains(u"ask Ann"_s));
    QVERIFY(page->useButton()->isVisible());
    QTest::mouseClick(page->useButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QVERIFY(m_window->offerBar()->accessibleName().contains(u"as they are now"_s));
    QCOMPARE(m_window->session().notebook().now().notes.size(), std::size_t{1});
    QCOMPARE(m_window->document().file(), file);
    QVERIFY(!m_window->session().verdict()->firstRegressed);  // the new content was judged
    // Saved again, it knows these.
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().saved().prints.size(), std::size_t{2}, 30'000);
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(changedInputs(*loadInvestigation(file.toStdString()), {}).empty());
}

void TestReopen::aReloadSaysWhatChanged()
{
    const QString file = savedPair(u"again"_s);
    Session& session = m_window->session();
    session.openInvestigation(file);
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(session.saved().prints.size(), std::size_t{2}, 30'000);
    const auto reload = [&] {
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QCOMPARE(session.phase(), Session::Phase::Loading);
        QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(session.saved().prints.size(), std::size_t{2}, 30'000);
    };
    reload();  // nothing changed: nothing is said
    QVERIFY(!m_window->offerBar()->isVisible());
    QVERIFY(!m_window->document().unsaved());
    const QString slow = path(u"again/slow/rank.csv"_s);
    QVERIFY(QFile::remove(slow) && QFile::copy(m_fine, slow));
    reload();
    QVERIFY(!session.verdict()->firstRegressed);  // the new content was judged
    QVERIFY(m_window->offerBar()->isVisible());
    const QString said = m_window->offerBar()->accessibleName();
    QVERIFY2(said.contains(u"slow (rank.csv: other content"_s) && !said.contains(u"fine ("_s), qPrintable(said));
    QVERIFY(m_window->document().unsaved());  // the file knows the earlier inputs
    QCOMPARE(changedInputs(*loadInvestigation(file.toStdString()), {}).size(), std::size_t{1});
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(!m_window->document().unsaved());
    QVERIFY(changedInputs(*loadInvestigation(file.toStdString()), {}).empty());
}

void TestReopen::savedAtOnceKnowsItsInputs()
{
    Session& session = m_window->session();
    const QString file = path(u"early.headwater"_s);
    connect(&session, &Session::opened, this, [this, &session, file] {
        // Before what is read of the inputs can be there.
        QMetaObject::invokeMethod(
            this, [&session, file] { QVERIFY(session.save(file) && session.saved().prints.empty()); },
            Qt::QueuedConnection);
    });
    open(m_fine, m_slow);
    const auto prints = [&file] { return loadInvestigation(file.toStdString())->prints.size(); };
    QTRY_COMPARE_WITH_TIMEOUT(prints(), std::size_t{2}, 30'000);
}

void TestReopen::whatWasReadIsWhatIsKnown()
{
    const QString file = savedPair(u"running"_s);
    Session& session = m_window->session();
    session.openInvestigation(file);
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(session.saved().prints.size(), std::size_t{2}, 30'000);
    const QString slow = path(u"running/slow/rank.csv"_s);
    QVERIFY(QFile::remove(slow) && QFile::copy(m_fine, slow));
    // Another choice is judged on what was read before; the file must not be taken for that.
    session.setStages(u"canonical"_s);
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(session.saved().prints.size(), std::size_t{2}, 30'000);
    QCOMPARE(changedInputs(session.saved(), {}).size(), std::size_t{1});
    session.reload();
    QTRY_COMPARE_WITH_TIMEOUT(session.phase(), Session::Phase::Ready, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(session.saved().prints.size(), std::size_t{2}, 30'000);
    QVERIFY(changedInputs(session.saved(), {}).empty());
}

void TestReopen::theEarlierOnesAreFound()
{
    const QString file = savedPair(u"replaced"_s);
    const QString far = path(u"kept/0/1/2/3/4/earlier"_s);
    QVERIFY(QDir().mkpath(far));
    QVERIFY(QDir().rename(path(u"replaced/slow"_s), far + u"/slow"_s));
    QVERIFY(QDir().mkpath(path(u"replaced/slow"_s)));
    QVERIFY(QFile::copy(m_fine, path(u"replaced/slow/rank.csv"_s)));
    MissingPage* page = opened(file);
    QVERIFY(page);
    QTest::mouseClick(page->searchButton(), Qt::LeftButton);
    auto* dialog = m_window->findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    const QString empty = path(u"kept/nothing"_s);
    QVERIFY(QDir().mkpath(empty) && !page->leadText().contains(empty));
    emit dialog->filesSelected({empty});
    QTRY_VERIFY2_WITH_TIMEOUT(page->leadText().contains(empty) && page->isVisible(), qPrintable(page->leadText()),
                              60'000);  // that it found nothing is said
    emit dialog->filesSelected({far});
    dialog->close();
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(m_window->session().paths(Side::Current), QStringList{far + u"/slow"_s});
    QVERIFY(m_window->session().verdict()->firstRegressed.has_value());
    QCOMPARE(m_window->session().notebook().now().notes.size(), std::size_t{1});
}

void TestReopen::runsChosenByHandKeepTheNotes()
{
    const QString file = savedPair(u"lost"_s);
    QVERIFY(QDir(path(u"lost/slow"_s)).removeRecursively());
    MissingPage* page = opened(file);
    QVERIFY(page && !page->useButton()->isVisible());
    QTest::mouseClick(page->othersButton(), Qt::LeftButton);
    QVERIFY(m_window->offerBar()->isVisible());
    m_window->startPage()->setPaths(Side::Current, {m_slow});
    QTest::mouseClick(m_window->startPage()->compareButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(m_window->session().notebook().now().notes.size(), std::size_t{1});
    QCOMPARE(m_window->document().file(), file);
    QVERIFY(m_window->document().unsaved());
    // What is compared next is another investigation.
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
    m_window->startPage()->setPaths(Side::Current, {m_fine});
    QTest::mouseClick(m_window->startPage()->compareButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_window->session().phase() == Session::Phase::Ready && m_window->document().file().isEmpty(), 60'000);
    QVERIFY(m_window->session().notebook().now().empty());
}

void TestReopen::theStartPageListsWhatWasOpened()
{
    const QString file = savedPair(u"listed"_s);
    open(m_fine, m_slow);
    QVERIFY(fixtures::drop(m_window.get(), {file}));
    QTRY_VERIFY_WITH_TIMEOUT(
        m_window->document().file() == file && m_window->session().phase() == Session::Phase::Ready, 60'000);
    m_window->close();
    makeWindow();
    RecentList* list = m_window->startPage()->recentList();
    QVERIFY(list->isVisible());
    QCOMPARE(list->topLevelItemCount(), 3);  // the file, its pair, the pair before; the latest first
    QCOMPARE(list->topLevelItem(2)->text(0), u"fine.csv  \u2192  slow.csv"_s);
    int at = -1;
    for (int i = 0; i < 3; ++i)
        if (list->topLevelItem(i)->text(0) == u"it.headwater"_s)
            at = i;
    QVERIFY(at >= 0);
    QCOMPARE(list->topLevelItem(at)->text(1), path(u"listed"_s));
    const QString today = QLocale().toString(QDate::currentDate(), QLocale::ShortFormat);
    QVERIFY2(list->topLevelItem(at)->text(2).contains(today), qPrintable(list->topLevelItem(at)->text(2)));
    // By keys alone.
    for (int i = 0; i < 20 && QApplication::focusWidget() != list; ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), list);
    QCOMPARE(list->selectedItems().size(), 1);  // seen
    QTest::keyClick(list, Qt::Key_Home);
    for (int i = 0; i < at; ++i)
        QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(m_window->document().file(), file);
    // What is gone is marked when the page is seen again.
    QVERIFY(QFile::remove(file));
    QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
    const auto marked = [list](const QString& name) {
        return !list->findItems(name + u" (not there)"_s, Qt::MatchExactly).isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(marked(u"it.headwater"_s), 30'000);
    QVERIFY(!marked(u"fine.csv  \u2192  slow.csv"_s));
    // A click opens a pair.
    const QRect row = list->visualItemRect(list->topLevelItem(2));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, row.center());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().paths(Side::Current) == QStringList{m_slow}, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
}

void TestReopen::theMenuIsThereFromTheStart()
{
    QToolButton* menu = m_window->frontBar()->menuButton();
    QVERIFY(m_window->startPage()->isVisible() && menu->isVisible());
    QVERIFY(!menu->menu()->actions().isEmpty());
    QTimer::singleShot(0, menu->menu(), [menu] { menu->menu()->close(); });
    QSignalSpy shown(menu->menu(), &QMenu::aboutToShow);
    QTest::keyClick(m_window.get(), Qt::Key_F10);
    QTRY_COMPARE(shown.count(), 1);
    open(m_fine, m_slow);
    QVERIFY(!menu->isVisible());  // the workbench has its own
}

void TestReopen::aReasonNotGivenLeavesThePage()
{
    open(m_broken + u"/baseline"_s, m_broken + u"/current"_s);
    const auto checked = [this] {
        QStringList pages;
        for (const PageRow& row : pageTable())
            for (const QToolButton* button : bench()->findChildren<QToolButton*>())
                if (button->defaultAction() && button->isChecked() && button->text().toLower() == row.name)
                    pages << row.name;
        return pages;
    };
    QCOMPARE(checked(), QStringList{u"overview"_s});
    QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
    auto* question = m_window->findChild<QInputDialog*>();
    QVERIFY(question && question->isVisible());
    QCOMPARE(checked(), QStringList{u"overview"_s});
    QTest::keyClick(question, Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(bench()->pageShown(), u"overview"_s);
    QCOMPARE(checked(), QStringList{u"overview"_s});
    QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), u"to see how far it came"_s));
    QCOMPARE(bench()->pageShown(), u"timeline"_s);
    QCOMPARE(checked(), QStringList{u"timeline"_s});
}

void TestReopen::aReferenceSaysWhatIsNotThere()
{
    open(m_fine, m_slow);
    const auto follow = [this](const char* text) {
        bench()->notice()->hide();
        bench()->follow(*viewRefFromText(text));
        return bench()->notice()->isVisible() ? bench()->notice()->accessibleName() : QString();
    };
    QVERIFY(follow("headwater:inputs?ranks=0").isEmpty());
    QCOMPARE(bench()->pageShown(), u"inputs"_s);
    const QString page = follow("headwater:nowhere?ranks=1");
    QVERIFY2(page.contains(u"nowhere"_s), qPrintable(page));
    QCOMPARE(bench()->pageShown(), u"inputs"_s);
    QCOMPARE(view().page, std::string("inputs"));  // a bookmark of this view leads somewhere
    QCOMPARE(view().ranks, std::vector<int>{1});
    const QString rest = follow("headwater:overview?stage=nothing&ranks=1,77-78&finding=timeline.none");
    for (const char* said : {"nothing", "77", "78", "timeline.none"})
        QVERIFY2(rest.contains(QLatin1String(said)), qPrintable(rest));
    QVERIFY(!rest.contains(u"overview"_s));
    QCOMPARE(bench()->pageShown(), u"overview"_s);
}

void TestReopen::controlReturnKeepsANote()
{
    open(m_fine, m_slow);
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
    auto* question = m_window->findChild<QInputDialog*>();
    QVERIFY(question);
    question->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), question);
    auto* field = question->findChild<QLineEdit*>();
    QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(question->isVisible());  // nothing is no note
    QTest::keyClicks(field, u"the fan"_s);
    QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(m_window->session().notebook().now().notes.size(), std::size_t{1});
    QCOMPARE(m_window->session().notebook().now().notes[0].text, std::string("the fan"));
}

void TestReopen::dialogsShowNoPictures()
{
    open(m_fine, m_slow);
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
    for (const QAbstractButton* button : m_window->findChild<QInputDialog*>()->findChildren<QAbstractButton*>())
        QVERIFY(button->icon().isNull());
    QVERIFY(fixtures::answer(m_window.get(), u"unsaved"_s));
    QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);
    auto* box = m_window->findChild<QMessageBox*>(u"saveQuestion"_s);
    QVERIFY(box && box->iconPixmap().isNull());
    for (const QAbstractButton* button : box->buttons())
        QVERIFY(button->icon().isNull());
    QVERIFY(fixtures::giveUp(m_window.get()));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestReopen)
#include "tst_gui_Reopen.moc"
