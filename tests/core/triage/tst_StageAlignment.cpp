// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

class TestStageAlignment : public QObject {
    Q_OBJECT
};

QTEST_APPLESS_MAIN(TestStageAlignment)
#include "tst_StageAlignment.moc"
