// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/KernelEvents.h"

#include <array>

#include "core/base/Decimal.h"
#include "core/base/Lowered.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isHex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// The first PCI address, "0000:3b:00.0" or "0000:3b:00".
std::string pciAddress(std::string_view text)
{
    for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1)) {
        if (at < 4 || at + 6 > text.size() || text[at + 3] != ':')
            continue;
        bool hex = true;
        for (const std::size_t i : {at - 4, at - 3, at - 2, at - 1, at + 1, at + 2, at + 4, at + 5})
            hex = hex && isHex(text[i]);
        if (!hex)
            continue;
        const bool function = at + 7 < text.size() && text[at + 6] == '.' && isHex(text[at + 7]);
        return std::string(text.substr(at - 4, function ? 12 : 10));
    }
    return {};
}

std::optional<std::int64_t> digitsAt(std::string_view text)
{
    return text::integer(text.substr(0, text.find_first_not_of("0123456789")));
}

/// "NVRM: Xid (PCI:0000:3b:00): 79, pid=…" and NVSwitch's "SXid (PCI:…): 12028, …".
std::optional<KernelEvent> xid(std::string_view message)
{
    const std::size_t at = message.find("Xid (");
    const std::size_t close = at == std::string_view::npos ? at : message.find("): ", at);
    if (close == std::string_view::npos)
        return std::nullopt;
    const bool isSwitch = at > 0 && message[at - 1] == 'S';
    if (!isSwitch && !has(message.substr(0, at), "NVRM"))
        return std::nullopt;
    KernelEvent event{isSwitch ? "sxid" : "xid", {}, digitsAt(message.substr(close + 3))};
    const std::string address = pciAddress(message.substr(at, close - at));
    if (!address.empty())
        event.device = (isSwitch ? "nvswitch " : "gpu ") + address;
    return event.code ? std::optional(std::move(event)) : std::nullopt;
}

/// The interface whose link changed: the last word before "Link is Down", not counting "NIC".
std::string interfaceBefore(std::string_view before)
{
    const auto words = text::words(before);
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
        std::string_view name = *word;
        while (!name.empty() && (name.back() == ':' || name.back() == ')' || name.back() == ','))
            name.remove_suffix(1);
        if (name != "NIC" && name != "carrier" && !name.empty())
            return std::string(name);
    }
    return {};
}

std::optional<KernelEvent> link(std::string_view message, std::string_view lower)
{
    struct Change {
        std::string_view text, kind;
    };
    static constexpr auto kChanges = std::to_array<Change>({
        {"link down", "link-down"},
        {"link is down", "link-down"},
        {"link status definitely down", "link-down"},
        {"link up", "link-up"},
        {"link is up", "link-up"},
        {"link status definitely up", "link-up"},
    });
    for (const Change& change : kChanges)
        if (const std::size_t at = lower.find(change.text); at != std::string_view::npos)
            return KernelEvent{change.kind, interfaceBefore(message.substr(0, at)), std::nullopt};
    return std::nullopt;
}

/// A kind that a message belongs to when it has both parts, in lower case.
struct Pattern {
    std::string_view first, second, kind;
};
constexpr auto kPatterns = std::to_array<Pattern>({
    {"pcie bus error:", "", "aer"},
    {"aer:", "received", "aer"},
    {"out of memory", "killed process", "oom-kill"},
    {"mce:", "hardware error", "mce"},
    {"machine check", "", "mce"},
    {"edac ", " ce ", "ecc-corrected"},
    {"edac ", " ue ", "ecc-uncorrected"},
    {"temperature above threshold", "", "thermal"},
    {"critical temperature", "", "thermal"},
    {"thermal", "throttl", "thermal"},
    {"available pcie bandwidth", "limited by", "pcie-limited"},
    {"nvlink", "error", "nvlink"},
    {"nvlink", "fatal", "nvlink"},
    {"nvlink", "fail", "nvlink"},
    {"fallen off the bus", "", "gpu-lost"},
    {"amdgpu", "gpu reset", "gpu-reset"},
    {"blocked for more than", "seconds", "hung-task"},
    {"soft lockup", "", "lockup"},
    {"hard lockup", "", "lockup"},
    {"i/o error", "", "io-error"},
    {"nvme", "timeout", "io-error"},
});

/// "[   12.345678] " with or without the caller ("[    T1]") behind it.
bool takeUptime(std::string_view& rest, Ns& time)
{
    const std::size_t close = rest.find(']');
    if (!rest.starts_with('[') || close == std::string_view::npos)
        return false;
    const std::string_view inside = text::trim(rest.substr(1, close - 1));
    const std::size_t dot = inside.find('.');
    if (dot == std::string_view::npos || inside.size() - dot != 7 ||
        inside.find_first_not_of("0123456789.") != std::string_view::npos)
        return false;
    const auto seconds = parseDecimal(inside, TimeUnit::Second);
    if (!seconds)
        return false;
    time = *seconds;
    rest.remove_prefix(close + 1);
    const std::string_view caller = text::trim(rest);
    const std::size_t end = caller.find(']');
    if (caller.starts_with('[') && end < 12 && has(caller.substr(0, end), "T"))
        rest = caller.substr(end + 1);
    rest = text::trim(rest);
    return true;
}

/// "May  1 10:11:12 " at the front.
bool takeSyslogStamp(std::string_view& rest)
{
    static constexpr std::string_view kMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    if (rest.size() < 16 || rest[3] != ' ' || kMonths.find(rest.substr(0, 3)) == std::string_view::npos)
        return false;
    std::size_t length = 0;
    if (!readClock(rest.substr(7), length) || rest[6] != ' ')
        return false;
    rest = text::trim(rest.substr(7 + length));
    return true;
}

/// "host kernel: " at the front.
void takeTag(KernelLine& line)
{
    const std::size_t tag = line.message.find(" kernel: ");
    if (line.message.starts_with("kernel: ")) {
        line.message.remove_prefix(8);
        line.kernel = true;
    } else if (tag != std::string_view::npos && tag < 256 && !has(line.message.substr(0, tag), " ")) {
        line.host = line.message.substr(0, tag);
        line.message.remove_prefix(tag + 9);
        line.kernel = true;
    }
}

/// The stamp at the front of the message, removed.
void takeStamp(KernelLine& line)
{
    std::string_view& rest = line.message;
    if (takeUptime(rest, line.time)) {
        line.clock = ClockKind::Relative;
        line.kernel = true;
        return;
    }
    if (rest.starts_with('[')) {
        const auto stamp = readCalendar(rest.substr(1));
        if (!stamp || rest.size() <= stamp->length + 1 || rest[stamp->length + 1] != ']')
            return;
        line.clock = stamp->clock;
        line.time = stamp->time;
        line.kernel = true;
        rest = text::trim(rest.substr(stamp->length + 2));
        return;
    }
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    auto stamp = readDateTime(rest);
    // Only the kernel's own tool writes a comma there.
    line.kernel = stamp && has(rest.substr(0, stamp->length), ",") && has(rest.substr(0, stamp->length), "T");
    if (!stamp)
        stamp = readEpoch(rest.substr(0, blank));
    if (stamp) {
        line.clock = stamp->clock;
        line.time = stamp->time;
        rest = text::trim(rest.substr(stamp->length));
        return;
    }
    line.yearless = takeSyslogStamp(rest);
}

}  // namespace

std::optional<KernelEvent> classifyKernelMessage(std::string_view message)
{
    if (auto event = xid(message))
        return event;
    const std::string lower = lowered(message);
    for (const Pattern& pattern : kPatterns)
        if (has(lower, pattern.first) && has(lower, pattern.second)) {
            const std::string address = pciAddress(message);
            return KernelEvent{pattern.kind, address.empty() ? "" : "pci " + address, std::nullopt};
        }
    return link(message, lower);
}

KernelLine splitKernelLine(std::string_view text)
{
    KernelLine line;
    line.message = text::trim(text);
    // "<6>" is the priority that /dev/kmsg and `dmesg -r` write.
    if (line.message.starts_with('<') && line.message.find('>') < 5)
        line.message = text::trim(line.message.substr(line.message.find('>') + 1));
    takeStamp(line);
    takeTag(line);
    Ns uptime = 0;
    std::string_view rest = line.message;
    if (line.kernel && takeUptime(rest, uptime)) {
        line.message = rest;
        // A stamp without a year cannot be placed, but the kernel's own clock can.
        if (line.yearless) {
            line.clock = ClockKind::Relative;
            line.time = uptime;
            line.yearless = false;
        }
    }
    return line;
}

}  // namespace headwater::telemetry
