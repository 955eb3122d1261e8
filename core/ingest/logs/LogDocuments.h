// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/ingest/Format.h"

namespace headwater::logs {

/// Logs that are documents and tables instead of lines. Each pair serves one entry of logFormats().

/// Hugging Face trainer_state.json: log_history with loss, gradient norm and learning rate by step; times only as the
/// run time of the whole. NaN tokens are legal there. A cut document gives the rows before the cut.
[[nodiscard]] std::optional<std::string> recogniseTrainerState(const FileHead& head);
[[nodiscard]] Status readTrainerState(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                      FileContent& content);

/// Megatron-LM's golden values: {metric: {start_step, end_step, step_interval, values: {"<step>": number | "nan"}}};
/// iteration-time in seconds. The benchmarks of single layers that lie beside them, {layer: {forward_ms, backward_ms,
/// max_regression_ratio}}, are told apart and not used.
[[nodiscard]] std::optional<std::string> recogniseGoldenValues(const FileHead& head);
[[nodiscard]] Status readGoldenValues(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                      FileContent& content);

/// Lightning's CSVLogger metrics.csv: a column per metric beside epoch and step, sparse rows, several rows a step.
[[nodiscard]] std::optional<std::string> recogniseLightningCsv(const FileHead& head);
[[nodiscard]] Status readLightningCsv(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                      FileContent& content);

}  // namespace headwater::logs
