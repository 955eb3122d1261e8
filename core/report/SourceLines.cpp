// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/SourceLines.h"

#include <filesystem>

#include "core/report/EvidenceWords.h"
#include "core/report/Phrases.h"
#include "core/report/model/Sections.h"
#include "core/report/model/Sources.h"

namespace headwater {

namespace {

constexpr std::size_t kMostFiles = 16;

Text told(const Text& what, const EvidencePlace& place, const report::Sources& sources)
{
    Text line = what + say(": ");
    for (const Text& part : {placeText(place), sources.files(place)})
        if (!part.empty())
            line += part + say("; ");
    return line + toText(place.view);
}

void addFacts(const Verdict& verdict, const report::Sources& sources, std::vector<Text>& lines)
{
    for (const Fact& fact : summaryFacts(verdict))
        if (const auto place = report::factPlace(fact, verdict, sources))
            lines.push_back(told(fact.label, *place, sources));
}

/// Those that the text says: information stands in the reports.
void addFindings(const Verdict& verdict, const report::Sources& sources, std::vector<Text>& lines)
{
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings) {
            if (finding.severity == FindingSeverity::Info)
                continue;
            EvidencePlace place;
            if (!finding.evidence.empty() && finding.evidence.front().place)
                place = *finding.evidence.front().place;
            place.view = finding.evidence.empty() ? ViewRef{} : evidenceView(finding.evidence.front(), finding);
            if (finding.evidence.empty()) {
                place.view.page = report::pageOf(layer.id, verdict);
                place.view.finding = finding.id;
            }
            lines.push_back(told(finding.id, place, sources));
        }
}

void addFiles(const Text& side, const std::vector<SourceFile>& files, std::size_t before, std::vector<Text>& lines)
{
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (i == kMostFiles) {
            lines.push_back(say("[{}]\u2013[{}]: {} more files of the {}", before + i + 1, before + files.size(),
                                files.size() - i, side));
            return;
        }
        lines.push_back(
            say("[{}]: {}, of the {}", before + i + 1, std::filesystem::path(files[i].path).filename().string(), side));
    }
}

}  // namespace

std::vector<Text> sourceLines(const Verdict& verdict, const Language& language)
{
    const report::Writer w(language, {});
    const report::Sources sources(verdict, w);
    std::vector<Text> lines;
    addFacts(verdict, sources, lines);
    addFindings(verdict, sources, lines);
    addFiles(say("baseline"), verdict.baselineInputs, 0, lines);
    addFiles(say("current run"), verdict.currentInputs, verdict.baselineInputs.size(), lines);
    return lines;
}

}  // namespace headwater
