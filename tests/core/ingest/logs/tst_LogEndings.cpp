// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

namespace {

const std::string kStep =
    " iteration        7/     100 | elapsed time per iteration (ms): 100.0 | lm loss: 2.0E+00 | number "
    "of nan iterations: 0 |\n";

}  // namespace

/// How a run died, in the words of shells, launchers, Python and NCCL.
class tst_LogEndings : public QObject {
    Q_OBJECT

private slots:
    void lastLines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* line, const char* kind) { QTest::newRow(line) << line << kind; };
        row("Segmentation fault (core dumped)", "signal");
        row("Bus error (core dumped)", "signal");
        row("Fatal Python error: Segmentation fault", "signal");
        row("Fatal Python error: Cannot recover from stack overflow.", "exception");
        row("Killed", "signal");
        row("3: Killed", "signal");
        row("gpu-07: Killed", "signal");
        row("run.sh: line 31:  4711 Killed                  python train.py", "signal");
        row("srun: error: gpu-07: task 7: Killed", "signal");
        row("srun: error: gpu-07: task 7: Segmentation fault", "signal");
        row("srun: error: gpu-07: tasks 0-3: Exited with exit code 1", "exception");
        row("srun: error: gpu-07: task 2: Out Of Memory", "out-of-memory");
        row("mpirun noticed that process rank 3 with PID 0 on node a exited on signal 9 (Killed).", "signal");
        row("[gpu-07:4711] *** Process received signal ***", "signal");
        row("!!!!!!! Segfault encountered !!!!!!!", "signal");
        row("  exitcode  : -9 (pid: 123)", "signal");
        row("[rank0]:  exitcode  : 1 (pid: 123)", "exception");
        row("ncclRemoteError: A call failed possibly due to a network error.", "collective-failed");
        row("ncclSystemError: System call (e.g. socket, malloc) or external library call failed.", "collective-failed");
        row("torch.distributed.elastic.multiprocessing.api.SignalException: Process 12 got signal: 15", "signal");
        row("RuntimeError: NCCL communicator was aborted on rank 3.", "collective-failed");
        row("KeyboardInterrupt", "signal");
        row("nobody was Killed here", "");
        row("Killed zombies: 3", "");
        row("  exitcode  : 0 (pid: 123)", "");
        row("Aborted requests", "");
    }

    void lastLines()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, kind);
        const auto read = readLog(kStep + line.toStdString() + "\n");
        if (kind.isEmpty()) {
            QVERIFY(read.log().endings.empty());
            return;
        }
        QCOMPARE(read.log().endings.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(read.log().endings[0].kind), kind);
        QCOMPARE(read.log().endings[0].line, quint64(2));
        // `probe` says so too, and where.
        const Problem& problem = read.content.source.problems.at(0);
        QVERIFY(problem.code.starts_with("ended-"));
        QCOMPARE(problem.position, std::string("line 2"));
        QCOMPARE(problem.severity, Severity::Warning);
    }

    void aRunThatGoesOnDidNotEnd() { QVERIFY(readLog("Killed\n" + kStep).log().endings.empty()); }
};

QTEST_APPLESS_MAIN(tst_LogEndings)
#include "tst_LogEndings.moc"
