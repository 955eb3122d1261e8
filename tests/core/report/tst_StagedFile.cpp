// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/report/AtomicFile.h"

using namespace headwater;

class TestStagedFile : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void writesAndLeavesNothingElse();
    void replacesWhole();
    void withoutCommitNothingAppears();
    void movedFileIsCommittedOnce();
    void keepsModeAndLinks();
    void devicesAreWrittenNotReplaced();
    void failuresNameTheFile();
    void writtenPieceByPiece();

private:
    [[nodiscard]] std::filesystem::path at(const char* name) const { return m_folder->filePath(name).toStdString(); }
    [[nodiscard]] QStringList entries() const { return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden); }
    [[nodiscard]] QByteArray read(const char* name) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<none>");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestStagedFile::writesAndLeavesNothingElse()
{
    QVERIFY(writeAtomically(at("a.json"), "one\n"));
    QCOMPARE(read("a.json"), QByteArray("one\n"));
    QCOMPARE(entries(), QStringList{"a.json"});
}

void TestStagedFile::writtenPieceByPiece()
{
    int pieces = 0;
    const TextSource source = [&pieces](const TextSink& sink) {
        bool taken = true;
        for (; taken && pieces < 3; ++pieces)
            taken = sink("piece\n");
        return taken;
    };
    {
        auto file = StagedFile::write(at("a.json"), source);
        QVERIFY(file);
        QCOMPARE(pieces, 3);
        QVERIFY(entries().size() == 1 && !entries().contains("a.json"));
        QVERIFY(file->commit());
    }
    QCOMPARE(read("a.json"), QByteArray("piece\npiece\npiece\n"));
    pieces = 0;
    if (QFile::exists("/dev/full")) {  // the disk is full: the source stops
        auto full = StagedFile::write("/dev/full", source);
        QVERIFY(full && pieces == 0);
        QVERIFY(!full->commit());
        QCOMPARE(pieces, 1);
    }
}

void TestStagedFile::replacesWhole()
{
    QVERIFY(writeAtomically(at("a.json"), "a long first version"));
    QVERIFY(writeAtomically(at("a.json"), "two"));
    QCOMPARE(read("a.json"), QByteArray("two"));
}

void TestStagedFile::withoutCommitNothingAppears()
{
    QVERIFY(writeAtomically(at("old.json"), "old"));
    {
        const auto fresh = StagedFile::write(at("new.json"), "new");
        const auto replaced = StagedFile::write(at("old.json"), "new");
        QVERIFY(fresh && replaced);
        QVERIFY(!QFile::exists(m_folder->filePath("new.json")));
    }
    QCOMPARE(entries(), QStringList{"old.json"});
    QCOMPARE(read("old.json"), QByteArray("old"));
}

void TestStagedFile::movedFileIsCommittedOnce()
{
    std::vector<StagedFile> files;
    for (const char* name : {"a", "b", "c"}) {
        auto file = StagedFile::write(at(name), name);
        QVERIFY(file);
        files.push_back(std::move(*file));
    }
    for (StagedFile& file : files)
        QVERIFY(file.commit());
    files.clear();
    QCOMPARE(entries(), (QStringList{"a", "b", "c"}));
    QCOMPARE(read("c"), QByteArray("c"));
}

void TestStagedFile::keepsModeAndLinks()
{
    QVERIFY(writeAtomically(at("a.json"), "one"));
    const auto mode = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    QVERIFY(QFile::setPermissions(m_folder->filePath("a.json"), mode));
    QVERIFY(QFile::link("a.json", m_folder->filePath("link.json")));
    QVERIFY(writeAtomically(at("link.json"), "two"));
    QVERIFY(QFileInfo(m_folder->filePath("link.json")).isSymLink());
    QCOMPARE(read("a.json"), QByteArray("two"));
    QVERIFY(!(QFile::permissions(m_folder->filePath("a.json")) & QFileDevice::ReadOther));
}

void TestStagedFile::devicesAreWrittenNotReplaced()
{
    QVERIFY(writeAtomically("/dev/null", "gone"));
    QVERIFY(std::filesystem::is_character_file("/dev/null"));
}

void TestStagedFile::failuresNameTheFile()
{
    for (const std::filesystem::path& target :
         {at("none/a.json"), std::filesystem::path(m_folder->path().toStdString())}) {
        const Status status = writeAtomically(target, "x");
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::WriteFailed);
        QCOMPARE(status.error().file, target.string());
    }
    QVERIFY(entries().isEmpty());
}

QTEST_GUILESS_MAIN(TestStagedFile)
#include "tst_StagedFile.moc"
