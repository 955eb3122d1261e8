// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>

#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "tests/Paths.h"

using namespace Qt::StringLiterals;

namespace {

struct Message {
    QString context, source, translation;
    bool finished = true;
};

std::vector<Message> messagesOf(const QString& file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        return {};
    std::vector<Message> messages;
    QString context;
    QXmlStreamReader xml(&in);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            messages.emplace_back().context = context;
        } else if (xml.name() == u"source") {
            messages.back().source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            messages.back().finished = !xml.attributes().hasAttribute(u"type"_s);
            messages.back().translation = xml.readElementText();
        }
    }
    return messages;
}

/// "%1", "%2" … sorted.
QStringList placeholders(const QString& text)
{
    QStringList found;
    static const QRegularExpression pattern(u"%[0-9]"_s);
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    found.sort();
    return found;
}

}  // namespace

/// The Chinese of the window against its source: what lupdate finds today has to be there, finished.
class TestTranslations : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void nothingIsMissing();
    void placeholdersAgree();

private:
    QTemporaryDir m_place;
    std::vector<Message> m_messages;
};

void TestTranslations::initTestCase()
{
    const QString root = QStringLiteral(HEADWATER_SOURCE_DIR);
    const QString file = m_place.filePath(u"headwater_zh_CN.ts"_s);
    QVERIFY(QFile::copy(root + u"/resources/i18n/headwater_zh_CN.ts"_s, file));
    QProcess lupdate;
    lupdate.start(QStringLiteral(HEADWATER_LUPDATE), {u"-locations"_s, u"none"_s, u"-no-obsolete"_s,
                                                      root + u"/app/gui"_s, root + u"/widgets"_s, u"-ts"_s, file});
    QVERIFY2(lupdate.waitForFinished(120'000) && lupdate.exitCode() == 0, lupdate.readAllStandardError().constData());
    m_messages = messagesOf(file);
    QVERIFY(m_messages.size() > 100);
}

void TestTranslations::nothingIsMissing()
{
    QStringList open;
    for (const Message& message : m_messages)
        if (!message.finished || message.translation.isEmpty())
            open << message.context + u": "_s + message.source;
    QVERIFY2(open.isEmpty(), qPrintable(u"packaging/translations, then translate: "_s + open.join(u" | "_s)));
}

void TestTranslations::placeholdersAgree()
{
    for (const Message& message : m_messages) {
        QVERIFY2(placeholders(message.source) == placeholders(message.translation), qPrintable(message.source));
        // A mnemonic keeps working.
        QVERIFY2(message.source.contains(u'&') == message.translation.contains(u'&'), qPrintable(message.source));
    }
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_gui_Translations.moc"
