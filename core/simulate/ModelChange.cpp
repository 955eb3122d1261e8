// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/simulate/Scenarios.h"

namespace headwater {

namespace {

using Member = std::variant<Ns JobModel::*, double JobModel::*>;

struct Number {
    std::string_view name;
    Member member;
};

const std::array<Number, 19>& numbers()
{
    // Ns and the sizes in bytes are the same type, std::int64_t.
    static const std::array<Number, 19> table{{
        {"read_time", &JobModel::readTime},
        {"decode_time", &JobModel::decodeTime},
        {"delivery_time", &JobModel::deliveryTime},
        {"batch_bytes", &JobModel::batchBytes},
        {"copy_bandwidth", &JobModel::copyBytesPerNs},
        {"operator_time", &JobModel::operatorTime},
        {"launch_time", &JobModel::launchTime},
        {"embed_time", &JobModel::embedTime},
        {"norm_time", &JobModel::normTime},
        {"projection_time", &JobModel::projectionTime},
        {"attention_time", &JobModel::attentionTime},
        {"expand_time", &JobModel::expandTime},
        {"activation_time", &JobModel::activationTime},
        {"contract_time", &JobModel::contractTime},
        {"head_time", &JobModel::headTime},
        {"loss_time", &JobModel::lossTime},
        {"optimizer_time", &JobModel::optimizerTime},
        {"gradient_bytes", &JobModel::gradientBytes},
        {"bus_bandwidth", &JobModel::busBytesPerNs},
    }};
    return table;
}

}  // namespace

std::span<const std::string_view> changeableNumbers()
{
    static const auto names = [] {
        std::array<std::string_view, 19> list;
        std::ranges::transform(numbers(), list.begin(), &Number::name);
        return list;
    }();
    return names;
}

Status applyChange(JobModel& model, const ModelChange& change)
{
    const auto found = std::ranges::find(numbers(), change.number, &Number::name);
    if (found == numbers().end())
        return fail(ErrorCode::BadUsage, fmt::format("there is no number \"{}\"", onOneLine(change.number)), {}, {},
                    fmt::format("choose one of {}", fmt::join(changeableNumbers(), ", ")));
    if (!(change.factor >= 0.01 && change.factor <= 100))
        return fail(ErrorCode::BadUsage, "the factor is out of range", {}, {}, "choose 0.01 to 100");
    std::visit(
        [&](auto member) {
            using Value = std::remove_reference_t<decltype(model.*member)>;
            const double value = static_cast<double>(model.*member) * change.factor;
            model.*member = static_cast<Value>(std::is_integral_v<Value> ? std::round(value) : value);
        },
        found->member);
    return {};
}

}  // namespace headwater
