// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <QLocale>
#include <QTest>

#include "widgets/charts/Axis.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestFormat : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void numbersHaveARealMinusAndNoMinusZero();
    void unitsFitTheLargest();
    void intervalsMayBeOpen();
    void notMeasuredIsNotZero();
    void listsAreFolded();
    void untrustedNamesStayOnOneLine();
    void longNamesMayBeBroken();
    void sentencesFollowTheLanguage();
    void axesEndOnRoundNumbersAboveTheData();
};

void TestFormat::numbersHaveARealMinusAndNoMinusZero()
{
    QCOMPARE(format::number(-2.414, 2), u"\u22122.41"_s);
    QCOMPARE(format::number(-0.001, 2), u"0.00"_s);
    QCOMPARE(format::number(-0.006, 2), u"\u22120.01"_s);
    QCOMPARE(format::deltaInUnit(16'590'000, {1e6, u"ms"_s, 2}), u"+16.59"_s);
}

void TestFormat::unitsFitTheLargest()
{
    QCOMPARE(format::unitFor(62e6).symbol, u"ms"_s);
    QCOMPARE(format::unitFor(12e9).symbol, u"s"_s);
    QCOMPARE(format::unitFor(700e3).symbol, u"\u00b5s"_s);
    QCOMPARE(format::unitFor(12).symbol, u"ns"_s);
}

void TestFormat::intervalsMayBeOpen()
{
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(format::interval({0.48, 0.81}), u"[+48, +81]"_s);
    QCOMPARE(format::interval({-infinity, infinity}), u"[none, too few steps]"_s);
    QCOMPARE(format::interval({0.48, infinity}), u"[at least +48 %]"_s);
    QCOMPARE(format::interval({-infinity, 14}), u"[at most \u00d715]"_s);
    QCOMPARE(format::interval({-0.024, 0.0}), u"[\u22122.4, 0.0]"_s);
}

void TestFormat::notMeasuredIsNotZero()
{
    QCOMPARE(format::duration(std::nan("")), u"\u2014"_s);
    QCOMPARE(format::duration(std::numeric_limits<double>::infinity()), u"\u221e"_s);
    QCOMPARE(format::duration(0), u"0 ns"_s);
}

void TestFormat::listsAreFolded()
{
    QCOMPARE(format::rankList({0, 1, 2, 3, 7}), u"0\u20133, 7"_s);
    QCOMPARE(format::rankList({2}), u"2"_s);
    QCOMPARE(format::rankList({1, 3, 5, 7, 9}), u"1, 3, 5, 7, \u2026"_s);
}

void TestFormat::untrustedNamesStayOnOneLine()
{
    QCOMPARE(format::text("a\nb\x1b[31m"), u"a\\x0ab\\x1b[31m"_s);
}

void TestFormat::longNamesMayBeBroken()
{
    const QString broken = format::breakable(u"set deepspeed_activation_checkpointing to true"_s);
    QCOMPARE(broken.count(QChar(0x200b)), 1);
    QCOMPARE(QString(broken).remove(QChar(0x200b)), u"set deepspeed_activation_checkpointing to true"_s);
    QCOMPARE(format::breakable(u"one_two a-b +1.5 ms"_s), u"one_two a-b +1.5 ms"_s);
    QCOMPARE(format::breakable(u"FullyShardedDataParallel"_s), u"FullySharded\u200bDataParallel"_s);
    QCOMPARE(format::breakable(QString(50, u'x')).count(QChar(0x200b)), 2);
    const QString chinese(60, QChar(0x4e2d));
    QCOMPARE(format::breakable(chinese), chinese);
}

void TestFormat::axesEndOnRoundNumbersAboveTheData()
{
    for (const double largest : {1.0, 37.0, 62.7e6, 999e3, 1.2e9, 5e12, 3.0e-3}) {
        for (const double pixels : {20.0, 120.0, 900.0}) {
            const Axis axis = niceAxis(largest, pixels, 30);
            QVERIFY(axis.largest >= largest * (1 - 1e-9));
            QVERIFY(axis.ticks() >= 1);
            QVERIFY(axis.ticks() <= std::max(1.0, pixels / 30) + 1);
            QVERIFY(std::abs(axis.step * axis.ticks() - axis.largest) < axis.step * 1e-6);
            QVERIFY(axis.label(1) != axis.label(0));
        }
    }
    QVERIFY(niceAxis(0, 100, 30).largest > 0);
    QVERIFY(niceAxis(std::nan(""), 100, 30).largest > 0);
}

void TestFormat::sentencesFollowTheLanguage()
{
    const Text sentence = say("{} is slow", std::string("rank\n3"));
    QCOMPARE(format::text(sentence), u"rank\\x0a3 is slow"_s);
    format::setLanguage(*languageFromName("zh_CN"));
    QCOMPARE(format::text(sentence), QString::fromUtf8("rank\\x0a3 慢"));
    QCOMPARE(format::language().code(), std::string("zh-CN"));
    format::setLanguage(Language());
    QCOMPARE(format::text(sentence), u"rank\\x0a3 is slow"_s);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestFormat)
#include "tst_Format.moc"
