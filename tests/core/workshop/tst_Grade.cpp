// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/workshop/Grade.h"
#include "tests/core/workshop/Sheets.h"

using namespace headwater;
using namespace headwater::workshop;
using namespace headwater::test;

namespace {

Case caseNamed(const std::string& id)
{
    return openCase(*shelf().find(id), shelf().questions).value();
}

/// The sheet of somebody who knows it all.
Answers perfect(const Case& opened)
{
    Answers answers;
    answers.id = opened.spec.id;
    const Truth& truth = opened.truth();
    const auto facts = factsOf(opened);
    for (const Question& question : opened.questions)
        for (const Choice& choice : question.choices)
            if (choice.isRight(facts))
                answers.decisions[question.node] = {choice.id};
    answers.conclusion = {true, truth.firstRegressedStage, truth.scope, truth.ranks, truth.layer, truth.outcomeNode};
    answers.why = everything(shelf().why);
    answers.next = everything(shelf().next);
    return answers;
}

using Names = std::vector<std::string>;

}  // namespace

class TestGrade : public QObject {
    Q_OBJECT
private slots:
    void everyCaseCanBeSolved_data();
    void everyCaseCanBeSolved();
    void everyLineSaysWhatIsRight();
    void nothingAnswered();
    void eachPartCounts();
    void chasingTheSlowest();
    void trustingCommunication();
    void aTailAveragedAway();
    void aCauseThatCannotBeKnown();
    void skippingCorrectness();
    void aWrongTurnTakenBack();
    void everyWrongTurnIsListed();
    void aWrongTurnHasAFittingName();
    void aPersonsVeto();
    void rotatingRanks();
    void proseIsNeverRead();
    void sheetsRoundTrip();
};

void TestGrade::everyCaseCanBeSolved_data()
{
    QTest::addColumn<QString>("id");
    for (const CaseSpec& spec : shelf().cases)
        QTest::newRow(spec.id.c_str()) << QString::fromStdString(spec.id);
}

void TestGrade::everyCaseCanBeSolved()
{
    QFETCH(QString, id);
    const Case opened = caseNamed(id.toStdString());
    const Grade grade = gradeCase(shelf(), opened, perfect(opened));
    QCOMPARE(grade.total, 10.0);
    QVERIFY(grade.passed());
    QVERIFY(grade.mistakes.empty());
    QCOMPARE(grade.parts.size(), std::size_t(4));
    QCOMPARE(grade.parts[0].of, 4.0);
    for (std::size_t i = 1; i < 4; ++i)
        QCOMPARE(grade.parts[i].of, 2.0);
}

void TestGrade::everyLineSaysWhatIsRight()
{
    for (const CaseSpec& spec : shelf().cases) {
        const Case opened = caseNamed(spec.id);
        Answers wrong;
        for (const Question& question : opened.questions)
            wrong.decisions[question.node] = {question.choices.back().id};
        for (const GradePart& part : gradeCase(shelf(), opened, wrong).parts)
            for (const GradeLine& line : part.lines)
                QVERIFY2(!line.feedback.en.empty() && !line.feedback.zh.empty() && !line.what.zh.empty(),
                         (spec.id + " " + line.id).c_str());
    }
}

void TestGrade::nothingAnswered()
{
    const Case opened = caseNamed("two-nights");
    const Grade grade = gradeCase(shelf(), opened, Answers());
    QCOMPARE(grade.total, 0.0);  // "none regressed" is an answer, silence is not
    QVERIFY(!grade.passed());
    QVERIFY(grade.vetoes.empty());
}

void TestGrade::eachPartCounts()
{
    const Case opened = caseNamed("new-image");
    Answers answers = perfect(opened);
    answers.conclusion.layer = "resources";
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 9.0);
    answers.next.ticked = {"one-variable"};
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 8.0);
    QVERIFY(gradeCase(shelf(), opened, answers).passed());
    answers.why.ticked.clear();
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 7.0);
    QVERIFY(!gradeCase(shelf(), opened, answers).passed());
    answers.decisions.clear();
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 5.0);
    answers = perfect(opened);
    answers.decisions["resources"] = {"missing-is-fine"};
    QCOMPARE(gradeCase(shelf(), opened, answers).parts[1].points, 1.5);  // 5 of 6, down to a quarter
}

void TestGrade::chasingTheSlowest()
{
    const Case opened = caseNamed("new-image");
    Answers answers = perfect(opened);
    answers.conclusion.stage = "backward";
    const Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.total, 8.0);
    QCOMPARE(grade.mistakes, Names{"chased-slowest"});
    QVERIFY(lineOf(grade, "stage").feedback.en.find("forward") != std::string::npos);
}

void TestGrade::trustingCommunication()
{
    const Case opened = caseNamed("slow-collectives");
    Answers answers = perfect(opened);
    answers.conclusion.scope = "systemic";
    answers.conclusion.ranks.clear();
    answers.conclusion.outcome = "communication";
    const Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.total, 8.0);
    QCOMPARE(grade.mistakes, Names{"trusted-communication"});
    answers = perfect(opened);
    answers.conclusion.ranks = {0};
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 9.0);
}

void TestGrade::aTailAveragedAway()
{
    const Case opened = caseNamed("fine-on-average");
    Answers answers = perfect(opened);
    answers.conclusion = {true, "", "", {}, "", "no-regression"};
    const Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.vetoes, Names{"tail-hidden-by-mean"});
    QCOMPARE(lineOf(grade, "stage").mistake, std::string("averaged-tail"));
    QVERIFY(!grade.passed());
}

void TestGrade::aCauseThatCannotBeKnown()
{
    const Case opened = caseNamed("evening-of-improvements");
    Answers answers = perfect(opened);
    answers.conclusion.outcome = "communication";
    const Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.total, 9.0);
    QCOMPARE(grade.vetoes, Names{"measurement-mixed"});
    QVERIFY(!grade.passed());
}

void TestGrade::skippingCorrectness()
{
    const Case opened = caseNamed("nobody-changed-anything");
    Answers answers = perfect(opened);
    answers.conclusion.layer = "timeline";
    answers.conclusion.outcome = "device-compute";
    answers.decisions["correctness"] = {"skip"};
    const Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.mistakes, Names{"skipped-correctness"});
    QCOMPARE(grade.parts[1].points, 1.25);  // 2 of 3, down to a quarter
    QCOMPARE(grade.parts[2].points, 0.0);
}

void TestGrade::aWrongTurnTakenBack()
{
    const Case opened = caseNamed("new-image");
    Answers answers = perfect(opened);
    answers.decisions["correctness"] = {"clean-up", "go-on"};
    Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.mistakes, Names{"dropped-failed"});
    QVERIFY(grade.vetoes.empty());
    QCOMPARE(grade.total, 9.5);
    answers.decisions["correctness"] = {"clean-up"};
    grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.vetoes, Names{"failure-paths-deleted"});
    QVERIFY(!grade.passed());
    answers.decisions["correctness"] = {"no-such-choice"};
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 9.5);
}

/// In the order asked and made, each with its mistake; the costs of the first choices add up to what is missing, and
/// what came later changes nothing.
void TestGrade::everyWrongTurnIsListed()
{
    const Case opened = caseNamed("new-image");
    const auto facts = factsOf(opened);
    Answers answers = perfect(opened);
    std::size_t wrong = 0;
    for (const Question& question : {opened.questions[0], opened.questions[2]}) {
        std::vector<std::string> made;
        for (const Choice& choice : question.choices)
            if (!choice.isRight(facts))
                made.push_back(choice.id);
        wrong += made.size();
        made.push_back(answers.decisions.at(question.node).front());
        answers.decisions[question.node] = made;
    }
    const Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.turns.size(), wrong);
    QCOMPARE(grade.turns.front().node, opened.questions[0].node);
    QCOMPARE(grade.turns.back().node, opened.questions[2].node);
    double cost = 0;
    for (std::size_t i = 0; i < wrong; ++i) {
        const WrongTurn& turn = grade.turns[i];
        QVERIFY(turn.first == (i == 0 || turn.node != grade.turns[i - 1].node));
        QVERIFY(turn.first == (turn.cost > 0));
        if (!turn.mistake.empty())
            QVERIFY(std::ranges::find(grade.mistakes, turn.mistake) != grade.mistakes.end());
        cost += turn.cost;
    }
    QCOMPARE(grade.parts[1].points + cost, 2.0);
    answers.decisions[opened.questions[0].node] = {answers.decisions.at(opened.questions[0].node).front(),
                                                   answers.decisions.at(opened.questions[0].node).back()};
    QCOMPARE(gradeCase(shelf(), opened, answers).total, grade.total);
}

/// What somebody did see is not called overlooked; whoever saw no noise did not take it for anything.
void TestGrade::aWrongTurnHasAFittingName()
{
    const auto turn = [](const char* id, const std::string& node, const std::string& choice) {
        const Case opened = caseNamed(id);
        Answers answers = perfect(opened);
        answers.decisions[node] = {choice};
        const Grade grade = gradeCase(shelf(), opened, answers);
        return grade.turns.empty() ? std::string() : grade.turns.front().mistake;
    };
    QCOMPARE(turn("new-image", "correctness", "stop-here"), std::string("stopped-early"));
    QCOMPARE(turn("warm-days", "resources", "lead-shown"), std::string("fault-as-lead"));
    QCOMPARE(turn("warm-days", "resources", "nothing-shown"), std::string("overlooked-counter"));
    QCOMPARE(turn("new-image", "resources", "lead-shown"), std::string("mixed-measurement"));
    for (const char* id :
         {"healthy-devices", "alike-everywhere", "edited-script", "fresh-corpus", "replaced-node", "slow-collectives"})
        for (const char* choice : {"lead-shown", "nothing-shown"})
            QCOMPARE(turn(id, "resources", choice), std::string());
    for (const char* id : {"healthy-devices", "hot-aisle", "replaced-node"})
        QCOMPARE(turn(id, "timeline", "nothing"), std::string("missed-regression"));
    QCOMPARE(turn("warm-days", "timeline", "nothing"), std::string("averaged-tail"));
}

void TestGrade::aPersonsVeto()
{
    const Case opened = caseNamed("new-image");
    Answers answers = perfect(opened);
    answers.vetoes = {"isolation-ignored", "no-such-veto"};
    const Grade grade = gradeCase(shelf(), opened, answers);
    QCOMPARE(grade.total, 10.0);
    QCOMPARE(grade.vetoes, Names{"isolation-ignored"});
    QVERIFY(!grade.passed());
}

void TestGrade::rotatingRanks()
{
    const Case opened = caseNamed("fresh-corpus");
    Answers answers = perfect(opened);
    answers.conclusion.scope = "both";
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 10.0);
    answers.conclusion.scope = "localised";
    answers.conclusion.ranks = {3};
    QCOMPARE(gradeCase(shelf(), opened, answers).total, 9.0);
}

void TestGrade::proseIsNeverRead()
{
    Answers answers = perfectExercise(1);
    answers.questions["q1"].ticked = {"cascade", "cascade", "invented"};
    Grade grade = gradeExercise(shelf(), answers);
    QCOMPARE(lineOf(grade, "q1").points, 0.5);
    QVERIFY(lineOf(grade, "q1").feedback.en.find("Not mentioned") != std::string::npos);
    answers.questions["q1"] = everything(shelf().courseQuestions[0]);
    answers.questions["q1"].text = " \n";
    QCOMPARE(lineOf(gradeExercise(shelf(), answers), "q1").points, 0.0);
}

void TestGrade::sheetsRoundTrip()
{
    const Case opened = caseNamed("slow-collectives");
    for (Answers answers : {perfect(opened), perfectExercise(9)}) {
        answers.student = "Mei \"M\" 林";
        Remarks remarks;
        const Answers again = readAnswers(*parseJson(answersJson(answers), {}), remarks);
        QVERIFY(remarks.empty());
        QCOMPARE(answersJson(again), answersJson(answers));
        QVERIFY(again == answers);
    }
}

QTEST_APPLESS_MAIN(TestGrade)
#include "tst_Grade.moc"
