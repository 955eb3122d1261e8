// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/Options.h"
#include "core/base/Result.h"
#include "core/report/AtomicFile.h"

namespace headwater::cli {

/// Everything a command prints. Nothing is printed before all of it is ready, and files appear together or not at all.
class Output {
public:
    /// `target` is a file, or "-" for stdout. Fails with BadUsage when two want stdout.
    [[nodiscard]] Status add(const std::string& target, std::string content);
    /// Likewise, of a text that is made while it is written; to stdout too.
    [[nodiscard]] Status add(const std::string& target, TextSource source);
    /// Text for people, printed unless something else takes stdout.
    void setText(std::string text) { m_text = std::move(text); }

    /// Writes all. Cancelled when stopped before the first file appeared, WriteFailed when a file or stdout refuses.
    [[nodiscard]] Status write(const std::stop_token& stop) const;

private:
    std::vector<std::pair<std::string, TextSource>> m_files;
    TextSource m_standard;  ///< null: what people read
    std::string m_text;
};

/// Refuses early what add() would refuse late: two of these options with "-".
[[nodiscard]] Status checkTargets(const Arguments& arguments, std::span<const std::string_view> options);

/// Whether text for people may use colours: stdout is a terminal that knows them and NO_COLOR is not set.
[[nodiscard]] bool stdoutHasColour();

}  // namespace headwater::cli
