// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include <QtTest>

#include "core/base/StringPool.h"

using namespace headwater;

class TestStringPool : public QObject {
    Q_OBJECT
private slots:
    void storesOnce()
    {
        StringPool pool;
        const NameId a = pool.intern("forward");
        const NameId b = pool.intern("backward");
        QVERIFY(a != b);
        QCOMPARE(pool.intern(std::string("forward")), a);
        QCOMPARE(pool.size(), std::size_t{2});
        QVERIFY(pool[b] == "backward");
        QVERIFY(pool[pool.intern("")].empty());
    }

    void viewsSurviveGrowthAndMove()
    {
        StringPool pool;
        const std::string_view first = pool[pool.intern("the first")];
        std::vector<NameId> ids;
        for (int i = 0; i < 50'000; ++i)
            ids.push_back(pool.intern("kernel_" + std::to_string(i)));
        const std::string large(200'000, 'x');
        const NameId big = pool.intern(large);
        const StringPool moved = std::move(pool);
        QVERIFY(first == "the first");
        QVERIFY(moved[ids[4321]] == "kernel_4321");
        QVERIFY(moved[big] == large);
    }
};

QTEST_APPLESS_MAIN(TestStringPool)
#include "tst_StringPool.moc"
