// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/ScaleResults.h"

namespace headwater::scale {

/// A document of which something is wrong, and where.
struct Place {
    std::string file;

    [[nodiscard]] tl::unexpected<Error> bad(std::string what, std::string where) const
    {
        return fail(ErrorCode::Malformed, std::move(what), file, std::move(where),
                    "see the format in the documentation of plan-scale");
    }
};

/// The document where it is JSON of that schema. Errors: those of reading JSON, Malformed where it is another.
[[nodiscard]] Result<nlohmann::json> readSchema(const std::filesystem::path& path, std::string_view schema,
                                                const Job& job);

/// A list of numbers to those that are there already; nothing where it is absent.
[[nodiscard]] Status readNumbers(const nlohmann::json& list, std::vector<double>& into, const Place& place,
                                 const std::string& where);

/// The names of a group's nodes; Malformed where there are none.
[[nodiscard]] Result<std::vector<std::string>> readNodes(const nlohmann::json& object, const Place& place,
                                                         const std::string& where);

/// One group of `headwater.scale-results/1` (README.md), outputs of nccl-tests that it names included.
[[nodiscard]] Result<GroupMeasurement> readGroup(const nlohmann::json& object, const Place& place,
                                                 const std::string& where, const Job& job);

}  // namespace headwater::scale
