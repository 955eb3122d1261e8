// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <ctime>
#include <numeric>
#include <random>
#include <string_view>

#include <QApplication>
#include <QImage>
#include <QKeyEvent>
#include <QPainter>

#include <fmt/format.h>

#include "tests/benchmarks/Measure.h"
#include "widgets/timeline/TimelineView.h"

// How long a frame of the timeline takes while somebody pans and zooms; see README.md.

namespace {

using namespace headwater;

constexpr double kFrame = 16;  ///< ms, DESIGN section 8

/// One rank without files: short kernels and few long ones on a stream, gaps between them.
TimelineRank madeRank(int number, std::size_t events)
{
    std::mt19937 engine(static_cast<std::uint32_t>(number));
    std::exponential_distribution<double> length(1.0 / 8'000);
    auto trace = std::make_shared<Trace>();
    trace->tracks.push_back({"0", "7", "", true});
    std::vector<NameId> names;
    for (int i = 0; i < 60; ++i)
        names.push_back(trace->names.intern("kernel_" + std::to_string(i)));
    ActivityTable& device = trace->device;
    TimelineRank rank;
    Ns at = 0;
    for (std::size_t i = 0; i < events; ++i) {
        const Ns time = 500 + static_cast<Ns>(length(engine)) * (engine() % 500 == 0 ? 60 : 1);
        device.start.push_back(at);
        device.end.push_back(at + time);
        device.name.push_back(names[engine() % names.size()]);
        device.track.push_back(TrackId(0));
        device.activity.push_back(ActivityClass::Compute);
        device.launch.push_back(kNoRow);
        const Ns gap = engine() % 100 == 0 ? static_cast<Ns>(length(engine)) * 10 : 300;
        if (gap > 3'000) {
            rank.pieces.start.push_back(at + time);
            rank.pieces.end.push_back(at + time + gap);
            rank.pieces.cause.push_back(static_cast<BubbleCause>(engine() % kBubbleCauses));
            rank.pieces.gap.push_back(0);
        }
        at += time + gap;
    }
    rank.gaps.gaps.resize(1);
    rank.rank = number;
    rank.steps = {{0, {0, at}}};
    std::vector<Row> rows(events);
    std::iota(rows.begin(), rows.end(), Row(0));
    rank.compute = spreadOverLanes(device.start, device.end, rows);
    rows.resize(rank.pieces.start.size());
    rank.bubbles = spreadOverLanes(rank.pieces.start, rank.pieces.end, rows);
    rank.shades = shadesOf(trace->names);
    rank.trace = std::move(trace);
    return rank;
}

TimelineDataPtr madeData(std::size_t rows, std::size_t events)
{
    auto data = std::make_shared<TimelineData>();
    for (std::size_t i = 0; i < rows; ++i) {
        TimelineRun& run = data->runs[i % 2];
        run.ranks.push_back(madeRank(static_cast<int>(i), events / rows));
        run.length = std::max(run.length, run.ranks.back().steps[0].window.end);
    }
    return data;
}

/// Of this thread: on a machine that is busy with other things the clock tells of those.
double busyMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

struct Frames {
    std::vector<double> clock, busy;
};

void addFrame(Frames& frames, TimelineView& view, QImage& image, Qt::Key key)
{
    const double start = bench::now();
    const double busy = busyMs();
    QKeyEvent event(QEvent::KeyPress, key, {});
    QApplication::sendEvent(&view, &event);
    QPainter painter(&image);
    view.render(&painter, {}, {}, QWidget::RenderFlags());
    frames.busy.push_back(busyMs() - busy);
    frames.clock.push_back((bench::now() - start) * 1e3);
}

void report(std::string_view what, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    const double p99 = times[(times.size() - 1) * 99 / 100];
    fmt::print("  {:<28} p50 {:6.2f} ms  p99 {:6.2f} ms  slowest {:6.2f} ms  {:5.2f} of {:.0f} ms\n", what,
               times[times.size() / 2], p99, times.back(), p99 / kFrame, kFrame);
}

}  // namespace

int main(int count, char** arguments)
{
    const bool quick = count > 1 && std::string_view(arguments[1]) == "--quick";
    if (count > 1 && !quick) {
        fmt::print(stderr, "usage: bench_timeline [--quick]\n");
        return 2;
    }
    QApplication app(count, arguments);
    const std::size_t events = quick ? 200'000 : 10'000'000;
    const double start = bench::now();
    const TimelineDataPtr data = madeData(64, events);
    std::size_t bytes = 0;
    for (const TimelineRun& run : data->runs)
        for (const TimelineRank& rank : run.ranks)
            for (const LaneIndex& lane : rank.compute)
                bytes += lane.bytes();
    fmt::print("{} events, 64 rows; made in {:.1f} s; index {:.2f} bytes an event\n", events, bench::now() - start,
               static_cast<double>(bytes) / static_cast<double>(events));

    TimelineView view;
    view.resize(1700, 1900);  // 64 rows and 1600 px of plot are in sight
    view.setData(data);
    QImage image(view.size(), QImage::Format_RGB32);
    fmt::print("  plot {:.0f} x {:.0f} px, {} rows in sight\n", view.timelineLayout().plot.width(),
               view.timelineLayout().plot.height(), view.timelineLayout().rows.size());
    Frames zooms;
    Frames pans;
    const int rounds = quick ? 1 : 6;
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < 36; ++i) {
            addFrame(zooms, view, image, Qt::Key_W);
            if (i % 6 == 0)
                for (const Qt::Key key : {Qt::Key_D, Qt::Key_D, Qt::Key_A, Qt::Key_A})
                    addFrame(pans, view, image, key);
        }
        for (int i = 0; i < 36; ++i)
            addFrame(zooms, view, image, Qt::Key_S);
    }
    report("pan", pans.clock);
    report("zoom", zooms.clock);
    report("pan, processor time", pans.busy);
    report("zoom, processor time", zooms.busy);
    return 0;
}
