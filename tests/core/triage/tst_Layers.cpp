// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

class TestLayers : public QObject {
    Q_OBJECT
};

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_Layers.moc"
