// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be measured: as the Run page asks for it, as the runner is told, and as a plan in a file.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace patchscale {

/// What is to be run.
struct RunRequest
{
    QStringList kernels {}; ///< "pipe", "context-switch:same-cpu"
    QStringList fio {}; ///< presets and job files
    QStringList command {}; ///< timed in place of kernels
    QList<int> copies {1};
    int rounds = 5; ///< with `untilPercent` the most
    double untilPercent = 0; ///< go on until intervals are narrower than ± this; 0 takes all rounds
    double seconds = 2;
    QString pin {}; ///< none, cpu, core, node; empty for the runner's own
    QString disturber {}; ///< busy, pause, a command, or empty
    double dutyPercent = 100; ///< of the disturber
    QString counters {}; ///< events for perf stat, "default" for its own choice, or empty
    bool isProfiled = false; ///< one more round with perf record
    QString label {}; ///< of a run of this boot
    QString role {}; ///< baseline, candidate or empty
    bool isExperiment = false; ///< two settings, interleaved
    QString before {}; ///< commands that switch
    QString after {};
    QString check {}; ///< tells the two apart; empty where what they write is read back

    friend bool operator==(const RunRequest&, const RunRequest&) = default;
};

/// The arguments of patchscale-runner for a request.
QStringList runnerArguments(const RunRequest& request, const QString& document);

/// @p request as a plan: JSON that people can read and change.
QByteArray planText(const RunRequest& request);

/// The request of a plan. What is no plan, holds something that is not known, or a value that cannot be, is refused
/// with the member's name.
Result<RunRequest> readPlan(const QByteArray& plan);

}
