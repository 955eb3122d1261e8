// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <set>

#include "core/workshop/Library.h"

using namespace headwater::workshop;

namespace {

const Concept& idea(const std::string& id)
{
    static const Library all = library();
    const auto found = std::ranges::find(all.concepts, id, &Concept::id);
    if (found == all.concepts.end())
        qFatal("no concept %s", id.c_str());
    return *found;
}

ConceptFigure draw(const std::string& id, std::vector<double> values = {})
{
    return figureOf(idea(id), values);
}

double lengthOf(const ConceptBar& bar, const std::string& kind)
{
    double length = 0;
    for (const ConceptSegment& segment : bar.segments)
        length += segment.kind == kind ? segment.length : 0;
    return length;
}

}  // namespace

/// Every figure against what can be worked out by hand.
class TestConcepts : public QObject {
    Q_OBJECT
private slots:
    void everythingHasWords();
    void barrier();
    void backPressure();
    void threeSigma();
    void floatOrder();
    void overlap();
    void tail();
    void bisection();
    void valuesAreClipped();
    void everyHandleIsABar();
    void draggedWhereTheMouseIs();
};

void TestConcepts::everythingHasWords()
{
    const Library all = library();
    QCOMPARE(all.concepts.size(), std::size_t(7));
    for (const Concept& one : all.concepts) {
        const auto handles = handlesOf(one.id);
        QVERIFY2(!handles.empty(), one.id.c_str());
        QVERIFY2(one.body.size() >= 2, one.id.c_str());
        for (const ConceptHandle& handle : handles)
            QVERIFY2(!one.word(handle.id).zh.empty(), handle.id.c_str());
        std::vector<double> least;
        std::vector<double> most;
        for (const ConceptHandle& handle : handles) {
            least.push_back(handle.least);
            most.push_back(handle.most);
        }
        for (const auto& values : {std::vector<double>{}, least, most}) {
            const ConceptFigure figure = figureOf(one, values);
            QVERIFY2(!figure.bars.empty() && !figure.conclusion.zh.empty(), one.id.c_str());
            for (const ConceptBar& bar : figure.bars) {
                QVERIFY2(!bar.label.empty(), one.id.c_str());
                for (const ConceptSegment& segment : bar.segments) {
                    QVERIFY2(!one.word("kind-" + segment.kind).zh.empty(), segment.kind.c_str());
                    QVERIFY(segment.start >= 0 && segment.length >= 0);
                    QVERIFY(segment.start + segment.length <= figure.axisEnd * (1 + 1e-9));
                }
            }
            for (const ConceptReading& reading : figure.readings)
                QVERIFY2(!reading.what.zh.empty() && !reading.value.empty(), one.id.c_str());
        }
    }
}

void TestConcepts::barrier()
{
    const ConceptFigure figure = draw("barrier", {10, 10, 10, 50});
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(lengthOf(figure.bars[i], "wait"), 40.0);
    QCOMPARE(lengthOf(figure.bars[3], "wait"), 0.0);
    QVERIFY(figure.bars[3].marked && !figure.bars[0].marked);
    QVERIFY(figure.conclusion.en.find("rank 3 that the others wait for, 120 ms") != std::string::npos);
    const ConceptFigure two = draw("barrier", {50, 10, 10, 50});
    QVERIFY(two.bars[0].marked && two.bars[3].marked && !two.bars[1].marked);
    QVERIFY2(two.conclusion.en.find("80 ms in all") != std::string::npos &&
                 two.conclusion.en.find("rank 0 40 ms, rank 3 40 ms") != std::string::npos &&
                 two.conclusion.en.find("last to arrive: rank 0, rank 3") != std::string::npos,
             two.conclusion.en.c_str());
    const ConceptFigure split = draw("barrier", {37, 10, 10, 50});  // 27 ms of two ranks have two culprits
    QVERIFY(!split.bars[0].marked && split.bars[3].marked);
    QVERIFY2(split.conclusion.en.find("93 ms in all") != std::string::npos &&
                 split.conclusion.en.find("rank 0 27 ms, rank 3 66 ms") != std::string::npos,
             split.conclusion.en.c_str());
    const ConceptFigure even = draw("barrier", {20, 20, 20, 20});
    for (const ConceptBar& bar : even.bars)
        QVERIFY(!bar.marked && lengthOf(bar, "transfer") == 2);
}

void TestConcepts::backPressure()
{
    constexpr std::size_t kFirstStep = 2;  // after what is set
    const ConceptFigure fine = draw("back-pressure", {90, 100, 4});
    QCOMPARE(lengthOf(fine.bars[0], "value"), 90.0);
    QCOMPARE(lengthOf(fine.bars[1], "value"), 360.0);
    for (const ConceptBar& bar : fine.bars)
        QCOMPARE(lengthOf(bar, "wait"), 0.0);
    const ConceptFigure slow = draw("back-pressure", {150, 100, 2});
    QCOMPARE(lengthOf(slow.bars[kFirstStep], "wait"), 0.0);  // the queue was full
    QVERIFY(std::abs(lengthOf(slow.bars.back(), "wait") - 50) < 0.1);
    // 4 batches in stock, and the queue loses a twentieth of a step's reading each step.
    const ConceptFigure drains = draw("back-pressure", {105, 100, 4});
    QVERIFY2(drains.conclusion.en.find("the queue drains") != std::string::npos &&
                 drains.conclusion.en.find("reading, 105 ms") != std::string::npos,
             drains.conclusion.en.c_str());
    QVERIFY(drains.conclusion.en.find("step 0 ") == std::string::npos);
    const auto firstWaiting = [](const ConceptFigure& figure) {
        std::size_t i = 0;
        while (i < figure.bars.size() && !figure.bars[i].marked)
            ++i;
        return i;
    };
    QVERIFY(firstWaiting(draw("back-pressure", {150, 100, 4})) > firstWaiting(slow));
}

void TestConcepts::threeSigma()
{
    const ConceptFigure eight = draw("three-sigma", {8, 400});
    QVERIFY(lengthOf(eight.bars[0], "value") < 7 / std::sqrt(8.0) + 1e-9);
    QVERIFY(!eight.bars[0].marked && eight.bars[2].marked);
    QVERIFY(draw("three-sigma", {11, 400}).bars[0].marked);
    QVERIFY(!draw("three-sigma", {10, 400}).bars[0].marked);
    QVERIFY(!draw("three-sigma", {8, 0}).bars[2].marked);
}

void TestConcepts::floatOrder()
{
    const ConceptFigure figure = draw("float-order", {24, 100});
    QCOMPARE(figure.readings[0].value, std::string("16777216"));  // 0.1 vanishes beside 2^24
    QCOMPARE(figure.readings[1].value, std::string("16777226"));
    QCOMPARE(lengthOf(figure.bars[0], "value"), 5.0);  // 10 lost, a step of the last bit is 2
    QVERIFY(figure.bars[0].marked && !figure.bars[1].marked);
    QVERIFY(figure.conclusion.en.find("5 ULP apart") != std::string::npos);
    QVERIFY(!draw("float-order", {0, 1}).bars[0].marked);
    QVERIFY(!draw("float-order", {0, 1}).bars[1].marked);  // two numbers: addition commutes
}

void TestConcepts::overlap()
{
    QCOMPARE(lengthOf(draw("overlap", {50, 30}).bars[2], "exposed"), 0.0);
    QCOMPARE(lengthOf(draw("overlap", {50, 45}).bars[2], "exposed"), 0.0);
    QCOMPARE(lengthOf(draw("overlap", {50, 60}).bars[2], "exposed"), 15.0);
    QCOMPARE(lengthOf(draw("overlap", {30, 60}).bars[2], "exposed"), 35.0);  // faster computing exposes more
}

void TestConcepts::tail()
{
    const auto marks = [](const ConceptFigure& figure) {
        std::string text;
        for (const ConceptBar& bar : figure.bars)
            text += bar.marked ? '1' : '0';
        return text;
    };
    QCOMPARE(marks(draw("tail", {})), std::string("0011"));  // as it opens: the mean alone of the three sees nothing
    QCOMPARE(marks(draw("tail", {0, 8})), std::string("0000"));
    QCOMPARE(marks(draw("tail", {2, 2})), std::string("0001"));  // p99 alone
    QCOMPARE(marks(draw("tail", {4, 3})), std::string("0101"));
    QCOMPARE(marks(draw("tail", {10, 3})), std::string("0111"));
}

void TestConcepts::bisection()
{
    for (int node = 0; node < 16; ++node) {
        const ConceptFigure one = draw("bisection", {double(node), double(node)});
        QVERIFY2(one.conclusion.en.find("node " + std::to_string(node) + ".") != std::string::npos,
                 one.conclusion.en.c_str());
        QVERIFY(one.bars.size() <= 2 + 7);  // what is set, and log2(16) + 3
    }
    // Slow where the node at fault stands, in the very first experiment too.
    for (const int node : {1, 11}) {
        const ConceptFigure one = draw("bisection", {double(node), double(node)});
        QCOMPARE(one.axisEnd, 16.0);
        for (std::size_t round = 2; round < one.bars.size(); ++round)
            for (const ConceptSegment& part : one.bars[round].segments)
                QVERIFY(part.kind == "bad" || node < part.start || part.start + part.length <= node);
        QVERIFY2(one.readings.size() == 3 + one.bars.size() - 2, "each experiment names its nodes");
        // 16 nodes of 8 GPUs at most, an hour each: three runs and three baselines of ten minutes.
        QVERIFY(one.readings[1].what.en.find("one hour") != std::string::npos);
        const double perExperiment = std::stod(one.readings[1].value) / std::stod(one.readings[0].value);
        QVERIFY2(perExperiment > 0 && perExperiment <= 128, one.readings[1].value.c_str());
        QVERIFY2(one.readings[3].value.find('[') != std::string::npos, one.readings[3].value.c_str());
    }
    QVERIFY(draw("bisection", {1, 1}).readings.back().value != draw("bisection", {11, 11}).readings.back().value);
    const ConceptFigure pair = draw("bisection", {3, 14});
    QVERIFY2(pair.conclusion.en.find("3 and 14") != std::string::npos, pair.conclusion.en.c_str());
}

void TestConcepts::valuesAreClipped()
{
    const ConceptFigure figure = draw("barrier", {-5, std::nan(""), 1e9});
    QCOMPARE(lengthOf(figure.bars[0], "compute"), 1.0);
    QCOMPARE(lengthOf(figure.bars[1], "compute"), 10.0);
    QCOMPARE(lengthOf(figure.bars[2], "compute"), 60.0);
    QCOMPARE(lengthOf(figure.bars[3], "compute"), 50.0);
    QVERIFY(handlesOf("nothing").empty());
}

/// Nothing is to be set beside the figure alone.
void TestConcepts::everyHandleIsABar()
{
    for (const Concept& one : library().concepts) {
        const ConceptFigure figure = figureOf(one, {});
        for (std::size_t i = 0; i < handlesOf(one.id).size(); ++i)
            QVERIFY2(std::ranges::any_of(figure.bars,
                                         [i](const ConceptBar& bar) { return bar.handle == static_cast<int>(i); }),
                     (one.id + " " + handlesOf(one.id)[i].id).c_str());
    }
}

/// From each bar's own range: the place of a step leads back to that step, or to one that ends at the same place.
void TestConcepts::draggedWhereTheMouseIs()
{
    for (const Concept& one : library().concepts) {
        const auto handles = handlesOf(one.id);
        const ConceptFigure begin = figureOf(one, {});
        for (std::size_t bar = 0; bar < begin.bars.size(); ++bar) {
            if (begin.bars[bar].handle < 0) {
                QVERIFY(!valueAt(one, {}, bar, 1).has_value());
                continue;
            }
            const auto moved = static_cast<std::size_t>(begin.bars[bar].handle);
            std::vector<double> values;
            for (const ConceptHandle& handle : handles)
                values.push_back(handle.value);
            std::set<double> places;
            for (const double wanted : {handles[moved].least, handles[moved].most}) {
                values[moved] = wanted;
                const double place = figureOf(one, values).bars.at(bar).gripAt();
                values[moved] = valueAt(one, {}, bar, place).value_or(-1);
                QCOMPARE(figureOf(one, values).bars.at(bar).gripAt(), place);
                places.insert(place);
            }
            QVERIFY2(places.size() == 2, (one.id + " " + begin.bars[bar].label.en).c_str());
        }
    }
    const std::vector<double> ranks{8, 100};
    QCOMPARE(valueAt(idea("three-sigma"), ranks, 1, 3.0).value_or(0), 11.0);  // (n - 1) / sqrt(n) first exceeds 3
    QVERIFY(draw("three-sigma", ranks).axisEnd > 100);                        // no bar is cut off
}

QTEST_APPLESS_MAIN(TestConcepts)
#include "tst_Concepts.moc"
