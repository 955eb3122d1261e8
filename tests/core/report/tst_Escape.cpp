// SPDX-License-Identifier: GPL-3.0-or-later
#include <QStringDecoder>
#include <QTest>
#include <QXmlStreamReader>

#include "Fixtures.h"
#include "core/report/Escape.h"
#include "core/report/Json.h"

using namespace headwater;

class TestEscape : public QObject {
    Q_OBJECT

private slots:
    void terminalShowsWhatIsHidden();
    void plainTextStays();
    void everyTargetIsOneCleanLine();
    void jsonMeansTheSame();
    void markupRoundTrips();
    void markdown();
    void codeSpans();
    void decoding();
};

namespace {

bool isClean(const std::string& text)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    if (decoder.hasError())
        return false;
    for (const QChar c : decoded) {
        const ushort code = c.unicode();
        if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
            (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
            code >= 0xfffe)
            return false;
    }
    return true;
}

}  // namespace

void TestEscape::terminalShowsWhatIsHidden()
{
    QCOMPARE(escapeTerminal("\x1b[31m"), std::string("\\x1b[31m"));
    QCOMPARE(escapeTerminal("a\nb\tc"), std::string("a\\x0ab\\x09c"));
    QCOMPARE(escapeTerminal("x\u202ey"), std::string("x\\u202ey"));
    QCOMPARE(escapeTerminal("\u009b1m"), std::string("\\u009b1m"));
    QCOMPARE(escapeTerminal("\xff"), std::string("\\xff"));
    QCOMPARE(escapeTerminal("\xc0\xaf"), std::string("\\xc0\\xaf"));
    QCOMPARE(escapeTerminal("\xed\xa0\x80"), std::string("\\xed\\xa0\\x80"));
    QCOMPARE(escapeTerminal("\xe2\x82"), std::string("\\xe2\\x82"));
    QCOMPARE(escapeTerminal("\U000e0041"), std::string("\\U000e0041"));
    QCOMPARE(escapeTerminal(std::string("a\0b", 3)), std::string("a\\x00b"));
}

void TestEscape::plainTextStays()
{
    const std::string text = "forward \u2192 25.2 ms, \u0394 \u22122 \u00b5s, \u8bad\u7ec3, \U0001f600";
    QCOMPARE(escapeTerminal(text), text);
    QCOMPARE(escapeMarkup(text), text);
    QCOMPARE(escapeMarkdown(text), text);
}

void TestEscape::everyTargetIsOneCleanLine()
{
    for (const std::string& name : fixtures::hostileNames()) {
        QVERIFY2(isClean(escapeTerminal(name)), name.c_str());
        QVERIFY2(isClean(escapeMarkup(name)), name.c_str());
        QVERIFY2(isClean(escapeMarkdown(name)), name.c_str());
        QVERIFY2(isClean(markdownCode(name)), name.c_str());
        QVERIFY2(isClean(markdownCellCode(name)), name.c_str());
    }
}

void TestEscape::jsonMeansTheSame()
{
    QCOMPARE(escapeJson("{\n \"a\u202e\": \"\U000e0041 \u0394\"\n}"),
             std::string("{\n \"a\\u202e\": \"\\udb40\\udc41 \u0394\"\n}"));
    for (const std::string& name : fixtures::hostileNames()) {
        const Json value = Json::array({name});
        const std::string body = jsonBody(value);
        QVERIFY2(isClean(QByteArray::fromStdString(body).replace('\n', ' ').toStdString()), body.c_str());
        const Json plain = Json::parse(value.dump(-1, ' ', false, Json::error_handler_t::replace));
        QCOMPARE(Json::parse(body).front().get<std::string>(), plain.front().get<std::string>());
    }
}

void TestEscape::markupRoundTrips()
{
    for (const std::string& name : fixtures::hostileNames()) {
        const QByteArray xml = "<a b=\"" + QByteArray::fromStdString(escapeMarkup(name)) + "\" c='" +
                               QByteArray::fromStdString(escapeMarkup(name)) + "'>" +
                               QByteArray::fromStdString(escapeMarkup(name)) + "</a>";
        QXmlStreamReader reader(xml);
        QVERIFY(reader.readNextStartElement());
        const QString expected = QString::fromStdString(escapeTerminal(name));
        QCOMPARE(reader.attributes().value("b").toString(), expected);
        QCOMPARE(reader.attributes().value("c").toString(), expected);
        QCOMPARE(reader.readElementText(), expected);
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    }
}

void TestEscape::markdown()
{
    QCOMPARE(escapeMarkdown("<b>&|*_`[x](y)"), std::string("\\<b\\>\\&\\|\\*\\_\\`\\[x\\](y)"));
    QCOMPARE(escapeMarkdown("# heading"), std::string("\\# heading"));
    QCOMPARE(escapeMarkdown("- item"), std::string("\\- item"));
    QCOMPARE(escapeMarkdown("12. item"), std::string("12\\. item"));
    QCOMPARE(escapeMarkdown("in 12. place"), std::string("in 12. place"));
    QCOMPARE(escapeMarkdown("http://x www.y"), std::string("http\\://x www\\.y"));
    QCOMPARE(escapeMarkdown("+16.5 ms"), std::string("+16.5 ms"));
    QCOMPARE(escapeMarkdown("62.5 ms"), std::string("62.5 ms"));
    QCOMPARE(escapeMarkdown("+ item"), std::string("\\+ item"));
    QCOMPARE(escapeMarkdown("---"), std::string("\\---"));
    QCOMPARE(escapeMarkdown("1)"), std::string("1\\)"));
    QCOMPARE(escapeMarkdown("a+b-c"), std::string("a+b-c"));
    // Nobody is called, and no issue referred to, where the report is posted.
    QCOMPARE(escapeMarkdown("@octocat #1"), std::string("@<!-- -->octocat #<!-- -->1"));
    QCOMPARE(escapeMarkdown("a@b ProfilerStep#1 # @"), std::string("a@b ProfilerStep#1 # @"));
}

void TestEscape::codeSpans()
{
    QCOMPARE(markdownCode(""), std::string());
    QCOMPARE(markdownCode("forward"), std::string("`forward`"));
    QCOMPARE(markdownCode("a`b"), std::string("`` a`b ``"));
    QCOMPARE(markdownCode("``"), std::string("``` `` ```"));
    QCOMPARE(markdownCode("a|b"), std::string("`a|b`"));
    QCOMPARE(markdownCellCode("a|b"), std::string("`a\\|b`"));
    // In a table's code span a backslash before a bar is lost, or a cell ends there.
    QCOMPARE(markdownCellCode("a\\|b"), std::string("a\\\\\\|b"));
    QCOMPARE(markdownCode(" "), std::string("`   `"));
    QCOMPARE(markdownCode("a\nb"), std::string("`a\\x0ab`"));
}

void TestEscape::decoding()
{
    QCOMPARE(decodeUtf8("\u0394", 0).code, char32_t(0x394));
    QCOMPARE(decodeUtf8("\U0010ffff", 0).code, char32_t(0x10ffff));
    QCOMPARE(decodeUtf8("\U0010ffff", 0).length, std::size_t(4));
    QVERIFY(!decodeUtf8("\xf4\x90\x80\x80", 0).valid);  // beyond U+10FFFF
    QVERIFY(!decodeUtf8("\xe0\x80\x80", 0).valid);      // overlong
    QVERIFY(!decodeUtf8("\x80", 0).valid);
    QVERIFY(!decodeUtf8("\xf0\x9f\x98", 0).valid);  // cut
}

QTEST_GUILESS_MAIN(TestEscape)
#include "tst_Escape.moc"
