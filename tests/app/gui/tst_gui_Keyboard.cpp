// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <QAbstractButton>
#include <QAccessible>
#include <QTemporaryDir>

#include "core/analysis/scale/SimulatedCluster.h"
#include "tests/app/gui/Investigation.h"
#include "widgets/charts/AccessibleRows.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QByteArray nameOf(const QWidget* widget)
{
    return QByteArray(widget->metaObject()->className()) + " \"" + widget->accessibleName().toUtf8() + "\" in " +
           widget->parentWidget()->metaObject()->className();
}

/// Whether Tab should stop there: editors inside of a widget stand for it.
bool isStop(const QWidget* widget)
{
    return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
           !widget->focusProxy() && !(widget->parentWidget() && widget->parentWidget()->focusProxy() == widget);
}

std::vector<QWidget*> stopsOf(const QWidget& window)
{
    std::vector<QWidget*> out;
    for (QWidget* widget : window.findChildren<QWidget*>())
        if (widget->window() == &window && isStop(widget))
            out.push_back(widget);
    return out;
}

}  // namespace

/// Every page without a mouse and for those who do not see it.
class TestKeyboard : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void tabReachesEverything_data() { pages(); }
    void tabReachesEverything();
    void arrowsMoveInABar_data() { pages(); }
    void arrowsMoveInABar();
    void everyStopHasAName_data() { pages(); }
    void everyStopHasAName();

private:
    static void pages();

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestKeyboard::pages()
{
    QTest::addColumn<QString>("name");
    for (const PageRow& row : pageTable())
        QTest::addRow("%s", qPrintable(row.name)) << row.name;
}

void TestKeyboard::initTestCase()
{
    applyTheme(*qApp, lightPalette());
    const QString folder = m_folder.filePath(u"runs"_s);
    QVERIFY(fixtures::simulateInto(folder, "thermal-rank"));
    const QString settings = m_folder.filePath(u"settings.ini"_s);
    m_window = std::make_unique<MainWindow>(loadSettings(settings), settings, QApplication::palette());
    m_window->resize(1'600, 1'000);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QVERIFY(fixtures::openIn(*m_window, folder));
    m_window->session().scale().change(scale::simulatedCase(7), u"an example"_s);  // else its page has little to reach
}

void TestKeyboard::tabReachesEverything()
{
    QFETCH(QString, name);
    const Page* page = fixtures::settled(*m_window, name);
    QVERIFY(page);
    const std::vector<QWidget*> stops = stopsOf(*m_window);
    QVERIFY(!stops.empty());
    QVERIFY(std::ranges::any_of(stops, [page](const QWidget* one) { return page->isAncestorOf(one); }));
    stops.front()->setFocus();
    std::set<const QWidget*> reached;
    for (std::size_t i = 0; i < stops.size() + 20; ++i) {
        const QWidget* now = QApplication::focusWidget();
        QVERIFY(now);
        reached.insert(now);
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
        QVERIFY2(QApplication::focusWidget() != now, nameOf(now).constData());  // no way on
    }
    for (const QWidget* stop : stops)
        QVERIFY2(reached.contains(stop), nameOf(stop).constData());
    // And back.
    const QWidget* now = QApplication::focusWidget();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Tab);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Backtab);
    QCOMPARE(QApplication::focusWidget(), now);
}

/// Tab stops at the chosen segment only; arrows take each of the others and lead back.
void TestKeyboard::arrowsMoveInABar()
{
    QFETCH(QString, name);
    QVERIFY(fixtures::settled(*m_window, name));
    for (SegmentBar* bar : m_window->findChildren<SegmentBar*>()) {
        if (!bar->isVisible() || !bar->isEnabled())
            continue;
        // A measure chosen before is computed anew, and what cannot be chosen meanwhile has no focus.
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 30'000);
        const auto buttons = bar->findChildren<QAbstractButton*>();
        const auto isTabStop = [](const QAbstractButton* one) { return isStop(one); };
        QCOMPARE(std::ranges::count_if(buttons, isTabStop), 1);
        const int chosen = bar->current();
        QVERIFY(chosen >= 0);
        buttons[chosen]->setFocus();
        for (int at = chosen - 1; at >= 0; --at) {
            QTest::keyClick(m_window->windowHandle(), Qt::Key_Left);
            QCOMPARE(bar->current(), at);
        }
        for (int at = 1; at < buttons.size(); ++at) {
            QTest::keyClick(m_window->windowHandle(), Qt::Key_Right);
            QCOMPARE(bar->current(), at);
            QVERIFY2(buttons[at]->hasFocus(),
                     qPrintable(QStringLiteral("%1: %2 has it")
                                    .arg(bar->accessibleName() + buttons[at]->text(),
                                         QString::fromLatin1(nameOf(QApplication::focusWidget())))));
            QCOMPARE(std::ranges::count_if(buttons, isTabStop), 1);
        }
        for (auto at = static_cast<int>(buttons.size()) - 2; at >= chosen; --at) {
            QTest::keyClick(m_window->windowHandle(), Qt::Key_Left);
            QCOMPARE(bar->current(), at);
        }
    }
}

void TestKeyboard::everyStopHasAName()
{
    QFETCH(QString, name);
    QVERIFY(fixtures::settled(*m_window, name));
    for (QWidget* stop : stopsOf(*m_window)) {
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(stop);
        QVERIFY2(spoken, nameOf(stop).constData());
        QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(), nameOf(stop).constData());
        const auto* painted = dynamic_cast<const AccessibleRows*>(stop);
        if (!painted)
            continue;
        const auto rows = painted->accessibleRows();
        QCOMPARE(spoken->childCount(), static_cast<int>(rows.size()));
        for (int i = 0; i < spoken->childCount(); ++i)
            QVERIFY2(!spoken->child(i)->text(QAccessible::Name).isEmpty(), nameOf(stop).constData());
    }
}

}  // namespace headwater

QTEST_MAIN(headwater::TestKeyboard)
#include "tst_gui_Keyboard.moc"
