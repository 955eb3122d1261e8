// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/trace/TraceBuilder.h"

using namespace headwater;

class tst_TraceBuilder : public QObject {
    Q_OBJECT

private slots:
    void sortsLinksAndShifts()
    {
        TraceBuilder builder;
        const TrackId thread = builder.track("1", "10", false);
        const TrackId stream = builder.track("0", "7", true);
        const NameId launch = builder.intern("cudaLaunchKernel");
        const NameId kernel = builder.intern("gemm");
        builder.add(TraceBuilder::HostEvent{{50, 55}, launch, thread, HostKind::Runtime, 2});
        builder.add(TraceBuilder::HostEvent{{10, 15}, launch, thread, HostKind::Runtime, 1});
        builder.add(TraceBuilder::HostEvent{{10, 90}, builder.intern("step"), thread, HostKind::Annotation, -1});
        builder.add(TraceBuilder::DeviceEvent{{60, 70}, kernel, stream, ActivityClass::Compute, true, 2, kNoRow, {}});
        builder.add(TraceBuilder::DeviceEvent{{20, 65}, kernel, stream, ActivityClass::Compute, true, 1, kNoRow, {}});
        builder.add(TraceBuilder::DeviceEvent{{5, 8}, kernel, stream, ActivityClass::Compute, true, 99, kNoRow, {}});
        const Trace trace = builder.finish(Taxonomy::builtIn(), 1000);

        QCOMPARE(trace.host.start, (std::vector<Ns>{1010, 1010, 1050}));
        QCOMPARE(trace.hostName(0), std::string_view("step"));  // the longer range first
        QCOMPARE(trace.device.start, (std::vector<Ns>{1005, 1020, 1060}));
        QCOMPARE(trace.device.end, (std::vector<Ns>{1008, 1065, 1070}));  // overlap on one stream kept
        QCOMPARE(trace.device.launch, (std::vector<Row>{kNoRow, 1, 2}));
        QCOMPARE(trace.extent, (Interval{1005, 1090}));
    }

    void oneLaunchMayStartManyKernels()
    {
        TraceBuilder builder;
        const TrackId thread = builder.track("1", "1", false);
        const TrackId stream = builder.track("0", "7", true);
        builder.add(TraceBuilder::HostEvent{{0, 5}, builder.intern("cudaGraphLaunch"), thread, HostKind::Runtime, 4});
        for (Ns i = 0; i < 3; ++i)
            builder.add(TraceBuilder::DeviceEvent{
                {10 * i, 10 * i + 5}, builder.intern("k"), stream, ActivityClass::Compute, true, 4, kNoRow, {}});
        const Trace trace = builder.finish(Taxonomy::builtIn(), 0);
        QCOMPARE(trace.device.launch, (std::vector<Row>{0, 0, 0}));
    }

    void threadsAreTextAndApartFromStreams()
    {
        TraceBuilder builder;
        QCOMPARE(builder.track("1", "stream 7", true), builder.track("1", "stream 7", true));
        QVERIFY(builder.track("1", "7", true) != builder.track("1", "7", false));
        QVERIFY(builder.track("1", "7", false) != builder.track("2", "7", false));
    }

    void baseTimeOutOfRangeIsIgnoredAndNamed()
    {
        TraceBuilder builder;
        builder.add(
            TraceBuilder::HostEvent{{10, 20}, builder.intern("a"), builder.track("1", "1", false), HostKind::Op, -1});
        const Trace trace = builder.finish(Taxonomy::builtIn(), std::numeric_limits<Ns>::max() - 15);
        QCOMPARE(trace.host.start, (std::vector<Ns>{10}));
        QCOMPARE(trace.host.end, (std::vector<Ns>{20}));
        QCOMPARE(trace.problems.size(), std::size_t(1));
        QCOMPARE(trace.problems[0].code, std::string("bad-base-time"));
    }

    void emptyTraceHasNoExtent()
    {
        TraceBuilder builder;
        QCOMPARE(builder.finish(Taxonomy::builtIn(), 5).extent, (Interval{0, 0}));
    }
};

QTEST_APPLESS_MAIN(tst_TraceBuilder)
#include "tst_TraceBuilder.moc"
