// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/WholeFile.h"

#include <fmt/format.h>

#include "core/ingest/ByteSource.h"

namespace headwater {

Result<std::string> readWholeFile(const std::filesystem::path& path, const Job& job, Problems& problems,
                                  std::uint64_t limit)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    std::string text;
    constexpr std::size_t kChunk = std::size_t(1) << 20U;
    while (true) {
        if (job.stopped())
            return cancelled();
        const std::size_t size = text.size();
        text.resize(size + kChunk);
        const auto read = source->read({text.data() + size, kChunk});
        if (!read)
            return tl::unexpected(read.error());
        text.resize(size + *read);
        if (text.size() > limit)
            return fail(ErrorCode::TooLarge, fmt::format("larger than {} MiB, the limit for this format", limit >> 20U),
                        path.string());
        if (*read == 0) {
            keepRemarks(*source, problems);
            return text;
        }
    }
}

}  // namespace headwater
