// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// The configuration that frameworks print before training: Megatron's and GPT-NeoX's argument tables ("------
/// arguments
/// ------"), DeepSpeed's "[config.py:962:print]   train_batch_size ... 512", and a few lines beside them. Only what
/// decides speed and comparability becomes a fact; paths and names do not.
class ArgumentDump {
public:
    bool read(std::string_view line, LogBuilder& log);

private:
    bool m_open = false;
};

/// Puts one argument of a framework under the project's key, if it is one that matters.
void setArgument(std::string_view name, std::string_view value, LogBuilder& log);

}  // namespace headwater::logs
