// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"
#include "app/cli/session.h"
#include "app/cli/subcommands.h"
#include "app/workbench/user_formats.h"
#include "core/base/line_index.h"

#include <algorithm>
#include <format>
#include <memory>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::cli {
namespace {

struct TestOptions
{
    std::string file;
    std::string description; ///< a file, or the id of a format of the user; empty: all formats
};

void printFormats(Output& out, const std::vector<FormatInfo>& formats, std::size_t width)
{
    for (const auto& format : formats) {
        const std::string padding(width - std::min(width, format.id.size()), ' ');
        out.write(
            std::format("{}{}  {}\n", out.paint(Ink::Strong, format.id), padding, printableLine(format.description)));
        std::string_view rest = format.example;
        while (!rest.empty()) {
            const auto end = rest.find('\n');
            const auto line = printableLine(rest.substr(0, end));
            out.write(std::format("{:{}}    {}\n", "", width, out.paint(Ink::Faint, line)));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
    }
}

ExitStatus reportBroken(Session& session)
{
    session.out.flush();
    for (const auto& error : userFormatErrors()) {
        session.report(error);
    }
    return userFormatErrors().empty() ? ExitStatus::Done : ExitStatus::BadInput;
}

ExitStatus runFormats(Session& session)
{
    const auto formats = readableFormats();
    const auto own = userFormatInfos();
    std::size_t width = 0;
    for (const auto* list : {&formats, &own}) {
        for (const auto& format : *list) {
            width = std::max(width, format.id.size());
        }
    }
    printFormats(session.out, formats, width);
    if (!own.empty()) {
        session.out.write(std::format("\nyour own, from {}:\n", printableLine(userFormatFolder().string())));
        printFormats(session.out, own, width);
    }
    return reportBroken(session);
}

/// Which lines were read as what, and what was seen and not used.
void printBlocks(Output& out, const ParsedDocument& parsed, std::string_view bytes)
{
    const LineIndex lines(bytes);
    for (const auto& block : parsed.blocks) {
        const auto first = lines.place(block.span).line;
        const auto last = lines.place({.offset = block.span.end() - (block.span.length > 0 ? 1 : 0), .length = 0}).line;
        out.write(std::format("lines {:>5} to {:>5}  {:<16} {}\n", first, last,
                              block.format.empty() ? "-" : block.format, printableLine(block.title)));
    }
    if (parsed.blocks.empty()) {
        out.write("nothing was recognised\n");
    }
    for (const auto& diagnostic : parsed.diagnostics) {
        const auto line = diagnostic.span ? lines.place(*diagnostic.span).line : 0;
        out.write(std::format("line  {:>5}           {}\n", line, printableLine(diagnostic.message)));
    }
}

/// Line by line what the description makes of @p document, and the values that come of it.
Result<void> printTest(Output& out, const std::filesystem::path& description, const Document& document)
{
    const auto tested = testDescription(description, document);
    if (!tested) {
        return std::unexpected(tested.error());
    }
    const auto parsed = readWithDescription(description, document.bytes);
    if (!parsed) {
        return std::unexpected(parsed.error());
    }
    for (const auto& line : *tested) {
        const auto words = std::format("{:>6}  {}\n", line.line, printableLine(line.what));
        out.write(line.isUsed ? words : out.paint(Ink::Faint, words));
    }
    const auto used = std::ranges::count(*tested, true, &DescribedLine::isUsed);
    out.write(std::format("\n{} of {} lines are described\n", used, tested->size()));
    printBlocks(out, *parsed, document.bytes);
    return {};
}

ExitStatus runTest(Session& session, const TestOptions& options)
{
    auto status = ExitStatus::Done;
    const auto refuse = [&](const Error& error) {
        session.out.flush(); // keeps what is said in its order where both streams go to one place
        session.report(error);
        status = ExitStatus::BadInput;
    };
    const auto opened = openNamed(options.file, [&](const OpenedFile& found) {
        if (!found.document) {
            if (!found.isBystander()) {
                refuse(found.document.error());
            }
            return;
        }
        if (found.isPart) {
            session.out.write(session.out.paint(Ink::Strong, printableLine(found.name)) + '\n');
        }
        if (options.description.empty()) {
            printBlocks(session.out, (*found.document)->parsed, (*found.document)->bytes);
            return;
        }
        const auto path = userFormatFile(options.description).value_or(options.description);
        if (const auto printed = printTest(session.out, path, **found.document); !printed) {
            refuse(printed.error());
        }
    });
    if (!opened) {
        refuse(opened.error());
    }
    return options.description.empty() && reportBroken(session) != ExitStatus::Done ? ExitStatus::BadInput : status;
}

void addTest(CLI::App& formats, Session& session)
{
    auto* const command = formats.add_subcommand("test", "Show which lines of a document are read as what");
    const auto options = std::make_shared<TestOptions>();
    command->add_option("FILE", options->file, "Document to read; - is standard input")->required()->type_name("");
    command
        ->add_option("-d,--description", options->description,
                     "Show line by line what this description, a file or an id of yours, makes of it")
        ->type_name("FILE|ID");
    addColorOption(*command, session);
    command->footer("Examples:\n"
                    "  patchscale-cli formats test run.log\n"
                    "  patchscale-cli formats test run.log -d spinbench.json");
    command->callback(
        [&session, options] { session.run = [&session, options] { return runTest(session, *options); }; });
}

}

void addFormats(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("formats", "List what can be read, with an example each");
    addColorOption(*command, session);
    command->footer("Descriptions of formats of your own are files *.json in patchscale/formats of your\n"
                    "configuration folder (~/.config); docs/own-formats.md tells how to write one.\n\n"
                    "Examples:\n"
                    "  patchscale-cli formats\n"
                    "  patchscale-cli formats test run.log         which lines are read as what?");
    addTest(*command, session);
    command->callback([&session, command] {
        if (command->get_subcommands().empty()) {
            session.run = [&session] { return runFormats(session); };
        }
    });
}

}
