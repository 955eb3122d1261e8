// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <QString>

#include "core/base/Duration.h"
#include "core/base/Language.h"
#include "core/triage/Verdict.h"

/// The only place of the window where numbers become text. Durations read as in the report and on the command line.
namespace headwater::format {

/// One unit for a whole column or axis, so that its numbers can be compared at a glance.
struct Unit {
    double ns = 1e6;  ///< nanoseconds in one
    QString symbol;
    int decimals = 2;
};

[[nodiscard]] Unit unitFor(double largestNs);
[[nodiscard]] QString number(double value, int decimals);        ///< with a real minus sign
[[nodiscard]] QString inUnit(double ns, const Unit& unit);       ///< "25.15"
[[nodiscard]] QString deltaInUnit(double ns, const Unit& unit);  ///< "+16.59"
[[nodiscard]] QString duration(double ns);                       ///< "25.2 ms"
[[nodiscard]] QString delta(double ns);                          ///< "+16.6 ms"
[[nodiscard]] QString ratio(double ratio);                       ///< "+66 %"
[[nodiscard]] QString interval(const RatioInterval& interval);   ///< "[+48, +81]" per cent; "[at least +48 %]"
[[nodiscard]] QString share(double share);                       ///< "95 %"
/// How values of a metric read best, by its unit (MetricSeries::unit) and their size: "1" as per cent, "Hz" as MHz or
/// GHz, "B" as MB or GB … `ns` of the result is how much of the metric's own unit makes one.
[[nodiscard]] Unit metricUnit(std::string_view unit, double largest);
[[nodiscard]] QString quantity(double value, std::string_view unit);  ///< "1.20 GHz", "47 %"; NaN as a dash
[[nodiscard]] QString significant(double value, int digits);          ///< "2.71828", "NaN", "∞"
[[nodiscard]] QString probability(double p);                          ///< "0.003", "< 0.001"
[[nodiscard]] QString count(std::uint64_t n);                         ///< "218,011"
[[nodiscard]] QString bytes(std::uint64_t n);                         ///< "9.8 MB"
/// `one` for 1, `many` with %1 replaced for everything else.
[[nodiscard]] QString counted(int n, const QString& one, const QString& many);
[[nodiscard]] QString rankList(const std::vector<int>& ranks);  ///< "0–3, 7"
[[nodiscard]] QString stepList(const std::vector<std::int64_t>& steps);

/// For labels that wrap: a long name may be broken behind its `_`, `/`, `.`, `:` and `-`, before a capital and,
/// where it has none of these, anywhere, so that it is never cut.
[[nodiscard]] QString breakable(const QString& plain);

/// For tool tips, which take a text that looks like markup for markup: a name never becomes a picture or a link.
[[nodiscard]] QString tip(const QString& plain);

[[nodiscard]] QString text(std::string_view utf8);  ///< untrusted name, control characters made visible
inline QString text(const std::string& utf8)
{
    return text(std::string_view(utf8));
}
inline QString text(const char* utf8)
{
    return text(std::string_view(utf8));
}
/// A sentence in the language of the application: what setLanguage() kept, English before.
[[nodiscard]] QString text(const Text& sentence);

/// Kept as a property of the application, which lives as long as its windows.
void setLanguage(Language language);
[[nodiscard]] Language language();

}  // namespace headwater::format
