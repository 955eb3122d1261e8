// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/VetoBox.h"

#include <algorithm>

#include <QCheckBox>
#include <QLabel>
#include <QVBoxLayout>

#include "widgets/workshop/Content.h"
#include "widgets/workshop/TickLine.h"

namespace headwater {

VetoBox::VetoBox(QWidget* parent) : QWidget(parent)
{
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    auto* heading = new QLabel(tr("Vetoes: tick one if the texts do this. It fails whatever the points are."), this);
    heading->setWordWrap(true);
    m_column->addWidget(heading);
}

void VetoBox::begin(const workshop::Library& library)
{
    qDeleteAll(m_lines);
    m_lines.clear();
    m_boxes.clear();
    m_ids.clear();
    for (const workshop::Veto& veto : library.vetoes) {
        const TickLine line = tickLine(tr("%1: %2").arg(local(veto.name), local(veto.looksLike)), this);
        m_column->addWidget(line.whole);
        m_lines.push_back(line.whole);
        m_boxes.push_back(line.box);
        m_ids.push_back(veto.id);
        connect(line.box, &QCheckBox::toggled, this, &VetoBox::changed);
    }
}

void VetoBox::tick(const std::vector<std::string>& ids)
{
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        m_boxes[i]->setChecked(std::ranges::find(ids, m_ids[i]) != ids.end());
}

std::vector<std::string> VetoBox::ticked() const
{
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (m_boxes[i]->isChecked())
            ids.push_back(m_ids[i]);
    return ids;
}

}  // namespace headwater
