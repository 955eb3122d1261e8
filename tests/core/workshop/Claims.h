// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "tests/core/workshop/JudgedCase.h"

namespace headwater::test {

/// What a sentence says of a case, as something that can be looked for in what the product found in its runs: not by
/// the facts that chose the sentence.
struct Claim {
    std::string_view beginning;  ///< of the English sentence
    bool (*holds)(const JudgedCase& is);
};

/// Of what is said to a wrong choice. A sentence without an entry fails the test: whoever writes one says what it
/// claims.
inline const std::vector<Claim>& claimsOfReplies()
{
    using Q = Quantity;
    using L = LayerId;
    using S = LayerStatus;
    using J = const JudgedCase&;
    static constexpr auto confounded = [](J is) { return is.changes() > 1; };
    static constexpr auto correctnessFails = [](J is) { return is.status(L::Correctness) == S::Fail; };
    static constexpr auto noStage = [](J is) { return !is.regressed(); };
    static constexpr auto batchesInTime = [](J is) { return is.regressed() && !is.hasRegressed("data_loading"); };
    static constexpr auto intoTheBatch = [](J is) {
        return is.hasRegressed("data_loading") && (is.grew(Q::Memcpy) || is.grew(Q::Idle)) && !is.grew(Q::Compute);
    };
    static constexpr auto kernelsAsBefore = [](J is) { return is.regressed() && !is.grew(Q::Compute); };
    static constexpr auto notIdle = [](J is) { return is.regressed() && !is.grew(Q::Idle); };
    static constexpr auto noTransfer = [](J is) { return is.regressed() && !is.grew(Q::Transfer); };
    static constexpr auto fault = [](J is) { return is.status(L::Resources) == S::Fail; };
    static constexpr auto noFault = [](J is) { return is.status(L::Resources) != S::Fail; };
    static constexpr auto ranksEven = [](J is) { return is.status(L::Stragglers) == S::Pass; };
    static constexpr auto inTheMedian = [](J is) {
        return is.regressed() && is.verdict.firstRegressed->scope != Scope::Localised &&
               (is.verdict.firstRegressed->kind == Kind::Shift || is.verdict.firstRegressed->kind == Kind::Both);
    };
    static constexpr auto slowSteps = [](J is) {
        return is.regressed() &&
               (is.verdict.firstRegressed->kind == Kind::Tail || is.verdict.firstRegressed->kind == Kind::Rare);
    };
    static constexpr auto someRanks = [](J is) {
        return is.regressed() && is.verdict.firstRegressed->scope == Scope::Localised;
    };
    static constexpr auto middleRank = [](J is) { return is.middleRegressed(); };
    static constexpr auto sameWork = [](J is) { return is.status(L::Correctness) == S::Pass && is.changes() <= 1; };
    static constexpr auto oneChange = [](J is) { return is.changes() <= 1; };
    static const std::vector<Claim> claims{
        {"Not in this case: more than one thing was changed", confounded},
        {"Not in this case: the correctness page does show", correctnessFails},
        {"Nothing on the correctness page calls for stopping", sameWork},
        {"Nothing here is shown to be broken", noFault},
        {"Look again: the page does name a counter", [](J is) { return is.status(L::Resources) != S::Pass; }},
        {"The layer passes: there is neither",
         [](J is) { return is.status(L::Resources) == S::Pass && !is.counterDiffers(); }},
        {"The layer fails: something is shown", fault},
        {"Batches come as early as before", batchesInTime},
        {"No stage is outside its tolerance: there is no extra time", noStage},
        {"Compare the sum of kernel times in that stage", kernelsAsBefore},
        {"The device is not idle in that stage", notIdle},
        {"The extra time there goes into the batch", intoTheBatch},
        {"Split the collectives into waiting and transfer: in the first", noTransfer},
        {"That test isolates the links", noTransfer},
        {"Compare each stage with its own baseline: in the median", inTheMedian},
        {"In the median over the ranks already", inTheMedian},
        {"Look beyond the median", slowSteps},
        {"The slow steps take longer than before", slowSteps},
        {"Compare each stage with its own baseline: on the middle rank", middleRank},
        {"The middle rank does not show it", [](J is) { return someRanks(is) && !middleRank(is); }},
        {"On the slowest rank one stage or more", someRanks},
        {"Without the waiting no rank stands out in every step", [](J is) { return !is.isFixed(); }},
        {"Each time it is another rank", [](J is) { return is.isRotating() && !is.isFixed(); }},
        {"Slowness goes round among the ranks", [](J is) { return is.isRotating() && !is.isFixed(); }},
        {"They look even over many steps", [](J is) { return is.isRotating() && !is.isFixed(); }},
        {"They only look even because the fast ones wait", [](J is) { return is.isFixed(); }},
        {"Look who arrives last, step by step: it is always", [](J is) { return is.isFixed() && !is.isRotating(); }},
        {"Without the waiting the ranks are even", ranksEven},
        {"The ranks are even; there is no rank", ranksEven},
        {"With up to ten ranks the 3-sigma rule",
         [](J is) { return is.basis->pair.current->cube.ranks().size() <= 10; }},
        {"With this many ranks the rule can flag",
         [](J is) { return is.basis->pair.current->cube.ranks().size() > 10; }},
        {"As far as was checked the runs compute the same", [](J is) { return is.status(L::Correctness) == S::Pass; }},
        {"No result on the correctness page is wrong",
         [](J is) { return is.status(L::Correctness) == S::Warn && is.changes() > 1; }},
        {"A good habit, but not more than one thing", [](J is) { return is.changes() <= 1 && is.regressed(); }},
        {"Not more than one thing was changed here. What the",
         [](J is) { return oneChange(is) && correctnessFails(is); }},
        {"Not more than one thing was changed here, and no", [](J is) { return oneChange(is) && noStage(is); }},
        {"No counter shows a fault", noFault},
        {"A counter gives a lead at most", [](J is) { return is.status(L::Resources) == S::Warn; }},
        {"That test isolates the input pipeline", batchesInTime},
        {"What the correctness page shows", correctnessFails},
        {"More than one thing was changed between the runs", confounded},
        {"It is the input, and a counter shows", [](J is) { return fault(is) && intoTheBatch(is); }},
        {"The kernels of that stage take as long", kernelsAsBefore},
        {"They do take longer there, and a counter", [](J is) { return fault(is) && is.grew(Q::Compute); }},
        {"The device does wait there, and a counter", [](J is) { return fault(is) && is.grew(Q::Idle); }},
        {"No stage is outside its tolerance, and yet a page", [](J is) { return noStage(is) && fault(is); }}};
    return claims;
}

/// Of what is counted right, by "node/choice"; what is not here says nothing about what was measured.
inline const std::vector<Claim>& claimsOfRightChoices()
{
    using Q = Quantity;
    using J = const JudgedCase&;
    static const std::vector<Claim> claims{
        {"resources/lead-shown", [](J is) { return is.counterDiffers(); }},
        {"timeline/input", [](J is) { return is.hasRegressed("data_loading"); }},
        {"timeline/compute", [](J is) { return is.grew(Q::Compute); }},
        {"timeline/host", [](J is) { return is.grew(Q::Idle) && !is.hasRegressed("data_loading"); }},
        {"timeline/network", [](J is) { return is.grew(Q::Transfer); }},
        {"outcome/one-variable", [](J is) { return is.changes() > 1; }},
        {"outcome/repair-device", [](J is) { return is.status(LayerId::Resources) == LayerStatus::Fail; }},
        {"outcome/synthetic-data", [](J is) { return is.hasRegressed("data_loading") || is.isRotating(); }},
        {"outcome/compare-kernels", [](J is) { return is.grew(Q::Compute); }},
        {"outcome/profile-host", [](J is) { return is.grew(Q::Idle); }},
        {"outcome/swap-rank", [](J is) { return is.isFixed(); }},
        {"outcome/test-links", [](J is) { return is.grew(Q::Transfer); }},
        {"outcome/leave-alone", [](J is) { return !is.regressed(); }}};
    return claims;
}

}  // namespace headwater::test
