// SPDX-License-Identifier: GPL-3.0-or-later
// The scripts are made from the subcommands themselves, so that they cannot fall behind.
#include "app/cli/session.h"

#include "app/cli/subcommands.h"
#include "core/base/join.h"

#include <format>
#include <map>
#include <memory>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

/// What may follow an option.
struct OptionInfo
{
    std::string name; ///< "--color"
    std::string description;
    std::vector<std::string> values; ///< choices, if it has any
    bool takesValue = false;
    bool takesFile = false;
};

struct CommandInfo
{
    std::string name;
    std::string description;
    std::vector<OptionInfo> options;
    bool takesFiles = false;
};

/// The words of a type name such as "auto|always|never"; none if it is no list of choices.
std::vector<std::string> choicesOf(const std::string& type)
{
    std::vector<std::string> out;
    if (!type.contains('|')) {
        return out;
    }
    std::string_view rest = type;
    while (!rest.empty()) {
        const auto end = rest.find('|');
        out.emplace_back(rest.substr(0, end));
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return out;
}

OptionInfo infoOf(const CLI::Option& option)
{
    return {.name = "--" + option.get_lnames().front(),
            .description = option.get_description(),
            .values = choicesOf(option.get_type_name()),
            .takesValue = option.get_items_expected_max() > 0,
            .takesFile = option.get_type_name() == "WORKSPACE"};
}

std::vector<CommandInfo> commandsOf(const CLI::App& app)
{
    std::vector<CommandInfo> out;
    for (const auto* const command : app.get_subcommands([](const CLI::App*) { return true; })) {
        auto& info = out.emplace_back();
        info.name = command->get_name();
        info.description = command->get_description();
        for (const auto* const option : command->get_options()) {
            if (option->get_positional()) {
                info.takesFiles |= option->get_name() == "FILE";
            } else if (!option->get_lnames().empty()) {
                info.options.push_back(infoOf(*option));
            }
        }
    }
    return out;
}

std::string optionNames(const CommandInfo& command)
{
    std::vector<std::string> names;
    for (const auto& option : command.options) {
        names.push_back(option.name);
    }
    return join(names, " ");
}

std::string bashScript(const std::vector<CommandInfo>& commands)
{
    std::vector<std::string> names;
    std::string cases;
    std::string values;
    for (const auto& command : commands) {
        names.push_back(command.name);
        cases += std::format("        {}) words=\"{}\"; files={} ;;\n", command.name, optionNames(command),
                             command.takesFiles ? "yes" : "no");
        for (const auto& option : command.options) {
            if (!option.values.empty()) {
                values += std::format("        {}:{}) words=\"{}\"; files=no ;;\n", command.name, option.name,
                                      join(option.values, " "));
            } else if (option.takesFile) {
                values += std::format("        {}:{} | {}:-w) words=; files=yes ;;\n", command.name, option.name,
                                      command.name);
            } else if (option.takesValue) {
                values += std::format("        {}:{}) words=; files=no ;;\n", command.name, option.name);
            }
        }
    }
    return std::format(R"sh(# bash completion for patchscale-cli
_patchscale_cli()
{{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command= words= files=no word
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        if [[ $word != -* ]]; then
            command=$word
            break
        fi
    done
    case $command in
        "") words="{} --help --version" ;;
{}    esac
    case $command:$previous in
{}    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ $files == yes && $current != -* ]]; then
        compopt -o filenames
        mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
    fi
}}
complete -F _patchscale_cli patchscale-cli
)sh",
                       join(names, " "), cases, values);
}

/// @p text within single quotes of a shell.
std::string shellQuoted(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

/// Characters that end a description in a zsh specification.
std::string zshText(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':') {
            out += '\\';
        }
        out += c;
    }
    return out;
}

std::string zshScript(const std::vector<CommandInfo>& commands)
{
    std::string described;
    std::string cases;
    for (const auto& command : commands) {
        described += std::format("    {}\n", shellQuoted(command.name + ':' + zshText(command.description)));
        cases += std::format("      {})\n        _arguments", command.name);
        for (const auto& option : command.options) {
            auto spec = option.name + '[' + zshText(option.description) + ']';
            if (!option.values.empty()) {
                spec += ":value:(" + join(option.values, " ") + ')';
            } else if (option.takesFile) {
                spec += ":file:_files";
            } else if (option.takesValue) {
                spec += ":value:";
            }
            cases += " \\\n          " + shellQuoted(spec);
        }
        cases += command.takesFiles ? " \\\n          '*:document:_files'\n" : "\n";
        cases += "        ;;\n";
    }
    return std::format(R"sh(#compdef patchscale-cli
_patchscale_cli()
{{
  local -a commands=(
{}  )
  local curcontext=$curcontext state line
  _arguments -C '--help[Print help]' '--version[Print the version]' '1:command:->command' '*::argument:->argument'
  case $state in
  command)
    _describe command commands
    ;;
  argument)
    case $line[1] in
{}    esac
    ;;
  esac
}}
compdef _patchscale_cli patchscale-cli
)sh",
                       described, cases);
}

std::string fishScript(const std::vector<CommandInfo>& commands)
{
    std::string out = "# fish completion for patchscale-cli\ncomplete -c patchscale-cli -f\n";
    for (const auto& command : commands) {
        out += std::format("complete -c patchscale-cli -n __fish_use_subcommand -a {} -d {}\n", command.name,
                           shellQuoted(command.description));
        const auto condition = std::format("'__fish_seen_subcommand_from {}'", command.name);
        if (command.takesFiles) {
            out += std::format("complete -c patchscale-cli -n {} -F\n", condition);
        }
        for (const auto& option : command.options) {
            out += std::format("complete -c patchscale-cli -n {} -l {}{} -d {}\n", condition, option.name.substr(2),
                               !option.values.empty()  ? " -x -a " + shellQuoted(join(option.values, " "))
                                   : option.takesFile  ? " -r -F"
                                   : option.takesValue ? " -x"
                                                       : "",
                               shellQuoted(option.description));
        }
    }
    return out;
}

}

void addCompletion(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("completion", "Print a script that completes words in a shell");
    auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""))
        ->type_name("");
    command->footer("Examples:\n"
                    "  source <(patchscale-cli completion bash)\n"
                    "  patchscale-cli completion fish > ~/.config/fish/completions/patchscale-cli.fish");
    command->callback([&app, &session, shell] {
        session.run = [&app, &session, shell] {
            const auto commands = commandsOf(app);
            session.out.write(*shell == "bash"      ? bashScript(commands)
                                  : *shell == "zsh" ? zshScript(commands)
                                                    : fishScript(commands));
            return ExitStatus::Done;
        };
    });
}

}
