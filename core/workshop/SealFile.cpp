// SPDX-License-Identifier: GPL-3.0-or-later
// A tool of the build: headwater_seal_file NAME FILE SOURCE writes SOURCE, in which NAME is the sealed text of FILE, so
// that the answers of the library cannot be read in the program's file by whoever happens to look into it.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "core/workshop/Seal.h"

int main(int count, char** arguments)
{
    constexpr int kArguments = 4;
    if (count != kArguments)
        return 2;
    const std::string name = arguments[1];
    std::ifstream in(arguments[2], std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    if (!in.is_open() || in.bad() || text.empty()) {
        std::fprintf(stderr, "cannot read %s\n", arguments[2]);
        return 1;
    }
    std::ofstream out(arguments[3], std::ios::binary);
    out << "#include <string_view>\nnamespace headwater::embedded {\nextern const std::string_view " << name
        << ";\nconst std::string_view " << name << " = \"" << headwater::workshop::seal(text) << "\";\n}\n";
    out.flush();
    return out.good() ? 0 : 1;
}
