// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "core/report/AtomicFile.h"
#include "core/workshop/KeptSheet.h"
#include "core/workshop/Library.h"

using namespace headwater;
using namespace headwater::workshop;

class TestKeptSheet : public QObject {
    Q_OBJECT
private slots:
    void comesBackAsItWas();
    void anotherVersionIsRefused();
    void eachCaseHasAFileOfItsOwn();

private:
    QTemporaryDir m_folder;
};

/// A form half filled in too: what a sheet to be graded cannot tell.
void TestKeptSheet::comesBackAsItWas()
{
    KeptSheet sheet;
    sheet.mark = "moving-day";
    sheet.step = "timeline";
    sheet.hints = 2;
    sheet.open = false;
    sheet.fields = {
        {"prediction", "backward"}, {"reason", "It takes longest \xe2\x80\x93 \"I think\"."}, {"stage", ""}};
    sheet.answers.id = "moving-day";
    sheet.answers.student = "\xe6\x9d\x8e\xe9\x9b\xb7";
    sheet.answers.decisions = {{"alert", {"wrong", "check-same-work"}}, {"timeline", {"wrong"}}};
    sheet.answers.why = {"Because\nof it.", {"a"}};
    const std::filesystem::path file = keptFile(m_folder.path().toStdString(), sheet.mark);
    std::filesystem::create_directories(file.parent_path());
    QVERIFY(writeAtomically(file, keptJson(sheet)));
    auto read = readKept(file);
    QVERIFY2(read.has_value(), read ? "" : read.error().what.c_str());
    QVERIFY(*read == sheet);
    sheet.revealed = true;
    sheet.answers.vetoes = {"tail-hidden"};
    QVERIFY(writeAtomically(file, keptJson(sheet)));
    QVERIFY(readKept(file).value() == sheet);

    KeptSheet exercise;
    exercise.mark = library().exerciseSeal().mark;
    exercise.step = "exercise";
    exercise.answers.id = "first-regression";
    exercise.answers.seed = 3;
    exercise.answers.vectors = {{"v1", {VectorAnswer::Kind::Index, 2, 1'500'000}}, {"v2", {}}};
    exercise.answers.questions = {{"q1", {"First.", {}}}};
    QVERIFY(writeAtomically(file, keptJson(exercise)));
    QVERIFY(readKept(file).value() == exercise);
}

void TestKeptSheet::anotherVersionIsRefused()
{
    KeptSheet sheet;
    sheet.mark = "x";
    sheet.step = "alert";
    sheet.answers.id = "x";
    std::string text = keptJson(sheet);
    text.replace(text.find("kept/1"), 6, "kept/2");
    const std::filesystem::path file = m_folder.filePath(QStringLiteral("later.json")).toStdString();
    QVERIFY(writeAtomically(file, text));
    QCOMPARE(readKept(file).error().code, ErrorCode::Malformed);
    QVERIFY(writeAtomically(file, "{\"schema\": \"headwa"));
    QCOMPARE(readKept(file).error().code, ErrorCode::Malformed);
    QCOMPARE(readKept(file.parent_path() / "none.json").error().code, ErrorCode::NotFound);
}

void TestKeptSheet::eachCaseHasAFileOfItsOwn()
{
    const std::filesystem::path state = "/state";
    QCOMPARE(keptFile(state, "own@12ab").string(), std::string("/state/workshop/own@12ab.json"));
    QCOMPARE(keptFile(state, "../x/y@1").parent_path().string(), std::string("/state/workshop"));
    QVERIFY(keptFile(state, "own@12ab") != keptFile(state, "own@12ac"));
}

QTEST_APPLESS_MAIN(TestKeptSheet)
#include "tst_KeptSheet.moc"
