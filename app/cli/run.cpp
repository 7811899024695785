// SPDX-License-Identifier: GPL-3.0-or-later
// `run` and `ab`: patchscale-runner measures, here or on another machine; what it measured goes into the workspace.
#include "app/cli/measured.h"
#include "app/cli/remote_run.h"
#include "app/cli/runner_program.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/workspace_service.h"

#include <algorithm>
#include <chrono>
#include <format>
#include <fstream>
#include <memory>
#include <string_view>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

struct Options
{
    std::string verb;
    std::string workspace;
    bool keepsFileOnly = false;
    std::string output;
    RunnerPrograms programs;
    std::string host;
    std::vector<std::string> sshOptions;
};

/// What the workspace says where the document came from: "run before on me@testbox, 2026-01-31 17:05".
std::string originOf(const Options& options, const std::vector<std::string>& arguments)
{
    const auto label = std::ranges::find_if(arguments, [](const std::string& word) {
        return word == "--label" || word == "--labels" || word.starts_with("--label=") || word.starts_with("--labels=");
    });
    std::string name;
    if (label != arguments.end()) {
        const auto sign = label->find('=');
        name = sign != std::string::npos ? label->substr(sign + 1) : label + 1 != arguments.end() ? label[1] : "";
    }
    return std::format("{}{}{}, {:%F %R}", options.verb, name.empty() ? "" : " " + name,
                       options.host.empty() ? "" : " on " + options.host,
                       std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now()));
}

/// What must hold before an hour of measuring: afterwards it would be too late.
Result<void> check(const Options& options)
{
    const auto refuse = [](std::string message, std::string hint) {
        return std::unexpected(
            Error {.code = Errc::Usage, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
    };
    if (options.keepsFileOnly && options.output.empty()) {
        return refuse("--no-import needs a file for what is measured", "name it with --output");
    }
    if (options.keepsFileOnly && !options.workspace.empty()) {
        return refuse("--no-import and a workspace contradict each other", "leave out one of them");
    }
    if (options.host.empty() && !options.sshOptions.empty()) {
        return refuse("--ssh-option is for a run on another machine", "name it with --on user@host");
    }
    const auto workspace = workspaceOf(options.workspace);
    std::error_code error;
    if (!options.keepsFileOnly && std::filesystem::exists(workspace, error)) {
        if (const auto opened = openWorkspace(workspace); !opened) {
            return std::unexpected(opened.error());
        }
    }
    return {};
}

/// The document of a run elsewhere as a file here.
bool save(const Session& session, const std::string& path, const std::string& bytes)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << bytes << std::flush;
    if (!file) {
        session.report({.code = Errc::Io,
                        .message = std::format("cannot write '{}'", path),
                        .where = {},
                        .hints = {"give --output a file in a folder that can be written to"}});
    }
    return static_cast<bool>(file);
}

ExitStatus runVerb(Session& session, const Options& options, std::vector<std::string> arguments)
{
    if (auto checked = check(options); !checked) {
        session.report(checked.error());
        return ExitStatus::BadInput;
    }
    arguments.insert(arguments.begin(), options.verb);
    arguments.insert(arguments.end(), session.command.begin(), session.command.end());
    const bool tellsJson = std::ranges::contains(arguments, "--json-lines");
    const auto origin = originOf(options, arguments);
    const auto ending = options.host.empty()
        ? runHere(options.programs, std::move(arguments), options.output)
        : runElsewhere({.host = options.host, .sshOptions = options.sshOptions}, options.programs, arguments);
    if (!ending) {
        session.report(ending.error());
        return ExitStatus::BadInput;
    }
    auto status = static_cast<ExitStatus>(ending->status);
    if (ending->document.empty()) {
        return status == ExitStatus::Done ? ExitStatus::BadInput : status;
    }
    bool isKept = options.output.empty() || options.host.empty() || save(session, options.output, ending->document);
    if (!options.keepsFileOnly) {
        MeasuredDocument measured {
            .bytes = ending->document, .origin = origin, .workspace = options.workspace, .file = options.output};
        isKept = importMeasured(session, measured) && isKept;
    }
    if (tellsJson) {
        session.out.discard(); // a reader of JSON lines gets nothing else
    }
    return isKept || status != ExitStatus::Done ? status : ExitStatus::BadInput;
}

void addVerb(CLI::App& app, Session& session, const std::string& verb, const std::string& description,
             const std::string& examples)
{
    auto* const command = app.add_subcommand(verb, description);
    auto options = std::make_shared<Options>();
    options->verb = verb;
    // What is measured is the runner's to understand.
    command->allow_extras();
    command->usage(std::format("patchscale-cli {} [OPTIONS] [OPTIONS of patchscale-runner {}] KERNEL…", verb, verb));
    addWorkspaceOption(*command, options->workspace);
    command->add_flag("--no-import", options->keepsFileOnly, "Only write the file of --output, no workspace");
    command->add_option("-o,--output", options->output, "Keep what is measured (JSON) in this file too")
        ->type_name("FILE");
    command->add_option("--on", options->host, "Measure on that machine, through ssh; nothing stays there")
        ->type_name("USER@HOST[:PORT]");
    command
        ->add_option("--ssh-option", options->sshOptions,
                     "For ssh, such as IdentityFile=key or -J gateway; may be given several times")
        ->allow_extra_args(false)
        ->type_name("OPTION");
    command
        ->add_option("--runner", options->programs.runner,
                     "patchscale-runner to use (default: $PATCHSCALE_RUNNER, or the one beside this program)")
        ->check(CLI::ExistingFile.description(""))
        ->type_name("FILE");
    command
        ->add_option("--kernels", options->programs.kernels,
                     "Folder with the kernels (default: 'kernels' beside the runner)")
        ->check(CLI::ExistingDirectory.description(""))
        ->type_name("FOLDER");
    command->footer(std::format(
        "All other options and words go to patchscale-runner; 'patchscale-runner {} --help' lists them, and\n"
        "'patchscale-runner list' the kernels. Ctrl-C stops; what was measured until then is imported.\n\n"
        "Exit status: 0 measured, 2 bad usage, not reachable, or a kernel could not be measured, 3 an internal\n"
        "fault, 128 + signal when stopped.\n\nExamples:\n{}",
        verb, examples));
    command->callback([&session, options, command] {
        session.run = [&session, options, command] { return runVerb(session, *options, command->remaining()); };
    });
}

}

void addRun(CLI::App& app, Session& session)
{
    addVerb(app, session, "run", "Run kernels on this or another machine and keep what they measure",
            "  patchscale-cli run pipe syscall --label before\n"
            "  patchscale-cli run --index --copies 1,8 --label after -w lab.pscale\n"
            "  patchscale-cli run --on root@testbox --label 6.12-rc1 context-switch:same-cpu\n"
            "  patchscale-cli run --on me@testbox:2222 --ssh-option BatchMode=yes pipe");
}

void addAb(CLI::App& app, Session& session)
{
    addVerb(app, session, "ab", "Run kernels under two variants in interleaved rounds and keep what they measure",
            "  patchscale-cli ab --before 'sysctl kernel.sched_autogroup_enabled=0' \\\n"
            "      --after 'sysctl kernel.sched_autogroup_enabled=1' pipe context-switch\n"
            "  patchscale-cli ab --on root@testbox --before … --after … pipe");
}

}
