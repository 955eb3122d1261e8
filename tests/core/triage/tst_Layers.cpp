// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <vector>

#include <QtTest>

#include "core/triage/Cause.h"
#include "core/triage/Conditions.h"
#include "core/triage/Layers.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

namespace {

struct Cell {
    double compute = 0, transfer = 0, idle = 0, host = 0;
};

/// A traced run: every stage with parts and host time in ms, a little noise on the compute and idle parts.
StageCube traced(const std::vector<std::string>& stages, const std::vector<Cell>& cells, std::uint64_t seed)
{
    Noise noise(seed);
    StageCube c(stages, ranks(1), steps(30));
    for (std::size_t t = 0; t < 30; ++t) {
        Ns duration = 0;
        for (std::size_t k = 0; k < stages.size(); ++k) {
            const Ns compute = ms(cells[k].compute * (1 + 0.01 * noise()));
            const Ns idle = ms(cells[k].idle * (1 + 0.01 * noise()));
            const Ns transfer = ms(cells[k].transfer);
            c.set(Quantity::Compute, k, 0, t, compute);
            c.set(Quantity::Transfer, k, 0, t, transfer);
            c.set(Quantity::Memcpy, k, 0, t, 0);
            c.set(Quantity::Memset, k, 0, t, 0);
            c.set(Quantity::Idle, k, 0, t, idle);
            c.set(Quantity::Host, k, 0, t, ms(cells[k].host));
            c.set(Quantity::Span, k, 0, t, compute + idle + transfer);
            duration += compute + idle + transfer;
        }
        c.setDuration(0, t, duration);
        c.setStatus(0, t, StepStatus::Ok);
    }
    return c;
}

const std::vector<std::string> kStages{"DataLoader", "forward", "backward"};
const std::vector<Cell> kHealthy{{0, 0, 1, 2}, {25, 0, 1, 10}, {40, 8, 2, 12}};

Policy fast()
{
    Policy policy;
    policy.resamples = 1000;
    return policy;
}

Verdict against(std::vector<Cell> current)
{
    return verdictOf(traced(kStages, kHealthy, 1), traced(kStages, current, 2), fast());
}

/// Words of the source's language in what is the same in every language.
QStringList spokenWords(const Text& text)
{
    static const QRegularExpression sentence("[A-Za-z]+ [a-z]+ [a-z]+");
    QStringList found;
    for (const Text::Piece& piece : text.pieces()) {
        const QString key = QString::fromStdString(piece.key);
        if (piece.verbatim && key.contains(sentence))
            found << key;
        for (const Text& argument : piece.arguments)
            found << spokenWords(argument);
    }
    return found;
}

const Finding* find(const Verdict& v, const std::string& id)
{
    for (const Layer& layer : v.layers)
        for (const Finding& finding : layer.findings)
            if (finding.id == id)
                return &finding;
    return nullptr;
}

Manifest manifest(std::initializer_list<std::pair<const char*, const char*>> values)
{
    Manifest result;
    for (const auto& [key, value] : values)
        result[key] = {value, "test"};
    return result;
}

Verdict withManifests(Manifest baseline, Manifest current, const Policy& policy, double idle = 30)
{
    std::vector<Cell> cells = kHealthy;
    cells[0].idle = idle;
    const auto basis = prepareDecision(
        {run(traced(kStages, kHealthy, 1), std::move(baseline)), run(traced(kStages, cells, 2), std::move(current))},
        policy, {});
    return decide(**basis, policy);
}

}  // namespace

class TestLayers : public QObject {
    Q_OBJECT
private slots:
    void computeGrewAndTransferCameUnderIt()
    {
        const Verdict v = against({{0, 0, 1, 2}, {25, 0, 1, 10}, {52, 1, 2, 12}});
        QVERIFY(v.firstRegressed && v.firstRegressed->stage == "backward");
        QVERIFY2(v.paragraph.english().find("transfer that nothing hides fell 8.00 ms") != std::string::npos,
                 v.paragraph.english().c_str());
    }

    void slowInput()
    {
        std::vector<Cell> cells = kHealthy;
        cells[0].idle = 30;
        const Verdict v = against(cells);
        QCOMPARE(v.firstRegressed->stage, std::string("DataLoader"));
        QCOMPARE(v.outcomeNode, std::string("input-pipeline"));
        const Finding* finding = find(v, "timeline.io-or-communication");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->provenance, Provenance::Inferred);
        QVERIFY(finding->conditional);  // no telemetry: the resources layer cannot rule anything out
        QVERIFY(finding->statement.english().find("input") != std::string::npos);
        QVERIFY(!finding->evidence.empty());
    }

    void slowCommunicationComputeAndHost()
    {
        std::vector<Cell> cells = kHealthy;
        cells[2].transfer = 30;
        QCOMPARE(against(cells).outcomeNode, std::string("communication"));
        cells = kHealthy;
        cells[1].compute = 50;
        QCOMPARE(against(cells).outcomeNode, std::string("device-compute"));
        cells = kHealthy;
        cells[1].idle = 20;
        QCOMPARE(against(cells).outcomeNode, std::string("host-dispatch"));
    }

    void flowchartWalksEveryNode()
    {
        std::vector<Cell> cells = kHealthy;
        cells[1].compute = 50;
        const Verdict v = against(cells);
        std::vector<std::string> nodes;
        for (const FlowStep& step : v.flowchart) {
            nodes.push_back(step.node);
            QVERIFY2(!step.answer.empty() && !step.because.empty(), step.node.c_str());
        }
        const std::vector<std::string> expected{
            "alert", "correctness", "resources", "timeline", "io-or-communication", "stragglers", "outcome"};
        QCOMPARE(nodes, expected);
        QCOMPARE(v.layers[1].status, LayerStatus::NoData);
        QCOMPARE(v.layers[3].status, LayerStatus::NoData);  // one rank
        QVERIFY(!v.nextSteps.empty());
    }

    void hostAndDeviceDisagree()
    {
        std::vector<Cell> cells = kHealthy;
        cells[1].compute = 45;  // the work grew in forward
        cells[2].host = 45;     // and the host waits for it in backward
        const Verdict v = against(cells);
        const Finding* finding = find(v, "timeline.host-device-disagree");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->provenance, Provenance::Derived);
        QVERIFY(finding->statement.english().find("forward") != std::string::npos);
        QVERIFY(finding->statement.english().find("backward") != std::string::npos);
        QVERIFY(finding->statement.english().find("waits for the device") != std::string::npos);
        QVERIFY(find(against(kHealthy), "timeline.host-device-disagree") == nullptr);
        // Later in host time is the usual shape of waiting and changes no answer: beside it, no warning.
        QCOMPARE(finding->severity, FindingSeverity::Info);
        QVERIFY(finding->nextStep.empty());
    }

    void hostTimeThatWouldSayAnEarlierStageIsAWarning()
    {
        std::vector<Cell> cells = kHealthy;
        cells[2].compute = 60;  // the device regressed in backward
        cells[1].host = 45;     // the host already in forward
        const Verdict v = against(cells);
        const Finding* finding = find(v, "timeline.host-device-disagree");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->severity, FindingSeverity::Warning);
        QVERIFY2(finding->statement.english().find("By host time forward would be the first") != std::string::npos,
                 finding->statement.english().c_str());
        QVERIFY(finding->nextStep.english().find("--measure host") != std::string::npos);
    }

    void comparability()
    {
        const Manifest a = manifest({{"world_size", "8"}, {"gpu", "A"}, {"pytorch_version", "2.1"}});
        const Manifest other = manifest({{"world_size", "2"}, {"gpu", "A"}, {"pytorch_version", "2.1"}});
        Policy policy = fast();
        const Verdict refused = withManifests(a, other, policy);
        QCOMPARE(refused.outcome, Outcome::NotComparable);
        QCOMPARE(exitCode(refused), 3);
        QVERIFY(refused.firstRegressed.has_value());  // numbers are always computed
        QVERIFY(refused.headline.english().find("world_size") != std::string::npos);
        policy.acknowledgement = "same work per rank";
        const Verdict judged = withManifests(a, other, policy);
        QCOMPARE(judged.outcome, Outcome::Regressed);
        QCOMPARE(judged.comparability.status, ComparabilityStatus::NotComparable);
        QVERIFY(find(judged, "correctness.manifest")->statement.english().find("same work per rank") !=
                std::string::npos);
        QCOMPARE(judged.policy.acknowledgement, std::string("same work per rank"));
    }

    void confounded()
    {
        const Manifest a = manifest({{"pytorch_version", "2.1"}, {"nccl_version", "2.17"}});
        const Manifest b = manifest({{"pytorch_version", "2.2"}, {"nccl_version", "2.19"}});
        Policy policy = fast();
        const Verdict v = withManifests(a, b, policy);
        QCOMPARE(v.comparability.status, ComparabilityStatus::Confounded);
        QCOMPARE(v.outcome, Outcome::Regressed);
        QCOMPARE(v.outcomeNode, std::string("confounded"));  // numbers stand, causes are blocked
        QVERIFY(find(v, "timeline.io-or-communication")->statement.english().find("not stated") != std::string::npos);
        policy.strict = true;
        QCOMPARE(withManifests(a, b, policy).outcome, Outcome::NotComparable);
        policy.acknowledgement = "the upgrade is the change";
        QCOMPARE(withManifests(a, b, policy).outcomeNode, std::string("input-pipeline"));
    }

    void everyFindingHasItsWords()
    {
        std::vector<Cell> cells = kHealthy;
        cells[1].compute = 45;
        cells[2].host = 45;
        const Verdict v = against(cells);
        for (const Layer& layer : v.layers) {
            QVERIFY(!layer.summary.empty());
            for (const Finding& finding : layer.findings) {
                QCOMPARE(finding.layer, layer.id);
                QVERIFY(!finding.id.empty() && !finding.statement.empty());
            }
        }
    }

    /// What is English by itself is a name or a number: every sentence has gone through say().
    void everySentenceCanBeTranslated()
    {
        std::vector<Cell> cells = kHealthy;
        cells[1].compute = 45;
        cells[2].host = 45;
        const Verdict v = against(cells);
        std::vector<Text> texts{v.headline, v.paragraph, v.comparability.reason};
        texts.insert(texts.end(), v.warnings.begin(), v.warnings.end());
        texts.insert(texts.end(), v.nextSteps.begin(), v.nextSteps.end());
        for (const FlowStep& step : v.flowchart)
            texts.insert(texts.end(), {step.answer, step.because});
        for (const Layer& layer : v.layers) {
            texts.push_back(layer.summary);
            for (const Finding& finding : layer.findings) {
                texts.insert(texts.end(), {finding.statement, finding.nextStep});
                for (const Evidence& evidence : finding.evidence)
                    texts.insert(texts.end(), {evidence.what, evidence.source});
            }
        }
        QVERIFY(texts.size() > 40);
        for (const Text& text : texts)
            QVERIFY2(spokenWords(text).isEmpty(), qPrintable(spokenWords(text).join(" | ")));
    }

    void causesAreConditionalBehindAnyOpenLayer()
    {
        std::array<Layer, 4> layers{};
        const auto add = [&](std::size_t layer, LayerStatus status, FindingSeverity severity, Provenance provenance) {
            layers[layer].id = static_cast<LayerId>(layer);
            layers[layer].status = status;
            layers[layer].findings.emplace_back();
            layers[layer].findings.back().severity = severity;
            layers[layer].findings.back().provenance = provenance;
        };
        add(0, LayerStatus::Pass, FindingSeverity::Warning, Provenance::Inferred);
        add(1, LayerStatus::Fail, FindingSeverity::Failure, Provenance::Measured);
        add(2, LayerStatus::Pass, FindingSeverity::Info, Provenance::Derived);
        add(3, LayerStatus::Fail, FindingSeverity::Failure, Provenance::Derived);
        markConditional(layers);
        QVERIFY(!layers[0].findings[0].conditional);
        QVERIFY(!layers[1].findings[0].conditional);
        QVERIFY(!layers[2].findings[0].conditional);  // a number, no cause
        QVERIFY(layers[3].findings[0].conditional);   // the layer right before it passes, an earlier one fails
        layers[1].status = LayerStatus::Warn;
        markConditional(layers);
        QVERIFY(!layers[3].findings[0].conditional);
        layers[0].status = LayerStatus::NoData;
        markConditional(layers);
        QVERIFY(layers[3].findings[0].conditional);
    }

    /// The rule that the report and the window mark the flowchart by.
    void answersOfTheFlowchartAreConditionalLikewise()
    {
        Verdict verdict;
        for (std::size_t i = 0; i < verdict.layers.size(); ++i) {
            verdict.layers[i].id = static_cast<LayerId>(i);
            verdict.layers[i].status = LayerStatus::Pass;
        }
        verdict.outcomeNode = "input-pipeline";
        using Ids = std::vector<LayerId>;
        for (const char* node : {"alert", "correctness", "timeline", "io-or-communication", "stragglers", "outcome"})
            QVERIFY(conditionsOf(node, verdict).empty());
        verdict.layers[1].status = LayerStatus::NoData;
        for (const char* node : {"timeline", "io-or-communication", "stragglers", "outcome"})
            QCOMPARE(conditionsOf(node, verdict), Ids({LayerId::Resources}));
        for (const char* node : {"alert", "correctness", "resources"})
            QVERIFY(conditionsOf(node, verdict).empty());
        verdict.layers[0].status = LayerStatus::Fail;
        QCOMPARE(conditionsOf("resources", verdict), Ids({LayerId::Correctness}));
        QCOMPARE(conditionsOf("timeline", verdict), Ids({LayerId::Correctness, LayerId::Resources}));
        verdict.outcomeNode = "resource-fault";
        QCOMPARE(conditionsOf("outcome", verdict), Ids({LayerId::Correctness}));
        for (const char* noCause : {"correctness", "confounded", "not-comparable", "need-more-data", "no-regression"}) {
            verdict.outcomeNode = noCause;
            QVERIFY(conditionsOf("outcome", verdict).empty());
        }
    }

    void dataLoaderByName()
    {
        QVERIFY(looksLikeDataLoader("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"));
        QVERIFY(looksLikeDataLoader("## load_batch ##"));
        QVERIFY(!looksLikeDataLoader("sparse_data_dist"));
        QVERIFY(!looksLikeDataLoader("forward"));
    }

    void anEndOfARunIsAWarning()
    {
        const auto withEnd = [](const char* kind, std::uint64_t seed) {
            auto analysis = std::make_shared<RunAnalysis>(*run(traced(kStages, kHealthy, seed)));
            auto loaded = std::make_shared<Run>(*analysis->run);
            TrainingLog log;
            log.source = "folder/a.log";
            log.endings = {{kind, "last words", 51}};
            loaded->logs = {log, log};
            analysis->run = loaded;
            return RunAnalysisPtr(analysis);
        };
        const auto judged = [&](const char* baseline, const char* current) {
            return decide(*prepareDecision({withEnd(baseline, 1), withEnd(current, 2)}, fast(), {}).value(), fast());
        };
        const Verdict dead = judged("finished", "out-of-memory");
        const Finding* finding = find(dead, "correctness.run-ended-out-of-memory");
        QVERIFY(finding);
        QCOMPARE(finding->severity, FindingSeverity::Warning);
        QCOMPARE(finding->statement,
                 std::string("Current run: the run ran out of memory, says the end of its log a.log."));
        QCOMPARE(finding->evidence[0].current, std::string("\"last words\""));
        for (const Finding& other : dead.layers[1].findings)  // told once, in one layer
            QVERIFY2(other.statement.english().find("ran out of memory") == std::string::npos,
                     other.statement.english().c_str());
        QCOMPARE(finding->evidence.size(), std::size_t(2));
        QCOMPARE(finding->evidence[0].source, std::string("folder/a.log, line 51"));
        QVERIFY(finding->evidence[0].baseline.empty() && !finding->nextStep.empty());
        QCOMPARE(dead.layers[0].status, LayerStatus::Warn);
        QCOMPARE(dead.layers[0].summary, std::string("a run ended early: see its log"));
        const Verdict both = judged("signal", "signal");
        QVERIFY(find(both, "correctness.run-ended-by-signal:baseline"));
        QVERIFY(find(both, "correctness.run-ended-by-signal:current"));
        QVERIFY(!find(judged("finished", "finished"), "correctness.run-ended-by-signal"));
    }
};

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_Layers.moc"
