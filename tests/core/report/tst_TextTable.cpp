// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/report/TextTable.h"

using namespace headwater;

class TestTextTable : public QObject {
    Q_OBJECT

private slots:
    void widths();
    void eliding();
    void columnsLineUp();
    void cellsAreEscaped();
    void missingCellsAreBlank();
};

void TestTextTable::widths()
{
    QCOMPARE(displayWidth("abc"), std::size_t(3));
    QCOMPARE(displayWidth("\u00b5s \u2212\u0394"), std::size_t(5));
    QCOMPARE(displayWidth("\u8bad\u7ec3"), std::size_t(4));
    QCOMPARE(displayWidth("e\u0301"), std::size_t(1));
}

void TestTextTable::eliding()
{
    QCOMPARE(elideMiddle("forward", 7), std::string("forward"));
    QCOMPARE(elideMiddle("abcdefghij", 7), std::string("abc\u2026hij"));
    QCOMPARE(elideMiddle("abcdefghij", 6), std::string("abc\u2026ij"));
    QCOMPARE(elideMiddle("abcdefghij", 1), std::string("\u2026"));
    QCOMPARE(elideMiddle("abcdefghij", 0), std::string());
    for (std::size_t width = 1; width < 12; ++width)
        QVERIFY(displayWidth(elideMiddle("\u8bad\u7ec3\u9636\u6bb5\u65f6\u95f4", width)) <= width);
}

void TestTextTable::columnsLineUp()
{
    TextTable table({{"stage", TextTable::Align::Left}, {"\u0394", TextTable::Align::Right}});
    table.addRow({"forward", "+16.5 ms"});
    table.addRow({"\u8bad\u7ec3", "\u22122 \u00b5s"});
    QCOMPARE(table.toString(), std::string("  stage           \u0394\n"
                                           "  forward  +16.5 ms\n"
                                           "  \u8bad\u7ec3        \u22122 \u00b5s\n"));
}

void TestTextTable::cellsAreEscaped()
{
    TextTable table({{"name", TextTable::Align::Left}});
    table.addRow({"a\x1b[2Jb\nc"});
    QCOMPARE(table.toString(), std::string("  name\n  a\\x1b[2Jb\\x0ac\n"));
}

void TestTextTable::missingCellsAreBlank()
{
    TextTable table({{"a", TextTable::Align::Left}, {"b", TextTable::Align::Left}});
    table.addRow({"x"});
    QCOMPARE(table.toString(), std::string("  a  b\n  x\n"));
}

QTEST_GUILESS_MAIN(TestTextTable)
#include "tst_TextTable.moc"
