// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "widgets/report/PageFlow.h"

namespace headwater {

namespace {

/// Height of a piece with all that it must not be parted from.
qreal heightOfGroup(const std::vector<PagePiece>& pieces, std::size_t first)
{
    qreal height = pieces[first].height;
    while (pieces[first].keepWithNext && first + 1 < pieces.size())
        height += pieces[++first].height;
    return height;
}

}  // namespace

std::vector<std::vector<PlacedPiece>> paginate(const std::vector<PagePiece>& pieces, qreal height)
{
    std::vector<std::vector<PlacedPiece>> pages(1);
    qreal top = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const PagePiece& piece = pieces[i];
        const qreal needed = std::min(heightOfGroup(pieces, i), height);
        const bool continues = i > 0 && pieces[i - 1].keepWithNext;  // its group was placed as a whole
        const bool fits = top + (continues ? piece.height : needed) <= height;
        if (!fits && top > 0) {
            pages.emplace_back();
            top = 0;
            if (piece.repeat && piece.repeat->height + piece.height <= height) {
                pages.back().push_back({piece.repeat.get(), 0, 1});
                top = piece.repeat->height;
            }
        }
        const qreal scale = std::min(1.0, (height - top) / std::max(piece.height, 1.0));
        pages.back().push_back({&piece, top, scale});
        top += piece.height * scale;
    }
    return pages;
}

}  // namespace headwater
