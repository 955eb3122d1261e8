// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QPushButton>

#include "app/gui/ScaleBoard.h"
#include "app/gui/pages/ScalePage.h"
#include "tests/app/gui/WindowTest.h"

namespace headwater {

/// A test of the Scale page in the window: a topology of four nodes, and what isolation tests showed of them.
class ScaleWindowTest : public WindowTest {
protected:
    [[nodiscard]] static QByteArray json(const char* text) { return QByteArray(text).replace('\'', '"'); }

    void makeFiles()
    {
        using namespace Qt::StringLiterals;
        makeRuns();
        m_topology = write(u"topology.json"_s, json("{'schema': 'headwater.topology/1', 'gpus_per_node': 2, 'nodes': ["
                                                    "{'name': 'n0', 'leaf': 'a'}, {'name': 'n1', 'leaf': 'a'},"
                                                    "{'name': 'n2', 'leaf': 'b'}, {'name': 'n3', 'leaf': 'b'}]}"));
        m_isolation = write(u"isolation.json"_s,
                            json("{'schema': 'headwater.scale-results/1', 'isolation': ["
                                 "{'test': 'nccl-tests', 'nodes': ['n0', 'n1'], 'metric': 'busbw_gbps',"
                                 " 'higher_is_better': true, 'baseline': {'values': [380, 381, 379]},"
                                 " 'current': {'values': [379, 381, 380]}},"
                                 "{'test': 'nccl-tests', 'nodes': ['n0', 'n2'], 'metric': 'busbw_gbps',"
                                 " 'higher_is_better': true, 'baseline': {'values': [380, 381, 379]},"
                                 " 'current': {'values': [190, 191, 189]}},"
                                 "{'test': 'synthetic-data', 'nodes': ['n0', 'n2'], 'metric': 'step_time_ms',"
                                 " 'baseline': {'values': [130, 131, 129]}, 'current': {'values': [130, 131, 129]}},"
                                 "{'test': 'straggler-hunt', 'rounds': ["
                                 "[{'nodes': ['n0', 'n1'], 'time': 5}, {'nodes': ['n2', 'n3'], 'time': 15}],"
                                 "[{'nodes': ['n0', 'n2'], 'time': 15}, {'nodes': ['n1', 'n3'], 'time': 5}]]}]}"));
    }

    [[nodiscard]] ScalePage* page() const { return static_cast<ScalePage*>(bench()->page(QStringLiteral("scale"))); }
    [[nodiscard]] ScaleBoard& board() const { return m_window->session().scale(); }
    void settle() const { QTRY_VERIFY_WITH_TIMEOUT(!page()->busy(), 60'000); }
    void click(QWidget* button) const
    {
        QVERIFY(button->isVisible() && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }
    [[nodiscard]] QString write(const QString& name, const QByteArray& text) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return {};
        return path;
    }

    QString m_topology, m_isolation;
};

}  // namespace headwater
