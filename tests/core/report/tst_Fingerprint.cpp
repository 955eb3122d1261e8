// SPDX-License-Identifier: GPL-3.0-or-later
#include <stop_token>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/report/Fingerprint.h"
#include "core/report/SavedInvestigation.h"

using namespace headwater;
namespace fs = std::filesystem;

class TestFingerprint : public QObject {
    Q_OBJECT
private slots:
    void init();
    void firstLastAndSizeCount();
    void emptyAndMissingFiles();
    void foldersHaveThreeFilesAtMost();
    void movedRunsAreFoundBesideTheInvestigation();
    void movedFilesAreFoundUnderAnotherName();
    void theSearchGoesDeepButNotForEver();
    void whatIsNamedIsSearched();
    void anotherFileOfTheSameNameIsNotTaken();
    void overridesMoveAlong();

private:
    fs::path write(const QString& name, const QByteArray& content);
    SavedInvestigation saved();

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFingerprint::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

fs::path TestFingerprint::write(const QString& name, const QByteArray& content)
{
    const QString path = m_folder->filePath(name);
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        return {};
    return path.toStdString();
}

void TestFingerprint::firstLastAndSizeCount()
{
    const QByteArray content(3 * 1'048'576, 'a');
    const auto print = [&](qsizetype at, const QByteArray& body) {
        QByteArray changed = body;
        if (at >= 0)
            changed[at] = 'b';
        return *fingerprintOf(write(QStringLiteral("f"), changed));
    };
    const Fingerprint whole = print(-1, content);
    QCOMPARE(whole.bytes, static_cast<std::uint64_t>(content.size()));
    QVERIFY(print(0, content) != whole);
    QVERIFY(print(content.size() - 1, content) != whole);
    QVERIFY(print(1'048'575, content) != whole);
    QVERIFY(print(content.size() / 2, content) == whole);  // said in the header
    QVERIFY(print(-1, content.left(content.size() - 1)) != whole);
}

void TestFingerprint::emptyAndMissingFiles()
{
    QCOMPARE(fingerprintOf(write(QStringLiteral("none"), {}))->bytes, 0U);
    QCOMPARE(fingerprintOf(m_folder->filePath(QStringLiteral("x")).toStdString()).error().code, ErrorCode::NotFound);
    QVERIFY(inputPrints(m_folder->filePath(QStringLiteral("x")).toStdString(), {}).empty());
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("empty")));
    QVERIFY(inputPrints(m_folder->filePath(QStringLiteral("empty")).toStdString(), {}).empty());
}

void TestFingerprint::foldersHaveThreeFilesAtMost()
{
    for (int i = 0; i < 7; ++i)
        write(QStringLiteral("run/r%1.json").arg(i), QByteArray::number(i));
    const auto prints = inputPrints(m_folder->filePath(QStringLiteral("run")).toStdString(), {});
    QCOMPARE(prints.size(), 3U);
    QCOMPARE(prints[0].member, std::string("r0.json"));
    QCOMPARE(prints[1].member, std::string("r3.json"));
    QCOMPARE(prints[2].member, std::string("r6.json"));
}

/// Two runs of two files under old/, with their prints.
SavedInvestigation TestFingerprint::saved()
{
    SavedInvestigation out;
    for (const char* run : {"a", "b"}) {
        write(QStringLiteral("old/%1/r0.csv").arg(QLatin1String(run)), QByteArray("0") + run);
        write(QStringLiteral("old/%1/r1.csv").arg(QLatin1String(run)), QByteArray("1") + run);
        const fs::path path = m_folder->filePath(QStringLiteral("old/") + QLatin1String(run)).toStdString();
        (*run == 'a' ? out.baseline : out.current) = {path};
        out.prints[path.string()] = inputPrints(path, {});
    }
    return out;
}

void TestFingerprint::movedRunsAreFoundBesideTheInvestigation()
{
    const SavedInvestigation investigation = saved();
    const fs::path file = m_folder->filePath(QStringLiteral("new/x.headwater")).toStdString();
    QVERIFY(movedInputs(investigation, file, {}).empty());
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("new")));
    QVERIFY(QDir(m_folder->path()).rename(QStringLiteral("old"), QStringLiteral("new/runs")));
    const auto moved = movedInputs(investigation, file, {});
    QCOMPARE(moved.size(), 2U);
    const SavedInvestigation there = withMoved(investigation, moved);
    QCOMPARE(QString::fromStdString(there.baseline[0].string()), m_folder->filePath(QStringLiteral("new/runs/a")));
    QCOMPARE(QString::fromStdString(there.current[0].string()), m_folder->filePath(QStringLiteral("new/runs/b")));
}

void TestFingerprint::movedFilesAreFoundUnderAnotherName()
{
    SavedInvestigation investigation;
    const fs::path a = write(QStringLiteral("a.csv"), "monday");
    const fs::path b = write(QStringLiteral("b.csv"), "tuesday");
    investigation.baseline = {a};
    investigation.current = {b};
    investigation.prints[b.string()] = inputPrints(b, {});
    fs::rename(b, m_folder->filePath(QStringLiteral("slow.csv")).toStdString());
    const auto moved = movedInputs(investigation, m_folder->filePath(QStringLiteral("sub/x")).toStdString(), {});
    QCOMPARE(moved.size(), 1U);  // beside the input that is still there
    QVERIFY(moved[0].from == b);
    QCOMPARE(QString::fromStdString(moved[0].to.string()), m_folder->filePath(QStringLiteral("slow.csv")));
}

void TestFingerprint::theSearchGoesDeepButNotForEver()
{
    const SavedInvestigation investigation = saved();
    const fs::path file = m_folder->filePath(QStringLiteral("new/x.headwater")).toStdString();
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("new/1/2")));
    QVERIFY(QDir(m_folder->path()).rename(QStringLiteral("old"), QStringLiteral("new/1/2/runs")));
    QCOMPARE(movedInputs(investigation, file, {}).size(), 2U);
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("new/1/2/3/4/5")));
    QVERIFY(QDir(m_folder->path()).rename(QStringLiteral("new/1/2/runs"), QStringLiteral("new/1/2/3/4/5/runs")));
    QVERIFY(movedInputs(investigation, file, {}).empty());
    QCOMPARE(missingInputs(investigation).size(), 2U);
    std::stop_source stop;
    stop.request_stop();
    Job job;
    job.stop = stop.get_token();
    const fs::path deep = m_folder->filePath(QStringLiteral("new/1/2/3/4")).toStdString();
    QVERIFY(movedInputs(investigation, file, job, deep).empty());
}

void TestFingerprint::whatIsNamedIsSearched()
{
    const SavedInvestigation investigation = saved();
    const fs::path file = m_folder->filePath(QStringLiteral("new/x.headwater")).toStdString();
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("far/1/2/3/4/5")));
    QVERIFY(QDir(m_folder->path()).rename(QStringLiteral("old"), QStringLiteral("far/1/2/3/4/5/runs")));
    const fs::path far = m_folder->filePath(QStringLiteral("far/1/2/3")).toStdString();
    const auto moved = movedInputs(investigation, file, {}, far);
    QCOMPARE(moved.size(), 2U);
    QVERIFY(missingInputs(withMoved(investigation, moved)).empty());
}

void TestFingerprint::anotherFileOfTheSameNameIsNotTaken()
{
    const SavedInvestigation investigation = saved();
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("old"))).removeRecursively());
    write(QStringLiteral("new/a/r0.csv"), "0a");
    write(QStringLiteral("new/a/r1.csv"), "1x");
    QVERIFY(movedInputs(investigation, m_folder->filePath(QStringLiteral("new/x")).toStdString(), {}).empty());
}

void TestFingerprint::overridesMoveAlong()
{
    SavedInvestigation investigation;
    investigation.baseline = {"/old/a"};
    investigation.overrides["/old/a/r0.csv"].rank = 7;
    investigation.overrides["/old/ab/r0.csv"].rank = 8;
    const SavedInvestigation there = withMoved(investigation, {{"/old/a", "/new/z"}});
    QCOMPARE(there.overrides.at("/new/z/r0.csv").rank, 7);
    QCOMPARE(there.overrides.at("/old/ab/r0.csv").rank, 8);
    QVERIFY(there.baseline[0] == fs::path("/new/z"));
}

QTEST_GUILESS_MAIN(TestFingerprint)
#include "tst_Fingerprint.moc"
