// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "widgets/workshop/HandoutPdf.h"

using namespace headwater;

/// A handout as pages.
class TestHandoutPdf : public QObject {
    Q_OBJECT
private slots:
    void noPieceIsCut();
    void whatIsHigherThanAPageIsThere();
};

namespace {

qsizetype pagesOf(const workshop::Handout& handout)
{
    const QByteArray pdf = handoutPdf(handout);
    return pdf.startsWith("%PDF") ? pdf.count("/Type /Page\n") : -1;
}

/// A box to write in, as high as so many lines.
std::string box(int lines)
{
    std::string text = "<table class=\"room\" border=\"1\" width=\"100%\"><tr><td>";
    for (int i = 0; i < lines; ++i)
        text += "&nbsp;<br>";
    return text + "</td></tr></table>";
}

}  // namespace

/// Boxes of which two fill nine tenths of a page: cut, they would take a page less in ten.
void TestHandoutPdf::noPieceIsCut()
{
    workshop::Handout handout{"en", "Boxes", "body{font-size:10pt}", {box(10)}};
    QCOMPARE(pagesOf(handout), 1);
    int lines = 10;  // the most of which two are on a page: whatever the font
    const auto two = [](int each) { return pagesOf({"en", "Boxes", "body{font-size:10pt}", {box(each), box(each)}}); };
    while (two(lines + 1) == 1)
        ++lines;
    QVERIFY2(lines > 15 && lines < 60, qPrintable(QString::number(lines)));
    handout.pieces.assign(20, box(lines * 9 / 10));
    QCOMPARE(pagesOf(handout), 10);
    handout.pieces.assign(10, box(lines + 2));
    QCOMPARE(pagesOf(handout), 10);
}

void TestHandoutPdf::whatIsHigherThanAPageIsThere()
{
    QCOMPARE(pagesOf({"en", "High", "", {box(200)}}), 1);  // smaller, and whole
}

QTEST_MAIN(TestHandoutPdf)
#include "tst_HandoutPdf.moc"
