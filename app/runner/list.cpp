// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runner/options.h"
#include "app/runner/session.h"
#include "app/runner/summary.h"

#include "core/base/join.h"
#include "core/base/json_writer.h"
#include "core/bench/around/fio.h"

#include <memory>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace patchscale::runner {
namespace {

std::string tableText(const KernelCatalogue& catalogue)
{
    std::string text;
    std::string group;
    std::vector<std::vector<std::string>> rows;
    const auto flush = [&] {
        if (!rows.empty()) {
            text += (text.empty() ? "" : "\n") + group + '\n' + columnsText(rows, rows.front().size());
        }
    };
    for (const auto& kernel : catalogue.kernels) {
        if (kernel.group != group) {
            flush();
            group = kernel.group;
            rows = {{"Kernel", "Name", "Unit", "Modes", "What it does"}};
        }
        rows.push_back({kernel.id, kernel.name, kernel.unit, join(kernel.modes, ", "), kernel.description});
    }
    flush();
    return text;
}

void writeFio(JsonWriter& json)
{
    json.key("fio");
    json.beginArray();
    for (const auto& preset : listFioPresets(findFioPresets({}))) {
        json.beginObject(JsonWriter::Layout::Inline);
        json.entry("id", preset.id);
        json.entry("name", preset.name);
        json.entry("description", preset.description);
        json.endObject();
    }
    json.endArray();
}

std::string jsonText(const KernelCatalogue& catalogue)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    json.key("kernels");
    json.beginArray();
    for (const auto& kernel : catalogue.kernels) {
        json.beginObject(JsonWriter::Layout::Inline);
        json.entry("id", kernel.id);
        json.entry("name", kernel.name);
        json.entry("group", kernel.group);
        json.entry("unit", kernel.unit);
        json.entry("better", kernel.better == Better::Lower ? "lower" : "higher");
        json.entry("exercises", kernel.exercises);
        json.entry("description", kernel.description);
        json.list("modes", kernel.modes, JsonWriter::Layout::Inline);
        json.entry("baseline", kernel.baseline);
        json.entry("suiteSeconds", kernel.suiteSeconds);
        json.entry("suitePasses", kernel.suitePasses);
        json.entry("program", kernel.program.string());
        json.endObject();
    }
    json.endArray();
    writeFio(json);
    json.endObject();
    if (!text.ends_with('\n')) {
        text += '\n';
    }
    return text;
}

int runList(const std::filesystem::path& folder, bool isJson)
{
    const auto catalogue = findKernelFolder(folder).and_then(readKernels);
    if (!catalogue) {
        report(catalogue.error());
        return statusValue(ExitStatus::BadInput);
    }
    for (const auto& problem : catalogue->problems) {
        report(problem);
    }
    print(isJson ? jsonText(*catalogue) : tableText(*catalogue));
    return statusValue(catalogue->kernels.empty() ? ExitStatus::BadInput : ExitStatus::Done);
}

}

void addList(CLI::App& app, Session& session)
{
    auto* const command = app.add_subcommand("list", "List the kernels");
    auto folder = std::make_shared<std::filesystem::path>();
    auto isJson = std::make_shared<bool>(false);
    addKernelFolderOption(*command, *folder);
    command->add_flag("--json", *isJson, "as JSON, for scripts");
    command->callback(
        [&session, folder, isJson] { session.run = [folder, isJson] { return runList(*folder, *isJson); }; });
}

}
