// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of `patchscale-runner … --json-lines` as values; docs/run-events.md describes them.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>
#include <variant>

namespace patchscale {

/// What names a result of a run.
struct RunTest
{
    QString kernel;
    QString name;
    QString mode; ///< empty where the kernel runs in one way only
    int copies = 1;

    [[nodiscard]] bool isSame(const RunTest& other) const
    {
        return kernel == other.kernel && mode == other.mode && copies == other.copies;
    }
};

/// A result that is going to be measured.
struct PlannedTest
{
    RunTest test;
    QString unit;
    bool isLowerBetter = false;
    int rounds = 0;
};

struct RunPlanned
{
    QStringList variants; ///< one label for a run, two for an experiment
    int samples = 0;
    double secondsLeft = 0;
    QList<PlannedTest> tests;
};

/// The sample that an event speaks of.
struct RunPlace
{
    QString variant;
    RunTest test;
    int round = 0;
    int rounds = 0;
    double secondsLeft = 0; ///< of the whole run
};

struct RoundStarted
{
    RunPlace place;
};

struct SampleTaken
{
    RunPlace place;
    double rate = 0;
    double seconds = 0;
    QList<int> cpus;
};

struct KernelFailed
{
    RunPlace place;
    QString reason;
};

struct RunWarned
{
    QString code;
    QString message;
    QString mend; ///< may be empty
};

struct RunLogged
{
    QString message;
};

/// What an experiment found of one test.
struct RunFinding
{
    RunTest test;
    std::optional<double> change; ///< a fraction
    std::optional<std::pair<double, double>> interval;
    QString verdict;
    std::optional<int> moreRounds;
    QString reason;
};

struct RunPaused
{
    bool isPaused = false;
};

struct RunFinished
{
    QString status; ///< done, stopped, failed
    QString reason;
    QString document; ///< empty when nothing was written
    int samples = 0;
};

using RunEvent = std::variant<RunPlanned, RoundStarted, SampleTaken, KernelFailed, RunWarned, RunLogged, RunFinding,
                              RunPaused, RunFinished>;

/// The event of one line; nothing for lines that are none and for events that are not known here.
std::optional<RunEvent> readRunEvent(const QByteArray& line);

/// A kernel of `patchscale-runner list --json`.
struct KernelEntry
{
    QString id;
    QString name;
    QString group;
    QString unit;
    QString description;
    QStringList modes; ///< the first is the default
    bool isIndex = false; ///< one of the twelve of the UnixBench index
};

/// The kernels in the order in which the runner lists them.
QList<KernelEntry> readKernelList(const QByteArray& json);

/// The presets of fio in the same list, as kernels of the group "fio" that are called "fio:seq-read".
QList<KernelEntry> readFioPresets(const QByteArray& json);

/// What `patchscale-runner doctor --json` tells, as far as the Run page shows it.
struct MachineReport
{
    QString processor;
    int cpus = 0;
    QStringList lines; ///< what matters for numbers, one line a theme
    QList<RunWarned> warnings; ///< what makes numbers of kernels doubtful here
};

MachineReport readMachineReport(const QByteArray& json);

}
