// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <QRegularExpression>
#include <QtTest>

#include "core/base/Advice.h"
#include "tests/Paths.h"

using namespace headwater;

namespace {

/// Codes that core/ gives a warning or an error.
std::set<std::string> warningCodes()
{
    const QRegularExpression pattern(QStringLiteral("(?:Severity::(?:Warning|Error),|\\bwarn\\()\\s*\"([a-z0-9-]+)\""));
    std::set<std::string> codes;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(HEADWATER_SOURCE_DIR "/core")) {
        if (entry.path().extension() != ".cpp")
            continue;
        std::ifstream file(entry.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        auto found = pattern.globalMatch(QString::fromStdString(text));
        while (found.hasNext())
            codes.insert(found.next().captured(1).toStdString());
    }
    return codes;
}

}  // namespace

class tst_Advice : public QObject {
    Q_OBJECT

private slots:
    void everyWarningSaysWhatToDo()
    {
        // Their messages say it themselves.
        const std::set<std::string> complete = {"columns-inferred", "device-unknown", "no-steps", "saturated-counter",
                                                "unreadable"};
        const std::set<std::string> codes = warningCodes();
        QVERIFY(codes.size() > 40);
        for (const std::string& code : codes)
            QVERIFY2(complete.contains(code) != !adviceOn(code).empty(), code.c_str());
    }

    void unknownCodesHaveNone()
    {
        QVERIFY(adviceOn("").empty());
        QVERIFY(adviceOn("no-such-code").empty());
        QCOMPARE(adviceOn("bad-checksum"), adviceOn("damaged"));
    }
};

QTEST_APPLESS_MAIN(tst_Advice)
#include "tst_Advice.moc"
