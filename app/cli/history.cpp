// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/history.h"

#include "app/cli/history_view.h"
#include "app/cli/subcommands.h"
#include "app/workbench/history_service.h"
#include "core/base/join.h"
#include "core/report/history/history_report.h"

#include <algorithm>
#include <filesystem>
#include <format>
#include <system_error>

namespace patchscale::cli {
namespace {

/// Somebody who names a file wants it read, but a history is made from what has been kept.
Error withFileHint(Error error, const HistorySpec& spec)
{
    std::error_code ignored;
    for (const auto& test : spec.tests) {
        if (std::filesystem::exists(test, ignored)) {
            error.hints.push_back(std::format(
                "with --since, '{}' is the name of a test; 'patchscale-cli import {}' puts a file into the workspace",
                test, test));
        }
    }
    return error;
}

}

ExitStatus runHistory(Session& session, const HistoryRequest& request)
{
    const auto formats = historyFormats();
    if (!request.format.empty() && !std::ranges::contains(formats, request.format)) {
        session.report({.code = Errc::Usage,
                        .message = std::format("a history cannot be written as {}", request.format),
                        .where = {},
                        .hints = {"with --since there is " + join(formats, ", ")}});
        return ExitStatus::BadInput;
    }
    const auto stored = storedHistory(workspaceOf(request.workspace), request.spec, Job {});
    if (!stored) {
        session.report(withFileHint(stored.error(), request.spec));
        return ExitStatus::BadInput;
    }
    const auto& history = stored->history;
    if (const auto report = renderHistory(history, request.format)) {
        session.out.write(request.format == "json" ? *report : printable(*report));
    } else {
        printHistory(session.out, *stored);
    }
    if (request.failsOnRegression && history.regressed > 0) {
        return ExitStatus::Regression;
    }
    return request.failsOnUndecided && history.tooShort + history.undecided > 0 ? ExitStatus::Undecided
                                                                                : ExitStatus::Done;
}

}
