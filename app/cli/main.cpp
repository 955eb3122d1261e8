// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Help.h"
#include "app/cli/Interrupt.h"
#include "app/cli/Output.h"
#include "app/cli/Session.h"

namespace headwater::cli {

namespace {

int print(std::string text, Session& session)
{
    Output output;
    output.setText(std::move(text));
    const Status status = output.write({});
    return status ? kDone : session.fail(status.error());
}

int unknownCommand(const std::string& name, Session& session)
{
    std::vector<std::string_view> names;
    for (const CommandSpec* command : allCommands())
        names.push_back(command->name);
    const auto near = nearest(name, names);
    return session.fail({ErrorCode::BadUsage,
                         fmt::format("there is no command '{}'", name),
                         {},
                         {},
                         near ? "did you mean " + *near + "?" : "see `headwater-cli --help`"});
}

int runCommand(const CommandSpec& command, const std::vector<std::string>& words, Session& session)
{
    const Result<Arguments> arguments = parseArguments(command, words);
    if (!arguments)
        return session.fail(arguments.error());
    return arguments->wantsHelp() ? print(commandHelp(command), session) : command.run(*arguments, session);
}

int run(std::vector<std::string> words, Session& session)
{
    if (words.empty())
        return session.fail({ErrorCode::BadUsage, "no command given", {}, {}, "see `headwater-cli --help`"});
    const std::string name = words.front();
    words.erase(words.begin());
    if (name == "--version")
        return print("headwater-cli " HEADWATER_VERSION "\n", session);
    if (name == "--help" || name == "-h" || (name == "help" && words.empty()))
        return print(programHelp(allCommands()), session);
    for (const CommandSpec* command : allCommands())
        if (command->name == name)
            return runCommand(*command, words, session);
    return unknownCommand(name, session);
}

}  // namespace

}  // namespace headwater::cli

int main(int argc, char** argv)
{
    using namespace headwater;
    const cli::Interrupt interrupt;
    cli::Session session(interrupt.token());
    // core/ reports failures as values; what still throws is the machine running out of memory.
    try {
        return cli::run(std::vector<std::string>(argv + 1, argv + argc), session);
    } catch (const std::exception& exception) {
        return session.fail(
            {ErrorCode::TooLarge, std::string("failed: ") + exception.what(), {}, {}, "use smaller input"});
    }
}
