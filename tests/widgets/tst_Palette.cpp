// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <QCheckBox>
#include <QRadioButton>
#include <QTest>

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

// Machado, Oliveira & Fernandes 2009, severity 1.0, in linear RGB.
constexpr Matrix kNormal = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kProtan = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeutan = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritan = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

Triple multiply(const Matrix& m, const Triple& v)
{
    Triple out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// CIE L*a*b* (D65) of a colour as someone with this kind of sight sees it.
Triple lab(const QColor& colour, const Matrix& sight)
{
    Triple rgb =
        multiply(sight, {linear(colour.red() / 255.0), linear(colour.green() / 255.0), linear(colour.blue() / 255.0)});
    for (double& c : rgb)
        c = std::clamp(c, 0.0, 1.0);
    constexpr Matrix kXyz = {
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    const Triple xyz = multiply(kXyz, rgb);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f(xyz[0] / 0.95047);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double degrees(double radians)
{
    const double d = radians * 180 / std::numbers::pi;
    return d < 0 ? d + 360 : d;
}

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180;
}

constexpr std::array kSights = {&kNormal, &kProtan, &kDeutan, &kTritan};
/// CIEDE2000 from which on two marks are told apart by colour alone; 1 is what an eye just notices beside each other.
constexpr double kTellsApart = 10;

/// CIEDE2000 with unit weights (Sharma, Wu & Dalal 2005).
double deltaE(const Triple& p, const Triple& q)
{
    const double c1 = std::hypot(p[1], p[2]);
    const double c2 = std::hypot(q[1], q[2]);
    const double mean7 = std::pow((c1 + c2) / 2, 7);
    const double g = 0.5 * (1 - std::sqrt(mean7 / (mean7 + std::pow(25.0, 7))));
    const double a1 = p[1] * (1 + g);
    const double a2 = q[1] * (1 + g);
    const double d1 = std::hypot(a1, p[2]);
    const double d2 = std::hypot(a2, q[2]);
    const double h1 = d1 == 0 ? 0 : degrees(std::atan2(p[2], a1));
    const double h2 = d2 == 0 ? 0 : degrees(std::atan2(q[2], a2));
    double dh = h2 - h1;
    if (d1 * d2 == 0)
        dh = 0;
    else if (dh > 180)
        dh -= 360;
    else if (dh < -180)
        dh += 360;
    double h = h1 + h2;
    if (d1 * d2 != 0)
        h = std::abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
    const double l = (p[0] + q[0]) / 2;
    const double c = (d1 + d2) / 2;
    const double t = 1 - 0.17 * std::cos(radians(h - 30)) + 0.24 * std::cos(radians(2 * h)) +
                     0.32 * std::cos(radians(3 * h + 6)) - 0.20 * std::cos(radians(4 * h - 63));
    const double sl = 1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2));
    const double sc = 1 + 0.045 * c;
    const double sh = 1 + 0.015 * c * t;
    const double c7 = std::pow(c, 7);
    const double rt =
        -std::sin(radians(60 * std::exp(-std::pow((h - 275) / 25, 2)))) * 2 * std::sqrt(c7 / (c7 + std::pow(25.0, 7)));
    const double l1 = (q[0] - p[0]) / sl;
    const double k1 = (d2 - d1) / sc;
    const double k2 = 2 * std::sqrt(d1 * d2) * std::sin(radians(dh / 2)) / sh;
    return std::sqrt(l1 * l1 + k1 * k1 + k2 * k2 + rt * k1 * k2);
}

double worst(const QColor& a, const QColor& b)
{
    double least = 100;
    for (const Matrix* sight : kSights)
        least = std::min(least, deltaE(lab(a, *sight), lab(b, *sight)));
    return least;
}

/// Part of a tile's pixels that differ where the two patterns are laid over each other as alike as can be.
double patternDistance(BubbleCause a, BubbleCause b)
{
    constexpr int kTile = 8;
    int least = kTile * kTile;
    for (int shift = 0; shift < kTile * kTile; ++shift) {
        int differ = 0;
        for (int y = 0; y < kTile; ++y)
            for (int x = 0; x < kTile; ++x)
                differ += cause::hasInk(a, x, y) != cause::hasInk(b, x + shift % kTile, y + shift / kTile) ? 1 : 0;
        least = std::min(least, differ);
    }
    return least / double(kTile * kTile);
}

}  // namespace

class TestPalette : public QObject {
    Q_OBJECT
private slots:
    void deltaEAgreesWithThePublishedPairs();
    void marksStandOut();
    void textIsReadable();
    void rolesDifferForEveryKindOfSight();
    void causesDifferForEveryKindOfSight();
    void slicesWithoutPatternDifferForEveryKindOfSight();
    void theFixedColoursAreThoseOfTheDesign();
    void systemFollowsTheDesktop();
    void whatIsCheckedHasAMark();
};

void TestPalette::deltaEAgreesWithThePublishedPairs()
{
    // Sharma, Wu & Dalal 2005, pairs 1, 7 and 25: the ruler of this test is checked before it measures.
    QVERIFY(std::abs(deltaE({50, 2.6772, -79.7751}, {50, 0, -82.7485}) - 2.0425) < 1e-4);
    QVERIFY(std::abs(deltaE({50, 0, 0}, {50, -1, 2}) - 2.3669) < 1e-4);
    QVERIFY(std::abs(deltaE({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}) - 1.2644) < 1e-4);
}

void TestPalette::marksStandOut()
{
    for (const Palette* p : {&lightPalette(), &darkPalette(), &contrastPalette()})
        for (const QColor* mark : {&p->baseline, &p->current, &p->first, &p->neutral})
            for (const QColor* surface : {&p->page, &p->card, &p->panel})
                QVERIFY2(contrast(*mark, *surface) >= 3.0,
                         qPrintable(mark->name() + QStringLiteral(" on ") + surface->name()));
}

void TestPalette::textIsReadable()
{
    for (const Palette* p : {&lightPalette(), &darkPalette(), &contrastPalette()}) {
        for (const QColor* text : {&p->text, &p->muted, &p->baselineText, &p->currentText})
            for (const QColor* surface : {&p->page, &p->card, &p->panel, &p->selection})
                QVERIFY2(contrast(*text, *surface) >= 4.5,
                         qPrintable(text->name() + QStringLiteral(" on ") + surface->name()));
        QVERIFY(contrast(p->onFirst, p->first) >= 4.5);
        QVERIFY(contrast(p->text, p->raised) >= 4.5);
    }
}

void TestPalette::rolesDifferForEveryKindOfSight()
{
    for (const Palette* p : {&lightPalette(), &darkPalette(), &contrastPalette()}) {
        const std::array roles = {p->baseline, p->current, p->first, p->neutral};
        for (std::size_t i = 0; i < roles.size(); ++i)
            for (std::size_t j = i + 1; j < roles.size(); ++j)
                QVERIFY2(worst(roles[i], roles[j]) >= kTellsApart,
                         qPrintable(roles[i].name() + QStringLiteral(" and ") + roles[j].name()));
    }
}

/// Ten hues cannot all differ for every sight: to normal sight they do, and where others see two of them as one, the
/// pattern differs by a quarter of the area or more; no two are the same.
void TestPalette::causesDifferForEveryKindOfSight()
{
    for (const Palette* p : {&lightPalette(), &darkPalette(), &contrastPalette()})
        for (std::size_t i = 0; i < kBubbleCauses; ++i)
            for (std::size_t j = i + 1; j < kBubbleCauses; ++j) {
                const auto a = static_cast<BubbleCause>(i);
                const auto b = static_cast<BubbleCause>(j);
                const QString pair = cause::word(a) + QStringLiteral(" and ") + cause::word(b);
                QVERIFY2(deltaE(lab(p->causes[i], kNormal), lab(p->causes[j], kNormal)) >= kTellsApart,
                         qPrintable(pair));
                QVERIFY2(patternDistance(a, b) > 0, qPrintable(pair));
                if (worst(p->causes[i], p->causes[j]) < kTellsApart)
                    QVERIFY2(patternDistance(a, b) >= 0.25,
                             qPrintable(pair + QStringLiteral(": %1").arg(patternDistance(a, b))));
            }
}

/// Communication, copies and memsets on the lanes of streams are filled without a pattern.
void TestPalette::slicesWithoutPatternDifferForEveryKindOfSight()
{
    constexpr std::array kFilled = {BubbleCause::CommTransfer, BubbleCause::MemcpyH2d, BubbleCause::Dependency};
    for (const Palette* p : {&lightPalette(), &darkPalette(), &contrastPalette()})
        for (const BubbleCause a : kFilled)
            for (const BubbleCause b : kFilled)
                if (a != b)
                    QVERIFY2(worst(p->causes[static_cast<std::size_t>(a)], p->causes[static_cast<std::size_t>(b)]) >=
                                 kTellsApart,
                             qPrintable(cause::word(a) + QStringLiteral(" and ") + cause::word(b)));
}

void TestPalette::theFixedColoursAreThoseOfTheDesign()
{
    const auto names = [](const Palette& p) {
        return QStringList{p.baseline.name(), p.current.name(), p.first.name(), p.neutral.name()};
    };
    QCOMPARE(names(lightPalette()).join(u' '), QStringLiteral("#0077bb #d55e00 #332288 #6e6e6e"));
    QCOMPARE(names(darkPalette()).join(u' '), QStringLiteral("#56b4e9 #d55e00 #f0e442 #a8a8a8"));
}

void TestPalette::systemFollowsTheDesktop()
{
    QPalette desktop;
    desktop.setColor(QPalette::Window, Qt::black);
    QVERIFY(resolveTheme(ThemeChoice::System, desktop).dark);
    QVERIFY(!resolveTheme(ThemeChoice::Light, desktop).dark);
    desktop.setColor(QPalette::Window, Qt::white);
    QVERIFY(!resolveTheme(ThemeChoice::System, desktop).dark);
    QVERIFY(resolveTheme(ThemeChoice::Dark, desktop).dark);
}

/// Not the colour alone: the mark's ink is inside the box of a checked box or button, and only there.
void TestPalette::whatIsCheckedHasAMark()
{
    for (const Palette* p : {&lightPalette(), &darkPalette(), &contrastPalette()}) {
        applyTheme(*qApp, *p);
        QCheckBox box;
        QRadioButton button;
        for (QAbstractButton* one : {static_cast<QAbstractButton*>(&box), static_cast<QAbstractButton*>(&button)}) {
            one->setAutoExclusive(false);
            const auto inked = [&](const QColor& ink) {
                one->resize(one->sizeHint());
                const QImage image = one->grab().toImage();
                int count = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x)
                        count += deltaE(lab(image.pixelColor(x, y), kNormal), lab(ink, kNormal)) < 10 ? 1 : 0;
                return count;
            };
            one->setChecked(false);
            QCOMPARE(inked(p->first), 0);
            one->setChecked(true);
            const int mark = inked(p->onFirst);
            QVERIFY2(inked(p->first) > 30 && mark >= 4, qPrintable(QString::number(mark)));
        }
    }
    applyTheme(*qApp, lightPalette());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestPalette)
#include "tst_Palette.moc"
