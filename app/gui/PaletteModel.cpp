// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/PaletteModel.h"

#include <algorithm>
#include <utility>

#include "widgets/models/FuzzyMatch.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMostShown = 200;

}  // namespace

void PaletteModel::setEntries(std::vector<PaletteEntry> entries)
{
    m_entries = std::move(entries);
    setTyped({});
}

void PaletteModel::setTyped(const QString& typed)
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const PaletteEntry& entry = m_entries[i];
        if (const auto score = fuzzyMatch(typed, entry.text + u' ' + entry.detail + u' ' + entry.also))
            found.emplace_back(typed.trimmed().isEmpty() ? 0 : *score, i);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    beginResetModel();
    m_rows.clear();
    for (std::size_t i = 0; i < std::min(found.size(), kMostShown); ++i)
        m_rows.push_back(found[i].second);
    endResetModel();
}

void PaletteModel::run(int row) const
{
    if (row >= 0 && row < rowCount())
        m_entries[m_rows[static_cast<std::size_t>(row)]].run();
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const PaletteEntry& entry = m_entries[m_rows[static_cast<std::size_t>(index.row())]];
    switch (role) {
    case Qt::DisplayRole: return entry.text;
    case DetailRole: return entry.detail;
    case KeysRole: return entry.keys;
    case Qt::AccessibleTextRole: {
        QStringList said = {entry.text, entry.detail, entry.keys};
        said.removeAll(QString());
        return said.join(u", "_s);
    }
    default: return {};
    }
}

}  // namespace headwater
