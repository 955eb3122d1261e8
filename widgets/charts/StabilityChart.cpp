// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/StabilityChart.h"

#include <algorithm>

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/models/StageBars.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"

namespace headwater {

StabilityChart::StabilityChart(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    enableAccessibleRows();
    setAccessibleName(tr("How stable the first regressed stage is"));
    addChartMenu(
        this, [this](QPainter& painter, QSize) { paint(painter, false); }, [this] { return table(); });
}

void StabilityChart::setVerdict(const Verdict& verdict)
{
    m_shares.clear();
    m_resamples = verdict.policy.resamples;
    const int first = verdict.firstRegressed ? verdict.firstRegressed->index : -2;
    for (const StabilityBar& bar : verdict.stability) {
        const int at = positionOf(verdict, bar.index);
        const QString name = at < 0 ? tr("none") : format::text(verdict.stages[static_cast<std::size_t>(at)].stage);
        if (bar.share > 0)
            m_shares.push_back({name, bar.share, bar.index == first});
    }
    std::stable_sort(m_shares.begin(), m_shares.end(),
                     [](const Share& a, const Share& b) { return a.share > b.share; });
    m_current = 0;
    QStringList texts;
    for (const Share& share : m_shares)
        texts << share.name + QLatin1Char(' ') + format::share(share.share);
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    setToolTip(m_shares.empty() ? QString()
                                : tr("Share of joint resamples of the steps in which each stage came out first:\n%1")
                                      .arg(texts.join(QLatin1Char('\n'))));
    update();
}

std::vector<AccessibleRow> StabilityChart::accessibleRows() const
{
    std::vector<AccessibleRow> rows;
    double x = 0;
    for (const Share& share : m_shares) {
        const double wide = width() * share.share;
        rows.push_back({share.name, format::share(share.share),
                        share.first ? tr("first regressed in the verdict") : tr("first in some resamples"),
                        QRectF(x, 2, wide, fontMetrics().height() * 0.9)});
        x += wide;
    }
    return rows;
}

void StabilityChart::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(accessibleRows().size()) || row == m_current)
        return;
    m_current = row;
    announceRow(this, row);
    update();
}

void StabilityChart::keyPressEvent(QKeyEvent* event)
{
    const int row = rowAfterKey(event->key(), m_current, static_cast<int>(accessibleRows().size()));
    if (row < 0)
        QWidget::keyPressEvent(event);
    else
        chooseRow(row);
}

QSize StabilityChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 32, fontMetrics().height() * 4};
}

QString StabilityChart::resamplesText() const
{
    return tr("%1 joint resamples of steps").arg(format::count(static_cast<std::uint64_t>(m_resamples)));
}

QSize StabilityChart::minimumSizeHint() const
{
    const int said = m_shares.empty() ? 0 : fontMetrics().horizontalAdvance(resamplesText()) + 1;
    return {std::max(fontMetrics().averageCharWidth() * 20, said), sizeHint().height()};
}

void StabilityChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter, hasFocus());
}

QString StabilityChart::table() const
{
    QList<QStringList> rows = {{tr("Stage"), tr("Share of resamples in which it is first")}};
    for (const Share& share : m_shares)
        rows << QStringList{share.name, QString::number(share.share, 'f', 4)};
    return tableText(rows);
}

void StabilityChart::paint(QPainter& painter, bool live) const
{
    const Palette& p = paletteOf(this);
    const double line = fontMetrics().height();
    painter.setPen(p.muted);
    if (m_shares.empty()) {
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         tr("Nothing to resample: too few steps, or identical samples"));
        return;
    }
    const QRectF bar(0, 2, width(), line * 0.9);
    painter.fillRect(bar, p.raised);
    double x = 0;
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
        const double end = x + bar.width() * m_shares[i].share;
        const QColor colour =
            m_shares[i].first ? p.first : mix(p.neutral, p.page, 0.35 + 0.12 * static_cast<double>(i % 4));
        const QRectF part(QPointF(x, bar.top()), QPointF(std::max(x + 1, end - 1), bar.bottom()));
        painter.fillRect(part, colour);
        if (live && static_cast<int>(i) == m_current) {
            painter.setPen(QPen(p.text, 2));
            painter.drawRect(part.adjusted(1, 1, -1, -1));
        }
        x = end;
    }
    const QRectF names(0, bar.bottom() + line * 0.3, width(), line);
    const auto label = [&](const Share& share, double room) {
        const QString tail = QLatin1Char(' ') + format::share(share.share);
        const int left = static_cast<int>(room - painter.fontMetrics().horizontalAdvance(tail));
        return painter.fontMetrics().elidedText(share.name, Qt::ElideRight, left) + tail;
    };
    painter.setPen(p.text);
    const auto named = static_cast<std::size_t>(live ? m_current : 0);
    painter.drawText(names, Qt::AlignLeft | Qt::AlignVCenter, label(m_shares[named], width() * 0.52));
    painter.setPen(p.muted);
    if (m_shares.size() > named + 1)
        painter.drawText(names, Qt::AlignRight | Qt::AlignVCenter, label(m_shares[named + 1], width() * 0.45));
    painter.drawText(names.translated(0, line * 1.2), Qt::AlignLeft | Qt::AlignVCenter, resamplesText());
}

}  // namespace headwater
