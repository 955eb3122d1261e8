// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string_view>

namespace headwater {

/// Called with the fraction done (0…1) and a short description. May come from any thread, at most a few hundred times a
/// job; must not block.
using Progress = std::function<void(double fraction, std::string_view activity)>;

/// What every long operation of core/ takes: how to stop it, how it tells where it is, how many threads it may use.
/// A stopped operation returns ErrorCode::Cancelled and leaves nothing behind.
struct Job {
    std::stop_token stop;
    Progress progress;
    int threads = 0;  ///< 0: as many as the machine has cores

    [[nodiscard]] bool stopped() const { return stop.stop_requested(); }
    void report(double fraction, std::string_view activity) const
    {
        if (progress)
            progress(fraction, activity);
    }
};

}  // namespace headwater
