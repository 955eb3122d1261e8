// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/run/Comparability.h"
#include "core/run/Run.h"

using namespace headwater;

namespace {

Manifest manifest(std::initializer_list<std::pair<const char*, const char*>> values)
{
    Manifest out;
    for (const auto& [key, value] : values)
        out[key] = {value, "test"};
    return out;
}

}  // namespace

class tst_Run : public QObject {
    Q_OBJECT

private slots:
    void missingRanks()
    {
        Run run;
        run.worldSize = 6;
        for (const int rank : {0, 2, 5})
            run.ranks.push_back({rank, {}, {}, {}, false, nullptr});
        QCOMPARE(run.missingRanks(), (std::vector<int>{1, 3, 4}));
        run.worldSize = 0;
        QVERIFY(run.missingRanks().empty());
    }

    void cubeKeepsMissingApartFromZero()
    {
        StageCube cube({"a", "b"}, {0, 3}, {10, 11, 12});
        QVERIFY(!cube.has(Quantity::Span));
        QCOMPARE(cube.at(Quantity::Span, 1, 1, 2), kMissing);
        cube.set(Quantity::Span, 1, 1, 2, 0);
        QVERIFY(cube.has(Quantity::Span));
        QCOMPARE(cube.at(Quantity::Span, 1, 1, 2), 0);
        QCOMPARE(cube.at(Quantity::Span, 0, 1, 2), kMissing);
        QCOMPARE(static_cast<int>(cube.status(0, 0)), static_cast<int>(StepStatus::Absent));
        QCOMPARE(cube.duration(1, 2), kMissing);
    }

    void cubesMergeAndRestrict()
    {
        StageCube a({"x", "y"}, {0}, {1, 2});
        a.set(Quantity::Span, 0, 0, 0, 10);
        a.setDuration(0, 0, 10);
        a.setStatus(0, 0, StepStatus::Ok);
        StageCube b({"y", "z"}, {0, 3}, {1, 5});
        b.set(Quantity::Span, 0, 0, 0, 7);
        b.set(Quantity::Span, 1, 1, 1, 9);
        b.setStatus(1, 1, StepStatus::Failed);
        b.invalid.push_back({3, 5, "z", "nan", "f"});
        const std::vector<StageCube> both = {a, b};
        const StageCube m = merged(both);
        QCOMPARE(m.stages(), (std::vector<std::string>{"x", "y", "z"}));
        QCOMPARE(m.steps(), (std::vector<std::int64_t>{1, 2, 5}));
        QCOMPARE(m.at(Quantity::Span, 0, 0, 0), Ns(10));
        QCOMPARE(m.at(Quantity::Span, 1, 0, 0), Ns(7));
        QCOMPARE(m.at(Quantity::Span, 2, 1, 2), Ns(9));
        QCOMPARE(m.at(Quantity::Span, 2, 0, 0), kMissing);
        QVERIFY(m.status(1, 2) == StepStatus::Failed && m.status(0, 0) == StepStatus::Ok);
        QCOMPARE(m.invalid.size(), std::size_t(1));
        const StageCube part = restricted(m, {0}, 1, 2);
        QCOMPARE(part.ranks(), (std::vector<int>{0}));
        QCOMPARE(part.steps(), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(part.at(Quantity::Span, 1, 0, 0), Ns(7));
        QVERIFY(part.invalid.empty());
    }

    void comparability()
    {
        const Manifest base =
            manifest({{"gpu", "A"}, {"nccl_version", "2.18"}, {"optimizer", "SGD"}, {"hostname", "x"}});
        QCOMPARE(compareManifests(base, base).status, ComparabilityStatus::Same);

        Manifest other = base;
        other["hostname"].value = "y";
        const Comparability sameJob = compareManifests(base, other);
        QCOMPARE(sameJob.status, ComparabilityStatus::Same);
        QCOMPARE(sameJob.changed.size(), std::size_t(1));
        QVERIFY(sameJob.changed.front().isVolatile);

        other["nccl_version"].value = "2.20";
        QCOMPARE(compareManifests(base, other).status, ComparabilityStatus::Comparable);
        other["optimizer"].value = "AdamW";
        QCOMPARE(compareManifests(base, other).status, ComparabilityStatus::Confounded);
        other["gpu"].value = "B";
        const Comparability different = compareManifests(base, other);
        QCOMPARE(different.status, ComparabilityStatus::NotComparable);
        QVERIFY(different.changed.front().isIdentity);
        QVERIFY(different.reason.english().find("gpu A") != std::string::npos);
    }

    void onePropertyUnderSeveralNames()
    {
        const Manifest off = manifest({{"deterministic", "False"}, {"use_deterministic_algorithms", "false"}});
        const Manifest on = manifest({{"deterministic", "True"}, {"use_deterministic_algorithms", "true"}});
        const Comparability one = compareManifests(off, on);
        QCOMPARE(one.status, ComparabilityStatus::Comparable);
        QCOMPARE(one.changed.size(), std::size_t(1));
        QCOMPARE(compareManifests(on, manifest({{"option.debug.deterministic", "on"}})).status,
                 ComparabilityStatus::Same);
        const Comparability other = compareManifests(on, manifest({{"deterministic_mode", "0"}}));
        QCOMPARE(other.changed.size(), std::size_t(1));
        QCOMPARE(other.changed.front().key, std::string("deterministic_mode"));
        QCOMPARE(other.status, ComparabilityStatus::Comparable);
    }

    void anOptionThatACommandLacksWasNotGiven()
    {
        const Manifest with = manifest({{"command", "torchtitan.train"}, {"option.debug.seed", "42"}});
        const Comparability known = compareManifests(with, manifest({{"command", "torchtitan.train"}}));
        QCOMPARE(known.status, ComparabilityStatus::Comparable);
        QCOMPARE(known.changed.front().current, std::string("not given"));
        const Comparability unknown = compareManifests(with, manifest({{"optimizer", "SGD"}}));
        QCOMPARE(unknown.status, ComparabilityStatus::Same);
        QVERIFY(unknown.changed.front().current.empty());
        const Manifest folder = manifest({{"command", "a.py"}, {"option.dump_folder", "x"}});
        QCOMPARE(compareManifests(folder, manifest({{"command", "a.py"}})).status, ComparabilityStatus::Same);
    }

    void rowsOfATableThatOneSideLacksAreNotListed()
    {
        const Manifest table = manifest({{"argument.lr", "0.1"}, {"argument.clip_grad", "1.0"}, {"seed", "1"}});
        QVERIFY(compareManifests(table, manifest({{"seed", "1"}})).changed.empty());
        QCOMPARE(compareManifests(table, manifest({{"argument.lr", "0.1"}, {"seed", "1"}})).changed.size(),
                 std::size_t(1));
    }

    void unknownIsNoChange()
    {
        const Comparability result =
            compareManifests(manifest({{"world_size", "8"}}), manifest({{"optimizer", "SGD"}}));
        QCOMPARE(result.status, ComparabilityStatus::Same);
        QCOMPARE(result.changed.size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(tst_Run)
#include "tst_Run.moc"
