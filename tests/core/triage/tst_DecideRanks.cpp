// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

class TestDecideRanks : public QObject {
    Q_OBJECT
};

QTEST_APPLESS_MAIN(TestDecideRanks)
#include "tst_DecideRanks.moc"
