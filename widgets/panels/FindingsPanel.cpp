// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FindingsPanel.h"

#include <algorithm>
#include <utility>

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

FindingsPanel::FindingsPanel(QWidget* parent) : QWidget(parent)
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* head = new QHBoxLayout;
    const int line = fontMetrics().height();
    head->setContentsMargins(line, line / 2, line, 0);
    m_title = sectionLabel(tr("Findings"), this);
    m_all = new QPushButton(tr("Show all"), this);
    m_all->setProperty("flat", true);
    m_all->hide();
    head->addWidget(m_title, 1);
    head->addWidget(m_all);
    outer->addLayout(head);
    m_area = new QScrollArea(this);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* inside = new QWidget;
    m_cards = new QVBoxLayout(inside);
    m_cards->setContentsMargins(line, line / 4, line, line);
    m_cards->setSpacing(line * 2 / 3);
    m_area->setWidget(inside);
    inside->setAutoFillBackground(false);  // the panel's surface shows through
    m_area->viewport()->setAutoFillBackground(false);
    outer->addWidget(m_area, 1);
    connect(m_all, &QPushButton::clicked, this, &FindingsPanel::showAllRequested);
    connect(m_area->verticalScrollBar(), &QScrollBar::rangeChanged, this, &FindingsPanel::bringIntoSight);
    connect(m_area->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_sought = false; });
}

void FindingsPanel::setVerdict(const VerdictPtr& verdict)
{
    m_verdict = verdict;
    rebuild();
}

void FindingsPanel::setLayer(std::optional<LayerId> layer)
{
    m_layer = layer;
    rebuild();
}

void FindingsPanel::setNotes(const Notes& notes)
{
    m_notes = notes;
    rebuild();
}

void FindingsPanel::setSelected(const QString& id)
{
    if (id == std::exchange(m_selected, id))
        return;
    m_sought = !id.isEmpty();
    mark();
}

void FindingsPanel::mark()
{
    FindingCard* chosen = nullptr;
    for (FindingCard* card : m_shownCards) {
        card->setSelected(!m_selected.isEmpty() && card->id() == m_selected);
        chosen = card->selected() ? card : chosen;
    }
    if (!m_sought)
        return;
    if (!chosen && m_layer && m_verdict && findingOf(*m_verdict, m_selected.toStdString()))
        emit showAllRequested();
    if (!chosen)
        return;
    chosen->setExpanded(true);
    // The cards get their places when control returns to the event loop.
    QTimer::singleShot(0, this, &FindingsPanel::bringIntoSight);
}

/// The beginning of the card, unless all of it is in sight. Text that wraps gets its height late, which moves what lies
/// below: until somebody scrolls, the card is followed.
void FindingsPanel::bringIntoSight()
{
    const auto card = std::ranges::find_if(m_shownCards, &FindingCard::selected);
    if (card == m_shownCards.end() || !m_sought)
        return;
    QScrollBar* bar = m_area->verticalScrollBar();
    const int margin = fontMetrics().height() / 2;
    const QRect box = (*card)->geometry();
    if (box.top() < bar->value() || box.bottom() >= bar->value() + m_area->viewport()->height())
        bar->setValue(box.top() - margin);
}

void FindingsPanel::addNextSteps()
{
    if (m_verdict->nextSteps.empty())
        return;
    QWidget* inside = m_cards->parentWidget();
    auto* card = new Card(inside);
    card->setEdge(Card::Edge::First);
    auto* column = new QVBoxLayout(card);
    const int pad = fontMetrics().height() * 2 / 3;
    column->setContentsMargins(pad + 4, pad, pad, pad);
    for (const Text& step : m_verdict->nextSteps)
        column->addWidget(wrappedLabel(format::text(step), card));
    m_cards->addWidget(card);
}

std::vector<const Finding*> FindingsPanel::findings() const
{
    std::vector<const Finding*> out;
    for (const Layer& layer : m_verdict->layers)
        for (const Finding& finding : layer.findings)
            if (!m_layer || finding.layer == *m_layer)
                out.push_back(&finding);
    const auto setAside = [this](const Finding& f) { return decisionOn(m_notes, f.id).mark == FindingMark::Dismissed; };
    std::stable_sort(out.begin(), out.end(), [&](const Finding* a, const Finding* b) {
        return std::pair(!setAside(*a), a->severity) > std::pair(!setAside(*b), b->severity);
    });
    return out;
}

QString FindingsPanel::textOf(const std::vector<const Finding*>& findings) const
{
    QString text = m_layer ? words::of(*m_layer) : QString();
    for (const Finding* finding : findings) {
        text += u'\n' + format::text(finding->id) + format::text(finding->statement);
        const FindingDecision said = decisionOn(m_notes, finding->id);
        text += QChar(u'0' + static_cast<int>(said.mark)) + format::text(said.reason) + format::text(said.annotation);
        for (const Evidence& evidence : finding->evidence)
            text += evidenceText(evidence);
    }
    for (const Text& step : m_verdict->nextSteps)
        text += u'\n' + format::text(step);
    return text;
}

void FindingsPanel::clear()
{
    m_shownCards.clear();
    while (QLayoutItem* item = m_cards->takeAt(0)) {
        if (QWidget* old = item->widget()) {
            old->hide();
            old->deleteLater();
        }
        delete item;
    }
}

void FindingsPanel::rebuild()
{
    if (!m_verdict)
        return;
    const std::vector<const Finding*> wanted = findings();
    if (const QString shown = textOf(wanted); shown == std::exchange(m_shown, shown))
        return;
    m_title->setText(
        (m_layer ? tr("Findings \u00b7 %1").arg(words::of(*m_layer)) : tr("Next step and findings")).toUpper());
    m_all->setVisible(m_layer.has_value());
    clear();
    QWidget* inside = m_cards->parentWidget();
    if (!m_layer)
        addNextSteps();
    if (wanted.empty()) {
        QLabel* none = wrappedLabel(m_layer ? tr("No findings in this layer.") : tr("No findings."), inside);
        none->setProperty("tone", u"muted"_s);
        m_cards->addWidget(none);
    }
    for (const Finding* finding : wanted) {
        auto* card = new FindingCard(*finding, inside, decisionOn(m_notes, finding->id));
        connect(card, &FindingCard::chosen, this, &FindingsPanel::findingChosen);
        connect(card, &FindingCard::actionWanted, this, &FindingsPanel::actionWanted);
        m_cards->addWidget(card);
        m_shownCards.push_back(card);
    }
    m_cards->addStretch(1);
    mark();
}

}  // namespace headwater
