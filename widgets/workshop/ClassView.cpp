// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/ClassView.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/TickLine.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

enum Column { kStudent, kCase, kTotal, kState, kTries, kVetoes, kColumns };

QString titleOf(const workshop::Library& library, const std::string& id)
{
    if (id == library.exerciseId)
        return local(library.exerciseTitle);
    const workshop::CaseSpec* spec = library.find(id);
    return spec != nullptr ? local(spec->title) : format::text(id);
}

QString vetoesOf(const workshop::Library& library, const workshop::Grade& grade)
{
    QStringList names;
    for (const std::string& id : grade.vetoes)
        if (const workshop::Veto* veto = library.veto(id))
            names << local(veto->name);
    return names.join(u", "_s);
}

QTableWidgetItem* numberItem(const QVariant& number)
{
    auto* item = new QTableWidgetItem;
    item->setData(Qt::DisplayRole, number);  // sorted as a number
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

}  // namespace

ClassView::ClassView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    column->setContentsMargins(line * 2, line * 2, line * 2, line * 2);
    column->setSpacing(line);
    m_title = wrappedLabel(this);
    m_title->setFont(scaled(font(), 1.6, QFont::DemiBold));
    m_summary = wrappedLabel(this);
    m_table = new QTableWidget(0, kColumns, this);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // the page scrolls
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_below = wrappedLabel(this);
    m_save = new QPushButton(tr("Save as HTML\u2026"), this);
    m_save->setToolTip(tr("One page in large type, to be shown to a room or printed"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_save);
    row->addStretch(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_title, m_summary, m_table, m_below})
        column->addWidget(widget);
    column->addLayout(row);
    column->addStretch(1);
    connect(m_save, &QPushButton::clicked, this, &ClassView::saveWanted);
}

void ClassView::setClass(const workshop::Library& library, const workshop::ClassProgress& progress)
{
    const auto word = [&library](std::string_view key) { return local(library.word(key)); };
    m_title->setText(word("class"));
    m_table->setAccessibleName(word("class"));
    m_summary->setText(u"%1: %2 / %3"_s.arg(word("passed")).arg(progress.passed).arg(progress.graded));
    m_table->setHorizontalHeaderLabels(
        {word("student"), word("case"), word("total"), tr("Result"), word("tries"), word("vetoes")});
    for (const int number : {kTotal, kTries})
        m_table->horizontalHeaderItem(number)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->setSortingEnabled(false);  // or each row goes elsewhere while it is filled
    m_table->setRowCount(0);
    for (const workshop::ClassRow& row : progress.rows)
        addRow(library, row);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(kStudent, Qt::AscendingOrder);
    QStringList below{word("best_counts")};
    if (!progress.mistakes.empty())
        below << QString() << word("mistakes");
    for (const auto& [id, count] : progress.mistakes)
        if (const workshop::Mistake* mistake = library.mistake(id))
            below << u"%1 \u00d7 %2: %3"_s.arg(QString::number(count), local(mistake->name), local(mistake->why));
    if (!progress.unreadable.empty())
        below << QString() << word("unreadable");
    for (const Error& error : progress.unreadable)
        below << u"\u2013 "_s + format::text(describe(error));
    m_below->setText(below.join(u'\n'));
    fitTable();
}

void ClassView::addRow(const workshop::Library& library, const workshop::ClassRow& row)
{
    const int at = m_table->rowCount();
    m_table->insertRow(at);
    m_table->setItem(at, kStudent, new QTableWidgetItem(format::text(row.student)));
    m_table->setItem(at, kCase, new QTableWidgetItem(titleOf(library, row.id)));
    m_table->setItem(at, kTotal, row.known ? numberItem(row.grade.total) : new QTableWidgetItem(u"\u2013"_s));
    const char* state = !row.known ? "not_known" : row.grade.passed() ? "passed" : "not_passed";
    m_table->setItem(at, kState, new QTableWidgetItem(local(library.word(state))));
    m_table->setItem(at, kTries, numberItem(row.tries));
    m_table->setItem(at, kVetoes, new QTableWidgetItem(vetoesOf(library, row.grade)));
}

void ClassView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        QTimer::singleShot(0, this, &ClassView::fitTable);  // when the table has it as well
}

/// As high as its rows, so that the page scrolls as a whole.
void ClassView::fitTable()
{
    m_table->resizeRowsToContents();
    const int bar = m_table->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff ? 0 : fontMetrics().height();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + m_table->verticalHeader()->length() +
                            2 * m_table->frameWidth() + bar);
}

}  // namespace headwater
