// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportPages.h"

#include <QCoreApplication>
#include <QDateTime>
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

}  // namespace

ReportPages::ReportPages(const report::Report& report)
    : m_pieces(piecesOf(report, pageSize().width() - 2 * kMargin))
    , m_pages(paginate(m_pieces, pageSize().height() - 2 * kMargin - kFooter))
    , m_footer(QString::fromStdString(escapeTerminal(report.footer)))
{}

QSizeF ReportPages::pageSize()
{
    return QPageSize(QPageSize::A4).size(QPageSize::Point) * 10;
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
    const qreal width = pageSize().width() - 2 * kMargin;
    const QPointF corner(kMargin, pageSize().height() - kMargin - kFooter / 2);
    TextBlock({{{report::Span::Kind::Plain, m_footer.toStdString()}}}, style, width).paint(painter, corner);
    style.right = true;
    const QString number = u"%1 / %2"_s.arg(page + 1).arg(count());
    TextBlock({{{report::Span::Kind::Plain, number.toStdString()}}}, style, width).paint(painter, corner);
}

bool writePdf(const report::Report& report, QIODevice& device)
{
    constexpr int kResolution = 720;  // a unit is a tenth of a point
    const ReportPages pages(report);
    QPdfWriter writer(&device);
    writer.setResolution(kResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(QString::fromStdString(escapeTerminal(report.title)));
    writer.setCreator(QString::fromStdString(report.footer));
    QPainter painter;
    if (!painter.begin(&writer))
        return false;
    for (int page = 0; page < pages.count(); ++page) {
        if (page > 0 && !writer.newPage())
            return false;
        pages.paint(painter, page);
    }
    return painter.end();
}

}  // namespace headwater
