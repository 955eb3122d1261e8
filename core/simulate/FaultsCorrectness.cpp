// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Faults.h"

namespace headwater::faults {

Truth nanLoss(JobModel& model)
{
    model.nanStep = model.steps / 2;
    Truth truth;
    truth.cause = "the loss is not a number";
    truth.explanation = say("Half way through, the loss becomes NaN and stays so. No step takes longer than before.");
    truth.layer = "correctness";
    truth.outcome = "inconclusive";
    truth.outcomeNode = "correctness";
    return truth;
}

Truth singlePrecision(JobModel& model)
{
    model.singlePrecision = true;
    Truth truth = regression(
        "forward", "precision",
        say("Matrix products run in float32 although the settings say bfloat16: the kernels have other names "
            "and take 2.6 times as long, in forward first and twice more in backward."),
        "correctness");
    truth.layer = "correctness";
    return truth;
}

Truth deterministicMode(JobModel& model)
{
    model.deterministic = true;
    model.settings["deterministic_mode"] = "True";
    Truth truth = regression("backward", "deterministic mode",
                             say("The current run is deterministic, the baseline is not: backward adds gradients in a "
                                 "fixed order, which takes longer. The two are not to be compared for speed."),
                             "correctness");
    truth.layer = "correctness";
    return truth;
}

Truth twoChanges(JobModel& model)
{
    model.attentionTime = model.attentionTime * 3 / 2;
    model.busBytesPerNs *= 0.9;
    model.settings["attention_backend"] = "fused";
    model.nccl = "2.23.4";
    Truth truth = regression("forward", "not to be told apart",
                             say("Attention runs by another backend and NCCL is another version: two things changed at "
                                 "once, and no measurement of these two runs says which one costs the time."),
                             "confounded");
    truth.layer = "correctness";
    return truth;
}

}  // namespace headwater::faults
