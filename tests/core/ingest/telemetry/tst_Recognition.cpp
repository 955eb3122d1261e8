// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <set>

#include "tests/core/ingest/telemetry/Samples.h"

using namespace headwater;
using namespace headwater::test;

class tst_Recognition : public QObject {
    Q_OBJECT

private slots:
    void everySampleIsItself()
    {
        const Folder folder;
        for (const Sample& sample : telemetrySamples()) {
            const FileContent content = readText(folder, sample.text);
            QCOMPARE(QString::fromStdString(content.source.format), QString::fromStdString(sample.format));
            QVERIFY2(content.source.variant.starts_with(sample.variant), content.source.variant.c_str());
            QVERIFY2(content.source.used, sample.format.c_str());
            QVERIFY2(!content.telemetry.empty(), sample.format.c_str());
            QVERIFY(content.source.events > 0);
        }
    }

    /// Of all formats of the program, one recognises a sample: nobody depends on the order.
    void noFormatStealsAnothers()
    {
        for (const Sample& sample : telemetrySamples()) {
            FileHead head;
            head.text = sample.text;
            while (head.text.starts_with('\n'))
                head.text.remove_prefix(1);
            std::set<std::string> names;
            for (const Format& format : formats())
                if (format.recognise(head))
                    names.insert(std::string(format.name));
            QVERIFY2(names == std::set<std::string>{sample.format}, sample.text.c_str());
        }
    }

    void othersAreNotTelemetry_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "";
        QTest::newRow("prose") << "Hello, this is a note: about nothing.\nAnd more.\n";
        QTest::newRow("exporter's configuration")
            << "# Format\n# DCGM FIELD, type, help\nDCGM_FI_DEV_SM_CLOCK,  gauge, SM clock frequency (in MHz).\n";
        QTest::newRow("training table") << "epoch,step,train_loss,temperature\n0,1,2.5,0.7\n";
        QTest::newRow("sampling table") << "index,temperature,score\n0,0.7,1\n";
        QTest::newRow("stage metrics") << "rank,step,stage,duration_ms\n0,1,forward,3.5\n";
        QTest::newRow("a failed command") << "ERROR: 1";
        QTest::newRow("megatron log")
            << " [2024-05-01 10:00:00] iteration 10/ 100 | elapsed time per iteration (ms): 5.0\n";
        QTest::newRow("other JSON") << "{\"traceEvents\":[]}";
        QTest::newRow("key: value") << "loss: 3\nstep: 4\n";
    }
    void othersAreNotTelemetry()
    {
        QFETCH(QString, text);
        const std::string bytes = text.toStdString();
        FileHead head;
        head.text = bytes;
        for (const Format& format : telemetryFormats())
            QVERIFY2(!format.recognise(head), std::string(format.name).c_str());
    }

    void byteOrderMarkAndWindowsLinesAreHarmless()
    {
        const Folder folder;
        for (const Sample& sample : telemetrySamples()) {
            std::string text = "\xEF\xBB\xBF";
            for (const char c : sample.text)
                text += c == '\n' ? std::string("\r\n") : std::string(1, c);
            const FileContent content = readText(folder, text);
            QCOMPARE(QString::fromStdString(content.source.format), QString::fromStdString(sample.format));
            const FileContent plain = readText(folder, sample.text);
            QCOMPARE(content.telemetry.series.size(), plain.telemetry.series.size());
            for (std::size_t i = 0; i < plain.telemetry.series.size(); ++i)
                QVERIFY2(content.telemetry.series[i].value == plain.telemetry.series[i].value, sample.text.c_str());
        }
    }

    /// Cut anywhere, a file gives an error or values that the whole file has too.
    void truncationInventsNothing()
    {
        const Folder folder;
        for (const Sample& sample : telemetrySamples()) {
            const FileContent whole = readText(folder, sample.text);
            for (std::size_t size = 0; size < sample.text.size(); ++size) {
                const FileContent cut = readText(folder, std::string_view(sample.text).substr(0, size));
                QVERIFY(cut.telemetry.series.size() <= whole.telemetry.series.size());
                for (const MetricSeries& series : cut.telemetry.series)
                    QCOMPARE(series.time.size(), series.value.size());
                QVERIFY(cut.source.used || !cut.source.problems.empty());
            }
        }
    }

    void hostileBytesDoNoHarm()
    {
        const Folder folder;
        for (const Sample& sample : telemetrySamples()) {
            for (std::size_t at = 0; at < sample.text.size(); at += 3) {
                std::string text = sample.text;
                text[at] = static_cast<char>(0x80 + at % 0x7f);
                const FileContent content = readText(folder, text);
                for (const MetricSeries& series : content.telemetry.series) {
                    QCOMPARE(series.time.size(), series.value.size());
                    QVERIFY(std::ranges::is_sorted(series.time));
                }
            }
        }
    }

    void deepNestingIsNoTrap()
    {
        const Folder folder;
        const std::string deep(200'000, '[');
        const FileContent rocm = readText(folder, json("{'card0': {'GPU use (%)': ") + deep);
        QVERIFY(!rocm.source.used);
        const FileContent range =
            readText(folder, json("{'status':'success','data':{'resultType':'matrix','result':") + deep);
        QVERIFY(!range.source.used);
        const FileContent rdma = readText(folder, json("[{'ifname':'a','port':1,'tx_rdma_ucast_bytes':") + deep +
                                                      std::string(200'000, ']') + "}]");
        QVERIFY(!rdma.source.used);
    }

    void stopsOnRequest()
    {
        const Folder folder;
        std::stop_source stop;
        stop.request_stop();
        Job job;
        job.stop = stop.get_token();
        for (const Sample& sample : telemetrySamples()) {
            const FileContent content = readFile(folder.write("file", sample.text), {}, job);
            QVERIFY(content.error.has_value());
            QVERIFY(content.error->code == ErrorCode::Cancelled);
        }
    }
};

QTEST_GUILESS_MAIN(tst_Recognition)
#include "tst_Recognition.moc"
