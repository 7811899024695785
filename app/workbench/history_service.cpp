// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/history_service.h"

#include "core/compare/noise_floor.h"
#include "core/store/workspace.h"

#include <map>

namespace patchscale {

Result<StoredHistory> storedHistory(const std::filesystem::path& workspace, const HistorySpec& spec, const Job& job)
{
    auto opened = Workspace::open(workspace);
    if (!opened) {
        return std::unexpected(std::move(opened.error()));
    }
    const auto stored = opened->loadRuns({}, job);
    if (!stored) {
        return std::unexpected(stored.error());
    }
    const auto notes = opened->annotations();
    if (!notes) {
        return std::unexpected(notes.error());
    }
    StoredHistory out;
    HistorySources sources;
    std::map<RunId, std::size_t> places;
    for (const auto& entry : stored->entries) {
        places.emplace(entry.id, out.runs.size());
        out.runs.push_back(
            {.id = entry.id, .document = entry.document, .position = entry.position, .variant = entry.variant.label});
        sources.documentOfRun.push_back(static_cast<std::size_t>(entry.document.value));
    }
    for (const auto& note : *notes) {
        if (const auto place = places.find(note.run); place != places.end()) {
            sources.notes.emplace_back(RunResultRef {.run = place->second, .result = note.result}, note.text);
        }
    }
    const NoiseFloors floors(stored->runs);
    sources.floors = &floors;
    return historyOf(stored->runs, sources, spec, job).transform([&](History&& history) {
        out.history = std::move(history);
        return std::move(out);
    });
}

}
