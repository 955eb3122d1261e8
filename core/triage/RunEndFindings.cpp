// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RunEndFindings.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/Advice.h"
#include "core/base/Messages.h"
#include "core/base/Text.h"
#include "core/run/RunEnd.h"

namespace headwater {

namespace {

constexpr std::size_t kShownLines = 8;

Evidence evidenceOf(const RunEnd& end, Side side)
{
    Evidence evidence;
    evidence.what = say("last words of the log");
    (side == Side::Baseline ? evidence.baseline : evidence.current) = end.quote;
    evidence.source = end.file;
    if (!end.position.empty())
        evidence.source += Text(", ") + messageText(end.position);
    return evidence;
}

Finding findingOf(const RunEnd& end, Side side)
{
    Finding finding;
    finding.id = "correctness.run-" + end.code;
    finding.layer = LayerId::Correctness;
    finding.severity = FindingSeverity::Warning;
    const std::string where = std::filesystem::path(end.file).filename().string();
    finding.statement = say("{}: {}, says the end of its log {}.",
                            side == Side::Baseline ? say("Baseline") : say("Current run"), word(end.statement), where);
    std::string advice(adviceOn(end.code));
    if (!advice.empty() && advice.front() >= 'a' && advice.front() <= 'z')
        advice.front() = static_cast<char>(advice.front() - 'a' + 'A');
    finding.nextStep = word(advice) + say(".");
    return finding;
}

}  // namespace

std::vector<Finding> runEndFindings(const Run& run, Side side)
{
    std::vector<Finding> findings;
    for (const TrainingLog& log : run.logs)
        for (const RunEnd& end : endsOf(log)) {
            auto known = std::ranges::find(findings, "correctness.run-" + end.code, &Finding::id);
            if (known == findings.end())
                known = findings.insert(findings.end(), findingOf(end, side));
            if (known->evidence.size() < kShownLines)
                known->evidence.push_back(evidenceOf(end, side));
        }
    return findings;
}

}  // namespace headwater
