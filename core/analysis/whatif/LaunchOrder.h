// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/base/Duration.h"
#include "core/trace/Trace.h"

namespace headwater::whatif {

/// One rank's compute in the order in which it was launched; what has no launch in the trace is left out.
class LaunchOrder {
public:
    explicit LaunchOrder(const Trace& trace);

    /// When the compute launched before `launch` had ended, ns; nothing where there is none.
    [[nodiscard]] std::optional<Ns> endBefore(Ns launch) const;
    /// Start of the first compute launched after `launch` that began at `end` or later, ns; nothing where there is
    /// none.
    [[nodiscard]] std::optional<Ns> firstAfter(Ns launch, Ns end) const;

private:
    struct Kernel {
        Ns launch = 0;
        Ns start = 0;
        Ns end = 0;  ///< of all up to this one
    };
    std::vector<Kernel> m_compute;  ///< by launch
};

}  // namespace headwater::whatif
