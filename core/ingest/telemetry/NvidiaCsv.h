// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/ingest/telemetry/NvidiaColumns.h"
#include "core/ingest/telemetry/Sink.h"

namespace headwater::telemetry {

/// Takes the lines of an nvidia-smi CSV one by one: any columns, units in the header, the cells or nowhere, headers
/// that come again after a restart, no header where the columns can be told.
class NvidiaCsv {
public:
    explicit NvidiaCsv(TelemetrySink& sink) : m_sink(sink) {}

    void line(std::string_view line, std::uint64_t number);
    /// Must be called after the last line: rows that do not say which GPU they are about are told apart only then.
    void finish(FileContent& content);
    /// Tells of a last row that is cut; `lines` are those of the file.
    void noteCut(std::uint64_t lines);

    [[nodiscard]] std::uint64_t rows() const { return m_rows; }
    /// A first row was seen whose columns could not be told.
    [[nodiscard]] bool columnsUnknown() const { return m_unknown; }

private:
    struct Row {
        Ns time = 0;
        ClockKind clock = ClockKind::LocalTime;
        std::uint64_t line = 0;
        std::size_t columns = 0;  ///< index into m_headers
        std::vector<std::string> cells;
    };

    void guessHeader(const std::vector<std::string>& cells, std::uint64_t number);
    void header(std::vector<NvidiaColumn> columns, std::uint64_t number);
    void noteDoubled(const std::vector<NvidiaColumn>& columns, std::uint64_t number);
    void data(std::vector<std::string> cells, std::uint64_t number);
    [[nodiscard]] static bool assumesUnit(const NvidiaColumn& column, std::string_view cell);
    [[nodiscard]] bool settleTime(Row& row);
    [[nodiscard]] SeriesOwner ownerOf(const Row& row) const;
    void store(const Row& row, const SeriesOwner& owner);
    void storeUnidentified();
    void manifestFacts(const Row& row);

    TelemetrySink& m_sink;
    std::vector<std::vector<NvidiaColumn>> m_headers;
    std::string m_headerText;
    std::uint64_t m_rows = 0;
    std::pair<std::uint64_t, std::size_t> m_short{};  ///< line and cells of the latest row that was left out
    bool m_unknown = false;
    bool m_identified = true;
    std::map<std::string, std::int64_t> m_order;               ///< rows of each device, where there are no times
    std::map<std::string, std::vector<std::size_t>> m_series;  ///< per owner: series of each column
    std::vector<Row> m_unidentified;
    std::map<std::string, std::uint64_t> m_names, m_drivers;  ///< with the line that says it first
};

/// Reader of the format nvidia-smi-csv.
[[nodiscard]] Status readNvidiaCsv(const std::filesystem::path& path, const ReadOptions& options, const Job& job,
                                   FileContent& content);

}  // namespace headwater::telemetry
