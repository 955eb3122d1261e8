// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/triage/ViewRef.h"

using namespace headwater;

class TestViewRef : public QObject {
    Q_OBJECT
private slots:
    void roundTrip();
    void textIsPlain();
    void whatIsChosenJoinsWhatIsSelected();
    void laterPartsArePassedOver();
    void nonsenseIsNamed_data();
    void nonsenseIsNamed();
};

void TestViewRef::roundTrip()
{
    ViewRef view;
    QCOMPARE(*viewRefFromText(toText(view)), view);
    view.page = "timeline";
    view.stage = "running sparse arch & \"more\" \xE5\x89\x8D";
    view.steps = StepRange{-4, 6};
    view.ranks = {0, 2, 3, 4, 9};
    view.finding = "stragglers.fixed";
    view.side = Side::Current;
    view.time = Interval{1'700'000'000'000'000'001, 1'700'000'000'000'000'009};
    view.runs = {"night 1", "a&b=c"};
    QCOMPARE(*viewRefFromText(toText(view)), view);
}

void TestViewRef::whatIsChosenJoinsWhatIsSelected()
{
    ViewRef now;
    now.page = "timeline";
    now.stage = "forward";
    now.steps = StepRange{4, 6};
    now.ranks = {2};
    now.side = Side::Current;
    now.time = Interval{100, 200};
    QCOMPARE(merged(now, {}), now);
    ViewRef wish;
    wish.ranks = {3, 5};
    ViewRef expected = now;
    expected.ranks = {3, 5};
    expected.time.reset();  // it lay on rank 2
    QCOMPARE(merged(now, wish), expected);
    wish = {};
    wish.stage = "backward";
    expected = now;
    expected.stage = "backward";
    QCOMPARE(merged(now, wish), expected);  // the time is still there
    expected = now;
    expected.steps.reset();
    expected.time.reset();
    QCOMPARE(merged(now, {}, ViewPart::Steps), expected);
    // A finding brings its own evidence, and goes when something else is chosen by hand.
    wish = {};
    wish.finding = "stragglers.fixed";
    wish.ranks = {7};
    ViewRef found = merged(now, wish);
    QCOMPARE(found.finding, wish.finding);
    QCOMPARE(found.stage, now.stage);
    QCOMPARE(found.ranks, std::vector<int>{7});
    QVERIFY(!found.steps && !found.time);
    QCOMPARE(merged(found, found).finding, wish.finding);
    wish = {};
    wish.stage = "forward";
    QCOMPARE(merged(found, wish).finding, found.finding);  // it is selected already
    wish.stage = "loss";
    QVERIFY(merged(found, wish).finding.empty());
    wish = {};
    wish.page = "overview";
    wish.runs = {"night-1", "night-2"};  // say what the reference is of, and select nothing
    expected = now;
    expected.page = "overview";
    QCOMPARE(merged(now, wish), expected);
}

void TestViewRef::textIsPlain()
{
    ViewRef view;
    view.page = "stragglers";
    view.stage = "a<b>";
    view.ranks = {1, 2, 3, 7};
    QCOMPARE(toText(view), std::string("headwater:stragglers?stage=a%3Cb%3E&ranks=1-3,7"));
}

void TestViewRef::laterPartsArePassedOver()
{
    const auto view = viewRefFromText("headwater:scale?node=n3&ranks=4");
    QVERIFY(view);
    QCOMPARE(view->ranks, std::vector<int>{4});
}

void TestViewRef::nonsenseIsNamed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("scheme") << QByteArray("http://x") << QByteArray("begin with");
    QTest::newRow("percent") << QByteArray("headwater:a?stage=%4") << QByteArray("stage");
    QTest::newRow("ranks") << QByteArray("headwater:a?ranks=1,x") << QByteArray("ranks");
    QTest::newRow("many ranks") << QByteArray("headwater:a?ranks=0-2000000000") << QByteArray("ranks");
    QTest::newRow("steps") << QByteArray("headwater:a?steps=6-4") << QByteArray("steps");
    QTest::newRow("side") << QByteArray("headwater:a?side=left") << QByteArray("side");
    QTest::newRow("time") << QByteArray("headwater:a?time=") << QByteArray("time");
}

void TestViewRef::nonsenseIsNamed()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, named);
    const auto view = viewRefFromText(text.toStdString());
    QVERIFY(!view);
    QVERIFY(QByteArray::fromStdString(view.error().what).contains(named));
}

QTEST_APPLESS_MAIN(TestViewRef)
#include "tst_ViewRef.moc"
