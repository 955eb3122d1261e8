// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QtTest>

#include "core/ingest/ReadFile.h"
#include "tests/core/ingest/Gzip.h"
#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

/// Every log format against every other input, and against inputs that stop anywhere.
class tst_LogRecognition : public QObject {
    Q_OBJECT

private slots:
    void samples_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const LogSample& sample : logSamples())
            QTest::newRow(sample.name) << index++;
    }

    void samples()
    {
        QFETCH(int, index);
        const LogSample sample = logSamples().at(static_cast<std::size_t>(index));
        const Folder folder;
        // A wrong extension changes nothing.
        const FileContent content = readFile(folder.write("a.csv", sample.text), {}, {});
        QCOMPARE(content.source.format, std::string(sample.format));
        QVERIFY(!content.error);
        QVERIFY(content.source.used);
        QVERIFY(!content.logs.empty());
    }

    void compressed()
    {
        const LogSample sample = logSamples().front();
        const Folder folder;
        const FileContent content = readFile(folder.write("a.json", gzip(sample.text)), {}, {});
        QCOMPARE(content.source.format, std::string(sample.format));
        QCOMPARE(content.logs.at(0).steps.size(), std::size_t(2));
    }

    void othersAreLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("empty", "");
        row("blank", "\n\n  \n");
        row("stage metrics", "rank,step,stage,duration_ms\n0,1,forward,12.5\n");
        row("stage metrics lines", json("{'rank': 0, 'step': 1, 'stage': 'forward', 'duration_ms': 1.5}\n"));
        row("kineto", kineto({}));
        row("nvidia-smi", "timestamp, index, utilization.gpu [%]\n2025/02/18 18:57:25.684, 0, 12 %\n");
        row("nccl-tests", "# nThread 1 nGpus 8 minBytes 8 maxBytes 16\n#       size         count      type   redop    "
                          "root     time   "
                          "algbw   busbw #wrong\n           8             2     float     sum      -1    12.34    0.00 "
                          "   0.00      0\n");
        row("kernel log", "[ 1234.567890] NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.\n");
        row("oom killer", "Feb 18 18:57:25 n1 kernel: Out of memory: Killed process 1234 (python) total-vm:1kB\n");
        row("prometheus", "# HELP step_total steps\n# TYPE step_total counter\nstep_total{job=\"a\"} 12\n");
        row("python source", "for step in range(10):\n    print(f'iter {step}: loss {loss:.4f}, time {dt}ms')\n    "
                             "print('step: loss:')\n");
        row("launcher source",
            "    print(f\"Killing subprocess {process.pid}\")\nexcept torch.OutOfMemoryError:\n    raise\n");
        row("report",
            json("{'ending': 'torch.OutOfMemoryError: CUDA out of memory', 'line': 'Killing subprocess 12'}\n"));
        row("prose", "In the next iteration 5/7 of the loss was gone; step 12 was the last one.\n");
        row("zeros", std::string(4096, '\0'));
        row("json", json("{\n 'step': 1,\n 'loss': 2\n}\n"));
        row("csv", "name,step\na,1\n");
    }

    void othersAreLeftAlone()
    {
        QFETCH(QByteArray, text);
        const std::string own = text.toStdString();
        for (const Format& format : logFormats())
            QVERIFY2(!format.recognise(headOf(own)), std::string(format.name).c_str());
    }

    void recognisedByTheEnd()
    {
        // Whatever fills the beginning of the output.
        std::string text;
        while (text.size() < 200000)
            text += "+++ export PATH=/usr/bin\n";
        const auto read = readLog(text + logSamples().front().text);
        QCOMPARE(read.format, std::string("megatron-log"));
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        QCOMPARE(read.log().manifest.at("world_size"), std::string("8"));
    }

    void truncatedAnywhere_data() { samples_data(); }
    void truncatedAnywhere()
    {
        QFETCH(int, index);
        const LogSample sample = logSamples().at(static_cast<std::size_t>(index));
        const Folder folder;
        for (std::size_t length = 0; length < sample.text.size(); length += 1 + length / 64) {
            const auto path = folder.write("cut", sample.text.substr(0, length));
            for (const Format& format : logFormats()) {
                if (format.name != sample.format)
                    continue;
                FileContent content;
                content.source.path = path.string();
                const Status read = format.read(path, {}, {}, content);
                QVERIFY(read.has_value() == !content.logs.empty());
                for (const TrainingLog& log : content.logs)
                    QVERIFY(std::ranges::is_sorted(log.steps, {}, &LogStep::step));
            }
        }
    }

    void longLinesAreCut()
    {
        const auto read =
            readLog(logSamples().front().text + std::string(3U << 20U, 'x') + "\n" + std::string(100, 'y') + "\n");
        QVERIFY(read.status);
        QVERIFY(read.hasProblem("long-line"));
        QCOMPARE(read.log().steps.size(), std::size_t(2));
    }

    void hostileLinesTakeNoTime()
    {
        // Long lines of what each scanner looks for, over and over.
        for (const char* piece : {"[", "a[", "iteration ", "iteration 1/1 |", "iterations) memory (MB)", "| a: 1 ",
                                  "step: 1 loss: ", "{'a': ", "1,000", "\x1b[", "%| 1/9 [", "9", "rank=0 time (ms)",
                                  ": ", " ..", "rank "}) {
            std::string text = logSamples().front().text;
            while (text.size() < (1U << 20U))
                text += piece;
            QElapsedTimer timer;
            timer.start();
            const auto read = readLog(text + "\n");
            QVERIFY(read.status);
            QVERIFY2(timer.elapsed() < 20000, piece);
        }
    }

    void cancelled()
    {
        const Folder folder;
        std::stop_source source;
        source.request_stop();
        Job job;
        job.stop = source.get_token();
        for (const LogSample& sample : logSamples()) {
            const FileContent content = readFile(folder.write("a", sample.text), {}, job);
            QVERIFY2(content.error && content.error->code == ErrorCode::Cancelled, sample.name);
        }
    }
};

QTEST_APPLESS_MAIN(tst_LogRecognition)
#include "tst_LogRecognition.moc"
