// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/user_formats.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <format>
#include <string_view>
#include <system_error>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

using namespace patchscale;
using namespace patchscale::cli;

namespace {

/// What went wrong with the arguments in one line of ours, with the way to more help.
ExitStatus refuseUsage(const Session& session, const CLI::App& app, const CLI::ParseError& error, const char* first)
{
    std::string name = "patchscale-cli";
    for (const auto* const sub : app.get_subcommands()) {
        name += ' ' + sub->get_name();
    }
    std::string cause = error.what();
    if (app.get_subcommands().empty() && first != nullptr && *first != '-') {
        cause = std::format("there is no subcommand '{}'", first);
    }
    session.report({.code = Errc::Usage,
                    .message = std::format("{}: {}", name, cause),
                    .where = {},
                    .hints = {std::format("see '{} --help'", name)}});
    return ExitStatus::BadInput;
}

/// What run and ab are to time stands behind "--" and is not ours to read. The number of arguments before it.
int takeCommand(Session& session, int argc, char** argv)
{
    const auto* const verb = argc > 1 ? argv[1] : "";
    if (verb != std::string_view("run") && verb != std::string_view("ab")) {
        return argc;
    }
    auto** const end = std::find(argv, argv + argc, std::string_view("--"));
    session.command.assign(end, argv + argc);
    return static_cast<int>(end - argv);
}

ExitStatus run(Session& session, int argc, char** argv)
{
    CLI::App app {
        "Tells what a patch did to a benchmark: reads kernel patch mails and benchmark output, compares before "
        "and after, and checks what the author claims.",
        "patchscale-cli"};
    app.set_version_flag("--version", "patchscale-cli " PATCHSCALE_VERSION);
    app.require_subcommand(1);
    app.footer("Examples:\n"
               "  patchscale-cli compare mail.txt             what did the patch do?\n"
               "  patchscale-cli parse --json mail.txt        every number with its place, for scripts\n"
               "  patchscale-cli import *.eml                 keep them in the workspace\n"
               "  patchscale-cli run pipe --label before      measure on this machine");
    addParse(app, session);
    addImport(app, session);
    addList(app, session);
    addShow(app, session);
    addCorrect(app, session);
    addNotes(app, session);
    addFormats(app, session);
    addCompare(app, session);
    addRun(app, session);
    addAb(app, session);
    addDoctor(app, session);
    addCompletion(app, session);
    argc = takeCommand(session, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        session.out.write(app.help());
        return ExitStatus::Done;
    } catch (const CLI::CallForVersion& version) {
        session.out.write(std::string(version.what()) + '\n');
        return ExitStatus::Done;
    } catch (const CLI::ParseError& error) {
        return refuseUsage(session, app, error, argc > 1 ? argv[1] : nullptr);
    }
    const auto* const chosen = app.get_subcommands().front();
    if (chosen->get_name() == "parse" || chosen->get_name() == "import" || chosen->get_name() == "compare") {
        for (const auto& error : userFormatErrors()) {
            session.remark(error.message);
        }
    }
    return session.run();
}

/// run(), with nothing that escapes from it.
ExitStatus guardedRun(Session& session, int argc, char** argv)
{
    try {
        return run(session, argc, argv);
    } catch (const std::bad_alloc&) {
        session.report({.code = Errc::Io,
                        .message = "there is not enough memory",
                        .where = {},
                        .hints = {"close other programs, or read the document in parts"}});
    } catch (const std::exception& fault) {
        session.report({.code = Errc::Io,
                        .message = std::format("internal fault: {}", fault.what()),
                        .where = {},
                        .hints = {"please report this as a fault of Patchscale, with the document"}});
    }
    return ExitStatus::Fault;
}

}

int main(int argc, char** argv)
{
    // A reader that goes away must not stop an import half way, and a file size limit must be an error like a full
    // disk.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    Session session;
    auto status = guardedRun(session, argc, argv);
    session.out.flush();
    if (session.out.failure() != 0) {
        session.report({.code = Errc::Io,
                        .message = std::format("cannot write to standard output: {}",
                                               std::generic_category().message(session.out.failure())),
                        .where = {},
                        .hints = {"free some space, or send the output elsewhere"}});
        status = ExitStatus::BadInput;
    }
    return static_cast<int>(status);
}
