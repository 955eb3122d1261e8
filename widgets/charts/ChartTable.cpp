// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ChartTable.h"

#include <QCoreApplication>

#include "widgets/charts/AccessibleRows.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString cellText(const QString& raw)
{
    QString cell = raw;
    cell.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
    cell = format::text(cell.toStdString());
    bool number = false;
    (void)cell.toDouble(&number);
    // What a spreadsheet takes for a formula, in wide letters too: some read those alike.
    static const QString kFormula = u"=+-@\uff1d\uff0b\uff0d\uff20"_s;
    const QString trimmed = cell.trimmed();
    if (!number && !trimmed.isEmpty() && kFormula.contains(trimmed.front()))
        cell.prepend(u'\'');
    return cell;
}

}  // namespace

QString tableText(const QList<QStringList>& rows)
{
    QString out;
    for (const QStringList& row : rows) {
        QStringList cells;
        for (const QString& cell : row)
            cells << cellText(cell);
        out += cells.join(u'\t') + u'\n';
    }
    return out;
}

QString csvText(const QString& table)
{
    QString out;
    for (const QString& line : table.split(u'\n', Qt::SkipEmptyParts)) {
        QStringList cells = line.split(u'\t');
        for (QString& cell : cells)
            if (cell.contains(u',') || cell.contains(u'"') || cell.contains(u';'))
                cell = u'"' + cell.replace(u'"', u"\"\""_s) + u'"';
        out += cells.join(u',') + u"\r\n"_s;
    }
    return out;
}

QString tableText(const AccessibleRows& rows)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("headwater::ChartTable", text); };
    QList<QStringList> out = {{tr("Name"), tr("Value"), tr("Description")}};
    for (const AccessibleRow& row : rows.accessibleRows())
        out << QStringList{row.name, row.value, row.description};
    return tableText(out);
}

}  // namespace headwater
