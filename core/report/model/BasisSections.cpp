// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/Messages.h"
#include "core/report/Phrases.h"
#include "core/report/model/Sections.h"
#include "core/report/model/Sources.h"
#include "core/triage/Names.h"
#include "core/triage/PageInTime.h"

namespace headwater::report {

namespace {

constexpr std::size_t kMostRows = 200;

Text sideName(std::size_t side)
{
    return side == 0 ? say("baseline") : say("current");
}

/// "manifest.json [9] → manifest.json [23]"; where it stands in no file of its own, in whose words.
Cell settingSource(const ManifestChange& change, const Verdict& verdict, const Sources& sources, const Writer& w)
{
    EvidencePlace place;
    place.view.page = pageOf(LayerId::Correctness, verdict);
    Text words;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto& inputs = side == 0 ? verdict.baselineInputs : verdict.currentInputs;
        const std::string& source = change.sources[side];
        if (std::ranges::find(inputs, source, &SourceFile::path) != inputs.end())
            place.from[side].files = {source};
        else if (!source.empty() && words.empty())
            words = messageText(source);
    }
    const Text files = sources.files(place);
    return files.empty() && words.empty() ? w.cell(std::string(kNone))
                                          : Cell{{{w.at(w.name(files.empty() ? words : files), place.view)}}};
}

Table changeTable(const Verdict& verdict, const Writer& w)
{
    const Comparability& value = verdict.comparability;
    const Sources sources(verdict, w);
    Table table;
    table.columns = {
        w.column(say("setting")), w.column(say("baseline")), w.column(say("current")), {}, w.column(say("source"))};
    for (const ManifestChange& change : value.changed) {
        const auto side = [&w](const std::string& text) {
            return text.empty() ? Cell{{{w.soft(say("unknown"))}}} : Cell{{{w.said(text)}}};
        };
        Cell kind;
        if (change.isIdentity)
            kind = w.cell(say("another job"));
        else if (change.isVolatile)
            kind = w.cell(say("volatile, not counted"));
        Row row;
        row.cells = {w.nameCell(change.key), side(change.baseline), side(change.current), kind,
                     settingSource(change, verdict, sources, w)};
        table.rows.push_back(std::move(row));
    }
    return table;
}

Bullets unknownLayers(const Verdict& verdict, const Writer& w)
{
    Bullets list;
    for (const Layer& layer : verdict.layers)
        if (layer.status == LayerStatus::NoData)
            list.lines.push_back({w.strong(word(nameOf(layer.id))), w.plain(say(": ")), w.plain(layer.summary)});
    for (const StageVerdict& stage : verdict.stages)
        if (stage.baseline.n == 0 || stage.current.n == 0)
            list.lines.push_back({w.name(stage.stage), w.plain(say(": ")),
                                  w.plain(say("no data in the {} run", sideName(stage.baseline.n == 0 ? 0 : 1)))});
    return list;
}

Table unknownChecks(const ResourceReport& report, const Writer& w)
{
    Table table;
    table.columns = {w.column(say("resource")), w.column(say("not checked")), w.column(say("would need"))};
    for (const ResourceCheck& check : report.checks) {
        if (check.status != ResourceStatus::Unknown)
            continue;
        Row row;
        row.cells = {w.cell(word(check.area)), w.cell(check.title), w.cell(check.missing)};
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table unknownSettings(const CorrectnessReport& report, const Writer& w)
{
    Table table;
    table.columns = {w.column(say("setting that is not known")), w.column(say("what it may hide"))};
    for (const ReproducibilityItem& item : report.checklist) {
        if (item.state != CheckState::Unknown)
            continue;
        Row row;
        row.cells = {w.cell(word(item.what)), w.cell(word(item.hides))};
        table.rows.push_back(std::move(row));
    }
    return table;
}

Text statusWords(StepStatus status)
{
    switch (status) {
    case StepStatus::Failed: return say("failed");
    case StepStatus::Invalid: return say("impossible duration");
    case StepStatus::Unknown: return say("unknown: most of its device events are missing");
    case StepStatus::Partial: return say("cut by the capture");
    case StepStatus::Absent: return say("not there, though other ranks have it");
    case StepStatus::Ok: break;
    }
    return word(nameOf(status));
}

/// A row of the table: what became of a step, or of every step up to `last` of a rank that stopped.
struct LostRow {
    const LostStep* lost = nullptr;
    std::int64_t last = 0;
};

std::vector<LostRow> lostRows(const std::vector<LostStep>& all)
{
    std::vector<LostRow> rows;
    for (const LostStep& lost : all) {
        const auto before =
            lost.status != StepStatus::Absent ? rows.end() : std::ranges::find_if(rows, [&](const LostRow& row) {
                return row.lost->status == lost.status && row.lost->ranks == lost.ranks;
            });
        if (before != rows.end())
            before->last = lost.step;
        else
            rows.push_back({&lost, lost.step});
    }
    return rows;
}

Text stepsOf(const LostRow& row)
{
    return row.last == row.lost->step ? say("step {}", row.last) : say("steps {}\u2013{}", row.lost->step, row.last);
}

void addLost(Table& table, std::size_t side, const std::vector<LostRow>& rows, const Verdict& verdict, const Writer& w)
{
    for (const auto& [lost, last] : rows) {
        if (table.rows.size() == kMostRows)
            return;
        ViewRef view;
        view.page = pageInTime(verdict.baselineInputs, verdict.currentInputs);
        view.side = static_cast<Side>(side);
        view.steps = StepRange{lost->step, last};
        if (lost->status == StepStatus::Absent)
            view.page = "stragglers";  // its map shows which ranks are not there; no rank of its own to open
        else
            view.ranks = lost->ranks;
        Row row;
        row.cells = {w.cell(sideName(side)),
                     {{{w.at(w.plain(stepsOf({lost, last})), view)}}},
                     w.cell(ranksText(lost->ranks)),
                     w.cell(statusWords(lost->status))};
        table.rows.push_back(std::move(row));
    }
}

}  // namespace

Text ranksText(const std::vector<int>& ranks)
{
    Text list;
    const auto add = [&list](const std::string& more) { list += (list.empty() ? Text() : say(", ")) + more; };
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i;
        while (end + 1 < ranks.size() && ranks[end + 1] == ranks[end] + 1)
            ++end;
        if (end > i + 1) {
            add(fmt::format("{}\u2013{}", ranks[i], ranks[end]));
        } else {
            add(std::to_string(ranks[i]));
            if (end > i)
                add(std::to_string(ranks[end]));
        }
        i = end + 1;
    }
    return ranks.size() == 1 ? say("rank {}", list) : say("ranks {}", list);
}

Text lostStepsText(const Verdict& verdict, Side side)
{
    constexpr std::size_t kMostSaid = 20;
    const std::vector<LostRow> rows = lostRows(verdict.lostSteps[static_cast<std::size_t>(side)]);
    Text text;
    for (std::size_t i = 0; i < std::min(rows.size(), kMostSaid); ++i)
        text += (i > 0 ? say("; ") : Text()) + say("{}, {}", stepsOf(rows[i]), ranksText(rows[i].lost->ranks)) +
                say(": ") + statusWords(rows[i].lost->status);
    if (rows.size() > kMostSaid)
        text += say("; ") + say("{} more of them are not listed.", rows.size() - kMostSaid);
    return text;
}

Blocks comparabilityBlocks(const ReportInput& input, const Writer& w)
{
    const Comparability& value = input.verdict.comparability;
    Blocks blocks;
    blocks.emplace_back(
        Paragraph{{w.tag(words(nameOf(value.status))), {Span::Kind::Plain, capitalised(w.of(value.reason))}}});
    if (!input.verdict.policy.acknowledgement.empty())
        blocks.emplace_back(
            Paragraph{{w.tag(word(nameOf(Provenance::Assumed)), "assumed"), w.plain(say("Judged on the user's word: ")),
                       w.said(input.verdict.policy.acknowledgement)}});
    if (!value.changed.empty())
        blocks.emplace_back(changeTable(input.verdict, w));
    return blocks;
}

Blocks unmeasuredBlocks(const ReportInput& input, const Writer& w)
{
    const Verdict& verdict = input.verdict;
    Blocks blocks;
    if (Bullets list = unknownLayers(verdict, w); !list.lines.empty())
        blocks.emplace_back(std::move(list));
    if (verdict.resources)
        if (Table table = unknownChecks(*verdict.resources, w); !table.rows.empty())
            blocks.emplace_back(std::move(table));
    if (verdict.correctness)
        if (Table table = unknownSettings(*verdict.correctness, w); !table.rows.empty())
            blocks.emplace_back(std::move(table));
    if (verdict.warnings.empty())
        return blocks;
    blocks.emplace_back(Heading{{w.plain(say("Warnings"))}});
    Bullets list;
    for (const auto& warning : verdict.warnings)
        list.lines.push_back({w.plain(warning)});
    blocks.emplace_back(std::move(list));
    return blocks;
}

Blocks failedBlocks(const ReportInput& input, const Writer& w)
{
    const Verdict& verdict = input.verdict;
    Blocks blocks;
    Table table;
    table.columns = {w.column(say("side")), w.column(say("step")), w.column(say("ranks")), w.column(say("what"))};
    const std::array rows{lostRows(verdict.lostSteps[0]), lostRows(verdict.lostSteps[1])};
    const std::size_t all = rows[0].size() + rows[1].size();
    for (std::size_t side = 0; side < 2; ++side)
        addLost(table, side, rows[side], verdict, w);
    for (std::size_t side = 0; side < 2; ++side)
        if (!verdict.missingRanks[side].empty())
            blocks.emplace_back(w.paragraph(say("Missing in the {} run, no file is of them: {}", sideName(side),
                                                ranksText(verdict.missingRanks[side]))));
    if (table.rows.empty())
        return blocks;
    const std::size_t shown = table.rows.size();
    blocks.emplace_back(std::move(table));
    if (shown < all)
        blocks.emplace_back(w.paragraph(say("{} more of them are not listed.", all - shown)));
    return blocks;
}

}  // namespace headwater::report
