// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QToolButton>
#include <QTranslator>
#include <QTreeWidget>

#include "app/gui/CaseRoom.h"
#include "app/gui/StatusLabel.h"
#include "app/gui/Translators.h"
#include "core/workshop/Library.h"
#include "tests/app/gui/WorkshopWindow.h"
#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/ConceptView.h"
#include "widgets/workshop/ConclusionForm.h"
#include "widgets/workshop/ExerciseView.h"
#include "widgets/workshop/QuestionView.h"
#include "widgets/workshop/VectorView.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Look {
    QString language;
    QString theme;
    QSize size;
    bool projector = false;
};

/// Index of the first right, or of the first wrong choice of a question.
int choiceOf(const workshop::Case& opened, std::size_t question, bool right)
{
    const auto facts = workshop::factsOf(opened);
    const auto& choices = opened.questions.at(question).choices;
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i].isRight(facts) == right)
            return static_cast<int>(i);
    return -1;
}

QString nameOf(const QWidget* widget, const QString& text)
{
    return QString::fromLatin1(widget->metaObject()->className()) + u": "_s + text.left(60);
}

/// What of a text is not to be seen; empty: all of it.
QString cutIn(const QWidget* part)
{
    for (const QLabel* label : part->findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty() || label->inherits("headwater::ElidedLabel"))
            continue;
        const int height = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
        if (label->height() + 1 < height || (!label->wordWrap() && label->width() + 1 < label->sizeHint().width()))
            return nameOf(label, label->text());
    }
    for (const QAbstractButton* button : part->findChildren<QAbstractButton*>())
        if (button->isVisible() && !button->text().isEmpty() && button->width() + 1 < button->sizeHint().width())
            return nameOf(button, button->text());
    return {};
}

/// What sticks out of the window sideways.
QString outside(const QWidget* part, const QWidget* window)
{
    for (const QWidget* widget : part->findChildren<QWidget*>()) {
        if (!widget->isVisible() ||
            !(qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget)))
            continue;
        const int left = widget->mapTo(window, QPoint()).x();
        if (left < 0 || left + widget->width() > window->width())
            return nameOf(widget, widget->property("text").toString());
    }
    return {};
}

}  // namespace

/// Every view of the workshop on screens of three kinds: nothing is cut, nothing needs scrolling sideways, and what a
/// choice leads to is in sight. With HEADWATER_SHOTS=DIR each is written as a picture.
class TestWorkshopLooks : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_start.prepare();
        QVERIFY(m_chinese.load(QStringLiteral(HEADWATER_QM)));
    }
    void cleanup();
    void everyView_data();
    void everyView();
    void everyIdea_data() { everyView_data(); }
    void everyIdea();
    void aCaseToItsEnd_data() { everyView_data(); }
    void aCaseToItsEnd();
    void otherLevels_data();
    void otherLevels();
    void oneTextInTheStatusBar_data() { everyView_data(); }
    void oneTextInTheStatusBar();

private:
    void open();
    void look(const QString& name);
    void press(QWidget* button);
    void solve(const workshop::Case& opened);
    void walk(const std::string& id);

    fixtures::WorkshopStart m_start;
    std::unique_ptr<MainWindow> m_window;
    Look m_look;
    QTranslator m_chinese;  // the program has it inside
};

void TestWorkshopLooks::everyView_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("projector");
    struct Screen {
        QSize size;
        bool projector;
    };
    const Screen screens[] = {{{1'024, 768}, true}, {{1'280, 720}, true}, {{1'280, 800}, false}, {{960, 600}, false}};
    for (const Screen& screen : screens)
        for (const QString& language : {u"en"_s, u"zh_CN"_s})
            for (const QString& theme : {u"light"_s, u"dark"_s}) {
                if (theme == u"dark"_s && (screen.projector || language != u"en"_s))
                    continue;  // a projector has colours of its own; words of one language will do
                const QString name = u"%1x%2%3-%4-%5"_s.arg(screen.size.width())
                                         .arg(screen.size.height())
                                         .arg(screen.projector ? u"p"_s : QString(), language, theme);
                QTest::newRow(qPrintable(name)) << language << theme << screen.size << screen.projector;
            }
}

void TestWorkshopLooks::open()
{
    QFETCH(QString, language);
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    QFETCH(bool, projector);
    m_look = {language, theme, size, projector};
    speak(language);
    if (language == u"zh_CN"_s)
        QCoreApplication::installTranslator(&m_chinese);
    const QString file = m_start.folder.filePath(u"settings.ini"_s);
    Settings settings = loadSettings(file);
    settings.theme = *themeFromName(theme);
    settings.geometry.clear();
    applyTheme(*qApp, resolveTheme(settings.theme, QApplication::palette()));
    m_window = std::make_unique<MainWindow>(settings, file, QApplication::palette());
    m_window->resize(size);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QTest::mouseClick(m_window->startPage()->workshopButton(), Qt::LeftButton);
    QVERIFY(m_window->desk()->page()->isVisible());
    if (projector)
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    m_window->resize(size);
}

void TestWorkshopLooks::cleanup()
{
    if (m_look.projector && m_window)
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    m_window.reset();
    QCoreApplication::removeTranslator(&m_chinese);
    speak(u"en"_s);
}

void TestWorkshopLooks::look(const QString& name)
{
    m_window->resize(m_look.size);
    QTest::qWait(60);
    const QString shots = qEnvironmentVariable("HEADWATER_SHOTS");
    if (!shots.isEmpty())
        m_window->grab().save(u"%1/%2-%3.png"_s.arg(shots, QString::fromLatin1(QTest::currentDataTag()), name));
    const auto says = [&name](const QString& what) { return name + u": "_s + what; };
    const auto check = [&](bool fine, const QString& what) {
        if (!fine && !shots.isEmpty())
            qWarning() << says(what);  // while pictures are looked at, all of them
        return fine || !shots.isEmpty();
    };
    QVERIFY2(check(m_window->size() == m_look.size,
                   u"the window is %1 x %2"_s.arg(m_window->width()).arg(m_window->height())),
             qPrintable(says(u"size"_s)));
    const QWidget* parts[] = {m_window->desk()->page(), m_window->desk()->panel()};
    for (const QWidget* part : parts) {
        if (!part->isVisible())
            continue;
        // Layouts of wrapped texts settle in turns, which takes its time on a busy machine.
        const bool settled = QTest::qWaitFor([part] { return cutIn(part).isEmpty(); }, 3'000);
        QVERIFY2(check(settled, u"cut "_s + cutIn(part)), qPrintable(says(cutIn(part))));
        const QString out = outside(part, m_window.get());
        QVERIFY2(check(out.isEmpty(), u"outside "_s + out), qPrintable(says(out)));
        for (const QScrollArea* area : part->findChildren<QScrollArea*>())
            QVERIFY2(check(!area->isVisible() || area->horizontalScrollBar()->maximum() == 0,
                           u"sideways %1"_s.arg(area->horizontalScrollBar()->maximum())),
                     qPrintable(says(u"scrolled sideways"_s)));
    }
    const auto* middle = qobject_cast<QScrollArea*>(m_window->centralWidget());
    if (middle->isVisible())
        QVERIFY2(check(middle->horizontalScrollBar()->maximum() == 0 && middle->verticalScrollBar()->maximum() == 0,
                       u"the page is larger than the window by %1, %2"_s.arg(middle->horizontalScrollBar()->maximum())
                           .arg(middle->verticalScrollBar()->maximum())),
                 qPrintable(says(u"page"_s)));
}

void TestWorkshopLooks::everyView()
{
    open();
    WorkshopDesk* desk = m_window->desk();
    desk->page()->choose(u"new-image"_s);
    look(u"start"_s);
    desk->page()->choose(u"first-regression"_s);
    look(u"exercise"_s);
    QVERIFY(!desk->page()->exercise()->checkButton()->isEnabled());
    for (const VectorView* vector : desk->page()->exercise()->vectors())
        QTest::keyClick(vector->index(), Qt::Key_Down);
    QTest::mouseClick(desk->page()->exercise()->checkButton(), Qt::LeftButton);
    QVERIFY(desk->page()->exercise()->isRevealed());
    look(u"exercise-told"_s);
    workshop::Answers sheet;
    sheet.id = "two-nights";
    sheet.student = "Ada";
    const QString answers = m_start.folder.filePath(u"ada.json"_s);
    QFile file(answers);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(workshop::answersJson(sheet)));
    file.close();
    desk->showClass({answers});
    look(u"class"_s);
    const QString done = u"The report was written into the folder that you chose"_s;
    m_window->statusBar()->showMessage(done);
    look(u"message"_s);
    for (const QLabel* label : m_window->statusBar()->findChildren<QLabel*>())
        QVERIFY(!label->isVisible() || label->text().isEmpty());  // or it would be painted over
    QVERIFY(m_window->statusBar()->height() >= m_window->statusBar()->fontMetrics().height());
}

void TestWorkshopLooks::everyIdea()
{
    open();
    for (const workshop::Concept& idea : workshop::library().concepts) {
        m_window->desk()->page()->choose(QString::fromStdString(idea.id));
        look(u"idea-"_s + QString::fromStdString(idea.id));
    }
}

/// Scrolls to it first, as somebody has to who wants to click it.
void TestWorkshopLooks::press(QWidget* button)
{
    m_window->desk()->panel()->findChild<QScrollArea*>()->ensureWidgetVisible(button);
    QVERIFY(!button->visibleRegion().isEmpty());
    QTest::mouseClick(button, Qt::LeftButton);
}

/// A wrong turn, then a right one, at every question.
void TestWorkshopLooks::solve(const workshop::Case& opened)
{
    CasePanel* panel = m_window->desk()->panel();
    for (std::size_t i = 0; i < opened.questions.size(); ++i) {
        const QString node = QString::fromStdString(opened.questions[i].node);
        look(u"q%1-%2"_s.arg(i).arg(node));
        if (panel->lookButton()->isVisible()) {
            QTest::mouseClick(panel->lookButton(), Qt::LeftButton);
            look(u"q%1-%2-page"_s.arg(i).arg(node));
            QTest::mouseClick(m_window->desk()->room()->backButton(), Qt::LeftButton);
        }
        press(panel->question()->button(choiceOf(opened, i, false)));
        look(u"q%1-%2-wrong"_s.arg(i).arg(node));
        const QLabel* said = panel->question()->feedbackLabel();
        QVERIFY(said->isVisible() && said->visibleRegion().boundingRect().height() >= said->height());
        press(panel->question()->button(choiceOf(opened, i, true)));
        look(u"q%1-%2-right"_s.arg(i).arg(node));
        QVERIFY(panel->next()->isEnabled());
        QTest::mouseClick(panel->next(), Qt::LeftButton);
    }
}

void TestWorkshopLooks::aCaseToItsEnd()
{
    open();
    walk("new-image");
}

void TestWorkshopLooks::otherLevels_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("projector");
    QTest::addColumn<QString>("id");
    for (const QString& id : {u"slow-collectives"_s, u"rotating-waits"_s})
        QTest::newRow(qPrintable(id)) << u"zh_CN"_s << u"light"_s << QSize(1'280, 800) << false << id;
}

void TestWorkshopLooks::otherLevels()
{
    QFETCH(QString, id);
    open();
    walk(id.toStdString());
}

/// Other type under a pointer that rests on the button, whose tip stands in the bar meanwhile.
void TestWorkshopLooks::oneTextInTheStatusBar()
{
    open();
    QStatusBar* bar = m_window->statusBar();
    auto* below = bar->findChild<StatusLabel*>();
    const QString said = below->text();
    QVERIFY(!said.isEmpty());
    bar->showMessage(u"Large type and high contrast"_s);
    for (int i = 0; i < 2; ++i) {  // there and back
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::qWait(100);
        const QImage both = bar->grab().toImage();
        below->setText({});
        QCOMPARE(bar->grab().toImage(), both);
        below->setText(said);
    }
    const QImage message = bar->grab().toImage();
    bar->clearMessage();
    QTRY_VERIFY(below->isVisible());
    QVERIFY(bar->grab().toImage() != message);
    const QImage shown = below->grab().toImage();
    below->setText({});
    QVERIFY(below->grab().toImage() != shown);
}

void TestWorkshopLooks::walk(const std::string& id)
{
    const workshop::Library library = workshop::library();
    const auto opened = workshop::openCase(*library.find(id), library.questions);
    CasePanel* panel = m_window->desk()->panel();
    m_window->desk()->start(QString::fromStdString(id));
    look(u"alert"_s);
    QToolButton* projector = nullptr;
    for (QToolButton* tool : panel->findChildren<QToolButton*>())
        if (tool->isVisible() && tool->defaultAction() == fixtures::actionNamed(*m_window, tool->text()) &&
            tool->isCheckable())
            projector = tool;
    QVERIFY(projector && projector->isEnabled() && projector->isChecked() == m_look.projector);
    const double size = QApplication::font().pointSizeF();
    QTest::mouseClick(projector, Qt::LeftButton);
    QVERIFY(m_look.projector ? QApplication::font().pointSizeF() < size : QApplication::font().pointSizeF() > size);
    QTest::mouseClick(projector, Qt::LeftButton);
    QCOMPARE(QApplication::font().pointSizeF(), size);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->session().phase() == Session::Phase::Ready, 120'000);
    panel->prediction()->setCurrentIndex(4);
    panel->reason()->setPlainText(u"It takes longest."_s);
    look(u"alert-ready"_s);
    QTRY_VERIFY(panel->next()->isEnabled());
    QTest::mouseClick(panel->next(), Qt::LeftButton);
    solve(*opened);
    look(u"conclusion"_s);
    for (QComboBox* box : {panel->conclusion()->stage(), panel->conclusion()->scope(), panel->conclusion()->layer(),
                           panel->conclusion()->outcome()})
        box->setCurrentIndex(1);
    QTest::mouseClick(panel->next(), Qt::LeftButton);
    look(u"revealed"_s);
    auto* area = panel->findChild<QScrollArea*>();
    area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    look(u"revealed-end"_s);
    emit panel->left();
}

}  // namespace headwater

QTEST_MAIN(headwater::TestWorkshopLooks)
#include "tst_gui_WorkshopLooks.moc"
