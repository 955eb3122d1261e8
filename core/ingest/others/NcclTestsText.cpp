// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/ingest/ByteSource.h"
#include "core/ingest/Lines.h"
#include "core/ingest/others/NcclTestTable.h"
#include "core/ingest/others/NcclTests.h"

namespace headwater::others {

namespace {

/// A line without the tag of the launcher in front, and the tag: lines with one tag come from one process.
struct TaggedLine {
    std::string_view tag;
    std::string_view text;
};

TaggedLine splitTag(std::string_view line)
{
    constexpr std::size_t kLongestTag = 128;
    const auto first = line.find_first_not_of(' ');
    if (first == std::string_view::npos)
        return {{}, line};
    const std::string_view text = line.substr(first);
    std::size_t end = text.find_first_of(" \t");
    if (text.starts_with('[')) {  // "[1,0]<stdout>:# nThread" has no space behind the tag
        const auto close = text.substr(0, kLongestTag).find("]<std");
        const auto colon = close == std::string_view::npos ? close : text.find(':', close);
        if (colon != std::string_view::npos && colon < kLongestTag)
            return {text.substr(0, colon), text.substr(colon + 1)};
    }
    end = std::min(end, text.size());
    const bool tagged = end > 1 && end <= kLongestTag && text[end - 1] == ':';
    return tagged ? TaggedLine{text.substr(0, end - 1), text.substr(end)} : TaggedLine{{}, line};
}

struct CollectiveName {
    std::string_view spelling;  ///< lower case, without "_" and "-"
    std::string_view name;
};
/// "reduce" last: it is part of other names.
constexpr std::array<CollectiveName, 12> kCollectives = {{{"allreduce", "all_reduce"},
                                                          {"allgather", "all_gather"},
                                                          {"reducescatter", "reduce_scatter"},
                                                          {"alltoallv", "alltoallv"},
                                                          {"alltoall", "alltoall"},
                                                          {"broadcast", "broadcast"},
                                                          {"sendrecv", "sendrecv"},
                                                          {"hypercube", "hypercube"},
                                                          {"scatter", "scatter"},
                                                          {"gather", "gather"},
                                                          {"bcast", "broadcast"},
                                                          {"reduce", "reduce"}}};

/// The number behind the last colon of "# Avg bus bandwidth    : 412.345".
template <class T>
std::optional<T> behindColon(std::string_view line)
{
    const auto colon = line.rfind(':');
    const auto words = wordsOf(colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1));
    T value = 0;
    if (words.empty() ||
        std::from_chars(words.front().data(), words.front().data() + words.front().size(), value).ec != std::errc())
        return std::nullopt;
    return value;
}

/// The tests of one process, line by line.
class ProcessOutput {
public:
    explicit ProcessOutput(const std::string& source) : m_source(source) {}

    /// False for a row that does not fit its table.
    bool take(std::string_view line)
    {
        const auto words = wordsOf(line);
        if (words.empty())
            return true;
        if (!words.front().starts_with('#')) {
            if (line.find("_perf") != std::string_view::npos && line.find("NCCL ") == std::string_view::npos)
                m_announced = collectiveNamedIn(line);
            return !NcclTestTable::looksLikeRow(words) || (m_table && m_table->addRow(words, current().rows));
        }
        comment(line, words);
        return true;
    }

    std::vector<NcclTest> finish()
    {
        std::erase_if(m_tests, [](const NcclTest& test) { return test.rows.empty() && test.devices.empty(); });
        return std::move(m_tests);
    }
    /// Whether a test began and its last lines, the average and the number of wrong values, did not come.
    [[nodiscard]] bool open() const { return m_open; }
    [[nodiscard]] bool hostTime() const { return m_table && m_table->hostTime(); }

private:
    void comment(std::string_view line, const std::vector<std::string_view>& words)
    {
        const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
        if (NcclTestTable::isHeader(line)) {
            if (!current().rows.empty())
                begin();
            m_table.emplace(line);
            m_open = true;
        } else if (has("nThread") && has("minBytes")) {
            begin();
        } else if (has("nccl-tests version") && words.size() > 3) {
            m_version = words[3];
        } else if (has("Collective test starting")) {
            m_announced = collectiveNamedIn(line);
        } else if (has("Avg bus bandwidth")) {
            m_open = false;
            if (const auto value = behindColon<double>(line); value && std::isfinite(*value))
                current().averageBusBandwidth = *value * 1e9;
        } else if (has("Out of bounds values")) {
            current().outOfBounds = behindColon<std::int64_t>(line);
        } else if (has("Rank") && has(" on ") && has("device")) {
            device(words);
        }
    }

    /// "#  Rank  0 Group  0 Pid 1006102 on host device  0 [0000:19:00] NVIDIA H100 80GB HBM3"
    void device(const std::vector<std::string_view>& words)
    {
        NcclTest::Device device;
        const auto behind = [&](std::string_view word, std::size_t steps) {
            const auto found = std::ranges::find(words, word);
            return words.end() - found > static_cast<std::ptrdiff_t>(steps) ? found + static_cast<std::ptrdiff_t>(steps)
                                                                            : words.end();
        };
        const auto rank = behind("Rank", 1);
        const auto host = behind("on", 1);
        const auto bus = behind("device", 2);
        if (rank == words.end() || host == words.end() || bus == words.end() ||
            std::from_chars(rank->data(), rank->data() + rank->size(), device.rank).ec != std::errc())
            return;
        device.host = *host;
        for (auto word = bus + (bus->starts_with('[') ? 1 : 0); word != words.end(); ++word)
            device.device += (device.device.empty() ? "" : " ") + std::string(*word);
        current().devices.push_back(std::move(device));
    }

    void begin()
    {
        m_tests.emplace_back();
        m_tests.back().source = m_source;
        m_tests.back().version = m_version;
        m_tests.back().collective = m_announced;
        m_table.reset();
    }

    NcclTest& current()
    {
        if (m_tests.empty())
            begin();
        return m_tests.back();
    }

    std::string m_source;
    std::vector<NcclTest> m_tests;
    std::optional<NcclTestTable> m_table;
    bool m_open = false;
    std::string m_announced;
    std::string m_version;
};

std::size_t rowsOf(const std::vector<NcclTest>& tests)
{
    std::size_t rows = 0;
    for (const NcclTest& test : tests)
        rows += test.rows.size();
    return rows;
}

std::string cutStatement(std::size_t rows)
{
    return rows == 0
               ? "the output stops before the first row of its table is complete: nothing was measured"
               : fmt::format("the output stops before its end; the {} measurements before the cut are used", rows);
}

}  // namespace

std::string collectiveNamedIn(std::string_view text)
{
    constexpr std::size_t kLooked = 4'096;
    std::string compact;
    for (const char c : text.substr(0, kLooked))
        if (c != '_' && c != '-')
            compact += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const CollectiveName& known : kCollectives)
        if (compact.find(known.spelling) != std::string::npos)
            return std::string(known.name);
    return {};
}

Result<NcclTestsContent> readNcclTestsText(const std::filesystem::path& path, const Job& job)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    const std::string file = path.string();
    std::map<std::string, ProcessOutput, std::less<>> outputs;
    constexpr std::size_t kMostProcesses = 4'096;
    std::uint64_t odd = 0;
    std::uint64_t firstOdd = 0;
    LineOptions options;
    options.carriageReturns = true;
    options.cutLong = true;
    const auto counts = forEachLine(*source, job, options, [&](std::string_view line, std::uint64_t number) {
        const TaggedLine tagged = splitTag(line);
        auto output = outputs.find(tagged.tag);
        if (output == outputs.end() && outputs.size() < kMostProcesses)
            output = outputs.emplace(tagged.tag, ProcessOutput(file)).first;
        if (output != outputs.end() && !output->second.take(tagged.text) && odd++ == 0)
            firstOdd = number;
        return true;
    });
    if (!counts)
        return tl::unexpected(counts.error());
    NcclTestsContent content;
    content.lines = counts->lines;
    keepRemarks(*source, content.problems);
    bool hostTime = false;
    bool cut = source->truncated();
    for (auto& [tag, output] : outputs) {
        cut = cut || output.open();
        hostTime = hostTime || output.hostTime();
        for (NcclTest& test : output.finish())
            content.tests.push_back(std::move(test));
    }
    if (odd > 0)
        content.problems.push_back(
            {Severity::Warning, "odd-row",
             fmt::format("{} rows have other columns than their table's header and were skipped", odd),
             fmt::format("line {}", firstOdd), file});
    if (hostTime)
        content.problems.push_back(
            {Severity::Info, "host-time", "the times are those of the host (option -C)", {}, file});
    // An output without a row did not come as far as its table, whatever ended it.
    const std::size_t rows = rowsOf(content.tests);
    if (cut || rows == 0)
        content.problems.push_back(
            {Severity::Warning, "truncated", cutStatement(rows), fmt::format("line {}", counts->lines), file});
    if (content.tests.empty())
        return fail(ErrorCode::NothingUsable, "the output stops before its table: no test has a row", file,
                    fmt::format("line {}", counts->lines), "give the whole output");
    return content;
}

}  // namespace headwater::others
