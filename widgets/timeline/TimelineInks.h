// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QColor>

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Palette.h"
#include "widgets/timeline/TimelineLayout.h"

namespace headwater {

/// Colours of slices and tiles of causes, ready for copying pixels.
class TimelineInks {
public:
    static constexpr int kTile = cause::kTile;

    explicit TimelineInks(const Palette& palette);

    [[nodiscard]] QRgb slice(const TimelineRow& row, const TimelineRank& rank, Row at) const
    {
        const auto side = static_cast<std::size_t>(row.side);
        if (row.kind == TimelineRow::Kind::Rank)  // compute alone
            return m_compute[side][shadeOf(rank, rank.trace->device.name[at])];
        if (row.kind == TimelineRow::Kind::Lane && !rank.tracks[row.track].device)
            return m_host[side][shadeOf(rank, rank.trace->host.name[at])];
        switch (rank.trace->device.activity[at]) {
        case ActivityClass::Comm: return of(BubbleCause::CommTransfer);
        case ActivityClass::Memcpy: return of(BubbleCause::MemcpyH2d);
        case ActivityClass::Memset: return of(BubbleCause::Dependency);
        default: return m_compute[side][shadeOf(rank, rank.trace->device.name[at])];
        }
    }
    /// With millions of slices the names of those drawn lie far apart in memory: the processor fetches them in advance.
    static void expect(const TimelineRow& row, const TimelineRank& rank, const TimelineItem& item)
    {
        if (row.kind == TimelineRow::Kind::Rank && !item.bubble)
            __builtin_prefetch(&rank.trace->device.name[item.row]);
    }
    [[nodiscard]] QRgb of(BubbleCause cause) const { return m_palette.causes[static_cast<std::size_t>(cause)].rgb(); }
    [[nodiscard]] const QRgb* tile(BubbleCause cause, int y) const
    {
        return &m_tiles[static_cast<std::size_t>(cause)][static_cast<std::size_t>((y % kTile) * kTile)];
    }

private:
    [[nodiscard]] static std::size_t shadeOf(const TimelineRank& rank, NameId name)
    {
        return rank.shades[static_cast<std::size_t>(name)];
    }

    const Palette& m_palette;
    std::array<std::array<QRgb, kShades>, 2> m_compute{};
    std::array<std::array<QRgb, kShades>, 2> m_host{};
    std::array<std::array<QRgb, kTile * kTile>, kBubbleCauses> m_tiles{};
};

}  // namespace headwater
