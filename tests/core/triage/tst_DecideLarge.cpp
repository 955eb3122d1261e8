// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

class TestDecideLarge : public QObject {
    Q_OBJECT
};

QTEST_APPLESS_MAIN(TestDecideLarge)
#include "tst_DecideLarge.moc"
