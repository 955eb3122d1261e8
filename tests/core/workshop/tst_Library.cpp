// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QtTest>

#include <map>
#include <set>

#include "core/workshop/Library.h"
#include "core/workshop/TruthWords.h"

using namespace headwater;
using namespace headwater::workshop;

/// What the program brings along is complete, in both languages, and each question can be answered rightly.
class TestLibrary : public QObject {
    Q_OBJECT
private slots:
    void nothingIsOdd();
    void everyFaultIsACase();
    void everyFaultIsToldInBothLanguages();
    void idsDoNotTell();
    void eachNodeHasARightAnswer_data();
    void eachNodeHasARightAnswer();
    void mistakesAndVetoesAreNamed();
    void wrongTurnsFitTheirChoice();
    void wrongTurnsFitTheirCase();
    void conditions();
    void everyFactIsOneOfSomeCase();
    void theProgramDoesNotShowTheAnswers();
    void rubricsAddUp();
};

void TestLibrary::nothingIsOdd()
{
    Remarks remarks;
    const Library all = library(remarks);
    for (const Remark& remark : remarks)
        qWarning("%s %s", remark.where.c_str(), remark.what.english().c_str());
    QVERIFY(remarks.empty());
    for (int level = 1; level <= 3; ++level)
        QVERIFY(std::ranges::count(all.cases, level, &CaseSpec::level) >= 5);
    for (const CaseSpec& spec : all.cases) {
        QVERIFY2(!spec.explanation.en.empty() && !spec.explanation.zh.empty(), spec.id.c_str());
        QVERIFY2(!spec.hints.empty(), spec.id.c_str());
    }
    for (const auto& [key, text] : all.words)
        QVERIFY2(!text.en.empty() && !text.zh.empty(), key.c_str());
}

void TestLibrary::everyFaultIsACase()
{
    std::set<std::string> used;
    for (const CaseSpec& spec : library().cases)
        used.insert(spec.faults.begin(), spec.faults.end());
    for (const ScenarioInfo& info : scenarios())
        QVERIFY2(used.contains(std::string(info.id)), std::string(info.id).c_str());
}

/// A case without an explanation of its own is told by the simulator, in Chinese as well.
void TestLibrary::everyFaultIsToldInBothLanguages()
{
    const Library all = library();
    for (const ScenarioInfo& info : scenarios()) {
        CaseSpec spec = all.cases.front();
        spec.explanation = {};
        spec.faults = {std::string(info.id)};
        const auto opened = openCase(spec, all.questions);
        QVERIFY2(opened.has_value(), std::string(info.id).c_str());
        const LocalText told = explanationOf(*opened);
        QVERIFY2(!told.en.empty() && told.zh != told.en && !told.zh.empty(), told.en.c_str());
        QVERIFY2(std::ranges::any_of(told.zh, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }),
                 told.zh.c_str());
        QVERIFY2(told.zh.find(". ") == std::string::npos, told.zh.c_str());  // no sentence stayed English
    }
}

void TestLibrary::idsDoNotTell()
{
    std::set<std::string> ids;
    for (const CaseSpec& spec : library().cases) {
        QVERIFY2(ids.insert(spec.id).second, spec.id.c_str());
        for (const ScenarioInfo& info : scenarios())
            QVERIFY2(spec.id != info.id, spec.id.c_str());
    }
}

void TestLibrary::eachNodeHasARightAnswer_data()
{
    QTest::addColumn<int>("index");
    const Library all = library();
    for (std::size_t i = 0; i < all.cases.size(); ++i)
        QTest::newRow(all.cases[i].id.c_str()) << static_cast<int>(i);
}

void TestLibrary::eachNodeHasARightAnswer()
{
    QFETCH(int, index);
    const Library all = library();
    const auto opened = openCase(all.cases.at(static_cast<std::size_t>(index)), all.questions);
    QVERIFY(opened.has_value());
    const auto facts = factsOf(*opened);
    QCOMPARE(opened->questions.size(), nodesAsked(opened->truth()).size());
    for (const Question& question : opened->questions) {
        const auto right =
            std::ranges::count_if(question.choices, [&](const Choice& choice) { return choice.isRight(facts); });
        // Where the page of the ranks warns of something that is not the answer, both readings of it are right.
        const bool pages =
            (question.node == "stragglers" && facts.contains("symptom:stragglers")) ||
            (question.node == "resources" && facts.contains("resources:lead") && !facts.contains("symptom:resources"));
        // Where only some ranks are slow, their work can be moved and what is slow in it can be looked at.
        const bool ways =
            question.node == "outcome" && facts.contains("scope:localised") && !isTrue("rotating & spent:host", facts);
        const bool two = pages || ways;
        QVERIFY2(right == (two ? 2 : 1), (question.node + " has " + std::to_string(right) + " right choices").c_str());
        for (const Choice& choice : question.choices) {
            const Mistake* mistake = all.mistake(choice.mistake);
            QVERIFY2(choice.isRight(facts) || mistake != nullptr, choice.id.c_str());
        }
    }
}

void TestLibrary::mistakesAndVetoesAreNamed()
{
    const Library all = library();
    QCOMPARE(all.vetoes.size(), std::size_t(4));
    for (const char* id : {"chased-slowest", "trusted-communication", "averaged-tail", "changed-two",
                           "skipped-correctness", "dropped-failed"})
        QVERIFY2(all.mistake(id) != nullptr, id);
    for (const Mistake& mistake : all.mistakes)
        QVERIFY2(mistake.veto.empty() || all.veto(mistake.veto) != nullptr, mistake.id.c_str());
}

/// Whoever looks into the program's file shall not come upon the answers.
void TestLibrary::theProgramDoesNotShowTheAnswers()
{
    QFile self(QStringLiteral("/proc/self/exe"));
    if (!self.open(QIODevice::ReadOnly))
        QSKIP("the file of a running program is known here only through /proc");
    const QByteArray bytes = self.readAll();
    QVERIFY(bytes.contains("Open the stage that takes longest"));  // of the questions, which are no secret
    for (const CaseSpec& spec : library().cases)
        for (const std::string& secret : {spec.explanation.en, spec.explanation.zh, spec.hints.back().en})
            QVERIFY2(!bytes.contains(secret.c_str()), secret.c_str());
    for (const OpenQuestion& question : library().courseQuestions)
        for (const RubricPoint& point : question.points)
            QVERIFY2(!bytes.contains(point.text.en.c_str()), point.text.en.c_str());
}

/// A condition with a slip would never be true.
void TestLibrary::everyFactIsOneOfSomeCase()
{
    std::set<std::string> known;
    for (const CaseSpec& spec : library().cases)
        known.merge(factsOf(openCase(spec, library().questions).value()));
    known.insert("kind:rare");  // of cases that somebody writes
    const auto check = [&known](const std::vector<std::string>& conditions) {
        for (const std::string& condition : conditions)
            for (const std::string& fact : factsAskedBy(condition))
                QVERIFY2(known.contains(fact), condition.c_str());
    };
    for (const Question& question : library().questions)
        for (const Choice& choice : question.choices) {
            check(choice.rightFor);
            check(choice.unless);
            for (const Reply& reply : choice.replies) {
                check(reply.when);
                QVERIFY2(library().mistake(reply.mistake) != nullptr, reply.mistake.c_str());
                QVERIFY2(!reply.feedback.en.empty() && !reply.feedback.zh.empty(), choice.id.c_str());
            }
        }
}

void TestLibrary::conditions()
{
    const std::set<std::string> facts{"*", "a", "b:c"};
    for (const char* yes : {"*", "a", "a & b:c", "!d", "a & !d"})
        QVERIFY2(isTrue(yes, facts), yes);
    for (const char* no : {"d", "!a", "a & d", "!d & !a"})
        QVERIFY2(!isTrue(no, facts), no);
    QCOMPARE(factsAskedBy("a & !d"), (std::vector<std::string>{"a", "d"}));
}

/// The name of the error made, where the same choice is another error in another case; as the course names them.
void TestLibrary::wrongTurnsFitTheirCase()
{
    const Library all = library();
    const auto mistakeIn = [&all](const char* id, const char* node, const char* choice) {
        const Case opened = openCase(*all.find(id), all.questions).value();
        const auto question = std::ranges::find(opened.questions, node, &Question::node);
        const auto found = std::ranges::find(question->choices, choice, &Choice::id);
        return QString::fromStdString(found->isRight(factsOf(opened)) ? "right" : found->mistake);
    };
    QCOMPARE(mistakeIn("evening-of-improvements", "correctness", "go-on"), QStringLiteral("changed-two"));
    QCOMPARE(mistakeIn("bug-hunt", "correctness", "go-on"), QStringLiteral("skipped-correctness"));
    QCOMPARE(mistakeIn("new-image", "timeline", "input"), QStringLiteral("misplaced-time"));
    QCOMPARE(mistakeIn("new-image", "outcome", "synthetic-data"), QStringLiteral("idle-experiment"));
    QCOMPARE(mistakeIn("moving-day", "stragglers", "one"), QStringLiteral("misread-ranks"));
    QCOMPARE(mistakeIn("slow-collectives", "outcome", "compare-kernels"), QStringLiteral("right"));
    QCOMPARE(mistakeIn("rotating-waits", "outcome", "swap-rank"), QStringLiteral("misread-ranks"));
    QCOMPARE(mistakeIn("rotating-waits", "outcome", "profile-host"), QStringLiteral("right"));
    QCOMPARE(mistakeIn("quiet-storage", "resources", "nothing-shown"), QStringLiteral("overlooked-counter"));
    QCOMPARE(mistakeIn("fast-but-wrong", "outcome", "leave-alone"), QStringLiteral("skipped-correctness"));
    QCOMPARE(mistakeIn("fine-on-average", "outcome", "leave-alone"), QStringLiteral("averaged-tail"));
    // Wherever a stage is said to have been chased, it has to be said of the slowest: at the alert alone.
    for (const CaseSpec& spec : all.cases) {
        const Case opened = openCase(spec, all.questions).value();
        for (const Question& question : opened.questions)
            for (const Choice& choice : question.choices)
                QVERIFY2(choice.mistake != "chased-slowest" || question.node == "alert", choice.id.c_str());
    }
}

/// The name that is read out is that of the error made, not of its neighbour.
void TestLibrary::wrongTurnsFitTheirChoice()
{
    std::map<std::string, std::string> mistakes;
    for (const Question& question : library().questions)
        for (const Choice& choice : question.choices)
            mistakes[question.node + "/" + choice.id] = choice.mistake;
    QCOMPARE(mistakes["outcome/one-variable"], std::string("idle-experiment"));
    QCOMPARE(mistakes["outcome/swap-rank"], std::string("idle-experiment"));
    QCOMPARE(mistakes["stragglers/rotating"], std::string("misread-ranks"));
    QCOMPARE(mistakes["stragglers/three-sigma"], std::string("unknown-as-fine"));
}

void TestLibrary::rubricsAddUp()
{
    const Library all = library();
    const auto sum = [](const OpenQuestion& question) {
        double points = 0;
        for (const RubricPoint& point : question.points)
            points += point.points;
        return points;
    };
    QCOMPARE(all.courseQuestions.size(), std::size_t(3));
    for (const OpenQuestion& question : all.courseQuestions)
        QCOMPARE(sum(question), 2.0);
    QCOMPARE(sum(all.explain), 1.0);
    QCOMPARE(sum(all.why), 1.0);
    QCOMPARE(sum(all.next), 2.0);
}

QTEST_APPLESS_MAIN(TestLibrary)
#include "tst_Library.moc"
