// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "widgets/models/RowsModel.h"

namespace headwater {

/// A table of a page: as tall as its rows, so that only the page scrolls; Ctrl+C copies it.
class RowsTable : public QTableView {
    Q_OBJECT
public:
    explicit RowsTable(const QString& name, QWidget* parent = nullptr);

    void setRows(RowsData rows);
    /// Whether rows that differ in nothing are there.
    void showQuiet(bool shown);
    [[nodiscard]] RowsModel* rowsModel() const { return m_model; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void rowChosen(int row);                          ///< by the user
    void viewChosen(const headwater::ViewRef& view);  ///< the row leads there

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    [[nodiscard]] int neededWidth(int column) const;

    RowsModel* m_model = nullptr;
    bool m_quiet = true;
    bool m_filling = false;
    int m_height = 0;  ///< of the rows shown
};

}  // namespace headwater
