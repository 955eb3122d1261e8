// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineInks.h"

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Theme.h"

namespace headwater {

TimelineInks::TimelineInks(const Palette& palette) : m_palette(palette)
{
    constexpr std::array<double, kShades> kMixed = {0, 0.18, 0.34, 0.48};
    for (const Side side : {Side::Baseline, Side::Current})
        for (std::size_t shade = 0; shade < kShades; ++shade) {
            m_compute[static_cast<std::size_t>(side)][shade] =
                mix(palette.side(side), palette.page, kMixed[shade]).rgb();
            m_host[static_cast<std::size_t>(side)][shade] =
                mix(mix(palette.neutral, palette.side(side), 0.25), palette.page, 0.25 + kMixed[shade]).rgb();
        }
    for (std::size_t c = 0; c < kBubbleCauses; ++c) {
        const QImage tile = cause::tile(static_cast<BubbleCause>(c), palette);
        for (int y = 0; y < kTile; ++y)
            for (int x = 0; x < kTile; ++x)
                m_tiles[c][static_cast<std::size_t>(y * kTile + x)] = tile.pixel(x, y);
    }
}

}  // namespace headwater
