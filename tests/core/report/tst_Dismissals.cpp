// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QTest>

#include "Fixtures.h"
#include "core/base/Text.h"
#include "core/report/model/Dismissals.h"
#include "core/triage/FindingIds.h"

using namespace headwater;

namespace {

bool has(const Text& text, const char* part)
{
    return text.english().find(part) != std::string::npos;
}

Finding fault(const char* id, const char* statement)
{
    Finding finding;
    finding.id = id;
    finding.layer = LayerId::Resources;
    finding.severity = FindingSeverity::Failure;
    finding.statement = statement;
    finding.nextStep = "Take the GPU out.";
    return finding;
}

/// Two faults of a device make the resources layer fail and the outcome a resource fault.
Verdict faulty()
{
    Verdict verdict = fixtures::verdict();
    verdict.outcome = Outcome::Regressed;
    verdict.outcomeNode = "resource-fault";
    verdict.layers[1].status = LayerStatus::Fail;
    verdict.layers[1].summary = "remapped rows: rank 0";
    verdict.layers[1].findings = {fault("resources.remapped", "rank 0: rows were remapped."),
                                  fault("resources.xid", "rank 0: XID 92.")};
    verdict.flowchart = {{"resources", "fail", "remapped rows: rank 0"}, {"outcome", "resource fault", "forward"}};
    verdict.nextSteps = {"Take the GPU out.", "Repeat both runs."};
    return verdict;
}

Notes dismissing(std::initializer_list<const char*> ids)
{
    Notes notes;
    for (const char* id : ids)
        notes.decisions.push_back({id, FindingMark::Dismissed, "replaced on Monday", {}});
    return notes;
}

}  // namespace

/// A dismissed finding is nowhere stated as plain fact.
class TestDismissals : public QObject {
    Q_OBJECT
private slots:
    void whatRestsOnDismissedFindingsSaysSo();
    void oneThatStandsIsEnough();
    void theHeadlineNamesWhatStands();
    void onlyTheDismissedOneIsStruck();
};

void TestDismissals::whatRestsOnDismissedFindingsSaysSo()
{
    const Notes notes = dismissing({"resources.remapped", "resources.xid"});
    const Verdict told = report::withDismissals(faulty(), notes);
    const char* said = " (dismissed, the user's word: replaced on Monday)";
    QVERIFY(has(told.layers[1].summary, said));
    QVERIFY(has(told.flowchart[0].because, said));
    QVERIFY(has(told.flowchart[1].answer, said));
    QVERIFY(
        has(told.nextSteps.front(), "for they rest on a finding (dismissed, the user's word: replaced on Monday)."));
    QVERIFY(has(told.nextSteps[1], "Take the GPU out. (This is the advice of a finding that was dismissed.)"));
    QCOMPARE(told.nextSteps[2], std::string("Repeat both runs."));
    // What was found and how it was judged stays.
    QVERIFY(told.layers[1].status == LayerStatus::Fail && told.outcomeNode == "resource-fault");
    const std::string text = markdown(report::verdictReport({faulty(), notes}));
    const std::size_t at = text.find("Faults were found: rank 0: rows were remapped.");
    QVERIFY(at != std::string::npos);
    QVERIFY2(text.find("dismissed, the user", at) < text.find('\n', at), text.c_str());
}

void TestDismissals::oneThatStandsIsEnough()
{
    const Verdict told = report::withDismissals(faulty(), dismissing({"resources.remapped"}));
    // The summary may name the one that does not: it says that one is set aside.
    const char* marked = "remapped rows: rank 0 (1 of the 2 findings behind this dismissed by the user)";
    QCOMPARE(told.layers[1].summary.english(), std::string(marked));
    QCOMPARE(told.flowchart[0].because.english(), std::string(marked));
    QCOMPARE(report::withDismissals(faulty(), dismissing({"other"})).layers[1].summary,
             std::string("remapped rows: rank 0"));
    QCOMPARE(told.flowchart[1].answer, std::string("resource fault"));
    QCOMPARE(told.nextSteps.front(), std::string("Take the GPU out."));  // the other one gives it too
    // The paragraph names the fault that stands.
    const std::string text = markdown(report::verdictReport({faulty(), dismissing({"resources.remapped"})}));
    QVERIFY2(text.find("Faults were found: rank 0: XID 92. And 1 more.") != std::string::npos, text.c_str());
}

void TestDismissals::theHeadlineNamesWhatStands()
{
    Verdict verdict = fixtures::verdict();
    verdict.outcomeNode = "correctness";
    Layer& layer = verdict.layers[0];
    layer.status = LayerStatus::Fail;
    layer.findings.clear();
    for (const char* op : {"aten::mm", "aten::addmm"}) {
        layer.findings.push_back(fault("", ""));
        layer.findings.back().id = findingId("correctness.precision-changed", op);
        layer.findings.back().statement = say("{} runs {} kernels where it ran {}.", std::string(op), "fp32", "bf16");
    }
    layer.summary = say("{} runs in {} instead of {}", "aten::mm", "fp32", "bf16");
    verdict.headline = say("Correctness first: {}. ", layer.summary) + say("First regressed stage: {}", "forward");
    verdict.flowchart = {{"correctness", "fail", layer.summary}, {"outcome", "stop here", verdict.headline}};
    layer.findings.front().nextStep = "Put aten::mm back.";
    layer.findings.back().nextStep = "Put aten::addmm back.";
    verdict.nextSteps = {layer.findings.front().nextStep, layer.findings.back().nextStep};
    const Verdict one = report::withDismissals(verdict, dismissing({"correctness.precision-changed:aten::mm"}));
    QCOMPARE(one.headline.english(), std::string("Correctness first: aten::addmm runs in fp32 instead of bf16. First "
                                                 "regressed stage: forward"));
    QCOMPARE(one.layers[0].summary, std::string("aten::addmm runs in fp32 instead of bf16"));
    QCOMPARE(one.flowchart[0].because, std::string("aten::addmm runs in fp32 instead of bf16"));
    QCOMPARE(one.flowchart[1].because, one.headline);
    QCOMPARE(one.nextSteps.front().english(), std::string("Put aten::addmm back."));
    QVERIFY(has(one.nextSteps.back(), "Put aten::mm back. (This is the advice"));
    // Of the one that the headline does not name, nothing changes.
    const Verdict other = report::withDismissals(verdict, dismissing({"correctness.precision-changed:aten::addmm"}));
    QCOMPARE(other.headline.english(), verdict.headline.english());
    // With both set aside the mark stands behind what was dismissed, not behind the stage.
    const Verdict none = report::withDismissals(
        verdict, dismissing({"correctness.precision-changed:aten::mm", "correctness.precision-changed:aten::addmm"}));
    QCOMPARE(none.headline.english(),
             std::string("Correctness first: aten::mm runs in fp32 instead of bf16 (dismissed, the user's word: "
                         "replaced on Monday). First regressed stage: forward"));
}

void TestDismissals::onlyTheDismissedOneIsStruck()
{
    Verdict verdict = faulty();
    verdict.layers[1].findings.front().id = findingId("resources.changed", "a");
    verdict.layers[1].findings.back().id = findingId("resources.changed", "b");
    const report::Report report = report::verdictReport({verdict, dismissing({"resources.changed:b"})});
    int struck = 0;
    for (const report::Section& section : report.sections)
        for (const report::Block& block : section.blocks)
            if (const auto* card = std::get_if<report::Card>(&block); card && section.id == "layers")
                struck += card->struck;
    QCOMPARE(struck, 1);
}

QTEST_APPLESS_MAIN(TestDismissals)
#include "tst_Dismissals.moc"
