// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/DeviceMatrix.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace headwater::scale {

namespace {

constexpr std::size_t kMostDevices = 1024;

/// Without the sequences that underline the header.
std::string plain(std::string_view line)
{
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            out += line[i];
            continue;
        }
        while (i < line.size() && line[i] != 'm')
            ++i;
    }
    return out;
}

std::vector<std::string> wordsOf(const std::string& line)
{
    std::vector<std::string> words;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t\r", at)) != std::string::npos) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

tl::unexpected<Error> bad(std::string what, std::size_t line)
{
    return fail(ErrorCode::Malformed, std::move(what), {}, fmt::format("line {}", line),
                "give the whole output of nvidia-smi topo -m");
}

/// What is gathered line by line.
struct Matrix {
    DeviceTopology topology;
    bool hasNuma = false;
    std::size_t rows = 0;
};

void readHeader(const std::vector<std::string>& words, Matrix& matrix)
{
    const auto end = std::ranges::find(words, "CPU");
    matrix.topology.devices.assign(words.begin(), end);
    matrix.topology.links.resize(matrix.topology.devices.size());
    matrix.topology.numa.resize(matrix.topology.devices.size());
    const auto numa = std::find(end, words.end(), "NUMA");
    matrix.hasNuma = numa != words.end() && (numa == words.begin() || *(numa - 1) != "GPU");
}

/// A row of the matrix, or nothing said of lines that are none.
Status readRow(const std::vector<std::string>& words, std::size_t line, Matrix& matrix)
{
    DeviceTopology& topology = matrix.topology;
    const auto at = std::ranges::find(topology.devices, words.front());
    if (at == topology.devices.end())
        return {};
    const auto row = static_cast<std::size_t>(at - topology.devices.begin());
    const std::size_t count = topology.devices.size();
    if (!topology.links[row].empty())
        return bad(fmt::format("{} has a second row", words.front()), line);
    if (words.size() < count + 1)
        return bad(fmt::format("{} has {} links, there are {} devices", words.front(), words.size() - 1, count), line);
    topology.links[row].assign(words.begin() + 1, words.begin() + 1 + static_cast<std::ptrdiff_t>(count));
    if (topology.links[row][row] != "X")
        return bad(fmt::format("the link of {} to itself is '{}'", words.front(), topology.links[row][row]), line);
    // After the links: processors, then the NUMA node.
    if (matrix.hasNuma && words.size() > count + 2 && words[count + 2] != "N/A")
        topology.numa[row] = words[count + 2];
    ++matrix.rows;
    return {};
}

}  // namespace

bool isDeviceMatrix(std::string_view text)
{
    // People paste the command, and some tools begin with an empty line.
    std::size_t end = text.find('\n');
    while (end != std::string_view::npos && (wordsOf(plain(text.substr(0, end))).empty() ||
                                             text.substr(0, end).find("nvidia-smi topo") != std::string_view::npos)) {
        text.remove_prefix(end + 1);
        end = text.find('\n');
    }
    const std::vector<std::string> header = wordsOf(plain(text.substr(0, end)));
    if (header.empty() || header.front() != "GPU0" || end == std::string_view::npos)
        return false;
    if (text.find("nvidia-smi", end) != std::string_view::npos)
        return false;  // a capture of several commands: telemetry, of which the matrix is a part
    const std::vector<std::string> row = wordsOf(plain(text.substr(end + 1, text.find('\n', end + 1) - end - 1)));
    return row.size() >= 2 && row[0] == "GPU0" && row[1] == "X";
}

Result<DeviceTopology> deviceTopologyOf(std::string_view text)
{
    Matrix matrix;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::vector<std::string> words = wordsOf(plain(text.substr(0, end)));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        ++number;
        if (words.empty())
            continue;
        if (matrix.topology.devices.empty()) {
            if (words.front() == "GPU0" && words.size() <= kMostDevices)
                readHeader(words, matrix);
            continue;
        }
        if (words.front().ends_with(':') && words.size() == 2)
            matrix.topology.nicNames[words[0].substr(0, words[0].size() - 1)] = words[1];
        else if (Status status = readRow(words, number, matrix); !status)
            return tl::unexpected(status.error());
    }
    const std::vector<std::string>& devices = matrix.topology.devices;
    if (devices.empty())
        return bad("has no line of devices that begins with GPU0", number);
    for (auto one = devices.begin(); one != devices.end(); ++one)
        if (std::find(one + 1, devices.end(), *one) != devices.end())
            return bad(fmt::format("names {} twice", *one), 1);
    if (matrix.rows != devices.size())
        return bad(fmt::format("has {} rows of {} devices", matrix.rows, devices.size()), number);
    return std::move(matrix.topology);
}

}  // namespace headwater::scale
