// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// The configuration that frameworks print before training: Megatron's and GPT-NeoX's argument tables ("------
/// arguments
/// ------"), DeepSpeed's "[config.py:962:print]   train_batch_size ... 512", and a few lines beside them. Every row
/// becomes a fact: two tables differ in what their rows differ in. The folders of absolute paths do not.
class ArgumentDump {
public:
    bool read(std::string_view line, LogBuilder& log);

private:
    bool m_open = false;
};

/// Puts one argument of a framework under the project's key, or under "argument.NAME" where it has none.
/// `table` is the prefix of the latter.
void setArgument(std::string_view name, std::string_view value, LogBuilder& log, std::string_view table = "argument.");

}  // namespace headwater::logs
