// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace headwater {

/// One row of a running query. Columns that the table does not have read as null.
class NsysRow {
public:
    explicit NsysRow(sqlite3_stmt* statement) : m_statement(statement) {}

    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;   ///< 0 for null and for text that is no number
    [[nodiscard]] std::string_view text(int column) const;  ///< valid until the next row
    [[nodiscard]] std::optional<std::int64_t> optionalInteger(int column) const;

private:
    sqlite3_stmt* m_statement;
};

/// An untrusted SQLite file, opened so that it can neither be changed nor do anything: read-only, immutable (no lock,
/// no journal beside it), defensive, untrusted schema, only plain tables and plain columns are ever read, and a bound
/// on the work that follows from its size.
class NsysDatabase {
public:
    /// Errors: Unreadable, Malformed (no database, or a broken one).
    [[nodiscard]] static Result<NsysDatabase> open(const std::filesystem::path& path, const Job& job);

    NsysDatabase(NsysDatabase&&) noexcept;
    NsysDatabase& operator=(NsysDatabase&&) noexcept;
    ~NsysDatabase();

    [[nodiscard]] bool hasTable(std::string_view table) const;
    [[nodiscard]] bool hasColumn(std::string_view table, std::string_view column) const;
    /// Largest row id: about the number of rows, without counting them. 0 where the table is absent.
    [[nodiscard]] std::uint64_t rowsAbout(std::string_view table) const;

    /// Calls take(row) for each row of `table` in storage order, with `columns` in this order; a column that is absent
    /// reads as null; nothing happens where the table is absent. Names are the program's own, never the file's.
    /// Errors: Malformed, TooLarge (work beyond the bound), Cancelled.
    template <class Take>
    [[nodiscard]] Status forEachRow(std::string_view table, const std::vector<std::string_view>& columns, Take take)
    {
        auto statement = select(table, columns);
        if (!statement)
            return tl::unexpected(statement.error());
        while (*statement) {
            const auto more = step(statement->get());
            if (!more)
                return tl::unexpected(more.error());
            if (!*more)
                break;
            take(NsysRow(statement->get()));
        }
        return {};
    }

private:
    struct State;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

    explicit NsysDatabase(std::unique_ptr<State> state);
    [[nodiscard]] Status readSchema();
    [[nodiscard]] Result<Statement> prepare(const std::string& sql) const;
    /// No statement where the table is absent.
    [[nodiscard]] Result<Statement> select(std::string_view table, const std::vector<std::string_view>& columns) const;
    [[nodiscard]] Result<bool> step(sqlite3_stmt* statement) const;
    [[nodiscard]] Error lastError() const;

    std::unique_ptr<State> m_state;
};

}  // namespace headwater
