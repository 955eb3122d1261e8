// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Format.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <QCoreApplication>
#include <QLocale>
#include <QTextDocument>
#include <QVariant>

#include "core/base/Result.h"
#include "core/base/Text.h"

Q_DECLARE_METATYPE(std::shared_ptr<const headwater::Language>)

namespace headwater::format {

using namespace Qt::StringLiterals;

namespace {

constexpr QChar kMinus(0x2212);

constexpr const char* kLanguage = "headwater.language";
using LanguagePtr = std::shared_ptr<const Language>;

/// Null: English.
LanguagePtr keptLanguage()
{
    const QCoreApplication* app = QCoreApplication::instance();
    return app ? app->property(kLanguage).value<LanguagePtr>() : LanguagePtr();
}

/// Failed steps reach to infinity; what was not measured is no number at all.
QString notFinite(double value)
{
    return std::isnan(value) ? u"\u2014"_s : value < 0 ? u"\u2212\u221e"_s : u"\u221e"_s;
}

/// As formatRatio() of core/base: above ten times a factor reads more easily than a percentage.
bool isFactor(double ratio)
{
    constexpr double kFactorFrom = 9.995;
    return std::isfinite(ratio) && ratio >= kFactorFrom;
}

QString signedPercent(double ratio)
{
    if (!std::isfinite(ratio))
        return (ratio > 0 ? u"+"_s : QString()) + notFinite(ratio);
    if (isFactor(ratio))
        return u"\u00d7"_s + number(1 + ratio, 0);
    const double percent = ratio * 100;
    const int decimals = std::abs(percent) >= 9.95 ? 0 : 1;
    return (percent > 0 ? u"+"_s : QString()) + number(percent, decimals);
}

template <class T>
QString ranges(const std::vector<T>& sorted)
{
    constexpr int kShown = 4;
    QStringList parts;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t last = i;
        while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1)
            ++last;
        const QString from = QString::number(sorted[i]);
        parts << (last == i ? from : from + QChar(0x2013) + QString::number(sorted[last]));
        i = last + 1;
        if (parts.size() == kShown && i < sorted.size()) {
            parts << u"\u2026"_s;
            break;
        }
    }
    return parts.join(u", "_s);
}

}  // namespace

Unit unitFor(double largestNs)
{
    const double size = std::abs(largestNs);
    if (size >= 1e10)
        return {1e9, u"s"_s, 2};
    if (size >= 1e6)
        return {1e6, u"ms"_s, size >= 1e9 ? 1 : 2};
    if (size >= 1e3)
        return {1e3, u"\u00b5s"_s, 2};
    return {1, u"ns"_s, 0};
}

QString number(double value, int decimals)
{
    QString out = QLocale().toString(value, 'f', decimals);
    const bool zero = std::none_of(out.cbegin(), out.cend(), [](QChar c) { return c >= u'1' && c <= u'9'; });
    if (out.startsWith(u'-'))
        out = zero ? out.mid(1) : kMinus + out.mid(1);
    return out;
}

QString inUnit(double ns, const Unit& unit)
{
    if (!std::isfinite(ns))
        return notFinite(ns);
    return number(ns / unit.ns, unit.decimals);
}

QString deltaInUnit(double ns, const Unit& unit)
{
    const QString out = inUnit(ns, unit);
    return ns > 0 ? u"+"_s + out : out;
}

QString duration(double ns)
{
    if (!std::isfinite(ns))
        return notFinite(ns);
    return QString::fromStdString(formatDuration(static_cast<Ns>(std::llround(ns))));
}

QString delta(double ns)
{
    if (!std::isfinite(ns))
        return notFinite(ns);
    return QString::fromStdString(formatDelta(static_cast<Ns>(std::llround(ns))));
}

QString ratio(double ratio)
{
    return isFactor(ratio) ? signedPercent(ratio) : signedPercent(ratio) + u" %"_s;
}

QString interval(const RatioInterval& interval)
{
    // As the reports say it: an end that so few steps cannot give is none.
    const auto bracketed = [](const Text& words) { return u"[%1]"_s.arg(text(words)); };
    if (std::isinf(interval.lo) && std::isinf(interval.hi))
        return bracketed(say("none, too few steps"));
    if (std::isinf(interval.hi))
        return bracketed(say("at least {}", ratio(interval.lo).toStdString()));
    if (std::isinf(interval.lo))
        return bracketed(say("at most {}", ratio(interval.hi).toStdString()));
    const bool mixed = isFactor(interval.hi) && !isFactor(interval.lo);
    return u"[%1, %2]"_s.arg(mixed ? ratio(interval.lo) : signedPercent(interval.lo), signedPercent(interval.hi));
}

QString share(double share)
{
    const double percent = share * 100;
    return number(percent, std::abs(percent) >= 9.95 || percent == 0 ? 0 : 1) + u" %"_s;
}

Unit metricUnit(std::string_view unit, double largest)
{
    const double size = std::isfinite(largest) ? std::abs(largest) : 0;
    const auto scaled = [size](const QString& symbol, double base, std::initializer_list<const char16_t*> prefixes) {
        Unit out{1, symbol, 0};
        for (const char16_t* prefix : prefixes)
            if (size >= out.ns * base)
                out = {out.ns * base, QString::fromUtf16(prefix) + symbol, 0};
        return out;
    };
    Unit out{1, QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size())), 0};
    if (unit == "1")
        out = {0.01, u"%"_s, 0};
    else if (unit == "Hz")
        out = scaled(u"Hz"_s, 1e3, {u"k", u"M", u"G"});
    else if (unit == "B" || unit == "B/s")
        out = scaled(out.symbol, 1e3, {u"k", u"M", u"G", u"T"});
    else if (unit == "J")
        out = scaled(u"J"_s, 1e3, {u"k", u"M", u"G"});
    else if (unit == "s" && size < 1)
        out = size < 1e-3 ? Unit{1e-6, u"\u00b5s"_s, 0} : Unit{1e-3, u"ms"_s, 0};
    else if (unit == "degC")
        out.symbol = u"\u00b0C"_s;
    else if (unit == "count" || unit == "bitmask")
        out.symbol.clear();
    else if (unit == "count/s")
        out.symbol = u"/s"_s;
    const double shown = size / out.ns;
    const bool whole = unit == "count" || unit == "bitmask" || unit == "degC";
    out.decimals = whole && shown >= 1 ? 0 : shown >= 100 ? 0 : shown >= 10 ? 1 : shown >= 1 || shown == 0 ? 2 : 4;
    return out;
}

QString quantity(double value, std::string_view unit)
{
    if (!std::isfinite(value))
        return notFinite(value);
    const Unit shown = metricUnit(unit, value);
    const QString text = inUnit(value, shown);
    return shown.symbol.isEmpty() ? text : text + u' ' + shown.symbol;
}

QString significant(double value, int digits)
{
    if (std::isnan(value))
        return u"NaN"_s;
    if (!std::isfinite(value))
        return notFinite(value);
    return QString::number(value, 'g', digits).replace(u'-', kMinus);
}

QString probability(double p)
{
    return p < 0.001 ? u"< "_s + number(0.001, 3) : number(p, 3);
}

QString count(std::uint64_t n)
{
    return QLocale().toString(static_cast<qulonglong>(n));
}

QString bytes(std::uint64_t n)
{
    return QLocale().formattedDataSize(static_cast<qint64>(n), 1, QLocale::DataSizeSIFormat);
}

QString counted(int n, const QString& one, const QString& many)
{
    return n == 1 ? one : many.arg(QLocale().toString(n));
}

QString rankList(const std::vector<int>& ranks)
{
    return ranges(ranks);
}

QString stepList(const std::vector<std::int64_t>& steps)
{
    return ranges(steps);
}

QString text(std::string_view utf8)
{
    return QString::fromStdString(onOneLine(utf8));
}

QString text(const Text& sentence)
{
    const LanguagePtr kept = keptLanguage();
    return text(kept ? kept->of(sentence) : sentence.english());
}

void setLanguage(Language language)
{
    QCoreApplication::instance()->setProperty(
        kLanguage, QVariant::fromValue(std::make_shared<const Language>(std::move(language))));
}

Language language()
{
    const LanguagePtr kept = keptLanguage();
    return kept ? *kept : Language();
}

QString breakable(const QString& plain)
{
    constexpr qsizetype kShort = 12;  // letters: such a word fits wherever a label does
    constexpr qsizetype kLong = 22;   // of any kind without a place to break in between
    QString out;
    qsizetype word = 0;
    for (qsizetype i = 0; i < plain.size(); ++i) {
        const QChar c = plain[i];
        out += c;
        word = c.isSpace() || c.unicode() >= 0x2e80 ? 0 : word + 1;  // Chinese breaks anywhere, but by rules of its own
        const bool joint =
            QStringView(u"_/.:-").contains(c) || (c.isLower() && i + 1 < plain.size() && plain[i + 1].isUpper());
        if ((word >= kShort && joint) || (word >= kLong && !c.isHighSurrogate())) {
            out += QChar(0x200b);  // a place to break, without a width
            word = 0;
        }
    }
    return out;
}

QString tip(const QString& plain)
{
    if (!Qt::mightBeRichText(plain))
        return plain;
    return QStringLiteral("<span style=\"white-space: pre-wrap\">%1</span>").arg(plain.toHtmlEscaped());
}

}  // namespace headwater::format
