// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/GradeParts.h"

#include <algorithm>

namespace headwater::workshop {

namespace {

bool isWritten(const std::string& text)
{
    return text.find_first_not_of(" \t\r\n") != std::string::npos;
}

template <class List>
bool contains(const List& list, const std::string& value)
{
    return std::ranges::find(list, value) != list.end();
}

void addOnce(std::vector<std::string>& list, const std::string& value)
{
    if (!value.empty() && !contains(list, value))
        list.push_back(value);
}

}  // namespace

GradeLine gradeOpen(const Library& library, const OpenQuestion& question, const OpenAnswer& answer,
                    const std::string& id)
{
    GradeLine line{id, question.ask, 0, 0, {}, {}};
    std::vector<const RubricPoint*> missing;
    for (const RubricPoint& point : question.points) {
        line.of += point.points;
        if (contains(answer.ticked, point.id))
            line.points += point.points;
        else
            missing.push_back(&point);
    }
    line.answered = isWritten(answer.text);
    if (!line.answered) {
        line.points = 0;
        line.feedback = library.word(answer.ticked.empty() ? "not_answered" : "no_text");
        return line;
    }
    line.judged = !answer.ticked.empty();
    if (!line.judged) {  // the program reads no prose: it cannot say what the text leaves out
        line.feedback = library.word("not_judged");
        return line;
    }
    if (missing.empty())
        line.feedback = library.word("right");
    for (const RubricPoint* point : missing) {
        const LocalText& pattern = library.word("to_mention");
        const std::string space = line.feedback.empty() ? "" : " ";
        line.feedback.en += space + filled(pattern, {point->text.in("en")}).en;
        line.feedback.zh += space + filled(pattern, {point->text.in("zh")}).zh;
    }
    return line;
}

GradePart sumUp(LocalText title, std::vector<GradeLine> lines, double of)
{
    GradePart part{std::move(title), 0, of, std::move(lines)};
    for (const GradeLine& line : part.lines)
        part.points += line.points;
    return part;
}

void finish(Grade& grade, const Library& library, const std::vector<std::string>& given,
            const std::vector<std::string>& kept)
{
    std::vector<std::string> vetoes = given;
    for (const std::string& id : kept)
        if (const Mistake* mistake = library.mistake(id))
            addOnce(vetoes, mistake->veto);
    for (const Veto& veto : library.vetoes)
        if (contains(vetoes, veto.id))
            grade.vetoes.push_back(veto.id);
    for (const GradePart& part : grade.parts) {
        grade.total += part.points;
        for (const GradeLine& line : part.lines)
            addOnce(grade.mistakes, line.mistake);
    }
    for (const WrongTurn& turn : grade.turns)
        addOnce(grade.mistakes, turn.mistake);
}

}  // namespace headwater::workshop
