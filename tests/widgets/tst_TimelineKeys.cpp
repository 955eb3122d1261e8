// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/widgets/TimelineFixture.h"
#include "widgets/timeline/TimelineText.h"
#include "widgets/timeline/TimelineView.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

void wheel(QWidget& widget, QPointF at, QPoint turned, Qt::KeyboardModifiers modifiers = {})
{
    QWheelEvent event(at, widget.mapToGlobal(at), {}, turned, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

bool near(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance;
}

}  // namespace

class TestTimelineKeys : public QObject {
    Q_OBJECT
    TimelineDataPtr m_data = fixtures::madeTimeline(3, 4);
    std::unique_ptr<TimelineView> m_view;

    [[nodiscard]] double timeUnder(double x) const { return m_view->timelineLayout().timeAt(x, m_view->state()); }
    void key(int which, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(m_view.get(), Qt::Key(which), modifiers);
    }

private slots:
    void init()
    {
        m_view = std::make_unique<TimelineView>();
        m_view->resize(900, 300);
        m_view->setData(m_data);
        m_view->show();
        m_view->setFocus();
    }

    void wheelZoomsAtTheMouse()
    {
        const double x = 500;
        for (const int turn : {120, 120, -120, 240}) {
            const double before = timeUnder(x);
            const double length = m_view->state().length;
            wheel(*m_view, {x, 100}, {0, turn}, Qt::ControlModifier);
            QVERIFY(turn > 0 ? m_view->state().length < length : m_view->state().length > length);
            QVERIFY(near(timeUnder(x), before, m_view->timelineLayout().nsPerPixel));
        }
        const double start = m_view->state().start;
        wheel(*m_view, {x, 100}, {0, -120}, Qt::ShiftModifier);
        QVERIFY(m_view->state().start > start);
    }

    void wheelScrollsTheRows()
    {
        m_view->setExpanded(Side::Baseline, 0, true);
        m_view->setExpanded(Side::Current, 0, true);
        QCOMPARE(m_view->state().scroll, 0.0);
        wheel(*m_view, {400, 100}, {0, -120});
        QVERIFY(m_view->state().scroll > 0);
        const double length = m_view->state().length;
        for (int i = 0; i < 50; ++i)
            wheel(*m_view, {400, 100}, {0, -120});
        const TimelineLayout& layout = m_view->timelineLayout();
        QVERIFY(near(m_view->state().scroll, layout.contentHeight - layout.plot.height(), 1));
        QCOMPARE(m_view->state().length, length);
    }

    void dragPans()
    {
        key(Qt::Key_W);
        key(Qt::Key_W);
        const double held = timeUnder(500);
        QSignalSpy picked(m_view.get(), &TimelineView::picked);
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, {500, 100});
        QTest::mouseMove(m_view.get(), {480, 100});
        QTest::mouseMove(m_view.get(), {420, 100});
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, {420, 100});
        QVERIFY(near(timeUnder(420), held, m_view->timelineLayout().nsPerPixel * 2));
        QCOMPARE(picked.count(), 0);  // what was dragged was not clicked
    }

    void keysZoomAndPan()
    {
        const TimelineState first = m_view->state();
        key(Qt::Key_W);
        QVERIFY(m_view->state().length < first.length);
        const double start = m_view->state().start;
        key(Qt::Key_D);
        QVERIFY(m_view->state().start > start);
        key(Qt::Key_A);
        QVERIFY(near(m_view->state().start, start, 1));
        key(Qt::Key_S);
        QVERIFY(near(m_view->state().length, first.length, 1));
        for (int i = 0; i < 100; ++i)
            key(Qt::Key_W);
        QCOMPARE(m_view->state().length, kShortestWindow);
        key(Qt::Key_Home);
        QVERIFY(near(m_view->state().length, first.length, 1));
    }

    void arrowsGoFromSliceToSlice()
    {
        key(Qt::Key_Right);
        QVERIFY(m_view->state().selected);
        // All of the row in order of time, and back again.
        std::vector<TimelinePick> way{*m_view->state().selected};
        for (int i = 0; i < 20; ++i) {
            key(Qt::Key_Right);
            const Ns before = timeOf(*m_data, way.back()).start;
            if (*m_view->state().selected == way.back())
                break;
            QVERIFY(timeOf(*m_data, *m_view->state().selected).start > before);
            way.push_back(*m_view->state().selected);
        }
        QVERIFY(way.size() > 10);
        for (std::size_t i = way.size() - 1; i > 0; --i) {
            QCOMPARE(*m_view->state().selected, way[i]);
            key(Qt::Key_Left);
        }
        QCOMPARE(*m_view->state().selected, way[0]);
        key(Qt::Key_Down);
        QCOMPARE(m_view->state().selected->rank, 1U);
        key(Qt::Key_Down);
        key(Qt::Key_Down);
        QCOMPARE(m_view->state().selected->side, Side::Current);
        key(Qt::Key_Escape);
        QVERIFY(!m_view->state().selected);
    }

    void framesTheSelection()
    {
        const auto& gaps = m_data->run(Side::Current).ranks[2].gaps.gaps;
        for (const Row row : {Row(0), static_cast<Row>(gaps.size() / 2), static_cast<Row>(gaps.size() - 1)}) {
            m_view->select(TimelinePick{Side::Current, 2, TimelinePick::Kind::Gap, row});
            key(Qt::Key_F);
            const TimelineState& state = m_view->state();
            const Ns origin = originOf(*m_data, state, Side::Current, 2);
            QVERIFY(state.start <= static_cast<double>(gaps[row].time.start - origin));
            QVERIFY(state.start + state.length >= static_cast<double>(gaps[row].time.end - origin));
            QVERIFY(state.length <= std::max(static_cast<double>(gaps[row].time.length()) * 2, kShortestWindow));
            // Its row is in sight.
            bool seen = false;
            for (const TimelineRow& each : m_view->timelineLayout().rows)
                seen = seen || (shows(*m_data, each, *state.selected) &&
                                each.box.bottom() <= m_view->timelineLayout().plot.bottom() + 1);
            QVERIFY(seen);
        }
    }

    void enterOpensARank()
    {
        key(Qt::Key_Return);
        QVERIFY(m_view->state().expanded.contains({Side::Baseline, std::size_t(0)}));
        key(Qt::Key_Down);
        key(Qt::Key_Up);
        key(Qt::Key_Space);
        QVERIFY(m_view->state().expanded.empty());
    }

    void searchFindsEveryName()
    {
        QSignalSpy wanted(m_view.get(), &TimelineView::searchWanted);
        key(Qt::Key_Slash);
        QCOMPARE(wanted.count(), 1);
        m_view->search(u"GEMM"_s);
        QTRY_VERIFY(!m_view->searching());
        std::size_t expected = 0;
        for (const TimelineRun& run : m_data->runs)
            for (const TimelineRank& rank : run.ranks)
                for (Row row = 0; row < rank.trace->device.size(); ++row)
                    expected += rank.trace->activityName(row).find("gemm") != std::string_view::npos ? 1 : 0;
        QCOMPARE(m_view->hits().count(), expected);

        std::vector<TimelinePick> way;
        for (std::size_t i = 0; i < expected; ++i) {
            key(Qt::Key_N);
            way.push_back(*m_view->state().selected);
            QVERIFY(nameOf(*m_data, way.back()).contains(u"gemm"_s));
        }
        for (std::size_t i = 0; i < way.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(way[i] != way[j]);
        key(Qt::Key_N);
        QCOMPARE(*m_view->state().selected, way[0]);  // and round
        key(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(*m_view->state().selected, way.back());
        const std::uint64_t place = m_view->hits().placeOf(way.back(), m_view->state());
        key(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(m_view->hits().placeOf(*m_view->state().selected, m_view->state()), place == 1 ? expected : place - 1);
    }

    void aHitOnAThreadOpensItsRank()
    {
        m_view->search(u"aten::linear"_s);
        QTRY_VERIFY(!m_view->searching());
        QCOMPARE(m_view->hits().count(), std::uint64_t(2 * 3 * 4));
        key(Qt::Key_N);
        const TimelinePick pick = *m_view->state().selected;
        QCOMPARE(pick.kind, TimelinePick::Kind::Host);
        QVERIFY(m_view->state().expanded.contains({pick.side, pick.rank}));
        m_view->search(u"no such name"_s);
        QTRY_VERIFY(!m_view->searching());
        QCOMPARE(m_view->hits().count(), std::uint64_t(0));
        key(Qt::Key_N);
        QCOMPARE(*m_view->state().selected, pick);
    }

    void hoverTellsDetails()
    {
        QSignalSpy hovered(m_view.get(), &TimelineView::hoverChanged);
        const TimelineLayout layout = m_view->timelineLayout();
        const auto row = std::ranges::find(layout.rows, TimelineRow::Kind::Rank, &TimelineRow::kind);
        const auto item =
            std::ranges::max_element(row->items, {}, [](const TimelineItem& each) { return each.to - each.from; });
        QTest::mouseMove(m_view.get(), layout.itemBox(*row, *item).center().toPoint());
        QCOMPARE(hovered.count(), 1);
        QVERIFY(hovered[0][0].toString().contains(u"rank 0"_s));
    }
};

}  // namespace headwater

QTEST_MAIN(headwater::TestTimelineKeys)
#include "tst_TimelineKeys.moc"
