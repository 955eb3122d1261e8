// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/CollectedReader.h"

#include "core/ingest/ByteSource.h"
#include "core/run/CollectedCodec.h"

namespace headwater {

Result<CollectedRunPtr> readCollected(const std::filesystem::path& path, const Job& job)
{
    auto source = ByteSource::open(path, {}, job.stop);
    if (!source)
        return tl::unexpected(source.error());
    if (source->compressed())
        return fail(ErrorCode::TooLarge, "a collected run that was compressed", path.string(), {},
                    "decompress it first (gunzip)");
    const ReadBytes read = [&](std::span<char> out) -> Result<std::size_t> {
        constexpr std::size_t kPiece = std::size_t(4) << 20U;
        if (job.stopped())
            return cancelled();
        auto got = source->read(out.first(std::min(out.size(), kPiece)));
        job.report(static_cast<double>(source->filePosition()) / static_cast<double>(source->fileSize() + 1),
                   path.filename().string());
        return got;
    };
    auto run = decodeCollected(read, source->fileSize(), path.string());
    if (!run) {
        run.error().file = path.string();
        if (run.error().advice.empty() && run.error().code != ErrorCode::Cancelled)
            run.error().advice = "collect the summaries again";
    }
    return run;
}

}  // namespace headwater
