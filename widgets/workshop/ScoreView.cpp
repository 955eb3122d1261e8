// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/ScoreView.h"

#include <array>

#include "core/workshop/Print.h"
#include "widgets/theme/Format.h"
#include "widgets/workshop/Content.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString points(double value)
{
    return QString::number(value);
}

QString escaped(const workshop::LocalText& text)
{
    return local(text).toHtmlEscaped();
}

/// One cell's mark: full, part, none, or that nobody has judged it.
QString markOf(const workshop::GradeLine& line)
{
    if (line.answered && !line.judged)
        return u"\u2013"_s;
    static const std::array<QString, 3> marks{u"\u2713"_s, u"\u25d0"_s, u"\u2717"_s};
    return marks.at(line.isFull() ? 0 : line.points > 0 ? 1 : 2);
}

QString partHtml(const workshop::GradePart& part)
{
    QString html = u"<p><b>%1</b>&nbsp;&nbsp;%2 / %3</p><table cellspacing=\"0\" cellpadding=\"2\">"_s.arg(
        escaped(part.title), points(part.points), points(part.of));
    for (const workshop::GradeLine& line : part.lines)
        html += u"<tr><td>%1</td><td><b>%2</b><br>%3</td></tr>"_s.arg(markOf(line), escaped(line.what),
                                                                      escaped(line.feedback));
    return html + u"</table>"_s;
}

/// Every wrong turn in order, those that were taken back too.
QString turnsHtml(const workshop::Library& library, const workshop::Grade& grade)
{
    if (grade.turns.empty())
        return {};
    QString html = u"<p><b>%1</b></p><ol>"_s.arg(escaped(library.word("turns")));
    for (const workshop::WrongTurn& turn : grade.turns)
        html += u"<li>%1</li>"_s.arg(escaped(turnInWords(library, turn)));
    return html + u"</ol><p>%1</p>"_s.arg(escaped(library.word("turns_rule")));
}

}  // namespace

ScoreView::ScoreView(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("Score"));
}

void ScoreView::setGrade(const workshop::Library& library, const workshop::Grade& grade, const QStringList& before)
{
    QString html = u"<p style=\"font-size:large\"><b>%1 / %2, %3</b></p>"_s.arg(
        points(grade.total), points(workshop::Grade::kOf),
        escaped(library.word(grade.passed() ? "passed" : "not_passed")));
    for (const std::string& id : grade.vetoes)
        if (const workshop::Veto* veto = library.veto(id))
            html += u"<p><b>%1</b> %2</p>"_s.arg(tr("Veto: %1.").arg(local(veto->name)).toHtmlEscaped(),
                                                 escaped(veto->looksLike));
    for (const QString& paragraph : before)
        html += u"<p>%1</p>"_s.arg(paragraph.toHtmlEscaped());
    html += turnsHtml(library, grade);
    for (const std::string& id : grade.mistakes)
        if (const workshop::Mistake* mistake = library.mistake(id))
            html += u"<p><b>%1</b> %2</p>"_s.arg(tr("%1:").arg(local(mistake->name)).toHtmlEscaped(),
                                                 escaped(mistake->why));
    for (const workshop::GradePart& part : grade.parts)
        html += partHtml(part);
    setText(html);
}

}  // namespace headwater
