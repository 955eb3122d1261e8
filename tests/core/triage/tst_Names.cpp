// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

class TestNames : public QObject {
    Q_OBJECT
};

QTEST_APPLESS_MAIN(TestNames)
#include "tst_Names.moc"
