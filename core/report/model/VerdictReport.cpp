// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/VerdictReport.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/scale/ScalePlan.h"
#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/model/Dismissals.h"
#include "core/report/model/Sections.h"

namespace headwater::report {

namespace {

struct SectionRow {
    std::string_view id;
    Blocks (*write)(const ReportInput&, const Writer&);
};

/// The order in which a reader without Headwater needs them.
constexpr std::array kSections{SectionRow{"summary", &summaryBlocks},
                               SectionRow{"flowchart", &flowchartBlocks},
                               SectionRow{"layers", &layerBlocks},
                               SectionRow{"stages", &stageBlocks},
                               SectionRow{"stragglers", &stragglerBlocks},
                               SectionRow{"bubbles", &bubbleBlocks},
                               SectionRow{"scale", &scaleBlocks},
                               SectionRow{"comparability", &comparabilityBlocks},
                               SectionRow{"unmeasured", &unmeasuredBlocks},
                               SectionRow{"dismissed", &dismissedBlocks},
                               SectionRow{"failed", &failedBlocks},
                               SectionRow{"notes", &noteBlocks},
                               SectionRow{"next", &nextBlocks},
                               SectionRow{"thresholds", &thresholdBlocks},
                               SectionRow{"inputs", &inputBlocks},
                               SectionRow{"versions", &versionBlocks}};

/// Whether something says its files by the numbers that the table of inputs gives them.
bool refersToFiles(const Report& report)
{
    constexpr std::array<std::string_view, 6> kNumbered{"summary", "flowchart",  "layers",
                                                        "stages",  "stragglers", "bubbles"};
    return std::ranges::any_of(report.sections, [&](const Section& section) {
        return std::ranges::find(kNumbered, section.id) != kNumbered.end();
    });
}

}  // namespace

const std::vector<std::string_view>& sectionIds()
{
    static const std::vector<std::string_view> ids = [] {
        std::vector<std::string_view> list;
        for (const SectionRow& row : kSections)
            list.push_back(row.id);
        return list;
    }();
    return ids;
}

Text sectionTitle(std::string_view id)
{
    if (id == "summary")
        return say("Summary");
    if (id == "flowchart")
        return say("The way through the flowchart");
    if (id == "layers")
        return say("Layers");
    if (id == "stages")
        return say("Stages");
    if (id == "stragglers")
        return say("Are the ranks uneven?");
    if (id == "bubbles")
        return say("Time without compute");
    if (id == "scale")
        return say("The fault at scale");
    if (id == "comparability")
        return say("Comparability");
    if (id == "unmeasured")
        return say("What was not measured");
    if (id == "dismissed")
        return say("Dismissed findings");
    if (id == "failed")
        return say("Failed steps and ranks");
    if (id == "notes")
        return say("Notes and bookmarks");
    if (id == "next")
        return say("Next");
    if (id == "thresholds")
        return say("Thresholds");
    if (id == "inputs")
        return say("Inputs");
    return say("Versions");
}

bool wants(const ReportOptions& options, std::string_view id)
{
    return options.sections.empty() || std::ranges::find(options.sections, id) != options.sections.end();
}

void finish(Report& report, const ReportOptions& options, const Writer& w)
{
    report.footer = fmt::format("headwater {}", productVersion());
    if (!options.date.empty())
        report.footer += ", " + w.of(options.date);
    if (options.redaction.any())
        report.footer += ", " + w.of(say("names replaced"));
    report.signs = {w.of(say(", ")), w.of(say(" (")), w.of(say(")"))};
    report.open = w.of(say("opens in Headwater"));
}

Redaction redactionOf(const ReportInput& input, const RedactionChoice& choice)
{
    return {input.verdict, input.notes, choice, input.plan.plan ? &input.plan.plan->cluster : nullptr};
}

Report verdictReport(const ReportInput& given, const ReportOptions& options)
{
    const Notes notes = namedAsIn(given.verdict, given.notes);
    const Verdict told = withDismissals(given.verdict, notes);
    const ReportInput input{told, notes, given.prints, given.plan};
    const Redaction redaction = redactionOf(input, options.redaction);
    const Writer w(options.language, redaction);
    Report report;
    report.language = options.language.code();
    report.title = w.of(headlineOf(input.verdict));
    report.kind = w.of(outcomeTitle(input.verdict.outcome));
    report.attention = input.verdict.outcome == Outcome::Regressed;
    report.head = headBlocks(input, w);
    for (const SectionRow& row : kSections) {
        if (!wants(options, row.id))
            continue;
        if (Blocks blocks = row.write(input, w); !blocks.empty())
            report.sections.push_back({std::string(row.id), w.of(sectionTitle(row.id)), std::move(blocks)});
    }
    if (refersToFiles(report) && !wants(options, "inputs"))
        if (Blocks files = fileNumberBlocks(input, w); !files.empty())
            report.sections.push_back({"files", w.of(say("Files")), std::move(files)});
    finish(report, options, w);
    report.checks = checksOf(input.verdict, input.notes, Writer(Language(), redaction));
    return report;
}

}  // namespace headwater::report
