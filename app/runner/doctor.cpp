// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/session.h"

#include "core/bench/doctor.h"
#include "core/bench/guard.h"

#include <memory>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

namespace patchscale::runner {
namespace {

int runDoctor(const std::filesystem::path& folder, bool isJson)
{
    const auto examined = examineHere(folder);
    print(isJson ? doctorJson(examined) : doctorText(examined));
    for (const auto& left : Guard::leftBehind(defaultJournals())) {
        for (const auto& what : left.what) {
            report({.code = Errc::Io,
                    .message = "an earlier run was killed: " + what,
                    .where = {},
                    .hints = {"the next 'run' does it"}});
        }
    }
    return statusValue(ExitStatus::Done);
}

}

void addDoctor(CLI::App& app, Session& session)
{
    auto* const command =
        app.add_subcommand("doctor", "Tell what on this machine makes numbers doubtful; change nothing");
    auto folder = std::make_shared<std::filesystem::path>();
    auto isJson = std::make_shared<bool>(false);
    command->add_option("--dir", *folder, "folder for the files of kernels (default: the temporary folder)")
        ->check(CLI::ExistingDirectory)
        ->type_name("FOLDER");
    command->add_flag("--json", *isJson, "as JSON, for scripts");
    command->callback(
        [&session, folder, isJson] { session.run = [folder, isJson] { return runDoctor(*folder, *isJson); }; });
}

}
