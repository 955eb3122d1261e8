// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/gui/StageMetrics.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// Two processes export the same investigation.
class TestSameBytes : public QObject {
    Q_OBJECT
private slots:
    void pdf();
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

}  // namespace headwater

QTEST_GUILESS_MAIN(headwater::TestSameBytes)
#include "tst_gui_SameBytes.moc"
