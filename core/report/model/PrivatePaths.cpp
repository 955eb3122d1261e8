// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/base/Lowered.h"
#include "core/report/model/NameBytes.h"
#include "core/report/model/PlainNames.h"
#include "core/report/model/PrivateNames.h"

namespace headwater::report {

namespace {

constexpr std::string_view kEnds = " \t\n\r\"'`<>|,;()[]{}=";
constexpr std::size_t kMostWords = 6;  ///< of a name with spaces

/// Where a word ends behind `at`: at a byte that no path has without quotes, or at punctuation of sentences.
std::size_t wordEnd(std::string_view text, std::size_t at)
{
    static constexpr std::array<std::string_view, 10> kMarks{"\u3001", "\u3002", "\uff0c", "\uff1a", "\uff1b",
                                                             "\uff08", "\uff09", "\u201c", "\u201d", "\u2192"};
    const auto ends = [](std::string_view rest) {
        return kEnds.find(rest[0]) != std::string_view::npos ||
               std::ranges::any_of(kMarks, [&](std::string_view mark) { return rest.starts_with(mark); });
    };
    while (at < text.size() && !ends(text.substr(at)))
        ++at;
    return at;
}

/// "plan.py", "x.tar.gz": ends as files do and versions and names of modules do not.
bool isFileName(std::string_view name)
{
    static constexpr std::array<std::string_view, 36> kEndings{
        "bin", "c",   "cc",   "cfg",         "ckpt", "cpp", "csv",    "cu",  "cuh",  "db",      "gz",  "h",
        "h5",  "hpp", "json", "jsonl",       "log",  "md",  "npy",    "npz", "out",  "parquet", "pdf", "pkl",
        "pt",  "pth", "py",   "safetensors", "sh",   "so",  "sqlite", "tar", "toml", "txt",     "xml", "yaml"};
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && dot > 0 &&
           std::ranges::find(kEndings, std::string_view(lowered(name.substr(dot + 1)))) != kEndings.end();
}

std::string_view lastPart(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view withoutEnd(std::string_view path)
{
    while (!path.empty() && (path.back() == '.' || path.back() == ':' || isSlash(path.back())))
        path.remove_suffix(1);
    return path;
}

/// The word at `at` without the sentence's punctuation behind it.
std::string_view wordAt(std::string_view text, std::size_t at)
{
    return withoutEnd(text.substr(at, wordEnd(text, at) - at));
}

/// Words of a sentence, which no name of a file goes on with.
bool isOfSentence(std::string_view word)
{
    static constexpr std::array<std::string_view, 42> kWords{
        "a",      "after",   "again", "an",     "and",  "are",  "as",    "at",    "before", "but",  "by",
        "cannot", "differs", "does",  "failed", "for",  "from", "had",   "has",   "have",   "in",   "into",
        "is",     "it",      "line",  "no",     "not",  "of",   "on",    "or",    "see",    "than", "the",
        "then",   "to",      "under", "was",    "were", "when", "where", "which", "with"};
    return word.empty() || std::ranges::find(kWords, std::string_view(lowered(word))) != kWords.end();
}

/// "MB/s", "and/or", "ms/step", "3/4".
bool isNoPath(std::string_view word)
{
    const std::string_view last = lastPart(word);
    const bool wordy =
        std::ranges::any_of(word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
    static constexpr std::array<std::string_view, 10> kUnits{"a",  "call", "h", "iter", "ms",
                                                             "or", "rank", "s", "sec",  "step"};
    return !wordy || std::ranges::find(kUnits, std::string_view(lowered(last))) != kUnits.end();
}

/// Where a path ends that has spaces: "/mnt/my secret dir/x y.bin". It goes on behind a space where a later word has a
/// slash inside, and where the last name gets its ending only behind it.
std::size_t pastSpaces(std::string_view text, std::size_t from, std::size_t end)
{
    std::size_t at = end;
    for (std::size_t words = 0; words < kMostWords && at < text.size() && text[at] == ' '; ++words) {
        if (isFileName(lastPart(text.substr(from, end - from))))
            break;  // it has its ending
        const std::string_view word = wordAt(text, at + 1);
        if (isOfSentence(word) || isSlash(word[0]) || word.find("://") != std::string_view::npos)
            break;
        const bool inside = word.find_first_of("/\\") != std::string_view::npos && !isNoPath(word);
        at += 1 + word.size();
        if (inside || isFileName(word))
            end = at;
    }
    return end;
}

/// Whether a text that begins as a path does is nothing else, as values of settings are.
bool isOnlyPath(std::string_view text)
{
    std::size_t words = 0;
    for (std::size_t at = 0; at < text.size(); ++words) {
        const std::size_t end = wordEnd(text, at);
        const std::string_view word = text.substr(at, end - at);
        const bool ended = at > 0 && isFileName(lastPart(text.substr(0, at - 1)));
        const bool other = at > 0 && (ended || isOfSentence(word) || isSlash(word[0]) || word[0] == '-');
        if (other || word.find(':', at == 0 ? 2 : 0) != std::string_view::npos ||
            (end < text.size() && text[end] != ' '))
            return false;
        at = end + 1;
    }
    return words <= kMostWords;
}

/// The quote that stands before a path closes it.
std::size_t endOf(std::string_view text, std::size_t at)
{
    const char before = at > 0 ? text[at - 1] : ' ';
    if (before == '"' || before == '\'' || before == '`') {
        const std::size_t close = text.find(before, at);
        const std::size_t line = std::min(text.find_first_of("\n\r", at), text.size());
        if (close != std::string_view::npos && close < line)
            return close;
    }
    if (at == 0 && isOnlyPath(text))
        return text.size();
    std::size_t end = wordEnd(text, at);
    while (end < text.size() && text[end] == ' ' && text[end - 1] == '\\')  // an escaped space
        end = wordEnd(text, end + 1);
    return pastSpaces(text, at, end);
}

/// "~/x", "~alice/x", and not "~3/4".
bool isOfHome(std::string_view rest)
{
    const std::string_view name = runFrom(rest, 1, isLoginByte);
    const std::string_view path = rest.substr(1 + name.size());
    return (name.empty() || !isDigit(name[0])) && path.size() > 1 && path[0] == '/' && path[1] != '/' &&
           (name.empty() || !isNoPath(wordAt(rest, 1)));
}

/// "C:\", "\\share", "/x", "~/x", "~alice/x".
bool isAbsolute(std::string_view rest)
{
    const bool windows = rest.size() > 3 && isLetter(rest[0]) && rest[1] == ':' && isSlash(rest[2]) && rest[3] != '/';
    const bool share = rest.size() > 3 && rest[0] == '\\' && rest[1] == '\\' && isWordByte(rest[2]);
    const bool home = rest[0] == '~' && isOfHome(rest);
    return windows || share || home ||
           (rest.size() > 2 && rest[0] == '/' &&
            (isWordByte(rest[1]) || isForeign(rest[1]) || rest[1] == '.' || rest[1] == '_'));
}

/// Behind the name of a variable or of a URL's host: "$HOME/x", "s3://bucket/x".
bool isBehindName(std::string_view text, std::size_t at)
{
    std::size_t from = at;
    while (from > 0 &&
           (isWordByte(text[from - 1]) || std::string_view("_-.:@").find(text[from - 1]) != std::string_view::npos))
        --from;
    return from < at && ((from > 0 && text[from - 1] == '$') || (from > 2 && text.substr(from - 3, 3) == "://") ||
                         (from > 1 && text.substr(from - 2, 2) == "//" && from > 2 && text[from - 3] == ':'));
}

bool startsPath(std::string_view text, std::size_t at)
{
    if (startsHome(text, at))
        return true;  // whatever stands before, such as a flag of a compiler
    const char before = at > 0 ? text[at - 1] : ' ';
    const bool flag = isWordByte(before) && at > 1 && text[at - 2] == '-';  // -I/home
    const bool url = before == '/' && at > 2 && text.substr(at - 3, 3) == "://";
    const bool behind = text[at] == '/' && isBehindName(text, at);
    const bool foreign = isForeign(before) && at + 1 < text.size() && isForeign(text[at + 1]);  // as in "and/or"
    const bool inside = isWordByte(before) || isSlash(before) || before == '.' || before == '~' || foreign;
    return (url || flag || behind || !inside) && isAbsolute(text.substr(at));
}

/// "../secret/plan.py", "configs/secret.yaml": what is a path without a root. Its beginning is a word's.
bool startsRelative(std::string_view text, std::size_t at)
{
    const char before = at > 0 ? text[at - 1] : ' ';
    if (isWordByte(before) || isSlash(before) || std::string_view("._-:$@~").find(before) != std::string_view::npos)
        return false;
    const std::string_view word = at == 0 && isOnlyPath(text) ? text : wordAt(text, at);
    if (word.starts_with("../") || word.starts_with("./") || word.starts_with("..\\") || word.starts_with(".\\"))
        return word.size() > 3;
    return (isWordByte(text[at]) || (isForeign(text[at]) && !isForeign(before))) &&
           word.find_first_of("/\\") != std::string_view::npos && word.find("//") == std::string_view::npos &&
           isFileName(lastPart(word));
}

}  // namespace

std::vector<std::string> pathsIn(std::string_view text)
{
    std::vector<std::string> paths;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool relative = startsRelative(text, at);
        if (!relative && !startsPath(text, at))
            continue;
        const std::size_t end = endOf(text, at);
        const std::string_view path = withoutEnd(text.substr(at, end - at));
        const bool nested = path.find_first_of("/\\", path.find_first_of("/\\") + 1) != std::string_view::npos;
        if (relative || nested || text[at] == '~' || (path.size() > 2 && isBehindName(text, at)))
            paths.emplace_back(path);
        at = end;
    }
    return paths;
}

}  // namespace headwater::report
