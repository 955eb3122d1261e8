// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <set>

#include "core/ingest/Format.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/nsys/NsysReader.h"

namespace headwater {

namespace {

std::optional<std::string> recognise(const FileHead& head)
{
    using namespace std::string_view_literals;
    // The schema stands at the beginning: tables are made before they are filled.
    const auto has = [&](std::string_view part) { return head.text.find(part) != std::string_view::npos; };
    if (!head.text.starts_with("SQLite format 3\0"sv) || !has("StringIds"))
        return std::nullopt;
    const bool nsys = has("CUPTI_ACTIVITY_KIND_") || has("NVTX_EVENTS") || has("META_DATA_EXPORT") ||
                      has("EXPORT_META_DATA") || has("TARGET_INFO_");
    return nsys ? std::optional<std::string>("") : std::nullopt;
}

Status read(const std::filesystem::path& path, const ReadOptions& options, const Job& job, FileContent& content)
{
    auto nsys = readNsys(path, job);
    if (!nsys)
        return tl::unexpected(nsys.error());
    SourceFile& source = content.source;
    source.variant = nsys->schema.empty() ? "schema unknown" : "schema " + nsys->schema;
    source.problems.insert(source.problems.end(), nsys->problems.begin(), nsys->problems.end());
    addTraces(std::move(nsys->traces), options, content);
    source.events = nsys->rows;
    return {};
}

constexpr std::array<Format, 1> kFormats = {{{"nsys-sqlite", recognise, read}}};

}  // namespace

std::span<const Format> nsysFormats()
{
    return kFormats;
}

}  // namespace headwater
