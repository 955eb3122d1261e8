// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/Result.h"

namespace headwater {

/// A hidden folder inside the output folder that receives all files first. commit() moves them to their final names;
/// destroyed without it, everything that was written goes away again, the output folder too if it was made for this.
class Staging {
public:
    /// Refuses with BadUsage when `out` holds a baseline or current folder that is not an earlier simulation's.
    static Result<Staging> open(const std::filesystem::path& out);
    Staging(Staging&& other) noexcept;
    Staging& operator=(Staging&&) = delete;
    ~Staging();

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    [[nodiscard]] Status makeFolder(const std::string& name) const;
    [[nodiscard]] Status writeText(const std::string& name, const std::string& text) const;
    [[nodiscard]] Status commit();

private:
    explicit Staging(std::filesystem::path out) : m_out(std::move(out)), m_folder(m_out / ".headwater-partial") {}

    std::filesystem::path m_out;
    std::filesystem::path m_folder;
    bool m_createdOut = false;
    bool m_active = true;
};

}  // namespace headwater
