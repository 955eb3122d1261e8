// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/TracesBar.h"

#include <filesystem>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "core/analysis/summary/FromSummary.h"
#include "widgets/theme/Format.h"

namespace headwater {

namespace {

/// Ranks without their trace.
struct Missing {
    std::size_t ranks = 0;
    std::size_t kept = 0;       ///< whose trace lies where it was read the last time
    std::size_t reachable = 0;  ///< whose trace lies where its summary says, or beside it
    std::string example;        ///< where one was that is gone
};

bool liesThere(const RankData& rank)
{
    const std::filesystem::path source = rank.summary->source;
    std::error_code error;
    return std::filesystem::is_regular_file(source, error) ||
           std::filesystem::is_regular_file(std::filesystem::path(rank.trace->file).parent_path() / source.filename(),
                                            error);
}

Missing missingOf(const PairAnalysis& pair)
{
    constexpr std::size_t kMostLookups = 64;  // of ten thousand, the first tell
    Missing missing;
    for (const RunAnalysisPtr& run : {pair.baseline, pair.current}) {
        if (run->run->collected) {
            missing.ranks += run->run->ranks.size();
            missing.example = run->run->ranks.front().trace->file;
        }
        for (const RankData& rank : run->run->ranks) {
            if (!rank.summary)
                continue;
            if (++missing.ranks > kMostLookups)
                continue;
            const bool there = liesThere(rank);
            missing.kept += isKept(rank);
            missing.reachable += there;
            if (!there)
                missing.example = rank.summary->source;
        }
    }
    return missing;
}

}  // namespace

TracesBar::TracesBar(QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_label = new QLabel(this);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    row->addWidget(m_label, 1);
    m_load = new QPushButton(tr("Load the traces"), this);
    m_load->setToolTip(tr("Read the traces themselves; what is shown stays until then"));
    row->addWidget(m_load);
    connect(m_load, &QPushButton::clicked, this, &TracesBar::tracesWanted);
    hide();
}

void TracesBar::setResult(const PairAnalysis& pair)
{
    const Missing missing = missingOf(pair);
    setVisible(missing.ranks > 0);
    m_load->setVisible(missing.reachable > 0);
    if (missing.kept > 0)
        m_label->setText(tr("The verdict is made of what was kept of these traces when they were last read. What is "
                            "shown here needs the full traces."));
    else if (missing.reachable > 0)
        m_label->setText(tr("%1 ranks are summaries. What is shown here needs the full traces, which lie where they "
                            "were summarised.")
                             .arg(format::count(missing.ranks)));
    else
        m_label->setText(tr("%1 ranks are summaries. What is shown here needs the full traces, which are not where "
                            "they were summarised: %2")
                             .arg(format::count(missing.ranks), format::text(missing.example)));
}

QString TracesBar::text() const
{
    return isHidden() ? QString() : m_label->text();
}

}  // namespace headwater
