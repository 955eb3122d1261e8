// SPDX-License-Identifier: GPL-3.0-or-later
// check_structure CHECK ROOT [LINKS]: runs one check on the project and prints what it complains about.
#include <fstream>
#include <iostream>
#include <sstream>

#include "tests/structure/Checks.h"

using namespace headwater::structure;

namespace {

std::string readText(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

Complaints run(const std::string& check, const std::filesystem::path& root, const std::string& links)
{
    if (check == "links")
        return links.empty() ? Complaints{"no link lists given"} : checkLinks(readText(links));
    if (check == "top-level") {
        std::vector<std::string> entries;
        for (const auto& entry : std::filesystem::directory_iterator(root))
            entries.push_back(entry.path().filename().string());
        return checkTopLevel(entries);
    }
    const auto files = readProject(root);
    if (files.empty())
        return {"nothing to check below " + root.string()};
    if (check == "includes")
        return checkIncludes(files);
    if (check == "readmes")
        return checkReadmes(files);
    if (check == "sizes")
        return checkSizes(files);
    if (check == "words")
        return checkWords(files);
    return {"unknown check " + check};
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::cerr << "usage: check_structure CHECK ROOT [LINKS]\n";
        return 2;
    }
    const auto complaints = run(argv[1], argv[2], argc > 3 ? argv[3] : "");
    for (const auto& complaint : complaints)
        std::cout << complaint << '\n';
    return complaints.empty() ? 0 : 1;
}
