// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/GapInspector.h"

#include <QLabel>
#include <QVBoxLayout>

#include "widgets/panels/Card.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/CauseTable.h"
#include "widgets/timeline/GapFacts.h"

namespace headwater {

QLabel* GapInspector::addLabel(QWidget* parent, double size, bool bold) const
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFont(scaled(font(), size, bold ? QFont::DemiBold : QFont::Normal));
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);  // long names wrap
    label->setSizePolicy(policy);
    return label;
}

GapInspector::GapInspector(QWidget* parent) : QWidget(parent)
{
    const int line = fontMetrics().height();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(line / 2);
    column->addWidget(sectionLabel(tr("Gap inspector"), this));
    auto* card = new Card(this);
    auto* inside = new QVBoxLayout(card);
    inside->setSpacing(line / 2);
    m_title = addLabel(card, 1, true);
    m_place = addLabel(card, 0.95, false);
    m_split = new CauseTable(card);
    inside->addWidget(m_title);
    inside->addWidget(m_place);
    inside->addWidget(m_split);
    column->addWidget(card);

    m_aroundBox = new QWidget(this);
    auto* around = new QVBoxLayout(m_aroundBox);
    around->setContentsMargins(0, line / 2, 0, 0);
    around->addWidget(sectionLabel(tr("Around it"), m_aroundBox));
    auto* aroundCard = new Card(m_aroundBox);
    aroundCard->setEdge(Card::Edge::Neutral);
    auto* lines = new QVBoxLayout(aroundCard);
    m_around = addLabel(aroundCard, 0.95, false);
    lines->addWidget(m_around);
    around->addWidget(aroundCard);
    column->addWidget(m_aroundBox);

    column->addSpacing(line / 2);
    column->addWidget(sectionLabel(tr("A step of both runs: mean"), this));
    m_measure = addLabel(this, 0.95, false);
    column->addWidget(m_measure);
    m_mean = new CauseTable(this);
    column->addWidget(m_mean);
    column->addStretch(1);
    setPick(std::nullopt);
}

void GapInspector::setData(TimelineDataPtr timeline)
{
    m_data = std::move(timeline);
    m_mean->setRows({tr("baseline"), tr("current")}, m_data ? meanRows(*m_data) : std::vector<CauseTable::Row>(),
                    false);
    m_mean->setVisible(!m_mean->rows().empty());
    m_measure->setText(m_mean->rows().empty()
                           ? tr("no device activity was recorded")
                           : tr("Mean over the compared steps and the ranks, whichever statistic is chosen above: "
                                "means add up. Derived."));
    setPick(std::nullopt);
}

void GapInspector::setPick(const std::optional<TimelinePick>& pick)
{
    m_aroundBox->setVisible(pick.has_value());
    m_split->setVisible(false);
    if (!pick || !m_data) {
        m_title->setText(tr("Nothing selected"));
        m_place->setText(tr("Click a bubble to see what the time without compute was spent on, or a slice for its "
                            "details."));
        return;
    }
    const GapFacts facts = factsOf(*m_data, *pick);
    m_title->setText(facts.title);
    m_place->setText(facts.place);
    m_split->setRows({}, facts.split, true);
    m_split->setVisible(!facts.split.empty());
    // A zero-width space lets long names of kernels break.
    QString around = facts.around.join(QLatin1Char('\n'));
    around.replace(QLatin1Char('_'), QStringLiteral("_\u200b"));
    m_around->setText(around.replace(QStringLiteral("::"), QStringLiteral("::\u200b")));
}

QString GapInspector::measure() const
{
    return m_measure->text();
}

QString GapInspector::text() const
{
    return QStringList{m_title->text(), m_place->text(), m_split->isHidden() ? QString() : m_split->table(),
                       m_aroundBox->isHidden() ? QString() : m_around->text()}
        .join(QLatin1Char('\n'));
}

}  // namespace headwater
