// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Verdict.h"

#include "core/triage/FindingIds.h"

namespace headwater {

const Finding* findingOf(const Verdict& verdict, std::string_view id)
{
    const Finding* ofKind = nullptr;
    int found = 0;
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings) {
            if (finding.id == id)
                return &finding;
            if (findingKind(finding.id) == id) {
                ofKind = &finding;
                ++found;
            }
        }
    return found == 1 ? ofKind : nullptr;
}

int exitCode(const Verdict& verdict)
{
    switch (verdict.outcome) {
    case Outcome::Equivalent:
    case Outcome::Improved: return 0;
    case Outcome::Regressed: return 1;
    case Outcome::Inconclusive:
    case Outcome::NotComparable:
    case Outcome::InsufficientData: return 3;
    }
    return 3;
}

}  // namespace headwater
