// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Gzip.h"

#include <zlib.h>

namespace headwater {

Result<std::string> gzip(std::string_view bytes)
{
    constexpr int kGzipWindow = 15 + 16;
    constexpr int kMemory = 9;
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        return fail(ErrorCode::WriteFailed, "cannot start the compressor");
    std::string out(deflateBound(&stream, bytes.size()), '\0');
    // zlib takes its input through a pointer to non-const but does not write to it.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int result = deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    if (result != Z_STREAM_END)
        return fail(ErrorCode::WriteFailed, "the compressor failed");
    return out;
}

}  // namespace headwater
