// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <QtTest>

#include "core/base/Result.h"

using namespace headwater;

namespace {
Result<int> half(int value)
{
    if (value % 2 != 0)
        return fail(ErrorCode::Malformed, "odd number", "numbers.csv", "line 7", "give an even one");
    return value / 2;
}
}  // namespace

class TestResult : public QObject {
    Q_OBJECT
private slots:
    void valuesAndErrors()
    {
        QCOMPARE(half(4).value(), 2);
        const Result<int> odd = half(3);
        QVERIFY(!odd);
        QCOMPARE(odd.error().code, ErrorCode::Malformed);
        QCOMPARE(describe(odd.error()), std::string("numbers.csv: odd number, line 7, give an even one"));
        QCOMPARE(describe({ErrorCode::BadUsage, "no baseline", {}, {}, {}}), std::string("no baseline"));
    }

    void untrustedTextStaysOnOneLine()
    {
        const Error error{ErrorCode::Unreadable, "cannot read", "evil\n\x1b[2Jname", {}, {}};
        QCOMPARE(describe(error), std::string("evil\\x0a\\x1b[2Jname: cannot read"));
        QCOMPARE(onOneLine("数据 µs"), std::string("数据 µs"));
    }

    void stopped()
    {
        const Status status = cancelled();
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestResult)
#include "tst_Result.moc"
