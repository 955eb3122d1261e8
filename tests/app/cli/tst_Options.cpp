// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <QTest>

#include "app/cli/Options.h"
#include "app/cli/Values.h"

using namespace headwater;
using namespace headwater::cli;

class TestOptions : public QObject {
    Q_OBJECT

private slots:
    void words();
    void equalsAndDashes();
    void refusals_data();
    void refusals();
    void ratios();
    void ranksAndSteps();
    void nearestName();
};

namespace {

using Kind = OptionSpec::Kind;
constexpr std::array kOptions{OptionSpec{"--baseline", Kind::Many, "PATH...", ""},
                              OptionSpec{"--json", Kind::One, "FILE", ""}, OptionSpec{"--strict", Kind::Flag, "", ""}};

CommandSpec command(std::size_t minimum, std::size_t maximum)
{
    return {"try", "PATH...", minimum, maximum, "", "", kOptions, "", nullptr};
}

Result<Arguments> parse(const std::vector<std::string>& words, std::size_t minimum = 0, std::size_t maximum = 9)
{
    const CommandSpec spec = command(minimum, maximum);
    return parseArguments(spec, words);
}

}  // namespace

void TestOptions::words()
{
    const auto arguments = parse({"--baseline", "a", "b", "--strict", "c", "--baseline", "[d]", "--json", "-"});
    QVERIFY(arguments);
    QCOMPARE(arguments->values("--baseline"), (std::vector<std::string>{"a", "b", "[d]"}));
    QCOMPARE(arguments->operands(), std::vector<std::string>{"c"});
    QVERIFY(arguments->has("--strict"));
    QCOMPARE(*arguments->value("--json"), std::string("-"));
    QVERIFY(!arguments->value("--nothing"));
    QVERIFY(parse({"--help", "--unknown"})->wantsHelp());
    QVERIFY(parse({"-h"}, 2)->wantsHelp());
}

void TestOptions::equalsAndDashes()
{
    const auto arguments = parse({"--json=a=b", "--baseline=--odd", "--", "--strict", "-x"});
    QVERIFY(arguments);
    QCOMPARE(*arguments->value("--json"), std::string("a=b"));
    QCOMPARE(arguments->values("--baseline"), std::vector<std::string>{"--odd"});
    QCOMPARE(arguments->operands(), (std::vector<std::string>{"--strict", "-x"}));
    QVERIFY(!arguments->has("--strict"));
}

void TestOptions::refusals_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("advice");
    QTest::newRow("unknown") << QStringList{"--jsno", "x"} << "try has no option --jsno"
                             << "did you mean --json?";
    QTest::newRow("unknown, far") << QStringList{"--zzzzzz"} << "try has no option --zzzzzz"
                                  << "see `headwater-cli try --help`";
    QTest::newRow("short") << QStringList{"-j"} << "try has no option -j"
                           << "see `headwater-cli try --help`";
    QTest::newRow("no value") << QStringList{"--json"} << "--json needs a value"
                              << "write --json FILE";
    QTest::newRow("option as value") << QStringList{"--json", "--strict"} << "--json needs a value"
                                     << "write --json FILE";
    QTest::newRow("empty value") << QStringList{"--json="} << "--json needs a value"
                                 << "write --json FILE";
    QTest::newRow("no paths") << QStringList{"--baseline", "--strict"} << "--baseline needs a value"
                              << "write --baseline PATH...";
    QTest::newRow("flag with value") << QStringList{"--strict=1"} << "--strict takes no value"
                                     << "write --strict alone";
    QTest::newRow("twice") << QStringList{"--json", "a", "--json", "b"} << "--json is given twice"
                           << "keep one of them";
    QTest::newRow("too many") << QStringList{"a", "b", "c"} << "try does not know what to do with 'c'"
                              << "see `headwater-cli try --help`";
    QTest::newRow("too few") << QStringList{} << "try needs PATH..."
                             << "see `headwater-cli try --help`";
}

void TestOptions::refusals()
{
    QFETCH(QStringList, words);
    QFETCH(QString, what);
    QFETCH(QString, advice);
    std::vector<std::string> list;
    for (const QString& word : words)
        list.push_back(word.toStdString());
    const auto arguments = parse(list, words.isEmpty() ? 1 : 0, 2);
    QVERIFY(!arguments);
    QCOMPARE(arguments.error().code, ErrorCode::BadUsage);
    QCOMPARE(QString::fromStdString(arguments.error().what), what);
    QCOMPARE(QString::fromStdString(arguments.error().advice), advice);
}

void TestOptions::ratios()
{
    QCOMPARE(*readRatioPpm("--epsilon", "0.05"), std::int64_t(50'000));
    QCOMPARE(*readRatioPpm("--epsilon", "0"), std::int64_t(0));
    QCOMPARE(*readRatioPpm("--epsilon", "1"), std::int64_t(1'000'000));
    QCOMPARE(*readRatioPpm("--epsilon", "0.000001"), std::int64_t(1));
    QCOMPARE(*readRatioPpm("--epsilon", "0.15"), std::int64_t(150'000));
    QCOMPARE(*readRatioPpm("--epsilon", "5e-2"), std::int64_t(50'000));
    for (const char* bad : {"5", "1.000001", "-0.05", "", "x", "0.05x", "nan", "inf", "0.0000001", "5%"})
        QVERIFY2(!readRatioPpm("--epsilon", bad), bad);
}

void TestOptions::ranksAndSteps()
{
    QCOMPARE(*readRanks("--ranks", "5-7,0,3,3"), (std::vector<int>{0, 3, 5, 6, 7}));
    for (const char* bad : {"", ",", "1,", "a", "3-1", "-1", "1-", "1--2", "99999999999999999999"})
        QVERIFY2(!readRanks("--ranks", bad), bad);
    const auto both = readSteps("--steps", "10:20");
    QVERIFY(both && both->first == 10 && both->second == 20);
    const auto open = readSteps("--steps", "10:");
    QVERIFY(open && open->first == 10 && !open->second);
    const auto start = readSteps("--steps", ":20");
    QVERIFY(start && !start->first && start->second == 20);
    for (const char* bad : {"", ":", "10", "20:10", "a:b", "1:2:3"})
        QVERIFY2(!readSteps("--steps", bad), bad);
    QVERIFY(readInteger("--threads", "8", 1, 16));
    for (const char* bad : {"0", "17", "-1", "1.5", "", " 1", "1 "})
        QVERIFY2(!readInteger("--threads", bad, 1, 16), bad);
}

void TestOptions::nearestName()
{
    const std::vector<std::string_view> names{"analyze", "inspect", "probe", "report", "simulate"};
    QCOMPARE(*nearest("analyse", names), std::string("analyze"));
    QCOMPARE(*nearest("simulation", names), std::string("simulate"));
    QCOMPARE(*nearest("insp", names), std::string("inspect"));
    QVERIFY(!nearest("kubernetes", names));
}

QTEST_GUILESS_MAIN(TestOptions)
#include "tst_Options.moc"
