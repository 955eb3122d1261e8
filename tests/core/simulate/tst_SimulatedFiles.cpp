// SPDX-License-Identifier: GPL-3.0-or-later
#include <mutex>
#include <set>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/simulate/Simulate.h"
#include "tests/Paths.h"
#include "tests/core/simulate/Folders.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {

SimulationOptions small()
{
    SimulationOptions options;
    options.ranks = 2;
    options.steps = 3;
    options.eventsPerStep = 300;
    return options;
}

fs::path in(const QTemporaryDir& dir, const char* name)
{
    return fs::path(dir.path().toStdString()) / name;
}

}  // namespace

class TestSimulatedFiles : public QObject {
    Q_OBJECT
private slots:
    void sameOptionsSameBytes()
    {
        const QTemporaryDir dir;
        Job one;
        one.threads = 1;
        Job two;
        two.threads = 2;
        QVERIFY(simulate("slow-forward", in(dir, "a"), small(), one));
        QVERIFY(simulate("slow-forward", in(dir, "b"), small(), two));
        const auto a = contents(in(dir, "a"));
        QCOMPARE(a.size(), std::size_t{2 * (2 + 6) + 1});
        QVERIFY(a == contents(in(dir, "b")));
    }

    void otherSeedOtherBytes()
    {
        const QTemporaryDir dir;
        SimulationOptions other = small();
        other.seed = 2;
        QVERIFY(simulate("no-change", in(dir, "a"), small(), {}));
        QVERIFY(simulate("no-change", in(dir, "b"), other, {}));
        const auto a = contents(in(dir, "a"));
        const auto b = contents(in(dir, "b"));
        for (const auto& [name, text] : a) {
            // The job is the same one, and healthy kernels say the same things.
            const bool constant = name.ends_with("manifest.json") || name.ends_with(".kernel.log");
            QVERIFY2(constant || b.count(name) == 0 || b.at(name) != text, name.c_str());
        }
    }

    void baselineAndCurrentDiffer()
    {
        const QTemporaryDir dir;
        QVERIFY(simulate("no-change", in(dir, "a"), small(), {}));
        const auto baseline = filesIn(in(dir, "a") / "baseline");
        const auto current = filesIn(in(dir, "a") / "current");
        QCOMPARE(baseline.size(), current.size());
        QVERIFY(readAll(baseline.front()) != readAll(current.front()));
    }

    void plainIsWhatIsCompressed()
    {
        const QTemporaryDir dir;
        SimulationOptions plain = small();
        plain.compress = false;
        QVERIFY(simulate("slow-rank", in(dir, "z"), small(), {}));
        QVERIFY(simulate("slow-rank", in(dir, "p"), plain, {}));
        for (const char* side : {"baseline", "current"}) {
            const auto zipped = filesIn(in(dir, "z") / side);
            const auto open = filesIn(in(dir, "p") / side);
            QCOMPARE(zipped.size(), std::size_t{2});
            for (std::size_t i = 0; i < zipped.size(); ++i) {
                QCOMPARE(zipped[i].filename().string(), open[i].filename().string() + ".gz");
                QVERIFY(gunzip(zipped[i]) == readAll(open[i]));
            }
        }
    }

    void everyScenarioSaysTheTruth()
    {
        const QTemporaryDir dir;
        std::set<std::string_view> seen;
        for (const ScenarioInfo& info : scenarios()) {
            QVERIFY2(seen.insert(info.id).second, "two scenarios with one name");
            QVERIFY(!info.summary.empty());
            const fs::path out = in(dir, "x") / info.id;
            SimulationOptions options = small();
            options.ranks = 8;
            QVERIFY(simulate(info.id, out, options, {}));
            const auto truth = nlohmann::json::parse(readAll(out / "truth.json"));
            QCOMPARE(truth["schema"].get<std::string>(), std::string("headwater.truth/1"));
            QCOMPARE(truth["scenario"].get<std::string>(), std::string(info.id));
            QCOMPARE(truth["seed"].get<int>(), 1);
            for (const char* key :
                 {"generator", "first_regressed_stage", "scope", "ranks", "cause", "layer", "outcome", "changed"})
                QVERIFY2(truth.contains(key), key);
            const auto outcome = truth["outcome"].get<std::string>();
            QVERIFY(outcome == "regressed" || outcome == "equivalent" || info.id == "nan-loss");
            QCOMPARE(truth["first_regressed_stage"].is_null(), outcome != "regressed");
            QCOMPARE(truth["outcome_node"] == "no-regression", outcome == "equivalent");
            for (const int rank : truth["ranks"].get<std::vector<int>>())
                QVERIFY(rank >= 0 && rank < 8);
        }
        for (const char* id : {"no-change", "slow-data-loader", "slow-forward", "slow-rank", "tail-only"})
            QVERIFY2(seen.count(id) == 1, id);
    }

    void nobodyElseReadsTheTruth()
    {
        int files = 0;
        for (const char* folder : {"core", "app", "widgets"}) {
            for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEADWATER_SOURCE_DIR) / folder)) {
                const fs::path& path = entry.path();
                // The workshop makes its cases itself and seals the answer.
                const bool writes = path.string().find("core/simulate/") != std::string::npos ||
                                    path.string().find("core/workshop/") != std::string::npos;
                const bool tells = path.filename() == "Simulate.cpp";
                if ((path.extension() != ".cpp" && path.extension() != ".h") || writes || tells)
                    continue;
                ++files;
                const std::string text = readAll(path);
                QVERIFY2(text.find("truth.json") == std::string::npos, path.c_str());
                QVERIFY2(text.find("headwater.truth") == std::string::npos, path.c_str());
            }
        }
        QVERIFY(files > 100);
    }

    void unknownScenarioIsAClearError()
    {
        const QTemporaryDir dir;
        const Status status = simulate("slow-cofee", in(dir, "a"), small(), {});
        QVERIFY(!status);
        QVERIFY(status.error().code == ErrorCode::BadUsage);
        QVERIFY(status.error().what.find("slow-cofee") != std::string::npos);
        QVERIFY(status.error().advice.find("slow-forward") != std::string::npos);
        QVERIFY(!fs::exists(in(dir, "a")));
    }

    void sizesOutOfRange()
    {
        const QTemporaryDir dir;
        SimulationOptions options = small();
        options.ranks = -1;
        QVERIFY(simulate("no-change", in(dir, "a"), options, {}).error().code == ErrorCode::BadUsage);
        options = small();
        options.steps = 2'000'000;
        QVERIFY(simulate("no-change", in(dir, "a"), options, {}).error().code == ErrorCode::BadUsage);
        QVERIFY(!fs::exists(in(dir, "a")));
    }

    void unwritableFolder()
    {
        const QTemporaryDir dir;
        std::ofstream(in(dir, "file")) << "x";
        const Status status = simulate("no-change", in(dir, "file") / "below", small(), {});
        QVERIFY(!status);
        QVERIFY(status.error().code == ErrorCode::WriteFailed);
    }

    void stopLeavesNothing()
    {
        const QTemporaryDir dir;
        std::stop_source source;
        Job job;
        job.stop = source.get_token();
        job.progress = [&](double fraction, std::string_view) {
            if (fraction > 0.6)  // into the second run: the first is complete on disk by then
                source.request_stop();
        };
        SimulationOptions options = small();
        options.steps = 50;
        const Status status = simulate("no-change", in(dir, "a"), options, job);
        QVERIFY(!status);
        QVERIFY(status.error().code == ErrorCode::Cancelled);
        QVERIFY(!fs::exists(in(dir, "a")));
    }

    void stopKeepsWhatWasThere()
    {
        const QTemporaryDir dir;
        QVERIFY(simulate("no-change", in(dir, "a"), small(), {}));
        std::ofstream(in(dir, "a") / "notes.txt") << "mine";
        const auto before = contents(in(dir, "a"));
        std::stop_source source;
        source.request_stop();
        Job job;
        job.stop = source.get_token();
        QVERIFY(simulate("slow-rank", in(dir, "a"), small(), job).error().code == ErrorCode::Cancelled);
        QVERIFY(contents(in(dir, "a")) == before);
    }

    void replacesAnEarlierSimulation()
    {
        const QTemporaryDir dir;
        SimulationOptions more = small();
        more.ranks = 4;
        QVERIFY(simulate("no-change", in(dir, "a"), more, {}));
        QVERIFY(simulate("slow-rank", in(dir, "a"), small(), {}));
        QVERIFY(simulate("slow-rank", in(dir, "b"), small(), {}));
        QVERIFY(contents(in(dir, "a")) == contents(in(dir, "b")));
    }

    void neverReplacesOtherFiles()
    {
        const QTemporaryDir dir;
        fs::create_directories(in(dir, "a") / "baseline");
        std::ofstream(in(dir, "a") / "baseline" / "worker0.pt.trace.json") << "{}";
        const auto before = contents(in(dir, "a"));
        const Status status = simulate("no-change", in(dir, "a"), small(), {});
        QVERIFY(!status);
        QVERIFY(status.error().code == ErrorCode::BadUsage);
        QVERIFY(contents(in(dir, "a")) == before);

        QVERIFY(simulate("no-change", in(dir, "b"), small(), {}));
        std::ofstream(in(dir, "b") / "current" / "notes.txt") << "mine";
        QVERIFY(simulate("no-change", in(dir, "b"), small(), {}).error().code == ErrorCode::BadUsage);
        QCOMPARE(readAll(in(dir, "b") / "current" / "notes.txt"), std::string("mine"));
    }

    void tellsItsProgress()
    {
        const QTemporaryDir dir;
        std::mutex mutex;
        double highest = 0;
        int calls = 0;
        Job job;
        job.progress = [&](double fraction, std::string_view activity) {
            const std::lock_guard lock(mutex);
            highest = std::max(highest, fraction);
            ++calls;
            QVERIFY(!activity.empty());
        };
        QVERIFY(simulate("no-change", in(dir, "a"), small(), job));
        QCOMPARE(highest, 1.0);
        QVERIFY(calls >= 2 && calls <= 300);
    }

    void eventsPerStepIsHonoured_data()
    {
        QTest::addColumn<int>("wanted");
        QTest::newRow("1000") << 1'000;
        QTest::newRow("5000") << 5'000;
        QTest::newRow("20000") << 20'000;
    }
    void eventsPerStepIsHonoured()
    {
        QFETCH(int, wanted);
        const QTemporaryDir dir;
        SimulationOptions options = small();
        options.ranks = 1;
        options.steps = 2;
        options.eventsPerStep = wanted;
        options.compress = false;
        QVERIFY(simulate("no-change", in(dir, "a"), options, {}));
        const auto trace = nlohmann::json::parse(readAll(filesIn(in(dir, "a") / "baseline").front()));
        const auto got = static_cast<double>(trace["traceEvents"].size()) / options.steps;
        QVERIFY2(got > 0.9 * wanted && got < 1.1 * wanted, std::to_string(got).c_str());
    }
};

QTEST_APPLESS_MAIN(TestSimulatedFiles)
#include "tst_SimulatedFiles.moc"
