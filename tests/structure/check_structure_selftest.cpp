// SPDX-License-Identifier: GPL-3.0-or-later
// Plants one violation of each rule and checks that it is found, and that what is allowed passes.
#include <iostream>

#include "tests/structure/Checks.h"

using namespace headwater::structure;

namespace {

int failures = 0;

void expect(const Complaints& complaints, std::size_t count, std::string_view part, std::string_view what)
{
    const bool right = complaints.size() == count && (count == 0 || complaints.front().find(part) != std::string::npos);
    if (right)
        return;
    ++failures;
    std::cout << "FAIL: " << what << ": expected " << count << " complaint(s) with \"" << part << "\", got "
              << complaints.size() << '\n';
    for (const auto& complaint : complaints)
        std::cout << "  " << complaint << '\n';
}

Complaints includesOf(const std::string& path, const std::string& text)
{
    return checkIncludes({{path, text}});
}

void testIncludes()
{
    expect(includesOf("core/triage/A.cpp", "#include \"core/run/Run.h\"\n#include <vector>\n"), 0, "", "forward");
    expect(includesOf("core/run/A.h", "\n#include \"core/triage/Verdict.h\"\n"), 1, "core/run/A.h:2: points backward",
           "backward inside core");
    expect(includesOf("core/simulate/A.h", "#include \"core/ingest/Probe.h\"\n"), 1, "points backward", "sideways");
    expect(includesOf("widgets/A.cpp", "#include \"core/ingest/LoadRun.h\"\n"), 1, "core/ingest", "widgets and ingest");
    expect(includesOf("widgets/charts/A.h", "  #  include <app/gui/Session.h>\n"), 1, "app/gui", "widgets and app");
    expect(includesOf("core/base/A.cpp", "#include <QString>\n"), 1, "brings Qt into core/base", "Qt in core");
    expect(includesOf("app/cli/A.cpp", "#include <QtCore/qglobal.h>\n"), 1, "brings Qt", "Qt in the command line");
    expect(includesOf("app/cli/A.cpp", "#include \"widgets/theme/Theme.h\"\n"), 1, "widgets",
           "widgets in the command line");
    expect(includesOf("app/gui/A.cpp", "#include <QWidget>\n#include \"widgets/A.h\"\n#include \"A.moc\"\n"), 0, "",
           "the window");
    expect(includesOf("core/base/A.cpp", "#include \"Result.h\"\n"), 1, "names no folder", "relative include");
    expect(includesOf("core/novel/A.cpp", "#include <vector>\n"), 1, "no row", "folder without a row");
    expect(includesOf("tests/core/A.cpp", "#include \"core/triage/Verdict.h\"\n#include <QTest>\n"), 0, "", "tests");
}

void testLinks()
{
    const std::string base = "core/base;headwater_base;headwater_options;fmt::fmt\n";
    const std::string run = "core/run;headwater_run;headwater_base\n";
    expect(checkLinks(base + run), 0, "", "forward link");
    expect(checkLinks(run + "core/base;headwater_base;headwater_run\n"), 1, "headwater_base links headwater_run",
           "backward link");
    expect(checkLinks("core/ingest;headwater_ingest\nwidgets;headwater_widgets;Qt6::Widgets;headwater_ingest\n"), 1,
           "headwater_widgets links headwater_ingest", "widgets link ingest");
    expect(checkLinks("core/base;headwater_base;Qt6::Core\n"), 1, "links Qt6::Core", "core links Qt");
    expect(checkLinks("app/cli;headwater-cli;Qt6::Core\n"), 1, "links Qt6::Core", "the command line links Qt");
}

void testRest()
{
    expect(checkTopLevel({"core", "README.md", ".gitignore"}), 0, "", "allowed entries");
    expect(checkTopLevel({"core", "scripts"}), 1, "scripts", "stray folder");
    expect(checkSizes({{"core/a/A.cpp", std::string(400, '\n')}}), 0, "", "400 lines");
    expect(checkSizes({{"core/a/A.cpp", std::string(401, '\n')}}), 1, "longer than 400", "401 lines");
    expect(checkSizes({{"app/gui/MainWindow.cpp", std::string(350, '\n')}}), 1, "longer than 349", "main window");

    const std::string licence = "// SPDX-License-Identifier: GPL-3.0-or-later\n";
    expect(checkWords({{"core/a/A.cpp", licence + "int x = 0;\n"}}), 0, "", "clean source");
    expect(checkWords({{"core/a/A.cpp", "int x = 0;\n"}}), 1, "licence", "no licence line");
    expect(checkWords({{"core/a/A.cpp", licence + "// TO"
                                                  "DO later\n"}}),
           1, "A.cpp:2: admits", "unfinished");
    expect(checkWords({{"README.md", "see /ho"
                                     "me/someone/x\n"}}),
           1, "names a folder", "home folder");
    expect(checkWords({{"README.md", "run `/tm"
                                     "p/x`\n"}}),
           1, "names a folder", "scratch folder");
    expect(checkWords({{"README.md", "see shared/wo"
                                     "rk/x\n"}}),
           0, "", "part of another path");

    const auto missing = checkReadmes({});
    expect(checkReadmes({{"core/README.md", ""}}), missing.size() - 1, "README.md: is missing",
           "folder without README");
}

}  // namespace

int main()
{
    testIncludes();
    testLinks();
    testRest();
    std::cout << (failures == 0 ? "every planted violation was found\n" : "some checks are blind\n");
    return failures == 0 ? 0 : 1;
}
