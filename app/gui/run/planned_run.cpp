// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/planned_run.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// What the runner lets a copy run before it counts.
constexpr double kWarmUp = 0.5;
/// What a round of one of fio's presets takes.
constexpr double kSecondsOfFio = 6;
const KernelEntry* entryOf(const QList<KernelEntry>& entries, const QString& id)
{
    const auto entry = std::ranges::find(entries, id, &KernelEntry::id);
    return entry == entries.end() ? nullptr : &*entry;
}

}

QList<PlannedTest> plannedTests(const RunRequest& request, const QList<KernelEntry>& entries)
{
    QList<PlannedTest> tests;
    if (!request.command.isEmpty()) {
        tests.push_back({.test = {.kernel = {}, .name = request.command.join(u' '), .mode = {}, .copies = 1},
                         .unit = {},
                         .isLowerBetter = true,
                         .rounds = request.rounds});
    }
    for (const QString& word : request.kernels) {
        const qsizetype colon = word.indexOf(u':');
        const KernelEntry* entry = entryOf(entries, colon < 0 ? word : word.left(colon));
        if (entry == nullptr) {
            continue;
        }
        const QString mode = colon >= 0 ? word.mid(colon + 1) : entry->modes.size() > 1 ? entry->modes[0] : QString();
        for (const int copies : request.copies) {
            tests.push_back({.test = {.kernel = entry->id, .name = entry->name, .mode = mode, .copies = copies},
                             .unit = entry->unit,
                             .isLowerBetter = false,
                             .rounds = request.rounds});
        }
    }
    for (const QString& job : request.fio) {
        tests.push_back({.test = {.kernel = kFioWord + job, .name = u"fio "_s + job, .mode = {}, .copies = 1},
                         .unit = u"B/s"_s,
                         .isLowerBetter = false,
                         .rounds = request.rounds});
    }
    return tests;
}

double plannedSeconds(const RunRequest& request, const QList<KernelEntry>& entries)
{
    const auto ofFio = static_cast<double>(request.fio.size());
    const auto ofKernels = static_cast<double>(plannedTests(request, entries).size()) - ofFio;
    const int samples = request.rounds * (request.isExperiment ? 2 : 1);
    return samples * (ofKernels * (request.seconds + kWarmUp) + ofFio * kSecondsOfFio);
}

}
