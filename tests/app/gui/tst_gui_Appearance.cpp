// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <ctime>
#include <functional>
#include <map>

#include <QAction>
#include <QEvent>
#include <QTest>

#include "app/gui/PageTable.h"
#include "app/gui/pages/Page.h"
#include "tests/app/gui/Investigation.h"
#include "tests/app/gui/WindowTest.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestAppearance : public WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { makeRuns(); }
    void init() { makeWindow(); }
    void cleanup() { m_window.reset(); }

    void changesStyleEachWidgetOnce();
};

namespace {

/// How often a widget was polished anew.
class StyleChanges : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::StyleChange)
            most = std::max(most, ++m_seen[watched]);
        return false;
    }
    int most = 0;

private:
    std::map<QObject*, int> m_seen;
};

double cpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

/// The time that a change takes depends on the machine and is printed; how often each widget is styled does not.
void TestAppearance::changesStyleEachWidgetOnce()
{
    const QString folder = m_folder.filePath(u"pair"_s);
    QVERIFY(fixtures::simulateInto(folder, "slow-forward"));
    QVERIFY(fixtures::openIn(*m_window, folder));
    for (const PageRow& row : pageTable())
        QVERIFY(fixtures::settled(*m_window, row.name));
    m_window->showPage(u"overview"_s);
    QCoreApplication::processEvents();
    const auto measure = [](const char* what, const std::function<void()>& change) {
        StyleChanges changes;
        for (QWidget* widget : QApplication::allWidgets())
            widget->installEventFilter(&changes);
        const double before = cpuMs();
        change();
        qInfo("%s: %.0f ms of CPU, %d widgets, at most %d times each", what, cpuMs() - before,
              static_cast<int>(QApplication::allWidgets().size()), changes.most);
        return changes.most;
    };
    const int theme = measure("theme", [this] {
        for (QAction* action : m_window->actions())
            if (action->text() == u"Dark theme"_s)
                action->trigger();
    });
    const int size =
        measure("size of text", [this] { QTest::keyClick(m_window.get(), Qt::Key_Plus, Qt::ControlModifier); });
    // Once without the old sheet, once with the new one; before, once more for each ancestor.
    QVERIFY2(theme > 0 && theme <= 3, qPrintable(QString::number(theme)));
    QVERIFY2(size > 0 && size <= 3, qPrintable(QString::number(size)));
    QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
    applyTheme(*qApp, lightPalette());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestAppearance)
#include "tst_gui_Appearance.moc"
