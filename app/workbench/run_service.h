// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"
#include "app/workbench/run_events.h"
#include "app/workbench/run_request.h"

#include <QObject>
#include <QProcess>
#include <QThreadPool>

#include <functional>
#include <optional>

namespace patchscale {

/// What went wrong with the runner, and what to try.
struct RunProblem
{
    QString message;
    QString hint;
};

/// Runs patchscale-runner in a child process and tells what it tells. One run at a time.
class RunService final : public QObject
{
    Q_OBJECT

public:
    explicit RunService(QObject* parent = nullptr);
    ~RunService() override;

    /// The folder that result documents are written to.
    static QString documentFolder();

    /// Asks the runner, in the background, what there is to run and what machine this is.
    void probe();
    [[nodiscard]] const QList<KernelEntry>& kernels() const
    {
        return m_kernels;
    }
    /// The presets of fio as kernels that are called "fio:seq-read"; none where fio is not installed.
    [[nodiscard]] const QList<KernelEntry>& fioPresets() const
    {
        return m_fioPresets;
    }
    [[nodiscard]] const MachineReport& machine() const
    {
        return m_machine;
    }
    /// Whether the runner can interleave two settings and time a command.
    [[nodiscard]] bool hasExperiments() const
    {
        return m_hasExperiments;
    }

    /// Starts a run. What happens then, failures too, is told by signals.
    void start(const RunRequest& request);
    void pause();
    void resume();
    /// Ends the run; what was measured is kept.
    void stop();
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] bool isPaused() const
    {
        return m_isPaused;
    }

signals:
    void kernelsListed();
    void machineExamined();
    void started();
    void happened(const patchscale::RunEvent& event);
    /// The runner has ended; its `finished` event, if it wrote one, came before.
    void ended();
    /// The result document of the run that has ended.
    void documentRead(const patchscale::DocumentPtr& document);
    void problemFound(const patchscale::RunProblem& problem);

private:
    /// The runner's program; without one, says so and gives nothing.
    std::optional<QString> runner();
    /// Runs @p runner with @p arguments and hands its output to @p then, with whether it succeeded.
    void ask(const QString& runner, const QStringList& arguments, std::function<void(bool, const QByteArray&)> then);
    void readLines();
    void readErrors();
    void finish(int status, QProcess::ExitStatus how);
    void readDocument(const QString& path);
    void sendSignal(int number);

    QList<KernelEntry> m_kernels;
    QList<KernelEntry> m_fioPresets;
    MachineReport m_machine;
    bool m_hasExperiments = false;
    bool m_isPaused = false;
    QProcess m_runner;
    std::optional<RunFinished> m_finished;
    QString m_lastError;
    QString m_lastHint;
    QThreadPool m_pool;
};

}
