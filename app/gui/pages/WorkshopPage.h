// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QWidget>

#include "core/workshop/Library.h"
#include "core/workshop/Progress.h"

class QAction;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace headwater {

class ClassView;
class ConceptView;
class ExerciseView;

/// What the workshop offers: cases at three levels, ideas with a figure to drag, the exercise.
class WorkshopPage : public QWidget {
    Q_OBJECT
public:
    explicit WorkshopPage(std::shared_ptr<const workshop::Library> library, QWidget* parent = nullptr);

    /// Other cases than before. Those of `own` were opened from files.
    void setLibrary(std::shared_ptr<const workshop::Library> library, const QStringList& own);
    /// Asked about a case that is shown: how far somebody is with it, or nothing.
    void setKept(std::function<QString(const QString&)> kept);
    /// Buttons below the list.
    void addActions(const QList<QAction*>& actions);
    /// Selects a case, a concept or the exercise by its name.
    void choose(const QString& id);
    /// A case is being solved: its story stays, what would lead elsewhere or tell is out of sight.
    void setSolving(const QString& id);
    void setOpen();  ///< no longer
    void showClass(const workshop::ClassProgress& progress);
    /// Shows a text in place of a story: what is wrong with a case.
    void showText(const QString& title, const QString& text);
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QPushButton* againButton() const { return m_again; }
    [[nodiscard]] QLabel* keptLabel() const { return m_keptLabel; }
    [[nodiscard]] QPushButton* shareButton() const { return m_share; }
    [[nodiscard]] QTreeWidget* list() const { return m_list; }
    [[nodiscard]] QLabel* heading() const { return m_title; }
    [[nodiscard]] ClassView* classView() const { return m_class; }
    [[nodiscard]] ConceptView* conceptView() const { return m_concept; }
    [[nodiscard]] ExerciseView* exercise() const { return m_exercise; }

signals:
    void caseWanted(const QString& id);
    void againWanted(const QString& id);  ///< from its beginning
    void fileWanted();
    void newWanted();    ///< a case that somebody wrote
    void classWanted();  ///< the answer files of a class
    void handoutWanted(const QString& id, bool withAnswers);
    void shareWanted(const QString& id);

private:
    void fillList();
    [[nodiscard]] QWidget* makeLeft();
    [[nodiscard]] QWidget* makeStory();
    void addCaseButtons(QWidget* story, QVBoxLayout* column);
    [[nodiscard]] QString chosen() const;
    void showItem(const QTreeWidgetItem* item);

    std::shared_ptr<const workshop::Library> m_library;
    QStringList m_own;
    QTreeWidget* m_list = nullptr;
    QVBoxLayout* m_left = nullptr;
    QWidget* m_side = nullptr;  ///< list and what is below it
    QStackedWidget* m_right = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_way = nullptr;  ///< how a case goes
    QPushButton* m_start = nullptr;
    QPushButton* m_share = nullptr;
    QPushButton* m_again = nullptr;
    QLabel* m_keptLabel = nullptr;
    std::function<QString(const QString&)> m_kept;
    QWidget* m_caseButtons = nullptr;
    ClassView* m_class = nullptr;
    ConceptView* m_concept = nullptr;
    ExerciseView* m_exercise = nullptr;
};

}  // namespace headwater
