// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <QAccessible>
#include <QTemporaryDir>

#include "tests/app/gui/Investigation.h"
#include "widgets/charts/AccessibleRows.h"
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
