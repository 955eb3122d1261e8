// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"
#include "core/ingest/logs/JsonWalk.h"
#include "core/ingest/logs/LogContent.h"
#include "core/ingest/logs/LogDocuments.h"
#include "core/ingest/logs/LogFields.h"

namespace headwater::logs {

namespace {

constexpr std::string_view kForward = "forward_ms";
constexpr std::uint64_t kLargest = std::uint64_t(512) << 20U;

class GoldenValues {
public:
    explicit GoldenValues(LogBuilder& log) : m_log(log) {}

    void value(const JsonPath& path, std::string_view text, const LoggedNumber* number)
    {
        m_layers += path.size() == 2 && path[1] == kForward && number ? 1 : 0;
        // path: metric, "values", step
        if (path.size() != 3 || path[1] != "values")
            return;
        ++m_values;
        const auto step = wholeNumber(path[2]);
        if (!step || !isStepNumber(*step) || !number) {
            m_log.note(Severity::Info, "malformed-value", "a golden value or its step is no number", 0);
            return;
        }
        if (text == "nan" || text == "NaN") {
            ++m_missing;
            if (compactName(path[0]) == "lmloss")
                m_nanLosses.push_back(*step);
            return;
        }
        LogStep* known = m_log.known({}, *step);
        takeField(known ? *known : m_log.step({}, LineKind::Row, *step, 0), path[0], *number, 0, m_log);
    }

    void finish()
    {
        if (m_missing > 0)
            m_log.note(Severity::Info, "not-recorded", fmt::format("{} values are \"nan\": not recorded", m_missing),
                       0);
        // Every metric is "nan" where nothing was recorded; where others have values, the loss really was NaN.
        for (const std::int64_t step : m_nanLosses)
            if (LogStep* known = m_log.known({}, step))
                known->loss = LoggedNumber{std::nan(""), 0};
    }

    [[nodiscard]] std::uint64_t values() const { return m_values; }
    /// Layers of a benchmark, which lies beside golden values and looks like them.
    [[nodiscard]] std::uint64_t layers() const { return m_layers; }

private:
    LogBuilder& m_log;
    std::uint64_t m_layers = 0;
    std::uint64_t m_values = 0;
    std::uint64_t m_missing = 0;
    std::vector<std::int64_t> m_nanLosses;
};

}  // namespace

std::optional<std::string> recogniseGoldenValues(const FileHead& head)
{
    const bool fits = head.text.starts_with('{') && contains(head.text, "\"start_step\"") &&
                      contains(head.text, "\"step_interval\"") && contains(head.text, "\"values\"");
    if (fits)
        return "golden values";
    const bool layers = head.text.starts_with('{') && contains(head.text, kForward) &&
                        contains(head.text, "\"backward_ms\"") && contains(head.text, "\"max_regression_ratio\"");
    return layers ? std::optional<std::string>("layer benchmark") : std::nullopt;
}

Status readGoldenValues(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                        FileContent& content)
{
    const auto text = readWholeFile(path, job, content.source.problems, kLargest);
    if (!text)
        return tl::unexpected(text.error());
    LogBuilder log;
    GoldenValues golden(log);
    JsonVisitor visitor;
    visitor.value = [&](const JsonPath& at, std::string_view scalar, const LoggedNumber* number) {
        golden.value(at, scalar, number);
    };
    const JsonWalkResult walked = walkJson(*text, visitor);
    if (!walked.complete)
        content.source.problems.push_back({Severity::Warning, "truncated",
                                           "the document is cut or damaged; the values before that are used",
                                           fmt::format("byte {}", walked.position), content.source.path});
    if (golden.values() == 0 && golden.layers() > 0) {
        content.source.events = golden.layers();
        content.source.used = false;
        content.source.problems.push_back(
            {Severity::Info,
             "no-steps",
             fmt::format("not used: forward and backward times of {} single layers, not of a run's steps",
                         golden.layers()),
             {},
             content.source.path});
        return {};
    }
    golden.finish();
    Status delivered = deliver(log, "megatron", options, content);
    content.source.events = golden.values();
    return delivered;
}

}  // namespace headwater::logs
