// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/TextBlock.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QTextOption>

#include "core/report/Escape.h"
#include "core/report/EscapeLines.h"
#include "widgets/report/LinkMap.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

using report::Span;

QString shown(const Span& span)
{
    if (span.kind == Span::Kind::Said)
        return QString::fromStdString(escapeLines(span.text, &escapeTerminal, "\u2028"));  // breaks the line
    const QString text = QString::fromStdString(escapeTerminal(span.text));
    return span.kind == Span::Kind::Tag ? u"\u00a0"_s + text + u"\u00a0 "_s : text;
}

/// Not the window's font: Inter draws signs beside numbers with glyphs that no character stands for, and a PDF would
/// lose them in copied text. Ligatures would hide letters from a search; letters set apart by nothing have none.
QFont fontOf(const TextStyle& style)
{
    QFont font;
    font.setFamilies({u"Noto Sans"_s, u"Liberation Sans"_s, u"DejaVu Sans"_s, u"Noto Sans CJK SC"_s});
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.05);
    font.setPixelSize(style.size);
    font.setBold(style.bold);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QTextCharFormat formatOf(const Span& span, const TextStyle& style)
{
    const Palette& palette = lightPalette();
    QTextCharFormat format;
    format.setForeground(style.colour);
    format.setFontStrikeOut(style.struck);
    switch (span.kind) {
    case Span::Kind::Soft: format.setForeground(palette.muted); break;
    case Span::Kind::Strong: format.setFontWeight(QFont::Bold); break;
    case Span::Kind::Code: format.setFontFamilies({u"monospace"_s}); break;
    case Span::Kind::Tag:
        format.setBackground(mix(palette.page, palette.muted, 0.15));
        format.setForeground(palette.muted);
        format.setFontStrikeOut(false);
        break;
    case Span::Kind::Plain:
    case Span::Kind::Said:
    case Span::Kind::Name: break;
    }
    if (!span.target.empty()) {
        format.setAnchor(true);
        format.setAnchorHref(QString::fromStdString(span.target));
        format.setFontUnderline(true);
        format.setUnderlineStyle(QTextCharFormat::DotLine);
    }
    return format;
}

std::shared_ptr<QTextLayout> layoutOf(const report::Line& line, const TextStyle& style)
{
    auto layout = std::make_shared<QTextLayout>(TextBlock::plainText(line), fontOf(style));
    QTextOption option(style.right ? Qt::AlignRight : Qt::AlignLeft);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(Qt::LeftToRight);  // names from files do not turn a report around
    layout->setTextOption(option);
    QList<QTextLayout::FormatRange> formats;
    int from = 0;
    for (const Span& span : line) {
        const int length = static_cast<int>(shown(span).size());
        formats.append({from, length, formatOf(span, style)});
        from += length;
    }
    layout->setFormats(formats);
    layout->setCacheEnabled(true);
    return layout;
}

qreal setIn(QTextLayout& layout, qreal width, qreal top)
{
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, top});
        top += std::ceil(line.height() * 1.12);
    }
    layout.endLayout();
    return top;
}

/// A reference that breaks has an area in each of its lines.
void addLinks(const QTextLayout& layout, const QTransform& place, const QPointF& at, LinkMap& map)
{
    for (const QTextLayout::FormatRange& range : layout.formats())
        for (int i = 0; range.format.isAnchor() && i < layout.lineCount(); ++i) {
            const QTextLine line = layout.lineAt(i);
            const int from = std::max(range.start, line.textStart());
            const int to = std::min(range.start + range.length, line.textStart() + line.textLength());
            if (from >= to)
                continue;
            const qreal left = line.cursorToX(from);
            const QRectF area(left, line.y(), line.cursorToX(to) - left, line.height());
            map.links.push_back({place.mapRect(area.translated(at)), range.format.anchorHref()});
        }
}

}  // namespace

QString TextBlock::plainText(const report::Line& line)
{
    QString text;
    for (const Span& span : line)
        text += shown(span);
    return text;
}

TextBlock::TextBlock(const std::vector<report::Line>& lines, const TextStyle& style, qreal width)
{
    for (const report::Line& line : lines) {
        m_layouts.push_back(layoutOf(line, style));
        m_height = setIn(*m_layouts.back(), width, m_height);
    }
}

void TextBlock::paint(QPainter& painter, const QPointF& at) const
{
    auto* map = dynamic_cast<LinkMap*>(painter.device());
    for (const auto& layout : m_layouts) {
        if (map)
            addLinks(*layout, painter.combinedTransform(), at, *map);
        else
            layout->draw(&painter, at);
    }
}

qreal TextBlock::naturalWidth(const std::vector<report::Line>& lines, const TextStyle& style)
{
    constexpr qreal kEndless = 1e6;
    TextStyle left = style;
    left.right = false;
    qreal widest = 0;
    for (const report::Line& line : lines) {
        const auto layout = layoutOf(line, left);
        layout->beginLayout();
        QTextLine set = layout->createLine();
        if (set.isValid()) {
            set.setLineWidth(kEndless);
            widest = std::max(widest, set.naturalTextWidth());
        }
        layout->endLayout();
    }
    return std::ceil(widest) + 2;
}

}  // namespace headwater
