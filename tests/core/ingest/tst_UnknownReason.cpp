// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/ReadFile.h"
#include "tests/core/TraceText.h"

using namespace headwater;
using namespace std::string_literals;

namespace {

std::string utf16(std::string_view text, bool bigEndian)
{
    std::string out;
    for (const char c : text)
        out += bigEndian ? std::string{'\0', c} : std::string{c, '\0'};
    return out;
}

}  // namespace

class tst_UnknownReason : public QObject {
    Q_OBJECT
    test::Folder m_folder;

private slots:
    void everyReasonSaysWhatItIs_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const std::string& bytes, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(says);
        };
        const std::string csv = "rank,step,stage,duration_ms\n0,0,forward,1\n";
        row("empty", "", "empty");
        row("white", " \n \n", "empty");
        row("UTF-16 with mark, little", "\xFF\xFE" + utf16(csv, false), "iconv -f UTF-16");
        row("UTF-16 with mark, big", "\xFE\xFF" + utf16(csv, true), "iconv -f UTF-16");
        row("UTF-16 without mark", utf16(csv, false), "seems to be in UTF-16");
        row("UTF-16 without mark, big", utf16(csv, true), "seems to be in UTF-16");
        row("zstd", "\x28\xB5\x2F\xFD\x04\x58\x11\0\0"s, "compressed with zstd");
        row("xz", "\xFD\x37zXZ\0\0\0"s, "compressed with xz");
        row("bzip2", "BZh91AY&SY", "compressed with bzip2");
        row("zip", "PK\x03\x04 and more", "a ZIP archive");
        row("pickle", "\x80\x04\x95\x10\0\0\0\0"s, "never opened");
        row("database", "SQLite format 3\0rest"s, "no export of Nsight Systems");
        row("binary", std::string("\1\0\2\0\3\4\5\6\7\0", 10), "binary data");
        row("field list", "List of valid properties to query for the switch \"--query-gpu=\":\n", "without values");
        row("counter list", "# Format\n# If line starts with a '#' it is considered a comment\n", "dcgm-exporter");
        row("error", "ERROR: 1", "an error message");
        row("table", "a,b,c\n1,2,3\n", "stage metrics need stage and duration_ms");
        row("rocprofiler", "{\"rocprofiler-sdk-tool\": [{}]}", "an export of rocprofiler");
        row("own", "{\"schema\": \"headwater.verdict/1\"}", "a document that Headwater wrote");
        row("json", "{\"a\": 1}", "JSON, but of no kind that is known");
        row("prose", "Dear diary\n", "text without a known header");
    }

    void everyReasonSaysWhatItIs()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, says);
        const auto source = readFile(m_folder.write("file", bytes.toStdString()), {}, {}).source;
        QCOMPARE(source.format, std::string("unknown"));
        QVERIFY(!source.used);
        QCOMPARE(source.problems.size(), std::size_t(1));
        const std::string& message = source.problems[0].message;
        QVERIFY2(message.starts_with("not used: ") && message.find(says.toStdString()) != std::string::npos,
                 message.c_str());
    }
};

QTEST_APPLESS_MAIN(tst_UnknownReason)
#include "tst_UnknownReason.moc"
