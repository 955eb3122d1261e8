// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ByteSource.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include "core/ingest/NotRegular.h"

namespace headwater {

namespace {
constexpr std::size_t kInputChunk = 256 * 1024;
constexpr std::uint64_t kGzipTrailer = 8;  ///< CRC and size
/// How far zeros behind the last member are followed: more than a tape's block, little of a sparse file.
constexpr std::uint64_t kPaddingLookedAt = 1024 * 1024;
}  // namespace

struct ByteSource::State {
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };

    std::string path;
    std::unique_ptr<std::FILE, Close> file;
    InflateLimits limits;
    std::stop_token stop;
    std::uint64_t fileSize = 0;
    std::uint64_t fileRead = 0;
    std::uint64_t delivered = 0;
    bool compressed = false;
    bool truncated = false;
    bool finished = false;  // the last gzip member is complete and nothing follows

    std::vector<unsigned char> input;
    std::unique_ptr<inflate_state> inflate;
    bool memberOpen = false;
    Problems remarks;

    /// Where the inflater is in the file.
    [[nodiscard]] std::uint64_t consumed() const { return fileRead - inflate->avail_in; }

    void note(const char* code, std::string message, std::uint64_t position)
    {
        remarks.push_back({Severity::Warning, code, std::move(message), fmt::format("byte {}", position), path});
    }

    Result<std::size_t> readFile(std::span<char> out)
    {
        const std::size_t n = std::fread(out.data(), 1, out.size(), file.get());
        if (n < out.size() && std::ferror(file.get()) != 0)
            return fail(ErrorCode::Unreadable, std::strerror(errno), path, fmt::format("byte {}", fileRead));
        fileRead += n;
        return n;
    }

    Result<bool> refill()
    {
        if (inflate->avail_in > 0)
            return true;
        const auto n = readFile({reinterpret_cast<char*>(input.data()), input.size()});
        if (!n)
            return tl::unexpected(n.error());
        inflate->next_in = input.data();
        inflate->avail_in = static_cast<std::uint32_t>(*n);
        return *n > 0;
    }

    /// Passes over zero padding, which is normal on tapes, and tells of anything else behind the last member. Of a file
    /// that is padded to gigabytes only the beginning of the padding is looked at.
    Status skipRest()
    {
        const std::uint64_t begin = consumed();
        while (true) {
            if (consumed() - begin >= kPaddingLookedAt && fileSize > consumed()) {
                note("trailing-data",
                     fmt::format("at least {} bytes behind the end of the gzip data are not used; the first {} KiB of "
                                 "them are zeros, the rest was not looked at",
                                 fileSize - begin, (consumed() - begin) >> 10U),
                     begin);
                return {};
            }
            const auto more = refill();
            if (!more)
                return tl::unexpected(more.error());
            if (!*more)
                return {};
            unsigned char* const end = inflate->next_in + inflate->avail_in;
            unsigned char* const rubbish = std::find_if(inflate->next_in, end, [](unsigned char c) { return c != 0; });
            inflate->next_in = rubbish;
            inflate->avail_in = static_cast<std::uint32_t>(end - rubbish);
            if (rubbish != end) {
                note("trailing-data",
                     fmt::format("{} bytes behind the end of the gzip data are not used", fileSize - consumed()),
                     consumed());
                return {};
            }
        }
    }

    [[nodiscard]] bool atMagic() const
    {
        return inflate->next_in[0] == 0x1f && (inflate->avail_in < 2 || inflate->next_in[1] == 0x8b);
    }

    /// Between members: true when another member starts here. Anything else ends the stream, as gzip itself treats it.
    Result<bool> nextMember()
    {
        const auto more = refill();
        if (!more)
            return tl::unexpected(more.error());
        if (!*more || !atMagic()) {
            const Status rest = skipRest();
            return rest ? Result<bool>(false) : tl::unexpected(rest.error());
        }
        unsigned char* next = inflate->next_in;
        const std::uint32_t available = inflate->avail_in;
        isal_inflate_reset(inflate.get());
        inflate->crc_flag = ISAL_GZIP;
        inflate->next_in = next;
        inflate->avail_in = available;
        memberOpen = true;
        return true;
    }

    Status refuse(const std::string& what) const
    {
        return fail(
            ErrorCode::TooLarge,
            fmt::format("expands to more than {} (the limits are {} times its size once past {} MiB, and {} GiB "
                        "in all)",
                        what, limits.ratio, limits.ratioFrom >> 20U, limits.decompressed >> 30U),
            path, fmt::format("byte {} of the compressed file", fileRead),
            "if it is really meant, decompress it first");
    }

    Status checkLimits() const
    {
        if (delivered > limits.decompressed)
            return refuse(fmt::format("{} GiB", limits.decompressed >> 30U));
        if (delivered > limits.ratioFrom && delivered / limits.ratio > fileRead)
            return refuse(fmt::format("{} times its size", limits.ratio));
        return {};
    }

    Result<std::size_t> readGzip(std::span<char> out)
    {
        inflate->next_out = reinterpret_cast<unsigned char*>(out.data());
        inflate->avail_out = static_cast<std::uint32_t>(out.size());
        while (inflate->avail_out > 0 && !finished) {
            if (stop.stop_requested())  // members without content can go on for gigabytes
                return cancelled();
            if (!memberOpen) {
                const auto another = nextMember();
                if (!another)
                    return tl::unexpected(another.error());
                finished = !*another;
                continue;
            }
            const auto more = refill();
            if (!more)
                return tl::unexpected(more.error());
            const std::uint32_t before = inflate->avail_out;
            const int status = isal_inflate(inflate.get());
            if (status == ISAL_INCORRECT_CHECKSUM)
                note("bad-checksum",
                     "the gzip checksum does not match: all that was inflated is used, but some of it may be wrong",
                     consumed() - kGzipTrailer);
            else if (status < 0)
                return fail(ErrorCode::Malformed, "not valid gzip data", path, fmt::format("byte {}", fileRead),
                            "copy the file again; its checksum or structure is broken");
            if (inflate->block_state == ISAL_BLOCK_FINISH) {
                memberOpen = false;
            } else if (!*more && inflate->avail_out == before) {
                truncated = finished = true;
            }
        }
        const std::size_t produced = out.size() - inflate->avail_out;
        delivered += produced;
        if (const Status ok = checkLimits(); !ok)
            return tl::unexpected(ok.error());
        return produced;
    }
};

ByteSource::ByteSource(std::unique_ptr<State> state) : m_state(std::move(state)) {}
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Result<ByteSource> ByteSource::open(const std::filesystem::path& path, InflateLimits limits, std::stop_token stop)
{
    auto state = std::make_unique<State>();
    state->path = path.string();
    state->limits = limits;
    state->stop = std::move(stop);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        const std::string what = notRegular(path);
        return fail(what.empty() ? ErrorCode::NotFound : ErrorCode::Unreadable, what.empty() ? "no such file" : what,
                    state->path);
    }
    state->fileSize = std::filesystem::file_size(path, error);
    state->file.reset(std::fopen(path.c_str(), "rb"));
    if (!state->file)
        return fail(ErrorCode::Unreadable, std::strerror(errno), state->path, {}, "check its permissions");
    std::array<unsigned char, 2> magic{};
    const std::size_t n = std::fread(magic.data(), 1, magic.size(), state->file.get());
    std::rewind(state->file.get());
    state->compressed = n == magic.size() && magic[0] == 0x1f && magic[1] == 0x8b;
    if (state->compressed) {
        state->input.resize(kInputChunk);
        state->inflate = std::make_unique<inflate_state>();
        isal_inflate_init(state->inflate.get());
        state->inflate->crc_flag = ISAL_GZIP;
        state->memberOpen = true;
    }
    return ByteSource(std::move(state));
}

Result<std::size_t> ByteSource::read(std::span<char> out)
{
    if (m_state->compressed)
        return m_state->readGzip(out);
    auto n = m_state->readFile(out);
    if (n)
        m_state->delivered += *n;
    return n;
}

bool ByteSource::compressed() const
{
    return m_state->compressed;
}
bool ByteSource::truncated() const
{
    return m_state->truncated;
}
const Problems& ByteSource::remarks() const
{
    return m_state->remarks;
}
std::uint64_t ByteSource::fileSize() const
{
    return m_state->fileSize;
}
std::uint64_t ByteSource::filePosition() const
{
    return m_state->fileRead;
}
std::uint64_t ByteSource::position() const
{
    return m_state->delivered;
}

void keepRemarks(const ByteSource& source, Problems& problems)
{
    problems.insert(problems.end(), source.remarks().begin(), source.remarks().end());
}

}  // namespace headwater
