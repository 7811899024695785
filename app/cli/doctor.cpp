// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/doctor.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"

#include <memory>
#include <string>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

struct DoctorOptions
{
    std::string directory;
    bool isJson = false;
};

}

void addDoctor(CLI::App& app, Session& session)
{
    const auto options = std::make_shared<DoctorOptions>();
    auto* const command =
        app.add_subcommand("doctor", "Say what makes numbers doubtful on this machine, and what to do about it");
    command->add_option("--dir", options->directory, "Where kernels put their files")->check(CLI::ExistingDirectory);
    command->add_flag("--json", options->isJson, "Print JSON for scripts");
    command->footer("Example:\n"
                    "  patchscale-cli doctor                       before you measure: takes half a second");
    command->callback([&session, options] {
        session.run = [&session, options] {
            const auto report = examineHere(options->directory);
            session.out.write(options->isJson ? doctorJson(report) : doctorText(report));
            return ExitStatus::Done;
        };
    });
}

}
