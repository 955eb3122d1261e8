// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/workshop/Progress.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace headwater {

/// How far a class is: a row a student and case, to be sorted, and the wrong turns with what they mean.
class ClassView : public QWidget {
    Q_OBJECT
public:
    explicit ClassView(QWidget* parent = nullptr);

    void setClass(const workshop::Library& library, const workshop::ClassProgress& progress);
    [[nodiscard]] QLabel* summary() const { return m_summary; }
    [[nodiscard]] QTableWidget* table() const { return m_table; }
    [[nodiscard]] QLabel* below() const { return m_below; }
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }

signals:
    void saveWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void addRow(const workshop::Library& library, const workshop::ClassRow& row);
    void fitTable();

    QLabel* m_title = nullptr;
    QLabel* m_summary = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_below = nullptr;  ///< wrong turns, and files that cannot be used
    QPushButton* m_save = nullptr;
};

}  // namespace headwater
