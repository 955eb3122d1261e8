// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/LoadingPage.h"

#include <cmath>

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/panels/Card.h"
#include "widgets/theme/ElidedLabel.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr int kScale = 1000;

QString nameOf(Side side, const QStringList& paths)
{
    const QString name = paths.isEmpty() ? QString() : QFileInfo(paths.first()).fileName();
    return name.isEmpty() ? words::of(side) : u"%1 \u00b7 %2"_s.arg(words::of(side), name);
}

}  // namespace

LoadingPage::LoadingPage(QWidget* parent) : QWidget(parent)
{
    const int line = fontMetrics().height();
    auto* outer = new QVBoxLayout(this);
    auto* card = new Card(this);
    card->setFixedWidth(fontMetrics().averageCharWidth() * 80);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(line * 2, line * 3 / 2, line * 2, line * 3 / 2);
    column->setSpacing(line / 2);
    auto* title = new QLabel(tr("Reading the runs"), card);
    title->setFont(scaled(font(), 1.4, QFont::Bold));
    column->addWidget(title);
    column->addSpacing(line / 2);
    for (const Side side : {Side::Baseline, Side::Current})
        m_sides[static_cast<std::size_t>(side)] =
            addRow(column, words::of(side), side == Side::Baseline ? u"baseline"_s : u"current"_s);
    m_analysis = addRow(column, tr("Stages and verdict"), {});
    auto* row = new QHBoxLayout;
    m_cancel = new QPushButton(tr("Cancel"), card);
    m_cancel->setToolTip(tr("Stop reading (Esc)"));
    row->addStretch(1);
    row->addWidget(m_cancel);
    column->addLayout(row);
    outer->addStretch(2);
    outer->addWidget(card, 0, Qt::AlignHCenter);
    outer->addStretch(3);
    connect(m_cancel, &QPushButton::clicked, this, &LoadingPage::cancelRequested);
}

LoadingPage::Row LoadingPage::addRow(QVBoxLayout* column, const QString& name, const QString& side)
{
    Row row;
    QWidget* card = column->parentWidget();
    row.name = new QLabel(name, card);
    row.name->setFont(scaled(font(), 1, QFont::DemiBold));
    row.name->setTextFormat(Qt::PlainText);
    row.bar = new QProgressBar(card);
    row.bar->setRange(0, kScale);
    row.bar->setTextVisible(false);
    row.bar->setProperty("side", side);
    row.bar->setAccessibleName(name);
    row.activity = new ElidedLabel(card);
    row.activity->setTextFormat(Qt::PlainText);
    row.activity->setProperty("tone", u"muted"_s);
    row.activity->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(row.name);
    column->addWidget(row.bar);
    column->addWidget(row.activity);
    column->addSpacing(fontMetrics().height() / 2);
    return row;
}

void LoadingPage::reset(const QStringList& baseline, const QStringList& current)
{
    m_sides[0].name->setText(nameOf(Side::Baseline, baseline));
    m_sides[1].name->setText(nameOf(Side::Current, current));
    for (const Row& row : {m_sides[0], m_sides[1], m_analysis})
        show(row, 0, {});
    m_cancel->setFocus();
}

void LoadingPage::show(const Row& row, double fraction, const QString& activity)
{
    row.bar->setValue(static_cast<int>(std::lround(fraction * kScale)));
    row.activity->setText(format::text(activity.toStdString()));
}

void LoadingPage::setProgress(Side side, double fraction, const QString& activity)
{
    show(m_sides[static_cast<std::size_t>(side)], fraction, fraction >= 1 ? tr("read") : activity);
}

void LoadingPage::setAnalysis(double fraction, const QString& activity)
{
    show(m_analysis, fraction, activity);
}

}  // namespace headwater
