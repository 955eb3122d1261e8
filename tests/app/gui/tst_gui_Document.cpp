// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QScreen>
#include <QTableWidget>
#include <QToolButton>
#include <QTranslator>
#include <QUndoStack>

#include "app/gui/Actions.h"
#include "app/gui/CommandPalette.h"
#include "app/gui/Document.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/Recovery.h"
#include "app/gui/RunNames.h"
#include "app/gui/SavedLabel.h"
#include "app/gui/TopBar.h"
#include "app/gui/Translators.h"
#include "app/gui/WorkshopDesk.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/MissingPage.h"
#include "app/gui/pages/StartPage.h"
#include "core/report/SavedInvestigation.h"
#include "tests/app/gui/ShownTable.h"
#include "tests/app/gui/WindowTest.h"
#include "tests/app/gui/Workshop.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// The investigation as a document: asked before it is lost, saved where it is kept, found where it was moved.
class TestDocument : public WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { makeRuns(); }
    void init();
    void cleanup() { m_window.reset(); }

    void quittingAsks();
    void savingWhenAsked();
    void undoneIsSaved();
    void openingAnotherAsks();
    void aCaseOfTheWorkshopAsks();
    void movedDeepIsFound();
    void missingInputsKeepTheNotes();
    void bothSidesSayWhatIsWrong();
    void namesOfRuns_data();
    void namesOfRuns();
    void theMenuHasSubmenus();
    void languageOfTheNextStart();
    void keysAreListedWithoutMnemonics();
    void firstSizeFitsTheScreen();

private:
    void note(const QString& text);
    QMessageBox* question() const { return m_window->findChild<QMessageBox*>(u"saveQuestion"_s); }
    void typeFile(const QString& path);
    QStringList kept() const;
    QString savedPair(const QString& folder);
};

namespace {

class BracketTranslator : public QTranslator {
public:
    [[nodiscard]] QString translate(const char*, const char* source, const char*, int) const override
    {
        return QByteArray(source).startsWith("&New comparison") ? u"new(&N)"_s : QString();
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

}  // namespace

void TestDocument::init()
{
    QDir(m_folder.filePath(u"state"_s)).removeRecursively();
    QFile::remove(m_folder.filePath(u"settings.ini"_s));
    makeWindow();
}

QStringList TestDocument::kept() const
{
    return QDir(m_folder.filePath(u"state/headwater/recovery"_s)).entryList({u"*.headwater"_s}, QDir::Files);
}

void TestDocument::note(const QString& text)
{
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier);
    QVERIFY(fixtures::answer(m_window.get(), text));
}

void TestDocument::typeFile(const QString& path)
{
    auto* dialog = m_window->findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    emit dialog->filesSelected({path});
    dialog->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// Both runs copied into `folder`/x with an investigation that has a note beside them.
QString TestDocument::savedPair(const QString& folder)
{
    const QString runs = m_folder.filePath(folder + u"/x"_s);
    QDir().mkpath(runs);
    QFile::copy(m_fine, runs + u"/fine.csv"_s);
    QFile::copy(m_slow, runs + u"/slow.csv"_s);
    const std::filesystem::path fine = (runs + u"/fine.csv"_s).toStdString();
    const std::filesystem::path slow = (runs + u"/slow.csv"_s).toStdString();
    SavedInvestigation saved;
    saved.baseline = {fine};
    saved.current = {slow};
    saved.notes.notes = {{{}, "ask Ann"}};
    saved.prints = printsOf({fine, slow}, {});
    const QString file = m_folder.filePath(folder + u"/it.headwater"_s);
    return saveInvestigation(saved, file.toStdString()) ? file : QString();
}

void TestDocument::quittingAsks()
{
    open(m_fine, m_slow);
    QVERIFY(!m_window->isWindowModified());
    note(u"the fan was replaced"_s);
    QVERIFY(m_window->isWindowModified());
    QCOMPARE(m_window->findChild<SavedLabel*>()->text(), u"not saved"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(question() && question()->isVisible());
    QVERIFY(m_window->isVisible());
    QTest::keyClick(question(), Qt::Key_Escape);
    QVERIFY(m_window->isVisible());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(fixtures::giveUp(m_window.get()));
    QTRY_VERIFY(!m_window->isVisible());
    m_window.reset();
    QVERIFY(kept().isEmpty());  // given up
}

void TestDocument::savingWhenAsked()
{
    const QString file = m_folder.filePath(u"kept.headwater"_s);
    open(m_fine, m_slow);
    note(u"first"_s);
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);
    auto* dialog = m_window->findChild<QFileDialog*>();
    QVERIFY(dialog);
    QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), u"fine vs slow.headwater"_s);
    typeFile(file);
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(m_window->windowTitle().startsWith(u"kept.headwater"_s));
    note(u"second"_s);
    QVERIFY(m_window->isWindowModified());
    QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(question());
    QTest::keyClick(question(), Qt::Key_Return);  // saves where it is kept, without another question
    QTRY_VERIFY(!m_window->isVisible());
    QCOMPARE(loadInvestigation(file.toStdString())->notes.notes.size(), std::size_t{2});
    m_window.reset();
    QVERIFY(kept().isEmpty());
    makeWindow();
    m_window->session().openInvestigation(file);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(m_window->document().file(), file);
    QTest::keyClick(m_window.get(), Qt::Key_Q, Qt::ControlModifier);  // nothing changed: nothing is asked
    QVERIFY(!question() && !m_window->isVisible());
}

void TestDocument::undoneIsSaved()
{
    open(m_fine, m_slow);
    m_window->session().setEpsilon(90'000);
    QVERIFY(!m_window->document().unsaved());  // a slider of what was never saved
    note(u"mistake"_s);
    QVERIFY(m_window->document().unsaved());
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!m_window->document().unsaved());
}

void TestDocument::openingAnotherAsks()
{
    open(m_fine, m_slow);
    note(u"mine"_s);
    QVERIFY(fixtures::drop(m_window.get(), {m_slow, m_fine}));
    QVERIFY(question());
    QTest::keyClick(question(), Qt::Key_Escape);
    QCOMPARE(m_window->session().phase(), Session::Phase::Ready);
    QCOMPARE(m_window->session().notebook().now().notes.size(), std::size_t{1});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(fixtures::drop(m_window.get(), {m_broken + u"/baseline"_s, m_broken + u"/current"_s}));
    QVERIFY(fixtures::giveUp(m_window.get()));
    QTRY_VERIFY_WITH_TIMEOUT(
        m_window->session().phase() == Session::Phase::Ready && m_window->session().notebook().now().empty(), 60'000);
    QVERIFY(!m_window->document().unsaved());
}

void TestDocument::aCaseOfTheWorkshopAsks()
{
    open(m_fine, m_slow);
    note(u"the fan was replaced"_s);
    m_window->desk()->start(u"moving-day"_s);
    QVERIFY(question() && question()->isVisible());
    QVERIFY(!m_window->desk()->hidesAnswer());
    QTest::keyClick(question(), Qt::Key_Escape);
    QVERIFY(!m_window->desk()->hidesAnswer());
    QCOMPARE(m_window->session().notebook().now().notes.size(), 1U);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_window->desk()->start(u"moving-day"_s);
    QVERIFY(fixtures::giveUp(m_window.get()));
    QVERIFY(m_window->desk()->hidesAnswer());
}

void TestDocument::movedDeepIsFound()
{
    const QString file = savedPair(u"moved"_s);
    QVERIFY(QDir(m_folder.filePath(u"moved"_s)).mkpath(u"a/b"_s));
    QVERIFY(QDir(m_folder.filePath(u"moved"_s)).rename(u"x"_s, u"a/b/y"_s));
    m_window->session().openInvestigation(file);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->offerBar()->isVisible(), 60'000);
    QTest::mouseClick(m_window->offerBar()->acceptButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(m_window->session().paths(Side::Current), QStringList{m_folder.filePath(u"moved/a/b/y/slow.csv"_s)});
    QCOMPARE(m_window->session().notebook().now().notes.size(), std::size_t{1});
    QCOMPARE(m_window->document().file(), file);
    note(u"more"_s);
    QTest::keyClick(m_window.get(), Qt::Key_S, Qt::ControlModifier);  // into the same file
    QVERIFY(!m_window->findChild<QFileDialog*>());
    QCOMPARE(loadInvestigation(file.toStdString())->notes.notes.size(), std::size_t{2});
}

void TestDocument::missingInputsKeepTheNotes()
{
    const QString file = savedPair(u"gone/in"_s);
    const QString far = m_folder.filePath(u"deep/0/1/2/far"_s);  // too deep to be found by itself
    QVERIFY(QDir().mkpath(far));
    QVERIFY(QDir().rename(m_folder.filePath(u"gone/in/x"_s), far + u"/runs"_s));
    m_window->session().openInvestigation(file);
    MissingPage* page = m_window->missingPage();
    QTRY_VERIFY_WITH_TIMEOUT(page->isVisible(), 60'000);
    QVERIFY(page->inputsText().contains(m_folder.filePath(u"gone/in/x/fine.csv"_s)));
    QVERIFY(page->inputsText().contains(m_folder.filePath(u"gone/in/x/slow.csv"_s)));
    QVERIFY(page->notesText().contains(u"ask Ann"_s));
    QTest::mouseClick(page->searchButton(), Qt::LeftButton);
    typeFile(far);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QCOMPARE(m_window->session().notebook().now().notes.size(), std::size_t{1});
    QCOMPARE(m_window->document().file(), file);
}

void TestDocument::bothSidesSayWhatIsWrong()
{
    const QString none = m_folder.filePath(u"no/such/run"_s);
    m_window->startPage()->setPaths(Side::Baseline, {none});
    m_window->startPage()->setPaths(Side::Current, {none + u'2'});
    QTest::mouseClick(m_window->startPage()->compareButton(), Qt::LeftButton);
    const auto said = [this](Side side) { return m_window->startPage()->zone(side)->accessibleDescription(); };
    QTRY_VERIFY_WITH_TIMEOUT(said(Side::Current).contains(none + u'2'), 30'000);
    QVERIFY2(said(Side::Baseline).contains(none), qPrintable(said(Side::Baseline)));
    // Telemetry alone has no steps: both sides say so, and what was chosen stays.
    QDir(m_folder.path()).mkpath(u"t1"_s);
    QDir(m_folder.path()).mkpath(u"t2"_s);
    const QStringList runs = {m_folder.filePath(u"t1"_s), m_folder.filePath(u"t2"_s)};
    for (const QString& run : runs) {
        QFile smi(run + u"/smi.csv"_s);
        QVERIFY(smi.open(QIODevice::WriteOnly));
        smi.write("timestamp, index, utilization.gpu [%], clocks.current.sm [MHz]\n"
                  "2025/02/18 10:00:00.250, 0, 98 %, 1400 MHz\n2025/02/18 10:00:01.250, 0, 98 %, 1400 MHz\n");
    }
    m_window->startPage()->setPaths(Side::Baseline, {runs[0]});
    m_window->startPage()->setPaths(Side::Current, {runs[1]});
    QTest::mouseClick(m_window->startPage()->compareButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(said(Side::Current).contains(u"no training step"_s), 30'000);
    QVERIFY2(said(Side::Baseline).contains(u"no training step"_s), qPrintable(said(Side::Baseline)));
    QCOMPARE(m_window->startPage()->zone(Side::Current)->paths(), QStringList{runs[1]});
}

void TestDocument::namesOfRuns_data()
{
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("current");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("file");
    QTest::newRow("names") << u"/r/monday"_s << u"/r/tuesday"_s << u"monday  \u2192  tuesday"_s
                           << u"monday vs tuesday"_s;
    QTest::newRow("roles") << u"/r/sample/baseline"_s << u"/r/sample/current"_s
                           << u"sample: baseline  \u2192  current"_s << u"sample"_s;
    QTest::newRow("folders") << u"/r/monday/run"_s << u"/r/tuesday/run/"_s << u"monday/run  \u2192  tuesday/run"_s
                             << u"monday vs tuesday"_s;
}

void TestDocument::namesOfRuns()
{
    QFETCH(QString, baseline);
    QFETCH(QString, current);
    QTEST(pairName({baseline}, {current}), "shown");
    QTEST(pairFileName({baseline}, {current}), "file");
}

void TestDocument::theMenuHasSubmenus()
{
    QToolButton* button = bench()->topBar()->menuButton();
    QList<QAction*> listed;
    for (const QAction* entry : button->menu()->actions()) {
        QVERIFY2(entry->menu(), qPrintable(entry->text()));
        QVERIFY(entry->menu()->actions().size() <= 20);
        listed += entry->menu()->actions();
    }
    QVERIFY(button->menu()->actions().size() <= 8);
    // Every action of the window is in exactly one of them; Cancel has buttons of its own.
    for (QAction* action : m_window->actions())
        QCOMPARE(listed.count(action), action->iconText() == u"Cancel"_s ? 0 : 1);
}

void TestDocument::languageOfTheNextStart()
{
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(m_window->commandPalette()->isVisible());
    QTest::keyClicks(QApplication::focusWidget(), u"english"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(loadSettings(m_folder.filePath(u"settings.ini"_s)).language, u"en"_s);
    QVERIFY(m_window->offerBar()->isVisible());
    QVERIFY(m_window->offerBar()->accessibleName().contains(u"next start"_s));
    for (QAction* action : m_window->actions())
        if (action->text() == u"\u7b80\u4f53\u4e2d\u6587"_s)
            action->trigger();
    QCOMPARE(loadSettings(m_folder.filePath(u"settings.ini"_s)).language, u"zh_CN"_s);
    for (QAction* action : m_window->actions())
        if (action->text() == u"Language of the desktop"_s)
            action->trigger();
    QCOMPARE(loadSettings(m_folder.filePath(u"settings.ini"_s)).language, QString());
    QCOMPARE(languageOfDesktop({u"zh-Hans-CN"_s, u"en"_s}), u"zh_CN"_s);
    QCOMPARE(languageOfDesktop({u"de-DE"_s, u"en"_s, u"zh"_s}), u"en"_s);
    QCOMPARE(languageOfDesktop({u"C"_s}), u"en"_s);
    QCOMPARE(languageOfDesktop({}), u"en"_s);
}

/// Languages without Latin letters have the mnemonic behind the text, in brackets.
void TestDocument::keysAreListedWithoutMnemonics()
{
    BracketTranslator translator;
    QCoreApplication::installTranslator(&translator);
    makeWindow();
    QTest::keyClick(m_window.get(), Qt::Key_F1);
    QTableWidget* table = fixtures::shownTable(*m_window);
    QVERIFY(table);
    QStringList texts;
    for (int row = 0; row < table->rowCount(); ++row)
        texts << table->item(row, 1)->text();
    table->window()->close();
    QCoreApplication::removeTranslator(&translator);
    QVERIFY2(texts.contains(u"new"_s), qPrintable(texts.join(u'|')));
}

void TestDocument::firstSizeFitsTheScreen()
{
    const QString settings = m_folder.filePath(u"fresh.ini"_s);
    MainWindow window(loadSettings(settings), settings, QApplication::palette());
    const QSize room = window.screen()->availableSize();
    QVERIFY(window.usualSize().width() > room.width());  // else this shows nothing
    QVERIFY2(window.width() <= room.width() && window.height() <= room.height(),
             qPrintable(u"%1 x %2"_s.arg(window.width()).arg(window.height())));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestDocument)
#include "tst_gui_Document.moc"
