// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/TopBar.h"

#include <algorithm>
#include <cmath>

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "app/gui/BarButtons.h"
#include "app/gui/RunChip.h"
#include "widgets/models/InputModels.h"
#include "widgets/panels/ArrowCombo.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSliderSteps = 500;  ///< 0…50 % in tenths of a per cent
constexpr std::int64_t kPpmPerStep = 1'000;

QLabel* caption(const QString& text, QWidget* buddy, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("tone", u"muted"_s);
    label->setBuddy(buddy);
    return label;
}

}  // namespace

TopBar::TopBar(const Actions& actions, QWidget* parent) : QFrame(parent)
{
    setProperty("surface", u"panel"_s);
    setProperty("edge", u"bottom"_s);
    m_grid = new QGridLayout(this);
    const int line = fontMetrics().height();
    m_grid->setContentsMargins(line, line * 5 / 8, line, line * 5 / 8);
    m_grid->setHorizontalSpacing(line * 3 / 4);
    m_grid->setVerticalSpacing(line / 2);
    m_grid->setColumnStretch(1, 1);
    m_identity = makeIdentity();
    m_settings = makeSettings();
    m_menu = makeMenuButton(actions, this);
    m_grid->addWidget(m_identity, 0, 0);
    m_grid->addWidget(m_settings, 0, 1);
    m_search = makeSearchButton(actions, this);
    m_grid->addWidget(m_search, 0, 2);
    m_grid->addWidget(m_menu, 0, 3);
}

QWidget* TopBar::makeIdentity()
{
    auto* identity = new QWidget(this);
    auto* row = new QHBoxLayout(identity);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(fontMetrics().height() * 3 / 4);
    auto* name = new QLabel(u"Headwater"_s, identity);
    name->setFont(scaled(font(), 1.15, QFont::Bold));
    row->addWidget(name);
    row->addSpacing(fontMetrics().height() / 3);
    for (const Side side : {Side::Baseline, Side::Current}) {
        auto* chip = new RunChip(side, identity);
        connect(chip, &QPushButton::clicked, this, [this, side] { emit chipClicked(side); });
        m_chips[static_cast<std::size_t>(side)] = chip;
        row->addWidget(chip);
    }
    return identity;
}

QWidget* TopBar::makeSettings()
{
    auto* settings = new QWidget(this);
    auto* row = new QHBoxLayout(settings);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(fontMetrics().height() * 3 / 4);
    addStages(row);
    m_statistic = new SegmentBar(settings);
    m_statistic->setAccessibleName(tr("Statistic"));
    for (const Statistic s : {Statistic::P50, Statistic::Mean, Statistic::P95, Statistic::P99})
        m_statistic->add(words::of(s), words::explain(s));
    connect(m_statistic, &SegmentBar::chosen, this, [this](int i) { emit statisticChosen(static_cast<Statistic>(i)); });
    row->addWidget(m_statistic);
    addEpsilon(row);
    row->addStretch(1);
    return settings;
}

QSize TopBar::minimumSizeHint() const
{
    const QMargins margins = m_grid->contentsMargins();
    const int top = m_identity->minimumSizeHint().width() + 2 * m_grid->horizontalSpacing() +
                    m_search->sizeHint().width() + m_menu->sizeHint().width();
    return {std::max(top, m_settings->minimumSizeHint().width()) + margins.left() + margins.right(),
            QFrame::minimumSizeHint().height()};
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

/// One row where there is room for the runs' names too, else the settings go below.
void TopBar::arrange()
{
    const QMargins margins = m_grid->contentsMargins();
    // Long names give way, but not before there is little left of them.
    const int names = std::min(m_identity->sizeHint().width(),
                               m_identity->minimumSizeHint().width() + fontMetrics().averageCharWidth() * 40);
    const int needed = names + m_settings->sizeHint().width() + m_search->sizeHint().width() +
                       m_menu->sizeHint().width() + 3 * m_grid->horizontalSpacing() + margins.left() + margins.right();
    const bool narrow = width() < needed;
    const bool isNarrow = m_grid->itemAtPosition(1, 0) != nullptr;
    if (narrow == isNarrow)
        return;
    m_grid->removeWidget(m_settings);
    if (narrow)
        m_grid->addWidget(m_settings, 1, 0, 1, 4);
    else
        m_grid->addWidget(m_settings, 0, 1);
    updateGeometry();
}

void TopBar::addStages(QHBoxLayout* row)
{
    m_stages = new ArrowCombo(this);
    m_stages->setAccessibleName(tr("Stages"));
    m_stages->addItem(tr("auto"), u"auto"_s);
    m_stages->addItem(tr("annotations"), u"annotations"_s);
    m_stages->addItem(tr("canonical"), u"canonical"_s);
    m_stages->addItem(tr("rule file\u2026"), QString());
    m_stages->setToolTip(tr("How the stages of a step are found"));
    m_stages->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row->addWidget(caption(tr("Stages"), m_stages, this));
    row->addWidget(m_stages);
    connect(m_stages, &QComboBox::activated, this, [this](int i) {
        const QString spec = m_stages->itemData(i).toString();
        if (spec.isEmpty())
            emit ruleFileWanted();
        else
            emit stagesChosen(spec);
    });
}

void TopBar::addEpsilon(QHBoxLayout* row)
{
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setRange(0, kSliderSteps);
    m_slider->setSingleStep(5);
    m_slider->setPageStep(50);
    m_slider->setMinimumWidth(fontMetrics().averageCharWidth() * 10);
    m_slider->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
    m_slider->setToolTip(tr("A stage regresses when it is slower by more than this"));
    m_slider->setAccessibleName(tr("Threshold epsilon"));
    m_spin = new QDoubleSpinBox(this);
    m_spin->setRange(0, 50);
    m_spin->setDecimals(1);
    m_spin->setSingleStep(0.5);
    m_spin->setSuffix(u" %"_s);
    m_spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_spin->setAlignment(Qt::AlignRight);
    m_spin->setToolTip(m_slider->toolTip());
    m_spin->setAccessibleName(tr("Threshold epsilon in per cent"));
    row->addWidget(caption(tr("Threshold \u03b5"), m_spin, this));
    row->addWidget(m_slider, 1);
    row->addWidget(m_spin);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        const QSignalBlocker blocker(m_spin);
        m_spin->setValue(value / 10.0);
        emit epsilonMoved(value * kPpmPerStep);
    });
    connect(m_spin, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        const QSignalBlocker blocker(m_slider);
        m_slider->setValue(static_cast<int>(std::lround(value * 10)));
        emit epsilonMoved(std::llround(value * 10'000));
    });
}

void TopBar::showStages(const QString& stages)
{
    int at = m_stages->findData(stages);
    if (at < 0) {  // a rule file: shown by its name, in front of the entry that asks for one
        at = m_stages->count() - 1;
        m_stages->insertItem(at, fileName(stages.toStdString()), stages);
    }
    m_stages->setCurrentIndex(at);
}

void TopBar::show(const VerdictPtr& verdict, const Policy& policy, const QString& stages)
{
    if (verdict) {
        const std::string* names[] = {&verdict->baselineName, &verdict->currentName};
        const std::vector<SourceFile>* inputs[] = {&verdict->baselineInputs, &verdict->currentInputs};
        for (std::size_t i = 0; i < 2; ++i) {
            QStringList paths;
            for (const SourceFile& file : *inputs[i])
                if (paths.size() < 8)
                    paths << format::text(file.path);
            m_chips[i]->setRun(format::text(*names[i]), paths.join(u'\n'));
        }
    }
    m_identity->updateGeometry();  // where its own layout ran meanwhile, the grid has the width of the old names
    arrange();
    showStages(stages);
    m_statistic->setCurrent(static_cast<int>(policy.statistic));
    const QSignalBlocker slider(m_slider);
    const QSignalBlocker spin(m_spin);
    const auto ppm = policy.epsilonPpm;
    m_slider->setValue(static_cast<int>(std::clamp<std::int64_t>(ppm / kPpmPerStep, 0, kSliderSteps)));
    m_spin->setMaximum(std::max(50.0, static_cast<double>(ppm) / 10'000));
    m_spin->setValue(static_cast<double>(ppm) / 10'000);
    arrange();  // the names may be longer now
}

}  // namespace headwater
