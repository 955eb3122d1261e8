// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/app/cli/Cli.h"

using namespace headwater::cli_test;
using nlohmann::json;

namespace {

/// Ten hosts of two ranks; the ranks from `slowFrom` to `slowTo` take longer.
QByteArray metrics(int slowFrom, int slowTo)
{
    QByteArray csv = "rank,host,step,stage,duration_us\n";
    for (int step = 0; step < 24; ++step)
        for (int rank = 0; rank < 20; ++rank) {
            const bool slow = rank >= slowFrom && rank <= slowTo;
            const int forward = 20'000 + (rank * 7 + step * 13) % 40;
            csv += QByteArray::number(rank) + ",n" + QByteArray::number(rank / 2) + ',' + QByteArray::number(step) +
                   ",forward," + QByteArray::number(slow ? forward * 13 / 10 : forward) + '\n';
        }
    return csv;
}

}  // namespace

/// A topology that lies with the run: what is slow is named by where it hangs.
class TestTopologyOfRuns : public QObject {
    Q_OBJECT
private slots:
    void aSlowLeafIsNamed()
    {
        const Workplace place;
        place.write(QStringLiteral("b/metrics.csv"), metrics(-1, -1));
        place.write(QStringLiteral("c/metrics.csv"), metrics(4, 7));
        const QByteArray network =
            "SwitchName=leaf[0] Nodes=n[0-1]\nSwitchName=leafA Nodes=n[2-3]\nSwitchName=leafB Nodes=n[4-5]\n"
            "SwitchName=leafC Nodes=n[6-7]\nSwitchName=leafD Nodes=n[8-9],other[1-50]\n"
            "SwitchName=top Switches=leaf[0],leafA,leafB,leafC,leafD\n";
        const QString file = place.write(QStringLiteral("topology.conf"), network);
        const json verdict = analysed(place, {file});
        QCOMPARE(placesOf(verdict), (QStringList{QStringLiteral("stragglers.slow-leaf")}));
        QVERIFY(statementOf(verdict).contains(QStringLiteral("leaf switch leafA")));
        // Without the file the hosts are all that is known.
        QCOMPARE(placesOf(analysed(place, {})),
                 (QStringList{QStringLiteral("stragglers.slow-host"), QStringLiteral("stragglers.slow-host")}));
        // Nodes that the run does not have are no setting of it.
        for (const json& change : verdict["comparability"]["changed"])
            QVERIFY(change["key"].get<std::string>().find("other") == std::string::npos);
    }

    /// A switch with one host of the run is no better a name than the host, which has advice of its own.
    void aHostAloneOnItsLeafStaysTheHost()
    {
        const Workplace place;
        place.write(QStringLiteral("b/metrics.csv"), metrics(-1, -1));
        place.write(QStringLiteral("c/metrics.csv"), metrics(4, 5));
        QByteArray network;
        for (const char* host : {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})
            network += QByteArray("SwitchName=leaf") + host + " Nodes=n" + host + ",other" + host + "\n";
        const QString file = place.write(QStringLiteral("topology.conf"), network);
        const json verdict = analysed(place, {file});
        const json alone = analysed(place, {});
        QCOMPARE(placesOf(verdict),
                 (QStringList{QStringLiteral("stragglers.slow-leaf"), QStringLiteral("stragglers.slow-host")}));
        for (const json& finding : verdict["findings"])
            if (finding["id"] == "stragglers.slow-leaf" || finding["id"] == "stragglers.slow-host")
                QCOMPARE(finding["severity"] == "info", finding["id"] == "stragglers.slow-leaf");
        QVERIFY2(statementOf(verdict).contains(QStringLiteral("host n2 are all that the run has on leaf switch leaf2")),
                 qPrintable(statementOf(verdict)));
        QCOMPARE(QString::fromStdString(verdict["next_steps"].dump()),
                 QString::fromStdString(alone["next_steps"].dump()));
    }

    /// Ranks whose files do not say their host get it from the topology; what the format does not have is named.
    void ranksOfATopology()
    {
        const Workplace place;
        const auto withoutHosts = [](QByteArray csv) {
            csv.replace("rank,host,", "rank,");
            for (int host = 0; host < 10; ++host)
                csv.replace(",n" + QByteArray::number(host) + ',', ",");
            return csv;
        };
        place.write(QStringLiteral("b/metrics.csv"), withoutHosts(metrics(-1, -1)));
        place.write(QStringLiteral("c/metrics.csv"), withoutHosts(metrics(4, 7)));
        json topology{{"schema", "headwater.topology/1"}, {"gpus_per_node", 2}, {"racks", 3}};
        for (int host = 0; host < 10; ++host)
            topology["nodes"].push_back(
                {{"name", "n" + std::to_string(host)}, {"leaf", "leaf" + std::to_string(host / 2)}});
        QCOMPARE(placesOf(analysed(place, {place.write("none.json", bytes(topology))})), QStringList());
        for (int rank = 0; rank < 20; ++rank)
            topology["ranks"].push_back(
                {{"rank", rank}, {"node", "n" + std::to_string(rank / 2)}, {"gpu", 1 - rank % 2}});
        const QString file = place.write("topology.json", bytes(topology));
        const json verdict = analysed(place, {file});
        QCOMPARE(placesOf(verdict), (QStringList{QStringLiteral("stragglers.slow-leaf")}));
        QVERIFY(statementOf(verdict).contains(QStringLiteral("leaf switch leaf1")));
        QVERIFY(runCli({"inspect", place.path("c"), file}).err.contains("has no key \"racks\" here"));
        QVERIFY(runCli({"plan-scale", "--bad", "20", "--topology", file}).err.contains("has no key \"racks\" here"));
        for (const char* wrong : {"{\"rank\": 3, \"node\": \"n1\"}", "{\"rank\": 20, \"node\": \"n10\"}",
                                  "{\"node\": \"n1\"}", "{\"rank\": 20, \"node\": \"n1\", \"gpu\": 2}"}) {
            json broken = topology;
            broken["ranks"].push_back(json::parse(wrong));
            const Outcome said =
                runCli({"plan-scale", "--bad", "20", "--topology", place.write("x.json", bytes(broken))});
            QVERIFY2(said.code == 2 && said.err.contains("ranks[20]"), said.err.constData());
        }
    }

private:
    static QByteArray bytes(const json& document) { return QByteArray::fromStdString(document.dump()); }

    static json analysed(const Workplace& place, const QStringList& more)
    {
        QStringList arguments{QStringLiteral("analyze"), QStringLiteral("--baseline"), place.path(QStringLiteral("b"))};
        arguments += more;
        arguments << QStringLiteral("--current") << place.path(QStringLiteral("c"));
        arguments += more;
        return parsed(runCli(arguments + QStringList{QStringLiteral("--json"), QStringLiteral("-")}));
    }

    static QStringList placesOf(const json& verdict)
    {
        QStringList ids;
        for (const json& finding : verdict["findings"]) {
            // Of several alike the subject follows.
            const QString id = QString::fromStdString(finding["id"].get<std::string>()).section(u':', 0, 0);
            if (id.startsWith(QStringLiteral("stragglers.slow-")) && id != QStringLiteral("stragglers.slow-rank"))
                ids << id;
        }
        return ids;
    }

    static QString statementOf(const json& verdict)
    {
        for (const json& finding : verdict["findings"])
            if (finding["id"] == "stragglers.slow-leaf")
                return QString::fromStdString(finding["statement"].get<std::string>());
        return {};
    }
};

QTEST_APPLESS_MAIN(TestTopologyOfRuns)
#include "tst_Topology.moc"
