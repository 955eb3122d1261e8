// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelinePaint.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <QCoreApplication>
#include <QPainter>

#include "widgets/charts/CauseSwatch.h"
#include "widgets/charts/Marks.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"
#include "widgets/timeline/TimelineInks.h"
#include "widgets/timeline/TimelineText.h"

namespace headwater {

namespace {

constexpr std::uint32_t kSeparated = 4;  ///< px from which on neighbours are kept apart by a gap
constexpr int kTile = TimelineInks::kTile;
constexpr std::size_t kAhead = 16;  ///< items
constexpr double kStageBar = 4;     ///< px

struct Band {
    int top = 0, bottom = 0;  ///< device rows of the image
};

Band bandOf(const TimelineLayout& layout, const TimelineRow& row, int height)
{
    const double scale = layout.pixelRatio;
    const double top = row.box.top() - layout.plot.top() + 1;
    const double bottom = row.box.bottom() - layout.plot.top() - 1;
    return {std::clamp(static_cast<int>(std::lround(top * scale)), 0, height),
            std::clamp(static_cast<int>(std::lround(bottom * scale)), 0, height)};
}

QRgb* line(QImage& image, int y)
{
    return reinterpret_cast<QRgb*>(image.scanLine(y));  // NOLINT: how Qt gives pixels
}

void fillLines(QImage& image, int from, int to, QRgb colour)
{
    for (int y = from; y < to; ++y)
        std::fill_n(line(image, y), image.width(), colour);
}

/// One line of pixels is made and copied; only patterns differ from line to line.
void fillRow(QImage& image, const TimelineRow& row, const TimelineRank& rank, const TimelineInks& inks, QRgb ground,
             Band band)
{
    if (band.top >= band.bottom)
        return;
    QRgb* first = line(image, band.top);
    std::fill(first, first + image.width(), ground);
    for (std::size_t i = 0; i < row.items.size(); ++i) {
        const TimelineItem& item = row.items[i];
        if (i + kAhead < row.items.size())
            inks.expect(row, rank, row.items[i + kAhead]);
        const bool patterned = item.bubble && item.to - item.from > 2;
        if (patterned)
            continue;
        const QRgb colour = item.bubble ? inks.of(rank.pieces.cause[item.row]) : inks.slice(row, rank, item.row);
        const std::uint32_t end = item.to - item.from >= kSeparated && !item.bubble ? item.to - 1 : item.to;
        std::fill(first + item.from, first + end, colour);
    }
    for (int y = band.top + 1; y < band.bottom; ++y)
        std::memcpy(line(image, y), first, static_cast<std::size_t>(image.width()) * sizeof(QRgb));
    for (const TimelineItem& item : row.items) {
        if (!item.bubble || item.to - item.from <= 2)
            continue;
        for (int y = band.top; y < band.bottom; ++y) {
            const QRgb* tile = inks.tile(rank.pieces.cause[item.row], y);
            QRgb* out = line(image, y);
            for (std::uint32_t x = item.from; x < item.to; ++x)
                out[x] = tile[x % kTile];
        }
    }
}

class Painting {
public:
    Painting(QPainter& painter, const TimelineData& data, const TimelineLayout& layout, const TimelineState& state,
             const TimelineLook& look)
        : m_painter(painter)
        , m_data(data)
        , m_layout(layout)
        , m_state(state)
        , m_look(look)
        , m_metrics(look.font)
        , m_inks(look.palette)
    {
        painter.setFont(look.font);
    }

    void slices(QImage& buffer)
    {
        const QSize size(static_cast<int>(std::lround(m_layout.plot.width() * m_layout.pixelRatio)),
                         static_cast<int>(std::ceil(m_layout.plot.height() * m_layout.pixelRatio)));
        if (buffer.size() != size || buffer.format() != QImage::Format_RGB32)
            buffer = QImage(size, QImage::Format_RGB32);
        if (buffer.isNull())
            return;
        const QRgb ground = mix(m_look.palette.page, m_look.palette.grid, 0.6).rgb();
        const QRgb page = m_look.palette.page.rgb();
        int filled = 0;  // lines of pixels
        for (const TimelineRow& row : m_layout.rows) {
            if (row.kind == TimelineRow::Kind::Header)
                continue;
            const Band band = bandOf(m_layout, row, buffer.height());
            fillLines(buffer, filled, band.top, page);
            fillRow(buffer, row, m_data.run(row.side).ranks[row.rank], m_inks, ground, band);
            filled = std::max(filled, band.bottom);
        }
        fillLines(buffer, filled, buffer.height(), page);
        m_painter.drawImage(QRectF(m_layout.plot.topLeft(), QSizeF(size) / m_layout.pixelRatio), buffer);
    }

    void names()
    {
        const double narrow = m_metrics.averageCharWidth() * 7;
        m_painter.save();
        m_painter.setClipRect(m_layout.plot);
        for (const TimelineRow& row : m_layout.rows) {
            if (row.kind == TimelineRow::Kind::Header || row.box.height() < m_metrics.height())
                continue;
            for (const TimelineItem& item : row.items) {
                const QRectF box = m_layout.itemBox(row, item);
                if (item.bubble ? box.width() > m_metrics.averageCharWidth() * 4 : box.width() > narrow)
                    name(row, item, box);
            }
        }
        m_painter.restore();
    }

    void labels()
    {
        m_painter.setClipping(false);
        const bool focused =
            m_look.focus && m_look.current >= 0 && m_look.current < static_cast<int>(m_layout.rows.size());
        const TimelineRow* focus = focused ? &m_layout.rows[static_cast<std::size_t>(m_look.current)] : nullptr;
        for (const TimelineRow& row : m_layout.rows) {
            m_painter.save();
            m_painter.setClipRect(QRectF(row.box.left(), m_layout.plot.top(), row.box.width(), m_layout.plot.height()));
            if (row.kind == TimelineRow::Kind::Header)
                header(row);
            else
                label(row, &row == focus, focus);
            m_painter.restore();
        }
        m_painter.setPen(m_look.palette.muted);
        for (const TimelineLayout::Step& step : m_layout.steps)
            stepMark(step);
    }

    void axis()
    {
        const double top = m_layout.plot.bottom();
        m_painter.setPen(QPen(m_look.palette.border, 1));
        m_painter.drawLine(QPointF(m_layout.plot.left(), top + 0.5), QPointF(m_layout.plot.right(), top + 0.5));
        m_painter.setPen(m_look.palette.muted);
        for (const TimelineLayout::Tick& tick : m_layout.ticks) {
            const double half = m_metrics.horizontalAdvance(tick.text) / 2 + 2;
            const double middle = std::clamp(tick.x, m_layout.plot.left(), m_layout.plot.right() - half);
            drawTabular(m_painter, QRectF(middle - half, top + 3, half * 2, m_metrics.height() * 1.3), Qt::AlignCenter,
                        tick.text);
        }
        for (const TimelineLayout::Cause& entry : m_layout.legend)
            legend(entry);
        if (m_layout.stageBox.isEmpty())
            return;
        const QRectF& box = m_layout.stageBox;
        const double bar = m_metrics.height() * 1.2;
        m_painter.fillRect(QRectF(box.left(), box.center().y() - kStageBar / 2, bar, kStageBar), m_look.palette.text);
        m_painter.drawText(box.adjusted(bar + 5, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                           m_layout.stageText);
    }

    void flag()
    {
        if (m_layout.flag.isEmpty())
            return;
        m_painter.save();
        m_painter.setClipRect(m_layout.plot.adjusted(-1, 0, 1, 0));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_look.palette.first, 1.6));
        m_painter.drawRect(m_layout.flag.adjusted(0.8, 0.8, -0.8, -0.8));
        const double width = m_metrics.horizontalAdvance(m_layout.flagText) + m_metrics.averageCharWidth() * 2;
        const double height = m_metrics.height() * 1.05;
        const double left =
            std::min(m_layout.flag.left(), std::max(m_layout.plot.left(), m_layout.plot.right() - width));
        marks::flag(m_painter, QRectF(left, m_layout.flag.top() - height, width, height), m_layout.flagText, true,
                    m_look.palette);
        m_painter.restore();
    }

    void selection()
    {
        m_painter.save();
        m_painter.setClipRect(m_layout.plot);
        if (m_state.hovered && m_state.hovered != m_state.selected)
            outline(*m_state.hovered, 1);
        if (m_state.selected)
            outline(*m_state.selected, 2);
        m_painter.restore();
    }

private:
    void name(const TimelineRow& row, const TimelineItem& item, const QRectF& box)
    {
        const TimelineRank& rank = m_data.run(row.side).ranks[row.rank];
        const Palette& p = m_look.palette;
        if (item.bubble) {
            const QString text = cause::label(rank.pieces.cause[item.row]);
            const QRectF plate(QPointF(), QSizeF(m_metrics.horizontalAdvance(text) + 6, box.height() - 2));
            if (plate.width() + 4 > box.width())
                return;
            const QRectF at = plate.translated(box.center() - plate.center());
            m_painter.fillRect(at, p.page);
            m_painter.setPen(p.text);
            m_painter.drawText(at, Qt::AlignCenter | Qt::TextSingleLine, text);
            return;
        }
        const bool host = row.kind == TimelineRow::Kind::Lane && !rank.tracks[row.track].device;
        const QString full = format::text(host ? rank.trace->hostName(item.row) : rank.trace->activityName(item.row));
        const auto room = static_cast<qsizetype>((box.width() - 6) / m_metrics.averageCharWidth());
        const QString text = full.size() > room ? full.left(std::max<qsizetype>(room - 1, 1)) + QChar(0x2026) : full;
        const QColor under = QColor(m_inks.slice(row, rank, item.row));
        m_painter.setPen(contrast(p.page, under) > contrast(p.text, under) ? p.page : p.text);
        m_painter.save();
        m_painter.setClipRect(box.intersected(m_layout.plot));
        m_painter.drawText(box.adjusted(3, 0, -3, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
        m_painter.restore();
    }

    void header(const TimelineRow& row)
    {
        const double size = m_metrics.height() * 0.6;
        const double middle = row.box.top() + row.box.height() * 0.68;
        marks::point(m_painter, {row.box.left() + size / 2 + 2, middle}, size, row.side, m_look.palette.side(row.side));
        m_painter.setPen(m_look.palette.sideText(row.side));
        m_painter.setFont(scaled(m_look.font, 1, QFont::DemiBold));
        m_painter.drawText(QRectF(row.box.left() + size + 8, row.box.top() + row.box.height() * 0.36, row.box.width(),
                                  row.box.height() * 0.64),
                           Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, words::of(row.side));
        m_painter.setFont(m_look.font);
        if (!m_data.run(row.side).ranks.empty())
            return;
        m_painter.setPen(m_look.palette.muted);
        m_painter.drawText(QRectF(m_layout.plot.left(), row.box.top() + row.box.height() * 0.36, m_layout.plot.width(),
                                  row.box.height() * 0.64),
                           Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                           QCoreApplication::translate("Timeline", "no data: this run has no traces"));
    }

    void label(const TimelineRow& row, bool current, const TimelineRow* focus)
    {
        QRectF box(row.box.left(), row.box.top(), m_layout.plot.left() - row.box.left() - 6, row.box.height());
        // Where rows are thinner than text, every second, third … has its name.
        const auto every = static_cast<std::size_t>(std::ceil(m_metrics.height() * 1.1 / row.box.height()));
        // The name of the row with the focus needs the room of those beside it.
        const bool beside =
            focus && std::abs(focus->box.center().y() - row.box.center().y()) < m_metrics.height() * 0.9;
        const bool named = current || every <= 1 || (row.rank % every == 0 && !beside);
        if (every > 1)
            box = QRectF(box.left(), box.center().y() - m_metrics.height() / 2, box.width(), m_metrics.height());
        if (every > 1 && row.rank == 0)  // the run's name stands right above
            box.moveTop(row.box.top() - m_metrics.height() * 0.15);
        if (current)
            m_painter.fillRect(box.adjusted(0, 1, 2, -1), m_look.palette.selection);
        m_painter.setPen(current ? m_look.palette.text : m_look.palette.muted);
        const QString text = m_metrics.elidedText(rowLabel(m_data, m_state, row), Qt::ElideMiddle, box.width());
        if (named)
            m_painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, text);
        if (row.kind == TimelineRow::Kind::Rank)
            linked(row);
    }

    /// What is selected everywhere: a bar beside the rank, one under the steps.
    void linked(const TimelineRow& row)
    {
        const TimelineRank& rank = m_data.run(row.side).ranks[row.rank];
        const double top = std::max(row.box.top() + 1, m_layout.plot.top());
        const double bottom = std::min(row.box.bottom(), m_layout.plot.bottom());
        if (bottom - top < 2)
            return;
        stage(row, top);
        if (std::ranges::binary_search(m_state.ranks, rank.rank))
            m_painter.fillRect(QRectF(m_layout.plot.left() - 5, top, 3, bottom - top), m_look.palette.text);
        const auto first = m_state.steps ? stepWindow(rank, m_state.steps->first) : std::nullopt;
        const auto last = m_state.steps ? stepWindow(rank, m_state.steps->last) : std::nullopt;
        if (!first || !last)
            return;
        const Ns origin = originOf(m_data, m_state, row.side, row.rank);
        const double from =
            std::max(m_layout.xOf(static_cast<double>(first->start - origin), m_state), m_layout.plot.left());
        const double to =
            std::min(m_layout.xOf(static_cast<double>(last->end - origin), m_state), m_layout.plot.right());
        if (to > from)
            m_painter.fillRect(QRectF(from, bottom - 2, std::max(to - from, 2.0), 2), m_look.palette.first);
    }

    /// A bar over the stage that is selected, in every step in sight.
    void stage(const TimelineRow& row, double top)
    {
        const std::vector<Interval>* times = stageTimesOf(m_state, row.side, row.rank);
        if (!times)
            return;
        const Ns origin = originOf(m_data, m_state, row.side, row.rank);
        for (const Interval& time : *times) {
            const double from =
                std::max(m_layout.xOf(static_cast<double>(time.start - origin), m_state), m_layout.plot.left());
            const double to =
                std::min(m_layout.xOf(static_cast<double>(time.end - origin), m_state), m_layout.plot.right());
            if (time.length() > 0 && to > from)
                m_painter.fillRect(QRectF(from, top, std::max(to - from, 1.0), kStageBar), m_look.palette.text);
        }
    }

    void stepMark(const TimelineLayout::Step& step)
    {
        const double height = m_metrics.height() * 2;
        if (step.top + height <= m_layout.plot.top() || step.top + height > m_layout.plot.bottom())
            return;
        // Below the words: a mark must not cut those of the step before.
        const double from = step.text.isEmpty() ? 0.9 : 0.5;
        m_painter.drawLine(QPointF(step.x, step.top + height * from), QPointF(step.x, step.top + height));
        if (!step.text.isEmpty())
            m_painter.drawText(QRectF(step.x + 3, step.top + height * 0.36, m_layout.plot.width(), height * 0.52),
                               Qt::AlignLeft | Qt::AlignBottom | Qt::TextSingleLine, step.text);
    }

    void legend(const TimelineLayout::Cause& entry)
    {
        const double size = m_metrics.height() * 0.8;
        const QRectF swatch(entry.box.left(), entry.box.center().y() - size / 2, size * 1.5, size);
        paintSwatch(m_painter, swatch, entry.cause, m_look.palette);
        m_painter.setPen(m_look.palette.muted);
        m_painter.drawText(entry.box.adjusted(size * 1.5 + 5, 0, 20, 0), Qt::AlignVCenter | Qt::AlignLeft,
                           cause::word(entry.cause));
    }

    void outline(const TimelinePick& pick, double width)
    {
        const Interval time = timeOf(m_data, pick);
        const Ns origin = originOf(m_data, m_state, pick.side, pick.rank);
        const double from = std::max(m_layout.xOf(static_cast<double>(time.start - origin), m_state), -10.0);
        const double to =
            std::min(m_layout.xOf(static_cast<double>(time.end - origin), m_state), m_layout.plot.right() + 10);
        if (to < m_layout.plot.left() - 2 || from > m_layout.plot.right() + 2)
            return;
        for (const TimelineRow& row : m_layout.rows) {
            if (!shows(m_data, row, pick))
                continue;
            const QRectF box(from, row.box.top(), std::max(to - from, 2.0), row.box.height());
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(m_look.palette.page, width + 2));
            m_painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
            m_painter.setPen(QPen(m_look.palette.text, width));
            m_painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }

    QPainter& m_painter;
    const TimelineData& m_data;
    const TimelineLayout& m_layout;
    const TimelineState& m_state;
    const TimelineLook& m_look;
    QFontMetricsF m_metrics;
    TimelineInks m_inks;
};

}  // namespace

void paintTimeline(QPainter& painter, const TimelineData& data, const TimelineLayout& layout,
                   const TimelineState& state, const TimelineLook& look, QImage& buffer)
{
    Painting painting(painter, data, layout, state, look);
    painting.slices(buffer);
    painting.names();
    painting.labels();
    painting.axis();
    painting.flag();
    painting.selection();
}

}  // namespace headwater
