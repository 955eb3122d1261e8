// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FindingCard.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/panels/TagRow.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kFolded = 2;

/// Identifiers and lists of hosts have no place to break a line.
QString shortened(const std::string& value, bool keep)
{
    constexpr qsizetype kMost = 36;
    const QString whole = format::text(value);
    return keep || whole.size() <= kMost ? whole : whole.left(kMost / 2) + u"\u2026"_s + whole.right(kMost / 2 - 1);
}

}  // namespace

QLabel* wrappedLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(format::breakable(text), parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

QString evidenceText(const Evidence& evidence, bool whole)
{
    QString numbers;
    if (!evidence.baseline.empty() && !evidence.current.empty())
        numbers = u"%1 \u2192 %2"_s.arg(shortened(evidence.baseline, whole), shortened(evidence.current, whole));
    else
        numbers = shortened(evidence.baseline.empty() ? evidence.current : evidence.baseline, whole);
    if (!numbers.isEmpty() && !evidence.unit.empty())
        numbers += u' ' + format::text(word(evidence.unit));
    QString out = format::text(evidence.what);
    if (!numbers.isEmpty())
        out += u' ' + numbers;
    if (evidence.rank)
        out += FindingCard::tr(", rank %1").arg(*evidence.rank);
    if (evidence.step)
        out += FindingCard::tr(", step %1").arg(*evidence.step);
    return out;
}

FindingCard::FindingCard(const Finding& finding, QWidget* parent, const FindingDecision& decision)
    : Card(parent)
    , m_id(QString::fromStdString(finding.id))
{
    const bool dashed = finding.provenance == Provenance::Inferred || finding.provenance == Provenance::Assumed;
    setEdge(finding.severity == FindingSeverity::Failure   ? Edge::First
            : finding.severity == FindingSeverity::Warning ? Edge::Attention
                                                           : Edge::Neutral,
            dashed);
    for (const Evidence& evidence : finding.evidence) {
        m_evidence << evidenceText(evidence);
        m_whole << evidenceText(evidence, true);
    }
    if (!finding.nextStep.empty())
        m_evidence << tr("Next: %1").arg(format::text(finding.nextStep));
    m_whole << m_evidence.mid(m_whole.size());
    auto* column = new QVBoxLayout(this);
    const int pad = fontMetrics().height() / 2;
    column->setContentsMargins(pad + 6, pad, pad, pad);
    column->setSpacing(pad / 2 + 1);
    auto* head = new QHBoxLayout;
    QLabel* title = wrappedLabel(format::text(finding.statement), this);
    QFont bold = scaled(font(), 1.0, QFont::Medium);
    bold.setStrikeOut(decision.mark == FindingMark::Dismissed);
    title->setFont(bold);
    head->addWidget(title, 1);
    fillMenu(decision);
    auto* more = new QToolButton(this);
    more->setText(u"\u22ef"_s);
    more->setProperty("flat", true);
    more->setPopupMode(QToolButton::InstantPopup);
    more->setMenu(m_menu);
    more->setToolTip(tr("Accept, dismiss or annotate this finding"));
    more->setAccessibleName(more->toolTip());
    head->addWidget(more, 0, Qt::AlignTop);
    column->addLayout(head);
    m_text = wrappedLabel({}, this);
    m_text->setProperty("tone", u"muted"_s);
    column->addWidget(m_text);
    for (const QString& said :
         {decision.reason.empty() ? QString() : tr("Dismissed: %1").arg(format::text(decision.reason)),
          decision.annotation.empty() ? QString() : tr("Note: %1").arg(format::text(decision.annotation))})
        if (!said.isEmpty())
            column->addWidget(wrappedLabel(said, this));
    auto* tags = new TagRow(this);
    fillTags(tags, finding, decision);
    column->addWidget(tags);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(format::text(finding.statement));
    setExpanded(false);
}

void FindingCard::fillTags(TagRow* tags, const Finding& finding, const FindingDecision& decision) const
{
    std::vector<Tag> list;
    if (decision.mark == FindingMark::Accepted)
        list.push_back({tr("accepted"), tr("Somebody looked at it and agrees"), false});
    if (decision.mark == FindingMark::Dismissed)
        list.push_back({tr("dismissed"), tr("Somebody looked at it and set it aside; it stays in the report"), false});
    list.push_back(tagOf(finding.provenance));
    list.push_back({words::of(finding.layer), {}, false});
    if (finding.conditional)
        list.push_back(
            {tr("conditional"), tr("An earlier layer failed or has no data, so this cause may not hold"), true});
    tags->setTags(std::move(list));
}

void FindingCard::fillMenu(const FindingDecision& decision)
{
    m_menu = new QMenu(this);
    const auto add = [this](const QString& text, FindingAction action, bool possible) {
        QAction* entry = m_menu->addAction(text, this, [this, action] { emit actionWanted(m_id, action); });
        entry->setEnabled(possible);
    };
    add(tr("&Accept"), FindingAction::Accept, decision.mark != FindingMark::Accepted);
    add(tr("&Dismiss\u2026"), FindingAction::Dismiss, decision.mark != FindingMark::Dismissed);
    add(tr("A&nnotate\u2026"), FindingAction::Annotate, true);
    add(tr("&Reopen"), FindingAction::Reopen, decision.mark != FindingMark::Open);
}

void FindingCard::setSelected(bool selected)
{
    m_selected = selected;
    update();
}

void FindingCard::paintEvent(QPaintEvent* event)
{
    Card::paintEvent(event);
    if (!m_selected)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(paletteOf(this).first, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
}

void FindingCard::contextMenuEvent(QContextMenuEvent* event)
{
    m_menu->popup(event->globalPos());
}

void FindingCard::setExpanded(bool expanded)
{
    m_expanded = expanded;
    const bool folded = !expanded && m_evidence.size() > kFolded;
    QStringList lines = folded ? m_evidence.mid(0, kFolded) : m_evidence;
    if (folded)
        lines.last() += u" \u2026"_s;
    m_text->setText(format::breakable(lines.join(u'\n')));
    m_text->setVisible(!lines.isEmpty());
    QStringList tip = m_whole == m_evidence ? QStringList() : m_whole;
    if (folded)
        tip << tr("Click to see all the evidence");
    setToolTip(format::tip(tip.join(u'\n')));
    setAccessibleDescription(lines.join(u'\n'));
}

void FindingCard::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setExpanded(!m_expanded);
    emit chosen(m_id);
}

void FindingCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
        setExpanded(!m_expanded);
        emit chosen(m_id);
    } else if (event->key() == Qt::Key_Menu) {
        m_menu->popup(mapToGlobal(rect().center()));
    } else {
        Card::keyPressEvent(event);
    }
}

void FindingCard::focusInEvent(QFocusEvent* event)
{
    Card::focusInEvent(event);
    update();
}

void FindingCard::focusOutEvent(QFocusEvent* event)
{
    Card::focusOutEvent(event);
    update();
}

}  // namespace headwater
