// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

class TestSimulatedPairs : public QObject {
    Q_OBJECT
};

QTEST_APPLESS_MAIN(TestSimulatedPairs)
#include "tst_SimulatedPairs.moc"
