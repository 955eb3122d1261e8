// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include "core/report/Report.h"
#include "core/report/Svg.h"
#include "core/report/model/HistoryReport.h"
#include "tests/core/report/Fixtures.h"
#include "widgets/report/ReportPages.h"
#include "widgets/report/ReportPreview.h"
#include "widgets/theme/Palette.h"

using namespace headwater;
using namespace Qt::StringLiterals;

class TestReportPages : public QObject {
    Q_OBJECT
private slots:
    void piecesAreWhole();
    void headingsStayWithWhatFollows();
    void higherThanAPage();
    void pagesHaveInk();
    void pdfHasItsPages();
    void pdfText();
    void previewFollows();
    void referencesCanBeClicked();
    void lettersOfDrawingsCanBeRead_data();
    void lettersOfDrawingsCanBeRead();
    void manyStagesTakeSeveralDrawings();
    void firstFlagStaysInside();
    void hatchHasNoPoints();
    void hostileNames();
};

namespace {

constexpr qreal kWidth = 5000;
constexpr qreal kHeight = 7000;

PagePiece blank(qreal height, bool keep = false)
{
    return {height, [](QPainter&, const QPointF&) {}, keep};
}

/// The whole report, and the one with many inputs.
report::Report longReport()
{
    Verdict verdict = fixtures::verdict();
    for (int i = 0; i < 200; ++i)
        verdict.baselineInputs.push_back(verdict.baselineInputs.front());
    return fixtures::reportOf(verdict);
}

QImage imageOf(const ReportPages& pages, int page)
{
    const qreal scale = 0.1;
    QImage image((ReportPages::pageSize() * scale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(scale, scale);
    pages.paint(painter, page);
    return image;
}

int inkOf(const QImage& image, const QRect& area)
{
    int ink = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            ink += image.pixel(x, y) != qRgb(255, 255, 255) ? 1 : 0;
    return ink;
}

}  // namespace

void TestReportPages::lettersOfDrawingsCanBeRead_data()
{
    QTest::addColumn<QByteArray>("drawing");
    const auto add = [](const char* name, const std::string& drawing) {
        QTest::newRow(name) << QByteArray::fromStdString(drawing);
    };
    Verdict verdict = fixtures::verdict();
    add("stages", stageChartSvgs(verdict).front());
    add("flowchart", flowchartSvg(verdict));
    while (verdict.stages.size() < 40)
        verdict.stages.push_back(verdict.stages.back());
    for (const std::string& drawing : stageChartSvgs(verdict))
        add("many stages", drawing);
    add("bubbles", bubbleSvg({{"waiting for input", 2, 3}, {"copy to the device", 1, 400}}));
    const RunHistory history = fixtures::history("forward");
    add("history", historySvg(history.stages[1], history));
}

/// Across a page of A4 no letter of a drawing is smaller than 7 points: by the width of the drawing, and by what the
/// painter makes of its letters.
void TestReportPages::lettersOfDrawingsCanBeRead()
{
    QFETCH(QByteArray, drawing);
    static const QRegularExpression box(u"viewBox=\"0 0 (\\d+) (\\d+)\""_s);
    static const QRegularExpression own(u"font-size=\"(\\d+)\""_s);
    const double width = box.match(QString::fromUtf8(drawing)).captured(1).toDouble();
    const double points = (ReportPages::pageSize().width() - 960) / 10 / width;  // of a unit of the drawing
    double smallest = 12;
    for (auto size = own.globalMatch(QString::fromUtf8(drawing)); size.hasNext();)
        smallest = std::min(smallest, size.next().captured(1).toDouble());
    QVERIFY2(width > 0 && smallest * points >= 7, qPrintable(QString::number(smallest * points)));
    // A letter as the painter draws it: "H" is about 0.73 of the size high.
    const QByteArray letter = "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 40\">"
                              "<text x=\"10\" y=\"30\">H</text></svg>";
    QSvgRenderer renderer(QByteArray::fromStdString(standaloneSvg(letter.toStdString())));
    QImage image(400, 400, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    int high = 0;
    for (int y = 0; y < image.height(); ++y)
        high += inkOf(image, QRect(0, y, image.width(), 1)) > 0 ? 1 : 0;
    QVERIFY2(high >= 80, qPrintable(QString::number(high)));
}

void TestReportPages::manyStagesTakeSeveralDrawings()
{
    for (const auto& [stages, drawings] : {std::pair(0, 0), {12, 1}, {13, 2}, {24, 2}, {25, 3}, {64, 6}}) {
        Verdict verdict = fixtures::verdict();
        const StageVerdict pattern = verdict.stages.front();
        verdict.stages.clear();
        for (int i = 0; i < stages; ++i) {
            verdict.stages.push_back(pattern);
            verdict.stages.back().stage = QStringLiteral("block-%1-").arg(i).toStdString();
        }
        const std::vector<std::string> svgs = stageChartSvgs(verdict);
        QCOMPARE(static_cast<int>(svgs.size()), drawings);
        QString all;
        static const QRegularExpression kBox(QStringLiteral("viewBox=\"0 0 ([0-9.]+)"));
        for (const std::string& svg : svgs) {
            const QString drawing = QString::fromStdString(svg);
            QVERIFY(kBox.match(drawing).captured(1).toDouble() <= 820);
            // All have one scale.
            QCOMPARE(kBox.match(drawing).captured(1), kBox.match(QString::fromStdString(svgs.front())).captured(1));
            all += drawing;
        }
        for (int i = 0; i < stages; ++i)
            QCOMPARE(all.count(QStringLiteral("<title>block-%1-:").arg(i)), 1);
    }
}

void TestReportPages::firstFlagStaysInside()
{
    static const QRegularExpression kFlag(QStringLiteral("class=\"flag\" d=\"M([0-9.]+) 14h(-?[0-9.]+)"));
    for (std::size_t at = 0; at < 24; ++at) {
        Verdict verdict = fixtures::verdict();
        const auto first = std::ranges::find(verdict.stages, verdict.firstRegressed->index, &StageVerdict::index);
        QVERIFY(first != verdict.stages.end());
        const StageVerdict regressed = *first;
        StageVerdict other = verdict.stages.front();
        other.index = regressed.index + 100;
        verdict.stages.assign(24, other);
        verdict.stages[at] = regressed;
        int flags = 0;
        for (const std::string& svg : stageChartSvgs(verdict)) {
            const QRegularExpressionMatch flag = kFlag.match(QString::fromStdString(svg));
            if (!flag.hasMatch())
                continue;
            ++flags;
            const double end = flag.captured(1).toDouble() + flag.captured(2).toDouble();
            QVERIFY2(end >= 0 && end <= 812, qPrintable(flag.captured(0)));
        }
        QCOMPARE(flags, 1);
    }
}

/// A path of one point is an error for readers of PDF.
void TestReportPages::hatchHasNoPoints()
{
    Verdict verdict = fixtures::verdict();
    const double height = 260.0 / 200e6;  // of a ns, or more
    int drawn = 0;
    for (StageVerdict& stage : verdict.stages)
        for (StageParts& parts : stage.shownParts)
            if (parts.idle > 0) {
                parts.compute += parts.idle - static_cast<Ns>(0.03 / height);
                parts.idle = static_cast<Ns>(0.03 / height);
                ++drawn;
            }
    QVERIFY(drawn > 0);
    static const QRegularExpression kPoint(QStringLiteral("M([0-9.]+) ([0-9.]+)L\\1 \\2(?![0-9.])"));
    for (const std::string& svg : stageChartSvgs(verdict)) {
        QVERIFY(svg.find("frame-current\"") != std::string::npos);
        const QRegularExpressionMatch point = kPoint.match(QString::fromStdString(svg));
        QVERIFY2(!point.hasMatch(), qPrintable(point.captured(0)));
    }
}

void TestReportPages::piecesAreWhole()
{
    for (const report::Report& report :
         {fixtures::reportOf(fixtures::verdict()), longReport(), report::historyReport(fixtures::history("forward"))}) {
        const std::vector<PagePiece> pieces = piecesOf(report, kWidth);
        std::size_t placed = 0;
        for (const auto& page : paginate(pieces, kHeight)) {
            qreal end = 0;
            for (const PlacedPiece& piece : page) {
                QVERIFY(piece.top >= end - 1e-6);
                end = piece.top + piece.piece->height * piece.scale;
                QVERIFY(end <= kHeight + 1e-6);
                QCOMPARE(piece.scale, 1.0);
                placed += piece.piece >= pieces.data() && piece.piece < pieces.data() + pieces.size() ? 1 : 0;
            }
        }
        QCOMPARE(placed, pieces.size());  // each once; heads that repeat are not counted
    }
}

void TestReportPages::headingsStayWithWhatFollows()
{
    const std::vector<PagePiece> pieces{blank(800), blank(100, true), blank(50, true), blank(200), blank(10)};
    const auto pages = paginate(pieces, 1000);
    QCOMPARE(pages.size(), std::size_t(2));
    QCOMPARE(pages[0].size(), std::size_t(1));
    QCOMPARE(pages[1].size(), std::size_t(4));
}

void TestReportPages::higherThanAPage()
{
    const std::vector<PagePiece> pieces{blank(10), blank(4000), blank(10)};
    const auto pages = paginate(pieces, 1000);
    QCOMPARE(pages.size(), std::size_t(3));
    QCOMPARE(pages[1].front().scale, 0.25);  // shrunk, not cut
}

void TestReportPages::pagesHaveInk()
{
    const ReportPages pages(longReport());
    QVERIFY(pages.count() > 5);
    for (int i = 0; i < pages.count(); ++i) {
        const QImage image = imageOf(pages, i);
        QVERIFY(inkOf(image, image.rect()) > 500);
        // Nothing stands in the margins.
        const int margin = 40;
        QCOMPARE(inkOf(image, {0, 0, margin, image.height()}), 0);
        QCOMPARE(inkOf(image, {image.width() - margin, 0, margin, image.height()}), 0);
        QCOMPARE(inkOf(image, {0, 0, image.width(), margin}), 0);
    }
    // The drawings have the colours of both runs.
    bool baseline = false;
    for (int i = 0; i < pages.count() && !baseline; ++i) {
        const QImage image = imageOf(pages, i);
        for (int y = 0; y < image.height() && !baseline; ++y)
            for (int x = 0; x < image.width() && !baseline; ++x)
                baseline = QColor(image.pixel(x, y)) == lightPalette().baseline;
    }
    QVERIFY(baseline);
}

void TestReportPages::pdfHasItsPages()
{
    const report::Report report = longReport();
    const QByteArray pdf = pdfOf(report);
    QVERIFY(pdf.startsWith("%PDF"));
    QCOMPARE(pdfOf(report), pdf);
    static const QRegularExpression page(u"/Type\\s*/Page\\b(?!s)"_s);
    QCOMPARE(QString::fromLatin1(pdf).count(page), ReportPages(report).count());
    QVERIFY(pdf.contains("595") && pdf.contains("842"));  // A4
    QVERIFY(!pdf.contains("/Subtype /Image"));            // drawings stay lines
}

void TestReportPages::pdfText()
{
    const QString tool = QStandardPaths::findExecutable(u"pdftotext"_s);
    if (tool.isEmpty())
        QSKIP("pdftotext is not installed");
    QTemporaryDir folder;
    QFile file(folder.filePath(u"r.pdf"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const report::Report report = longReport();
    file.write(pdfOf(report));
    file.close();
    QProcess process;
    process.start(tool, {u"-layout"_s, file.fileName(), u"-"_s});
    QVERIFY(process.waitForFinished(60'000));
    const QString text = QString::fromUtf8(process.readAllStandardOutput());
    const int pages = ReportPages(report).count();
    QCOMPARE(text.count(QLatin1Char('\f')), pages);
    for (const char* part : {"First regressed stage: forward", "What was not measured", "Dismissed findings",
                             "see the wiki", "(+44 %)", "12.0 ms \u2192 9.00 ms"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    // pdftotext leaves out the spaces of few signs that stand alone.
    QVERIFY(text.contains(QRegularExpression(QStringLiteral("\\b%1 ?/ ?%1\\b").arg(pages))));
}

void TestReportPages::previewFollows()
{
    QScrollArea area;
    auto* preview = new ReportPreview;
    area.setWidget(preview);
    area.setWidgetResizable(true);
    area.resize(700, 500);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    preview->setReport(longReport());
    QTRY_VERIFY(!preview->laying());
    const int all = preview->pages();
    QVERIFY(preview->height() > 2 * preview->width());
    report::ReportOptions options;
    options.sections = {"summary"};
    preview->setReport(fixtures::reportOf(fixtures::verdict(), "x", options));
    QTRY_VERIFY(!preview->laying());
    QVERIFY(preview->pages() < all);
    QCOMPARE(preview->pages(), 1);
    const QImage image = preview->grab().toImage();
    QCOMPARE(image.pixelColor(image.width() / 2, 40), QColor(Qt::white));  // paper, in any theme
}

/// Every reference of the report has its place on a page, and a click on it says so.
void TestReportPages::referencesCanBeClicked()
{
    const report::Report report = fixtures::reportOf(fixtures::verdict());
    const ReportPages pages(report);
    QSet<QString> targets;
    for (int page = 0; page < pages.count(); ++page)
        for (const PageLink& link : pages.links(page)) {
            QVERIFY(QRectF(QPointF(), ReportPages::pageSize()).contains(link.area));
            targets.insert(link.target);
        }
    QByteArray printed = QByteArray::fromStdString(html(report));
    qsizetype references = 0;
    for (qsizetype at = printed.indexOf("href=\"headwater:"); at >= 0;
         at = printed.indexOf("href=\"headwater:", at + 1)) {
        QByteArray target = printed.mid(at + 6, printed.indexOf('"', at + 6) - at - 6);
        QVERIFY2(targets.contains(QString::fromUtf8(target.replace("&amp;", "&"))), target.constData());
        ++references;
    }
    QVERIFY(references > 10);
    ReportPreview preview;
    preview.resize(900, preview.heightForWidth(900));
    preview.setReport(report);
    QTRY_VERIFY(!preview.laying());
    preview.resize(900, preview.heightForWidth(900));
    QPoint place;
    for (int y = 0; y < preview.height() && place.isNull(); y += 3)
        for (int x = 0; x < preview.width() && place.isNull(); x += 10)
            if (!preview.referenceAt(QPointF(x, y)).isEmpty())
                place = {x, y};
    QVERIFY(!place.isNull());
    QSignalSpy clicked(&preview, &ReportPreview::referenceClicked);
    QTest::mouseClick(&preview, Qt::LeftButton, {}, place);
    QCOMPARE(clicked.count(), 1);
    QVERIFY(viewRefFromText(clicked[0][0].toString().toStdString()).has_value());
    QTest::mouseClick(&preview, Qt::LeftButton, {}, QPoint(1, 1));
    QCOMPARE(clicked.count(), 1);
}

void TestReportPages::hostileNames()
{
    for (const std::string& name : fixtures::hostileNames()) {
        const ReportPages pages(fixtures::reportOf(fixtures::verdictNamed(name), name));
        QVERIFY(pages.count() > 0);
        QVERIFY(!imageOf(pages, 0).isNull());
    }
}

QTEST_MAIN(TestReportPages)
#include "tst_ReportPages.moc"
