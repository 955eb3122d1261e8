// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/report/SavedInvestigation.h"
#include "core/triage/Notes.h"

using namespace headwater;

class TestSavedNotes : public QObject {
    Q_OBJECT
private slots:
    void roundTrip();
    void olderFilesHaveNone();
    void refusals_data();
    void refusals();
    void whatIsSaidOfAnUnknownPlaceStays();
    void decisionsReplaceEachOther();
    void goingOnIsSaidOnlyWhereTheLayerFails();
};

namespace {

Notes example()
{
    Notes notes;
    notes.decisions = {{"timeline.a", FindingMark::Dismissed, "a known \"glitch\"", {}},
                       {"resources.b", FindingMark::Accepted, {}, "see\nticket 7"},
                       {"resources.c", FindingMark::Open, {}, "ask"}};
    ViewRef at;
    at.page = "timeline";
    at.stage = "forward & <b>";
    at.steps = StepRange{4, 6};
    at.ranks = {2, 5, 6};
    at.side = Side::Current;
    at.time = Interval{100, 200};
    notes.notes = {{at, "the gap"}};
    notes.bookmarks = {{"gap", at}};
    notes.continued = {{LayerId::Correctness, "the loss is seeded anew"}};
    return notes;
}

Result<SavedInvestigation> read(std::string rest)
{
    for (char& c : rest)
        if (c == '\'')
            c = '"';
    return investigationFromJson("{\"schema\": \"headwater.investigation/1\", " + rest + "}", "/");
}

}  // namespace

void TestSavedNotes::roundTrip()
{
    SavedInvestigation in;
    in.baseline = {"/runs/a"};
    in.notes = example();
    in.prints["/runs/a"] = {{"r0.json", {12, 0xfedcba9876543210ULL}}, {"sub/r1.json", {0, 1}, 65'536}};
    const auto out = investigationFromJson(investigationJson(in, "/elsewhere"), "/elsewhere");
    QVERIFY(out.has_value());
    QVERIFY(out->notes == in.notes);
    QVERIFY(out->prints == in.prints);
}

void TestSavedNotes::olderFilesHaveNone()
{
    const auto out = read("'baseline': ['a'], 'current': ['b']");
    QVERIFY(out.has_value());
    QVERIFY(out->notes.empty());
    QVERIFY(out->prints.empty());
}

void TestSavedNotes::refusals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* text, const char* where) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(where);
    };
    row("no object", "'notes': []", "key notes");
    row("no list", "'notes': {'notes': 3}", "key notes.notes");
    row("no entry", "'notes': {'notes': [3]}", "key notes.notes");
    row("place", "'notes': {'bookmarks': [{'name': 'x', 'at': 3}]}", "key notes.bookmarks");
    row("mark", "'notes': {'findings': [{'finding': 'x', 'mark': 'maybe'}]}", "key notes.findings");
    row("nameless", "'notes': {'findings': [{'mark': 'open'}]}", "key notes.findings");
    row("layer", "'notes': {'continued': [{'layer': 'moon'}]}", "key notes.continued");
    row("text", "'notes': {'notes': [{'at': 'headwater:', 'text': 3}]}", "key notes.notes");
    row("hash", "'prints': [{'input': 'a', 'bytes': 3, 'hash': 'xyz'}]", "key prints");
    row("bytes", "'prints': [{'input': 'a', 'bytes': -3, 'hash': '0f'}]", "key prints");
}

void TestSavedNotes::refusals()
{
    QFETCH(QString, text);
    QFETCH(QString, where);
    const auto out = read(text.toStdString());
    QVERIFY(!out);
    QCOMPARE(out.error().code, ErrorCode::Malformed);
    QCOMPARE(QString::fromStdString(out.error().where), where);
}

/// One reference that no version of this program wrote costs nothing of what people did.
void TestSavedNotes::whatIsSaidOfAnUnknownPlaceStays()
{
    const auto out = read("'baseline': ['a'], 'current': ['b'], 'notes': {'notes': [{'at': 'http://x', 'text': 'one'}, "
                          "{'at': 'headwater:timeline?ranks=3', 'text': 'two'}], "
                          "'bookmarks': [{'name': 'gap', 'at': 'headwater:timeline?steps=9-1'}]}");
    QVERIFY(out.has_value());
    const Notes& notes = out->notes;
    QCOMPARE(notes.notes.size(), std::size_t(2));
    QCOMPARE(notes.notes[0].text, std::string("one (at a place that is not understood: http://x)"));
    QVERIFY(notes.notes[0].at == ViewRef());
    QCOMPARE(notes.notes[1].text, std::string("two"));
    QCOMPARE(notes.notes[1].at.ranks, std::vector<int>{3});
    QCOMPARE(notes.bookmarks[0].name,
             std::string("gap (at a place that is not understood: headwater:timeline?steps=9-1)"));
}

void TestSavedNotes::decisionsReplaceEachOther()
{
    Notes notes = withDecision({}, {"x", FindingMark::Accepted, {}, {}});
    notes = withDecision(notes, {"y", FindingMark::Dismissed, "no", {}});
    notes = withDecision(notes, {"x", FindingMark::Dismissed, "because", {}});
    QCOMPARE(notes.decisions.size(), 2U);
    QCOMPARE(decisionOn(notes, "x").reason, std::string("because"));
    notes = withDecision(notes, {"x", FindingMark::Open, {}, {}});
    QCOMPARE(notes.decisions.size(), 1U);
    QCOMPARE(decisionOn(notes, "x").mark, FindingMark::Open);
}

void TestSavedNotes::goingOnIsSaidOnlyWhereTheLayerFails()
{
    Verdict verdict;
    verdict.layers[0].id = LayerId::Correctness;
    verdict.layers[0].status = LayerStatus::Fail;
    verdict.layers[1].id = LayerId::Resources;
    const std::vector<Text> said = continuedWarnings(example(), verdict);
    QCOMPARE(said.size(), 1U);
    QVERIFY(said.front().english().find("past correctness") != std::string::npos);
    QVERIFY(said.front().english().find("the loss is seeded anew") != std::string::npos);
    verdict.layers[0].status = LayerStatus::Warn;
    QVERIFY(continuedWarnings(example(), verdict).empty());
}

QTEST_GUILESS_MAIN(TestSavedNotes)
#include "tst_SavedNotes.moc"
