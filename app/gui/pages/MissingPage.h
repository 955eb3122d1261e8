// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "app/gui/Prepared.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace headwater {

/// An investigation whose inputs are not all there, or not what they were: which ones, what people wrote, and what can
/// be done.
class MissingPage : public QWidget {
    Q_OBJECT
public:
    explicit MissingPage(QWidget* parent = nullptr);

    void setFound(const FoundInvestigation& found);
    /// The next setFound() is what a search in this folder left to find: it is said.
    void setSearched(const QString& folder) { m_searched = folder; }
    [[nodiscard]] const FoundInvestigation& found() const { return m_found; }
    [[nodiscard]] QPushButton* searchButton() const { return m_search; }
    [[nodiscard]] QPushButton* othersButton() const { return m_others; }
    /// Shown where all inputs are there.
    [[nodiscard]] QPushButton* useButton() const { return m_use; }
    /// The paths of both sides, and what was written, as they are shown.
    [[nodiscard]] QString inputsText() const;
    [[nodiscard]] QString notesText() const;
    /// What to do, and of a search that it found nothing or not all.
    [[nodiscard]] QString leadText() const;

signals:
    void searchRequested();
    void useRequested();     ///< what is there now, though it changed
    void othersRequested();  ///< to choose the runs by hand

private:
    FoundInvestigation m_found;
    QString m_searched;
    QLabel* m_title = nullptr;
    QLabel* m_lead = nullptr;
    QLabel* m_inputs = nullptr;
    QPlainTextEdit* m_notes = nullptr;
    QPushButton* m_use = nullptr;
    QPushButton* m_search = nullptr;
    QPushButton* m_others = nullptr;
};

}  // namespace headwater
