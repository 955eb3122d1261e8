// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>
#include <QTimer>

#include "widgets/models/RowsModel.h"

namespace headwater {

/// A table of a page: as tall as its rows, so that only the page scrolls; Ctrl+C copies it. Of thousands of rows the
/// first are fitted to their text at once and the others bit by bit, so that the window is never held up.
class RowsTable : public QTableView {
    Q_OBJECT
public:
    explicit RowsTable(const QString& name, QWidget* parent = nullptr);

    void setRows(RowsData rows);
    /// Whether rows that differ in nothing are there.
    void showQuiet(bool shown);
    /// Rows are still being fitted: the table will become another height.
    [[nodiscard]] bool fitting() const { return m_next < m_model->rowCount(); }
    /// Marks the rows that lead to what is selected: the finding itself, or, of stage, steps and ranks, nothing else.
    void showView(const ViewRef& view);
    /// What the marked rows lead to, taken together.
    [[nodiscard]] ViewRef marked() const;
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
    void fitColumns();
    void fitRows();
    void fitHeight();
    [[nodiscard]] int neededWidth(std::size_t column) const;
    void mark();

    RowsModel* m_model = nullptr;
    ViewRef m_view;  ///< selected everywhere
    bool m_quiet = true;
    bool m_filling = false;
    bool m_narrow = false;  ///< the columns do not fit
    int m_height = 0;       ///< of the rows shown
    int m_next = 0;         ///< the first row that is not fitted yet
    QTimer m_later;
};

}  // namespace headwater
