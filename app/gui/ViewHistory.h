// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/triage/ViewRef.h"

namespace headwater {

/// The places that were looked at, as a browser keeps them: going somewhere after going back forgets what lay ahead.
/// The last 200 are kept.
class ViewHistory {
public:
    /// Where one is already is not a new place.
    void visit(const ViewRef& view);
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_views.size(); }
    /// Where one is then; only where one can.
    const ViewRef& back() { return m_views[--m_at]; }
    const ViewRef& forward() { return m_views[++m_at]; }

private:
    std::vector<ViewRef> m_views;
    std::size_t m_at = 0;
};

}  // namespace headwater
