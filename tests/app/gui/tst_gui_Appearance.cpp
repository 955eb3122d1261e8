// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <ctime>
#include <functional>
#include <map>

#include <QAction>
#include <QEvent>
#include <QTest>

#include "app/gui/PageTable.h"
#include "app/gui/Workbench.h"
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
    void hiddenPagesFollowWhenTheyAreShown();

private:
    void trigger(const QString& name);
};

void TestAppearance::trigger(const QString& name)
{
    const QList<QAction*> actions = m_window->actions();
    const auto found =
        std::find_if(actions.begin(), actions.end(), [&name](QAction* action) { return action->text() == name; });
    QVERIFY2(found != actions.end(), qPrintable(name));
    (*found)->trigger();
}

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
    const int theme = measure("theme", [this] { trigger(u"Dark theme"_s); });
    const int size = measure("size of text", [this] { trigger(u"Larger text"_s); });
    QVERIFY2(theme > 0 && theme <= 2, qPrintable(QString::number(theme)));
    QVERIFY2(size > 0 && size <= 2, qPrintable(QString::number(size)));
    QTest::keyClick(m_window.get(), Qt::Key_0, Qt::ControlModifier);
    applyTheme(*qApp, lightPalette());
}

/// A page that was hidden while theme and size changed looks like one that was looked at all the time: fonts, colours,
/// sizes of buttons.
void TestAppearance::hiddenPagesFollowWhenTheyAreShown()
{
    const QString folder = m_folder.filePath(u"another"_s);
    QVERIFY(fixtures::simulateInto(folder, "slow-forward"));
    QVERIFY(fixtures::openIn(*m_window, folder));
    // Not pictures: a scroll bar that comes and goes changes those.
    const auto looks = [this](const QString& page) {
        QTest::qWait(50);
        QStringList out;
        for (QWidget* widget : m_window->workbench()->page(page)->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->inherits("QScrollBar") ||
                widget->objectName().startsWith(u"qt_scroll"_s))
                continue;
            QString line = QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->font().toString();
            for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::Base})
                line += u' ' + widget->palette().color(role).name();
            if (widget->inherits("QAbstractButton") || widget->inherits("QComboBox"))
                line += u" %1x%2"_s.arg(widget->sizeHint().width()).arg(widget->sizeHint().height());
            out << line;
        }
        return out;
    };
    const auto change = [this](const char* theme, const char* size) {
        trigger(QString::fromLatin1(theme));
        trigger(QString::fromLatin1(size));
    };
    for (const QString& page : {u"overview"_s, u"correctness"_s, u"resources"_s, u"stragglers"_s, u"inputs"_s}) {
        QVERIFY(fixtures::settled(*m_window, page));
        change("Dark theme", "Larger text");
        const QStringList shown = looks(page);
        change("Light theme", "Smaller text");
        const QStringList light = looks(page);
        m_window->showPage(page == u"overview"_s ? u"bubbles"_s : u"overview"_s);
        change("Dark theme", "Larger text");
        m_window->showPage(page);
        const QStringList hidden = looks(page);
        QVERIFY2(light.first() != shown.first(), qPrintable(light.first()));
        for (qsizetype i = 0; i < std::min(hidden.size(), shown.size()); ++i)
            QCOMPARE(hidden[i], shown[i]);
        QCOMPARE(hidden.size(), shown.size());
        change("Light theme", "Smaller text");
    }
    trigger(u"Text of the desktop's size"_s);
    applyTheme(*qApp, lightPalette());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestAppearance)
#include "tst_gui_Appearance.moc"
