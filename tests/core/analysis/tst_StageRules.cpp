// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

class tst_StageRules : public QObject {
    Q_OBJECT
    Folder m_folder;

private slots:
    void canonicalOrder()
    {
        std::vector<std::string> names;
        for (const StageRule& rule : canonicalStageRules())
            if (names.empty() || names.back() != rule.stage)
                names.push_back(rule.stage);
        QCOMPARE(names,
                 (std::vector<std::string>{"DataLoader", "Embedding", "Forward", "Loss", "Backward", "Optimizer"}));
    }

    void ruleFileGivesStagesInItsOrder()
    {
        const auto rules = m_folder.write("rules.json", json("{'stages':[{'name':'late','pattern':'^b'},"
                                                             "{'name':'early','pattern':'^a','kinds':['op']}]}"));
        const auto path = m_folder.write(
            "t.json", kineto({traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 100),
                              traceEvent("cpu_op", "a1", "1", 10, 10), traceEvent("user_annotation", "a2", "1", 30, 10),
                              traceEvent("user_annotation", "b1", "1", 50, 10)}));
        const auto a = analyzed(path, rules.string());
        QVERIFY(a);
        QCOMPARE(a->cube.stages(), (std::vector<std::string>{"late", "early", "(outside stages)"}));
        QCOMPARE(a->cube.at(Quantity::Span, 0, 0, 0), Ns(10'000));
        QCOMPARE(a->cube.at(Quantity::Span, 1, 0, 0), Ns(10'000));
        QVERIFY(a->stageSource.starts_with("rule file"));
    }

    void badRuleFilesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("content");
        for (const char* text :
             {"", "[]", "{'stages':[]}", "{'stages':[{'name':'a'}]}", "{'stages':[{'name':'a','pattern':'('}]}",
              "{'stages':[{'name':'a','pattern':'x','kinds':['nope']}]}", "{'stages':[1]}"})
            QTest::newRow(text) << QByteArray::fromStdString(json(text));
    }

    void badRuleFilesAreNamed()
    {
        QFETCH(QByteArray, content);
        const auto path = m_folder.write("bad.json", content.toStdString());
        const auto spec = parseStageSpec(path.string());
        QVERIFY(!spec);
        QCOMPARE(spec.error().file, path.string());
    }

    /// Rules for reading traces go to the reader; the stages are found as without them.
    void rulesForTracesAreKept()
    {
        const auto path = m_folder.write("trace.json", json("{'schema':'headwater.trace-rules/1','ranks':[]}"));
        const auto spec = parseStageSpec(path.string());
        QVERIFY(spec);
        QCOMPARE(spec->traceRules, path.string());
        QVERIFY(spec->mode == StageMode::Auto);
        QVERIFY(parseStageSpec("canonical")->traceRules.empty());
    }

    void unknownChoice() { QCOMPARE(parseStageSpec("sideways").error().code, ErrorCode::BadUsage); }

    void autoTakesAnnotationsOnlyWhereTheyCoverHalf()
    {
        const auto trace = [](double length) {
            return kineto({traceEvent("user_annotation", "ProfilerStep#1", "1", 0, 100),
                           traceEvent("user_annotation", "work", "1", 10, length)});
        };
        const auto much = m_folder.write("much.json", trace(60));
        const auto little = m_folder.write("little.json", trace(40));
        QCOMPARE(analyzed(much, "auto")->stageSource, std::string("annotations"));
        QCOMPARE(analyzed(little, "auto")->stageSource, std::string("canonical rules"));
        const auto a = loadRun(std::span(&much, 1), {}, {});
        const auto b = loadRun(std::span(&little, 1), {}, {});
        const auto pair = analyzePair(*a, *b, {}, {});
        QVERIFY(pair);
        QCOMPARE(pair->baseline->stageSource, std::string("canonical rules"));
    }
};

QTEST_GUILESS_MAIN(tst_StageRules)
#include "tst_StageRules.moc"
