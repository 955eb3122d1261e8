// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/NoticeBar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "widgets/theme/Palette.h"

namespace headwater {

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("panel"));
    setProperty("edge", QStringLiteral("bottom"));
    auto* row = new QHBoxLayout(this);
    const int line = fontMetrics().height();
    row->setContentsMargins(line, line / 3, line, line / 3);
    m_text = new QLabel(this);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    row->addWidget(m_text, 1);
    auto* dismiss = new QPushButton(tr("Dismiss"), this);
    row->addWidget(dismiss);
    connect(dismiss, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void NoticeBar::showText(const QString& text)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, paletteOf(this).currentText);
    m_text->setPalette(colours);
    m_text->setText(text);
    setAccessibleName(text);
    show();
}

}  // namespace headwater
