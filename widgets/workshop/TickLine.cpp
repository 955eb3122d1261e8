// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/TickLine.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QRadioButton>

namespace headwater {

namespace {

/// A text that clicks its button.
class ButtonText : public QLabel {
public:
    ButtonText(const QString& text, QAbstractButton* button, QWidget* parent) : QLabel(parent), m_button(button)
    {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
        setText(text);
    }

protected:
    void mousePressEvent(QMouseEvent* event) override { event->setAccepted(event->button() == Qt::LeftButton); }
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() != Qt::LeftButton || !rect().contains(event->position().toPoint()))
            return;
        m_button->setFocus(Qt::MouseFocusReason);
        m_button->click();
    }

private:
    QAbstractButton* m_button;
};

QWidget* lineOf(QAbstractButton* button, const QString& text, QWidget* parent)
{
    auto* whole = new QWidget(parent);
    auto* row = new QHBoxLayout(whole);
    row->setContentsMargins(0, 0, 0, 0);
    button->setParent(whole);
    button->setAccessibleName(text);
    row->addWidget(button, 0, Qt::AlignTop);
    row->addWidget(new ButtonText(text, button, whole), 1);
    return whole;
}

}  // namespace

TickLine tickLine(const QString& text, QWidget* parent)
{
    auto* box = new QCheckBox;
    return {lineOf(box, text, parent), box};
}

ChoiceLine choiceLine(const QString& text, QWidget* parent)
{
    auto* button = new QRadioButton;
    return {lineOf(button, text, parent), button};
}

QLabel* wrappedLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

}  // namespace headwater
