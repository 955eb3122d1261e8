// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <QtTest>

#include "core/analysis/correctness/OneVariable.h"
#include "core/analysis/correctness/Reproducibility.h"

using namespace headwater;

namespace {

Manifest manifest(std::initializer_list<std::pair<const char*, const char*>> values)
{
    Manifest result;
    for (const auto& [key, value] : values)
        result[key] = {value, "test"};
    return result;
}

ReproducibilityItem item(const Manifest& a, const Manifest& b, std::string_view id)
{
    const auto items = checkReproducibility(a, b);
    const auto found = std::ranges::find(items, id, &ReproducibilityItem::id);
    return found == items.end() ? ReproducibilityItem{} : *found;
}

OneVariable counted(const Manifest& a, const Manifest& b)
{
    return countChanges(compareManifests(a, b), !a.empty(), !b.empty());
}

using Keys = std::vector<std::string>;

}  // namespace

class TestControl : public QObject {
    Q_OBJECT
private slots:
    void checklistStates()
    {
        const Manifest a = manifest({{"seed", "1"}, {"env.NCCL_ALGO", "Ring"}, {"cudnn.benchmark", "true"}});
        const Manifest b = manifest({{"random_seed", "1"}, {"NCCL_ALGO", "Tree"}, {"env.OMP_NUM_THREADS", "4"}});
        QCOMPARE(item(a, b, "seed").state, CheckState::Same);
        QCOMPARE(item(a, b, "nccl-algo").state, CheckState::Differs);
        QCOMPARE(item(a, b, "nccl-algo").current, std::string("Tree"));
        QCOMPARE(item(a, b, "cudnn-benchmark").state, CheckState::UnknownInCurrent);
        QCOMPARE(item(a, b, "threads").state, CheckState::UnknownInBaseline);
        QCOMPARE(item(a, b, "nccl-proto").state, CheckState::Unknown);
        QVERIFY(item(a, b, "nccl-proto").key.empty());
    }

    void checklistNamesEveryItemOnce()
    {
        std::set<std::string_view> ids;
        for (const ReproducibilityItem& entry : checkReproducibility({}, {})) {
            QVERIFY(ids.insert(entry.id).second);
            QVERIFY(!entry.what.empty() && !entry.hides.empty());
            QCOMPARE(entry.state, CheckState::Unknown);
        }
        for (const char* id : {"seed", "deterministic", "cublas-workspace", "nccl-algo", "nccl-proto", "workers",
                               "tf32", "cudnn-benchmark", "cudnn-deterministic", "topology", "hash-seed"})
            QVERIFY2(ids.contains(id), id);
    }

    void deterministic()
    {
        QCOMPARE(deterministicMode(manifest({{"deterministic", "true"}})), std::optional(true));
        QCOMPARE(deterministicMode(manifest({{"deterministic_mode", "False"}})), std::optional(false));
        QCOMPARE(deterministicMode(manifest({{"use_deterministic_algorithms", "1"}})), std::optional(true));
        QVERIFY(!deterministicMode(manifest({{"deterministic", "maybe"}})));
        QVERIFY(!deterministicMode(manifest({{"CUBLAS_WORKSPACE_CONFIG", ":4096:8"}})));
    }

    void noneOneOrMany()
    {
        const Manifest a = manifest({{"pytorch", "2.1"}, {"hostname", "n1"}});
        QCOMPARE(counted(a, manifest({{"pytorch", "2.1"}, {"hostname", "n2"}})).control, Control::Repeat);
        QCOMPARE(counted(a, manifest({{"pytorch", "2.2"}})).control, Control::Controlled);
        QCOMPARE(counted(a, {}).control, Control::Unknown);
        const OneVariable open = counted(a, manifest({{"pytorch", "2.1"}, {"driver", "550"}}));
        QCOMPARE(open.control, Control::Repeat);
        QCOMPARE(open.open.size(), std::size_t(1));
    }

    void runsThatDecide()
    {
        const OneVariable two = counted(manifest({{"x", "old"}, {"y", "old"}}), manifest({{"x", "new"}, {"y", "new"}}));
        QCOMPARE(two.control, Control::Confounded);
        QCOMPARE(two.runs.size(), std::size_t(2));
        QCOMPARE(two.runs[0].fromCurrent, Keys{"x"});
        QCOMPARE(two.runs[0].fromBaseline, Keys{"y"});
        QCOMPARE(two.runs[1].fromCurrent, Keys{"y"});
        QCOMPARE(two.runs[1].fromBaseline, Keys{"x"});
        const OneVariable three =
            counted(manifest({{"x", "1"}, {"y", "1"}, {"z", "1"}}), manifest({{"x", "2"}, {"y", "2"}, {"z", "2"}}));
        QCOMPARE(three.runs.size(), std::size_t(3));
        QCOMPARE(three.runs[2].fromBaseline, (Keys{"x", "y"}));
        QVERIFY(!three.halving);
        Manifest before;
        Manifest after;
        for (int i = 0; i < 9; ++i) {
            before["k" + std::to_string(i)] = {"1", ""};
            after["k" + std::to_string(i)] = {"2", ""};
        }
        const OneVariable many = counted(before, after);
        QVERIFY(many.halving);
        QCOMPARE(many.runs.size(), std::size_t(2));
        QCOMPARE(many.runs[0].fromCurrent.size(), std::size_t(4));
        QCOMPARE(many.runs[1].fromCurrent.size(), std::size_t(5));
    }
};

QTEST_APPLESS_MAIN(TestControl)
#include "tst_Control.moc"
