// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <ctime>

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include "app/gui/pages/TimelinePage.h"
#include "core/triage/Decide.h"
#include "core/triage/DecisionBasis.h"
#include "tests/widgets/TimelineFixture.h"
#include "widgets/theme/Format.h"
#include "widgets/timeline/CauseTable.h"
#include "widgets/timeline/GapInspector.h"
#include "widgets/timeline/TimelineView.h"

using namespace headwater;
using namespace Qt::StringLiterals;

namespace {

VerdictPtr verdictWithFirst(const std::string& stage)
{
    auto verdict = std::make_shared<Verdict>();
    verdict->firstRegressed = FirstRegressed();
    verdict->firstRegressed->stage = stage;
    return verdict;
}

double busyMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

RunAnalysisPtr withoutTraces()
{
    auto run = std::make_shared<Run>();
    run->name = "numbers only";
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->run = run;
    return analysis;
}

}  // namespace

class TestTimelinePage : public QObject {
    Q_OBJECT
    PairAnalysis m_pair = fixtures::madePair(2, 5);

private slots:
    void showsWhatIsPicked()
    {
        TimelinePage page;
        page.resize(1300, 700);
        page.show();
        QSignalSpy wanted(&page, &Page::viewWanted);
        page.setResult(m_pair, verdictWithFirst("data_loading"));
        QVERIFY(page.busy());
        QTRY_VERIFY(page.view()->data());
        QVERIFY(!page.busy());
        QCOMPARE(page.notice(), QString());
        page.view()->setFocus();
        QTest::keyClick(page.view(), Qt::Key_Right);
        QTRY_COMPARE(wanted.count(), 1);
        const auto view = wanted[0][0].value<ViewRef>();
        QCOMPARE(view.page, std::string("timeline"));
        QVERIFY(view.time && view.steps && view.side);
        QCOMPARE(view.ranks, std::vector<int>({0}));
        QVERIFY(page.inspector()->text().contains(u"rank 0"_s));
    }

    /// One set of numbers and one set of words: the table, the finding beside it, and with it --json.
    void aStepOfBothRunsIsWhatTheFindingSays()
    {
        const Result<DecisionBasisPtr> basis = prepareDecision(m_pair, {}, {});
        QVERIFY(basis);
        const auto verdict = std::make_shared<const Verdict>(decide(**basis, {}));
        const auto& findings = verdict->layers[2].findings;
        const auto finding = std::ranges::find(findings, std::string("timeline.bubbles"), &Finding::id);
        QVERIFY(finding != findings.end());
        TimelinePage page;
        page.setResult(m_pair, verdict);
        QTRY_VERIFY(page.view()->data());
        const auto& rows = page.inspector()->mean()->rows();
        QCOMPARE(rows.size(), finding->evidence.size() + 1);
        const auto number = [](const std::string& ms) { return format::duration(std::stod(ms) * 1e6); };
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            const Evidence& said = finding->evidence[i];
            QCOMPARE(rows[i].text, format::text(said.what));
            QCOMPARE(rows[i].values, QStringList({number(said.baseline), number(said.current)}));
        }
        for (const QString& sum : rows.back().values)
            QVERIFY2(format::text(finding->statement).contains(sum), qPrintable(sum));
        // Both say what the numbers are.
        QVERIFY(page.inspector()->measure().contains(u"Mean over the compared steps and the ranks"_s));
        QVERIFY(format::text(finding->statement).contains(u"mean over steps and ranks"_s));
    }

    void goesWhereItIsSent()
    {
        TimelinePage page;
        page.resize(1300, 700);
        page.show();
        page.setResult(m_pair, verdictWithFirst("data_loading"));
        ViewRef view;
        view.side = Side::Current;
        view.ranks = {1};
        view.steps = StepRange{3, 3};
        page.showView(view);  // before the data is there
        QTRY_VERIFY(page.view()->data());
        const TimelineDataPtr& data = page.view()->data();
        const TimelineState& state = page.view()->state();
        const Interval step = *stepWindow(data->run(Side::Current).ranks[1], 3);
        const Ns origin = originOf(*data, state, Side::Current, 1);
        QVERIFY(state.start <= static_cast<double>(step.start - origin));
        QVERIFY(state.start + state.length >= static_cast<double>(step.end - origin));
        QVERIFY(state.length < static_cast<double>(step.length()) * 2);

        // A time that is a gap is selected as one.
        const Gap& gap = data->run(Side::Current).ranks[1].gaps.gaps[1];
        view.time = gap.time;
        page.showView(view);
        QVERIFY(state.selected && state.selected->kind == TimelinePick::Kind::Gap);
        QCOMPARE(timeOf(*data, *state.selected), gap.time);
    }

    void withoutTracesItSaysWhatToLoad()
    {
        TimelinePage page;
        page.setResult({withoutTraces(), withoutTraces()}, verdictWithFirst("forward"));
        QVERIFY(page.notice().contains(u"PyTorch Profiler"_s));
        // One side has traces: it is shown, and the other says that it has none.
        page.setResult({withoutTraces(), m_pair.current}, verdictWithFirst("forward"));
        QTRY_VERIFY(page.view()->data());
        QCOMPARE(page.notice(), QString());
        QVERIFY(page.view()->data()->run(Side::Baseline).ranks.empty());
        QVERIFY(!page.view()->grab().isNull());
    }

    void itSaysHowManyBubblesAreDrawn()
    {
        const auto says = [](const TimelinePage& page, const QString& text) {
            const auto labels = page.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(text); });
        };
        TimelinePage few;
        few.setResult(m_pair, verdictWithFirst("data_loading"));
        QTRY_VERIFY(few.view()->data());
        QCOMPARE(few.view()->data()->gapsLeftOut(), std::uint64_t(0));
        QVERIFY(says(few, u"%1 bubbles"_s.arg(few.view()->data()->gapsKept())));
        // A rank keeps 20,000 of its longest.
        TimelinePage many;
        many.setResult(fixtures::madePair(1, 3'000), verdictWithFirst("data_loading"));
        QTRY_VERIFY_WITH_TIMEOUT(many.view()->data(), 60'000);
        const std::uint64_t left = many.view()->data()->gapsLeftOut();
        QCOMPARE(many.view()->data()->gapsKept(), std::uint64_t(40'000));
        QVERIFY(left > 0);
        QVERIFY(says(many, u"the 40,000 longest bubbles; %1 shorter ones are in the sums"_s.arg(format::count(left))));
    }

    void slashSearches()
    {
        TimelinePage page;
        page.resize(1300, 700);
        page.show();
        page.setResult(m_pair, verdictWithFirst("data_loading"));
        QTRY_VERIFY(page.view()->data());
        page.view()->setFocus();
        QTest::keyClick(page.view(), Qt::Key_Slash);
        QTRY_VERIFY(page.searchLine()->hasFocus());
        QTest::keyClicks(page.searchLine(), u"nccl"_s);
        QTRY_COMPARE(page.view()->hits().count(), std::uint64_t(2 * 2 * 5));
        QTest::keyClick(page.searchLine(), Qt::Key_Return);
        QVERIFY(page.view()->state().selected);
        QTest::keyClick(page.searchLine(), Qt::Key_Escape);
        QTRY_VERIFY(page.view()->hasFocus());
    }

    void neverFrozenWhilePreparing()
    {
        const PairAnalysis large = fixtures::madePair(4, 400);
        TimelinePage page;
        page.resize(1300, 700);
        page.show();
        // The processor's time of this thread, not the clock's: other processes do not count.
        double longest = 0;
        double last = busyMs();
        QTimer heart;
        connect(&heart, &QTimer::timeout, this, [&] {
            const double now = busyMs();
            longest = std::max(longest, now - std::exchange(last, now));
        });
        heart.start(1);
        page.setResult(large, verdictWithFirst("data_loading"));
        QTRY_VERIFY_WITH_TIMEOUT(page.view()->data(), 30'000);
        QTest::qWait(100);
        QVERIFY2(longest > 0 && longest <= 50, qPrintable(QString::number(longest)));
    }
};

QTEST_MAIN(TestTimelinePage)
#include "tst_gui_Timeline.moc"
