// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "core/triage/Verdict.h"
#include "widgets/panels/FindingCard.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace headwater {

/// Findings of all layers, or of one, and what to do next.
class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    void setVerdict(const VerdictPtr& verdict);
    void setLayer(std::optional<LayerId> layer);
    void setNotes(const Notes& notes);
    /// Marks a finding, shows all its evidence and scrolls to it, where need be past the layer that is chosen. Empty:
    /// none.
    void setSelected(const QString& id);
    [[nodiscard]] const std::vector<FindingCard*>& cards() const { return m_shownCards; }

signals:
    void showAllRequested();
    void findingChosen(const QString& id);
    void actionWanted(const QString& id, headwater::FindingAction action);

private:
    [[nodiscard]] std::vector<const Finding*> findings() const;  ///< those to show, worst first
    [[nodiscard]] QString textOf(const std::vector<const Finding*>& findings) const;
    void clear();
    void rebuild();
    void addNextSteps();
    void mark();
    void bringIntoSight();

    VerdictPtr m_verdict;
    Notes m_notes;
    QString m_selected;
    std::vector<FindingCard*> m_shownCards;
    std::optional<LayerId> m_layer;
    QString m_shown;        ///< what is shown, as text: the cards are built anew only when it changes
    bool m_sought = false;  ///< the selected finding is to be in sight: nobody scrolled since
    QScrollArea* m_area = nullptr;
    QLabel* m_title = nullptr;
    QPushButton* m_all = nullptr;
    QVBoxLayout* m_cards = nullptr;
};

}  // namespace headwater
