// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/triage/FindingIds.h"
#include "core/triage/Notes.h"

using namespace headwater;

namespace {

Evidence measuredAt(int rank, std::int64_t step)
{
    Evidence row;
    row.baseline = "1";
    row.current = "2";
    row.rank = rank;
    row.step = step;
    return row;
}

Finding finding(std::string id, std::vector<Evidence> evidence = {})
{
    Finding out;
    out.id = std::move(id);
    out.evidence = std::move(evidence);
    return out;
}

std::vector<std::string> ids(std::vector<Finding> findings)
{
    std::array<Layer, 4> layers;
    layers[1].findings = std::move(findings);
    tellFindingsApart(layers);
    std::vector<std::string> out;
    for (const Finding& one : layers[1].findings)
        out.push_back(one.id);
    return out;
}

using Ids = std::vector<std::string>;

/// Three findings of one kind and one of another, as a run that fell back to another number format has them.
Verdict threeOperators()
{
    Verdict verdict;
    for (const char* op : {"aten::addmm", "aten::matmul", "AddmmBackward0"})
        verdict.layers[0].findings.push_back(finding(findingId("correctness.precision-changed", op)));
    verdict.layers[0].findings.push_back(finding(findingId("correctness.kernel-family-changed", "aten::conv2d")));
    return verdict;
}

}  // namespace

class TestFindingIds : public QObject {
    Q_OBJECT
private slots:
    void onesOfAKindStay() { QCOMPARE(ids({finding("a.x"), finding("a.y")}), (Ids{"a.x", "a.y"})); }

    void equalOnesAreToldApart()
    {
        Evidence before = measuredAt(1, 4);
        before.current.clear();
        Evidence after = measuredAt(1, 4);
        after.baseline.clear();
        QCOMPARE(ids({finding("a", {before}), finding("a", {after})}), (Ids{"a:baseline", "a:current"}));
        QCOMPARE(ids({finding("a", {measuredAt(7, 1)}), finding("a", {measuredAt(2, 1)})}),
                 (Ids{"a:rank-7", "a:rank-2"}));
        QCOMPARE(ids({finding("a", {measuredAt(7, 1)}), finding("a", {measuredAt(7, 9)})}),
                 (Ids{"a:step-1", "a:step-9"}));
        QCOMPARE(
            ids({finding("a", {measuredAt(7, 1)}), finding("a", {measuredAt(7, 9)}), finding("a", {measuredAt(2, 9)})}),
            (Ids{"a:rank-7-step-1", "a:rank-7-step-9", "a:rank-2-step-9"}));
        QCOMPARE(ids({finding("a"), finding("a"), finding("b")}), (Ids{"a:1", "a:2", "b"}));
        QCOMPARE(ids({finding("a"), finding("a"), finding("a:1")}), (Ids{"a:1_", "a:2", "a:1"}));
        // An operator may be called like nothing that can be printed.
        QCOMPARE(findingId("a", "x y\n\u202e<b>"), std::string("a:x_y____<b>"));
        QCOMPARE(findingId("a", std::string(500, 'k')).size(), std::size_t(82));
    }

    void anIdMeansOneFinding()
    {
        const Verdict verdict = threeOperators();
        QCOMPARE(findingOf(verdict, "correctness.precision-changed:aten::matmul"), &verdict.layers[0].findings[1]);
        QVERIFY(!findingOf(verdict, "correctness.precision-changed"));
        QVERIFY(!findingOf(verdict, "correctness.precision-changed:aten::mm"));
        QCOMPARE(findingOf(verdict, "correctness.kernel-family-changed"), &verdict.layers[0].findings[3]);
    }

    /// An investigation that was saved when ids did not name the operator.
    void oldDecisionsStandWhereTheyMeanOne()
    {
        Notes notes;
        notes.decisions = {{"correctness.kernel-family-changed", FindingMark::Dismissed, "as planned", {}},
                           {"correctness.precision-changed", FindingMark::Dismissed, "which one?", {}}};
        const Verdict verdict = threeOperators();
        const Notes now = namedAsIn(verdict, notes);
        QCOMPARE(decisionOn(now, "correctness.kernel-family-changed:aten::conv2d").reason, std::string("as planned"));
        for (const Finding& one : verdict.layers[0].findings)
            if (findingKind(one.id) == "correctness.precision-changed")
                QVERIFY(decisionOn(now, one.id).empty());
        QCOMPARE(decisionOn(now, "correctness.precision-changed").reason, std::string("which one?"));
        // What was decided since stands.
        notes.decisions.push_back({"correctness.kernel-family-changed:aten::conv2d", FindingMark::Accepted, {}, {}});
        QCOMPARE(decisionOn(namedAsIn(verdict, notes), "correctness.kernel-family-changed:aten::conv2d").mark,
                 FindingMark::Accepted);
    }
};

QTEST_APPLESS_MAIN(TestFindingIds)
#include "tst_FindingIds.moc"
