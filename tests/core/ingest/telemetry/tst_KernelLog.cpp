// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/telemetry/KernelEvents.h"
#include "tests/core/ingest/telemetry/Samples.h"

using namespace headwater;
using namespace headwater::telemetry;
using namespace headwater::test;

namespace {

constexpr Ns kSecond = 1'000'000'000;

}  // namespace

class tst_KernelLog : public QObject {
    Q_OBJECT

private slots:
    void classifies_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("code");
        const auto row = [](const char* kind, const char* message, const char* device = "", int code = -1) {
            QTest::newRow(message) << message << kind << device << code;
        };
        row("xid", "NVRM: Xid (PCI:0000:3b:00): 79, pid=0, GPU has fallen off the bus.", "gpu 0000:3b:00", 79);
        row("xid", "NVRM: Xid (0000:03:00): 31, Ch 00000010", "gpu 0000:03:00", 31);
        row("sxid", "nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 12028, Non-fatal", "nvswitch 0000:c1:00.0", 12028);
        row("aer", "pcieport 0000:16:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer",
            "pci 0000:16:00.0");
        row("aer", "pcieport 0000:16:00.0: AER: Corrected error message received from 0000:17:00.0",
            "pci 0000:16:00.0");
        row("mce", "mce: [Hardware Error]: Machine check events logged");
        row("ecc-corrected", "EDAC MC0: 1 CE memory read error on CPU_SrcID#0");
        row("oom-kill", "Out of memory: Killed process 1234 (python) total-vm:1kB");
        row("oom-kill", "Memory cgroup out of memory: Killed process 99 (pt_main_thread)");
        row("link-down", "mlx5_core 0000:3b:00.0 eth2: Link down", "eth2");
        row("link-down", "igb 0000:01:00.0 eno1: igb: eno1 NIC Link is Down", "eno1");
        row("link-up", "mlx5_core 0000:3b:00.0 eth2: Link up", "eth2");
        row("thermal", "CPU3: Core temperature above threshold, cpu clock throttled (total events = 1)");
        row("nvlink", "NVRM: GPU0 NVLink: fatal error detected on link 3");
        row("pcie-limited", "pci 0000:3b:00.0: 31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x4 link",
            "pci 0000:3b:00.0");
        row("hung-task", "INFO: task python:123 blocked for more than 120 seconds.");
        row("lockup", "watchdog: BUG: soft lockup - CPU#3 stuck for 22s!");
        row("io-error", "blk_update_request: I/O error, dev nvme0n1, sector 5");
    }
    void classifies()
    {
        QFETCH(QString, message);
        QFETCH(QString, kind);
        QFETCH(QString, device);
        QFETCH(int, code);
        const std::string text = message.toStdString();
        const auto event = classifyKernelMessage(text);
        QVERIFY(event);
        QCOMPARE(QString::fromStdString(std::string(event->kind)), kind);
        QCOMPARE(QString::fromStdString(event->device), device);
        QCOMPARE(event->code.value_or(-1), std::int64_t(code));
    }

    void ordinaryMessagesAreNone()
    {
        for (const char* text : {"usb 1-1: new high-speed USB device", "NVRM: loading NVIDIA UNIX x86_64 Kernel Module",
                                 "NVRM: Xid (PCI:0000:3b:00)", "IPv6: ADDRCONF(NETDEV_UP): eth0: link is not ready", "",
                                 "Xid (PCI:0000:3b:00): 79"})
            QVERIFY2(!classifyKernelMessage(text), text);
    }

    void stamps_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("clock");
        QTest::addColumn<qint64>("time");
        QTest::addColumn<QString>("host");
        const auto row = [](const char* line, ClockKind clock, qint64 time, const char* host = "") {
            QTest::newRow(line) << line << static_cast<int>(clock) << time << host;
        };
        const qint64 at = 1714558272LL * kSecond;
        row("[   12.345678] boom", ClockKind::Relative, 12'345'678'000);
        row("<4>[   12.345678][  T123] boom", ClockKind::Relative, 12'345'678'000);
        row("[Wed May  1 10:11:12 2024] boom", ClockKind::LocalTime, at);
        row("2024-05-01T10:11:12,500000+00:00 boom", ClockKind::Epoch, at + kSecond / 2);
        row("2024-05-01T10:11:12+0000 node7 kernel: boom", ClockKind::Epoch, at, "node7");
        row("2024-05-01T10:11:12.000000+00:00 node7 kernel: [   99.000001] boom", ClockKind::Epoch, at, "node7");
        row("1714558272.000000 node7 kernel: boom", ClockKind::Epoch, at, "node7");
        row("May  1 10:11:12 node7 kernel: [   99.000001] boom", ClockKind::Relative, 99'000'001'000, "node7");
        row("May  1 10:11:12 node7 kernel: boom", ClockKind::Order, 0, "node7");
    }
    void stamps()
    {
        QFETCH(QString, line);
        QFETCH(int, clock);
        QFETCH(qint64, time);
        QFETCH(QString, host);
        const std::string text = line.toStdString();
        const KernelLine split = splitKernelLine(text);
        QVERIFY(split.kernel);
        QCOMPARE(static_cast<int>(split.clock), clock);
        QCOMPARE(static_cast<qint64>(split.time), time);
        QCOMPARE(QString::fromStdString(std::string(split.host)), host);
        QCOMPARE(std::string(split.message), std::string("boom"));
    }

    void aLogOfEvents()
    {
        const Folder folder;
        const FileContent content = readText(
            folder, "[   10.000000] Linux version 5.15\n"
                    "[   12.000000] pcieport 0000:16:00.0: AER: Corrected error message received from 0000:17:00.0\n"
                    "[   12.000100] pcieport 0000:16:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer\n"
                    "[   13.000000] NVRM: Xid (PCI:0000:3b:00): 79, pid=0, GPU has fallen off the bus.\n"
                    "[   14.000000] Out of memory: Killed process 1 (python)\n");
        QCOMPARE(content.source.format, std::string("kernel-log"));
        QCOMPARE(content.source.events, std::uint64_t(5));
        const auto& events = content.telemetry.events;
        QCOMPARE(events.size(), std::size_t(3));
        QCOMPARE(events[0].kind, std::string("aer"));
        QVERIFY(events[0].message.find("Physical Layer") != std::string::npos);
        QCOMPARE(events[1].kind, std::string("xid"));
        QVERIFY(events[1].code == 79 && events[1].clock == ClockKind::Relative && events[1].time == 13 * kSecond);
        QCOMPARE(events[1].position, std::string("line 4"));
        QCOMPARE(events[2].kind, std::string("oom-kill"));
    }

    void aQuietLogIsGoodNews()
    {
        const Folder folder;
        const FileContent content = readText(folder, "[   10.000000] Linux version 5.15\n[   11.000000] all well\n");
        QCOMPARE(content.source.format, std::string("kernel-log"));
        QVERIFY(content.source.used && content.telemetry.empty() && !content.error);
    }

    void yearlessStampsKeepTheOrder()
    {
        const Folder folder;
        const FileContent content = readText(
            folder, "May  1 10:11:12 n1 kernel: NVRM: Xid (PCI:0000:3b:00): 48, pid=1\n"
                    "May  1 10:11:13 n1 systemd[1]: something\nMay  1 10:11:14 n1 kernel: mlx5_core eth2: Link down\n");
        QCOMPARE(content.telemetry.events.size(), std::size_t(2));
        QVERIFY(content.telemetry.events[1].clock == ClockKind::Order && content.telemetry.events[1].time == 3);
        QCOMPARE(content.telemetry.events[0].host, std::string("n1"));
        QVERIFY(findProblem(content, "no-year"));
    }
};

QTEST_GUILESS_MAIN(tst_KernelLog)
#include "tst_KernelLog.moc"
