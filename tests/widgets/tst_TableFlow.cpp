// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "widgets/report/TableFlow.h"

using namespace headwater;

class TestTableFlow : public QObject {
    Q_OBJECT
private slots:
    void columnsFit();
    void headsRepeat();
    void noRowIsLeftAlone();
};

namespace {

/// A table of short rows.
report::Table table(int rows)
{
    report::Table out;
    out.columns = {{"stage"}, {"time", true}};
    for (int i = 0; i < rows; ++i) {
        report::Row row;
        row.cells = {{{{{report::Span::Kind::Name, "forward"}}}}, {{{{report::Span::Kind::Plain, "25.0 ms"}}}}};
        out.rows.push_back(std::move(row));
    }
    return out;
}

}  // namespace

void TestTableFlow::columnsFit()
{
    QCOMPARE(fittedWidths({100, 200}, 1000), (std::vector<qreal>{100, 200}));
    QCOMPARE(fittedWidths({100, 900, 900}, 1000), (std::vector<qreal>{100, 450, 450}));
    QCOMPARE(fittedWidths({900, 900}, 1000), (std::vector<qreal>{500, 500}));
    QCOMPARE(fittedWidths({100, 600, 1200}, 1000), (std::vector<qreal>{100, 300, 600}));
    const std::vector<qreal> uneven = fittedWidths({600, 6000}, 1000);
    QCOMPARE(uneven[0], 300.0);  // no less than a good half of an equal share
    QCOMPARE(uneven[1], 700.0);
    QCOMPARE(fittedWidths({}, 1000), std::vector<qreal>());
}

void TestTableFlow::headsRepeat()
{
    std::vector<PagePiece> pieces;
    addTable(pieces, table(12), 5000);
    const qreal head = pieces[0].height;
    const qreal row = pieces[1].height;
    const auto pages = paginate(pieces, head + 4.5 * row);
    QCOMPARE(pages.size(), std::size_t(3));
    for (std::size_t i = 1; i < pages.size(); ++i) {
        QCOMPARE(pages[i].front().piece, pages[i][1].piece->repeat.get());
        QCOMPARE(pages[i][1].top, head);
    }
}

void TestTableFlow::noRowIsLeftAlone()
{
    for (const int rows : {3, 5, 9}) {
        std::vector<PagePiece> pieces;
        addTable(pieces, table(rows), 5000);
        const qreal high = pieces[0].height + (rows - 0.5) * pieces[1].height;  // all but the last would fit
        const auto pages = paginate(pieces, high);
        QCOMPARE(pages.size(), std::size_t(2));
        QCOMPARE(pages[0].size(), static_cast<std::size_t>(rows) - 1);  // the head and all but two
        QCOMPARE(pages[1].size(), std::size_t(3));                      // the head and two
    }
}

QTEST_MAIN(TestTableFlow)
#include "tst_TableFlow.moc"
