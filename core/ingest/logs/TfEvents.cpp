// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/TfEvents.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/ingest/ByteSource.h"
#include "core/ingest/logs/ArgumentDump.h"
#include "core/ingest/logs/LogContent.h"
#include "core/ingest/logs/LogFields.h"
#include "core/ingest/logs/Protobuf.h"

namespace headwater::logs {

namespace {

constexpr std::size_t kHeader = 12;
constexpr std::uint64_t kLargestRecord = std::uint64_t(64) << 20U;

/// A scalar out of a TensorProto, or the text of a string tensor.
struct TensorValue {
    std::optional<double> number;
    std::optional<std::string_view> text;
};

std::optional<double> firstOf(std::string_view bytes, std::uint64_t type)
{
    constexpr std::uint64_t kFloat = 1;
    constexpr std::uint64_t kDouble = 2;
    if (type == kFloat && bytes.size() == 4)
        return std::bit_cast<float>(fixed32(bytes));
    if (type == kDouble && bytes.size() == 8)
        return std::bit_cast<double>(fixed64(bytes));
    return std::nullopt;
}

TensorValue readTensor(std::string_view message)
{
    TensorValue out;
    std::uint64_t type = 0;
    ProtoReader reader(message);
    while (const auto field = reader.next()) {
        switch (field->number) {
        case 1: type = field->value; break;
        case 4: out.number = firstOf(field->bytes, type); break;  // tensor_content
        case 5:
            out.number = field->wire == 2 ? firstOf(field->bytes, 1) : std::optional<double>(field->asFloat());
            break;
        case 6:
            out.number = field->wire == 2 ? firstOf(field->bytes, 2) : std::optional<double>(field->asDouble());
            break;
        case 8: out.text = field->bytes; break;
        default: break;
        }
    }
    return out;
}

/// One value of a summary.
struct SummaryValue {
    std::string_view tag;
    std::optional<double> number;
    std::optional<std::string_view> text;
};

SummaryValue readValue(std::string_view message)
{
    SummaryValue out;
    ProtoReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number == 1 && field->wire == 2) {
            out.tag = field->bytes;
        } else if (field->number == 2 && field->wire == 5) {
            out.number = field->asFloat();
        } else if (field->number == 8 && field->wire == 2) {
            const TensorValue tensor = readTensor(field->bytes);
            out.number = tensor.number;
            out.text = tensor.text;
        }
    }
    return out;
}

Stamp stampFrom(double seconds)
{
    constexpr double kLatest = 9.0e9;
    if (!(seconds >= 0 && seconds < kLatest))
        return {};
    // Apart, so that the nanoseconds do not go through one double.
    const double whole = std::floor(seconds);
    return {static_cast<Ns>(whole) * 1'000'000'000 + std::llround((seconds - whole) * 1e9), true};
}

/// Makes steps of events.
class Events {
public:
    explicit Events(LogBuilder& log) : m_log(log) {}

    void add(std::string_view message)
    {
        double wallTime = 0;
        std::int64_t step = 0;
        std::vector<std::string_view> summaries;
        ProtoReader reader(message);
        while (const auto field = reader.next()) {
            if (field->number == 1 && field->wire == 1)
                wallTime = field->asDouble();
            else if (field->number == 2 && field->wire == 0)
                step = field->asInt();
            else if (field->number == 5 && field->wire == 2)
                summaries.push_back(field->bytes);
        }
        if (reader.broken())
            m_log.note(Severity::Warning, "malformed-record", "a record is no event and was only read in part", 0);
        LineLead lead;
        lead.time = stampFrom(wallTime);
        for (const std::string_view summary : summaries)
            addSummary(summary, step, lead);
    }

    void finish()
    {
        if (m_other > 0)
            m_log.note(Severity::Info, "not-scalar", fmt::format("{} summaries are no scalars and no text", m_other),
                       0);
    }

    [[nodiscard]] std::uint64_t scalars() const { return m_scalars; }
    [[nodiscard]] std::uint64_t texts() const { return m_texts; }
    /// The framework, by the tags it uses.
    [[nodiscard]] const char* framework() const { return m_framework; }

private:
    void addSummary(std::string_view summary, std::int64_t step, const LineLead& lead)
    {
        ProtoReader reader(summary);
        while (const auto field = reader.next()) {
            if (field->number != 1 || field->wire != 2)
                continue;
            const SummaryValue value = readValue(field->bytes);
            if (value.number && isStepNumber(step))
                addScalar(value.tag, *value.number, step, lead);
            else if (value.text)
                addText(value.tag, *value.text);
            else
                ++m_other;
        }
    }

    void addText(std::string_view tag, std::string_view text)
    {
        ++m_texts;
        constexpr std::string_view kArgument = "/text_summary";
        if (tag.ends_with(kArgument))
            setArgument(tag.substr(0, tag.size() - kArgument.size()), text, m_log);
    }

    void addScalar(std::string_view tag, double number, std::int64_t step, const LineLead& lead)
    {
        ++m_scalars;
        if (tag.ends_with(" vs samples") || tag.ends_with("/Samples"))
            return;  // the same number by consumed samples instead of steps
        if (tag == "iteration-time" || tag.ends_with(" vs steps") || tag == "lm loss")
            m_framework = "megatron";
        if (tag.starts_with("time_metrics/") || tag.starts_with("loss_metrics/"))
            m_framework = "torchtitan";
        // A tag that comes again with the same step overwrites: the later event counts.
        LogStep* known = m_log.known({}, step);
        LogStep& entry = known ? *known : m_log.step(lead, LineKind::Row, step, 0);
        entry.time = std::max(entry.time.value_or(0), lead.time->time);
        setValue(entry, tag, number, step);
    }

    void setValue(LogStep& entry, std::string_view tag, double number, std::int64_t step)
    {
        constexpr std::string_view kTime = "-time";
        const Ns time = nsFrom(number, kSecond);
        if (tag.ends_with(kTime) && isMegatronTimer(tag.substr(0, tag.size() - kTime.size())) && time != kMissing) {
            m_log.timer({}, LineKind::MegatronTimers,
                        {step, std::string(tag.substr(0, tag.size() - kTime.size())), std::nullopt, kMissing, time});
            return;
        }
        if (tag == "time_metrics/data_loading(s)" && time != kMissing) {
            m_log.timer({}, LineKind::MegatronTimers, {step, "data_loading", std::nullopt, kMissing, time});
            return;
        }
        takeField(entry, tag, LoggedNumber{number, -1}, 0, m_log);
    }

    LogBuilder& m_log;
    std::uint64_t m_scalars = 0;
    std::uint64_t m_texts = 0;
    std::uint64_t m_other = 0;
    const char* m_framework = "tensorboard";
};

/// A file of records over a byte source.
class Records {
public:
    enum class Outcome { Record, End, Partial, Damaged };
    explicit Records(ByteSource& source) : m_source(source) {}

    /// The next record's payload in `payload`; Partial where the file ends inside one.
    Result<Outcome> next(std::string& payload)
    {
        const auto header = fill(kHeader);
        if (!header)
            return tl::unexpected(header.error());
        if (*header < kHeader)
            return *header == 0 ? Outcome::End : Outcome::Partial;
        const std::uint64_t size = fixed64(m_buffer);
        const std::string_view head = m_buffer;
        if (fixed32(head.substr(8)) != maskedCrc32c(head.substr(0, 8)) || size > kLargestRecord)
            return Outcome::Damaged;
        const auto body = fill(static_cast<std::size_t>(size) + 4);
        if (!body)
            return tl::unexpected(body.error());
        if (*body < size + 4)
            return Outcome::Partial;
        payload = m_buffer.substr(0, static_cast<std::size_t>(size));
        m_badChecksum =
            fixed32(std::string_view(m_buffer).substr(static_cast<std::size_t>(size))) != maskedCrc32c(payload);
        return Outcome::Record;
    }

    [[nodiscard]] bool badChecksum() const { return m_badChecksum; }

private:
    /// Reads up to `size` bytes into the buffer, in pieces, so that a wrong length costs no memory; how many there
    /// were.
    Result<std::size_t> fill(std::size_t size)
    {
        constexpr std::size_t kPiece = std::size_t(1) << 20U;
        m_buffer.clear();
        while (m_buffer.size() < size) {
            const std::size_t before = m_buffer.size();
            m_buffer.resize(before + std::min(kPiece, size - before));
            const auto read = m_source.read(std::span(m_buffer).subspan(before));
            if (!read)
                return tl::unexpected(read.error());
            m_buffer.resize(before + *read);
            if (*read == 0)
                break;
        }
        return m_buffer.size();
    }

    ByteSource& m_source;
    std::string m_buffer;
    bool m_badChecksum = false;
};

/// torchtitan writes one folder per rank: tb/<rank>/events.out.tfevents…
std::optional<int> rankOfFolder(const std::filesystem::path& path)
{
    const std::string folder = path.parent_path().filename().string();
    std::string_view text = folder;
    takePrefix(text, "rank_");
    takePrefix(text, "rank");
    constexpr std::size_t kLongest = 6;
    const auto rank = wholeNumber(text);
    const bool digits = !text.empty() && text.size() <= kLongest && std::ranges::all_of(text, isDigit);
    return digits && rank ? std::optional<int>(static_cast<int>(*rank)) : std::nullopt;
}

Status readRecords(ByteSource& source, const Job& job, Events& events, LogBuilder& log)
{
    Records records(source);
    std::string payload;
    while (true) {
        if (job.stopped())
            return cancelled();
        const std::uint64_t position = source.position();
        log.at("byte ", position);
        const auto outcome = records.next(payload);
        if (!outcome)
            return tl::unexpected(outcome.error());
        switch (*outcome) {
        case Records::Outcome::End: log.at(""); return {};
        case Records::Outcome::Partial:
            log.note(Severity::Info, "partial-record",
                     fmt::format("the last record, at byte {}, is not complete (the file was still growing)", position),
                     0);
            return {};
        case Records::Outcome::Damaged:
            log.note(Severity::Warning, "damaged",
                     fmt::format("the record at byte {} is damaged; what follows it is not read", position), 0);
            return {};
        case Records::Outcome::Record:
            if (records.badChecksum())
                log.note(Severity::Warning, "bad-checksum",
                         fmt::format("the record at byte {} does not match its checksum and was skipped", position), 0);
            else
                events.add(payload);
        }
        job.report(static_cast<double>(source.filePosition()) /
                       static_cast<double>(std::max<std::uint64_t>(source.fileSize(), 1)),
                   "reading events");
    }
}

}  // namespace

std::optional<std::string> recogniseTfEvents(const FileHead& head)
{
    // The first length may begin with a byte that counts as white space and was taken off.
    for (const std::string_view lead : {"", "\x18", " ", "\t", "\n", "\r"}) {
        const std::string text = std::string(lead) + std::string(head.text.substr(0, 256));
        if (text.size() < kHeader)
            continue;
        const std::string_view view = text;
        if (fixed64(view) <= kLargestRecord && fixed32(view.substr(8)) == maskedCrc32c(view.substr(0, 8)) &&
            contains(view, "brain.Event:"))
            return "events";
    }
    return std::nullopt;
}

Status readTfEvents(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    LogBuilder log;
    Events events(log);
    Status read = readRecords(*source, job, events, log);
    if (!read)
        return read;
    keepRemarks(*source, content.source.problems);
    events.finish();
    ReadOptions withRank = options;
    if (!withRank.rank) {
        withRank.rank = rankOfFolder(path);
        if (withRank.rank)
            log.note(Severity::Info, "rank-from-name", "the rank is taken from the folder's name", 0);
    }
    content.source.variant = fmt::format("{} scalars, {} texts", events.scalars(), events.texts());
    if (events.scalars() + events.texts() == 0)
        return fail(ErrorCode::NothingUsable, "an event file without a scalar or text: the run wrote nothing",
                    path.string());
    Status delivered = deliver(log, events.framework(), withRank, content);
    content.source.events = events.scalars();
    return delivered;
}

}  // namespace headwater::logs
