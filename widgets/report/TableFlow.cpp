// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/TableFlow.h"

#include <algorithm>
#include <numeric>

#include <QPainter>
#include <QSvgRenderer>

#include "core/report/Svg.h"
#include "widgets/report/TextBlock.h"
#include "widgets/theme/Palette.h"

namespace headwater {

namespace {

constexpr qreal kPad = 35;
constexpr qreal kDrawingWidth = 600;
constexpr qreal kDrawingHeight = 64;
constexpr int kSize = 70;

struct SetCell {
    std::shared_ptr<TextBlock> text;
    std::shared_ptr<QSvgRenderer> drawing;
};

TextStyle styleOf(const report::Row& row, const report::Column& column, bool label)
{
    TextStyle style;
    style.size = kSize;
    style.right = column.number;
    style.bold = row.mark == report::Row::Mark::First;
    if (label || row.mark == report::Row::Mark::Downstream)
        style.colour = lightPalette().muted;
    return style;
}

/// The head as a row of its own.
report::Row headOf(const report::Table& table)
{
    report::Row row;
    for (const report::Column& column : table.columns)
        row.cells.push_back({{{{report::Span::Kind::Soft, column.title}}}});
    return row;
}

bool titled(const report::Table& table)
{
    return std::ranges::any_of(table.columns, [](const report::Column& column) { return !column.title.empty(); });
}

qreal titleWidth(const report::Column& column, bool broken)
{
    qreal widest = 0;
    const QString title = QString::fromStdString(column.title);
    for (const QString& word : broken ? title.split(u' ') : QStringList{title})
        widest = std::max(widest, TextBlock::naturalWidth({{{report::Span::Kind::Soft, word.toStdString()}}},
                                                          styleOf({}, column, false)));
    return widest;
}

/// Of what stands below the titles, without breaks.
std::vector<qreal> contentWidths(const report::Table& table)
{
    std::vector<qreal> widths(table.columns.size(), 0);
    for (const report::Row& row : table.rows)
        for (std::size_t i = 0; i < std::min(row.cells.size(), widths.size()); ++i)
            widths[i] = std::max(
                widths[i], row.cells[i].svg.empty()
                               ? TextBlock::naturalWidth(row.cells[i].lines, styleOf(row, table.columns[i], false))
                               : kDrawingWidth);
    return widths;
}

/// With the titles, which may be `broken` between their words.
std::vector<qreal> wantedWidths(const report::Table& table, std::vector<qreal> content, bool broken)
{
    for (std::size_t i = 0; i < content.size(); ++i)
        content[i] = std::max(content[i], titleWidth(table.columns[i], broken)) + 2 * kPad;
    return content;
}

/// A title is often wider than everything below it: it is broken first, as far as the width asks for it.
std::vector<qreal> titlesGiveWay(const report::Table& table, qreal width)
{
    const auto sum = [](const std::vector<qreal>& widths) {
        return std::accumulate(widths.begin(), widths.end(), 0.0);
    };
    const std::vector<qreal> content = contentWidths(table);
    const std::vector<qreal> whole = wantedWidths(table, content, false);
    if (sum(whole) <= width)
        return whole;
    std::vector<qreal> broken = wantedWidths(table, content, true);
    const qreal room = width - sum(broken);
    const qreal lacking = sum(whole) - sum(broken);
    if (room <= 0 || lacking <= 0)
        return broken;
    for (std::size_t i = 0; i < broken.size(); ++i)
        broken[i] += (whole[i] - broken[i]) * room / lacking;
    return broken;
}

PagePiece rowPiece(const report::Row& row, const report::Table& table, const std::vector<qreal>& widths, bool isHead)
{
    std::vector<SetCell> cells;
    qreal height = 0;
    const bool facts = !titled(table);
    for (std::size_t i = 0; i < std::min(row.cells.size(), widths.size()); ++i) {
        SetCell cell;
        if (!row.cells[i].svg.empty()) {
            cell.drawing = std::make_shared<QSvgRenderer>(QByteArray::fromStdString(standaloneSvg(row.cells[i].svg)));
            height = std::max(height, kDrawingHeight);
        } else {
            const TextStyle style = styleOf(row, table.columns[i], facts && i == 0);
            cell.text = std::make_shared<TextBlock>(row.cells[i].lines, style, widths[i] - 2 * kPad);
            height = std::max(height, cell.text->height());
        }
        cells.push_back(std::move(cell));
    }
    height += 2 * kPad * 0.7;
    const bool first = row.mark == report::Row::Mark::First;
    const auto paint = [cells, widths, height, first, isHead](QPainter& painter, const QPointF& at) {
        const Palette& palette = lightPalette();
        qreal x = at.x();
        const qreal width = std::accumulate(widths.begin(), widths.end(), 0.0);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const QPointF corner(x + kPad, at.y() + kPad * 0.7);
            if (cells[i].drawing)
                cells[i].drawing->render(&painter, QRectF(corner, QSizeF(kDrawingWidth, kDrawingHeight)));
            else
                cells[i].text->paint(painter, corner);
            x += widths[i];
        }
        painter.fillRect(QRectF(at.x(), at.y() + height - (isHead ? 8 : 4), width, isHead ? 8 : 4), palette.border);
        if (first)
            painter.fillRect(QRectF(at.x(), at.y(), 20, height), palette.first);
    };
    return {height, paint, isHead};
}

}  // namespace

namespace {

/// Gives columns that all want more than there is of `room` what is in proportion to what they want, so that no row is
/// much higher for one of them; none gets less than a good half of an equal share.
void shareOut(const std::vector<qreal>& wanted, const std::vector<std::size_t>& open, qreal room,
              std::vector<qreal>& widths)
{
    const qreal least = 0.6 * room / static_cast<qreal>(open.size());
    qreal sum = 0;
    for (const std::size_t i : open)
        sum += wanted[i];
    qreal given = 0;
    for (const std::size_t i : open) {
        widths[i] = std::max(least, room * wanted[i] / sum);
        given += widths[i];
    }
    const qreal aboveLeast = given - least * static_cast<qreal>(open.size());
    for (const std::size_t i : open)
        if (aboveLeast > 0)
            widths[i] -= (widths[i] - least) * (given - room) / aboveLeast;
}

}  // namespace

std::vector<qreal> fittedWidths(const std::vector<qreal>& wanted, qreal width)
{
    std::vector<qreal> widths(wanted.size(), 0);
    std::vector<std::size_t> open(wanted.size());
    std::iota(open.begin(), open.end(), std::size_t(0));
    qreal rest = width;
    while (!open.empty()) {
        const qreal share = rest / static_cast<qreal>(open.size());
        const auto small = std::partition(open.begin(), open.end(), [&](std::size_t i) { return wanted[i] > share; });
        if (small == open.end()) {
            shareOut(wanted, open, rest, widths);
            break;
        }
        for (auto it = small; it != open.end(); ++it) {
            widths[*it] = wanted[*it];
            rest -= wanted[*it];
        }
        open.erase(small, open.end());
    }
    return widths;
}

void addTable(std::vector<PagePiece>& pieces, const report::Table& table, qreal width)
{
    const std::vector<qreal> widths = fittedWidths(titlesGiveWay(table, width), width);
    std::shared_ptr<const PagePiece> head;
    if (titled(table)) {
        head = std::make_shared<const PagePiece>(rowPiece(headOf(table), table, widths, true));
        pieces.push_back(*head);
    }
    for (const report::Row& row : table.rows) {
        pieces.push_back(rowPiece(row, table, widths, false));
        pieces.back().repeat = head;
    }
    // A page does not begin with the last row alone.
    if (table.rows.size() > 2)
        pieces[pieces.size() - 2].keepWithNext = true;
}

}  // namespace headwater
