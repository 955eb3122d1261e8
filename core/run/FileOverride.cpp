// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/FileOverride.h"

namespace headwater {

std::string overrideKey(const std::filesystem::path& file)
{
    std::error_code error;
    const std::filesystem::path full = std::filesystem::absolute(file, error);
    return (error ? file : full).lexically_normal().string();
}

FileOverride overrideOf(const FileOverrides& overrides, const std::filesystem::path& file)
{
    if (overrides.empty())
        return {};
    const auto found = overrides.find(overrideKey(file));
    return found == overrides.end() ? FileOverride() : found->second;
}

bool belongsTo(Side side, FileOverride::Place place)
{
    switch (place) {
    case FileOverride::Place::AsFound: return true;
    case FileOverride::Place::Ignored: return false;
    case FileOverride::Place::Baseline: return side == Side::Baseline;
    case FileOverride::Place::Current: return side == Side::Current;
    }
    return true;
}

}  // namespace headwater
