// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/workshop/Exercise.h"

using namespace headwater;
using namespace headwater::workshop;

namespace {

/// The course's rule once more, in exact fractions: c · 20 > b · 21, or c > 50 µs where b is zero.
VectorAnswer byHand(const VectorTask& task)
{
    if (task.baseline.size() != task.current.size())
        return {VectorAnswer::Kind::Error, 0, 0};
    for (std::size_t i = 0; i < task.baseline.size(); ++i) {
        const Ns before = task.baseline[i];
        const Ns after = task.current[i];
        if (before == 0 ? after > 50'000 : after * 20 > before * 21)
            return {VectorAnswer::Kind::Index, i, after - before};
    }
    return {VectorAnswer::Kind::None, 0, 0};
}

}  // namespace

class TestExercise : public QObject {
    Q_OBJECT
private slots:
    void theTrapsAreThere();
    void sameSeedSameTasks();
    void theCoursesOwnExamples();
    void printedInFull();
};

void TestExercise::theTrapsAreThere()
{
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto tasks = vectorTasks(seed);
        QCOMPARE(tasks.size(), std::size_t(6));
        for (const VectorTask& task : tasks) {
            QCOMPARE(solve(task), byHand(task));
            for (const Ns time : task.current)
                QVERIFY(time >= 0 && time % 1'000 == 0);
        }
        for (std::size_t i : {0, 1}) {
            const VectorAnswer first = solve(tasks[i]);
            QCOMPARE(first.kind, VectorAnswer::Kind::Index);
            QVERIFY(first.index > 0 && first.index + 1 < tasks[i].baseline.size());
            // The stage that grew most is a later one: chasing it is wrong.
            QVERIFY(tasks[i].current.back() - tasks[i].baseline.back() > first.increase);
        }
        QCOMPARE(solve(tasks[2]).kind, VectorAnswer::Kind::None);
        QVERIFY(tasks[2].current != tasks[2].baseline);
        std::size_t equal = 0;
        while (tasks[3].current[equal] * 20 != tasks[3].baseline[equal] * 21)
            QVERIFY(++equal < tasks[3].baseline.size());
        QVERIFY(solve(tasks[3]).index > equal);
        QCOMPARE(tasks[4].baseline[solve(tasks[4]).index], Ns(0));
        QVERIFY(solve(tasks[4]).index > 0 && tasks[4].baseline[solve(tasks[4]).index - 1] == 0);
        QCOMPARE(solve(tasks[5]).kind, VectorAnswer::Kind::Error);
    }
}

void TestExercise::sameSeedSameTasks()
{
    QCOMPARE(vectorTasks(7).at(0).current, vectorTasks(7).at(0).current);
    QVERIFY(vectorTasks(7).at(0).baseline != vectorTasks(8).at(0).baseline);
}

void TestExercise::theCoursesOwnExamples()
{
    constexpr Ns kSecond = 1'000'000'000;
    const VectorTask one{"", "", {kSecond, 2 * kSecond, 3 * kSecond}, {kSecond, 5 * kSecond / 2, 19 * kSecond / 5}};
    QCOMPARE(solve(one), (VectorAnswer{VectorAnswer::Kind::Index, 1, kSecond / 2}));
    const VectorTask none{"", "", {kSecond, 2 * kSecond}, {1'010'000'000, 2'010'000'000}};
    QCOMPARE(solve(none).kind, VectorAnswer::Kind::None);
}

void TestExercise::printedInFull()
{
    QCOMPARE(milliseconds(12'345'000), std::string("12.345"));
    QCOMPARE(milliseconds(50'000), std::string("0.050"));
    QCOMPARE(milliseconds(-1'500'000), std::string("-1.500"));
}

QTEST_APPLESS_MAIN(TestExercise)
#include "tst_Exercise.moc"
