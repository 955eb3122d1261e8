// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/ingest/Lines.h"
#include "core/ingest/logs/LogContent.h"
#include "core/ingest/logs/LogDocuments.h"
#include "core/ingest/logs/LogFields.h"

namespace headwater::logs {

namespace {

bool isHeader(const std::vector<std::string>& fields)
{
    const auto has = [&](std::string_view name) { return std::ranges::find(fields, name) != fields.end(); };
    // Stage metrics and telemetry have columns of the same name beside others that no metrics file has.
    return fields.size() >= 3 && has("step") && has("epoch") && !has("stage") && !has("rank");
}

/// Rows of one file under the header seen last: Lightning writes the file anew when a column is added, and some copies
/// hold both headers.
class Rows {
public:
    explicit Rows(LogBuilder& log) : m_log(log) {}

    void add(const std::vector<std::string>& fields, std::uint64_t line)
    {
        if (isHeader(fields)) {
            m_columns = fields;
            m_step = static_cast<std::size_t>(std::ranges::find(fields, "step") - fields.begin());
            return;
        }
        if (m_columns.empty())
            return;
        const auto number = m_step < fields.size() ? wholeNumber(fields[m_step]) : std::nullopt;
        if (!number || !isStepNumber(*number) || fields.size() > m_columns.size()) {
            m_log.note(Severity::Warning, "malformed-row", "a row without a step or with too many cells was skipped",
                       line);
            return;
        }
        addTo(*number, line, fields);
    }

    [[nodiscard]] std::uint64_t rows() const { return m_rows; }

private:
    void addTo(std::int64_t number, std::uint64_t line, const std::vector<std::string>& fields)
    {
        ++m_rows;
        // Training and validation values of a step stand on different rows: they add up to one step, unless the step
        // number went back, which is a restart.
        const bool back = m_last && number < *m_last;
        m_last = number;
        LogStep* known = back ? nullptr : m_log.known({}, number);
        LogStep& step = known ? *known : m_log.step({}, LineKind::Row, number, line);
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (i == m_step || fields[i].empty())
                continue;
            if (const auto value = loggedNumber(fields[i]))
                takeField(step, m_columns[i], *value, line, m_log);
            else
                m_log.note(Severity::Info, "malformed-value", "a cell is no number", line);
        }
    }

    LogBuilder& m_log;
    std::vector<std::string> m_columns;
    std::size_t m_step = 0;
    std::optional<std::int64_t> m_last;
    std::uint64_t m_rows = 0;
};

}  // namespace

std::optional<std::string> recogniseLightningCsv(const FileHead& head)
{
    const std::string_view line = head.text.substr(0, head.text.find_first_of("\r\n"));
    if (!contains(line, "step") || !contains(line, "epoch") || line.starts_with('{') || line.size() > 60'000)
        return std::nullopt;
    return isHeader(splitCsv(line)) ? std::optional<std::string>("CSVLogger") : std::nullopt;
}

Status readLightningCsv(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                        FileContent& content)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    LogBuilder log;
    Rows rows(log);
    LineOptions lines;
    lines.activity = "reading metrics";
    bool first = true;
    const auto read = forEachLine(*source, job, lines, [&](std::string_view line, std::uint64_t number) {
        if (first)
            takePrefix(line, "\xEF\xBB\xBF");
        first = false;
        rows.add(splitCsv(line), number);
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    keepRemarks(*source, content.source.problems);
    Status delivered = deliver(log, "lightning", options, content);
    content.source.events = rows.rows();
    return delivered;
}

}  // namespace headwater::logs
