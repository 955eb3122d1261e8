// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/OutputFile.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include <zlib.h>

namespace headwater {

namespace {

// Above this level the files hardly shrink any more, and writing takes several times as long.
constexpr int kLevel = 7;

Status writeError(const std::string& path)
{
    return fail(ErrorCode::WriteFailed, std::string("cannot write: ") + std::strerror(errno), path, {},
                "check the free space and the permissions of the folder");
}

}  // namespace

struct OutputFile::State {
    std::string path;
    std::FILE* file = nullptr;
    bool compress = false;
    z_stream stream{};
    std::array<unsigned char, 256 * 1024> buffer{};

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        if (compress)
            deflateEnd(&stream);
        if (file != nullptr)
            std::fclose(file);
    }
};

OutputFile::OutputFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::create(const std::filesystem::path& path, bool compress)
{
    auto state = std::make_unique<State>();
    state->path = path.string();
    state->file = std::fopen(path.c_str(), "wb");
    if (state->file == nullptr)
        return tl::unexpected<Error>(writeError(state->path).error());
    if (compress) {
        constexpr int kGzipWindow = 15 + 16;
        if (deflateInit2(&state->stream, kLevel, Z_DEFLATED, kGzipWindow, 9, Z_DEFAULT_STRATEGY) != Z_OK)
            return fail(ErrorCode::WriteFailed, "cannot start the compressor", state->path);
        state->compress = true;
    }
    return OutputFile(std::move(state));
}

Status OutputFile::put(const unsigned char* data, std::size_t size)
{
    if (std::fwrite(data, 1, size, m_state->file) != size)
        return writeError(m_state->path);
    return {};
}

Status OutputFile::deflateSome(std::string_view text, int flush)
{
    z_stream& stream = m_state->stream;
    std::string_view rest = text;
    do {
        // zlib takes its input through a pointer to non-const but does not write to it.
        stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(rest.data()));
        stream.avail_in = static_cast<uInt>(rest.size());
        stream.next_out = m_state->buffer.data();
        stream.avail_out = static_cast<uInt>(m_state->buffer.size());
        const int result = deflate(&stream, flush);
        if (result == Z_STREAM_ERROR)
            return fail(ErrorCode::WriteFailed, "the compressor failed", m_state->path);
        rest = rest.substr(rest.size() - stream.avail_in);
        if (auto status = put(m_state->buffer.data(), m_state->buffer.size() - stream.avail_out); !status)
            return status;
    } while (stream.avail_out == 0);
    return {};
}

Status OutputFile::write(std::string_view text)
{
    if (m_state->compress)
        return deflateSome(text, Z_NO_FLUSH);
    return put(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

Status OutputFile::finish()
{
    if (m_state->compress) {
        if (auto status = deflateSome({}, Z_FINISH); !status)
            return status;
    }
    std::FILE* file = m_state->file;
    m_state->file = nullptr;
    if (std::fclose(file) != 0)
        return writeError(m_state->path);
    return {};
}

}  // namespace headwater
