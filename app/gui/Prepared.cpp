// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Prepared.h"

#include <algorithm>

#include "app/gui/Paths.h"
#include "core/ingest/Probe.h"

namespace headwater {

Result<Prepared> prepared(const PairAnalysis& pair, const SavedInvestigation& saved, const CacheFolder* cache,
                          const Job& job)
{
    Result<DecisionBasisPtr> basis = prepareDecision(pair, saved.policy, job);
    if (!basis)
        return tl::unexpected(basis.error());
    auto verdict = std::make_shared<Verdict>(decide(**basis, saved.policy, job));
    if (job.stopped())
        return cancelled();
    auto inside = drillOrKept(cache, saved, **basis, *verdict, job);
    if (!inside)
        return tl::unexpected(inside.error());
    return Prepared{*std::move(basis), *std::move(inside), std::move(verdict)};
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

Result<FoundInvestigation> findInvestigation(const std::filesystem::path& file, const Origin& origin,
                                             const std::filesystem::path& searched, const Job& job)
{
    Result<SavedInvestigation> saved = loadInvestigation(file);
    if (!saved)
        return tl::unexpected(saved.error());
    FoundInvestigation out;
    out.file = file;
    out.origin = origin;
    std::vector<std::filesystem::path> wanted = missingInputs(*saved);
    out.changed = changedInputs(*saved, job);
    if (!searched.empty())
        for (const ChangedInput& one : out.changed)
            wanted.push_back(one.input);
    out.moved = movedInputs(*saved, wanted, origin.file.isEmpty() ? file : toPath(origin.file), job, searched);
    std::erase_if(out.changed, [&out](const ChangedInput& one) {
        return std::ranges::find(out.moved, one.input, &MovedInput::from) != out.moved.end();
    });
    out.saved = withMoved(*std::move(saved), out.moved);
    out.missing = missingInputs(out.saved);
    if (job.stopped())
        return cancelled();
    return out;
}

}  // namespace headwater
