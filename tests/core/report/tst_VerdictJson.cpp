// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <QTest>

#include "Fixtures.h"
#include "core/report/Json.h"
#include "core/report/Report.h"

using namespace headwater;

class TestVerdictJson : public QObject {
    Q_OBJECT

private slots:
    void keysAndOrderOfTheContract();
    void emptyVerdictHasEveryKey();
    void valuesOfTheContract();
    void unknownIsNull();
    void infiniteEndsAreNull();
    void findingsAreListedTwice();
    void hostileNamesStayData();
};

namespace {

/// The keys of CONTRACT.md must be there, first and in this order; more may follow.
void compareKeys(const Json& object, const std::vector<std::string>& expected, const char* what)
{
    QVERIFY2(object.is_object(), what);
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    QVERIFY2(keys.size() >= expected.size(), what);
    keys.resize(expected.size());
    QVERIFY2(keys == expected, (std::string(what) + ": " + Json(keys).dump()).c_str());
}

const std::vector<std::string> kTop{"schema",           "generator", "outcome",         "evidence_level",
                                    "step_time",        "course",    "first_regressed", "earliest_possible",
                                    "largest_increase", "slowest",   "stages",          "layers",
                                    "findings",         "flowchart", "comparability",   "stragglers",
                                    "next_steps",       "warnings",  "inputs",          "policy"};

Json parsed(const Verdict& verdict)
{
    return Json::parse(verdictJson(verdict));
}

}  // namespace

void TestVerdictJson::keysAndOrderOfTheContract()
{
    const Json document = parsed(fixtures::verdict());
    compareKeys(document, kTop, "document");
    compareKeys(document["generator"], {"name", "version"}, "generator");
    compareKeys(document["step_time"], {"baseline_ns", "current_ns", "delta_ns", "ratio", "ci95"}, "step_time");
    compareKeys(document["course"], {"epsilon", "statistic", "first"}, "course");
    compareKeys(document["course"]["first"], {"index", "stage", "delta_ns", "ratio"}, "course.first");
    compareKeys(document["first_regressed"],
                {"index", "stage", "scope", "ranks", "kind", "delta_ns", "ratio", "ci95", "p_adjusted", "state",
                 "stability", "provenance"},
                "first_regressed");
    compareKeys(document["earliest_possible"], {"index", "stage"}, "earliest_possible");
    compareKeys(document["largest_increase"], {"index", "stage", "delta_ns", "share_of_step_delta"},
                "largest_increase");
    compareKeys(document["slowest"], {"index", "stage", "current_ns"}, "slowest");
    for (const Json& stage : document["stages"]) {
        compareKeys(stage,
                    {"index", "stage", "baseline", "current", "delta_ns", "ratio", "ci95", "p_adjusted", "state",
                     "share_of_step_delta", "explained_by"},
                    "stages[]");
        compareKeys(stage["baseline"], {"p50_ns", "mean_ns", "p95_ns", "p99_ns", "n"}, "stages[].baseline");
        compareKeys(stage["current"], {"p50_ns", "mean_ns", "p95_ns", "p99_ns", "n"}, "stages[].current");
    }
    for (const Json& layer : document["layers"])
        compareKeys(layer, {"id", "status", "findings"}, "layers[]");
    for (const Json& finding : document["findings"])
        compareKeys(finding,
                    {"id", "layer", "severity", "statement", "provenance", "conditional", "evidence", "next_step"},
                    "findings[]");
    compareKeys(document["findings"][0]["evidence"][0],
                {"what", "baseline", "current", "unit", "rank", "step", "source"}, "evidence[]");
    compareKeys(document["flowchart"], {"path", "outcome_node"}, "flowchart");
    compareKeys(document["flowchart"]["path"][0], {"node", "answer", "because"}, "flowchart.path[]");
    compareKeys(document["comparability"], {"status", "changed"}, "comparability");
    compareKeys(document["comparability"]["changed"][0], {"key", "baseline", "current", "volatile"}, "changed[]");
    compareKeys(document["stragglers"][0], {"rank", "host", "ratio", "class", "metric"}, "stragglers[]");
    compareKeys(document["inputs"], {"baseline", "current"}, "inputs");
    compareKeys(document["inputs"]["baseline"][0],
                {"path", "format", "variant", "bytes", "events", "ranks", "steps", "problems", "used"}, "inputs[]");
}

void TestVerdictJson::emptyVerdictHasEveryKey()
{
    const Json document = parsed(fixtures::emptyVerdict());
    compareKeys(document, kTop, "document");
    for (const char* key : {"first_regressed", "earliest_possible", "largest_increase", "slowest"})
        QVERIFY2(document[key].is_null(), key);
    QVERIFY(document["course"]["first"].is_null());
    QCOMPARE(document["stages"].size(), std::size_t(0));
    QCOMPARE(document["layers"].size(), std::size_t(4));
    QVERIFY(document["flowchart"]["outcome_node"].is_null());
}

void TestVerdictJson::valuesOfTheContract()
{
    const Json document = parsed(fixtures::verdict());
    QCOMPARE(document["schema"].get<std::string>(), std::string("headwater.verdict/1"));
    QCOMPARE(document["outcome"].get<std::string>(), std::string("regressed"));
    QCOMPARE(document["evidence_level"].get<std::string>(), std::string("within_run"));
    QCOMPARE(document["step_time"]["delta_ns"].get<Ns>(), Ns(34'875'000));
    QVERIFY(document["stages"][1]["baseline"]["p50_ns"].is_number_integer());
    QCOMPARE(document["stages"][1]["baseline"]["p50_ns"].get<Ns>(), Ns(25'000'000));
    QCOMPARE(document["stages"][1]["state"].get<std::string>(), std::string("regressed"));
    QCOMPARE(document["stages"][4]["state"].get<std::string>(), std::string("new"));
    QCOMPARE(document["first_regressed"]["scope"].get<std::string>(), std::string("both"));
    QCOMPARE(document["first_regressed"]["state"].get<std::string>(), std::string("confirmed"));
    QCOMPARE(document["policy"]["epsilon"].get<double>(), 0.05);
    QCOMPARE(document["policy"]["warmup"].get<std::string>(), std::string("auto"));
    QCOMPARE(document["comparability"]["status"].get<std::string>(), std::string("not_comparable"));
    QCOMPARE(document["layers"][1]["status"].get<std::string>(), std::string("no_data"));
}

void TestVerdictJson::unknownIsNull()
{
    const Json document = parsed(fixtures::verdict());
    const Json& added = document["stages"][4];
    QVERIFY(added["baseline"]["p50_ns"].is_null());
    QCOMPARE(added["baseline"]["n"].get<int>(), 0);
    QVERIFY(added["delta_ns"].is_null());
    QVERIFY(added["ratio"].is_null());
    QVERIFY(added["explained_by"].is_null());
    QVERIFY(added["baseline_parts"].is_null());
    QVERIFY(document["comparability"]["changed"][1]["baseline"].is_null());
    QVERIFY(document["inputs"]["baseline"][1]["variant"].is_null());
    Verdict odd = fixtures::verdict();
    odd.stages[0].current.value[3] = std::numeric_limits<double>::infinity();  // more than 1 % of the steps failed
    odd.stages[0].current.value[2] = std::numeric_limits<double>::quiet_NaN();
    const Json entry = parsed(odd)["stages"][0]["current"];
    QVERIFY(entry["p99_ns"].is_null());
    QVERIFY(entry["p95_ns"].is_null());
}

void TestVerdictJson::infiniteEndsAreNull()
{
    const Json ci = parsed(fixtures::verdict())["stages"][2]["ci95"];
    QCOMPARE(ci.size(), std::size_t(2));
    QCOMPARE(ci[0].get<double>(), -0.03125);
    QVERIFY(ci[1].is_null());
}

void TestVerdictJson::findingsAreListedTwice()
{
    const Json document = parsed(fixtures::verdict());
    std::size_t inLayers = 0;
    for (const Json& layer : document["layers"])
        inLayers += layer["findings"].size();
    QCOMPARE(inLayers, std::size_t(4));
    QCOMPARE(document["findings"].size(), inLayers);
    QCOMPARE(document["findings"][0].dump(), document["layers"][0]["findings"][0].dump());
}

void TestVerdictJson::hostileNamesStayData()
{
    for (const std::string& name : fixtures::hostileNames()) {
        const Json document = parsed(fixtures::verdictNamed(name));
        const Json plain = Json::parse(Json(name).dump(-1, ' ', false, Json::error_handler_t::replace));
        QCOMPARE(document["stages"][0]["stage"].get<std::string>(), plain.get<std::string>());
        compareKeys(document, kTop, name.c_str());
    }
}

QTEST_GUILESS_MAIN(TestVerdictJson)
#include "tst_VerdictJson.moc"
