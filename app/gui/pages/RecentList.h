// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QSet>
#include <QTreeWidget>

#include "app/gui/Settings.h"

namespace headwater {

/// Investigations and pairs that were opened before, the latest first: what, where it lies, and when. What is not there
/// any more is marked. A click opens, and so does Enter.
class RecentList : public QTreeWidget {
    Q_OBJECT
public:
    explicit RecentList(QWidget* parent = nullptr);

    void setRecent(const Settings& settings);
    /// Those of the paths that are not there.
    void setMissing(const QSet<QString>& paths);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void fileChosen(const QString& investigation);
    void pairChosen(const headwater::RecentPair& pair);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row {
        QString file;  ///< an investigation, or else
        RecentPair pair;
        QDateTime when;
    };
    void show(QTreeWidgetItem* item, const Row& row, bool missing) const;
    void choose(int row);
    [[nodiscard]] int heightOf(int rows) const;

    std::vector<Row> m_rows;
};

/// Every path of them.
[[nodiscard]] QStringList recentPaths(const Settings& settings);

}  // namespace headwater
