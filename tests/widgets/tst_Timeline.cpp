// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include "tests/widgets/TimelineFixture.h"
#include "widgets/charts/CauseSwatch.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Palette.h"
#include "widgets/timeline/CauseTable.h"
#include "widgets/timeline/GapInspector.h"
#include "widgets/timeline/TimelineInks.h"
#include "widgets/timeline/TimelineText.h"
#include "widgets/timeline/TimelineView.h"

namespace headwater {

using namespace Qt::StringLiterals;
using fixtures::kMs;

namespace {

/// The middle of an item's pixels, on a whole pixel.
QPoint middleOf(const TimelineLayout& layout, const TimelineRow& row, const TimelineItem& item)
{
    const double pixel = std::floor((item.from + item.to - 1) / 2.0) + 0.5;
    return QPointF(layout.plot.left() + pixel / layout.pixelRatio, row.box.center().y()).toPoint();
}

bool inSight(const TimelineLayout& layout, QPoint point)
{
    return point.y() > layout.plot.top() && point.y() < layout.plot.bottom() - 1;
}

}  // namespace

class TestTimeline : public QObject {
    Q_OBJECT
    TimelineDataPtr m_data = fixtures::madeTimeline(3, 4);

    void clickEverything(TimelineView& view, std::mt19937& engine)
    {
        const TimelineLayout layout = view.timelineLayout();
        std::size_t clicked = 0;
        for (const TimelineRow& row : layout.rows)
            for (const TimelineItem& item : row.items) {
                const QPoint point = middleOf(layout, row, item);
                if (!inSight(layout, point) || (clicked > 300 && engine() % 7 != 0))
                    continue;
                QTest::mouseClick(&view, Qt::LeftButton, {}, point);
                QVERIFY(view.state().selected.has_value());
                QCOMPARE(*view.state().selected, pickOf(*m_data, row, item));
                ++clicked;
            }
        QVERIFY(clicked > 0);
    }

private slots:
    void everythingDrawnCanBeClicked()
    {
        std::mt19937 engine(5);  // NOLINT: the same in every run
        std::uniform_real_distribution<double> real(0, 1);
        for (int round = 0; round < 16; ++round) {
            TimelineView view;
            view.resize(static_cast<int>(400 + 1200 * real(engine)), static_cast<int>(260 + 500 * real(engine)));
            view.setData(m_data);
            view.show();
            if (round % 3 == 1)
                view.setExpanded(Side::Current, 1, true);
            if (round % 4 == 3)
                view.setMode(TimelineMode::BubblesOnly);
            for (int zooms = round % 5; zooms > 0; --zooms)
                QTest::keyClick(&view, Qt::Key_W);
            clickEverything(view, engine);
        }
    }

    void theLongestOfEachPixelIsDrawn()
    {
        TimelineView view;
        view.resize(500, 400);
        view.setData(m_data);
        const TimelineLayout& layout = view.timelineLayout();
        for (const TimelineRow& row : layout.rows) {
            if (row.kind != TimelineRow::Kind::Rank)
                continue;
            const TimelineRank& rank = m_data->run(row.side).ranks[row.rank];
            const PixelGrid grid{originOf(*m_data, view.state(), row.side, row.rank), view.state().start,
                                 layout.nsPerPixel, static_cast<std::size_t>(layout.plot.width()),
                                 PixelGrid::snapOf(layout.nsPerPixel)};
            for (std::size_t p = 0; p < grid.pixels; ++p) {
                Ns longest = -1;
                const auto take = [&](Ns start, Ns end) {
                    if (start < grid.edge(p + 1) && end > grid.edge(p))
                        longest = std::max(longest, end - start);
                };
                for (Row i = 0; i < rank.trace->device.size(); ++i)
                    if (rank.trace->device.activity[i] == ActivityClass::Compute)
                        take(rank.trace->device.start[i], rank.trace->device.end[i]);
                for (std::size_t i = 0; i < rank.pieces.start.size(); ++i)
                    take(rank.pieces.start[i], rank.pieces.end[i]);
                const auto item = std::ranges::find_if(
                    row.items, [&](const TimelineItem& each) { return each.from <= p && p < each.to; });
                QCOMPARE(item == row.items.end(), longest < 0);
                if (longest < 0)
                    continue;
                const Ns drawn = item->bubble ? rank.pieces.end[item->row] - rank.pieces.start[item->row]
                                              : rank.trace->device.end[item->row] - rank.trace->device.start[item->row];
                QCOMPARE(drawn, longest);
            }
        }
    }

    void bubblesTellTheirCause()
    {
        // The loader of the current run takes 60 ms of every step: the longest gap, nearly all of it IO.
        const auto& gaps = m_data->run(Side::Current).ranks[0].gaps.gaps;
        const auto longest = std::ranges::max_element(gaps, {}, [](const Gap& gap) { return gap.time.length(); });
        QVERIFY(longest->split.of(BubbleCause::IoStarvation) >= 55 * kMs);
        QVERIFY(std::ranges::find(m_data->causes, BubbleCause::IoStarvation) != m_data->causes.end());
        const TimelinePick pick{Side::Current, 0, TimelinePick::Kind::Gap, static_cast<Row>(longest - gaps.begin())};
        QVERIFY(describe(*m_data, pick).contains(u"waiting for input"_s));
        QVERIFY(describe(*m_data, pick).contains(u"HTA"_s));

        // In the picture it has the cause's colour, and not everywhere: it is a pattern.
        TimelineView view;
        view.setPalette(toQPalette(darkPalette()));
        view.resize(900, 420);
        view.setData(m_data);
        view.framePick(pick);
        view.select(std::nullopt);
        const TimelineLayout& layout = view.timelineLayout();
        const QImage image = view.grab().toImage();
        const auto row = std::ranges::find_if(layout.rows, [](const TimelineRow& each) {
            return each.kind == TimelineRow::Kind::Rank && each.side == Side::Current;
        });
        const auto item = std::ranges::max_element(
            row->items, {}, [](const TimelineItem& each) { return each.bubble ? each.to - each.from : 0; });
        const QRectF box = layout.itemBox(*row, *item);
        int ink = 0;
        int all = 0;
        for (int x = static_cast<int>(box.left()) + 4; x < box.left() + box.width() / 4; ++x)
            for (int y = static_cast<int>(box.top()) + 3; y < box.bottom() - 3; ++y, ++all)
                ink += image.pixelColor(x, y) == darkPalette().causes[0] ? 1 : 0;
        QVERIFY2(ink > all / 5 && ink < all * 4 / 5, qPrintable(u"%1 of %2"_s.arg(ink).arg(all)));
    }

    void theFirstRegressedStageIsFramed()
    {
        TimelineView view;
        view.resize(900, 420);
        view.setData(m_data);
        const TimelineLayout& layout = view.timelineLayout();
        QVERIFY(!layout.flag.isEmpty());
        QVERIFY(layout.flagText.contains(u"data_loading"_s));
        const double from = layout.timeAt(layout.flag.left(), view.state());
        const double to = layout.timeAt(layout.flag.right(), view.state());
        QVERIFY(std::abs(from) < layout.nsPerPixel * 2);
        QVERIFY2(to > 59 * kMs && to < 64 * kMs, qPrintable(QString::number(to)));
        for (const TimelineRow& row : layout.rows)
            if (row.kind == TimelineRow::Kind::Rank)
                QCOMPARE(layout.flag.contains(QPointF(layout.flag.center().x(), row.box.center().y())),
                         row.side == Side::Current);
    }

    void stepsAlign()
    {
        TimelineView view;
        view.resize(900, 420);
        view.setData(m_data);
        view.setAnchor(2);
        view.setMode(TimelineMode::ByStep);
        for (const Side side : {Side::Baseline, Side::Current})
            for (std::size_t r = 0; r < 3; ++r)
                QCOMPARE(originOf(*m_data, view.state(), side, r), stepWindow(m_data->run(side).ranks[r], 2)->start);
        view.setMode(TimelineMode::BubblesOnly);
        for (const TimelineRow& row : view.timelineLayout().rows)
            for (const TimelineItem& item : row.items)
                QVERIFY(item.bubble);
    }

    void overlapsLieOnLanesOfTheirOwn()
    {
        TimelineView view;
        view.resize(900, 2000);
        view.setData(m_data);
        const auto before = view.timelineLayout().rows.size();
        // A click on the name of a rank opens it.
        const auto& rows = view.timelineLayout().rows;
        const auto rank = std::ranges::find(rows, TimelineRow::Kind::Rank, &TimelineRow::kind);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(12, static_cast<int>(rank->box.center().y())));
        const auto& opened = view.timelineLayout().rows;
        // Three streams, a thread with the step, its stages, an op and launches below them.
        QVERIFY(opened.size() >= before + 3 + 4);
        std::set<QString> labels;
        for (const TimelineRow& row : opened)
            labels.insert(rowLabel(*m_data, view.state(), row));
        QVERIFY(labels.contains(u"stream 7"_s) && labels.contains(u"stream 9"_s) && labels.contains(u"thread 1"_s));
    }

    void theInspectorSaysAllOfAGap()
    {
        GapInspector inspector;
        inspector.setData(m_data);
        QVERIFY(!inspector.mean()->rows().empty());
        const auto& rank = m_data->run(Side::Current).ranks[1];
        for (Row i = 0; i < rank.gaps.gaps.size(); ++i) {
            inspector.setPick(TimelinePick{Side::Current, 1, TimelinePick::Kind::Gap, i});
            const auto& rows = inspector.split()->rows();
            double sum = 0;
            for (const CauseTable::Row& row : rows)
                sum += row.part;
            QCOMPARE(static_cast<Ns>(sum), rank.gaps.gaps[i].time.length());
            QVERIFY(!rows.back().cause);
            QVERIFY(inspector.text().contains(u"rank 1"_s));
            QVERIFY(inspector.text().contains(u"before: "_s) && inspector.text().contains(u"after: "_s));
        }
        const auto longest =
            std::ranges::max_element(rank.gaps.gaps, {}, [](const Gap& gap) { return gap.time.length(); });
        inspector.setPick(TimelinePick{Side::Current, 1, TimelinePick::Kind::Gap,
                                       static_cast<Row>(longest - rank.gaps.gaps.begin())});
        QVERIFY(inspector.text().remove(QChar(0x200b)).contains(u"host: data_loading"_s));
        QVERIFY(inspector.text().contains(u"stage data_loading"_s));
    }

    void everyPartOfTheSplitCanBeClicked()
    {
        GapInspector inspector;
        inspector.resize(340, 800);
        inspector.setData(m_data);
        const auto& gaps = m_data->run(Side::Current).ranks[0].gaps.gaps;
        const auto mixed = std::ranges::max_element(gaps, {}, [](const Gap& gap) {
            return std::ranges::count_if(gap.split.byCause, [](Ns part) { return part > kSomePart; });
        });
        inspector.setPick(
            TimelinePick{Side::Current, 0, TimelinePick::Kind::Gap, static_cast<Row>(mixed - gaps.begin())});
        inspector.show();
        CauseTable* table = inspector.split();
        const int last = static_cast<int>(table->rows().size()) - 1;
        QVERIFY(last >= 2);
        for (int i = last; i >= 0; --i) {
            const auto row = static_cast<std::size_t>(i);
            QTest::mouseClick(table, Qt::LeftButton, {}, table->rowBox(row).center().toPoint());
            QCOMPARE(table->currentRow(), i);
        }
        for (int i = 0; i < last; ++i) {
            const QRectF part = table->partBox(static_cast<std::size_t>(i));
            if (part.width() < 2)
                continue;
            QTest::mouseClick(table, Qt::LeftButton, {}, part.center().toPoint());
            QCOMPARE(table->currentRow(), i);
        }
    }

    void everyRowIsReadByItself()
    {
        TimelineView view;
        view.resize(900, 420);
        view.setData(m_data);
        view.show();
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(list);
        QCOMPARE(list->childCount(), static_cast<int>(view.timelineLayout().rows.size()));
        const QString last = list->child(list->childCount() - 1)->text(QAccessible::Description);
        QVERIFY2(last.contains(u"waiting for input"_s), qPrintable(last));
        QVERIFY(view.table().contains(u"rank 2\t"_s));
    }

    void itsMenuCopiesATableWithoutFormulas()
    {
        auto named = std::make_shared<TimelineData>(*m_data);
        named->runs[1].name = "=HYPERLINK(\"http://x\",1)";
        TimelineView view;
        view.resize(900, 420);
        view.setData(named);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.setFocus();
        QCOMPARE(view.actions().size(), 5);
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        const QString copied = QGuiApplication::clipboard()->text();
        QCOMPARE(copied, view.table());
        QVERIFY2(copied.contains(u"\t'=HYPERLINK("_s) && !copied.contains(u"\t=HYPERLINK("_s), qPrintable(copied));
        QCOMPARE(copied.count(u'\n'), static_cast<qsizetype>(view.timelineLayout().rows.size()) + 1);
        view.actions().at(1)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), view.size() * 2);
    }

    void itPaintsAnywhere()
    {
        TimelineView view;
        view.resize(600, 400);
        view.setData(m_data);
        QImage image(1200, 500, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        view.paint(painter, image.size());
        painter.end();
        std::set<QRgb> colours;
        for (int x = 0; x < image.width(); x += 3)
            for (int y = 0; y < image.height(); y += 3)
                colours.insert(image.pixel(x, y));
        QVERIFY(colours.size() > 12);
    }

    /// Legend, tables, bars and bubbles show a cause as the lanes do.
    void causesLookTheSameEverywhere()
    {
        for (const Palette* palette : {&lightPalette(), &darkPalette()}) {
            const TimelineInks inks(*palette);
            for (std::size_t c = 0; c < kBubbleCauses; ++c) {
                const auto which = static_cast<BubbleCause>(c);
                QImage swatch(16, 16, QImage::Format_RGB32);
                QImage disc(64, 64, QImage::Format_RGB32);
                QPainter onSwatch(&swatch);
                paintSwatch(onSwatch, swatch.rect(), which, *palette);
                QPainter onDisc(&disc);
                paintDisc(onDisc, {32, 32}, 30, which, *palette);
                for (int y = 0; y < 16; ++y)
                    for (int x = 0; x < 16; ++x) {
                        const QRgb lane = inks.tile(which, y)[x % cause::kTile];
                        QCOMPARE(swatch.pixel(x, y), lane);
                        QCOMPARE(disc.pixel(x + 24, y + 24), lane);
                    }
            }
        }
    }

    void causesDifferInPatternAndWord()
    {
        std::set<QString> words;
        std::set<QString> labels;
        std::set<std::vector<bool>> patterns;
        for (std::size_t c = 0; c < kBubbleCauses; ++c) {
            const auto which = static_cast<BubbleCause>(c);
            words.insert(cause::word(which));
            labels.insert(cause::label(which));
            std::vector<bool> ink;
            for (int y = 0; y < 8; ++y)
                for (int x = 0; x < 8; ++x)
                    ink.push_back(cause::hasInk(which, x, y));
            patterns.insert(ink);
            for (const Palette* palette : {&lightPalette(), &darkPalette()})
                QVERIFY2(contrast(palette->causes[c], palette->page) >= 3,
                         qPrintable(cause::word(which) + QString::number(contrast(palette->causes[c], palette->page))));
        }
        QCOMPARE(words.size(), kBubbleCauses);
        QCOMPARE(labels.size(), kBubbleCauses);
        QCOMPARE(patterns.size(), kBubbleCauses);
    }

private:
    static constexpr Ns kSomePart = 1'000;
};

}  // namespace headwater

QTEST_MAIN(headwater::TestTimeline)
#include "tst_Timeline.moc"
