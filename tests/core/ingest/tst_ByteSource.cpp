// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <sys/stat.h>

#include "core/ingest/ByteSource.h"
#include "tests/core/TraceText.h"
#include "tests/core/ingest/Gzip.h"

using namespace headwater;
using test::gzip;

namespace {

Result<std::string> readAll(ByteSource& source, std::size_t chunk)
{
    std::string text;
    std::vector<char> buffer(chunk);
    while (true) {
        const auto n = source.read(buffer);
        if (!n)
            return tl::unexpected(n.error());
        if (*n == 0)
            return text;
        text.append(buffer.data(), *n);
    }
}

std::string longText()
{
    std::string text;
    for (int i = 0; i < 60'000; ++i)
        text += std::to_string(i * 7919) + ",";
    return text;
}

/// What a source said beside its bytes.
struct Heard {
    Problems remarks;
    std::string text;
};

Heard hear(const std::filesystem::path& path, std::size_t chunk)
{
    Heard heard;
    auto source = ByteSource::open(path);
    if (source) {
        heard.text = readAll(*source, chunk).value_or("not readable");
        heard.remarks = source->remarks();
    }
    return heard;
}

}  // namespace

class tst_ByteSource : public QObject {
    Q_OBJECT
    test::Folder m_folder;

private slots:
    void plainAndGzipGiveTheSameBytes()
    {
        const std::string text = longText();
        for (const std::string& content : {text, gzip(text), gzip(text.substr(0, 1000)) + gzip(text.substr(1000))}) {
            const auto path = m_folder.write("data.txt", content);
            for (const std::size_t chunk : {std::size_t(7), std::size_t(4096), std::size_t(1) << 20U}) {
                auto source = ByteSource::open(path);
                QVERIFY(source);
                const auto read = readAll(*source, chunk);
                QVERIFY(read);
                QVERIFY(*read == text);
                QVERIFY(!source->truncated());
                QCOMPARE(source->position(), text.size());
                if (chunk == 7)
                    break;  // slow, once is enough
            }
        }
    }

    void zeroPaddingBehindGzipIsIgnored()
    {
        const auto path = m_folder.write("padded.gz", gzip("hello") + std::string(100, '\0'));
        auto source = ByteSource::open(path);
        QCOMPARE(*readAll(*source, 64), std::string("hello"));
        QVERIFY(hear(path, 64).remarks.empty());
    }

    void whatFollowsTheLastMemberIsNamed()
    {
        const std::string text = longText();
        const std::string whole = gzip(text);
        for (const std::string& rubbish : {std::string("rubbish"), std::string("\x1f"), std::string("\x1fx")}) {
            const auto path = m_folder.write("rubbish.gz", whole + std::string(3, '\0') + rubbish);
            for (const std::size_t chunk : {std::size_t(4096), std::size_t(1) << 20U}) {
                const Heard heard = hear(path, chunk);
                QVERIFY(heard.text == text);
                QCOMPARE(heard.remarks.size(), std::size_t(1));
                QCOMPARE(heard.remarks[0].code, std::string("trailing-data"));
                QCOMPARE(heard.remarks[0].position, "byte " + std::to_string(whole.size() + 3));
                QVERIFY(heard.remarks[0].message.starts_with(std::to_string(rubbish.size()) + " bytes"));
            }
        }
        QVERIFY(hear(m_folder.write("two.gz", gzip(text) + gzip(text)), 4096).remarks.empty());
    }

    /// The content may be whole all the same: it is used, and the doubt is said.
    void wrongChecksumIsNamedAndTheContentUsed()
    {
        const std::string text = longText();
        const std::string whole = gzip(text);
        for (std::size_t behind = 1; behind <= 8; ++behind) {  // CRC and size
            std::string bytes = whole;
            bytes[bytes.size() - behind] = static_cast<char>(bytes[bytes.size() - behind] ^ 1);
            for (const std::string& more : {std::string(), gzip("and more")}) {
                const Heard heard = hear(m_folder.write("flipped.gz", bytes + more), 4096);
                QVERIFY(heard.text == text + (more.empty() ? "" : "and more"));
                QCOMPARE(heard.remarks.size(), std::size_t(1));
                QCOMPARE(heard.remarks[0].code, std::string("bad-checksum"));
                QCOMPARE(heard.remarks[0].position, "byte " + std::to_string(whole.size() - 8));
            }
        }
    }

    void truncatedGzipGivesWhatIsThere()
    {
        const std::string text = longText();
        const std::string whole = gzip(text);
        for (std::size_t cut = 0; cut < whole.size(); cut += 1 + whole.size() / 40) {
            const auto path = m_folder.write("cut.gz", whole.substr(0, cut));
            auto source = ByteSource::open(path);
            QVERIFY(source);
            const auto read = readAll(*source, 4096);
            QVERIFY(read);
            if (cut >= 2) {
                QVERIFY(source->truncated());
                QVERIFY(text.starts_with(*read));
            }
        }
    }

    void brokenGzipIsNamed()
    {
        std::string bytes = gzip(longText());
        for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 64; ++i)
            bytes[i] = static_cast<char>(~bytes[i]);
        const auto path = m_folder.write("broken.gz", bytes);
        auto source = ByteSource::open(path);
        const auto read = readAll(*source, 4096);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Malformed);
        QCOMPARE(read.error().file, path.string());
    }

    void bombIsRefusedByName()
    {
        const auto path = m_folder.write("bomb.gz", gzip(std::string(std::size_t(8) << 20U, ' ')));
        auto source = ByteSource::open(path, {.ratio = 100, .ratioFrom = 1U << 20U, .decompressed = 1ULL << 40U});
        const auto read = readAll(*source, 65536);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::TooLarge);
        QVERIFY2(
            read.error().what.find("expands to more than 100 times its size (the limits are 100 times its size once "
                                   "past 1 MiB, and 1024 GiB in all)") != std::string::npos,
            read.error().what.c_str());
    }

    void sizeLimitIsNamed()
    {
        const auto path = m_folder.write("large.gz", gzip(longText()));
        auto source = ByteSource::open(path, {.ratio = 1000, .ratioFrom = 0, .decompressed = 1000});
        QCOMPARE(readAll(*source, 65536).error().code, ErrorCode::TooLarge);
    }

    /// A sparse file of gigabytes behind one member: the zeros are not read to their end.
    void longPaddingIsNotReadToItsEnd()
    {
        const auto path = m_folder.write("padded.gz", gzip("member"));
        const auto member = std::filesystem::file_size(path);
        std::filesystem::resize_file(path, std::uintmax_t(5) << 30U);
        auto source = ByteSource::open(path);
        QCOMPARE(readAll(*source, 4096).value_or(""), std::string("member"));
        QVERIFY(source->filePosition() < (std::uint64_t(2) << 20U));
        QCOMPARE(source->remarks().size(), std::size_t(1));
        QCOMPARE(source->remarks()[0].code, std::string("trailing-data"));
        QCOMPARE(source->remarks()[0].position, "byte " + std::to_string(member));
        const std::string said = "at least " + std::to_string((std::uintmax_t(5) << 30U) - member) + " bytes behind";
        QVERIFY2(source->remarks()[0].message.starts_with(said), source->remarks()[0].message.c_str());
        std::filesystem::remove(path);
    }

    /// Members without a byte in them: a single read passes over all of them, unless it is stopped.
    void stoppedWhileNothingComesOut()
    {
        std::string members;
        for (int i = 0; i < 1000; ++i)
            members += gzip("");
        const auto path = m_folder.write("hollow.gz", members);
        std::stop_source stop;
        auto source = ByteSource::open(path, {}, stop.get_token());
        stop.request_stop();
        QCOMPARE(readAll(*source, 4096).error().code, ErrorCode::Cancelled);
        QVERIFY(source->filePosition() < members.size());
    }

    void missingFileAndFolder()
    {
        QCOMPARE(ByteSource::open(m_folder.root() / "nothing").error().code, ErrorCode::NotFound);
        QCOMPARE(ByteSource::open(m_folder.root()).error().code, ErrorCode::Unreadable);
    }

    /// Opening a FIFO would wait for a writer that never comes.
    void fifoAndDeviceAreRefusedUnopened()
    {
        const auto fifo = m_folder.root() / "fifo";
        QCOMPARE(mkfifo(fifo.c_str(), 0600), 0);
        QVERIFY(ByteSource::open(fifo).error().what.starts_with("a FIFO"));
        QVERIFY(ByteSource::open("/dev/zero").error().what.starts_with("a device"));
        const auto loop = m_folder.root() / "loop";
        std::filesystem::create_symlink("loop", loop);
        QCOMPARE(ByteSource::open(loop).error().what, std::string("a link that leads back to itself"));
    }
};

QTEST_GUILESS_MAIN(tst_ByteSource)
#include "tst_ByteSource.moc"
