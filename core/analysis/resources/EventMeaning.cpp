// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/EventMeaning.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/resources/Xid.h"
#include "core/base/Lowered.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

using S = ResourceSeverity;

struct Kind {
    std::string_view kind;
    S severity;
    std::string_view meaning;
};
constexpr std::array kKinds{
    Kind{"sxid", S::Warning, "NVSwitch error (SXid)"},
    Kind{"aer", S::Warning, "PCIe error (AER)"},
    Kind{"mce", S::Warning, "machine check"},
    Kind{"ecc-corrected", S::Warning, "corrected memory error of the host"},
    Kind{"ecc-uncorrected", S::Failure, "uncorrected memory error of the host"},
    Kind{"oom-kill", S::Failure, "the kernel killed a process for memory"},
    Kind{"link-down", S::Failure, "a network link went down"},
    Kind{"link-up", S::Info, "a network link came up"},
    Kind{"thermal", S::Warning, "the processor was too hot"},
    Kind{"pcie-limited", S::Warning, "a PCIe link is slower than its device"},
    Kind{"nvlink", S::Warning, "NVLink error"},
    Kind{"gpu-lost", S::Failure, "the GPU fell off the bus"},
    Kind{"gpu-reset", S::Failure, "the GPU was reset"},
    Kind{"hung-task", S::Warning, "a task hung"},
    Kind{"lockup", S::Failure, "a processor locked up"},
    Kind{"io-error", S::Warning, "storage error"},
    Kind{"throttle", S::Warning, "a GPU began to run below its clocks"},
};

bool has(std::string_view text, std::string_view part)
{
    const auto same = [](char a, char b) { return lowered(a) == lowered(b); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

/// Interfaces of containers and virtual machines come and go with them.
bool isVirtual(std::string_view device)
{
    constexpr std::array<std::string_view, 6> kPrefixes{"veth", "docker", "br-", "virbr", "cali", "tap"};
    return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return device.starts_with(prefix); });
}

S adjusted(const Kind& kind, std::string_view message, std::string_view device)
{
    if (kind.kind == "aer" || kind.kind == "sxid") {
        const bool fatal = has(message, "fatal") && !has(message, "non-fatal") && !has(message, "nonfatal");
        return fatal ? S::Failure : kind.severity;
    }
    if (kind.kind == "link-down" && isVirtual(device))
        return S::Info;
    return kind.severity;
}

}  // namespace

EventMeaning meaningOfEvent(std::string_view kind, std::optional<std::int64_t> code, std::string_view message,
                            std::string_view device)
{
    if (kind == "xid" && code) {
        const XidMeaning xid = meaningOfXid(*code);
        return {xid.severity, say("XID {}: {}", *code, word(xid.meaning))};
    }
    const auto* known = std::ranges::find(kKinds, kind, &Kind::kind);
    if (known == kKinds.end())
        return {S::Info, std::string(kind)};
    return {adjusted(*known, message, device), std::string(known->meaning)};
}

}  // namespace headwater
