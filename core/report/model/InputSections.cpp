// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/Messages.h"
#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/model/Sections.h"
#include "core/triage/Names.h"

namespace headwater::report {

namespace {

Cell problemCell(const SourceFile& file, const Writer& w)
{
    Cell cell;
    for (const Problem& problem : file.problems) {
        Line line{w.plain(word(nameOf(problem.severity))), w.plain(say(": ")), w.name(messageText(problem.message))};
        if (!problem.position.empty()) {
            line.push_back(w.plain(say(", ")));
            line.push_back(w.name(messageText(problem.position)));
        }
        cell.lines.push_back(std::move(line));
    }
    return cell;
}

Row fileRow(const SourceFile& file, const Cell& owner, std::size_t number, const FilePrints& prints, const Writer& w)
{
    const auto print = prints.find(file.path);
    const bool known = print != prints.end();
    Row row;
    row.cells = {w.cell(fmt::format("[{}]", number)),
                 owner,
                 w.nameCell(file.path),
                 w.nameCell(file.format),
                 w.cell(file.sampled ? std::string(kNone) : std::to_string(file.events)),
                 w.cell(file.used ? say("yes") : say("no")),
                 w.cell(std::to_string(known ? print->second.bytes : file.bytes)),
                 known ? Cell{{{w.code(fmt::format("{:016x}", print->second.hash))}}} : w.cell(std::string(kNone)),
                 problemCell(file, w)};
    return row;
}

/// What the runs say of their own software; what neither says stands under what was not measured.
Table softwareTable(const CorrectnessReport& report, const Writer& w)
{
    constexpr std::array<std::string_view, 7> kVersions{"driver",  "cudnn",     "cuda", "nccl",
                                                        "pytorch", "container", "code"};
    Table table;
    table.columns = {w.column(say("software of the runs")), w.column(say("baseline")), w.column(say("current"))};
    for (const ReproducibilityItem& item : report.checklist) {
        const bool isVersion = std::ranges::find(kVersions, item.id) != kVersions.end();
        if (!isVersion || (item.baseline.empty() && item.current.empty()))
            continue;
        const auto side = [&w](const std::string& text) {
            return text.empty() ? Cell{{{w.soft(say("unknown"))}}} : w.nameCell(text);
        };
        Row row;
        row.cells = {w.cell(word(item.what)), side(item.baseline), side(item.current)};
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace

void addPrints(const std::vector<SourceFile>& files, const Job& job, FilePrints& prints)
{
    for (const SourceFile& file : files) {
        if (job.stopped())
            return;
        if (const Result<Fingerprint> print = fingerprintOf(file.path))
            prints[file.path] = *print;
    }
}

FilePrints filePrints(const Verdict& verdict, const Job& job)
{
    FilePrints prints;
    addPrints(verdict.baselineInputs, job, prints);
    addPrints(verdict.currentInputs, job, prints);
    return prints;
}

Blocks thresholdBlocks(const ReportInput& input, const Writer& w)
{
    Table table;
    table.columns = {w.column(say("threshold")), w.column(say("value"))};
    for (const auto& [key, value] : policyEntries(input.verdict)) {
        Row row;
        row.cells = {{{{w.code(key)}}}, w.nameCell(value)};
        table.rows.push_back(std::move(row));
    }
    return {std::move(table)};
}

Blocks fileBlocks(const Text& owner, const std::vector<std::pair<Cell, const SourceFile*>>& files,
                  const FilePrints& prints, const Writer& w)
{
    Table table;
    table.columns = {w.numbers(say("no.")),   w.column(owner),          w.column(say("file")),
                     w.column(say("format")), w.numbers(say("events")), w.column(say("used")),
                     w.numbers(say("bytes")), w.column(say("hash")),    w.column(say("problems"))};
    for (const auto& [whose, file] : files)
        table.rows.push_back(fileRow(*file, whose, table.rows.size() + 1, prints, w));
    if (table.rows.empty())
        return {};
    Blocks blocks;
    blocks.emplace_back(std::move(table));
    if (!prints.empty())
        blocks.emplace_back(w.softParagraph(say(
            "The hash is FNV-1a, 64 bits, of a file's first and last MiB: it recognises files and proves nothing.")));
    return blocks;
}

Blocks inputBlocks(const ReportInput& input, const Writer& w)
{
    std::vector<std::pair<Cell, const SourceFile*>> files;
    for (const SourceFile& file : input.verdict.baselineInputs)
        files.emplace_back(w.cell(say("baseline")), &file);
    for (const SourceFile& file : input.verdict.currentInputs)
        files.emplace_back(w.cell(say("current")), &file);
    return fileBlocks(say("side"), files, input.prints, w);
}

Blocks fileNumberBlocks(const ReportInput& input, const Writer& w)
{
    Bullets list;
    for (const auto* files : {&input.verdict.baselineInputs, &input.verdict.currentInputs})
        for (const SourceFile& file : *files)
            list.lines.push_back({w.plain(fmt::format("[{}] ", list.lines.size() + 1)), w.name(file.path)});
    return list.lines.empty() ? Blocks() : Blocks{std::move(list)};
}

Blocks versionBlocks(const ReportInput& input, const Writer& w)
{
    Table table;
    table.style = "facts";
    table.columns = {{}, {}};
    const auto add = [&](const Text& label, const Text& value) {
        Row row;
        row.cells = {w.cell(label), w.nameCell(value)};
        table.rows.push_back(std::move(row));
    };
    add(std::string("Headwater"), std::string(productVersion()));
    add(say("Verdict"), std::string("headwater.verdict/1"));
    if (!input.verdict.stageSource.empty())
        add(say("Stages from"), messageText(input.verdict.stageSource));
    Blocks blocks{std::move(table)};
    if (input.verdict.correctness)
        if (Table software = softwareTable(*input.verdict.correctness, w); !software.rows.empty())
            blocks.emplace_back(std::move(software));
    return blocks;
}

}  // namespace headwater::report
