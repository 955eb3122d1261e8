// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/DictLines.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/ingest/logs/JsonWalk.h"
#include "core/ingest/logs/LogFields.h"

namespace headwater::logs {

namespace {

using Pairs = std::vector<std::pair<std::string_view, std::string_view>>;

bool isQuote(char c)
{
    return c == '\'' || c == '"';
}

/// A quoted text without its quotes; escapes are left as they are.
std::optional<std::string_view> takeQuoted(std::string_view& text)
{
    if (text.empty() || !isQuote(text.front()))
        return std::nullopt;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == text.front()) {
            const auto inside = text.substr(1, i - 1);
            text.remove_prefix(i + 1);
            return inside;
        }
    }
    return std::nullopt;
}

/// The entries of "{'a': 1, 'b': 'x', …}" whose values are no containers; nothing where the text is no such dictionary.
std::optional<Pairs> parseDictionary(std::string_view text)
{
    Pairs pairs;
    if (!takePrefix(text, "{"))
        return std::nullopt;
    while (true) {
        skipSpaces(text);
        if (takePrefix(text, "}"))
            return pairs;
        const auto key = takeQuoted(text);
        skipSpaces(text);
        if (!key || !takePrefix(text, ":"))
            return std::nullopt;
        skipSpaces(text);
        if (const auto quoted = takeQuoted(text)) {
            pairs.emplace_back(*key, *quoted);
        } else {
            const std::size_t end = text.find_first_of(",}");
            if (end == std::string_view::npos)
                return std::nullopt;
            pairs.emplace_back(*key, trimmed(text.substr(0, end)));
            text.remove_prefix(end);
        }
        skipSpaces(text);
        takePrefix(text, ",");
    }
}

bool has(const Pairs& pairs, std::string_view key)
{
    return std::ranges::any_of(pairs, [&](const auto& pair) { return pair.first == key; });
}

/// The last line of a training: "{'train_runtime': 154.39, 'train_steps_per_second': 0.648, …}".
void readSummary(const Pairs& pairs, LogStep& step, std::uint64_t line, LogBuilder& log)
{
    double runtime = 0;
    double rate = 0;
    for (const auto& [key, text] : pairs) {
        const auto value = loggedNumber(text);
        if (!value)
            continue;
        if (key == "train_runtime")
            runtime = value->value;
        if (key == "train_steps_per_second")
            rate = value->value;
        if (key == "train_loss")
            step.values["train_loss_average"] = value->value;
        else if (key.starts_with("train_"))
            step.values[key == "train_runtime" ? "train_runtime_s" : normalisedName(key)] = value->value;
    }
    // The whole run over its steps; the rate is rounded to three digits, so it only serves to check.
    const double steps = static_cast<double>(step.step);
    if (steps > 0 && runtime > 0 && rate > 0 && runtime * rate > steps * 0.9 && runtime * rate < steps * 1.1) {
        setStepTime(step, nsFrom(runtime / steps, kSecond));
        step.stepsCovered = static_cast<int>(std::min(steps, 1e6));
    }
    log.ending("finished", "the training printed its summary", line);
}

void setAll(const Pairs& pairs, LogStep& step)
{
    for (const auto& [key, text] : pairs)
        if (const auto value = loggedNumber(text))
            setField(step, key, *value);
}

std::optional<Stamp> stampIn(const nlohmann::json& object)
{
    for (const char* key : {"timestamp", "time"}) {
        const auto time = object.find(key);
        if (time == object.end() || !time->is_string())
            continue;
        const auto& text = time->get_ref<const std::string&>();
        std::string_view view = text;
        return takeStamp(view);
    }
    return std::nullopt;
}

/// Every number of the object; "value" stands for the metric `single`.
void setNumbers(const nlohmann::json& object, const std::string& single, LogStep& step, std::uint64_t line,
                LogBuilder& log)
{
    for (const auto& [key, value] : object.items()) {
        if (key == "step" || key == "epoch" || (!value.is_number() && !value.is_string()))
            continue;
        const auto number = loggedNumber(value.is_string() ? value.get<std::string>() : value.dump());
        if (number)
            takeField(step, key == "value" && !single.empty() ? single : key, *number, line, log);
    }
}

}  // namespace

bool DictLines::console(std::string_view line, std::uint64_t number,
                        const std::optional<ScriptLines::Progress>& progress, LogBuilder& log)
{
    constexpr std::size_t kFurthest = 512;
    const std::size_t open = line.find("{'");
    if (open > kFurthest)  // also where it is nowhere
        return false;
    const LineLead lead = readLead(line.substr(0, open));
    const auto pairs = lead.plain ? parseDictionary(trimmed(line.substr(open))) : std::nullopt;
    if (!pairs || !has(*pairs, "epoch"))
        return false;
    const bool summary = has(*pairs, "train_runtime");
    const bool validation = has(*pairs, "eval_loss");
    if (summary) {
        if (LogStep* last = log.known(lead, m_counted[lead.key()]))
            readSummary(*pairs, *last, number, log);
        return true;
    }
    if (!validation && !has(*pairs, "loss"))
        return false;
    const std::int64_t step = validation ? m_counted[lead.key()] : nextStep(lead, number, progress, log);
    setAll(*pairs, log.step(lead, validation ? LineKind::Validation : LineKind::HfConsole, step, number));
    return true;
}

std::int64_t DictLines::nextStep(const LineLead& lead, std::uint64_t line,
                                 const std::optional<ScriptLines::Progress>& progress, LogBuilder& log)
{
    std::int64_t& counted = m_counted[lead.key()];
    counted = progress && progress->step > counted ? progress->step : counted + 1;
    if (!progress && counted == 1)
        log.note(Severity::Info, "assumed-step", "the lines do not tell their step: they are counted in their order",
                 line);
    return counted;
}

bool DictLines::json(std::string_view line, std::uint64_t number, LogBuilder& log)
{
    if (!contains(line, "\"step\"") || !line.ends_with('}'))
        return false;
    const auto whole = nlohmann::json::parse(withQuotedSpecials(line), nullptr, false);
    if (!whole.is_object())
        return false;
    std::string single;  // the metric that "value" is of
    if (const auto name = whole.find("name"); name != whole.end() && name->is_string())
        single = name->get<std::string>();
    const auto data = whole.find("data");
    const auto& object = data != whole.end() && data->is_object() ? *data : whole;
    const auto step = object.find("step");
    const bool metric =
        (!single.empty() && object.contains("value")) || object.contains("loss") || object.contains("train_loss");
    if (step == object.end() || !step->is_number_integer() || !metric || !isStepNumber(step->get<std::int64_t>()))
        return false;
    LineLead lead;
    lead.time = stampIn(object);
    const bool validation = contains(single, "valid") || contains(single, "eval");
    LogStep& entry =
        log.step(lead, validation ? LineKind::Validation : LineKind::JsonLines, step->get<std::int64_t>(), number);
    setNumbers(object, single, entry, number, log);
    return true;
}

bool DictLines::read(std::string_view line, std::uint64_t number, const std::optional<ScriptLines::Progress>& progress,
                     LogBuilder& log)
{
    if (line.starts_with("{\""))
        return json(line, number, log);
    return contains(line, "{'") && console(line, number, progress, log);
}

}  // namespace headwater::logs
