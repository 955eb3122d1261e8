// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/NoticeBar.h"

#include <utility>

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
    m_accept = new QPushButton(this);
    m_accept->setProperty("accent", true);
    m_accept->hide();
    row->addWidget(m_accept);
    m_dismiss = new QPushButton(tr("Dismiss"), this);
    row->addWidget(m_dismiss);
    connect(m_accept, &QPushButton::clicked, this, [this] { finish(true); });
    connect(m_dismiss, &QPushButton::clicked, this, [this] { finish(false); });
    hide();
}

void NoticeBar::finish(bool accepted)
{
    hide();
    const auto then = std::exchange(m_then, {});
    const auto otherwise = std::exchange(m_otherwise, {});
    if (const auto& chosen = accepted ? then : otherwise)
        chosen();
}

void NoticeBar::setText(const QString& text, const QColor& colour)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, colour);
    m_text->setPalette(colours);
    m_text->setText(text);
    setAccessibleName(text);
    show();
}

void NoticeBar::showText(const QString& text)
{
    m_then = {};
    m_otherwise = {};
    m_accept->hide();
    setText(text, paletteOf(this).currentText);
}

void NoticeBar::offer(const QString& text, const QString& accept, std::function<void()> then,
                      std::function<void()> otherwise)
{
    m_then = std::move(then);
    m_otherwise = std::move(otherwise);
    m_accept->setText(accept);
    m_accept->show();
    setText(text, paletteOf(this).text);
}

}  // namespace headwater
