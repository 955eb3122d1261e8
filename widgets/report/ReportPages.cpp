// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportPages.h"

#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include "core/report/Escape.h"
#include "widgets/report/TextBlock.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr qreal kMargin = 480;
constexpr qreal kFooter = 160;

/// Blanks over the time of writing: the places of everything behind it stay.
QByteArray withoutDate(QByteArray pdf)
{
    const qsizetype start = pdf.indexOf("/CreationDate (");
    const qsizetype end = start < 0 ? -1 : pdf.indexOf(')', start);
    if (end > start)
        pdf.replace(start, end + 1 - start, QByteArray(end + 1 - start, ' '));
    return pdf;
}

}  // namespace

ReportPages::ReportPages(const report::Report& report) : ReportPages(piecesOf(report, contentWidth()), report) {}

ReportPages::ReportPages(std::vector<PagePiece> pieces, const report::Report& report)
    : m_pieces(std::move(pieces))
    , m_pages(paginate(m_pieces, pageSize().height() - 2 * kMargin - kFooter))
    , m_footer(QString::fromStdString(escapeTerminal(report.footer)))
{}

QSizeF ReportPages::pageSize()
{
    return QPageSize(QPageSize::A4).size(QPageSize::Point) * 10;
}

qreal ReportPages::contentWidth()
{
    return pageSize().width() - 2 * kMargin;
}

void ReportPages::paint(QPainter& painter, int page) const
{
    for (const PlacedPiece& placed : m_pages.at(static_cast<std::size_t>(page))) {
        painter.save();
        painter.translate(kMargin, kMargin + placed.top);
        painter.scale(placed.scale, placed.scale);
        placed.piece->paint(painter, {0, 0});
        painter.restore();
    }
    TextStyle style;
    style.size = 75;
    style.colour = lightPalette().muted;
    const qreal width = contentWidth();
    const QPointF corner(kMargin, pageSize().height() - kMargin - kFooter / 2);
    TextBlock({{{report::Span::Kind::Plain, m_footer.toStdString()}}}, style, width).paint(painter, corner);
    style.right = true;
    const QString number = u"%1 / %2"_s.arg(page + 1).arg(count());
    TextBlock({{{report::Span::Kind::Plain, number.toStdString()}}}, style, width).paint(painter, corner);
}

std::vector<PageLink> ReportPages::links(int page) const
{
    LinkMap map;
    QPainter painter(&map);
    paint(painter, page);
    painter.end();
    return std::move(map.links);
}

QByteArray pdfOf(const report::Report& report)
{
    constexpr int kResolution = 720;  // a unit is a tenth of a point
    const ReportPages pages(report);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(QString::fromStdString(escapeTerminal(report.title)));
    writer.setCreator(QString::fromStdString(report.footer));
    QPainter painter;
    if (!painter.begin(&writer))
        return {};
    for (int page = 0; page < pages.count(); ++page) {
        if (page > 0 && !writer.newPage())
            return {};
        pages.paint(painter, page);
    }
    return painter.end() ? withoutDate(buffer.data()) : QByteArray();
}

}  // namespace headwater
