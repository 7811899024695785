// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start/without_window.h"

#include "app/archive/open_paths.h"
#include "app/gui/profiles/profile_answer.h"
#include "app/gui/session/opened_comparison.h"
#include "app/gui/text/words.h"
#include "app/gui/window/main_window.h"
#include "app/render/chart_file.h"
#include "app/render/flame_file.h"
#include "core/charts/flame_svg.h"

#include <QApplication>
#include <QPixmap>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <numeric>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kDone = 0;
constexpr int kBadInput = 2;

void complainOf(const Error& error)
{
    complain(fromUtf8(error.message), error.hints.empty() ? QString() : fromUtf8(error.hints.front()));
}

/// Draws the first profile that has stacks on both sides.
int exportFlameGraph(const std::vector<OpenedPtr>& all, const QString& path, const Job& job)
{
    for (const OpenedPtr& opened : all) {
        const ProfileAnswerPtr answer = profileAnswer(*opened, {}, job);
        for (std::size_t i = 0; i < answer->profiles.size(); ++i) {
            if (!answer->trees[i]) {
                continue;
            }
            const ProfileComparison& profile = answer->profiles[i];
            const Result<void> saved = saveFlameGraph(flameSvg(*answer->trees[i],
                                                               {.title = profile.sentence,
                                                                .baseline = profile.baseline.label,
                                                                .candidate = profile.candidate.label},
                                                               {}),
                                                      path);
            if (!saved) {
                complainOf(saved.error());
            }
            return saved ? kDone : kBadInput;
        }
    }
    complain(
        QCoreApplication::translate("FlameGraph", "cannot draw '%1': no profile has stacks on both sides").arg(path),
        QCoreApplication::translate("FlameGraph", "give two outputs of 'perf script', or two files of folded stacks"));
    return kBadInput;
}

}

int exportCharts(const CommandLine& command)
{
    const Job job;
    std::vector<CorrectedDocument> documents;
    for (const QString& path : command.files) {
        std::optional<Error> refused;
        const Result<void> opened = openPath(path.toStdString(), job, [&](OpenedFile file) {
            if (file.document) {
                documents.push_back(uncorrected(*file.document));
            } else if (!file.isBystander()) {
                refused = std::move(file.document.error());
            }
        });
        if (!opened || refused) {
            complainOf(opened ? *refused : opened.error());
            return kBadInput;
        }
    }
    const auto all = openDocuments(documents, {}, command.limit.value_or(ComparisonSpec {}.limit), job);
    if (command.isFlameGraph) {
        return exportFlameGraph(all, command.exportPath, job);
    }
    std::vector<ChartSpec> charts;
    for (const OpenedPtr& opened : all) {
        if (opened->failure) {
            complainOf(*opened->failure);
            return kBadInput;
        }
        std::vector<std::size_t> groups(opened->comparison->groups.size());
        std::iota(groups.begin(), groups.end(), 0);
        std::ranges::move(chartsOf(*opened->comparison, groups), std::back_inserter(charts));
    }
    const Result<void> saved = saveCharts(charts, command.exportPath);
    if (!saved) {
        complainOf(saved.error());
        return kBadInput;
    }
    return kDone;
}

void savePicture(MainWindow& window, const QString& path)
{
    const auto save = [&window, path] {
        // One more turn of the event loop: colours of the source come after its text.
        QTimer::singleShot(100, &window, [&window, path] {
            const bool isSaved = window.grab().save(path);
            if (!isSaved) {
                complain(QCoreApplication::translate("Screenshot", "cannot write '%1'").arg(path),
                         QCoreApplication::translate("Screenshot",
                                                     "let it end in .png and choose a folder that you may write to"));
            }
            QApplication::exit(isSaved ? kDone : kBadInput);
        });
    };
    QObject::connect(window.session(), &Session::busyChanged, &window, [save](bool isBusy) {
        if (!isBusy) {
            save();
        }
    });
    if (!window.session()->isBusy()) {
        save();
    }
}

}
