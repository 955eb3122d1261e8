// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/run/NarrowColumn.h"

using namespace headwater;

/// Every number comes back, whatever stood beside it, and takes no more bytes than the largest needs.
class tst_NarrowColumn : public QObject {
    Q_OBJECT

private slots:
    void numbersComeBack_data();
    void numbersComeBack();
    void copiesAreApart();
    void bytesComeBack();
};

void tst_NarrowColumn::numbersComeBack_data()
{
    QTest::addColumn<qint64>("value");
    QTest::addColumn<int>("width");
    const auto row = [](Ns value, int width) {
        QTest::addRow("%lld", static_cast<long long>(value)) << qint64(value) << width;
    };
    row(kMissing, 1);
    row(0, 1);
    row(254, 1);
    row(255, 2);  // the largest number of a width means missing
    row(65'534, 2);
    row(65'535, 4);
    row(4'294'967'294, 4);
    row(4'294'967'295, 8);
    row(-1, 8);
    row(std::numeric_limits<Ns>::max(), 8);
    row(kMissing + 1, 8);
}

void tst_NarrowColumn::numbersComeBack()
{
    QFETCH(qint64, value);
    QFETCH(int, width);
    NarrowColumn column(4);
    column.set(1, 7);
    column.set(2, value);
    QCOMPARE(column.at(0), kMissing);
    QCOMPARE(column.at(1), Ns(7));
    QCOMPARE(column.at(2), Ns(value));
    QCOMPARE(column.at(3), kMissing);
    QCOMPARE(static_cast<int>(column.width()), width);
    column.set(2, kMissing);
    QCOMPARE(column.at(2), kMissing);
    column.set(3, 3);
    QCOMPARE(column.at(3), Ns(3));
}

void tst_NarrowColumn::copiesAreApart()
{
    NarrowColumn column(2);
    column.set(0, 1);
    NarrowColumn copy = column;
    QCOMPARE(copy.bytes().data(), column.bytes().data());
    copy.set(0, 2);
    copy.set(1, 70'000);
    QCOMPARE(column.at(0), Ns(1));
    QCOMPARE(column.at(1), kMissing);
    QCOMPARE(copy.at(0), Ns(2));
}

void tst_NarrowColumn::bytesComeBack()
{
    NarrowColumn column(3);
    column.set(0, 300);
    const NarrowColumn back(column.bytes(), column.width());
    QCOMPARE(back.size(), column.size());
    QCOMPARE(back.at(0), Ns(300));
    QCOMPARE(back.at(2), kMissing);
    QVERIFY(NarrowColumn().empty() && NarrowColumn().bytes().empty());
}

QTEST_GUILESS_MAIN(tst_NarrowColumn)
#include "tst_NarrowColumn.moc"
