// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/Floors.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <isa-l/igzip_lib.h>
#include <simdjson.h>

namespace headwater::bench {

namespace {

using Sink = std::function<void(std::string_view)>;
constexpr std::size_t kChunk = std::size_t{1} << 20U;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

bool inflateInto(std::FILE* file, const Sink& sink)
{
    auto state = std::make_unique<inflate_state>();
    isal_inflate_init(state.get());
    state->crc_flag = ISAL_GZIP;
    std::vector<std::uint8_t> in(kChunk);
    std::vector<std::uint8_t> out(kChunk);
    while (true) {
        if (state->avail_in == 0) {
            state->avail_in = static_cast<std::uint32_t>(std::fread(in.data(), 1, in.size(), file));
            state->next_in = in.data();
            if (state->avail_in == 0)
                return false;
        }
        state->next_out = out.data();
        state->avail_out = static_cast<std::uint32_t>(out.size());
        if (isal_inflate(state.get()) != ISAL_DECOMP_OK)
            return false;
        sink({reinterpret_cast<const char*>(out.data()), out.size() - state->avail_out});
        if (state->block_state == ISAL_BLOCK_FINISH)
            return true;
    }
}

bool readInto(const std::filesystem::path& path, const Sink& sink)
{
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file)
        return false;
    if (path.extension() == ".gz")
        return inflateInto(file.get(), sink);
    std::vector<char> buffer(kChunk);
    for (std::size_t got = 1; got > 0;) {
        got = std::fread(buffer.data(), 1, buffer.size(), file.get());
        sink({buffer.data(), got});
    }
    return true;
}

// Visits the whole tree and looks at every number and string, as any use of the file would.
std::uint64_t walk(simdjson::ondemand::value value)
{
    using simdjson::ondemand::json_type;
    std::uint64_t tokens = 1;
    switch (value.type()) {
    case json_type::array:
        for (auto element : value.get_array())
            tokens += walk(element.value());
        break;
    case json_type::object:
        for (auto field : value.get_object())
            tokens += 1 + walk(field.value());
        break;
    case json_type::string: tokens += value.get_raw_json_string().value().raw() == nullptr; break;
    default: tokens += value.raw_json_token().empty(); break;
    }
    return tokens;
}

}  // namespace

Work inflateOnly(std::span<const std::filesystem::path> files)
{
    Work work;
    work.ok = true;
    for (const auto& path : files)
        work.ok = readInto(path, [&](std::string_view text) { work.bytes += text.size(); }) && work.ok;
    return work;
}

Work inflateAndWalk(std::span<const std::filesystem::path> files)
{
    Work work;
    work.ok = true;
    simdjson::ondemand::parser parser;
    std::string text;
    for (const auto& path : files) {
        text.clear();
        work.ok = readInto(path, [&](std::string_view part) { text += part; }) && work.ok;
        work.bytes += text.size();
        text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
        try {
            auto document = parser.iterate(text);
            work.events += walk(document.get_value().value());
        } catch (const simdjson::simdjson_error& error) {
            std::fprintf(stderr, "bench_load: %s: %s\n", path.c_str(), error.what());
            work.ok = false;
        }
    }
    return work;
}

}  // namespace headwater::bench
