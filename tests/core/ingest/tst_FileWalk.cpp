// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/ingest/FileWalk.h"
#include "core/ingest/Probe.h"
#include "tests/core/ingest/RunFolder.h"

using namespace headwater;
using namespace headwater::test;

namespace {

bool makeSocket(const std::filesystem::path& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.string().size() >= sizeof address.sun_path)
        return false;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const bool bound = ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(socket);
    return bound;
}

}  // namespace

class tst_FileWalk : public QObject {
    Q_OBJECT

private slots:
    /// Each with its own reason, and none is opened: a FIFO without a writer would hang here.
    void whatIsNoFileIsNamed()
    {
        const Folder folder;
        folder.write("a.csv", "stage,duration_ms\na,1\n");
        folder.write("elsewhere/b.csv", "stage,duration_ms\na,1\n");
        const auto at = [&](const char* name) { return folder.root() / name; };
        QCOMPARE(mkfifo(at("fifo").c_str(), 0600), 0);
        QVERIFY(makeSocket(at("socket")));
        std::filesystem::create_symlink("loop", at("loop"));
        std::filesystem::create_symlink("nowhere", at("dangling"));
        std::filesystem::create_symlink("/dev/null", at("device"));
        std::filesystem::create_directory_symlink("elsewhere", at("folder"));
        const auto root = folder.root();
        const auto files = probe(std::span(&root, 1), {});
        QVERIFY(files);
        const auto reasonOf = [&](const char* name) {
            const auto file = std::ranges::find(*files, at(name).string(), &SourceFile::path);
            return file == files->end() || file->used || file->problems.size() != 1 ? std::string("not named")
                                                                                    : file->problems[0].message;
        };
        QCOMPARE(files->size(), std::size_t(8));
        QVERIFY2(reasonOf("fifo").starts_with("not read: a FIFO"), reasonOf("fifo").c_str());
        QCOMPARE(reasonOf("socket"), std::string("not read: a socket, which holds no data"));
        QCOMPARE(reasonOf("loop"), std::string("not read: a link that leads back to itself"));
        QCOMPARE(reasonOf("dangling"), std::string("not read: a link that points nowhere"));
        QVERIFY(reasonOf("device").starts_with("not read: a device"));
        QCOMPARE(reasonOf("folder"), std::string("not read: a link to a folder, which is not followed"));
        const auto run = load(root);
        QVERIFY(run);
        QVERIFY(hasProblem((*run)->problems, "not-a-file") && hasProblem((*run)->problems, "dangling-link"));
    }

    void aFifoGivenAsAPathIsRefused()
    {
        const Folder folder;
        const auto fifo = folder.root() / "fifo";
        QCOMPARE(mkfifo(fifo.c_str(), 0600), 0);
        QVERIFY(load(fifo).error().what.starts_with("a FIFO"));
        const auto files = probe(std::span(&fifo, 1), {});
        QCOMPARE(files->size(), std::size_t(1));
        QVERIFY(files->at(0).problems.at(0).message.starts_with("a FIFO"));
    }
};

QTEST_GUILESS_MAIN(tst_FileWalk)
#include "tst_FileWalk.moc"
