// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/PageFlow.h"

#include <algorithm>

#include <QPainter>
#include <QSvgRenderer>

#include "core/report/Svg.h"
#include "widgets/report/TableFlow.h"
#include "widgets/report/TextBlock.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr qreal kGap = 60;
constexpr qreal kIndent = 140;
constexpr qreal kCardPad = 70;

class Flow {
public:
    Flow(std::vector<PagePiece>& pieces, qreal width) : m_pieces(pieces), m_width(width) {}

    void operator()(const report::Heading& heading)
    {
        gap(kGap);
        text(heading.line, {105, true}, 0, true);
        gap(kGap / 3, true);
    }

    /// `leads`: it says what the drawing after it shows.
    void paragraph(const report::Paragraph& paragraph, bool leads)
    {
        text(paragraph.line, {}, 0, leads);
        gap(kGap / 2, leads);
    }
    void operator()(const report::Paragraph& one) { paragraph(one, false); }

    void operator()(const report::Bullets& list)
    {
        int number = 0;
        for (const report::Line& line : list.lines) {
            const QString mark = list.ordered ? QString::number(++number) + u"."_s : u"\u2013"_s;
            bullet(line, mark, 0);
        }
        gap(kGap / 2);
    }

    void operator()(const report::Figure& figure)
    {
        auto drawing = std::make_shared<QSvgRenderer>(QByteArray::fromStdString(standaloneSvg(figure.svg)));
        const QSizeF size = drawing->defaultSize();
        if (!drawing->isValid() || size.isEmpty())
            return;
        constexpr qreal kPerPixel = 7.5;  // as wide as 96 pixels an inch
        const qreal width = std::min(m_width, size.width() * kPerPixel);
        const qreal height = width * size.height() / size.width();
        m_pieces.push_back({height, [drawing, width, height](QPainter& painter, const QPointF& at) {
                                drawing->render(&painter, QRectF(at, QSizeF(width, height)));
                            }});
        gap(kGap);
    }

    void operator()(const report::Table& table)
    {
        addTable(m_pieces, table, m_width);
        gap(kGap);
    }

    void operator()(const report::Card& card)
    {
        TextStyle said;
        said.struck = card.struck;
        if (card.struck)
            said.colour = lightPalette().muted;
        const std::size_t first = m_pieces.size();
        text(card.statement, said, kCardPad, true);
        text(card.tags, {80}, kCardPad, false);
        for (const report::Line& line : card.evidence)
            bullet(line, u"\u2013"_s, kCardPad);
        for (const report::Line& line : card.remarks)
            text(line, {}, kCardPad, false);
        for (std::size_t i = first; i < m_pieces.size(); ++i)
            addBar(m_pieces[i]);
        gap(kGap);
    }

    void text(const report::Line& line, const TextStyle& style, qreal indent, bool keep)
    {
        if (line.empty())
            return;
        const TextBlock block({line}, style, m_width - indent);
        m_pieces.push_back(
            {block.height() + 12,
             [block, indent](QPainter& painter, const QPointF& at) { block.paint(painter, at + QPointF(indent, 0)); },
             keep});
    }

    void gap(qreal height, bool keep = false)
    {
        m_pieces.push_back({height, [](QPainter&, const QPointF&) {}, keep});
    }

private:
    void bullet(const report::Line& line, const QString& mark, qreal indent)
    {
        const TextBlock block({line}, {}, m_width - indent - kIndent);
        const TextBlock sign({{{report::Span::Kind::Plain, mark.toStdString()}}}, {}, kIndent);
        m_pieces.push_back({block.height() + 12, [block, sign, indent](QPainter& painter, const QPointF& at) {
                                sign.paint(painter, at + QPointF(indent, 0));
                                block.paint(painter, at + QPointF(indent + kIndent, 0));
                            }});
    }

    /// The bar at the left that holds the pieces of a card together.
    static void addBar(PagePiece& piece)
    {
        piece.paint = [inside = std::move(piece.paint), height = piece.height](QPainter& painter, const QPointF& at) {
            painter.fillRect(QRectF(at, QSizeF(15, height)), lightPalette().border);
            inside(painter, at);
        };
    }

    std::vector<PagePiece>& m_pieces;
    qreal m_width;
};

}  // namespace

PieceMaker::PieceMaker(report::Report report, qreal width) : m_report(std::move(report)), m_width(width) {}

bool PieceMaker::next()
{
    if (m_next > m_report.sections.size())
        return false;
    Flow flow(m_pieces, m_width);
    const auto add = [&](const std::vector<report::Block>& blocks) {
        for (std::size_t i = 0; i < blocks.size(); ++i)
            if (const auto* paragraph = std::get_if<report::Paragraph>(&blocks[i]))
                flow.paragraph(*paragraph,
                               i + 1 < blocks.size() && std::holds_alternative<report::Figure>(blocks[i + 1]));
            else
                std::visit(flow, blocks[i]);
    };
    if (m_next == 0) {
        flow.text({{report::Span::Kind::Soft, m_report.kind}}, {90, true}, 0, true);
        flow.text({{report::Span::Kind::Plain, m_report.title}}, {170, true}, 0, true);
        flow.gap(kGap / 2, true);
        add(m_report.head);
    } else {
        const report::Section& section = m_report.sections[m_next - 1];
        flow.gap(kGap * 1.5);
        flow.text({{report::Span::Kind::Plain, section.title}}, {130, true}, 0, true);
        flow.gap(kGap / 2, true);
        add(section.blocks);
    }
    ++m_next;
    return true;
}

std::vector<PagePiece> piecesOf(const report::Report& report, qreal width)
{
    PieceMaker maker(report, width);
    while (maker.next()) {
    }
    return maker.take();
}

}  // namespace headwater
