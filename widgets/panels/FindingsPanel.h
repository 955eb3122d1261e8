// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "core/triage/Verdict.h"
#include "widgets/panels/Card.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headwater {

/// One finding: statement, evidence, provenance. Click or Enter shows all its evidence.
class FindingCard : public Card {
    Q_OBJECT
public:
    FindingCard(const Finding& finding, QWidget* parent);

    void setExpanded(bool expanded);
    [[nodiscard]] bool expanded() const { return m_expanded; }

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QStringList m_evidence;
    QStringList m_whole;  ///< the same, nothing cut

    QLabel* m_text = nullptr;
    bool m_expanded = false;
};

/// Findings of all layers, or of one, and what to do next.
class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    void setVerdict(const VerdictPtr& verdict);
    void setLayer(std::optional<LayerId> layer);

signals:
    void showAllRequested();

private:
    [[nodiscard]] std::vector<const Finding*> findings() const;  ///< those to show, worst first
    [[nodiscard]] QString textOf(const std::vector<const Finding*>& findings) const;
    void clear();
    void rebuild();
    void addNextSteps();

    VerdictPtr m_verdict;
    std::optional<LayerId> m_layer;
    QString m_shown;  ///< what is shown, as text: the cards are built anew only when it changes
    QLabel* m_title = nullptr;
    QPushButton* m_all = nullptr;
    QVBoxLayout* m_cards = nullptr;
};

/// `whole`: long values are not cut.
[[nodiscard]] QString evidenceText(const Evidence& evidence, bool whole = false);

}  // namespace headwater
