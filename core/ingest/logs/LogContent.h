// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/ingest/ByteSource.h"
#include "core/ingest/Format.h"
#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Finishes the builder into the file's content: logs, memory series, problems, the manifest and what `probe` shows. An
/// error when nothing of it is usable.
[[nodiscard]] Status deliver(LogBuilder& builder, const std::string& framework, const ReadOptions& options,
                             FileContent& content);

/// The facts of a log as a run's configuration. Sizes that follow from others are put together, so that one change of
/// the user's counts as one.
[[nodiscard]] Manifest manifestFrom(const TrainingLog& log);

}  // namespace headwater::logs
