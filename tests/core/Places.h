// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

namespace headwater::test {

/// Takes out of a verdict in JSON the files by which its evidence is found: of traces and of their summaries they are
/// others, and all else must be equal.
inline void eraseFiles(nlohmann::json& verdict)
{
    const auto eraseIn = [](nlohmann::json& findings) {
        for (nlohmann::json& finding : findings)
            for (nlohmann::json& row : finding.at("evidence"))
                row.erase("files");
    };
    eraseIn(verdict.at("findings"));
    for (nlohmann::json& layer : verdict.at("layers"))
        eraseIn(layer.at("findings"));
}

}  // namespace headwater::test
