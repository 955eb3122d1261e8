// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/StageSheet.h"

#include "core/triage/Names.h"
#include "widgets/theme/Format.h"
#include "widgets/workshop/Content.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString cell(const QString& text, bool right)
{
    return u"<td%1>%2</td>"_s.arg(right ? u" align=\"right\""_s : QString(), text.toHtmlEscaped());
}

/// Its unit stays beside the number, however narrow the panel is.
QString timeText(double time)
{
    return QString::fromStdString(workshop::timeInTable(time)).replace(u' ', QChar::Nbsp);
}

/// Words on lines of their own: in large type the table shall leave room for the page beside it.
QString head(const QString& who, const QString& when)
{
    return u"<td align=\"right\">%1<br>%2</td>"_s.arg(who.toHtmlEscaped().replace(u' ', u"<br>"_s),
                                                      when.toHtmlEscaped());
}

QString tableOf(const workshop::Library& library, const workshop::StageTable& table, std::size_t i)
{
    const auto word = [&library](const char* key) { return local(library.word(key)); };
    QString rows = u"<tr>"_s + cell(format::text(headwater::nameOf(table.statistics[i])), false);
    for (const char* who : {"table_typical", "table_slowest"})
        if (who == std::string_view("table_typical") || table.hasSlowest())
            rows += head(word(who), word("table_before")) + head(word(who), word("table_now"));
    rows += u"</tr>"_s;
    for (const workshop::StageTableRow& row : table.rows) {
        rows += u"<tr>"_s + cell(format::text(row.stage), false);
        for (const auto* values : {&row.typical, &row.slowest})
            if (!values->empty())
                for (const double time : {values->at(i).before, values->at(i).now})
                    rows += cell(timeText(time), true);
        rows += u"</tr>"_s;
    }
    return u"<table cellspacing=\"0\" cellpadding=\"3\">%1</table>"_s.arg(rows);
}

}  // namespace

StageSheet::StageSheet(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);  // of the rule: the tables do not wrap
}

void StageSheet::setTable(const workshop::Library& library, const workshop::StageTable& table)
{
    QString html;
    for (std::size_t i = 0; i < table.statistics.size(); ++i)
        html += tableOf(library, table, i);
    setText(html + u"<p>%1</p>"_s.arg(local(ruleOf(library, table)).toHtmlEscaped()));
    setAccessibleName(tr("Times of the stages of both runs"));
}

}  // namespace headwater
