// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/InputsPage.h"

#include <QLabel>
#include <QVBoxLayout>

#include "widgets/panels/InputHealthPanel.h"
#include "widgets/theme/Theme.h"

namespace headwater {

InputsPage::InputsPage(QWidget* parent) : QWidget(parent)
{
    const int line = fontMetrics().height();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(line * 5 / 4, line, line * 5 / 4, line);
    column->setSpacing(line);
    auto* title = new QLabel(tr("What was read"), this);
    title->setFont(scaled(font(), 1.55, QFont::Bold));
    column->addWidget(title);
    m_panel = new InputHealthPanel(this);
    column->addWidget(m_panel, 1);
}

void InputsPage::setResult(const PairAnalysis& pair)
{
    m_panel->setInputs(pair);
}

}  // namespace headwater
