// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <map>
#include <set>

#include "core/base/Language.h"
#include "tests/Paths.h"
#include "tests/core/base/SourceCode.h"

using namespace headwater;
using namespace Qt::StringLiterals;
using headwater::test::codeOf;

namespace {

/// A text in quotation marks, or several in a row, as C++ joins them.
const QString kLiteral = u"\"(?:[^\"\\\\\\n]|\\\\.)*\"(?:\\s*\"(?:[^\"\\\\\\n]|\\\\.)*\")*"_s;

QString joined(const QString& literals)
{
    static const QRegularExpression one(u"\"((?:[^\"\\\\\\n]|\\\\.)*)\""_s);
    static const QRegularExpression escape(u"\\\\u([0-9a-fA-F]{4})|\\\\(.)"_s);
    QString raw;
    for (auto match = one.globalMatch(literals); match.hasNext();)
        raw += match.next().captured(1);
    QString text;
    qsizetype at = 0;
    for (auto match = escape.globalMatch(raw); match.hasNext();) {
        const auto found = match.next();
        text += raw.mid(at, found.capturedStart() - at);
        text += found.captured(1).isEmpty() ? (found.captured(2) == u"n" ? u"\n"_s : found.captured(2))
                                            : QString(QChar(found.captured(1).toUShort(nullptr, 16)));
        at = found.capturedEnd();
    }
    return text + raw.mid(at);
}

/// Tables whose texts reach say() as word(): every text with a space in it is one.
bool isTable(const QString& path)
{
    static const QStringList tables = {u"base/Advice.cpp"_s,
                                       u"correctness/LoggedSeries.cpp"_s,
                                       u"resources/Xid.cpp"_s,
                                       u"resources/Throttle.cpp"_s,
                                       u"resources/EventMeaning.cpp"_s,
                                       u"triage/CorrectnessBrief.cpp"_s,
                                       u"triage/Flowchart.cpp"_s,
                                       u"run/RunEnd.cpp"_s};
    return path.endsWith(u"Checks.cpp") ||
           std::any_of(tables.begin(), tables.end(), [&](const QString& table) { return path.endsWith(table); });
}

/// Something to translate: a word of letters beside the placeholders that is no name of a setting or a function.
bool isSentence(const QString& key)
{
    static const QRegularExpression placeholder(u"\\{[^{}]*\\}"_s);
    static const QRegularExpression letter(u"[A-Za-z]"_s);
    static const QRegularExpression name(u"^[A-Za-z0-9_.]*[A-Z_.][A-Za-z0-9_.]*$"_s);
    const QString words = QString(key).remove(placeholder);
    return words.contains(letter) && (key.contains(u' ') || !name.match(key).hasMatch() || key.front().isUpper());
}

void collect(const QString& path, const QString& pattern, std::map<QString, QString>& keys, bool onlySpaced)
{
    const QString code = codeOf(path);
    const QRegularExpression expression(pattern);
    for (auto match = expression.globalMatch(code); match.hasNext();) {
        const auto found = match.next();
        for (int group = 1; group <= found.lastCapturedIndex(); ++group) {
            const QString key = joined(found.captured(group));
            if (isSentence(key) && (!onlySpaced || key.trimmed().contains(u' ')))
                keys.try_emplace(key, path.section(u'/', -1));
        }
    }
}

/// Every sentence of core/ with the file that says it.
std::map<QString, QString> sentences()
{
    std::map<QString, QString> keys;
    QDirIterator files(QStringLiteral(HEADWATER_SOURCE_DIR "/core"), {u"*.cpp"_s, u"*.h"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        collect(path, u"\\bsay\\(\\s*("_s + kLiteral + u")"_s, keys, false);
        if (isTable(path))
            collect(path, u"("_s + kLiteral + u")"_s, keys, true);
        if (path.endsWith(u"ResourcePolicy.cpp"))
            collect(path, u"ResourceThreshold\\{\"[^\"]*\",[^\"]*("_s + kLiteral + u")"_s, keys, true);
        if (path.endsWith(u"Reproducibility.cpp")) {
            collect(path, u"Item\\{\"[^\"]*\",\\s*("_s + kLiteral + u"),\\s*("_s + kLiteral + u")?"_s, keys, false);
            collect(path, u"string_view k(?!Deterministic)\\w+ = ("_s + kLiteral + u")"_s, keys, true);
        }
    }
    return keys;
}

/// The words of core/triage/Names.cpp, as the reports print them.
std::set<QString> names()
{
    std::set<QString> words;
    const QString code = codeOf(QStringLiteral(HEADWATER_SOURCE_DIR "/core/triage/Names.cpp"));
    static const QRegularExpression table(u"constexpr Table<[0-9]+> \\w+\\{([^}]*)\\}"_s);
    static const QRegularExpression word(u"\"([a-z_]+)\""_s);
    for (auto match = table.globalMatch(code); match.hasNext();)
        for (auto inside = word.globalMatch(match.next().captured(1)); inside.hasNext();)
            words.insert(inside.next().captured(1).replace(u'_', u' '));
    return words;
}

QJsonObject chinese()
{
    QFile file(QStringLiteral(HEADWATER_SOURCE_DIR "/resources/i18n/zh_CN.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// Which argument each placeholder of `pattern` takes, sorted: {"{}", "{1}"} takes 0 and 1.
std::vector<int> takes(const QString& pattern)
{
    std::vector<int> indices;
    int next = 0;
    static const QRegularExpression placeholder(u"\\{([0-9]*)[^{}]*\\}"_s);
    for (auto match = placeholder.globalMatch(pattern); match.hasNext();) {
        const QString index = match.next().captured(1);
        indices.push_back(index.isEmpty() ? next : index.toInt());
        next = indices.back() + 1;
    }
    std::sort(indices.begin(), indices.end());
    return indices;
}

}  // namespace

class TestLanguages : public QObject {
    Q_OBJECT
private slots:
    void everySentenceHasChinese();
    void everyNameHasChinese();
    void noChineseWithoutSentence();
    void placeholdersAgree();
    void pseudoMarksSentences();
    void clausesServeCapitals();
    void refusals();
};

void TestLanguages::everySentenceHasChinese()
{
    const auto keys = sentences();
    QVERIFY(keys.size() > 500);
    const QJsonObject translated = chinese();
    QStringList open;
    for (const auto& [key, file] : keys)
        if (translated.value(key).toString().isEmpty())
            open << file + u": \""_s + key + u"\""_s;
    QVERIFY2(open.isEmpty(), qPrintable(u"\n"_s + open.join(u'\n')));
}

void TestLanguages::everyNameHasChinese()
{
    const std::set<QString> words = names();
    QVERIFY(words.size() > 40);
    const QJsonObject translated = chinese();
    for (const QString& word : words)
        if (word != u"p50" && word != u"p95" && word != u"p99")
            QVERIFY2(translated.contains(word), qPrintable(word));
}

void TestLanguages::noChineseWithoutSentence()
{
    // word() of what a result says (where steps, stages and replays come from) or a job reports.
    static const QSet<QString> kNamedByResults{u"copy, set"_s,
                                               u"canonical rules"_s,
                                               u"stage metrics"_s,
                                               u"one step"_s,
                                               u"the whole window"_s,
                                               u"ProfilerStep annotations"_s,
                                               u"rule file"_s,
                                               u"ranks by themselves"_s,
                                               u"pipeline schedule"_s,
                                               u"sends and receives of a pipeline"_s,
                                               u"reading events"_s,
                                               u"partitioning steps"_s,
                                               u"resampling steps"_s,
                                               u"reading stage durations"_s,
                                               u"looking for changes"_s,
                                               u"replaying combinations"_s,
                                               u"finding gaps"_s,
                                               u"ready to judge"_s,
                                               u"comparing with what was saved"_s};
    const auto keys = sentences();
    const std::set<QString> words = names();
    QStringList lost;
    for (const QString& key : chinese().keys())
        // Single words come from tables and results ("forward" does not, "saturation" does): they are not all found.
        if (isSentence(key) && key.trimmed().contains(u' ') && !keys.contains(key) && !words.contains(key) &&
            !kNamedByResults.contains(key))
            lost << key;
    QVERIFY2(lost.isEmpty(), qPrintable(u"\n"_s + lost.join(u'\n')));
}

void TestLanguages::placeholdersAgree()
{
    const QJsonObject translated = chinese();
    for (const QString& key : translated.keys())
        QVERIFY2(takes(key) == takes(translated.value(key).toString()), qPrintable(key));
}

void TestLanguages::pseudoMarksSentences()
{
    const Language pseudo = Language::pseudo();
    const std::string text = pseudo.of(say("{} is the first stage", "forward"));
    QVERIFY2(text.starts_with("[forward ") && text.ends_with("~]"), text.c_str());
    QVERIFY(text.find("first") == std::string::npos);
    QVERIFY(QString::fromStdString(text).size() >= 7 + 19 * 14 / 10);
    QCOMPARE(pseudo.of(Text("forward")), std::string("forward"));
    QCOMPARE(pseudo.sentence("{0} a {1:.2f}"), std::string("[{0} \u00e4 {1:.2f}~]"));
}

void TestLanguages::clausesServeCapitals()
{
    const Language some("xx", {{"slow here", "langsam"}, {"{} grew", "{} wuchs"}});
    QCOMPARE(some.of(word("Slow here")), std::string("langsam"));
    QCOMPARE(some.of(word("Not there")), std::string("Not there"));
}

void TestLanguages::refusals()
{
    QCOMPARE(languageFromName("en")->code(), std::string("en"));
    QCOMPARE(languageFromName("zh_CN")->code(), std::string("zh-CN"));
    QCOMPARE(languageFromName("zh_CN")->of(say("Next")), std::string("下一步"));
    QCOMPARE(languageFromName("xx").error().code, ErrorCode::BadUsage);
    QCOMPARE(languageFromJson("xx", "[1]").error().code, ErrorCode::Malformed);
    QCOMPARE(languageFromJson("xx", "{\"a\": 1}").error().code, ErrorCode::Malformed);
    QCOMPARE(languageFromJson("xx", "{").error().code, ErrorCode::Malformed);
}

QTEST_APPLESS_MAIN(TestLanguages)
#include "tst_Languages.moc"
