// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/RankEngine.h"

namespace headwater {

/// One rank of a data-parallel job. The ranks meet only in the all-reduces: runToBackwardEnd() says when this rank
/// could start each of them, the caller finds when they end (the last rank decides), and finishStep() goes on from
/// there. The caller may run a rank once to find the all-reduce ends and once more to record the events.
class RankTimeline : public RankEngine {
public:
    RankTimeline(const JobModel& model, int rank) : RankEngine(model, rank) {}

    /// Data loading to the end of backward. `step` counts from 0, warm-up included. Events are appended to `events`
    /// unless it is null.
    void runToBackwardEnd(int step, StepEvents* events);

private:
    void embed();
    void forward(int step);
    void loss();
    void backward();
};

}  // namespace headwater
