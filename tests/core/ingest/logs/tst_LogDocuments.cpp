// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/logs/JsonWalk.h"
#include "core/ingest/logs/Protobuf.h"
#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

/// trainer_state.json, golden values, metrics.csv, event files.
class tst_LogDocuments : public QObject {
    Q_OBJECT

private slots:
    void trainerState()
    {
        const auto read = readLog(
            json("{'best_metric': null, 'global_step': 20, 'train_batch_size': 4, 'max_steps': 20, 'log_history': ["
                 "{'epoch': 1.0, 'step': 10, 'loss': 10.7267, 'grad_norm': 9.587675094604492, 'learning_rate': "
                 "8e-05}, {'step': 10, 'eval_loss': 9.5}, {'step': 20, 'loss': NaN, 'grad_norm': Infinity}, "
                 "{'step': 20, 'train_runtime': 30.0, 'train_loss': 10.5, 'total_flos': 1e20}, {'epoch': 1.0}]}"));
        QCOMPARE(read.format, std::string("hf-trainer-state"));
        QVERIFY(read.status);
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        const LogStep* first = stepOf(read.log(), 10);
        QCOMPARE(first->loss->value, 10.7267);
        QCOMPARE(first->loss->decimals, 6);
        QCOMPARE(first->gradNorm->decimals, 16);
        QCOMPARE(first->values.at("validation_loss"), 9.5);
        const LogStep* last = stepOf(read.log(), 20);
        QVERIFY(std::isnan(last->loss->value));
        QVERIFY(std::isinf(last->gradNorm->value));
        QCOMPARE(last->stepTime, ms(1500));
        QCOMPARE(last->stepsCovered, 20);
        QCOMPARE(last->values.at("train_loss_average"), 10.5);
        QCOMPARE(read.log().manifest.at("micro_batch_size"), std::string("4"));
        QVERIFY(endingOf(read.log(), "finished"));
        QVERIFY(read.hasProblem("row-without-step"));
    }

    void trainerStateCut()
    {
        const auto read =
            readLog(json("{'global_step': 20, 'log_history': [{'step': 10, 'loss': 1.5}, {'step': 20, 'lo"));
        QCOMPARE(read.log().steps.size(), std::size_t(1));
        QVERIFY(read.hasProblem("truncated"));
    }

    void goldenValues()
    {
        const auto read = readLog(
            json("{'lm loss': {'start_step': 1, 'end_step': 10, 'step_interval': 5, 'values': {'1': 12.95636, '5': "
                 "'nan', '10': 'nan'}}, 'iteration-time': {'start_step': 1, 'end_step': 10, 'step_interval': 5, "
                 "'values': {'1': 'nan', '5': 1.5, '10': 'nan'}}, 'num-zeros': {'start_step': 1, 'end_step': 10, "
                 "'step_interval': 5, 'values': {'1': 7.0, '5': 8.0, '10': 'nan'}}}"));
        QCOMPARE(read.format, std::string("megatron-log"));
        QCOMPARE(read.content.source.variant, std::string("golden values"));
        QCOMPARE(read.content.source.events, quint64(9));
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        QCOMPARE(stepOf(read.log(), 1)->loss->value, 12.95636);
        QCOMPARE(stepOf(read.log(), 1)->stepTime, kMissing);
        QCOMPARE(stepOf(read.log(), 5)->stepTime, ms(1500));
        // Nothing was recorded at step 10; at step 5 other metrics were, so the loss really was NaN.
        QVERIFY(std::isnan(stepOf(read.log(), 5)->loss->value));
        QCOMPARE(stepOf(read.log(), 5)->values.at("num_zeros"), 8.0);
        QVERIFY(read.hasProblem("not-recorded"));
    }

    void lightning()
    {
        const auto read = readLog("\xEF\xBB\xBFtrain_loss,val/loss,\"train_step_timing in "
                                  "s\",epoch,step\n1.5,,0.5,0,9\n,1.75,,0,9\n1.25,,x,0,19\n"
                                  "1,2,3,4,5,6,7\n\ntrain_loss,epoch,extra,step\n1.0,1,7.5,29\n");
        QCOMPARE(read.format, std::string("lightning-csv"));
        QCOMPARE(read.log().steps.size(), std::size_t(3));
        QCOMPARE(stepOf(read.log(), 9)->loss->value, 1.5);
        QCOMPARE(stepOf(read.log(), 9)->stepTime, ms(500));
        QCOMPARE(stepOf(read.log(), 9)->values.at("validation_loss"), 1.75);
        QCOMPARE(stepOf(read.log(), 29)->values.at("extra"), 7.5);
        QVERIFY(read.hasProblem("malformed-row"));
        QVERIFY(read.hasProblem("malformed-value"));
        QCOMPARE(read.content.source.events, quint64(4));
    }

    void events()
    {
        const std::string file = eventFile({{"lm loss", 1, 10.5F, 1700000001.25},
                                            {"grad-norm", 1, 2.5F, 1700000001.5},
                                            {"lm loss vs samples", 16, 10.5F, 1700000001.5},
                                            {"iteration-time", 2, 0.5F, 1700000002.0},
                                            {"forward-backward-time", 2, 0.25F, 1700000002.0},
                                            {"lm loss", 2, 9.5F, 1700000002.0},
                                            {"lm loss", 2, 9.25F, 1700000003.0}}) +
                                 eventRecord(textEvent("global_batch_size/text_summary", "16"));
        const auto read = readLog(file);
        QCOMPARE(read.format, std::string("tfevents"));
        QVERIFY(read.status);
        QCOMPARE(read.log().framework, std::string("megatron"));
        QCOMPARE(read.log().clock, ClockKind::Epoch);
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        QCOMPARE(*stepOf(read.log(), 1)->time, qint64(1700000001500000000));
        QCOMPARE(stepOf(read.log(), 1)->loss->decimals, -1);
        QCOMPARE(stepOf(read.log(), 1)->gradNorm->value, 2.5);
        QCOMPARE(stepOf(read.log(), 2)->loss->value, 9.25);  // the later event of a repeated step
        QCOMPARE(stepOf(read.log(), 2)->stepTime, ms(500));
        QCOMPARE(timerOf(read.log(), 2, "forward-backward")->maximum, ms(250));
        QCOMPARE(read.log().manifest.at("global_batch_size"), std::string("16"));
        QCOMPARE(read.content.source.events, quint64(7));
    }

    void eventsOfARankFolder()
    {
        const Folder folder;
        const auto read = readLog(folder, "tb/3/events.out",
                                  eventFile({{"loss_metrics/global_avg_loss", 1, 8.5F, 1700000001.0},
                                             {"time_metrics/end_to_end(s)", 1, 0.125F, 1700000001.0},
                                             {"time_metrics/data_loading(s)", 1, 0.0625F, 1700000001.0}}));
        QCOMPARE(read.log().rank, std::optional<int>(3));
        QCOMPARE(read.content.source.ranks, std::vector<int>{3});
        QVERIFY(read.hasProblem("rank-from-name"));
        QCOMPARE(read.log().framework, std::string("torchtitan"));
        QCOMPARE(read.log().steps.at(0).stepTime, ms(125));
        QCOMPARE(timerOf(read.log(), 1, "data_loading")->maximum, ms(62.5));
    }

    void damagedEvents()
    {
        const std::string good = eventFile({{"lm loss", 1, 10.5F, 1700000001.0}});
        const std::string second = eventFile({{"lm loss", 2, 9.5F, 1700000002.0}});
        std::string badPayload = good + second;
        badPayload[good.size() - 8] ^= 1;  // inside the first scalar
        const auto payload = readLog(badPayload);
        QVERIFY(payload.hasProblem("bad-checksum"));
        QCOMPARE(payload.log().steps.size(), std::size_t(1));
        std::string badLength = good + second;
        badLength[good.size()] ^= 1;
        const auto length = readLog(badLength);
        QVERIFY(length.hasProblem("damaged"));
        QCOMPARE(length.log().steps.at(0).step, qint64(1));
        const auto cut = readLog(good + second.substr(0, second.size() - 3));
        QVERIFY(cut.hasProblem("partial-record"));
        const auto empty = readLog(eventFile({}));
        QCOMPARE(empty.format, std::string("tfevents"));
        QVERIFY(!empty.status);
        QCOMPARE(empty.status.error().code, ErrorCode::NothingUsable);
    }

    void checksum()
    {
        // RFC 3720 B.4: 32 bytes of zeros have the CRC-32C 0x8A9136AA.
        const std::uint32_t crc = 0x8A9136AAU;
        QCOMPARE(logs::maskedCrc32c(std::string(32, '\0')), ((crc >> 15U) | (crc << 17U)) + 0xA282EAD8U);
    }

    void protobufStopsAtNonsense()
    {
        for (const std::string& text : {std::string("\x0a\xff"), std::string("\x0f"), std::string("\x09\x01"),
                                        std::string("\xff\xff\xff"), std::string("\x00", 1), std::string(12, '\xff')}) {
            logs::ProtoReader reader(text);
            while (reader.next()) {
            }
            QVERIFY(reader.broken());
        }
    }

    void jsonWalk()
    {
        std::vector<std::string> seen;
        logs::JsonVisitor visitor;
        visitor.value = [&](const logs::JsonPath& path, std::string_view text, const LoggedNumber*) {
            std::string joined;
            for (const auto& part : path)
                joined += "/" + part;
            seen.push_back(joined + "=" + std::string(text));
        };
        QVERIFY(logs::walkJson(json("{'a': [1, {'b': NaN}, 'NaN'], 'c': {'d': -Infinity}}"), visitor).complete);
        const std::vector<std::string> expected = {"/a/0=1", "/a/1/b=NaN", "/a/2=NaN", "/c/d=-Infinity"};
        QCOMPARE(seen, expected);
        QVERIFY(!logs::walkJson(std::string(100000, '['), visitor).complete);
        QVERIFY(!logs::walkJson("", visitor).complete);
        // Where it was cut: its end, also behind tokens that are read in quotes.
        for (const std::string& cut : {json("{'a': 1"), json("{'a': [NaN, 1, -Infinity, "), json("{'a': 'NaN")})
            QCOMPARE(logs::walkJson(cut, visitor).position, std::uint64_t(cut.size()));
        QCOMPARE(logs::walkJson(json("{'a': NaN, ?"), visitor).position, std::uint64_t(11));
        QCOMPARE(logs::withQuotedSpecials(json("{'NaN': NaN, 'x': 'a NaN \\' Infinity'}")),
                 json("{'NaN': 'NaN', 'x': 'a NaN \\' Infinity'}"));
    }
};

QTEST_APPLESS_MAIN(tst_LogDocuments)
#include "tst_LogDocuments.moc"
