// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/VerdictBanner.h"

#include <algorithm>

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QTextDocumentFragment>

#include "widgets/charts/StabilityChart.h"
#include "widgets/panels/TagRow.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString coloured(const QString& text, const QColor& colour, bool bold)
{
    return u"<span style=\"color:%1; font-weight:%2\">%3</span>"_s.arg(colour.name(), bold ? u"700"_s : u"400"_s,
                                                                       text.toHtmlEscaped());
}

QLabel* wrappingLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

constexpr std::string_view kCorrectness = "correctness";

bool stageIsTheAnswer(const Verdict& verdict)
{
    const bool confirmed = verdict.firstRegressed && verdict.firstRegressed->confirmed;
    return confirmed && verdict.outcome == Outcome::Regressed && verdict.outcomeNode != kCorrectness;
}

/// What differs between the jobs, identity first, at most three.
QString changesText(const Comparability& comparability)
{
    constexpr int kShown = 3;
    QStringList parts;
    int more = 0;
    for (const ManifestChange& change : comparability.changed) {
        if (change.isVolatile || change.baseline.empty() || change.current.empty())
            continue;
        if (parts.size() == kShown) {
            ++more;
            continue;
        }
        parts << u"%1 %2 \u2192 %3"_s.arg(format::text(change.key), format::text(change.baseline),
                                          format::text(change.current));
    }
    if (more > 0)
        parts << VerdictBanner::tr("%1 more").arg(more);
    return parts.join(u" \u00b7 "_s);
}

QString comparabilityTag(const Comparability& comparability)
{
    const auto isKnown = [](const ManifestChange& change) {
        return !change.isVolatile && !change.baseline.empty() && !change.current.empty();
    };
    const bool unknown =
        comparability.status == ComparabilityStatus::Comparable && std::ranges::none_of(comparability.changed, isKnown);
    return unknown ? VerdictBanner::tr("configuration unknown") : words::of(comparability.status);
}

}  // namespace

std::vector<Tag> headlineTags(const Verdict& verdict)
{
    std::vector<Tag> tags;
    if (const auto& first = verdict.firstRegressed) {
        if (first->confirmed)
            tags.push_back({VerdictBanner::tr("confirmed"),
                            VerdictBanner::tr("The whole interval lies above the threshold, corrected for many stages"),
                            false});
        else
            tags.push_back({VerdictBanner::tr("possible"),
                            VerdictBanner::tr("By the point estimate only: the interval crosses the threshold"), true});
        QString scope = words::of(first->scope);
        if (!first->ranks.empty())
            scope += u": "_s + VerdictBanner::tr("rank %1").arg(format::rankList(first->ranks));
        tags.push_back(
            {scope, VerdictBanner::tr("Systemic: the median over ranks moved. Localised: single ranks did"), false});
        tags.push_back({words::of(first->kind),
                        VerdictBanner::tr("Shift: the median moved. Tail: only the slow steps did"), false});
        tags.push_back(tagOf(first->provenance));
    }
    if (verdict.evidenceLevel == EvidenceLevel::WithinRun)
        tags.push_back(
            {words::of(verdict.evidenceLevel),
             VerdictBanner::tr("One run a side: the difference between two runs of the same job is not known"), true});
    if (verdict.comparability.status != ComparabilityStatus::Same)
        tags.push_back({comparabilityTag(verdict.comparability), format::text(verdict.comparability.reason),
                        verdict.comparability.status != ComparabilityStatus::Comparable});
    if (verdict.failedBaseline + verdict.failedCurrent > 0)
        tags.push_back(
            {VerdictBanner::tr("failed steps %1 / %2").arg(verdict.failedBaseline).arg(verdict.failedCurrent),
             VerdictBanner::tr("Failed steps stay in: baseline / current"), false});
    return tags;
}

VerdictBanner::VerdictBanner(QWidget* parent) : Card(parent)
{
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, this);
    QBoxLayout* columns = m_columns;
    const int pad = fontMetrics().height();
    columns->setContentsMargins(pad + 4, pad * 3 / 4, pad, pad * 3 / 4);
    columns->setSpacing(pad * 2);
    auto* left = new QVBoxLayout;
    left->setSpacing(pad / 2);
    m_headline = wrappingLabel(this);
    m_headline->setTextFormat(Qt::RichText);
    m_headline->setFont(scaled(font(), 1.55, QFont::Bold));
    m_tags = new TagRow(this);
    m_paragraph = wrappingLabel(this);
    m_paragraph->setTextFormat(Qt::PlainText);
    m_paragraph->setProperty("tone", u"muted"_s);
    auto* compare = new QHBoxLayout;
    m_comparability = wrappingLabel(this);
    m_acknowledge = new QPushButton(tr("Acknowledge\u2026"), this);
    m_acknowledge->setToolTip(
        tr("Judge the runs all the same; your reason is kept in the verdict and in every report"));
    compare->addWidget(m_comparability, 1);
    compare->addWidget(m_acknowledge, 0, Qt::AlignTop);
    left->addWidget(m_headline);
    left->addWidget(m_tags);
    left->addWidget(m_paragraph);
    left->addLayout(compare);
    left->addStretch(1);
    columns->addLayout(left, 1);

    m_stabilityBox = new QWidget(this);
    auto* right = new QVBoxLayout(m_stabilityBox);
    right->setContentsMargins(0, pad / 4, 0, 0);
    right->setSpacing(pad / 2);
    right->addWidget(sectionLabel(tr("How stable is \u201c"
                                     "first\u201d?"),
                                  m_stabilityBox));
    m_stability = new StabilityChart(m_stabilityBox);
    right->addWidget(m_stability);
    right->addStretch(1);
    m_stabilityBox->setFixedWidth(fontMetrics().averageCharWidth() * 30);
    columns->addWidget(m_stabilityBox);
    connect(m_acknowledge, &QPushButton::clicked, this, &VerdictBanner::acknowledgeRequested);
}

void VerdictBanner::setVerdict(const VerdictPtr& verdict)
{
    m_verdict = verdict;
    if (!m_verdict)
        return;
    const bool stop = m_verdict->outcome == Outcome::NotComparable || m_verdict->outcomeNode == kCorrectness;
    const bool regressed = m_verdict->outcome == Outcome::Regressed;
    setEdge(stop ? Edge::Attention : regressed ? Edge::First : Edge::Neutral);
    showHeadline();
    m_tags->setTags(headlineTags(*m_verdict));
    m_paragraph->setText(format::text(m_verdict->paragraph));
    m_paragraph->setVisible(!m_verdict->paragraph.empty());
    showComparability();
    m_stability->setVerdict(*m_verdict);
    m_stabilityBox->setFixedWidth(
        std::max(fontMetrics().averageCharWidth() * 30, m_stability->minimumSizeHint().width()));
}

void VerdictBanner::showHeadline()
{
    const Palette& p = paletteOf(this);
    const auto& first = m_verdict->firstRegressed;
    // A stage is the headline only where it is the outcome too: the verdict's own words say what comes before it.
    if (!stageIsTheAnswer(*m_verdict)) {
        m_headline->setText(format::text(m_verdict->headline).toHtmlEscaped());
        setAccessibleName(headlineText());
        return;
    }
    // A number is never parted from its unit.
    const auto whole = [](QString text) { return text.replace(u' ', QChar::Nbsp); };
    QString html = tr("First regressed stage: %1").arg(format::text(first->stage)).toHtmlEscaped() + u" "_s +
                   coloured(whole(format::delta(static_cast<double>(first->delta))), p.currentText, true);
    QString rest;
    if (first->ratio)
        rest += whole(format::ratio(*first->ratio));
    if (first->ci95)
        rest += u' ' + whole(format::interval(*first->ci95));
    if (!rest.isEmpty())
        html += u" "_s + coloured(rest, p.muted, false);
    m_headline->setText(html);
    setAccessibleName(headlineText());
}

QString VerdictBanner::headlineText() const
{
    return QTextDocumentFragment::fromHtml(m_headline->text()).toPlainText();
}

void VerdictBanner::showComparability()
{
    const Comparability& c = m_verdict->comparability;
    const bool differs = c.status == ComparabilityStatus::NotComparable || c.status == ComparabilityStatus::Confounded;
    const QString& reason = format::text(m_verdict->policy.acknowledgement);
    const bool open = differs && reason.isEmpty();
    m_acknowledge->setVisible(open);
    m_comparability->setVisible(differs);
    if (!differs)
        return;
    const QString lead = c.status == ComparabilityStatus::NotComparable
                             ? tr("The runs are different jobs:")
                             : tr("More than one thing changed, so causes are not stated:");
    QString html = u"<b>%1</b> %2"_s.arg(lead.toHtmlEscaped(), changesText(c).toHtmlEscaped());
    if (!reason.isEmpty())
        html += u"<br>"_s + tr("Acknowledged: \u201c%1\u201d").arg(reason).toHtmlEscaped();
    m_comparability->setText(html);
}

void VerdictBanner::resizeEvent(QResizeEvent* event)
{
    Card::resizeEvent(event);
    // In a narrow window the headline needs the whole width.
    const bool narrow = width() < fontMetrics().averageCharWidth() * 85;
    m_columns->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void VerdictBanner::changeEvent(QEvent* event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_verdict)
        showHeadline();
}

}  // namespace headwater
