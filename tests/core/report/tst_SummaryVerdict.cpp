// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <fstream>
#include <set>

#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/analysis/summary/Summarize.h"
#include "core/run/SummaryCodec.h"
#include "tests/Paths.h"
#include "tests/core/report/Judged.h"

using namespace headwater;
using namespace headwater::test;
namespace fs = std::filesystem;

namespace {

bool summarizeInto(const fs::path& folder, const Run& run, const CarriedManifest& manifest = Manifest())
{
    fs::create_directories(folder);
    for (std::size_t i = 0; i < run.ranks.size(); ++i) {
        std::ofstream file(folder / fmt::format("{:05}.summary", i), std::ios::binary);
        file << encodeSummary(summarizeRank(*run.ranks[i].trace), "test", manifest);
        if (!file.flush())
            return false;
    }
    return true;
}

}  // namespace

/// Verdicts from summaries are those from traces, of every pair of the real runs with several ranks.
class tst_SummaryVerdict : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void sameVerdict_data();
    void sameVerdict();
    void withoutAManifestItIsSaid();
    void aDeviceThatIsBehind();

private:
    std::vector<fs::path> m_runs;  ///< of several ranks
};

void tst_SummaryVerdict::initTestCase()
{
    m_runs = realRuns();
    if (m_runs.empty())
        QSKIP("the shared folder with real traces is absent");
    QVERIFY(m_runs.size() > 2);
}

void tst_SummaryVerdict::sameVerdict_data()
{
    addPairs(m_runs);
}

void tst_SummaryVerdict::sameVerdict()
{
    QFETCH(std::size_t, baseline);
    QFETCH(std::size_t, current);
    const RunPtr before = loaded(m_runs[baseline]);
    const RunPtr after = loaded(m_runs[current]);
    const QTemporaryDir out;
    const fs::path folder = out.path().toStdString();
    // The same folder names: a run is called after its folder.
    const fs::path beforeFolder = folder / "b" / m_runs[baseline].filename();
    const fs::path afterFolder = folder / "c" / m_runs[current].filename();
    QVERIFY(summarizeInto(beforeFolder, *before) && summarizeInto(afterFolder, *after));
    const nlohmann::json expected = judged(before, after);
    const nlohmann::json found = judged(loaded(beforeFolder), loaded(afterFolder));
    const std::string other = difference(expected, found);
    QVERIFY2(other.empty(), other.c_str());
}

/// Summaries of an earlier version do not say whether there was one: the verdict does.
void tst_SummaryVerdict::withoutAManifestItIsSaid()
{
    const RunPtr run = loaded(m_runs.front());
    const QTemporaryDir out;
    const fs::path folder = out.path().toStdString();
    QVERIFY(summarizeInto(folder / "old", *run, std::nullopt) && summarizeInto(folder / "new", *run));
    const std::string saying = "carry no manifest of their run";
    const auto warnings = [&](const fs::path& current) {
        return judged(loaded(folder / "new"), loaded(current)).at("warnings").dump();
    };
    QVERIFY(warnings(folder / "new").find(saying) == std::string::npos);
    const std::string said = warnings(folder / "old");
    QVERIFY2(said.find("Current run: its summaries " + saying) != std::string::npos, said.c_str());
    QVERIFY(said.find("Baseline: its summaries") == std::string::npos);
    // One that lies beside them is as good.
    std::ofstream(folder / "old" / "manifest.json")
        << "{\"schema\": \"headwater.manifest/1\", \"values\": {\"git\": \"3f2a9c1\"}}";
    QVERIFY(warnings(folder / "old").find(saying) == std::string::npos);
}

/// A real export of one second, which ends while the device is behind: another advice than for activities that were
/// lost.
void tst_SummaryVerdict::aDeviceThatIsBehind()
{
    const fs::path path = fs::path(HEADWATER_SHARED_DATA) / "nsys" / "nsysai-h100-2gpu";
    const RunPtr run = fs::exists(path) ? loaded(path) : nullptr;
    if (!run)
        QSKIP("the real export of two GPUs is absent");
    const QTemporaryDir out;
    const fs::path folder = fs::path(out.path().toStdString()) / path.filename();
    QVERIFY(summarizeInto(folder, *run));
    const nlohmann::json expected = judged(run, run);
    QVERIFY2(expected.dump().find("while the device is behind") != std::string::npos, expected.dump(1).c_str());
    const RunPtr summaries = loaded(folder);
    const std::string other = difference(expected, judged(summaries, summaries));
    QVERIFY2(other.empty(), other.c_str());
}

QTEST_GUILESS_MAIN(tst_SummaryVerdict)
#include "tst_SummaryVerdict.moc"
