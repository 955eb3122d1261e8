// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/others/FlightRecorder.h"
#include "tests/core/ingest/others/Samples.h"

using namespace headwater;
using namespace headwater::others;
using namespace headwater::test;

class tst_FlightRecorder : public QObject {
    Q_OBJECT
    Folder m_folder;

    Result<FlightRecorderContent> read(const std::string& text, const std::string& name = "nccl_trace_rank_3")
    {
        return readFlightRecorder(m_folder.write(name, text), {});
    }

private slots:
    void entries()
    {
        const auto content = read(flightRecorder());
        QVERIFY2(content, content ? "" : describe(content.error()).c_str());
        QVERIFY(content->problems.empty());
        const FlightRecord& record = content->record;
        QCOMPARE(record.rank, 3);
        QCOMPARE(record.version, std::string("2.9"));
        QCOMPARE(record.entries.size(), std::size_t(2));
        const FlightEntry& reduce = record.entries[0];
        QCOMPARE(reduce.group, std::string("0 (default_pg)"));
        QCOMPARE(reduce.sequence, std::int64_t(7));
        QCOMPARE(reduce.operation, std::string("nccl:all_reduce"));
        QCOMPARE(reduce.inputSizes, (std::vector<std::vector<std::int64_t>>{{3, 4}, {}}));
        QCOMPARE(reduce.inputTypes, (std::vector<std::string>{"Float"}));
        QCOMPARE(reduce.state, std::string("completed"));
        QCOMPARE(reduce.created, std::optional<Ns>(1'700'000'000'000'000'001));
        QCOMPARE(reduce.completed, std::optional<Ns>(1'700'000'000'000'000'009));
        QCOMPARE(reduce.duration, std::optional<Ns>(1'500'000));
        const FlightEntry& send = record.entries[1];
        QVERIFY(send.pointToPoint);
        QCOMPARE(send.sequence, std::int64_t(3));
        QCOMPARE(send.group, std::string("1"));
        QVERIFY(!send.started && !send.completed && !send.duration);
    }

    void olderSequenceAndNoEntries()
    {
        QCOMPARE(read(json("{'entries':[{'seq_id':9,'profiling_name':'x'}]}"))->record.entries[0].sequence,
                 std::int64_t(9));
        const auto none = read(json("{'version':'2.1','pg_config':{},'pg_status':{}}"));
        QVERIFY(none);
        QCOMPARE(none->problems[0].code, std::string("no-entries"));
    }

    void ranksOfNames()
    {
        QCOMPARE(dumpRank("nccl_trace_rank_12"), std::optional(12));
        QCOMPARE(dumpRank("_dump_7"), std::optional(7));
        QCOMPARE(dumpRank("dump_7.json"), std::optional(7));
        QCOMPARE(dumpRank("fr-rank3.json"), std::optional(3));
        QCOMPARE(dumpRank("dump.json"), std::optional<int>());
        QCOMPARE(dumpRank("v2"), std::optional<int>());
        QCOMPARE(dumpRank(""), std::optional<int>());
        QCOMPARE(read(flightRecorder(), "dump.json")->record.rank, -1);
        QCOMPARE(read(flightRecorder(), "dump.json")->problems[0].code, std::string("missing-rank"));
    }

    void cutAnywhere()
    {
        const std::string whole = flightRecorder();
        bool first = false;
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto content = read(whole.substr(0, size));
            QVERIFY(content
                        ? std::ranges::any_of(content->problems, [](const Problem& p) { return p.code == "truncated"; })
                        : !content.error().what.empty());
            if (content && !content->problems.empty())
                QVERIFY(std::ranges::any_of(
                    content->problems, [&](const Problem& p) { return p.position == "byte " + std::to_string(size); }));
            first = first || (content && content->record.entries.size() == 1);
        }
        QVERIFY(first);
    }

    void oddValues()
    {
        const auto content =
            read(json("{'version':2,'entries':[7,{'process_group':3,'input_sizes':'x','input_dtypes':[1],"
                      "'time_created_ns':18446744073709551615,'duration_ms':1e300,'is_p2p':1}]}"));
        QVERIFY(content);
        QCOMPARE(content->record.entries.size(), std::size_t(1));
        QVERIFY(!content->record.entries[0].created && !content->record.entries[0].duration);
    }
};

QTEST_GUILESS_MAIN(tst_FlightRecorder)
#include "tst_FlightRecorder.moc"
