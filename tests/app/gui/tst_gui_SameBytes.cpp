// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/simulate/Simulate.h"
#include "tests/app/gui/StageMetrics.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// Two processes export the same investigation.
class TestSameBytes : public QObject {
    Q_OBJECT
private slots:
    void pdf();
    void fromTheCache();
};

void TestSameBytes::pdf()
{
    const QTemporaryDir folder;
    const QString baseline = fixtures::writeMetrics(QDir(folder.path()), u"a.csv"_s, 40, 20, 4);
    const QString current = fixtures::writeMetrics(QDir(folder.path()), u"b.csv"_s, 40, 30, 4);
    const auto exported = [&](const QString& name) {
        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QStringLiteral(HEADWATER_WINDOW),
                      {u"--settings"_s, folder.filePath(u"s.ini"_s), u"--baseline"_s, baseline, u"--current"_s, current,
                       u"--export-pdf"_s, folder.filePath(name)});
        process.waitForFinished(60'000);
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray first = exported(u"1.pdf"_s);
    QVERIFY(first.startsWith("%PDF"));
    for (const QString& name : {u"2.pdf"_s, u"3.pdf"_s})  // a seed may by chance give the same order once
        QVERIFY(exported(name) == first);
}

/// What the window makes by itself the second time comes from the cache, and is the same; a picture of the timeline is
/// made of the traces.
void TestSameBytes::fromTheCache()
{
    const QTemporaryDir folder;
    SimulationOptions options;
    options.ranks = 2;
    options.steps = 30;
    options.eventsPerStep = 1'000;
    options.compress = false;
    QVERIFY(simulate("slow-forward", folder.path().toStdString(), options, {}));
    const QDir cache(folder.filePath(u"cache/headwater"_s));
    const QDateTime before = QDateTime::currentDateTime().addSecs(-3'600);
    const auto made = [&](const QString& option, const QString& name, const QString& page) {
        for (const QFileInfo& entry : cache.entryInfoList(QDir::Files)) {
            QFile file(entry.filePath());
            if (file.open(QIODevice::ReadWrite))
                file.setFileTime(before, QFileDevice::FileModificationTime);
        }
        QProcess process;
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_CACHE_HOME"_s, folder.filePath(u"cache"_s));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(HEADWATER_WINDOW),
                      {u"--settings"_s, folder.filePath(u"s.ini"_s), u"--baseline"_s, folder.filePath(u"baseline"_s),
                       u"--current"_s, folder.filePath(u"current"_s), u"--page"_s, page, option,
                       folder.filePath(name)});
        process.waitForFinished(60'000);
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    /// Entries that were asked for since.
    const auto used = [&] {
        const QFileInfoList entries = cache.entryInfoList(QDir::Files);
        return std::count_if(entries.begin(), entries.end(),
                             [&](const QFileInfo& entry) { return entry.lastModified() > before.addSecs(60); });
    };
    const QByteArray read = made(u"--export-html"_s, u"1.html"_s, u"overview"_s);
    QVERIFY(read.contains("<html"));
    const auto kept = cache.entryList(QDir::Files).size();
    QCOMPARE(kept, 5);  // four traces and what is inside the stage
    QVERIFY(made(u"--export-html"_s, u"2.html"_s, u"overview"_s) == read);
    QCOMPARE(used(), kept);
    QVERIFY(!made(u"--screenshot"_s, u"t.png"_s, u"timeline"_s).isEmpty());
    QCOMPARE(used(), 0);
}

}  // namespace headwater

QTEST_GUILESS_MAIN(headwater::TestSameBytes)
#include "tst_gui_SameBytes.moc"
