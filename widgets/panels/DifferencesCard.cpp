// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/DifferencesCard.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMostShown = 6;
constexpr qsizetype kLongest = 60;  ///< characters of a value: paths and lists run on

QString shortened(const std::string& value)
{
    const QString text = value.empty() ? DifferencesCard::tr("unknown") : format::text(value);
    return text.size() <= kLongest ? text : text.left(kLongest) + QChar(0x2026);
}

}  // namespace

DifferencesCard::DifferencesCard(QWidget* parent) : Card(parent)
{
    auto* column = new QVBoxLayout(this);
    const int pad = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(pad, pad, pad, pad);
    column->setSpacing(pad / 2);
    m_status = new QLabel(this);
    m_status->setFont(scaled(font(), 1.0, QFont::DemiBold));
    m_list = new QLabel(this);
    for (QLabel* label : {m_status, m_list}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        column->addWidget(label);
    }
    m_list->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addStretch(1);
    m_open = new QPushButton(tr("Open Correctness"), this);
    m_open->setToolTip(tr("Every setting of both runs, and where it was read"));
    column->addWidget(m_open, 0, Qt::AlignLeft);
    connect(m_open, &QPushButton::clicked, this, &DifferencesCard::openWanted);
}

void DifferencesCard::setComparability(const Comparability& comparability)
{
    QStringList counted;
    int others = 0;
    for (const ManifestChange& change : comparability.changed) {
        const bool counts = !change.isVolatile && !change.baseline.empty() && !change.current.empty();
        if (!counts)
            ++others;
        else
            counted << u"%1: %2 \u2192 %3"_s.arg(format::text(change.key), shortened(change.baseline),
                                                 shortened(change.current));
    }
    m_status->setText(words::of(comparability.status));
    setEdge(comparability.status == ComparabilityStatus::Confounded ||
                    comparability.status == ComparabilityStatus::NotComparable
                ? Edge::Attention
                : Edge::Neutral);
    QStringList lines = counted.mid(0, kMostShown);
    if (counted.size() > kMostShown)
        lines << tr("\u2026 and %1 more that count").arg(counted.size() - kMostShown);
    if (counted.isEmpty())
        lines << tr("No setting that both runs tell differs.");
    if (others > 0)
        lines << format::counted(others, tr("1 more is known of one run only, or differs between any two runs."),
                                 tr("%1 more are known of one run only, or differ between any two runs."));
    m_list->setText(lines.join(u'\n'));
}

QString DifferencesCard::text() const
{
    return m_status->text() + u'\n' + m_list->text();
}

}  // namespace headwater
