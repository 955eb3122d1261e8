// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/simulate/JobModel.h"
#include "core/simulate/Records.h"

namespace headwater {

/// What the training program printed, in the form of Megatron-LM: its arguments, then a line for every step (for every
/// so many of a long run).
[[nodiscard]] std::string trainingLogText(const JobModel& model, const RunRecords& records, Ns jobStart);

/// Facts about the run that neither traces nor logs hold, as a headwater.manifest/1: the settings of the job, the
/// software, which rank does what where it matters, and in which rack each host stands.
[[nodiscard]] std::string manifestText(const JobModel& model, Ns jobStart);

/// The settings of every run of this job, changed by JobModel::settings.
[[nodiscard]] std::map<std::string, std::string> settingsOf(const JobModel& model);

}  // namespace headwater
