// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <map>

#include "core/base/Language.h"
#include "core/base/Messages.h"
#include "tests/Paths.h"
#include "tests/core/base/SourceCode.h"

using namespace headwater;
using namespace Qt::StringLiterals;
using headwater::test::codeOf;

namespace {

QJsonObject catalogue()
{
    QFile file(QStringLiteral(HEADWATER_SOURCE_DIR "/resources/i18n/zh_CN.messages.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QString unescaped(const QString& literal)
{
    static const QRegularExpression escape(u"\\\\(?:u([0-9a-fA-F]{4})|(.))"_s);
    QString text;
    qsizetype at = 0;
    for (auto match = escape.globalMatch(literal); match.hasNext();) {
        const auto found = match.next();
        text += literal.sliced(at, found.capturedStart() - at);
        text += found.hasCaptured(1) ? QString(QChar(found.captured(1).toUShort(nullptr, 16))) : found.captured(2);
        at = found.capturedEnd();
    }
    return text + literal.sliced(at);
}

/// The literals from `at` to the bracket that closes what is open there; those in a row are one, as C++ joins them.
QStringList literalsFrom(const QString& code, qsizetype at)
{
    QStringList found;
    bool joined = false;
    bool said = false;
    for (int depth = 0; at < code.size() && depth >= 0; ++at) {
        const QChar c = code[at];
        if (c == u'\'' && !code[at - 1].isDigit()) {
            for (++at; at < code.size() && code[at] != u'\''; ++at)
                at += code[at] == u'\\' ? 1 : 0;
        } else if (c == u'"') {
            said = joined ? said : QStringView(code).first(at).trimmed().endsWith(u"say("_s);
            const qsizetype begin = at + 1;
            for (++at; at < code.size() && code[at] != u'"'; ++at)
                at += code[at] == u'\\' ? 1 : 0;
            const QString text = unescaped(code.sliced(begin, at - begin));
            if (joined && !said)
                found.back() += text;
            else if (!said)  // a Text, which tst_Languages looks after
                found << text;
            joined = true;
        } else if (!c.isSpace()) {
            joined = false;
            depth += c == u'(' || c == u'{' || c == u'[' ? 1 : 0;
            depth -= c == u')' || c == u'}' || c == u']' ? 1 : 0;
        }
    }
    return found;
}

QString bare(const QString& text)
{
    static const QRegularExpression edges(u"^[\\s;:,\"()]+|[\\s;:,\"()]+$"_s);
    return QString(text).remove(edges);
}

/// Literal texts of a format string: what is between its placeholders.
QSet<QString> piecesOf(const QString& key)
{
    static const QRegularExpression placeholder(u"(?<!\\{)\\{[^{}]*\\}"_s);
    QSet<QString> pieces;
    for (const QString& piece : key.split(placeholder))
        pieces << bare(QString(piece).replace(u"{{"_s, u"{"_s).replace(u"}}"_s, u"}"_s));
    return pieces;
}

/// Two words at least that are no code, place or number.
bool isSentence(const QString& text)
{
    static const QRegularExpression words(u"[A-Za-z]{2,}[,;:']* [a-z]{2,}"_s);
    return text.contains(words);
}

/// Literal → file: what fail(), a Problem and the helpers that make one are given, in the parts of core/ that read and
/// analyse.
std::map<QString, QString> messages()
{
    static const QRegularExpression makers(u"\\bfail\\(|\\bSeverity::(?:Info|Warning|Error),|\\bnote\\(|\\bcount\\(|"
                                           "\\brefuse\\(|\\bremark\\(|\\bwarn\\("_s);
    std::map<QString, QString> found;
    for (const char* folder : {"ingest", "run", "analysis", "remote", "cache", "workshop", "trace", "triage"}) {
        QDirIterator files(QStringLiteral(HEADWATER_SOURCE_DIR "/core/") + QLatin1StringView(folder), {u"*.cpp"_s},
                           QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            const QString code = codeOf(path);
            if (path.endsWith(u"UnknownReason.cpp") || path.endsWith(u"NotRegular.cpp"))
                for (auto part = QRegularExpression(u"return (?=\")"_s).globalMatch(code); part.hasNext();)
                    found.try_emplace(literalsFrom(code, part.next().capturedEnd()).value(0), path.section(u'/', -1));
            for (auto maker = makers.globalMatch(code); maker.hasNext();)
                for (const QString& text : literalsFrom(code, maker.next().capturedEnd()))
                    if (isSentence(text))
                        found.try_emplace(text, path.section(u'/', -1));
        }
    }
    return found;
}

/// What each placeholder takes: {"{}", "{1}"} takes 0 and 1.
QSet<int> takes(const QString& pattern)
{
    QSet<int> indices;
    int next = 0;
    static const QRegularExpression placeholder(u"(?<!\\{)\\{([0-9]*)(?::[^{}]*)?\\}"_s);
    for (auto match = placeholder.globalMatch(pattern); match.hasNext();) {
        const QString index = match.next().captured(1);
        const int at = index.isEmpty() ? next : index.toInt();
        indices << at;
        next = at + 1;
    }
    return indices;
}

std::string chinese(std::string_view english)
{
    return languageFromName("zh_CN")->of(messageText(english));
}

}  // namespace

class TestMessages : public QObject {
    Q_OBJECT
private slots:
    void everyMessageHasChinese();
    void noChineseWithoutMessage();
    void placeholdersAgree();
    void findsTemplates_data();
    void findsTemplates();
    void errorsAreSaidWhole();
    void unknownStays();
    void isCheap();
};

void TestMessages::everyMessageHasChinese()
{
    QSet<QString> known;
    for (const QString& key : catalogue().keys())
        known |= piecesOf(key) << bare(key);
    const auto said = messages();
    QVERIFY(said.size() > 250);
    QStringList open;
    for (const auto& [text, file] : said)
        if (!known.contains(bare(text)))
            open << file + u": \""_s + text + u'"';
    for (const QString& text : open)
        qWarning().noquote() << text;
    QVERIFY(open.isEmpty());
}

void TestMessages::noChineseWithoutMessage()
{
    QString sources;
    QDirIterator files(QStringLiteral(HEADWATER_SOURCE_DIR "/core"), {u"*.cpp"_s, u"*.h"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    static const QRegularExpression inRow(u"\"\\s*\n\\s*\""_s);
    while (files.hasNext())
        sources += codeOf(files.next()).remove(inRow).replace(u"\\\""_s, u"\""_s);
    QStringList lost;
    for (const QString& key : catalogue().keys())
        for (const QString& piece : piecesOf(key))
            if (isSentence(piece) && !sources.contains(piece))
                lost << key;
    QVERIFY2(lost.isEmpty(), qPrintable(u"\n"_s + lost.join(u'\n')));
}

void TestMessages::placeholdersAgree()
{
    const QJsonObject translated = catalogue();
    for (const QString& key : translated.keys()) {
        const QString chinese = translated.value(key).toString();
        QVERIFY2(!chinese.isEmpty() && takes(key).contains(takes(chinese)), qPrintable(key));
    }
}

void TestMessages::findsTemplates_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    QTest::newRow("one placeholder") << u"the step times of the megatron log"_s << u"megatron 日志的 step 时间"_s;
    QTest::newRow("a number") << u"the file does not say which rank it is; it counts as rank 0 (assumed)"_s
                              << u"文件没有说明是哪个 rank；算作 rank 0（假定）"_s;
    QTest::newRow("a template in a template") << u"lines of train.log, as printed, each the mean of 9 steps"_s
                                              << u"train.log 的各行，如打印所示，每行是 9 个 step 的均值"_s;
    QTest::newRow("a range") << u"lines of a, as printed, each the mean of 9 to 10 steps"_s
                             << u"a 的各行，如打印所示，每行是 9 到 10 个 step 的均值"_s;
    QTest::newRow("order changes") << u"rank 3 lacks 2 of the 9 steps that other ranks have"_s
                                   << u"rank 3 缺少其他 rank 所有的 9 个 step 中的 2 个"_s;
    QTest::newRow("clauses") << u"no such file; copy the file again"_s << u"没有此文件; 请重新复制文件"_s;
    QTest::newRow("repeated") << u"a cell is no number (3 times)"_s << u"某个单元格不是数字（3 次）"_s;
    QTest::newRow("braces") << u"write {\"clock_ratio\": 0.97}; the verdict's policy lists all keys"_s
                            << u"请写 {\"clock_ratio\": 0.97}；结论的策略列出所有键"_s;
}

void TestMessages::findsTemplates()
{
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    QCOMPARE(QString::fromStdString(::chinese(english.toStdString())), chinese);
    QCOMPARE(messageText(english.toStdString()).english(), english.toStdString());
}

void TestMessages::errorsAreSaidWhole()
{
    const Error error{ErrorCode::Malformed, "not valid gzip data", "a\n.gz", "byte 7", "copy the file again"};
    QCOMPARE(messageText(error).english(), describe(error));
    QCOMPARE(languageFromName("zh_CN")->of(messageText(error)),
             std::string("a\\x0a.gz: 不是有效的 gzip 数据, 字节 7, 请重新复制文件"));
}

void TestMessages::unknownStays()
{
    for (const char* text : {"", "unheard of", "a, b; c: d (e)", "{}", "forward", "rank3/{x}.json"}) {
        QCOMPARE(chinese(text), std::string(text));
        QCOMPARE(messageText(text).english(), std::string(text));
    }
}

/// A table asks for each cell that it paints.
void TestMessages::isCheap()
{
    std::string list = "nothing known";
    for (int i = 0; i < 200; ++i)
        list += ", node" + std::to_string(i) + ": x; y (z)";
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 20; ++i)
        QCOMPARE(messageText(list).english(), list);
    QVERIFY2(timer.elapsed() < 20 * 20, qPrintable(QString::number(timer.elapsed())));
}

QTEST_APPLESS_MAIN(TestMessages)
#include "tst_Messages.moc"
