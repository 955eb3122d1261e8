// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/CaseTemplate.h"

#include <array>

#include <fmt/format.h>

#include "core/workshop/Print.h"

namespace headwater::embedded {
extern const std::string_view kWorkshopTemplateEn;
extern const std::string_view kWorkshopTemplateZh;
}  // namespace headwater::embedded

namespace headwater::workshop {

namespace {

constexpr std::string_view kRemark = "  //     ";

/// Names as remarks, as many a line as there is room for.
template <class Names>
std::string wrapped(const Names& names)
{
    constexpr std::size_t kWidth = 100;
    std::string text;
    std::string line;
    for (const auto& name : names) {
        if (!line.empty() && line.size() + name.size() + 2 > kWidth) {
            text += std::string(kRemark) + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : ", ") + std::string(name);
    }
    return text + std::string(kRemark) + line;
}

/// Each fault with its answer in names: stage, ranks, end of the flowchart.
std::string faultLines()
{
    std::string text;
    for (const ScenarioInfo& info : scenarios()) {
        const auto experiment = makeExperiment(info.id, {});
        const Truth truth = experiment ? experiment->truth : Truth();
        const auto orDash = [](const std::string& name) { return name.empty() ? std::string("-") : name; };
        text += fmt::format("{}{}{:<19} {:<13} {:<11} {}", text.empty() ? "" : "\n", kRemark, info.id,
                            orDash(truth.firstRegressedStage), orDash(truth.scope), truth.outcomeNode);
    }
    return text;
}

std::string mistakeLines(const Library& library, std::string_view language)
{
    std::string text;
    for (const Mistake& mistake : library.mistakes)
        text += fmt::format("{}{}{:<22} {}", text.empty() ? "" : "\n", kRemark, mistake.id, mistake.name.in(language));
    return text;
}

}  // namespace

std::string caseTemplate(const Library& library, std::string_view language)
{
    std::string text(language.starts_with("zh") ? embedded::kWorkshopTemplateZh : embedded::kWorkshopTemplateEn);
    const std::array<std::pair<std::string_view, std::string>, 6> lists{
        {{"%FAULTS%", faultLines()},
         {"%NUMBERS%", wrapped(changeableNumbers())},
         {"%STAGES%", wrapped(stageNames())},
         {"%OUTCOMES%", wrapped(outcomeNames())},
         {"%NODES%", wrapped(nodeNames())},
         {"%MISTAKES%", mistakeLines(library, language)}}};
    for (const auto& [mark, list] : lists)
        text.replace(text.find(mark), mark.size(), list);
    return text;
}

}  // namespace headwater::workshop
