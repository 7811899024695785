// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/session.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <format>
#include <string>
#include <string_view>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

using namespace patchscale;
using namespace patchscale::runner;

namespace {

int refuseUsage(const CLI::App& app, const CLI::ParseError& error, const char* first)
{
    std::string name = "patchscale-runner";
    for (const auto* const sub : app.get_subcommands()) {
        name += ' ' + sub->get_name();
    }
    std::string cause = error.what();
    if (app.get_subcommands().empty() && first != nullptr && *first != '-') {
        cause = std::format("there is no subcommand '{}'", first);
    }
    report({.code = Errc::Usage, .message = cause, .where = {}, .hints = {std::format("see '{} --help'", name)}});
    return statusValue(ExitStatus::BadInput);
}

int run(int argc, char** argv)
{
    CLI::App app {"Runs benchmark kernels on this machine and keeps every sample.", "patchscale-runner"};
    app.set_version_flag("--version", "patchscale-runner " PATCHSCALE_VERSION);
    app.require_subcommand(1);
    Session session;
    const auto end = std::find(argv, argv + argc, std::string_view("--"));
    session.command.assign(end == argv + argc ? end : end + 1, argv + argc);
    argc = static_cast<int>(end - argv);
    addAb(app, session);
    addList(app, session);
    addRun(app, session);
    addDoctor(app, session);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        print(app.help());
        return statusValue(ExitStatus::Done);
    } catch (const CLI::CallForVersion& version) {
        print(std::string(version.what()) + '\n');
        return statusValue(ExitStatus::Done);
    } catch (const CLI::ParseError& error) {
        return refuseUsage(app, error, argc > 1 ? argv[1] : nullptr);
    }
    return session.run();
}

}

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file size limit is an error of writing like a full disk
    try {
        return run(argc, argv);
    } catch (const std::exception& fault) {
        report({.code = Errc::Io,
                .message = std::format("internal fault: {}", fault.what()),
                .where = {},
                .hints = {"please report this as a fault of Patchscale"}});
    }
    return statusValue(ExitStatus::Fault);
}
