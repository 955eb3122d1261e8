// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/ScaleStart.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "widgets/panels/Card.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QLabel* words(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QSpinBox* number(int from, int to, int value, const QString& name, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setRange(from, to);
    box->setValue(value);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAlignment(Qt::AlignRight);
    box->setAccessibleName(name);
    return box;
}

}  // namespace

ScaleStart::ScaleStart(QWidget* parent) : QWidget(parent)
{
    const int line = fontMetrics().height();
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, line, 0, 0);
    auto* card = new Card(this);
    outer->addWidget(card);
    outer->addStretch(1);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(line * 2, line * 3 / 2, line * 2, line * 3 / 2);
    column->setSpacing(line * 3 / 4);
    QLabel* title = words(tr("Slow only on many GPUs?"), card);
    title->setFont(scaled(font(), 1.45, QFont::Bold));
    column->addWidget(title);
    column->addWidget(
        words(tr("Give the nodes that the slow job ran on and the switches they hang on. Headwater proposes the "
                 "smallest experiment that tells most: groups of nodes that run at the same time and keep the path "
                 "between switches. Enter what they show, and it names the node, the pair or the switch, or says "
                 "that it is the size alone."),
              card));
    QLabel* hint = words(tr("Drop a file here: headwater.topology/1, Slurm's topology.conf, or what ibnetdiscover "
                            "prints."),
                         card);
    hint->setProperty("tone", u"muted"_s);
    column->addWidget(hint);
    auto* buttons = new QHBoxLayout;
    m_open = new QPushButton(tr("Open topology…"), card);
    m_open->setProperty("accent", true);
    m_namedButton = new QPushButton(card);
    m_example = new QPushButton(tr("Show a simulated example"), card);
    m_example->setToolTip(tr("32 nodes with a hidden fault, to see how it works"));
    for (QPushButton* button : {m_open, m_namedButton, m_example})
        buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);
    auto* plain = new QHBoxLayout;
    plain->addWidget(new QLabel(tr("Without a topology: slow on"), card));
    m_gpus = number(2, 1'000'000, 128, tr("GPUs of the slow job"), card);
    m_gpus->setSuffix(tr(" GPUs"));
    m_perNode = number(1, 1'024, 8, tr("GPUs of one node"), card);
    m_perNode->setSuffix(tr(" a node"));
    m_plain = new QPushButton(tr("Plan"), card);
    m_plain->setToolTip(tr("No switch can be named then, and groups may miss the path between switches"));
    for (QWidget* one : std::initializer_list<QWidget*>{m_gpus, m_perNode, m_plain})
        plain->addWidget(one);
    plain->addStretch(1);
    column->addLayout(plain);
    setNamed({});
    connect(m_open, &QPushButton::clicked, this, &ScaleStart::fileWanted);
    connect(m_namedButton, &QPushButton::clicked, this, &ScaleStart::namedWanted);
    connect(m_example, &QPushButton::clicked, this, &ScaleStart::exampleWanted);
    connect(m_plain, &QPushButton::clicked, this, [this] { emit plainWanted(m_gpus->value(), m_perNode->value()); });
}

void ScaleStart::setNamed(const QString& file)
{
    m_namedButton->setVisible(!file.isEmpty());
    m_namedButton->setText(tr("Topology of the run: %1").arg(QFileInfo(file).fileName()));
    m_namedButton->setToolTip(file);
}

}  // namespace headwater
