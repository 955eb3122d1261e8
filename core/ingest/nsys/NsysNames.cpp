// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/nsys/NsysNames.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace headwater {

namespace {

/// Domains whose ranges are a library's calls, not phases of the training loop.
constexpr std::array<std::string_view, 12> kLibraryDomains = {"nccl",     "mpi",     "cublas",  "cudnn",
                                                              "cusparse", "cccl",    "nvshmem", "openshmem",
                                                              "ucx",      "openacc", "cufft",   "tensorrt"};

bool isLibrary(std::string_view domain)
{
    std::string lower(domain.substr(0, 32));
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::find(kLibraryDomains, lower) != kLibraryDomains.end();
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// "AddmmBackward0", "SumBackward": nodes of the autograd graph.
bool isBackwardNode(std::string_view name)
{
    while (!name.empty() && isDigit(name.back()))
        name.remove_suffix(1);
    return name.ends_with("Backward") || name.ends_with("AccumulateGrad");
}

bool isOperator(std::string_view name)
{
    return (name.find("::") != std::string_view::npos && !name.starts_with("FSDP::")) || isBackwardNode(name) ||
           name == "detach" || name == "detach_" || name == "record_param_comms" || name.starts_with("nccl:");
}

std::string_view memoryName(std::int64_t kind)
{
    constexpr std::array<std::string_view, 7> kNames = {"Pageable", "Pinned",        "Device",        "Array",
                                                        "Managed",  "Device Static", "Managed Static"};
    return kind >= 0 && static_cast<std::size_t>(kind) < kNames.size() ? kNames[static_cast<std::size_t>(kind)]
                                                                       : "Unknown";
}

}  // namespace

NvtxMeaning nvtxMeaning(std::string_view text, std::string_view domain)
{
    if (isLibrary(domain))
        return {text, HostKind::Other};
    for (const std::string_view mark : {", op_id = ", ", seq = "})
        if (const auto at = text.find(mark); at != std::string_view::npos) {
            const std::string_view name = text.substr(0, at);
            return {name, isOperator(name) ? HostKind::Op : HostKind::Annotation};
        }
    return {text, HostKind::Annotation};
}

std::string_view withoutApiVersion(std::string_view name)
{
    if (const auto at = name.rfind("_v");
        at != std::string_view::npos && at + 2 < name.size() && std::ranges::all_of(name.substr(at + 2), isDigit))
        name = name.substr(0, at);
    for (const std::string_view suffix : {"_ptsz", "_ptds"})
        if (name.ends_with(suffix))
            name.remove_suffix(suffix.size());
    return name;
}

std::string copyName(std::int64_t copyKind, std::int64_t sourceKind, std::int64_t destinationKind)
{
    constexpr std::array<std::string_view, 14> kNames = {"Unknown", "HtoD",     "DtoH",     "HtoA",    "AtoH",
                                                         "AtoA",    "AtoD",     "DtoA",     "DtoD",    "HtoH",
                                                         "PtoP",    "UVM HtoD", "UVM DtoH", "UVM DtoD"};
    const bool known = copyKind >= 0 && static_cast<std::size_t>(copyKind) < kNames.size();
    return fmt::format("Memcpy {} ({} -> {})", known ? kNames[static_cast<std::size_t>(copyKind)] : kNames[0],
                       memoryName(sourceKind), memoryName(destinationKind));
}

std::string memsetName(std::int64_t memoryKind)
{
    return fmt::format("Memset ({})", memoryName(memoryKind));
}

}  // namespace headwater
