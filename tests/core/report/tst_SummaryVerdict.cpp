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

bool summarizeInto(const fs::path& folder, const Run& run)
{
    fs::create_directories(folder);
    for (std::size_t i = 0; i < run.ranks.size(); ++i) {
        std::ofstream file(folder / fmt::format("{:05}.summary", i), std::ios::binary);
        file << encodeSummary(summarizeRank(*run.ranks[i].trace), "test");
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

QTEST_GUILESS_MAIN(tst_SummaryVerdict)
#include "tst_SummaryVerdict.moc"
