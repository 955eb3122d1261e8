// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/FuzzyMatch.h"

#include <algorithm>

#include <QStringList>

namespace headwater {

namespace {

QString plain(const QString& text)
{
    const QString parted = text.normalized(QString::NormalizationForm_KD).toCaseFolded();
    QString out;
    for (const QChar c : parted)
        if (c.category() != QChar::Mark_NonSpacing)
            out += c;
    return out;
}

bool beginsWord(const QString& text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber();
}

std::optional<int> letters(const QString& word, const QString& text)
{
    int score = 0;
    qsizetype at = -1;
    for (const QChar c : word) {
        const qsizetype next = text.indexOf(c, at + 1);
        if (next < 0)
            return std::nullopt;
        score += next == at + 1 && at >= 0 ? 3 : 0;
        score += beginsWord(text, next) ? 4 : 0;
        score += next == 0 ? 3 : 0;
        score -= static_cast<int>(std::min<qsizetype>(next - at - 1, 3));
        at = next;
    }
    return score;
}

std::optional<int> wordScore(const QString& word, const QString& text)
{
    constexpr int kWhole = 100;
    const qsizetype whole = text.indexOf(word);
    if (whole < 0)
        return letters(word, text);
    bool start = beginsWord(text, whole);
    for (qsizetype at = whole; !start && at >= 0; at = text.indexOf(word, at + 1))
        start = beginsWord(text, at);
    return kWhole + static_cast<int>(word.size()) * 4 + (start ? 40 : 0) + (whole == 0 ? 20 : 0);
}

}  // namespace

std::optional<int> fuzzyMatch(const QString& typed, const QString& text)
{
    const QString where = plain(text);
    int score = -static_cast<int>(std::min<qsizetype>(where.size(), 60)) / 6;
    for (const QString& word : plain(typed).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const std::optional<int> one = wordScore(word, where);
        if (!one)
            return std::nullopt;
        score += *one;
    }
    return score;
}

}  // namespace headwater
