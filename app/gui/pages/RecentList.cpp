// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/RecentList.h"

#include <algorithm>

#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QStyledItemDelegate>

#include "app/gui/RunNames.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr int kShownAtMost = 7;
constexpr int kShownAtLeast = 3;

/// The folder that all of them lie in.
QString placeOf(const QStringList& paths)
{
    QStringList common;
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QStringList parts = QFileInfo(paths[i]).path().split(u'/');
        if (i == 0)
            common = parts;
        while (common != parts.mid(0, common.size()))
            common.removeLast();
    }
    const QString folder = common.join(u'/');
    return folder.isEmpty() ? u"/"_s : folder;
}

/// Texts stand below those of the header, which has a margin.
class Inset : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem inset = option;
        inset.rect.setLeft(inset.rect.left() + option.fontMetrics.averageCharWidth() * 2 / 3);
        QStyledItemDelegate::paint(painter, inset, index);
    }
};

}  // namespace

RecentList::RecentList(QWidget* parent) : QTreeWidget(parent)
{
    setColumnCount(3);
    setHeaderLabels({tr("Opened before"), tr("Place"), tr("Last opened")});
    setAccessibleName(tr("Opened before"));
    setAccessibleDescription(tr("Investigations and pairs of runs, the latest first; Enter opens one"));
    setItemDelegate(new Inset(this));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::Stretch);
    header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { choose(indexOfTopLevelItem(item)); });
}

void RecentList::setRecent(const Settings& settings)
{
    m_rows.clear();
    for (const QString& file : settings.recentFiles)
        m_rows.push_back({file, {}, settings.filesOpened.value(file)});
    for (const RecentPair& pair : settings.recent)
        m_rows.push_back({{}, pair, pair.when});
    // Those whose time is not known come last, in their order.
    std::ranges::stable_sort(
        m_rows, [](const Row& a, const Row& b) { return a.when.isValid() && (!b.when.isValid() || a.when > b.when); });
    clear();
    for (const Row& row : m_rows)
        show(new QTreeWidgetItem(this), row, false);
    updateGeometry();
}

void RecentList::setMissing(const QSet<QString>& paths)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const QStringList own = row.file.isEmpty() ? row.pair.baseline + row.pair.current : QStringList{row.file};
        const bool missing = std::ranges::any_of(own, [&paths](const QString& path) { return paths.contains(path); });
        show(topLevelItem(static_cast<int>(i)), row, missing);
    }
}

void RecentList::show(QTreeWidgetItem* item, const Row& row, bool missing) const
{
    const bool file = !row.file.isEmpty();
    const QStringList paths = file ? QStringList{row.file} : row.pair.baseline + row.pair.current;
    const QString name = file ? QFileInfo(row.file).fileName() : pairName(row.pair.baseline, row.pair.current);
    const QString what = format::text(name.toStdString());
    item->setText(0, missing ? tr("%1 (not there)").arg(what) : what);
    item->setText(1, format::text(placeOf(paths).toStdString()));
    item->setText(2, row.when.isValid() ? QLocale().toString(row.when, QLocale::ShortFormat) : u"\u2013"_s);
    const QString whole =
        file ? row.file : row.pair.baseline.join(u'\n') + u"\n\u2192\n"_s + row.pair.current.join(u'\n');
    for (int column = 0; column < columnCount(); ++column) {
        item->setToolTip(column, format::tip(missing ? tr("Not all of it is there any more:") + u'\n' + whole : whole));
        const bool quiet = missing || column > 0;
        item->setForeground(column, quiet ? paletteOf(this).muted : paletteOf(this).text);
    }
}

void RecentList::choose(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_rows.size())
        return;
    const Row chosen = m_rows[static_cast<std::size_t>(row)];  // the list may be filled anew by what follows
    if (chosen.file.isEmpty())
        emit pairChosen(chosen.pair);
    else
        emit fileChosen(chosen.file);
}

void RecentList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        choose(indexOfTopLevelItem(currentItem()));
    else
        QTreeWidget::keyPressEvent(event);
}

int RecentList::heightOf(int rows) const
{
    const int row = std::max(sizeHintForRow(0), fontMetrics().height());
    return header()->sizeHint().height() + rows * row + 2 * frameWidth() + fontMetrics().height() / 4;
}

QSize RecentList::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 90, heightOf(std::clamp(topLevelItemCount(), 1, kShownAtMost))};
}

QSize RecentList::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, heightOf(std::clamp(topLevelItemCount(), 1, kShownAtLeast))};
}

QStringList recentPaths(const Settings& settings)
{
    QStringList out = settings.recentFiles;
    for (const RecentPair& pair : settings.recent)
        out += pair.baseline + pair.current;
    out.removeDuplicates();
    return out;
}

}  // namespace headwater
