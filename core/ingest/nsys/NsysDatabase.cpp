// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/nsys/NsysDatabase.h"

#include <map>
#include <set>

#include <fmt/format.h>
#include <sqlite3.h>

namespace headwater {

namespace {

constexpr int kOperationsPerCheck = 20'000;
constexpr int kLongestValue = 4'000'000;  ///< bytes of one text; longer ones make the file unreadable, not the program

/// A path as the body of a file: URI; everything but plain letters is percent-encoded.
std::string uriOf(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::path full = std::filesystem::absolute(path, error);
    std::string uri = "file://";
    for (const char c : (error ? path : full).generic_string()) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                           c == '.' || c == '-' || c == '_';
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri + "?mode=ro&immutable=1";
}

}  // namespace

bool NsysRow::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::int64_t NsysRow::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

std::string_view NsysRow::text(int column) const
{
    const unsigned char* text = sqlite3_column_text(m_statement, column);
    if (text == nullptr)
        return {};
    return {static_cast<const char*>(static_cast<const void*>(text)),
            static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::optional<std::int64_t> NsysRow::optionalInteger(int column) const
{
    return isNull(column) ? std::nullopt : std::optional(integer(column));
}

struct NsysDatabase::State {
    sqlite3* handle = nullptr;
    std::string file;
    std::stop_token stop;
    std::uint64_t checks = 0;
    std::uint64_t mostChecks = 0;
    std::map<std::string, std::set<std::string, std::less<>>, std::less<>> tables;  ///< plain tables, their columns

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { sqlite3_close(handle); }

    static int progress(void* self)
    {
        auto& state = *static_cast<State*>(self);
        return ++state.checks > state.mostChecks || state.stop.stop_requested() ? 1 : 0;
    }
};

void NsysDatabase::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

NsysDatabase::NsysDatabase(std::unique_ptr<State> state) : m_state(std::move(state)) {}
NsysDatabase::NsysDatabase(NsysDatabase&&) noexcept = default;
NsysDatabase& NsysDatabase::operator=(NsysDatabase&&) noexcept = default;
NsysDatabase::~NsysDatabase() = default;

Result<NsysDatabase> NsysDatabase::open(const std::filesystem::path& path, const Job& job)
{
    auto state = std::make_unique<State>();
    state->file = path.string();
    state->stop = job.stop;
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    // A row takes some ten bytes and some twenty operations; a file that wants far more goes round in circles.
    constexpr std::uint64_t kOperationsPerByte = 8;
    state->mostChecks = 100 + (error ? 0 : bytes / kOperationsPerCheck * kOperationsPerByte);
    if (sqlite3_open_v2(uriOf(path).c_str(), &state->handle,
                        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
        return fail(ErrorCode::Unreadable, "the SQLite database cannot be opened", state->file);
    sqlite3* handle = state->handle;
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kLongestValue);
    sqlite3_progress_handler(handle, kOperationsPerCheck, &State::progress, state.get());
    NsysDatabase database(std::move(state));
    if (const Status schema = database.readSchema(); !schema)
        return tl::unexpected(schema.error());
    return database;
}

Status NsysDatabase::readSchema()
{
    // Pages are checked when they are read; memory-mapped reading would turn a shrinking file into a crash.
    for (const char* pragma : {"PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0"}) {
        const auto statement = prepare(pragma);
        if (!statement)
            return tl::unexpected(statement.error());
        if (const auto done = step(statement->get()); !done)
            return tl::unexpected(done.error());
    }
    const auto columns = prepare("SELECT l.name, c.name FROM pragma_table_list l, pragma_table_info(l.name) c "
                                 "WHERE l.schema = 'main' AND l.type = 'table'");
    if (!columns)
        return tl::unexpected(columns.error());
    while (true) {
        const auto more = step(columns->get());
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            return {};
        const NsysRow row(columns->get());
        m_state->tables[std::string(row.text(0))].emplace(row.text(1));
    }
}

bool NsysDatabase::hasTable(std::string_view table) const
{
    return m_state->tables.contains(table);
}

bool NsysDatabase::hasColumn(std::string_view table, std::string_view column) const
{
    const auto found = m_state->tables.find(table);
    return found != m_state->tables.end() && found->second.contains(column);
}

std::uint64_t NsysDatabase::rowsAbout(std::string_view table) const
{
    if (!hasTable(table))
        return 0;
    const auto statement = prepare(fmt::format("SELECT max(rowid) FROM \"{}\"", table));
    if (!statement)
        return 0;
    const auto more = step(statement->get());
    return more && *more ? static_cast<std::uint64_t>(std::max<std::int64_t>(NsysRow(statement->get()).integer(0), 0))
                         : 0;
}

Result<NsysDatabase::Statement> NsysDatabase::prepare(const std::string& sql) const
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_state->handle, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr) !=
        SQLITE_OK)
        return tl::unexpected(lastError());
    return Statement(statement);
}

Result<NsysDatabase::Statement> NsysDatabase::select(std::string_view table,
                                                     const std::vector<std::string_view>& columns) const
{
    if (!hasTable(table))
        return Statement();
    std::string list;
    for (const std::string_view column : columns) {
        list += list.empty() ? "" : ", ";
        list += hasColumn(table, column) ? fmt::format("\"{}\"", column) : "NULL";
    }
    return prepare(fmt::format("SELECT {} FROM \"{}\" NOT INDEXED", list, table));
}

Result<bool> NsysDatabase::step(sqlite3_stmt* statement) const
{
    switch (sqlite3_step(statement)) {
    case SQLITE_ROW: return true;
    case SQLITE_DONE: return false;
    default: return tl::unexpected(lastError());
    }
}

Error NsysDatabase::lastError() const
{
    const int code = sqlite3_errcode(m_state->handle);
    if (code == SQLITE_INTERRUPT)
        return m_state->stop.stop_requested()
                   ? cancelled().value()
                   : Error{ErrorCode::TooLarge,
                           "reading the SQLite database takes far more work than its size explains",
                           m_state->file,
                           {},
                           "export the report again"};
    if (code == SQLITE_TOOBIG)
        return {ErrorCode::TooLarge,
                fmt::format("a text in the SQLite database is longer than {} bytes", kLongestValue),
                m_state->file,
                {},
                "export the report again"};
    return {ErrorCode::Malformed,
            fmt::format("the SQLite database is broken: {}", sqlite3_errmsg(m_state->handle)),
            m_state->file,
            {},
            "export the report again: nsys export --type sqlite"};
}

}  // namespace headwater
