// SPDX-License-Identifier: GPL-3.0-or-later
// What the inputs of an investigation look like, and whether they still do.
#include <algorithm>
#include <array>
#include <fstream>
#include <set>

#include "core/report/Fingerprint.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostListed = 10'000;
constexpr int kDepth = 16;
constexpr std::uint64_t kMostRead = 256ULL << 20U;  ///< of one input
constexpr std::uint64_t kLeastSampled = 64ULL << 10U;
constexpr std::uint64_t kMostSampled = 16ULL << 20U;
constexpr std::uint64_t kPieces = 8;

/// Whether people or programs put such a file beside a run without changing the run.
bool isBeside(const fs::path& file)
{
    const std::array<fs::path, 3> written = {".headwater", ".html", ".pdf"};
    return file.filename().string().starts_with('.') || std::ranges::find(written, file.extension()) != written.end();
}

/// Regular files of a folder, sorted by path; links to folders are not followed, so that no loop arises.
std::vector<fs::path> filesOf(const fs::path& folder, const Job& job)
{
    std::vector<fs::path> out;
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && it != fs::recursive_directory_iterator() && out.size() < kMostListed && !job.stopped();
         it.increment(error)) {
        if (it.depth() >= kDepth)
            it.disable_recursion_pending();
        std::error_code unused;
        if (it->is_regular_file(unused) && !isBeside(it->path()))
            out.push_back(it->path());
    }
    std::ranges::sort(out);
    return out;
}

std::uint64_t hashed(std::uint64_t hash, std::string_view bytes)
{
    for (const char c : bytes) {  // FNV-1a
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    return hash;
}

/// Of the file as InputPrint::sampled says; nothing where it cannot be read.
std::optional<Fingerprint> printOf(const fs::path& file, std::uint64_t sampled)
{
    if (sampled == 0) {
        const Result<Fingerprint> print = fingerprintOf(file);
        return print ? std::optional(*print) : std::nullopt;
    }
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(file, error);
    if (error)  // opening what is no file may wait for ever
        return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    Fingerprint out{bytes, 0xcbf29ce484222325ULL};
    const std::uint64_t most = std::clamp(sampled, kPieces, kMostSampled);
    const std::uint64_t pieces = bytes <= most ? 1 : kPieces;
    std::string piece(bytes <= most ? bytes : most / kPieces, '\0');
    for (std::uint64_t i = 0; i < pieces; ++i) {
        const std::uint64_t last = bytes - piece.size();  // where the last piece begins
        const std::uint64_t from = i + 1 == pieces ? last : last / kPieces * i;
        stream.seekg(static_cast<std::streamoff>(from));
        stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        out.hash = hashed(out.hash, piece);
    }
    return stream ? std::optional(out) : std::nullopt;
}

/// Names in `input` that have no print; all where it is no longer what it was.
std::vector<ChangedMember> added(const fs::path& input, const std::vector<InputPrint>& prints, const Job& job)
{
    const bool all = std::ranges::all_of(prints, [](const InputPrint& one) { return one.sampled > 0; });
    if (!all || prints.size() >= kMostListed || prints.front().member.empty())
        return {};
    std::set<std::string> known;
    for (const InputPrint& one : prints)
        known.insert(one.member);
    std::vector<ChangedMember> out;
    for (const fs::path& file : filesOf(input, job)) {
        std::error_code error;
        const std::string member = file.lexically_relative(input).generic_string();
        if (!known.contains(member))
            out.push_back({member, ChangedMember::How::Added, 0, fs::file_size(file, error)});
    }
    return out;
}

}  // namespace

std::vector<InputPrint> inputPrints(const fs::path& input, const Job& job)
{
    std::error_code error;
    const bool folder = fs::is_directory(input, error);
    const std::vector<fs::path> files = folder ? filesOf(input, job) : std::vector<fs::path>{input};
    const std::uint64_t sampled =
        std::clamp(kMostRead / std::max<std::uint64_t>(1, files.size()), kLeastSampled, kMostSampled);
    std::vector<InputPrint> out;
    for (const fs::path& file : files) {
        if (job.stopped())
            break;
        if (const auto print = printOf(file, sampled))
            out.push_back({folder ? file.lexically_relative(input).generic_string() : "", *print, sampled});
    }
    return out;
}

InputPrints printsOf(const std::vector<fs::path>& inputs, const Job& job)
{
    InputPrints out;
    for (const fs::path& path : inputs) {
        const fs::path whole = fs::absolute(path).lexically_normal();
        if (auto prints = inputPrints(whole, job); !prints.empty())
            out[whole.string()] = std::move(prints);
    }
    return out;
}

std::vector<ChangedMember> changedMembers(const fs::path& input, const std::vector<InputPrint>& prints, const Job& job)
{
    if (prints.empty())
        return {};
    std::vector<ChangedMember> out = added(input, prints, job);
    const std::size_t turn = prints.size() / 100 + 1;
    for (std::size_t i = 0; i < prints.size(); ++i) {
        const InputPrint& one = prints[i];
        if (job.stopped())
            break;
        if (i % turn == 0)
            job.report(static_cast<double>(i) / static_cast<double>(prints.size()), "comparing with what was saved");
        const fs::path file = one.member.empty() ? input : input / one.member;
        std::error_code error;
        const std::uint64_t now = fs::file_size(file, error);
        if (error)
            out.push_back({one.member, ChangedMember::How::Gone, one.print.bytes, 0});
        else if (now != one.print.bytes || printOf(file, one.sampled) != one.print)
            out.push_back({one.member, ChangedMember::How::Altered, one.print.bytes, now});
    }
    std::ranges::sort(out, {}, &ChangedMember::member);
    return out;
}

}  // namespace headwater
