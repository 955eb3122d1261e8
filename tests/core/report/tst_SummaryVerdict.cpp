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

const fs::path kData = fs::path(HEADWATER_SHARED_DATA) / "kineto";

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
    if (!fs::exists(kData))
        QSKIP("the shared folder with real traces is absent");
    for (const auto& entry : fs::directory_iterator(kData))
        if (const RunPtr run = loaded(entry.path()); run && run->ranks.size() > 1 && run->ranks.front().trace)
            m_runs.push_back(entry.path());
    std::ranges::sort(m_runs);
    QVERIFY(m_runs.size() > 2);
}

void tst_SummaryVerdict::sameVerdict_data()
{
    QTest::addColumn<int>("baseline");
    QTest::addColumn<int>("current");
    const int count = static_cast<int>(m_runs.size());
    for (int i = 0; i < count; ++i)
        for (const int other : {i, (i + 1) % count})
            QTest::addRow("%s and %s", m_runs[static_cast<std::size_t>(i)].filename().c_str(),
                          m_runs[static_cast<std::size_t>(other)].filename().c_str())
                << i << other;
}

void tst_SummaryVerdict::sameVerdict()
{
    QFETCH(int, baseline);
    QFETCH(int, current);
    const RunPtr before = loaded(m_runs[static_cast<std::size_t>(baseline)]);
    const RunPtr after = loaded(m_runs[static_cast<std::size_t>(current)]);
    const QTemporaryDir out;
    const fs::path folder = out.path().toStdString();
    // The same folder names: a run is called after its folder.
    const fs::path beforeFolder = folder / "b" / m_runs[static_cast<std::size_t>(baseline)].filename();
    const fs::path afterFolder = folder / "c" / m_runs[static_cast<std::size_t>(current)].filename();
    QVERIFY(summarizeInto(beforeFolder, *before) && summarizeInto(afterFolder, *after));
    const nlohmann::json expected = judged(before, after);
    const nlohmann::json found = judged(loaded(beforeFolder), loaded(afterFolder));
    QVERIFY2(expected.is_object(), expected.dump().c_str());
    for (const auto& [key, value] : expected.items())
        QVERIFY2(found.contains(key) && found.at(key) == value,
                 (key + ": " + nlohmann::json::diff(value, found.value(key, nlohmann::json())).dump().substr(0, 2000))
                     .c_str());
    QCOMPARE(found.size(), expected.size());
}

QTEST_GUILESS_MAIN(tst_SummaryVerdict)
#include "tst_SummaryVerdict.moc"
