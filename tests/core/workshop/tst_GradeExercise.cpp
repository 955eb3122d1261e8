// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/workshop/Sheets.h"

using namespace headwater;
using namespace headwater::workshop;
using namespace headwater::test;

namespace {

using Names = std::vector<std::string>;

}  // namespace

class TestGradeExercise : public QObject {
    Q_OBJECT
private slots:
    void exerciseRight();
    void exercisePartly();
    void anIncreaseMayBeRounded();
    void theExactLimitIsExplained();
};

void TestGradeExercise::exerciseRight()
{
    for (std::uint64_t seed : {1, 2, 77}) {
        const Grade grade = gradeExercise(shelf(), perfectExercise(seed));
        QCOMPARE(grade.total, 10.0);
        QVERIFY(grade.passed());
        QCOMPARE(grade.parts.size(), std::size_t(4));
    }
}

void TestGradeExercise::exercisePartly()
{
    Answers answers = perfectExercise(3);
    answers.vectors["v1"].index += 1;
    answers.vectors["v4"] = {VectorAnswer::Kind::None, 0, 0};
    answers.vectors.erase("v6");
    Grade grade = gradeExercise(shelf(), answers);
    QCOMPARE(grade.parts[0].points, 2.5);
    QCOMPARE(grade.mistakes, (Names{"chased-slowest", "missed-regression"}));
    answers = perfectExercise(3);
    answers.vectors["v2"].increase += 400;  // rounded as printed
    QCOMPARE(gradeExercise(shelf(), answers).total, 10.0);
    answers.vectors["v2"].increase += 1'000;
    QCOMPARE(gradeExercise(shelf(), answers).total, 9.0);
    answers.seed = 4;  // the same answers to other vectors
    QVERIFY(gradeExercise(shelf(), answers).parts[0].points < 4);
}

/// To two decimals or more; of three digits the third has to be right.
void TestGradeExercise::anIncreaseMayBeRounded()
{
    constexpr Ns kMicrosecond = 1'000;
    for (const std::uint64_t seed : {1, 2, 3, 77}) {
        const Answers right = perfectExercise(seed);
        const auto pointsFor = [&right](Ns increase) {
            Answers answers = right;
            answers.vectors["v1"].increase = increase;
            return lineOf(gradeExercise(shelf(), answers), "v1").points;
        };
        const Ns exact = right.vectors.at("v1").increase;
        const Ns rounded = (exact + 5 * kMicrosecond) / (10 * kMicrosecond) * (10 * kMicrosecond);
        QCOMPARE(pointsFor(exact), 1.0);
        QCOMPARE(pointsFor(rounded), 1.0);
        QCOMPARE(pointsFor(rounded + 10 * kMicrosecond), 0.0);
        const Ns besides = exact + ((exact / kMicrosecond) % 10 == 9 ? 2 : 1) * kMicrosecond;
        QCOMPARE(pointsFor(besides), 0.0);
    }
    Answers answers = perfectExercise(1);
    answers.vectors["v1"].increase *= 2;
    const GradeLine line = lineOf(gradeExercise(shelf(), answers), "v1");
    QVERIFY2(line.feedback.en.starts_with("The index is right, the increase is not"), line.feedback.en.c_str());
    QVERIFY2(line.feedback.zh.starts_with("序号正确"), line.feedback.zh.c_str());
}

void TestGradeExercise::theExactLimitIsExplained()
{
    for (const std::uint64_t seed : {1, 2, 3, 77}) {
        const VectorTask task = vectorTasks(seed).at(3);
        std::size_t equal = 0;
        while (task.current.at(equal) * 20 != task.baseline.at(equal) * 21)
            ++equal;
        Answers answers = perfectExercise(seed);
        answers.vectors["v4"] = {VectorAnswer::Kind::Index, equal, task.current[equal] - task.baseline[equal]};
        const GradeLine line = lineOf(gradeExercise(shelf(), answers), "v4");
        QCOMPARE(line.points, 0.0);
        const std::string begins = "At index " + std::to_string(equal) + " the current time equals the limit";
        QVERIFY2(line.feedback.en.starts_with(begins), line.feedback.en.c_str());
        QVERIFY(line.feedback.en.find("The first regressed stage is") != std::string::npos);
    }
}

QTEST_APPLESS_MAIN(TestGradeExercise)
#include "tst_GradeExercise.moc"
