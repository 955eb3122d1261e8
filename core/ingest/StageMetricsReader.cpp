// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/StageMetricsReader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/ingest/ByteSource.h"
#include "core/ingest/Lines.h"
#include "core/ingest/RawMember.h"
#include "core/ingest/StageMetricsRows.h"

namespace headwater {

namespace {

/// Which column (or JSON key) serves which field, and the units that the names carry.
struct Columns {
    std::array<std::string, 9> names;  ///< rank, step, stage, duration, wait, status, host, role, stage_index
    std::optional<TimeUnit> durationUnit, waitUnit;
    std::string doubled;  ///< of two columns for one field, which one is used; else empty
};

constexpr std::array<std::string_view, 9> kFields = {"rank",   "step", "stage", "duration",   "wait",
                                                     "status", "host", "role",  "stage_index"};

constexpr std::size_t kDuration = 3;
constexpr std::size_t kWait = 4;

/// Takes note of a column if it is one that is known. The user's word on the unit of a file beats its header, which
/// beats the unit for files that say nothing.
void takeColumn(const std::string& name, const StageMetricsOptions& options, Columns& columns)
{
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (std::size_t field = 0; field < kFields.size(); ++field) {
        const bool isWait = kFields[field] == "wait";
        const bool timed = isWait || kFields[field] == "duration";
        const bool prefixed = timed && lower.starts_with(std::string(kFields[field]) + "_");
        if (lower != kFields[field] && !prefixed)
            continue;
        if (!columns.names[field].empty() && timed)
            columns.doubled = fmt::format("both {} and {} give the {}; the latter is used", columns.names[field], name,
                                          isWait ? "wait" : "duration");
        columns.names[field] = name;
        if (!timed)
            return;
        const auto written = prefixed ? timeUnitFromName(std::string_view(lower).substr(kFields[field].size() + 1))
                                      : timeUnitFromName(options.unit);
        const auto said = timeUnitFromName(options.timeUnit);
        (isWait ? columns.waitUnit : columns.durationUnit) = said ? said : written;
        return;
    }
}

Result<Columns> columnsOf(const std::vector<std::string>& header, const StageMetricsOptions& options,
                          const std::string& file)
{
    Columns columns;
    for (const std::string& unit : {options.unit, options.timeUnit})
        if (!unit.empty() && !timeUnitFromName(unit))
            return fail(ErrorCode::BadUsage, "unknown unit \"" + unit + "\"", {}, {}, "use ns, us, ms or s");
    for (const std::string& name : header)
        takeColumn(name, options, columns);
    if (columns.names[2].empty() || columns.names[3].empty())
        return fail(ErrorCode::Malformed, "no column \"stage\" or \"duration_…\"", file, "line 1",
                    "name the columns rank,step,stage,duration_ms");
    if (!columns.durationUnit)
        return fail(ErrorCode::BadUsage, "the unit of the durations is unknown", file, "line 1",
                    "name the column duration_ms (or _s, _us, _ns), or give --unit");
    if (!columns.waitUnit)
        columns.waitUnit = columns.durationUnit;
    return columns;
}

std::array<std::string_view*, 9> slots(StageMetricsRow& row)
{
    return {&row.rank,   &row.step, &row.stage, &row.duration,  &row.wait,
            &row.status, &row.host, &row.role,  &row.stageIndex};
}

/// Reader state of either form: the header line (CSV) or the first object (JSON lines) fixes the columns.
class Reader {
public:
    Reader(std::string file, const StageMetricsOptions& options) : m_file(std::move(file)), m_options(options) {}

    Result<StageMetrics> read(ByteSource& source, const Job& job)
    {
        LineOptions lines;
        lines.activity = "reading stage metrics";
        const auto read = forEachLine(source, job, lines, [this](std::string_view line, std::uint64_t number) {
            if (!m_rows)
                m_isJson = line.front() == '{';
            m_error = m_isJson ? jsonLine(line, number) : csvLine(line, number);
            return m_error.has_value();
        });
        if (!read || !m_error) {
            Error error = read ? m_error.error() : read.error();
            error.file = m_file;
            return tl::unexpected(error);
        }
        if (!m_rows)
            return fail(ErrorCode::NothingUsable, "no line of stage metrics", m_file);
        auto metrics = withRemarks(m_rows->finish());
        if (metrics && read->unfinished && read->lines > 1)
            metrics->problems.push_back({Severity::Info, "no-line-end",
                                         "the last line has no end, as the others have: if the file was cut there, "
                                         "its value is cut too",
                                         fmt::format("line {}", read->lines), m_file});
        if (metrics)
            keepRemarks(source, metrics->problems);
        return metrics;
    }

private:
    Status begin(const std::vector<std::string>& header)
    {
        auto columns = columnsOf(header, m_options, m_file);
        if (!columns)
            return tl::unexpected(columns.error());
        m_columns = std::move(*columns);
        m_rows.emplace(m_file, *m_columns.durationUnit, *m_columns.waitUnit);
        if (!m_columns.doubled.empty())
            m_rows->doubled(m_columns.doubled);
        for (std::size_t field = 0; field < kFields.size(); ++field) {
            const auto found = std::ranges::find(header, m_columns.names[field]);
            m_position[field] =
                m_columns.names[field].empty() ? kNowhere : static_cast<std::size_t>(found - header.begin());
        }
        m_width = header.size();
        return {};
    }

    Status csvLine(std::string_view line, std::uint64_t number)
    {
        if (line.front() == '#')
            return {};
        if (!m_rows) {
            m_separator = separatorOf(line);
            return begin(splitCsv(line, m_separator));
        }
        std::vector<std::string> fields = splitCsv(line, m_separator);
        StageMetricsRow row;
        const auto places = slots(row);
        for (std::size_t field = 0; field < kFields.size(); ++field)
            if (m_position[field] < fields.size())
                *places[field] = m_separator != ',' && (field == kDuration || field == kWait)
                                     ? withPoint(fields[m_position[field]], number)
                                     : fields[m_position[field]];
        if (fields.size() > m_width)  // which of them is one too many cannot be known: a decimal comma, most often
            m_rows->refuse(row,
                           fmt::format("the row has {} cells, the header {}; it is left out", fields.size(), m_width),
                           number);
        else
            take(row, number);
        return {};
    }

    /// A row, and what the job itself called a step that failed.
    void take(const StageMetricsRow& row, std::uint64_t number)
    {
        m_rows->add(row, number);
        constexpr std::size_t kMostWords = 8;
        const bool failed = !row.status.empty() && row.status != "ok" && row.status != "OK";
        if (!failed || (m_failed.size() == kMostWords && !m_failed.contains(row.status)))
            return;
        FailedRows& known = m_failed.try_emplace(std::string(row.status)).first->second;
        if (known.rows++ == 0) {
            known.first =
                fmt::format("rank {}, step {}", row.rank.empty() ? std::string_view("0") : row.rank, row.step);
            known.line = number;
        }
    }

    /// "3,1" where commas separate no cells. Several commas, or a point beside one, stay as they are: no number.
    std::string_view withPoint(std::string& cell, std::uint64_t number)
    {
        const std::size_t comma = cell.find(',');
        if (comma == std::string::npos || cell.find_first_of(".,", comma + 1) != std::string::npos ||
            cell.rfind('.', comma) != std::string::npos)
            return cell;
        m_firstComma = m_firstComma == 0 ? number : m_firstComma;
        cell[comma] = '.';
        return cell;
    }

    Status jsonLine(std::string_view line, std::uint64_t number)
    {
        const auto object = nlohmann::json::parse(tolerant(line), nullptr, false);
        if (!object.is_object()) {
            m_badLines += 1;
            m_firstBad = m_firstBad == 0 ? number : m_firstBad;
            return {};
        }
        if (!m_rows) {
            std::vector<std::string> keys;
            for (const auto& [key, value] : object.items())
                keys.push_back(key);
            if (Status ok = begin(keys); !ok)
                return ok;
        }
        std::array<std::string, 9> texts;
        StageMetricsRow row;
        const auto places = slots(row);
        for (std::size_t field = 0; field < kFields.size(); ++field) {
            const auto found = object.find(m_columns.names[field]);
            if (m_columns.names[field].empty() || found == object.end() || found->is_null())
                continue;
            texts[field] = textOf(*found, line, m_columns.names[field]);
            *places[field] = texts[field];
        }
        take(row, number);
        return {};
    }

    /// Numbers that no rank, step or duration can be are told as they stand in the file, not as they were parsed.
    static std::string textOf(const nlohmann::json& value, std::string_view line, const std::string& name)
    {
        constexpr double kPlain = 1e15;
        if (value.is_string())
            return value.get<std::string>();
        if (!value.is_number_float() || std::abs(value.get<double>()) < kPlain)
            return value.dump();
        const std::string raw = rawMember(line, name);
        return raw.empty() ? value.dump() : raw;
    }

    /// Bare NaN and Infinity, which Python writes, become strings.
    static std::string tolerant(std::string_view line)
    {
        std::string text(line);
        for (const std::string_view token : {"-Infinity", "Infinity", "NaN"})
            for (std::size_t at = text.find(token); at != std::string::npos; at = text.find(token, at + token.size()))
                if (at > 0 && (text[at - 1] == ' ' || text[at - 1] == ':')) {
                    text.replace(at, token.size(), "\"" + std::string(token) + "\"");
                    at += 2;
                }
        return text;
    }

    Result<StageMetrics> withRemarks(Result<StageMetrics> metrics) const
    {
        if (metrics && m_firstComma > 0)
            metrics->problems.push_back({Severity::Info, "decimal-comma",
                                         "the cells are not separated by commas: a comma in a number is its decimal "
                                         "point",
                                         fmt::format("line {}", m_firstComma), m_file});
        if (metrics)
            for (const auto& [word, failed] : m_failed)
                metrics->problems.push_back(
                    {Severity::Info, "failed-status",
                     fmt::format("{} rows have the status \"{}\" and count as failed, the first of {}", failed.rows,
                                 word, failed.first),
                     fmt::format("line {}", failed.line), m_file});
        if (metrics && m_badLines > 0)
            metrics->problems.push_back({Severity::Warning, "malformed-line",
                                         fmt::format("{} lines are no JSON objects and were skipped", m_badLines),
                                         fmt::format("line {}", m_firstBad), m_file});
        return metrics;
    }

    /// Rows of one status that is not ok.
    struct FailedRows {
        std::size_t rows = 0;
        std::string first;
        std::uint64_t line = 0;
    };

    std::string m_file;
    const StageMetricsOptions& m_options;
    std::map<std::string, FailedRows, std::less<>> m_failed;  ///< by the word
    Columns m_columns;
    static constexpr std::size_t kNowhere = ~std::size_t{0};
    std::array<std::size_t, 9> m_position{};
    std::size_t m_width = 0;  ///< cells of the header
    std::optional<StageMetricsRows> m_rows;
    Status m_error;
    char m_separator = ',';          ///< of the cells
    bool m_isJson = false;           ///< as the first line is
    std::uint64_t m_firstComma = 0;  ///< line of the first decimal comma
    std::uint64_t m_badLines = 0;
    std::uint64_t m_firstBad = 0;
};

}  // namespace

namespace {

/// The cube of a single rank under another number.
StageCube ofRank(const StageCube& cube, int rank)
{
    StageCube out(cube.stages(), {rank}, cube.steps());
    for (std::size_t step = 0; step < cube.steps().size(); ++step) {
        out.setDuration(0, step, cube.duration(0, step));
        out.setStatus(0, step, cube.status(0, step));
        for (const Quantity quantity : {Quantity::Span, Quantity::Wait})
            for (std::size_t stage = 0; cube.has(quantity) && stage < cube.stages().size(); ++stage)
                out.set(quantity, stage, 0, step, cube.at(quantity, stage, 0, step));
    }
    out.invalid = cube.invalid;
    for (InvalidDuration& duration : out.invalid)
        duration.rank = rank;
    out.plainVector = cube.plainVector;
    return out;
}

/// A file of one rank may be given another one; one of several ranks keeps its own, with a problem that says so.
void giveRank(StageMetrics& metrics, int rank, const std::string& file)
{
    const std::vector<int> ranks = metrics.cube.ranks();
    if (ranks.size() != 1) {
        metrics.problems.push_back(
            {Severity::Warning,
             "rank-ignored",
             fmt::format("the file holds {} ranks, so that the rank given for it was not used", ranks.size()),
             {},
             file});
        return;
    }
    metrics.cube = ofRank(metrics.cube, rank);
    for (auto* names : {&metrics.hosts, &metrics.roles})
        if (auto node = names->extract(ranks.front()); !node.empty()) {
            node.key() = rank;
            names->insert(std::move(node));
        }
}

}  // namespace

Result<StageMetrics> readStageMetrics(const std::filesystem::path& path, const StageMetricsOptions& options,
                                      const Job& job)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    auto metrics = Reader(path.string(), options).read(*source, job);
    if (metrics && options.rank)
        giveRank(*metrics, *options.rank, path.string());
    return metrics;
}

}  // namespace headwater
