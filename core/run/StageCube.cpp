// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/StageCube.h"

namespace headwater {

StageCube::StageCube(std::vector<std::string> stages, std::vector<int> ranks, std::vector<std::int64_t> steps)
    : m_stages(std::move(stages))
    , m_ranks(std::move(ranks))
    , m_steps(std::move(steps))
    , m_durations(m_ranks.size() * m_steps.size(), kMissing)
    , m_status(m_ranks.size() * m_steps.size(), StepStatus::Absent)
{}

Ns StageCube::at(Quantity quantity, std::size_t stage, std::size_t rank, std::size_t step) const
{
    const std::vector<Ns>& values = column(quantity);
    return values.empty() ? kMissing : values[stage * m_durations.size() + cell(rank, step)];
}

void StageCube::set(Quantity quantity, std::size_t stage, std::size_t rank, std::size_t step, Ns value)
{
    std::vector<Ns>& values = m_columns[static_cast<std::size_t>(quantity)];
    if (values.empty())
        values.assign(m_stages.size() * m_durations.size(), kMissing);
    values[stage * m_durations.size() + cell(rank, step)] = value;
}

}  // namespace headwater
