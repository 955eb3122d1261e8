// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/ViewHistory.h"

namespace headwater {

void ViewHistory::visit(const ViewRef& view)
{
    constexpr std::size_t kMost = 200;
    if (!m_views.empty() && m_views[m_at] == view)
        return;
    if (!m_views.empty())
        m_views.resize(m_at + 1);
    m_views.push_back(view);
    if (m_views.size() > kMost)
        m_views.erase(m_views.begin());
    m_at = m_views.size() - 1;
}

}  // namespace headwater
