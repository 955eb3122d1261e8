// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/app/cli/WorkshopCli.h"

using namespace headwater::cli_test;
using nlohmann::json;

/// Who gets the answers of a case from a shell.
class TestWorkshopSeals : public QObject {
    Q_OBJECT
private slots:
    void init() { qputenv("XDG_STATE_HOME", m_place.path(QStringLiteral("state")).toLocal8Bit()); }
    void answersAreSealed();

private:
    Workplace m_place;
};

/// Neither a sheet with nothing in it nor a guess is a way to the answers; a case that was taken to its end is, and
/// stays so.
void TestWorkshopSeals::answersAreSealed()
{
    const QString sheet = m_place.path(QStringLiteral("sealed-sheet.json"));
    const Outcome shut = workshop({"show", "moving-day", "--reveal", "--sheet", sheet});
    QVERIFY2(shut.code == 2 && shut.err.contains("sealed") && shut.err.contains("--key"), shut.err.constData());
    QVERIFY(shut.out.isEmpty() && !QFile::exists(sheet));
    QCOMPARE(workshop({"show", "moving-day", "--reveal", "--key", "please"}).code, 2);
    QCOMPARE(workshop({"show", "first-regression", "--reveal"}).code, 2);
    QVERIFY(workshop({"show", "moving-day", "--reveal", "--key", kKey}).out.contains("data_loading"));
    QCOMPARE(workshop({"show", "moving-day", "--sheet", sheet}).code, 0);
    QCOMPARE(workshop({"grade", "moving-day", sheet, "--reveal"}).code, 2);
    json answers = json::parse(m_place.read(QStringLiteral("sealed-sheet.json")).toStdString());
    const json asked = parsed(workshop({"show", "moving-day", "--json", "-"}));
    answers["prediction"] = {{"stage", "backward"}, {"why", "It is the slowest."}};
    for (const json& question : asked["questions"])
        answers["decisions"][question["node"].get<std::string>()] = json::array({question["choices"][0]["id"]});
    answers["conclusion"] = {{"stage", "backward"},
                             {"scope", "systemic"},
                             {"ranks", json::array()},
                             {"layer", "timeline"},
                             {"outcome", "communication"}};
    m_place.write(QStringLiteral("sealed-sheet.json"), QByteArray::fromStdString(answers.dump()));
    const Outcome taken = workshop({"grade", "moving-day", sheet, "--reveal"});
    QVERIFY2(taken.code == 0 && taken.out.contains("data_loading"), taken.err.constData());
    QVERIFY(workshop({"show", "moving-day", "--reveal"}).out.contains("data_loading"));
    QCOMPARE(workshop({"show", "new-image", "--reveal"}).code, 2);  // another case
}

QTEST_APPLESS_MAIN(TestWorkshopSeals)
#include "tst_WorkshopSeals.moc"
