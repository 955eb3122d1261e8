// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FindingsPanel.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/panels/TagRow.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kFolded = 2;

QLabel* wrapped(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

/// Identifiers and lists of hosts have no place to break a line.
QString shortened(const std::string& value, bool keep)
{
    constexpr qsizetype kMost = 36;
    const QString whole = format::text(value);
    return keep || whole.size() <= kMost ? whole : whole.left(kMost / 2) + u"\u2026"_s + whole.right(kMost / 2 - 1);
}

}  // namespace

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
        out += FindingsPanel::tr(", rank %1").arg(*evidence.rank);
    if (evidence.step)
        out += FindingsPanel::tr(", step %1").arg(*evidence.step);
    return out;
}

FindingCard::FindingCard(const Finding& finding, QWidget* parent) : Card(parent)
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
    QLabel* title = wrapped(format::text(finding.statement), this);
    title->setFont(scaled(font(), 1.0, QFont::Medium));
    column->addWidget(title);
    m_text = wrapped({}, this);
    m_text->setProperty("tone", u"muted"_s);
    column->addWidget(m_text);
    auto* tags = new TagRow(this);
    std::vector<Tag> list = {tagOf(finding.provenance), {words::of(finding.layer), {}, false}};
    if (finding.conditional)
        list.push_back(
            {tr("conditional"), tr("An earlier layer failed or has no data, so this cause may not hold"), true});
    tags->setTags(std::move(list));
    column->addWidget(tags);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title->text());
    setExpanded(false);
}

void FindingCard::setExpanded(bool expanded)
{
    m_expanded = expanded;
    const bool folded = !expanded && m_evidence.size() > kFolded;
    QStringList lines = folded ? m_evidence.mid(0, kFolded) : m_evidence;
    if (folded)
        lines.last() += u" \u2026"_s;
    m_text->setText(lines.join(u'\n'));
    m_text->setVisible(!lines.isEmpty());
    QStringList tip = m_whole == m_evidence ? QStringList() : m_whole;
    if (folded)
        tip << tr("Click to see all the evidence");
    setToolTip(format::tip(tip.join(u'\n')));
    setAccessibleDescription(m_text->text());
}

void FindingCard::mouseReleaseEvent(QMouseEvent*)
{
    setExpanded(!m_expanded);
}

void FindingCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        setExpanded(!m_expanded);
    else
        Card::keyPressEvent(event);
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
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    auto* inside = new QWidget;
    m_cards = new QVBoxLayout(inside);
    m_cards->setContentsMargins(line, line / 4, line, line);
    m_cards->setSpacing(line * 2 / 3);
    area->setWidget(inside);
    inside->setAutoFillBackground(false);  // the panel's surface shows through
    area->viewport()->setAutoFillBackground(false);
    outer->addWidget(area, 1);
    connect(m_all, &QPushButton::clicked, this, &FindingsPanel::showAllRequested);
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
        column->addWidget(wrapped(format::text(step), card));
    m_cards->addWidget(card);
}

std::vector<const Finding*> FindingsPanel::findings() const
{
    std::vector<const Finding*> out;
    for (const Layer& layer : m_verdict->layers)
        for (const Finding& finding : layer.findings)
            if (!m_layer || finding.layer == *m_layer)
                out.push_back(&finding);
    std::stable_sort(out.begin(), out.end(),
                     [](const Finding* a, const Finding* b) { return a->severity > b->severity; });
    return out;
}

QString FindingsPanel::textOf(const std::vector<const Finding*>& findings) const
{
    QString text = m_layer ? words::of(*m_layer) : QString();
    for (const Finding* finding : findings) {
        text += u'\n' + format::text(finding->id) + format::text(finding->statement);
        for (const Evidence& evidence : finding->evidence)
            text += evidenceText(evidence);
    }
    for (const Text& step : m_verdict->nextSteps)
        text += u'\n' + format::text(step);
    return text;
}

void FindingsPanel::clear()
{
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
        QLabel* none = wrapped(m_layer ? tr("No findings in this layer.") : tr("No findings."), inside);
        none->setProperty("tone", u"muted"_s);
        m_cards->addWidget(none);
    }
    for (const Finding* finding : wanted)
        m_cards->addWidget(new FindingCard(*finding, inside));
    m_cards->addStretch(1);
}

}  // namespace headwater
