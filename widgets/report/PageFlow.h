// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <QRectF>

#include "core/report/model/ReportModel.h"

class QPainter;

namespace headwater {

/// Something that is never cut by the end of a page.
struct PagePiece {
    qreal height = 0;
    /// Paints with the given top left corner.
    std::function<void(QPainter&, const QPointF&)> paint;
    bool keepWithNext = false;  ///< a heading does not end a page
    /// What stands again on top of a page that begins with this: the head of its table, or nothing.
    std::shared_ptr<const PagePiece> repeat = {};
};

/// Makes the blocks of a report into pieces of a width, in their order, a section at a time: a window answers in
/// between. Lengths in tenths of a point.
class PieceMaker {
public:
    PieceMaker(report::Report report, qreal width);
    /// The head, then a section each time; false where nothing is left to make.
    bool next();
    [[nodiscard]] std::vector<PagePiece> take() { return std::move(m_pieces); }
    [[nodiscard]] const report::Report& report() const { return m_report; }

private:
    report::Report m_report;
    qreal m_width;
    std::vector<PagePiece> m_pieces;
    std::size_t m_next = 0;  ///< 0: the head, else the section before it
};

/// All of them at once.
[[nodiscard]] std::vector<PagePiece> piecesOf(const report::Report& report, qreal width);

/// A piece with its place on a page.
struct PlacedPiece {
    const PagePiece* piece = nullptr;
    qreal top = 0;
    qreal scale = 1;  ///< below one for what is higher than a page
};

/// Fills pages of this height: no piece is cut, none that is kept with the next ends a page.
[[nodiscard]] std::vector<std::vector<PlacedPiece>> paginate(const std::vector<PagePiece>& pieces, qreal height);

}  // namespace headwater
