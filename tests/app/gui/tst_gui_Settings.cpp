// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/Settings.h"

namespace headwater {

using namespace Qt::StringLiterals;

class TestSettings : public QObject {
    Q_OBJECT
private slots:
    void comeBackAsTheyWere();
    void recentKeepsTheLatestOnce();
    void rubbishIsNoSettings();
};

void TestSettings::comeBackAsTheyWere()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"s.ini"_s);
    Settings in;
    in.theme = ThemeChoice::Dark;
    in.lastFolder = u"/runs/\u00e9t\u00e9"_s;
    in.findingsShown = false;
    in.fontPercent = 130;
    in.reducedMotion = true;
    in.rememberFile(u"/a.headwater"_s);
    in.rememberFile(u"/b.headwater"_s);
    in.rememberFile(u"/a.headwater"_s);
    in.geometry = QByteArray("\0\1\2", 3);
    in.remember({{u"/a"_s}, {u"/b"_s, u"/c"_s}});
    saveSettings(in, file);
    const Settings out = loadSettings(file);
    QCOMPARE(out.theme, ThemeChoice::Dark);
    QCOMPARE(out.lastFolder, in.lastFolder);
    QCOMPARE(out.findingsShown, false);
    QCOMPARE(out.geometry, in.geometry);
    QCOMPARE(out.fontPercent, 130);
    QVERIFY(out.reducedMotion);
    QCOMPARE(out.recentFiles, (QStringList{u"/a.headwater"_s, u"/b.headwater"_s}));
    QVERIFY(out.recent == in.recent);
    QVERIFY(out.recent.first().when.isValid());
    QCOMPARE(out.recent.first().when, in.recent.first().when);
    QCOMPARE(out.filesOpened.value(u"/b.headwater"_s), in.filesOpened.value(u"/b.headwater"_s));
}

void TestSettings::recentKeepsTheLatestOnce()
{
    Settings settings;
    for (int i = 0; i < 20; ++i)
        settings.remember({{u"/a%1"_s.arg(i)}, {u"/b"_s}});
    settings.remember({{u"/a15"_s}, {u"/b"_s}});
    QCOMPARE(settings.recent.size(), 8);
    QCOMPARE(settings.recent.first().baseline, QStringList{u"/a15"_s});
    QCOMPARE(settings.recent.count(RecentPair{{u"/a15"_s}, {u"/b"_s}}), 1);
}

void TestSettings::rubbishIsNoSettings()
{
    const QTemporaryDir folder;
    const QString name = folder.filePath(u"s.ini"_s);
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("theme=purple\nfontPercent=9000\n[recent]\nsize=999999999\n1\\baseline=\n\xff\xfe\n");
    file.close();
    const Settings settings = loadSettings(name);
    QCOMPARE(settings.theme, ThemeChoice::System);
    QCOMPARE(settings.fontPercent, kLargestFont);
    QVERIFY(settings.recent.isEmpty());
}

}  // namespace headwater

QTEST_GUILESS_MAIN(headwater::TestSettings)
#include "tst_gui_Settings.moc"
