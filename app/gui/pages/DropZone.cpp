// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/DropZone.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include "widgets/charts/Marks.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

QStringList droppedPaths(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

DropZone::DropZone(Side side, QWidget* parent) : QWidget(parent), m_side(side)
{
    setAcceptDrops(true);
    const int line = fontMetrics().height();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(line * 3 / 2, line * 9 / 2, line * 3 / 2, line * 3 / 2);
    column->setSpacing(line / 2);
    auto* title = new QLabel(words::of(side), this);
    title->setFont(scaled(font(), 1.25, QFont::DemiBold));
    title->setAlignment(Qt::AlignHCenter);
    auto* role = new QLabel(side == Side::Baseline ? tr("the run that was fine") : tr("the run that is slow"), this);
    role->setProperty("tone", u"muted"_s);
    role->setAlignment(Qt::AlignHCenter);
    m_hint = new QLabel(this);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setMinimumHeight(line * 3);
    m_errorLabel = new QLabel(this);
    m_errorLabel->setTextFormat(Qt::PlainText);
    m_errorLabel->setWordWrap(true);
    m_errorLabel->setAlignment(Qt::AlignHCenter);
    column->addWidget(title);
    column->addWidget(role);
    column->addWidget(m_hint, 1);
    column->addWidget(m_errorLabel);
    column->addLayout(makeButtons());
    setAccessibleName(words::of(side));
    showState();
}

QHBoxLayout* DropZone::makeButtons()
{
    auto* row = new QHBoxLayout;
    m_folder = new QPushButton(tr("Folder\u2026"), this);
    m_files = new QPushButton(tr("Files\u2026"), this);
    m_clear = new QPushButton(tr("Clear"), this);
    m_clear->setProperty("flat", true);
    for (QPushButton* button : {m_folder, m_files, m_clear})
        button->setAccessibleDescription(words::of(m_side));
    row->addStretch(1);
    row->addWidget(m_folder);
    row->addWidget(m_files);
    row->addWidget(m_clear);
    row->addStretch(1);
    connect(m_folder, &QPushButton::clicked, this, &DropZone::folderWanted);
    connect(m_files, &QPushButton::clicked, this, &DropZone::filesWanted);
    connect(m_clear, &QPushButton::clicked, this, [this] {
        setPaths({});
        emit cleared();
    });
    return row;
}

void DropZone::setPaths(const QStringList& paths)
{
    m_paths = paths;
    m_error.clear();
    showState();
}

void DropZone::setError(const QString& text)
{
    m_error = text;
    showState();
}

void DropZone::showState()
{
    constexpr qsizetype kShown = 3;
    QStringList names;
    for (const QString& path : m_paths.mid(0, kShown))
        names << QFileInfo(path).fileName();
    if (m_paths.size() > kShown)
        names << tr("and %1 more").arg(m_paths.size() - kShown);
    m_hint->setText(m_paths.isEmpty() ? tr("Drop a folder here: traces, stage metrics, logs of one run")
                                      : names.join(u'\n'));
    m_hint->setProperty("tone", m_paths.isEmpty() ? QVariant(u"muted"_s) : QVariant());
    m_hint->setToolTip(m_paths.join(u'\n'));
    m_hint->setFont(scaled(font(), 1, m_paths.isEmpty() ? QFont::Normal : QFont::DemiBold));
    m_errorLabel->setText(m_error);
    m_errorLabel->setVisible(!m_error.isEmpty());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, paletteOf(this).currentText);
    m_errorLabel->setPalette(colours);
    m_clear->setVisible(!m_paths.isEmpty());
    setAccessibleDescription(m_error.isEmpty() ? m_paths.join(u", "_s) : m_error);
    update();
}

void DropZone::dragEnterEvent(QDragEnterEvent* event)
{
    m_over = !droppedPaths(event->mimeData()).isEmpty();
    if (m_over)
        event->acceptProposedAction();
    update();
}

void DropZone::dragLeaveEvent(QDragLeaveEvent*)
{
    m_over = false;
    update();
}

void DropZone::dropEvent(QDropEvent* event)
{
    m_over = false;
    update();
    event->acceptProposedAction();
    emit pathsDropped(droppedPaths(event->mimeData()));
}

void DropZone::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = paletteOf(this);
    const bool filled = !m_paths.isEmpty();
    const QColor edge = !m_error.isEmpty() ? p.currentText : m_over || filled ? p.side(m_side) : p.border;
    painter.setPen(QPen(edge, m_over ? 2.5 : 1.5, filled ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(m_over ? p.selection : p.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), 10, 10);
    const double line = fontMetrics().height();
    marks::point(painter, QPointF(width() / 2.0, line * 2.8), line * 1.5, m_side,
                 filled ? p.side(m_side) : mix(p.side(m_side), p.page, 0.45));
}

}  // namespace headwater
