// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

namespace headwater::test {

/// Takes out of a verdict in JSON the files by which its evidence is found: of traces and of their summaries they are
/// others, and all else must be equal.
inline void eraseFiles(nlohmann::json& document)
{
    if (document.is_object())
        document.erase("files");
    if (document.is_structured())
        for (nlohmann::json& inner : document)
            eraseFiles(inner);
}

}  // namespace headwater::test
