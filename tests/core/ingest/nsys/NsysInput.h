// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>

namespace headwater::test {

/// Runs statements on a new database; what fails is left out (tests look at what the reader makes of the result).
inline void makeDatabase(const std::filesystem::path& path, const std::vector<std::string>& statements)
{
    sqlite3* handle = nullptr;
    sqlite3_open(path.c_str(), &handle);
    for (const std::string& statement : statements)
        sqlite3_exec(handle, statement.c_str(), nullptr, nullptr, nullptr);
    sqlite3_close(handle);
}

inline std::string bytesOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// An export of Nsight Systems with the tables and columns of recent versions.
class NsysInput {
public:
    NsysInput()
    {
        m_sql = {
            "BEGIN",
            "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)",
            "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT)",
            "INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.24.14')",
            "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT)",
            "CREATE TABLE TARGET_INFO_SYSTEM_ENV (name TEXT, value TEXT)",
            "CREATE TABLE META_DATA_CAPTURE (name TEXT, value TEXT)",
            "CREATE TABLE ThreadNames (nameId INTEGER, priority INTEGER, globalTid INTEGER)",
            "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, \"end\" INTEGER, deviceId INTEGER, streamId "
            "INTEGER, "
            "correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER)",
            "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, \"end\" INTEGER, deviceId INTEGER, streamId "
            "INTEGER, "
            "correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind "
            "INTEGER)",
            "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, \"end\" INTEGER, deviceId INTEGER, streamId "
            "INTEGER, "
            "correlationId INTEGER, globalPid INTEGER, memKind INTEGER)",
            "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, \"end\" INTEGER, eventClass INTEGER, "
            "globalTid INTEGER, correlationId INTEGER, nameId INTEGER)",
            "CREATE TABLE NVTX_EVENTS (start INTEGER, \"end\" INTEGER, eventType INTEGER, text TEXT, globalTid "
            "INTEGER, "
            "textId INTEGER, domainId INTEGER)",
        };
    }

    static std::int64_t global(int process, int thread = 0)
    {
        return (std::int64_t(1) << 48U) | (std::int64_t(process) << 24U) | thread;
    }

    int string(const std::string& text)
    {
        m_sql.push_back(fmt::format("INSERT INTO StringIds VALUES ({}, '{}')", ++m_strings, text));
        return m_strings;
    }

    NsysInput& sql(std::string statement)
    {
        m_sql.push_back(std::move(statement));
        return *this;
    }

    NsysInput& session(std::int64_t start)
    {
        sql("CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER, utcTime TEXT)");
        return sql(fmt::format("INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES ({}, '2026-01-01T00:00:00')", start));
    }

    NsysInput& system(const std::string& name, const std::string& value)
    {
        return sql(fmt::format("INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES ('{}', '{}')", name, value));
    }

    NsysInput& environment(const std::string& assignment)
    {
        return sql(
            fmt::format("INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_0:ENVIRONMENT_VARIABLE', '{}')", assignment));
    }

    NsysInput& kernel(int process, std::int64_t start, std::int64_t end, int correlation, const std::string& name,
                      int device = 0, int stream = 7)
    {
        const int id = string(name);
        return sql(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ({}, {}, {}, {}, {}, {}, {}, {})", start,
                               end, device, stream, correlation, global(process), id, id));
    }

    NsysInput& call(int process, std::int64_t start, std::int64_t end, int correlation, const std::string& name,
                    int eventClass = 0)
    {
        return sql(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES ({}, {}, {}, {}, {}, {})", start, end,
                               eventClass, global(process, process), correlation, string(name)));
    }

    NsysInput& range(int process, std::int64_t start, std::int64_t end, const std::string& text, int domain = 0,
                     int type = 59)
    {
        return sql(fmt::format("INSERT INTO NVTX_EVENTS VALUES ({}, {}, {}, '{}', {}, NULL, {})", start,
                               end < 0 ? "NULL" : std::to_string(end), type, text, global(process, process), domain));
    }

    /// A launch and the kernel it starts.
    NsysInput& launch(int process, std::int64_t call, std::int64_t start, std::int64_t end, const std::string& name)
    {
        ++m_correlation;
        this->call(process, call, call + 10, m_correlation, "cudaLaunchKernel_v7000");
        return kernel(process, start, end, m_correlation, name);
    }

    std::filesystem::path write(const std::filesystem::path& path) const
    {
        std::filesystem::create_directories(path.parent_path());
        std::vector<std::string> all = m_sql;
        all.emplace_back("COMMIT");
        makeDatabase(path, all);
        return path;
    }

private:
    std::vector<std::string> m_sql;
    int m_strings = 0;
    int m_correlation = 1000;
};

}  // namespace headwater::test
