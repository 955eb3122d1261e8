// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/HtmlStyle.h"

#include <string>

#include "core/report/Svg.h"

namespace headwater {

std::string_view paletteCss()
{
    return R"CSS(
:root { color-scheme: light dark;
  --baseline: #0077bb; --current: #d55e00; --first: #332288; --first-text: #ffffff; --neutral: #6e6e6e;
  --text: #1b2028; --soft: #5b6471; --page: #ffffff; --card: #f6f7f9; --line: #d9dde3; }
@media (prefers-color-scheme: dark) { :root {
  --baseline: #56b4e9; --current: #d55e00; --first: #f0e442; --first-text: #1b2028; --neutral: #a8a8a8;
  --text: #e6e9ee; --soft: #a3adba; --page: #15181d; --card: #1e2229; --line: #363c46; } }
@media print { :root { color-scheme: light;
  --baseline: #0077bb; --current: #d55e00; --first: #332288; --first-text: #ffffff; --neutral: #6e6e6e;
  --text: #000000; --soft: #444444; --page: #ffffff; --card: #ffffff; --line: #bbbbbb; } }
)CSS";
}

std::string_view chartCss()
{
    return R"CSS(
svg.chart { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg.chart text { fill: var(--text); font-variant-numeric: tabular-nums; unicode-bidi: isolate; }
svg.chart .soft { fill: var(--soft); }
svg.chart .grid { stroke: var(--line); stroke-width: 1; }
svg.chart .axis { stroke: var(--neutral); stroke-width: 1; }
.baseline { fill: var(--baseline); color: var(--baseline); }
.current { fill: var(--current); color: var(--current); }
.hatch-baseline { stroke: var(--baseline); stroke-width: 1.4; }
.hatch-current { stroke: var(--current); stroke-width: 1.4; }
.node { fill: var(--card); stroke: var(--neutral); stroke-width: 1.5; }
.node-fail { fill: var(--card); stroke: var(--current); stroke-width: 3; }
.node-off { fill: none; stroke: var(--neutral); stroke-dasharray: 3 3; }
.node-end { fill: var(--card); stroke: var(--first); stroke-width: 3; }
.node-if { stroke-dasharray: 6 3; }
.path-line { fill: none; stroke: var(--text); stroke-width: 1.5; } .path-end { fill: var(--text); }
.cut { stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 5 3; }
.series { fill: none; stroke: var(--current); stroke-width: 1.5; } .plateau { stroke: var(--text); stroke-width: 2; }
.transfer { opacity: .72; } .unsplit { opacity: .3; } .memcpy { opacity: .38; } .memset { opacity: .26; }
.frame-baseline { fill: none; stroke: var(--baseline); } .frame-current { fill: none; stroke: var(--current); }
svg.chart .downstream { opacity: .55; }
.nodata { fill: none; stroke: var(--neutral); stroke-dasharray: 2 3; }
.rule { stroke: var(--first); stroke-width: 2; } .flag { fill: var(--first); }
svg.chart text.flag-text { fill: var(--first-text); font-weight: 600; }
.slowest { fill: none; stroke: var(--text); stroke-width: 1.5; }
svg.chart text.slower { fill: var(--current); } svg.chart text.faster { fill: var(--baseline); }
svg.interval { width: 120px; height: 16px; vertical-align: middle; }
svg.interval .zero { stroke: var(--neutral); } svg.interval .eps { stroke: var(--first); stroke-dasharray: 2 2; }
svg.interval .range { stroke: var(--text); stroke-width: 2; } svg.interval .point { fill: var(--text); }
)CSS";
}

std::string_view pageCss()
{
    return R"CSS(
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem; max-width: 80rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .2rem 0 .6rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.1rem 0 .2rem; } h3 + p { margin: .2rem 0; } p { margin: .4rem 0; }
header { border-left: 5px solid var(--neutral); padding: .4rem 0 .4rem 1.1rem; margin-bottom: 1.2rem; }
header.regressed { border-color: var(--first); } header p { margin: .4rem 0; }
.outcome { text-transform: uppercase; letter-spacing: .06em; font-size: .8rem; color: var(--soft); }
.tag { display: inline-block; border: 1px solid var(--neutral); border-radius: 4px; padding: 0 .4em; margin: 0 .3em .2em 0;
  font-size: .78rem; color: var(--soft); white-space: nowrap; }
.inferred { border-style: dashed;
  background: repeating-linear-gradient(45deg, transparent 0 4px, var(--line) 4px 5px); }
.assumed, .no-data { border-style: dotted; }
.failure, .fail { border-color: var(--current); color: var(--text); font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; font-size: .82rem; } td.number, th.number { text-align: right; white-space: nowrap; }
.stages { font-size: .86rem; } .stages td, .stages th { padding: .3rem .35rem; }
tr.first td { font-weight: 650; } tr.first td:first-child { box-shadow: inset 4px 0 var(--first); }
tr.downstream { color: var(--soft); }
.facts th { white-space: nowrap; width: 1%; } .facts .first td, .facts .first th { color: var(--text); font-weight: 650; }
.soft { color: var(--soft); } ul, ol { padding-left: 1.3rem; margin: .3rem 0; } li { margin: .25rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .7rem 1rem; margin: .6rem 0; }
.card.struck > .said { text-decoration: line-through; color: var(--soft); }
a { color: inherit; text-decoration: underline; text-decoration-style: dotted; text-decoration-color: var(--soft); }
figure { margin: .4rem 0; } figcaption { color: var(--soft); font-size: .82rem; }
bdi, code { overflow-wrap: break-word; } a bdi { text-decoration: inherit; }
td bdi { display: inline-block; max-width: min(24rem, 90vw); vertical-align: top; }
.facts td:last-child { min-width: 14rem; } .scroll > svg.chart { min-width: 36rem; }
.stages td:first-child { min-width: 8rem; } .stages th.number { white-space: normal; } .scroll + .scroll { margin-top: 1rem; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .82rem; }
@media print { body { padding: 0; max-width: none; font-size: 10pt; -webkit-print-color-adjust: exact;
  print-color-adjust: exact; } tr, .card, svg { break-inside: avoid; } h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; } table { font-size: 8pt; } th { font-size: inherit; } td, th { padding: 2pt 3pt; }
  .stages { font-size: 7pt; } .stages td, .stages th { padding: 2pt; } .stages td:first-child { min-width: 0; }
  td.number, th.number { white-space: normal; } .stages td.number, .facts td.number { white-space: nowrap; }
  td bdi { max-width: 16rem; } svg.interval { width: 64px; } thead { display: table-header-group; } }
)CSS";
}

std::string standaloneSvg(std::string_view drawing)
{
    const std::string_view palette = paletteCss();
    const std::string_view light = palette.substr(0, palette.find("@media"));
    std::string rules(chartCss());
    constexpr std::string_view kVar = "var(";
    for (std::size_t at = rules.find(kVar); at != std::string::npos; at = rules.find(kVar, at)) {
        const std::size_t end = rules.find(')', at);
        const std::string key = rules.substr(at + kVar.size(), end - at - kVar.size()) + ": ";
        const std::size_t value = light.find(key);
        std::string colour = "#000000";
        if (value != std::string_view::npos)
            colour = light.substr(value + key.size(), light.find(';', value) - value - key.size());
        rules.replace(at, end + 1 - at, colour);
    }
    const std::size_t start = drawing.find('>');
    if (start == std::string_view::npos)
        return std::string(drawing);
    std::string out(drawing.substr(0, start + 1));
    // Readers without the shorthand of CSS, such as Qt's, set letters of a size of their own.
    out.insert(out.size() - 1, " font-size=\"12\" font-family=\"sans-serif\"");
    if (out.find("xmlns=") == std::string::npos)
        out.insert(out.size() - 1, " xmlns=\"http://www.w3.org/2000/svg\"");
    return out + "<style>" + rules + "</style>" + std::string(drawing.substr(start + 1));
}

}  // namespace headwater
