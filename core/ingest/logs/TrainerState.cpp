// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"
#include "core/ingest/logs/JsonWalk.h"
#include "core/ingest/logs/LogContent.h"
#include "core/ingest/logs/LogDocuments.h"
#include "core/ingest/logs/LogFields.h"

namespace headwater::logs {

namespace {

constexpr std::uint64_t kLargest = std::uint64_t(512) << 20U;

/// Collects log_history row by row.
class TrainerState {
public:
    explicit TrainerState(LogBuilder& log) : m_log(log) {}

    void value(const JsonPath& path, std::string_view text, const LoggedNumber* number)
    {
        if (path.size() == 3 && path[0] == "log_history" && number)
            m_row[path[2]] = *number;
        if (path.size() != 1 || !number)
            return;
        m_log.at(path[0] == "train_batch_size" ? "/train_batch_size" : "");
        if (path[0] == "train_batch_size")
            m_log.fact("micro_batch_size", text);
        else if (path[0] == "global_step")
            m_globalStep = wholeNumber(text);
        else if (path[0] == "max_steps")
            m_maxSteps = wholeNumber(text);
    }

    void objectEnd(const JsonPath& path)
    {
        if (path.size() == 2 && path[0] == "log_history")
            finishRow();
    }

    void finish()
    {
        if (m_globalStep && m_globalStep == m_maxSteps && *m_maxSteps > 0)
            m_log.ending("finished", "global_step reached max_steps", 0);
    }

    [[nodiscard]] std::uint64_t rows() const { return m_rows; }

private:
    void finishRow()
    {
        m_log.at("/log_history/", m_rows++);
        const auto row = std::exchange(m_row, {});
        const auto at = row.find("step");
        if (at == row.end() || !(at->second.value >= 0 && at->second.value <= 1e12)) {
            m_log.note(Severity::Info, "row-without-step", "a row of log_history has no step and was skipped", 0);
            return;
        }
        const auto number = static_cast<std::int64_t>(at->second.value);
        const bool summary = row.contains("train_runtime");
        const bool training = row.contains("loss");
        LogStep* known = m_log.known({}, number);
        LogStep& step =
            summary && known ? *known : m_log.step({}, training ? LineKind::Row : LineKind::Validation, number, 0);
        for (const auto& [key, value] : row) {
            if (key == "step")
                continue;
            if (key == "train_loss")
                step.values["train_loss_average"] = value.value;
            else
                setField(step, key, value);
        }
        if (summary)
            spread(step, row.find("train_runtime")->second.value);
    }

    /// The run time over all steps is the only time there is.
    static void spread(LogStep& step, double runtime)
    {
        if (step.step <= 0 || !(runtime > 0))
            return;
        const auto steps = static_cast<double>(step.step);
        setStepTime(step, nsFrom(runtime / steps, kSecond));
        step.stepsCovered = static_cast<int>(std::min(steps, 1e6));
    }

    LogBuilder& m_log;
    std::map<std::string, LoggedNumber> m_row;
    std::optional<std::int64_t> m_globalStep;
    std::optional<std::int64_t> m_maxSteps;
    std::uint64_t m_rows = 0;
};

}  // namespace

std::optional<std::string> recogniseTrainerState(const FileHead& head)
{
    if (!head.text.starts_with('{'))
        return std::nullopt;
    // Written with sorted keys, so log_history stands behind a few scalars.
    const bool history = contains(head.text, "\"log_history\"");
    const bool trainer = contains(head.text, "\"global_step\"") || contains(head.text, "\"is_world_process_zero\"") ||
                         contains(head.text, "\"best_model_checkpoint\"");
    return history && trainer ? std::optional<std::string>("log_history") : std::nullopt;
}

Status readTrainerState(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                        FileContent& content)
{
    const auto text = readWholeFile(path, job, content.source.problems, kLargest);
    if (!text)
        return tl::unexpected(text.error());
    LogBuilder log;
    TrainerState state(log);
    JsonVisitor visitor;
    visitor.value = [&](const JsonPath& at, std::string_view scalar, const LoggedNumber* number) {
        state.value(at, scalar, number);
    };
    visitor.objectEnd = [&](const JsonPath& at) { state.objectEnd(at); };
    const JsonWalkResult walked = walkJson(*text, visitor);
    if (!walked.complete)
        content.source.problems.push_back({Severity::Warning, "truncated",
                                           "the document is cut or damaged; the rows before that are used",
                                           fmt::format("byte {}", walked.position), content.source.path});
    state.finish();
    if (state.rows() == 0 && walked.complete)
        log.note(Severity::Info, "no-steps", "log_history is empty", 0);
    return deliver(log, "hugging-face", options, content);
}

}  // namespace headwater::logs
