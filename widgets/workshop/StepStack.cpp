// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/StepStack.h"

#include <QVBoxLayout>

namespace headwater {

StepStack::StepStack(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
}

void StepStack::addWidget(QWidget* step)
{
    layout()->addWidget(step);
    step->setVisible(static_cast<int>(m_steps.size()) == m_current);
    m_steps.push_back(step);
}

void StepStack::setCurrentIndex(int index)
{
    m_current = index;
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        m_steps[i]->setVisible(static_cast<int>(i) == index);
}

}  // namespace headwater
