// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Prepared.h"

#include "core/ingest/Probe.h"

namespace headwater {

Result<Prepared> prepared(const PairAnalysis& pair, const SavedInvestigation& saved, const CacheFolder* cache,
                          const Job& job)
{
    Result<DecisionBasisPtr> basis = prepareDecision(pair, saved.policy, job);
    if (!basis)
        return tl::unexpected(basis.error());
    auto inside = drillOrKept(cache, saved, **basis, decide(**basis, saved.policy), job);
    if (!inside)
        return tl::unexpected(inside.error());
    return Prepared{*std::move(basis), *std::move(inside)};
}

Result<PairAnalysis> probedPair(const SidePaths& paths, const std::string& traceRules, const Job& job)
{
    PairAnalysis out;
    for (std::size_t i = 0; i < 2; ++i) {
        auto files = probe(paths[i], job, traceRules);
        if (!files)
            return tl::unexpected(files.error());
        auto run = std::make_shared<Run>();
        for (const std::filesystem::path& path : paths[i])
            run->name += (run->name.empty() ? "" : ", ") + path.string();
        run->sources = *std::move(files);
        auto analysis = std::make_shared<RunAnalysis>();
        analysis->run = std::move(run);
        (i == 0 ? out.baseline : out.current) = std::move(analysis);
    }
    return out;
}

InputPrints printsOf(const SidePaths& paths, const Job& job)
{
    InputPrints out;
    for (const auto& side : paths)
        for (const std::filesystem::path& path : side) {
            const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
            if (auto prints = inputPrints(whole, job); !prints.empty())
                out[whole.string()] = std::move(prints);
        }
    return out;
}

Result<FoundInvestigation> findInvestigation(const std::filesystem::path& file, const Job& job)
{
    Result<SavedInvestigation> saved = loadInvestigation(file);
    if (!saved)
        return tl::unexpected(saved.error());
    std::vector<MovedInput> moved = movedInputs(*saved, file, job);
    return FoundInvestigation{withMoved(*std::move(saved), moved), std::move(moved)};
}

}  // namespace headwater
