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
    void everyFileOfAFolderCounts();
    void middlesOfLargeFilesCount();
    void whatChangedIsNamed();
    void printsOfAnEarlierVersionStillServe();
    void damagedCopiesAreNotTaken();
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

void TestFingerprint::everyFileOfAFolderCounts()
{
    for (int i = 0; i < 7; ++i)
        write(QStringLiteral("run/r%1.json").arg(i), QByteArray::number(i));
    write(QStringLiteral("run/1/2/3/4/5/deep.csv"), "deep");
    write(QStringLiteral("run/it.headwater"), "beside");
    write(QStringLiteral("run/.hidden"), "beside");
    const fs::path run = m_folder->filePath(QStringLiteral("run")).toStdString();
    const auto prints = inputPrints(run, {});
    QCOMPARE(prints.size(), 8U);
    QCOMPARE(prints[0].member, std::string("1/2/3/4/5/deep.csv"));
    QCOMPARE(prints[7].member, std::string("r6.json"));
    write(QStringLiteral("run/it.headwater"), "saved again");
    QVERIFY(changedMembers(run, prints, {}).empty());
}

void TestFingerprint::middlesOfLargeFilesCount()
{
    QByteArray content(5 * 1'048'576, 'a');
    const fs::path file = write(QStringLiteral("f"), content);
    const auto prints = inputPrints(file, {});
    QCOMPARE(prints.size(), 1U);
    content[content.size() / 2] = 'b';  // which fingerprintOf does not see
    write(QStringLiteral("f"), content);
    QCOMPARE(changedMembers(file, prints, {}).size(), 1U);
    // Read in pieces: the ends and what lies between.
    const fs::path run = m_folder->filePath(QStringLiteral("run")).toStdString();
    for (int i = 0; i < 4'100; ++i)
        write(QStringLiteral("run/%1").arg(i), "x");
    const QByteArray large(1'000'000, 'a');
    write(QStringLiteral("run/large"), large);
    const auto many = inputPrints(run, {});
    QCOMPARE(many.size(), 4'101U);
    QCOMPARE(many.back().sampled, 65'536U);
    for (const qsizetype at : {qsizetype{0}, large.size() / 8 * 4 + 10, large.size() - 1}) {
        QByteArray changed = large;
        changed[at] = 'b';
        write(QStringLiteral("run/large"), changed);
        QVERIFY2(changedMembers(run, many, {}).size() == 1, qPrintable(QString::number(at)));
    }
}

void TestFingerprint::whatChangedIsNamed()
{
    for (int i = 0; i < 5; ++i)
        write(QStringLiteral("run/r%1.json").arg(i), QByteArray::number(i));
    SavedInvestigation investigation;
    const fs::path run = m_folder->filePath(QStringLiteral("run")).toStdString();
    investigation.baseline = {run};
    investigation.current = {m_folder->filePath(QStringLiteral("nothing known")).toStdString()};
    investigation.prints = printsOf(investigation.baseline, {});
    QVERIFY(changedInputs(investigation, {}).empty());
    write(QStringLiteral("run/r1.json"), "x");  // as long as before, neither the first, the middle nor the last
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("run/r3.json"))));
    write(QStringLiteral("run/r5.json"), "new");
    const auto changed = changedInputs(investigation, {});
    QCOMPARE(changed.size(), 1U);
    QVERIFY(changed[0].input == run);
    using How = ChangedMember::How;
    const std::vector<ChangedMember> expected = {
        {"r1.json", How::Altered, 1, 1}, {"r3.json", How::Gone, 1, 0}, {"r5.json", How::Added, 0, 3}};
    QVERIFY(changed[0].members == expected);
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("run"))).removeRecursively());
    QVERIFY(changedInputs(investigation, {}).empty());  // missing, which is said otherwise
}

void TestFingerprint::printsOfAnEarlierVersionStillServe()
{
    SavedInvestigation investigation;
    for (int i = 0; i < 5; ++i)
        write(QStringLiteral("run/r%1.json").arg(i), QByteArray::number(i));
    const fs::path run = m_folder->filePath(QStringLiteral("run")).toStdString();
    investigation.baseline = {run};
    for (const char* member : {"r0.json", "r2.json", "r4.json"})
        investigation.prints[run.string()].push_back({member, *fingerprintOf(run / member)});
    QVERIFY(changedInputs(investigation, {}).empty());  // the others are not known to be new
    write(QStringLiteral("run/r2.json"), "9");
    QCOMPARE(changedInputs(investigation, {}).size(), 1U);
    write(QStringLiteral("run/r2.json"), "2");
    QVERIFY(QDir(m_folder->path()).rename(QStringLiteral("run"), QStringLiteral("moved")));
    const auto moved = movedInputs(investigation, m_folder->filePath(QStringLiteral("x")).toStdString(), {});
    QCOMPARE(moved.size(), 1U);
}

void TestFingerprint::damagedCopiesAreNotTaken()
{
    const auto fill = [this](const char* run, const QByteArray& second) {
        for (int i = 0; i < 5; ++i)
            write(QStringLiteral("%1/r%2.json").arg(QLatin1String(run)).arg(i),
                  i == 1 ? second : QByteArray::number(i));
    };
    fill("run", "1");
    SavedInvestigation investigation;
    investigation.baseline = {m_folder->filePath(QStringLiteral("run")).toStdString()};
    investigation.prints = printsOf(investigation.baseline, {});
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("run"))).removeRecursively());
    const fs::path file = m_folder->filePath(QStringLiteral("x.headwater")).toStdString();
    fill("altered", "x");
    fill("more", "1");
    write(QStringLiteral("more/r9.json"), "9");
    fill("fewer", "1");
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("fewer/r3.json"))));
    QVERIFY(movedInputs(investigation, file, {}).empty());
    fill("whole", "1");
    const auto moved = movedInputs(investigation, file, {});
    QCOMPARE(moved.size(), 1U);
    QCOMPARE(QString::fromStdString(moved[0].to.string()), m_folder->filePath(QStringLiteral("whole")));
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
