// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/report/model/HistoryReport.h"
#include "core/triage/RunHistory.h"
#include "tests/core/triage/Noisy.h"

using namespace headwater;

namespace {

/// Twelve runs with forward (20 ms) 15 % slower from run `forward` on and backward (40 ms) by `more` from `backward`
/// on.
RunHistory courses(std::size_t forward, std::size_t backward, double more, std::uint64_t seed)
{
    std::vector<HistoryEntry> entries;
    pairs::Noise between(seed);
    for (std::size_t i = 0; i < 12; ++i) {
        HistoryEntry entry{"r" + std::to_string(i + 1), "x", {"load", "forward", "backward"}, {}, 0, 20, 0, 0};
        const auto value = [&](double ms, double factor) { return ms * 1e6 * factor * (1 + 0.007 * between()); };
        entry.values = {value(3, 1), value(20, i >= forward ? 1.15 : 1), value(40, i >= backward ? 1 + more : 1)};
        entry.step = entry.values[0] + entry.values[1] + entry.values[2];
        entries.push_back(std::move(entry));
    }
    return *runHistory(std::move(entries), Policy(), {});
}

bool isOdd(const HistorySeries& series, std::size_t from)
{
    return std::ranges::any_of(series.odd, [from](const OddRun& odd) { return odd.run >= from; });
}

}  // namespace

/// Histories in which more than one stage changes.
class TestHistoryCourses : public QObject {
    Q_OBJECT
private slots:
    /// Three newest slow runs may be too few for a test beside another change. Nobody knows whether they last.
    void newestRunsAreNotOdd()
    {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const RunHistory history = courses(6, 9, 0.1, seed);
            const HistorySeries& backward = history.stages[2];
            const bool found = !backward.changes.empty() && backward.changes.back().at == 9;
            const bool open = backward.apart && backward.apart->counted && backward.apart->count == 3;
            QVERIFY2(found || open, std::to_string(seed).c_str());
            QVERIFY(!isOdd(backward, 9) && !isOdd(history.step, 9));
        }
    }

    /// The step between two changes of its stages: on the way up, and no noise.
    void theWayUpIsNotOdd()
    {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            const RunHistory history = courses(5, 7, 0.25, seed);
            if (history.stages[1].changes.empty() || history.stages[2].changes.empty())
                continue;  // tested elsewhere
            QVERIFY2(!isOdd(history.step, 5), std::to_string(seed).c_str());
            QVERIFY2(*history.step.runNoise < 0.013, std::to_string(*history.step.runNoise).c_str());
        }
    }

    void everySlowdownIsTold()
    {
        const RunHistory history = courses(5, 8, 0.25, 3);
        const std::string headline = report::historyHeadline(history).english();
        QVERIFY2(headline.starts_with("From run r9: first regressed stage backward, "), headline.c_str());
        QVERIFY2(headline.find("; slower before it already: forward from run r6 (+1") != std::string::npos,
                 headline.c_str());
        const report::Report report = report::historyReport(history);
        for (const report::Check& check : report.checks.list)
            if (check.result == report::Check::Result::Failed)  // each its own, the headline where it names it
                QVERIFY2(check.detail.find(check.name) != std::string::npos || check.detail == check.message,
                         check.detail.c_str());
        QCOMPARE(report.checks.list[1].detail, report.checks.list[1].message);
        QCOMPARE(report.checks.list[2].detail, headline);
    }
};

QTEST_APPLESS_MAIN(TestHistoryCourses)
#include "tst_HistoryCourses.moc"
