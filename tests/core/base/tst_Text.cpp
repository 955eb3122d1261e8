// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/base/Language.h"

using namespace headwater;

class TestText : public QObject {
    Q_OBJECT
private slots:
    void englishIsTheSource();
    void joinsAndCompares();
    void anotherLanguage();
    void argumentsAreTranslatedToo();
    void namesAreNeverPatterns();
    void chineseIsSpacedWhereTextsMeet();
};

void TestText::englishIsTheSource()
{
    QCOMPARE(say("{} ranks wait {:.1f} ms, {:>4} {{braces}}", 3, 2.25, "x").english(),
             fmt::format("{} ranks wait {:.1f} ms, {:>4} {{braces}}", 3, 2.25, "x"));
    QCOMPARE(say("plain").english(), std::string("plain"));
    QVERIFY(Text().empty());
    QVERIFY(Text(std::string()).empty());
}

void TestText::joinsAndCompares()
{
    Text text = say("a {}", 1);
    text += say("; b");
    QCOMPARE(text.english(), std::string("a 1; b"));
    QVERIFY(text == say("a {}", 1) + say("; b"));
    QVERIFY(text != say("a {}", 2) + say("; b"));
}

void TestText::anotherLanguage()
{
    const Language swapped("xx", {{"{} before {:.1f}", "{1} after {0}"}});
    QCOMPARE(swapped.of(say("{} before {:.1f}", "load", 0.25)), std::string("0.2 after load"));
    QCOMPARE(swapped.of(say("not there {}", 1)), std::string("not there 1"));
    QCOMPARE(swapped.code(), std::string("xx"));
}

void TestText::argumentsAreTranslatedToo()
{
    const Language one("xx", {{"rank {}", "R{}"}, {"slow", "langsam"}, {"{} is {}", "{} ist {}"}});
    QCOMPARE(one.of(say("{} is {}", say("rank {}", 2), word("slow"))), std::string("R2 ist langsam"));
    QCOMPARE(say("{} is {}", say("rank {}", 2), word("slow")).english(), std::string("rank 2 is slow"));
}

void TestText::namesAreNeverPatterns()
{
    const std::string evil = "{0} {} {{ %1 slow";
    const Language one("xx", {{"slow", "langsam"}, {"{} grew", "{} wuchs"}, {evil, "never"}});
    QCOMPARE(one.of(say("{} grew", evil)), evil + " wuchs");
    QCOMPARE(one.of(Text(evil)), evil);
}

void TestText::chineseIsSpacedWhereTextsMeet()
{
    const Language chinese("zh-CN", {{"step {} is {}", "step {} \u7684{}\u4e3a"},  // Han characters around the names
                                     {"values {}", "\u6570\u503c {}"},
                                     {"median", "\u4e2d\u4f4d\u6570"},
                                     {"end.", "\u6b8b\u3002"},
                                     {" next", " \u4e0b"}});
    QCOMPARE(chinese.of(say("step {} is {}", 60, "loss")), std::string("step 60 \u7684 loss \u4e3a"));
    QCOMPARE(chinese.of(say("step {} is {}", 60, word("median"))),
             std::string("step 60 \u7684\u4e2d\u4f4d\u6570\u4e3a"));
    QCOMPARE(chinese.of(say("values {}", word("median"))), std::string("\u6570\u503c\u4e2d\u4f4d\u6570"));
    QCOMPARE(chinese.of(say("values {}", 7)), std::string("\u6570\u503c 7"));
    QCOMPARE(chinese.of(say("end.") + say(" next")), std::string("\u6b8b\u3002\u4e0b"));
    const Language other("xx", {{"values {}", "\u6570\u503c{}"}});
    QCOMPARE(other.of(say("values {}", 7)), std::string("\u6570\u503c7"));
}

QTEST_APPLESS_MAIN(TestText)
#include "tst_Text.moc"
