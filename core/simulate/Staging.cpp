// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Staging.h"

#include <array>
#include <fstream>
#include <system_error>
#include <utility>

#include "core/simulate/RecordFiles.h"

namespace headwater {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 3> kNames{"baseline", "current", "truth.json"};

Status writeError(const fs::path& path, const std::error_code& error)
{
    return fail(ErrorCode::WriteFailed, "cannot write: " + error.message(), path.string(), {},
                "check the free space and the permissions of the folder");
}

bool isTrace(const fs::directory_entry& entry)
{
    const std::string name = entry.path().filename().string();
    return entry.is_regular_file() && (name.ends_with(".pt.trace.json") || name.ends_with(".pt.trace.json.gz"));
}

bool areRecords(const fs::directory_entry& folder)
{
    if (!folder.is_directory() || folder.is_symlink() || folder.path().filename() != kRecordsFolder)
        return false;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (!entry.is_regular_file() || !isRecordName(entry.path().filename().string()))
            return false;
    }
    return !error;
}

/// Whether replacing `folder` destroys nothing but simulated files.
bool isReplaceable(const fs::path& folder)
{
    std::error_code error;
    if (!fs::exists(folder, error))
        return true;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (!isTrace(entry) && !areRecords(entry))
            return false;
    }
    return !error;
}

bool holdsSimulation(const fs::path& out)
{
    std::ifstream file(out / "truth.json");
    std::string head(64, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.find("headwater.truth/1") != std::string::npos;
}

}  // namespace

Result<Staging> Staging::open(const fs::path& out)
{
    Staging staging(out);
    std::error_code error;
    bool occupied = false;
    for (const char* name : kNames)
        occupied = occupied || fs::exists(out / name, error);
    const bool ours = holdsSimulation(out) && isReplaceable(out / "baseline") && isReplaceable(out / "current");
    if (occupied && !ours) {
        staging.m_active = false;
        return fail(ErrorCode::BadUsage, "the folder already holds something named baseline, current or truth.json",
                    out.string(), {}, "choose an empty or new folder");
    }
    fs::remove_all(staging.m_folder, error);
    staging.m_createdOut = !fs::exists(out, error);
    fs::create_directories(staging.m_folder, error);
    if (error)
        return tl::unexpected<Error>(writeError(out, error).error());
    return staging;
}

Staging::Staging(Staging&& other) noexcept
    : m_out(std::move(other.m_out))
    , m_folder(std::move(other.m_folder))
    , m_createdOut(other.m_createdOut)
    , m_active(std::exchange(other.m_active, false))
{}

Staging::~Staging()
{
    if (!m_active)
        return;
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
    if (m_createdOut)
        fs::remove(m_out, ignored);  // only if empty
}

Status Staging::makeFolder(const std::string& name) const
{
    std::error_code error;
    fs::create_directory(m_folder / name, error);
    return error ? writeError(m_folder / name, error) : Status{};
}

Status Staging::writeText(const std::string& name, const std::string& text) const
{
    std::ofstream file(m_folder / name, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    return file ? Status{} : writeError(m_folder / name, std::make_error_code(std::errc::io_error));
}

Status Staging::commit()
{
    std::error_code error;
    for (const char* name : kNames) {
        fs::remove_all(m_out / name, error);
        if (error)
            return writeError(m_out / name, error);
    }
    for (const char* name : kNames) {
        fs::rename(m_folder / name, m_out / name, error);
        if (error)
            return writeError(m_out / name, error);
    }
    fs::remove_all(m_folder, error);
    m_active = false;
    return {};
}

}  // namespace headwater
