// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "core/workshop/Library.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace headwater {

class ConceptView;

/// What the workshop offers: cases at three levels, ideas with a figure to drag, the exercise.
class WorkshopPage : public QWidget {
    Q_OBJECT
public:
    explicit WorkshopPage(std::shared_ptr<const workshop::Library> library, QWidget* parent = nullptr);

    /// Selects a case, a concept or the exercise by its name.
    void choose(const QString& id);
    /// Shows a text in place of a story: the progress of a class.
    void showText(const QString& title, const QString& text);
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QTreeWidget* list() const { return m_list; }
    [[nodiscard]] ConceptView* conceptView() const { return m_concept; }

signals:
    void caseWanted(const QString& id);
    void fileWanted();   ///< a case that somebody wrote
    void classWanted();  ///< the answer files of a class
    void handoutWanted(const QString& id, bool withAnswers);

private:
    void fillList();
    void addCaseButtons(QWidget* story, QVBoxLayout* column);
    [[nodiscard]] QString chosen() const;
    void showItem(const QTreeWidgetItem* item);

    std::shared_ptr<const workshop::Library> m_library;
    QTreeWidget* m_list = nullptr;
    QStackedWidget* m_right = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QPushButton* m_start = nullptr;
    QWidget* m_caseButtons = nullptr;
    ConceptView* m_concept = nullptr;
};

}  // namespace headwater
