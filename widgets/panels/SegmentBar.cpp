// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/SegmentBar.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>

namespace headwater {

using namespace Qt::StringLiterals;

SegmentBar::SegmentBar(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this)), m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentBar::chosen);
    connect(m_group, &QButtonGroup::idToggled, this, &SegmentBar::placeTabStop);
}

void SegmentBar::add(const QString& text, const QString& explanation)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(explanation);
    button->setAccessibleDescription(explanation);
    button->setCheckable(true);
    m_group->addButton(button, static_cast<int>(m_group->buttons().size()));
    m_row->addWidget(button);
    placeTabStop();
    const auto buttons = m_group->buttons();
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        const bool ends = buttons.size() == 1;
        const QString place = ends                      ? u"only"_s
                              : i == 0                  ? u"first"_s
                              : i + 1 == buttons.size() ? u"last"_s
                                                        : u"middle"_s;
        buttons[i]->setProperty("segment", place);
        // The checked one is bold: room for that is kept, so that nothing moves when the choice does.
        QFont bold = buttons[i]->font();
        bold.setBold(true);
        buttons[i]->setMinimumWidth(QFontMetrics(bold).horizontalAdvance(buttons[i]->text()) +
                                    fontMetrics().height() * 3 / 2);
    }
}

/// Qt does so itself, but only from the first focus on: before, Tab would stop at every one.
void SegmentBar::placeTabStop()
{
    const bool any = m_group->checkedButton() != nullptr;
    const auto buttons = m_group->buttons();
    for (QAbstractButton* button : buttons)
        button->setFocusPolicy(button->isChecked() || !any ? Qt::StrongFocus : Qt::ClickFocus);
}

void SegmentBar::setCurrent(int position)
{
    if (QAbstractButton* button = m_group->button(position))
        button->setChecked(true);
}

int SegmentBar::current() const
{
    return m_group->checkedId();
}

}  // namespace headwater
