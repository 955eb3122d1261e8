// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/HandoutPdf.h"

#include <memory>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>

#include "widgets/report/PageFlow.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

// Tenths of a point.
constexpr int kResolution = 720;
constexpr qreal kMargin = 480;
constexpr qreal kFooter = 200;
constexpr qreal kGap = 70;  // between two pieces

std::unique_ptr<QTextDocument> laidOut(const QString& style, const QString& body, QPaintDevice* paper, qreal width)
{
    auto document = std::make_unique<QTextDocument>();
    document->documentLayout()->setPaintDevice(paper);
    document->setDocumentMargin(0);
    document->setHtml(u"<html><head><style>%1</style></head><body>%2</body></html>"_s.arg(style, body));
    document->setTextWidth(width);
    return document;
}

void draw(QTextDocument& document, QPainter& painter, const QPointF& at)
{
    painter.save();
    painter.translate(at);
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, Qt::black);  // of the paper, not of the desktop
    document.documentLayout()->draw(&painter, context);
    painter.restore();
}

std::vector<PagePiece> piecesOf(const workshop::Handout& handout, QPaintDevice* paper, qreal width)
{
    std::vector<PagePiece> pieces;
    for (const std::string& piece : handout.pieces) {
        std::shared_ptr<QTextDocument> document =
            laidOut(QString::fromStdString(handout.style), QString::fromStdString(piece), paper, width);
        pieces.push_back({document->size().height() + kGap,
                          [document](QPainter& painter, const QPointF& at) { draw(*document, painter, at); }});
    }
    return pieces;
}

}  // namespace

QByteArray handoutPdf(const workshop::Handout& handout)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    const QString title = format::text(handout.title);
    writer.setTitle(title);
    const QSizeF paper = QPageSize(QPageSize::A4).size(QPageSize::Point) * 10;
    const qreal width = paper.width() - 2 * kMargin;
    const std::vector<PagePiece> pieces = piecesOf(handout, &writer, width);
    const auto pages = paginate(pieces, paper.height() - 2 * kMargin - kFooter);
    QPainter painter;
    if (!painter.begin(&writer))
        return {};
    for (std::size_t page = 0; page < pages.size(); ++page) {
        if (page > 0 && !writer.newPage())
            return {};
        for (const PlacedPiece& placed : pages[page]) {
            painter.save();
            painter.translate(kMargin, kMargin + placed.top);
            painter.scale(placed.scale, placed.scale);
            placed.piece->paint(painter, {0, 0});
            painter.restore();
        }
        const QString foot =
            u"<table width=\"100%\" style=\"font-size:8pt\"><tr><td>%1</td><td align=\"right\">%2 / %3</td>"
            "</tr></table>"_s.arg(title.toHtmlEscaped())
                .arg(page + 1)
                .arg(pages.size());
        draw(*laidOut(QString::fromStdString(handout.style), foot, &writer, width), painter,
             {kMargin, paper.height() - kMargin - kFooter / 2});
    }
    return painter.end() ? bytes : QByteArray();
}

}  // namespace headwater
