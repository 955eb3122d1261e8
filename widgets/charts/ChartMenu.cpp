// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ChartMenu.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QImage>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSvgGenerator>
#include <QWidget>

#include "widgets/charts/ChartTable.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

using Paint = std::function<void(QPainter&, QSize)>;

QString tr(const char* text)
{
    return QCoreApplication::translate("headwater::ChartMenu", text);
}

void draw(QPainter& painter, const QWidget& chart, const Paint& paint)
{
    painter.fillRect(QRect(QPoint(), chart.size()), paletteOf(&chart).page);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(chart.font());
    paint(painter, chart.size());
}

/// Twice the size of the screen's points: an image is looked at larger than it was.
QImage imageOf(const QWidget& chart, const Paint& paint)
{
    const qreal ratio = std::max(2.0, chart.devicePixelRatioF());
    QImage image(chart.size() * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    draw(painter, chart, paint);
    return image;
}

QByteArray pngOf(const QImage& image)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

/// Opens the menu of the chart's actions; owned by the chart.
class MenuOpener : public QObject {
public:
    explicit MenuOpener(QWidget* chart) : QObject(chart), m_chart(chart) { chart->installEventFilter(this); }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::ContextMenu) {
            const auto* menu = static_cast<QContextMenuEvent*>(event);
            open(menu->reason() == QContextMenuEvent::Mouse ? menu->globalPos() : middle());
            return true;
        }
        if (event->type() != QEvent::KeyPress)
            return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() != Qt::Key_Menu && (key->key() != Qt::Key_F10 || key->modifiers() != Qt::ShiftModifier))
            return false;
        open(middle());
        return true;
    }

private:
    [[nodiscard]] QPoint middle() const { return m_chart->mapToGlobal(m_chart->rect().center()); }
    void open(QPoint where)
    {
        if (m_chart->findChild<QMenu*>())
            return;
        auto* menu = new QMenu(m_chart);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(m_chart->actions());
        menu->popup(where);
    }

    QWidget* m_chart;
};

void add(QWidget* chart, const QString& text, const QString& tip, const QKeySequence& keys, std::function<void()> then)
{
    auto* action = new QAction(text, chart);
    action->setToolTip(tip);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(action, &QAction::triggered, chart, std::move(then));
    chart->addAction(action);
}

void requestSave(QWidget* chart, const QString& suffix, const QByteArray& content)
{
    SaveRequest request(chart->accessibleName(), suffix, content);
    QCoreApplication::sendEvent(chart->window(), &request);
}

}  // namespace

SaveRequest::SaveRequest(QString chart, QString ending, QByteArray bytes)
    : QEvent(kind())
    , name(std::move(chart))
    , suffix(std::move(ending))
    , content(std::move(bytes))
{}

QEvent::Type SaveRequest::kind()
{
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

QByteArray chartSvg(const QWidget& chart, const Paint& paint)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(chart.size());
        generator.setViewBox(QRect(QPoint(), chart.size()));
        generator.setTitle(chart.accessibleName().toHtmlEscaped());
        QPainter painter(&generator);
        draw(painter, chart, paint);
    }
    return buffer.data();
}

void addChartMenu(QWidget* chart, Paint paint, std::function<QString()> table)
{
    new MenuOpener(chart);
    add(chart, tr("&Copy as table"), tr("For a spreadsheet"), QKeySequence(Qt::CTRL | Qt::Key_C),
        [table] { QGuiApplication::clipboard()->setText(table()); });
    add(chart, tr("Copy as &image"), {}, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
        [chart, paint] { QGuiApplication::clipboard()->setImage(imageOf(*chart, paint)); });
    add(chart, tr("Save as &SVG\u2026"), tr("Lines and text that scale"), {},
        [chart, paint] { requestSave(chart, u"svg"_s, chartSvg(*chart, paint)); });
    add(chart, tr("Save as &PNG\u2026"), {}, {},
        [chart, paint] { requestSave(chart, u"png"_s, pngOf(imageOf(*chart, paint))); });
    add(chart, tr("Save as CS&V\u2026"), tr("The numbers"), {},
        [chart, table] { requestSave(chart, u"csv"_s, csvText(table()).toUtf8()); });
}

}  // namespace headwater
