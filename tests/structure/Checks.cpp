// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/Checks.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "tests/structure/Rules.h"

namespace headwater::structure {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLongestFile = 400;
constexpr std::size_t kLongestMainWindow = 349;

bool isSource(std::string_view path)
{
    return path.ends_with(".cpp") || path.ends_with(".h");
}

bool isProduct(std::string_view path)
{
    return path.starts_with("core/") || path.starts_with("widgets/") || path.starts_with("app/");
}

void forEachLine(std::string_view text, const std::function<void(std::string_view, std::size_t)>& visit)
{
    std::size_t number = 1;
    while (!text.empty()) {
        const auto end = text.find('\n');
        visit(text.substr(0, end), number++);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

std::string at(std::string_view path, std::size_t line, std::string_view what)
{
    std::ostringstream text;
    text << path << ':' << line << ": " << what;
    return text.str();
}

struct Include {
    std::string target;
    bool quoted = false;
};

std::optional<Include> includeOf(std::string_view line)
{
    const auto start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos || line[start] != '#')
        return {};
    const auto open = line.find_first_of("\"<", start);
    if (open == std::string_view::npos || line.substr(start, open - start).find("include") == std::string_view::npos)
        return {};
    const bool quoted = line[open] == '"';
    const auto close = line.find(quoted ? '"' : '>', open + 1);
    if (close == std::string_view::npos)
        return {};
    return Include{std::string(line.substr(open + 1, close - open - 1)), quoted};
}

bool isQt(std::string_view target)
{
    return target.starts_with("Qt") ||
           (target.size() > 1 && target[0] == 'Q' && std::isupper(static_cast<unsigned char>(target[1])) != 0);
}

/// What automoc and uic generate beside a source of the window.
bool isGenerated(std::string_view target)
{
    return target.ends_with(".moc") || target.starts_with("ui_");
}

/// What is wrong with one include, or nothing.
std::string judgeInclude(const Arrow& from, const Include& include)
{
    const bool qtAllowed = from.folder == "widgets" || from.folder == "app/gui";
    if (isQt(include.target))
        return qtAllowed ? "" : "brings Qt into " + std::string(from.folder);
    const Arrow* to = arrowOf(include.target);
    if (to != nullptr && !mayUse(from, *to))
        return "points backward: " + std::string(from.folder) + " must not use " + std::string(to->folder);
    if (include.quoted && to == nullptr && !isGenerated(include.target))
        return "names no folder of the house: " + include.target;
    return "";
}

bool skipped(std::string_view path)
{
    static constexpr std::array prefixes{".git/", "build/", "out/", ".cache/", "tests/data/"};
    return std::ranges::any_of(prefixes, [path](std::string_view prefix) { return path.starts_with(prefix); });
}

bool isText(std::string_view path)
{
    static constexpr std::array endings{".cpp", ".h",   ".md",      ".txt", ".cmake", ".json",
                                        ".xml", ".svg", ".desktop", ".ts",  ".in",    ".qrc"};
    const auto name = path.substr(path.rfind('/') + 1);
    return name.find('.') == std::string_view::npos || name.starts_with('.') ||
           std::ranges::any_of(endings, [name](std::string_view ending) { return name.ends_with(ending); });
}

}  // namespace

std::vector<TextFile> readProject(const fs::path& root)
{
    std::vector<TextFile> files;
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator(); ++entry) {
        const auto path = entry->path().lexically_relative(root).generic_string();
        if (entry->is_directory() && skipped(path + '/')) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file() && isText(path) && path != "LICENSE" && path != ".git") {
            std::ostringstream text;
            text << std::ifstream(entry->path(), std::ios::binary).rdbuf();
            files.push_back({path, text.str()});
        }
    }
    std::ranges::sort(files, {}, &TextFile::path);
    return files;
}

Complaints checkIncludes(const std::vector<TextFile>& files)
{
    Complaints complaints;
    for (const auto& [path, text] : files) {
        if (!isSource(path) || !isProduct(path))
            continue;
        const Arrow* from = arrowOf(path);
        if (from == nullptr) {
            complaints.push_back(path + ": lies in a folder that tests/structure/Rules.cpp has no row for");
            continue;
        }
        forEachLine(text, [&, &path = path](std::string_view line, std::size_t number) {
            const auto include = includeOf(line);
            const auto fault = include ? judgeInclude(*from, *include) : std::string();
            if (!fault.empty())
                complaints.push_back(at(path, number, fault));
        });
    }
    return complaints;
}

Complaints checkLinks(std::string_view text)
{
    struct Target {
        const Arrow* folder = nullptr;
        std::vector<std::string> libraries;
    };
    std::map<std::string, Target> targets;
    forEachLine(text, [&](std::string_view line, std::size_t) {
        std::istringstream parts{std::string(line)};
        std::string folder, name, library;
        std::getline(parts, folder, ';');
        std::getline(parts, name, ';');
        auto& target = targets[name];
        target.folder = arrowOf(folder);
        while (std::getline(parts, library, ';'))
            target.libraries.push_back(library);
    });
    Complaints complaints;
    for (const auto& [name, target] : targets) {
        if (target.folder == nullptr)
            continue;
        const bool qtAllowed = target.folder->folder == "widgets" || target.folder->folder == "app/gui";
        for (const auto& library : target.libraries) {
            const auto linked = targets.find(library);
            if (library.find("Qt") != std::string::npos && !qtAllowed)
                complaints.push_back(name + " links " + library);
            else if (linked != targets.end() && linked->second.folder != nullptr &&
                     !mayUse(*target.folder, *linked->second.folder))
                complaints.push_back(name + " links " + library + ", which points backward");
        }
    }
    return complaints;
}

Complaints checkTopLevel(const std::vector<std::string>& entries)
{
    // build and out are what the scripts write; version control ignores them.
    static const std::set<std::string_view> allowed{
        "CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md", "LICENSE", "app", "core",
        "widgets",        "resources",         "tests",     "packaging",       "build",   "out"};
    Complaints complaints;
    for (const auto& entry : entries)
        if (!entry.starts_with('.') && !allowed.contains(entry))
            complaints.push_back(entry + ": has no place at the top level");
    return complaints;
}

Complaints checkReadmes(const std::vector<TextFile>& files)
{
    std::set<std::string> wanted{"README.md",           "app/README.md",   "core/README.md",
                                 "resources/README.md", "tests/README.md", "packaging/README.md"};
    for (const auto& arrow : arrows())
        wanted.insert(std::string(arrow.folder) + "/README.md");
    for (const auto& file : files)
        wanted.erase(file.path);
    Complaints complaints;
    for (const auto& path : wanted)
        complaints.push_back(path + ": is missing");
    return complaints;
}

Complaints checkSizes(const std::vector<TextFile>& files)
{
    Complaints complaints;
    for (const auto& [path, text] : files) {
        if (!isSource(path) && !path.ends_with("CMakeLists.txt"))
            continue;
        const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
        const bool mainWindow = path.find("/MainWindow.") != std::string::npos;
        const auto limit = mainWindow ? kLongestMainWindow : kLongestFile;
        if (lines > limit)
            complaints.push_back(at(path, lines, "is longer than " + std::to_string(limit) + " lines"));
    }
    return complaints;
}

Complaints checkWords(const std::vector<TextFile>& files)
{
    // Put together from halves, so that this file is no match of its own.
    static const std::regex unfinished("\\b(TO"
                                       "DO|FIX"
                                       "ME|XX"
                                       "X|HA"
                                       "CK)\\b");
    static const std::regex machine("(^|[^A-Za-z0-9_.$}])(/wo"
                                    "rk/|/far"
                                    "m/|/ho"
                                    "me/[a-z]|/ro"
                                    "ot/|/us"
                                    "ers/)");
    static const std::regex scratch("(^|[\\s`\"'=(])/tm"
                                    "p/");
    Complaints complaints;
    for (const auto& [path, text] : files) {
        if (isSource(path) && text.substr(0, 80).find("SPDX-License-Identifier: GPL-3.0-or-later") == std::string::npos)
            complaints.push_back(at(path, 1, "does not start with the licence line"));
        forEachLine(text, [&, &path = path](std::string_view line, std::size_t number) {
            const std::string content(line);
            if (std::regex_search(content, unfinished))
                complaints.push_back(at(path, number, "admits something unfinished"));
            if (std::regex_search(content, machine) || (path.ends_with(".md") && std::regex_search(content, scratch)))
                complaints.push_back(at(path, number, "names a folder of one machine"));
        });
    }
    return complaints;
}

}  // namespace headwater::structure
