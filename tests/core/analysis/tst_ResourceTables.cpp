// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <set>

#include <QtTest>

#include "core/analysis/resources/AllocatorRatios.h"
#include "core/analysis/resources/EventMeaning.h"
#include "core/analysis/resources/PcieLink.h"
#include "core/analysis/resources/ResourcePolicy.h"
#include "core/analysis/resources/Throttle.h"
#include "core/analysis/resources/Xid.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using headwater::test::json;

using Severity = ResourceSeverity;

/// The tables and formulas of METHODS 6 by themselves; vectors V23, V23b, V23c and V24.
class TestResourceTables : public QObject {
    Q_OBJECT

private slots:
    void throttleMasks_data()
    {
        QTest::addColumn<qulonglong>("mask");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("severity");
        const auto row = [](qulonglong mask, const QStringList& names, Severity severity) {
            QTest::newRow(qPrintable("0x" + QString::number(mask, 16))) << mask << names << static_cast<int>(severity);
        };
        row(0x0, {}, Severity::None);
        row(0x1, {"gpu_idle"}, Severity::None);
        row(0x4, {"sw_power_cap"}, Severity::Warning);
        row(0x48, {"hw_slowdown", "hw_thermal"}, Severity::Failure);
        row(0x24, {"sw_power_cap", "sw_thermal"}, Severity::Failure);
        row(0x80, {"hw_power_brake"}, Severity::Failure);
        row(0x2, {"app_clocks_setting"}, Severity::Warning);
        row(0x10, {"sync_boost"}, Severity::Warning);
        row(0x100, {"display_clocks"}, Severity::Warning);
        row(0x8000, {}, Severity::None);
    }
    void throttleMasks()
    {
        QFETCH(qulonglong, mask);
        QFETCH(QStringList, names);
        QFETCH(int, severity);
        const ThrottleMask read = readThrottleMask(mask);
        QStringList found;
        for (const ThrottleReason* reason : read.reasons)
            found << QString::fromUtf8(reason->key.data(), static_cast<int>(reason->key.size()));
        QCOMPARE(found, names);
        QCOMPARE(static_cast<int>(read.severity), severity);
    }

    void xids()
    {
        for (const int code : {48, 64, 74, 79, 95, 119, 120, 140})
            QCOMPARE(meaningOfXid(code).severity, Severity::Failure);
        for (const int code : {31, 32, 38, 39, 42, 43, 63, 92, 94, 121, 137})
            QCOMPARE(meaningOfXid(code).severity, Severity::Warning);
        for (const int code : {13, 45})
            QCOMPARE(meaningOfXid(code).severity, Severity::Info);
        QVERIFY(meaningOfXid(79).meaning.find("fell off the bus") != std::string_view::npos);
        // 61 and 62 by NVIDIA's catalogue, not by DCGM's labels.
        QVERIFY(meaningOfXid(61).meaning.find("breakpoint") != std::string_view::npos);
        QVERIFY(meaningOfXid(62).meaning.find("halt") != std::string_view::npos);
        QCOMPARE(meaningOfXid(4711).severity, Severity::Warning);
        QCOMPARE(meaningOfXid(4711).code, std::int64_t(4711));
    }

    void events()
    {
        QCOMPARE(meaningOfEvent("oom-kill", {}, {}, {}).severity, Severity::Failure);
        QCOMPARE(meaningOfEvent("aer", {}, "severity=Corrected", {}).severity, Severity::Warning);
        QCOMPARE(meaningOfEvent("aer", {}, "severity=Uncorrected (Non-Fatal)", {}).severity, Severity::Warning);
        QCOMPARE(meaningOfEvent("aer", {}, "severity=Uncorrected (Fatal)", {}).severity, Severity::Failure);
        QCOMPARE(meaningOfEvent("link-down", {}, {}, "eth0").severity, Severity::Failure);
        QCOMPARE(meaningOfEvent("link-down", {}, {}, "veth12ab").severity, Severity::Info);
        QCOMPARE(meaningOfEvent("something-new", {}, {}, {}).meaning, std::string("something-new"));
    }

    void pcie()
    {
        const std::vector<int> x16{3, 5, 8, 16, 31, 62};
        const std::vector<int> x8{2, 3, 4, 8, 16, 31};
        for (int generation = 1; generation <= 6; ++generation) {
            QCOMPARE(*pcieReplaysPerMinute(generation, 16), x16[static_cast<std::size_t>(generation - 1)]);
            QCOMPARE(*pcieReplaysPerMinute(generation, 8), x8[static_cast<std::size_t>(generation - 1)]);
        }
        QCOMPARE(*pcieGigabytesPerSecond(4, 16), 31.50769230769231);
        QCOMPARE(*pcieGigabytesPerSecond(5, 16), 63.01538461538462);
        QCOMPARE(*pcieGigabytesPerSecond(4, 8), 15.753846153846155);
        QCOMPARE(*pcieGigabytesPerSecond(3, 16), 15.753846153846155);
        for (const auto& [generation, lanes] :
             {std::pair(0, 16), std::pair(7, 16), std::pair(4, 0), std::pair(-1, 8)}) {
            QVERIFY(!pcieGigabytesPerSecond(generation, lanes));
            QVERIFY(!pcieReplaysPerMinute(generation, lanes));
        }
    }

    void allocator()
    {
        const AllocatorRatios ratios = allocatorRatios({78.0, 61.0, 9.5, 80.0});
        QCOMPARE(*ratios.fragmentation, 0.21794871794871795);
        QCOMPARE(*ratios.split, 0.12179487179487179);
        QCOMPARE(*ratios.headroom, 0.025);
        const AllocatorRatios part = allocatorRatios({0.0, 61.0, 9.5, 80.0});
        QVERIFY(!part.fragmentation && !part.split);
        QCOMPARE(*part.headroom, 1.0);
        const AllocatorRatios nothing = allocatorRatios({});
        QVERIFY(!nothing.fragmentation && !nothing.split && !nothing.headroom);
    }

    void thresholds()
    {
        const auto read = resourcePolicyFromJson(json("{'clock_ratio': 0.9, 'uncorrectable_remaps': 3}"));
        QVERIFY(read);
        QCOMPARE(read->clockRatio, 0.9);
        QCOMPARE(read->uncorrectableRemaps, 3.0);
        QCOMPARE(read->headroom, ResourcePolicy().headroom);
        QVERIFY(*resourcePolicyFromJson("{}") == ResourcePolicy());
        for (const char* bad : {"", "[]", "{'clock_ratio': 1.5}", "{'clock_ratio': -0.1}", "{'clock_ratio': '0.9'}",
                                "{'clock_ratio': null}", "{'clok_ratio': 0.9}", "{'clock_ratio': 0.9"}) {
            const auto wrong = resourcePolicyFromJson(json(bad));
            QVERIFY2(!wrong, bad);
            QCOMPARE(wrong.error().code, ErrorCode::BadUsage);
        }
        QCOMPARE(resourcePolicyFromJson(json("{'clok_ratio': 0.9}")).error().where, std::string("key clok_ratio"));
    }

    void everyThresholdIsInTheTable()
    {
        // A field that the table lacks could be neither printed nor set.
        QCOMPARE(resourceThresholds().size() * sizeof(double), sizeof(ResourcePolicy));
        const ResourcePolicy defaults;
        std::set<std::string_view> keys;
        for (const ResourceThreshold& threshold : resourceThresholds()) {
            QVERIFY(keys.insert(threshold.key).second);
            QVERIFY(!threshold.meaning.empty());
            QVERIFY(defaults.*(threshold.value) >= threshold.lowest);
            QVERIFY(defaults.*(threshold.value) <= threshold.highest);
            ResourcePolicy changed;
            changed.*(threshold.value) = threshold.lowest;
            const auto read = resourcePolicyFromJson("{\"" + std::string(threshold.key) +
                                                     "\": " + std::to_string(threshold.lowest) + "}");
            QVERIFY(read && *read == changed);
        }
    }
};

QTEST_APPLESS_MAIN(TestResourceTables)
#include "tst_ResourceTables.moc"
