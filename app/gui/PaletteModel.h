// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QAbstractListModel>

namespace headwater {

/// Something the palette can do or go to.
struct PaletteEntry {
    QString text;
    QString detail;  ///< what kind of thing it is, or where it lies
    QString keys;    ///< its shortcut
    std::function<void()> run;
    QString also = {};  ///< other words that find it; not shown
};

/// The entries that fit what was typed, the best first; all in their order where nothing is.
class PaletteModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { DetailRole = Qt::UserRole, KeysRole };

    using QAbstractListModel::QAbstractListModel;

    void setEntries(std::vector<PaletteEntry> entries);
    void setTyped(const QString& typed);
    void run(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<PaletteEntry> m_entries;
    std::vector<std::size_t> m_rows;  ///< those shown
};

}  // namespace headwater
