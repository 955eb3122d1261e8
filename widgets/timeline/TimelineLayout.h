// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include "widgets/timeline/TimelineState.h"

namespace headwater {

/// A run of device pixels of one row that one slice or one piece of a gap owns: the longest there.
struct TimelineItem {
    std::uint32_t from = 0, to = 0;  ///< device pixels from the left edge of the plot
    Row row = kNoRow;                ///< of the trace's table, or of TimelineRank::pieces
    bool bubble = false;
};

struct TimelineRow {
    enum class Kind : std::uint8_t {
        Header,  ///< of a run
        Rank,    ///< compute of all streams, and the bubbles
        Lane,    ///< of a stream or thread
    };
    Kind kind = Kind::Rank;
    Side side = Side::Baseline;
    std::size_t rank = 0, track = 0, lane = 0;
    std::size_t index = 0;  ///< among all rows, seen or not
    QRectF box;             ///< from the left edge of the view; the plot's part of it holds the items
    std::vector<TimelineItem> items;
};

/// Where everything lies; painting and hit testing use the same, so that everything drawn can be clicked.
struct TimelineLayout {
    struct Tick {
        double x = 0;
        QString text;
    };
    struct Step {
        Side side = Side::Baseline;
        double x = 0, top = 0;
        QString text;  ///< empty: no room
    };
    struct Cause {
        QRectF box;
        BubbleCause cause = BubbleCause::Unresolved;
    };

    QRectF plot;  ///< all rows, without labels and axis
    double pixelRatio = 1;
    double nsPerPixel = 1;          ///< of a device pixel
    double contentHeight = 0;       ///< of all rows, seen or not
    std::vector<TimelineRow> rows;  ///< those seen, from top to bottom
    std::vector<Tick> ticks;
    std::vector<Step> steps;
    std::vector<Cause> legend;  ///< of the causes there are, the longest first, as many as fit
    QRectF flag;                ///< around the first regressed stage; empty: not in sight
    QString flagText;
    QRectF stageBox;  ///< of the legend's entry for the stage that is selected; empty: none
    QString stageText;

    [[nodiscard]] QRectF itemBox(const TimelineRow& row, const TimelineItem& item) const;
    [[nodiscard]] double xOf(double time, const TimelineState& state) const;
    [[nodiscard]] double timeAt(double x, const TimelineState& state) const;  ///< ns, as TimelineState::start
};

/// Only rows in sight get items: O(rows in sight · pixels · log n).
[[nodiscard]] TimelineLayout layOutTimeline(const TimelineData& data, const TimelineState& state, const QRectF& area,
                                            const QFontMetricsF& metrics, double pixelRatio);

[[nodiscard]] const TimelineRow* rowAt(const TimelineLayout& layout, QPointF point);
/// What lies at a point or up to `reach` px beside it.
[[nodiscard]] std::optional<TimelinePick> pickAt(const TimelineData& data, const TimelineLayout& layout, QPointF point,
                                                 double reach = 2);
[[nodiscard]] TimelinePick pickOf(const TimelineData& data, const TimelineRow& row, const TimelineItem& item);

/// "stream 7", "thread 123 (main)".
[[nodiscard]] QString trackName(const TimelineRank& rank, const TimelineTrack& track);

/// Height of the rows' part of a view of this height. `line`: height of a line of text.
[[nodiscard]] double roomForRows(double height, double line);

/// All rows, seen or not, with their places before scrolling and without items. The ranks of both runs share the room
/// as long as they can be told apart; opened ones need more, so that rows scroll.
[[nodiscard]] std::vector<TimelineRow> timelineRows(const TimelineData& data, const TimelineState& state, double line,
                                                    double room);

}  // namespace headwater
