// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QtTest>

#include "core/report/Escape.h"
#include "core/workshop/Handout.h"
#include "core/workshop/Library.h"

using namespace headwater;
using namespace headwater::workshop;

namespace {

bool has(const std::string& piece, const std::string& text)
{
    return piece.find(text) != std::string::npos;
}

/// The one piece that has `text`.
std::string pieceWith(const Handout& handout, const std::string& text)
{
    const auto found = std::ranges::find_if(handout.pieces, [&](const auto& piece) { return has(piece, text); });
    return found == handout.pieces.end() ? std::string() : *found;
}

PrintOptions inLanguage(const QString& language)
{
    PrintOptions options;
    options.language = language.toStdString();
    return options;
}

}  // namespace

/// What belongs together is in one piece: no end of a page parts it.
class TestHandout : public QObject {
    Q_OBJECT
private slots:
    void aQuestionIsWithItsChoices_data();
    void aQuestionIsWithItsChoices();
    void theExerciseSaysHowItIsScored_data();
    void theExerciseSaysHowItIsScored();

private:
    Library m_library = library();
};

void TestHandout::aQuestionIsWithItsChoices_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("en") << QStringLiteral("en");
    QTest::newRow("zh_CN") << QStringLiteral("zh_CN");
}

void TestHandout::aQuestionIsWithItsChoices()
{
    QFETCH(QString, language);
    const PrintOptions options = inLanguage(language);
    const auto say = [&](const LocalText& text) { return escapeMarkup(text.in(options.language)); };
    for (const CaseSpec& spec : m_library.cases) {
        const auto opened = openCase(spec, m_library.questions);
        QVERIFY(opened.has_value());
        const Handout handout = handoutOf(m_library, *opened, options);
        QCOMPARE(handout.title, spec.title.in(options.language));
        for (const Question& question : opened->questions) {
            const std::string piece = pieceWith(handout, say(question.ask));
            for (const Choice& choice : question.choices)
                QVERIFY2(has(piece, say(choice.text)), choice.id.c_str());
            QVERIFY(has(piece, "class=\"room\""));  // and with the line to write on
        }
        for (const std::string& piece : handout.pieces)
            QVERIFY2(!piece.ends_with("</h2>\n"), piece.c_str());
        const std::string vetoes = pieceWith(handout, say(m_library.word("vetoes")));
        for (const Veto& veto : m_library.vetoes)
            QVERIFY2(has(vetoes, say(veto.name)), veto.id.c_str());
    }
}

void TestHandout::theExerciseSaysHowItIsScored_data()
{
    aQuestionIsWithItsChoices_data();
}

void TestHandout::theExerciseSaysHowItIsScored()
{
    QFETCH(QString, language);
    PrintOptions options = inLanguage(language);
    options.seed = 4711;
    const auto say = [&](const LocalText& text) { return escapeMarkup(text.in(options.language)); };
    const Handout handout = exerciseHandout(m_library, options);
    QVERIFY(!pieceWith(handout, "4711").empty());  // whoever grades it needs the same numbers
    const std::string points = pieceWith(handout, say(m_library.word("scoring")));
    for (const char* each : {"/ 4", "/ 2", "/ 10"})
        QVERIFY2(has(points, each), each);
    const std::string vetoes = pieceWith(handout, say(m_library.word("vetoes")));
    for (const Veto& veto : m_library.vetoes)
        QVERIFY2(has(vetoes, say(veto.name)), veto.id.c_str());
    QVERIFY(has(handoutHtml(handout), "break-inside:avoid"));
}

QTEST_APPLESS_MAIN(TestHandout)
#include "tst_Handout.moc"
