// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/run/CollectedCodec.h"
#include "core/run/SummaryCheck.h"

namespace headwater {

namespace {

using Json = nlohmann::json;

/// Inside of this file only; decodeCollected() turns it into an error.
struct Broken {
    Error error;
};

constexpr const char* kDamaged = "the collected run was damaged after it was written";
constexpr std::size_t kMostHeader = std::size_t(256) << 20U;
constexpr Ns kLargest = Ns(1) << 62U;

void require(bool good, const std::string& what)
{
    if (!good)
        throw Broken{{ErrorCode::Malformed, what, {}, {}, {}}};
}

Problems problemsIn(const Json& list)
{
    Problems problems;
    for (const Json& one : list)
        problems.push_back({static_cast<Severity>(std::clamp(one.at(0).get<int>(), 0, 2)), one.at(1).get<std::string>(),
                            one.at(2).get<std::string>(), one.at(3).get<std::string>(), one.at(4).get<std::string>()});
    return problems;
}

class Decoder {
public:
    Decoder(const ReadBytes& read, std::uint64_t bytes) : m_read(read), m_left(bytes) {}

    CollectedRunPtr run(const std::string& file)
    {
        readHeader();
        m_out->mode = m_header.at("mode").get<std::string>();
        require(m_out->mode == "annotations" || m_out->mode == "canonical", "a choice of stages that is not known");
        m_out->stageSource = m_header.at("stage_source").get<std::string>();
        m_out->stepSource = m_header.at("step_source").get<std::string>();
        m_out->worldSize = m_header.at("world_size").get<int>();
        m_out->problems = problemsIn(m_header.at("problems"));
        m_out->analysisProblems = problemsIn(m_header.at("analysis_problems"));
        for (const auto& [key, value] : m_header.at("manifest").items())
            m_out->manifest[key] = {value.at(0).get<std::string>(), value.at(1).get<std::string>(),
                                    value.at(2).get<std::string>()};
        m_out->names = m_header.at("names").get<std::vector<std::string>>();
        m_texts = m_header.at("texts").get<std::vector<std::string>>();
        readColumns();
        checkEnd();
        takeRanks(file);
        takeCube();
        takeSteps();
        takeCollectives();
        takeRest();
        return std::move(m_out);
    }

private:
    void fill(std::span<char> out)
    {
        while (!out.empty()) {
            const auto read = m_read(out);
            if (!read)
                throw Broken{read.error()};
            require(*read > 0, "the collected run ends before its columns do");
            out = out.subspan(*read);
        }
    }

    /// Up to the end of the line; what was read behind it is kept for the columns.
    void readHeader()
    {
        constexpr std::size_t kChunk = std::size_t(1) << 18U;
        std::string text;
        std::size_t end = std::string::npos;
        while (end == std::string::npos) {
            const std::size_t known = text.size();
            require(known < kMostHeader, "its first line is too long");
            text.resize(known + kChunk);
            const auto read = m_read({text.data() + known, kChunk});
            if (!read)
                throw Broken{read.error()};
            require(*read > 0, "the collected run ends in its first line");
            text.resize(known + *read);
            end = text.find('\n', known);
        }
        m_ahead = text.substr(end + 1);
        text.resize(end + 1);
        m_lineChecksum = summaryChecksum(text);
        m_header = Json::parse(text);
        if (m_header.at("schema").get<std::string>() != kCollectedSchema)
            throw Broken{{ErrorCode::NotRecognised,
                          "a version of the collected run that is not known here",
                          {},
                          {},
                          "collect its summaries again"}};
    }

    /// Counts are checked against the size of the file before memory is asked for.
    void take(std::span<char> out)
    {
        const std::size_t known = std::min(out.size(), m_ahead.size() - m_aheadUsed);
        std::copy_n(m_ahead.data() + m_aheadUsed, known, out.data());
        m_aheadUsed += known;
        fill(out.subspan(known));
    }

    void spend(std::uint64_t bytes)
    {
        require(bytes <= m_left, "the collected run ends before its columns do");
        m_left -= bytes;
    }

    void readColumns()
    {
        for (const Json& one : m_header.at("columns")) {
            const auto width = one.at(1).get<unsigned>();
            const auto count = one.at(2).get<std::uint64_t>();
            require(width == 1 || width == 2 || width == 4 || width == sizeof(Ns), "a column of an unknown width");
            require(count <= m_left, "the collected run ends before its columns do");
            spend(count * width);
            std::vector<std::uint8_t> bytes(count * width);
            const std::span<char> text(reinterpret_cast<char*>(bytes.data()), bytes.size());
            take(text);
            if (one.size() > 3)
                check(text, one.at(3).get<std::string>());
            m_columns.insert_or_assign(one.at(0).get<std::string>(), NarrowColumn(std::move(bytes), width));
        }
        const auto rest = m_header.at("rest_bytes").get<std::uint64_t>();
        spend(rest);
        m_out->rest.bytes.resize(rest);
        take(m_out->rest.bytes);
        if (m_header.contains("rest_checksum"))
            check(m_out->rest.bytes, m_header.at("rest_checksum").get<std::string>());
    }

    static void check(std::span<const char> bytes, const std::string& checksum)
    {
        require(columnChecksum({bytes.data(), bytes.size()}) == checksum, kDamaged);
    }

    /// The first collected runs had no checksums: nothing may follow their columns.
    void checkEnd()
    {
        std::string end(m_lineChecksum.size(), '\0');
        if (m_header.contains("checked")) {
            take(end);
            require(end == m_lineChecksum, kDamaged);
        }
        const auto more = m_aheadUsed < m_ahead.size() ? Result<std::size_t>(1) : m_read({end.data(), 1});
        require(more && *more == 0, kDamaged);
    }

    /// Each column is taken once: what nobody takes goes with the decoder.
    NarrowColumn column(const std::string& name, std::size_t rows)
    {
        const auto found = m_columns.find(name);
        require(found != m_columns.end() && found->second.size() == rows,
                fmt::format("the column {} is missing or has another length than it must have", name));
        NarrowColumn taken = std::move(found->second);
        m_columns.erase(found);
        return taken;
    }

    /// Times that can be added up: narrow ones always can.
    NarrowColumn times(const std::string& name, std::size_t rows, Ns largest = kLargest >> 10U)
    {
        NarrowColumn values = column(name, rows);
        if (values.width() == sizeof(Ns))
            for (std::size_t i = 0; i < values.size(); ++i)
                require(values.at(i) == kMissing || (values.at(i) > -largest && values.at(i) < largest),
                        "a time that cannot be one");
        return values;
    }

    std::vector<Ns> numbers(const std::string& name, std::size_t rows, Ns least, Ns most)
    {
        const NarrowColumn values = column(name, rows);
        std::vector<Ns> out(rows);
        for (std::size_t i = 0; i < rows; ++i) {
            out[i] = values.at(i);
            require(out[i] >= least && out[i] <= most, fmt::format("a number of {} that cannot be one", name));
        }
        return out;
    }

    std::size_t rowsOf(const std::string& name) const
    {
        const auto found = m_columns.find(name);
        return found == m_columns.end() ? 0 : found->second.size();
    }

    std::vector<Ns> texts(const std::string& name, std::size_t rows)
    {
        return numbers(name, rows, 0, static_cast<Ns>(m_texts.size()) - 1);
    }

    void takeRanks(const std::string& file)
    {
        constexpr Ns kMostRank = std::numeric_limits<int>::max();
        const std::size_t n = rowsOf("rank.number");
        const auto number = numbers("rank.number", n, 0, kMostRank);
        require(n > 0 && std::ranges::adjacent_find(number, std::greater_equal()) == number.end(),
                "ranks that are not in order");
        const auto assumed = numbers("rank.assumed", n, 0, 1);
        const auto host = texts("rank.host", n);
        const auto device = texts("rank.device", n);
        const auto role = texts("rank.role", n);
        const auto path = texts("rank.file", n);
        const auto tracks = texts("rank.tracks", n);
        std::map<Ns, std::vector<Track>> known;
        const auto textAt = [&](const std::vector<Ns>& column, std::size_t i) -> const std::string& {
            return m_texts[static_cast<std::size_t>(column[i])];
        };
        for (std::size_t i = 0; i < n; ++i) {
            const auto [list, isNew] = known.try_emplace(tracks[i]);
            if (isNew)
                for (const Json& one : Json::parse(textAt(tracks, i)))
                    list->second.push_back({one.at(0).get<std::string>(), one.at(1).get<std::string>(), {}, true});
            auto trace = std::make_shared<Trace>();
            trace->rank = static_cast<int>(number[i]);
            trace->worldSize = m_out->worldSize;
            trace->file = textAt(path, i).empty() ? file : textAt(path, i);
            trace->tracks = list->second;
            RankData& rank = m_out->ranks.emplace_back();
            rank.rank = static_cast<int>(number[i]);
            rank.rankAssumed = assumed[i] != 0;
            rank.host = textAt(host, i);
            rank.device = textAt(device, i);
            rank.role = textAt(role, i);
            rank.trace = std::move(trace);
        }
    }

    void takeCube()
    {
        std::vector<int> ranks;
        for (const RankData& rank : m_out->ranks)
            ranks.push_back(rank.rank);
        const std::size_t n = rowsOf("step.number");
        const std::vector<Ns> steps = numbers("step.number", n, -kLargest, kLargest);
        require(n > 0 && std::ranges::adjacent_find(steps, std::greater_equal()) == steps.end(),
                "steps that are not in order");
        auto stages = m_header.at("stages").get<std::vector<std::string>>();
        require(!stages.empty() && stages.back() == kOutsideStages, "stages that do not end as they must");
        require(n <= cellsOfDuration() / ranks.size() && n * ranks.size() == cellsOfDuration(),
                "the column duration is missing or has another length than it must have");
        m_cells = n * ranks.size();
        StageCube& cube = m_out->cube = StageCube(std::move(stages), std::move(ranks), {steps.begin(), steps.end()});
        cube.setDurations(times("duration", m_cells));
        const NarrowColumn status = column("status", m_cells);
        for (std::size_t r = 0, i = 0; r < cube.ranks().size(); ++r)
            for (std::size_t t = 0; t < n; ++t, ++i) {
                require(status.at(i) >= 0 && status.at(i) <= static_cast<Ns>(StepStatus::Absent),
                        "a step with a state that is not known");
                cube.setStatus(r, t, static_cast<StepStatus>(status.at(i)));
            }
        for (std::size_t q = 0; q < kQuantities; ++q) {
            if (!m_columns.contains(fmt::format("stage.{}.0", q)))
                continue;
            std::vector<NarrowColumn> columns;
            for (std::size_t s = 0; s < cube.stages().size(); ++s)
                columns.push_back(times(fmt::format("stage.{}.{}", q, s), m_cells));
            cube.setColumns(static_cast<Quantity>(q), std::move(columns));
        }
    }

    std::size_t cellsOfDuration() const { return rowsOf("duration"); }

    void takeSteps()
    {
        CollectedSteps& steps = m_out->steps;
        steps.origin = m_header.at("origin_ns").get<Ns>();
        require(steps.origin > -kLargest && steps.origin < kLargest, "a time that cannot be one");
        steps.start = times("step.start", m_cells, kLargest);
        steps.pureCompute = times("step.pure", m_cells);
        steps.wait = times("step.wait", m_cells);
        steps.syncLocal = times("step.sync_local", m_cells);
        steps.silence = times("step.silence", m_cells);
        steps.collected = times("step.collected", m_cells);
        for (std::size_t i = 0; i < BubbleColumns::kColumns; ++i)
            steps.bubbles.columns[i] = times(fmt::format("bubble.{}", i), m_cells);
    }

    void takeCollectives()
    {
        constexpr Ns kMostInt = std::numeric_limits<int>::max();
        CollectiveSummary& out = m_out->collectives;
        const Json& json = m_header.at("collectives");
        out.matched = json.at("matched").get<std::uint64_t>();
        out.unmatched = json.at("unmatched").get<std::uint64_t>();
        out.clockClosure = json.at("clock_closure_ns").get<Ns>();
        const Json& m = json.at("methods");
        out.methods = {m.at(0).get<std::uint64_t>(), m.at(1).get<std::uint64_t>(), m.at(2).get<std::uint64_t>(),
                       m.at(3).get<Ns>(), m.at(4).get<Ns>()};
        for (const Json& one : json.at("groups")) {
            CollectiveSummary::Group& group = out.groups.emplace_back();
            group.name = one.at(0).get<std::string>();
            group.matched = one.at(1).get<std::uint64_t>();
            group.unmatched = one.at(2).get<std::uint64_t>();
            for (const Json& op : one.at(3)) {
                CollectiveSummary::Operation& operation = group.operations.emplace_back();
                operation.name = op.at(0).get<std::string>();
                operation.count = op.at(1).get<std::uint64_t>();
                if (!op.at(2).is_null())
                    operation.bytes = op.at(2).get<std::int64_t>();
                operation.transfer = op.at(3).get<Ns>();
                if (!op.at(4).is_null())
                    operation.busBandwidth = op.at(4).get<double>();
            }
            const std::string name = fmt::format("group.{}.ranks", out.groups.size() - 1);
            for (const Ns rank : numbers(name, rowsOf(name), 0, kMostInt))
                group.ranks.push_back(static_cast<int>(rank));
        }
        const std::size_t n = rowsOf("by_rank.rank");
        const auto rank = numbers("by_rank.rank", n, 0, kMostInt);
        const NarrowColumn wait = times("by_rank.wait", n);
        const NarrowColumn transfer = times("by_rank.transfer", n);
        const auto last = numbers("by_rank.last", n, 0, kMostInt);
        const NarrowColumn blame = times("by_rank.blame", n);
        for (std::size_t i = 0; i < n; ++i)
            out.byRank.push_back(
                {static_cast<int>(rank[i]), wait.at(i), transfer.at(i), static_cast<int>(last[i]), blame.at(i)});
        takeClocks();
    }

    void takeClocks()
    {
        constexpr Ns kMostInt = std::numeric_limits<int>::max();
        const std::size_t n = rowsOf("clock.rank");
        const auto rank = numbers("clock.rank", n, 0, kMostInt);
        const NarrowColumn offset = times("clock.offset", n, kLargest);
        const NarrowColumn residual = times("clock.residual", n, kLargest);
        const auto count = numbers("clock.n", n, 0, kLargest);
        const NarrowColumn drift = column("clock.drift", n);
        const auto applied = numbers("clock.applied", n, 0, 1);
        for (std::size_t i = 0; i < n; ++i)
            m_out->collectives.clocks.push_back({static_cast<int>(rank[i]), offset.at(i), residual.at(i),
                                                 static_cast<std::uint64_t>(count[i]),
                                                 std::bit_cast<double>(drift.at(i)), applied[i] != 0});
    }

    /// The numbers of each rank begin where those of the one before end.
    void takeRest()
    {
        CollectedRest& rest = m_out->rest;
        const std::size_t n = m_out->ranks.size();
        rest.count = column("rest.count", n);
        std::size_t at = 0;
        rest.begin.push_back(0);
        for (std::size_t i = 0; i < n; ++i) {
            for (Ns left = rest.count.at(i); left > 0; --left) {
                while (at < rest.bytes.size() && (static_cast<unsigned char>(rest.bytes[at]) & 0x80U) != 0)
                    ++at;
                require(at < rest.bytes.size(), "the collected run ends before the numbers of its ranks do");
                ++at;
            }
            rest.begin.push_back(at);
        }
    }

    const ReadBytes& m_read;
    std::uint64_t m_left;
    Json m_header;
    std::string m_lineChecksum;
    std::string m_ahead;  ///< bytes behind the first line that were read with it
    std::size_t m_aheadUsed = 0;
    std::vector<std::string> m_texts;
    std::map<std::string, NarrowColumn> m_columns;
    std::size_t m_cells = 0;
    std::shared_ptr<CollectedRun> m_out = std::make_shared<CollectedRun>();
};

}  // namespace

Result<CollectedRunPtr> decodeCollected(const ReadBytes& read, std::uint64_t bytes, const std::string& file)
{
    try {
        return Decoder(read, bytes).run(file);
    } catch (const Broken& broken) {
        return tl::unexpected(broken.error);
    } catch (const nlohmann::json::exception&) {
        return fail(ErrorCode::Malformed, "the first line of the collected run is not what it must be");
    }
}

}  // namespace headwater
