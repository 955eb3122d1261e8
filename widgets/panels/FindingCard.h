// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Notes.h"
#include "core/triage/Verdict.h"
#include "widgets/panels/Card.h"

class QLabel;
class QMenu;

namespace headwater {

class TagRow;

/// What the user may do with a finding.
enum class FindingAction { Accept, Dismiss, Annotate, Reopen };

/// One finding: statement, evidence, provenance, and what was said about it. Click or Enter selects it and shows all
/// its evidence; the menu (right button, menu key, or the button in its corner) decides on it.
class FindingCard : public Card {
    Q_OBJECT
public:
    FindingCard(const Finding& finding, QWidget* parent, const FindingDecision& decision = {});

    void setExpanded(bool expanded);
    [[nodiscard]] bool expanded() const { return m_expanded; }
    void setSelected(bool selected);
    [[nodiscard]] bool selected() const { return m_selected; }
    [[nodiscard]] const QString& id() const { return m_id; }
    /// The menu as it would open now; owned by the card.
    [[nodiscard]] QMenu* menu() const { return m_menu; }

signals:
    void chosen(const QString& id);
    void actionWanted(const QString& id, headwater::FindingAction action);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fillMenu(const FindingDecision& decision);
    void fillTags(TagRow* tags, const Finding& finding, const FindingDecision& decision) const;

    QString m_id;
    QStringList m_evidence;
    QStringList m_whole;  ///< the same, nothing cut

    QLabel* m_text = nullptr;
    QMenu* m_menu = nullptr;
    bool m_expanded = false;
    bool m_selected = false;
};

/// `whole`: long values are not cut.
[[nodiscard]] QString evidenceText(const Evidence& evidence, bool whole = false);

/// A label of plain text that wraps in whatever width it gets.
[[nodiscard]] QLabel* wrappedLabel(const QString& text, QWidget* parent);

}  // namespace headwater
