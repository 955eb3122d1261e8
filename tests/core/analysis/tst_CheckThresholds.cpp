// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>

#include <QtTest>

#include "core/analysis/resources/CheckThresholds.h"
#include "core/analysis/resources/ResourceCheck.h"

using namespace headwater;

/// Which threshold belongs to which check: the tables of both must know each other.
class TestCheckThresholds : public QObject {
    Q_OBJECT
private slots:
    void everyThresholdIsOfSomeCheck()
    {
        std::set<std::string_view> used;
        for (const auto& area : {throttleChecks(), clockChecks(), errorChecks(), linkChecks(), utilizationChecks(),
                                 memoryChecks(), networkChecks(), hostChecks()})
            for (const ResourceCheckSpec& check : area)
                for (const ResourceThreshold* threshold : thresholdsOf(check.id))
                    used.insert(threshold->key);
        for (const ResourceThreshold& threshold : resourceThresholds())
            QVERIFY2(used.contains(threshold.key) || threshold.key == "fewest_checks",  // that one is the whole layer's
                     std::string(threshold.key).c_str());
    }

    void theFirstMattersMost()
    {
        QCOMPARE(thresholdsOf("clocks-peers").front()->key, std::string_view("clock_ratio"));
        QVERIFY(thresholdsOf("ecc-uncorrected").empty());
        QVERIFY(thresholdsOf("no such check").empty());
    }
};

QTEST_APPLESS_MAIN(TestCheckThresholds)
#include "tst_CheckThresholds.moc"
