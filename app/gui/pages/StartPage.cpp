// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/StartPage.h"

#include <algorithm>

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/RecentList.h"
#include "core/base/Messages.h"
#include "widgets/models/InputModels.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

QString errorText(const Error& error)
{
    // Where something is missing, the folder may be what is wrong.
    const bool whole = error.code == ErrorCode::NotFound;
    QString out = error.file.empty() ? QString() : (whole ? format::text(error.file) : fileName(error.file)) + u": "_s;
    out += format::text(messageText(error.what));
    if (!error.where.empty())
        out += u", "_s + format::text(messageText(error.where));
    if (error.advice.find("--unit") != std::string::npos)
        out += u". "_s + StartPage::tr("Look at the files and say the unit, or name the column duration_ms");
    else if (!error.advice.empty())
        out += u". "_s + format::text(messageText(error.advice));
    return out;
}

StartPage::StartPage(QWidget* parent) : QWidget(parent)
{
    setAcceptDrops(true);
    const int line = fontMetrics().height();
    auto* outer = new QVBoxLayout(this);
    outer->addStretch(2);
    auto* middle = new QWidget(this);
    middle->setMaximumWidth(fontMetrics().averageCharWidth() * 130);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(line * 2, line, line * 2, line);
    column->setSpacing(line);
    addTitle(middle, column);
    column->addSpacing(line);
    column->addLayout(makeZones(middle));
    m_error = new QLabel(middle);
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->setAlignment(Qt::AlignHCenter);
    m_error->hide();
    column->addWidget(m_error);
    column->addSpacing(line / 2);
    column->addWidget(makeBelow());
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(middle, 100);
    centred->addStretch(1);
    outer->addLayout(centred);
    outer->addStretch(3);
    updateCompare();
}

void StartPage::addTitle(QWidget* parent, QVBoxLayout* column)
{
    auto* title = new QLabel(tr("Where does the slowdown start?"), parent);
    title->setFont(scaled(font(), 2.0, QFont::Bold));
    title->setAlignment(Qt::AlignHCenter);
    auto* lead =
        new QLabel(tr("Give two runs of the same job. Headwater names the first stage that regressed, says whether "
                      "it is one rank or all of them, and what to try next."),
                   parent);
    lead->setWordWrap(true);
    lead->setAlignment(Qt::AlignHCenter);
    lead->setProperty("tone", u"muted"_s);
    column->addWidget(title);
    column->addWidget(lead);
}

QHBoxLayout* StartPage::makeZones(QWidget* parent)
{
    const int line = fontMetrics().height();
    auto* zones = new QHBoxLayout;
    zones->setSpacing(line * 3 / 2);
    for (const Side side : {Side::Baseline, Side::Current}) {
        auto* zone = new DropZone(side, parent);
        m_zones[static_cast<std::size_t>(side)] = zone;
        zones->addWidget(zone, 1);
        connect(zone, &DropZone::folderWanted, this, [this, side] { emit chooseRequested(side, true); });
        connect(zone, &DropZone::filesWanted, this, [this, side] { emit chooseRequested(side, false); });
        connect(zone, &DropZone::pathsDropped, this, [this, side](const QStringList& paths) { take(side, paths); });
        connect(zone, &DropZone::cleared, this, &StartPage::updateCompare);
    }
    return zones;
}

QWidget* StartPage::makeBelow()
{
    auto* below = new QWidget(this);
    const int line = fontMetrics().height();
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(line);
    auto* buttons = new QHBoxLayout;
    m_compare = new QPushButton(tr("Compare"), below);
    m_compare->setProperty("accent", true);
    m_compare->setMinimumWidth(fontMetrics().averageCharWidth() * 20);
    m_sample = new QPushButton(tr("Open the sample investigation"), below);
    m_files = new QPushButton(tr("Look at the files\u2026"), below);
    m_files->setToolTip(tr("See what each file is, and say its rank, unit, rules or run"));
    m_files->hide();
    buttons->addStretch(1);
    buttons->addWidget(m_files);
    buttons->addWidget(m_compare);
    buttons->addWidget(m_sample);
    buttons->addStretch(1);
    // Two rows: in large letters one would be wider than a small screen.
    auto* without = new QHBoxLayout;
    without->addStretch(1);
    m_workshop = new QPushButton(tr("Workshop: find hidden faults"), below);
    m_workshop->setToolTip(tr("Cases to practise on, ideas to drag, the exercise (Ctrl+9)"));
    without->addWidget(m_workshop);
    m_scale = new QPushButton(tr("Plan at scale, without runs"), below);
    m_scale->setToolTip(tr("Find a fault that shows only on many GPUs: a topology and results are enough "
                           "(Ctrl+Shift+L)"));
    without->addWidget(m_scale);
    connect(m_scale, &QPushButton::clicked, this, &StartPage::scaleRequested);
    connect(m_workshop, &QPushButton::clicked, this, &StartPage::workshopRequested);
    without->addStretch(1);
    column->addLayout(buttons);
    column->addLayout(without);
    m_recent = new RecentList(below);
    m_recent->hide();
    column->addWidget(m_recent);
    connect(m_recent, &RecentList::fileChosen, this, &StartPage::investigationChosen);
    connect(m_recent, &RecentList::pairChosen, this, [this](const RecentPair& pair) {
        setPaths(Side::Baseline, pair.baseline);
        setPaths(Side::Current, pair.current);
        emit recentRequested(pair);
    });
    connect(m_compare, &QPushButton::clicked, this,
            [this] { emit compareRequested(m_zones[0]->paths(), m_zones[1]->paths()); });
    connect(m_sample, &QPushButton::clicked, this, &StartPage::sampleRequested);
    connect(m_files, &QPushButton::clicked, this, &StartPage::filesRequested);
    return below;
}

void StartPage::setRecent(const Settings& settings)
{
    m_recent->setRecent(settings);
    m_recent->setVisible(m_recent->topLevelItemCount() > 0);
}

void StartPage::setPaths(Side side, const QStringList& paths)
{
    zone(side)->setPaths(paths);
    updateCompare();
}

void StartPage::updateCompare()
{
    const bool both = !m_zones[0]->paths().isEmpty() && !m_zones[1]->paths().isEmpty();
    m_compare->setEnabled(both);
    m_compare->setToolTip(both ? QString() : tr("Choose both runs first"));
    if (both)
        m_compare->setFocus();
}

void StartPage::take(Side side, const QStringList& paths)
{
    clearErrors();
    if (paths.size() == 1 && paths.first().endsWith(u".headwater")) {
        emit investigationChosen(paths.first());
        return;
    }
    // Two folders dropped together are the two runs, in the order of their names.
    const bool twoRuns = paths.size() == 2 && std::all_of(paths.begin(), paths.end(),
                                                          [](const QString& path) { return QFileInfo(path).isDir(); });
    if (!twoRuns) {
        setPaths(side, paths);
        return;
    }
    QStringList sorted = paths;
    sorted.sort();
    setPaths(Side::Baseline, {sorted[0]});
    setPaths(Side::Current, {sorted[1]});
}

void StartPage::showError(const Error& error, std::optional<Side> side)
{
    if (side) {
        zone(*side)->setError(errorText(error));
        m_files->setVisible(error.code != ErrorCode::NotFound && error.code != ErrorCode::Cancelled);
        return;
    }
    clearErrors();
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, paletteOf(this).currentText);
    m_error->setPalette(colours);
    m_error->setText(errorText(error));
    m_error->show();
}

void StartPage::clearErrors()
{
    m_error->hide();
    m_files->hide();
    for (DropZone* zone : m_zones)
        zone->setError({});
}

/// The zones are large where there is room, and no taller than what they say where there is none.
void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int line = fontMetrics().height();
    for (DropZone* zone : m_zones)
        zone->setMinimumHeight(height() < line * 48 ? 0 : line * 17);
}

void StartPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void StartPage::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    take(m_zones[0]->paths().isEmpty() ? Side::Baseline : Side::Current, droppedPaths(event->mimeData()));
}

}  // namespace headwater
