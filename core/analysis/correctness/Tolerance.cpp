// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/Tolerance.h"

#include <array>
#include <cmath>

namespace headwater {

namespace {

struct Row {
    DType dtype;
    std::string_view name;
    Tolerance tolerance;
};

constexpr std::array<Row, 4> kRows = {{{DType::Float16, "float16", {1e-3, 1e-5}},
                                       {DType::BFloat16, "bfloat16", {1.6e-2, 1e-5}},
                                       {DType::Float32, "float32", {1.3e-6, 1e-5}},
                                       {DType::Float64, "float64", {1e-7, 1e-7}}}};

const Row& rowOf(DType dtype)
{
    return kRows[static_cast<std::size_t>(dtype)];
}

std::optional<DType> precisionOf(const Manifest& manifest)
{
    for (const char* key :
         {"precision", "dtype", "params_dtype", "mixed_precision", "mixed_precision_param", "torch_dtype", "amp_dtype"})
        if (const auto found = manifest.find(key); found != manifest.end())
            if (const auto dtype = dtypeFromText(found->second.value))
                return dtype;
    // Switches of training programs: bf16=True.
    for (const char* key : {"bf16", "fp16"})
        if (const auto found = manifest.find(key); found != manifest.end())
            if (found->second.value == "True" || found->second.value == "true" || found->second.value == "1")
                return dtypeFromText(key);
    return std::nullopt;
}

}  // namespace

std::string_view nameOf(DType dtype)
{
    return rowOf(dtype).name;
}

std::optional<DType> dtypeFromText(std::string_view text)
{
    struct Word {
        std::string_view word;
        DType dtype;
    };
    // "bfloat16" and "float16" contain "float": the longer words come first.
    constexpr std::array<Word, 11> kWords = {{{"bfloat16", DType::BFloat16},
                                              {"bf16", DType::BFloat16},
                                              {"float16", DType::Float16},
                                              {"fp16", DType::Float16},
                                              {"half", DType::Float16},
                                              {"float64", DType::Float64},
                                              {"fp64", DType::Float64},
                                              {"double", DType::Float64},
                                              {"float32", DType::Float32},
                                              {"fp32", DType::Float32},
                                              {"float", DType::Float32}}};
    for (const Word& word : kWords)
        if (text.find(word.word) != std::string_view::npos)
            return word.dtype;
    return std::nullopt;
}

double Tolerance::at(double expected) const
{
    return absolute + relative * std::abs(expected);
}

Tolerance toleranceFor(DType dtype)
{
    return rowOf(dtype).tolerance;
}

ChosenTolerance chooseTolerance(const Manifest& baseline, const Manifest& current)
{
    const auto b = precisionOf(baseline);
    const auto c = precisionOf(current);
    ChosenTolerance chosen;
    chosen.assumed = !b && !c;
    chosen.dtype = b.value_or(c.value_or(DType::Float32));
    if (b && c && toleranceFor(*c).relative > toleranceFor(*b).relative)
        chosen.dtype = *c;
    chosen.tolerance = toleranceFor(chosen.dtype);
    return chosen;
}

}  // namespace headwater
