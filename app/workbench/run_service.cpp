// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/run_service.h"

#include "app/workbench/jobs.h"
#include "app/workbench/runner_place.h"

#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kFarewellMs = 5000;

QString utf8(const std::string& text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

RunProblem problemOf(const Error& error)
{
    return {.message = utf8(error.message), .hint = error.hints.empty() ? QString() : utf8(error.hints.front())};
}

/// A name that says what was run and when, without letters that file systems refuse.
QString documentName(const RunRequest& request, const QDateTime& now)
{
    QString label = request.isExperiment ? u"before-after"_s : request.label;
    for (QChar& letter : label) {
        if (!letter.isLetterOrNumber() && letter != u'.' && letter != u'-') {
            letter = u'_';
        }
    }
    return u"%1-%2.json"_s.arg(label.isEmpty() ? u"run"_s : label, now.toString(u"yyyyMMdd-HHmmss-zzz"));
}

}

RunService::RunService(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    connect(&m_runner, &QProcess::readyReadStandardOutput, this, &RunService::readLines);
    connect(&m_runner, &QProcess::readyReadStandardError, this, &RunService::readErrors);
    connect(&m_runner, &QProcess::finished, this, &RunService::finish);
    connect(&m_runner, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            emit problemFound({.message = tr("cannot start '%1': %2").arg(m_runner.program(), m_runner.errorString()),
                               .hint = tr("check that the file may be executed")});
            emit ended();
        }
    });
}

RunService::~RunService()
{
    m_runner.disconnect(this);
    if (isRunning()) {
        // It writes what it has measured and puts settings back.
        sendSignal(SIGUSR2);
        sendSignal(SIGINT);
        m_runner.waitForFinished(kFarewellMs);
    }
    m_pool.waitForDone();
}

std::optional<QString> RunService::runner()
{
    const auto found = findRunner({});
    if (!found) {
        emit problemFound(problemOf(found.error()));
        return std::nullopt;
    }
    return utf8(found->string());
}

QString RunService::documentFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/patchscale/runs"_s;
}

bool RunService::isRunning() const
{
    return m_runner.state() != QProcess::NotRunning;
}

void RunService::ask(const QString& runner, const QStringList& arguments,
                     std::function<void(bool, const QByteArray&)> then)
{
    auto* asked = new QProcess(this);
    connect(asked, &QProcess::finished, this,
            [this, asked, then = std::move(then)](int status, QProcess::ExitStatus how) {
                asked->deleteLater();
                then(how == QProcess::NormalExit && status == 0, asked->readAllStandardOutput());
            });
    connect(asked, &QProcess::errorOccurred, this, [this, asked](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            asked->deleteLater();
            emit problemFound({.message = tr("cannot start '%1': %2").arg(asked->program(), asked->errorString()),
                               .hint = tr("check that the file may be executed")});
        }
    });
    asked->start(runner, arguments);
}

void RunService::probe()
{
    const std::optional<QString> program = runner();
    if (!program) {
        return;
    }
    ask(*program, {u"list"_s, u"--json"_s}, [this](bool /*isGood*/, const QByteArray& json) {
        m_kernels = readKernelList(json);
        m_fioPresets = readFioPresets(json);
        emit kernelsListed();
        if (m_kernels.isEmpty()) {
            emit problemFound({.message = tr("the runner has no kernels"),
                               .hint = tr("keep the folder 'kernels' beside patchscale-runner, or name it in "
                                          "PATCHSCALE_KERNELS")});
        }
    });
    ask(*program, {u"ab"_s, u"--help"_s}, [this](bool isGood, const QByteArray& help) {
        // An older runner answers with its general help.
        m_hasExperiments = isGood && help.contains("--before");
        emit kernelsListed();
    });
    ask(*program, {u"doctor"_s, u"--json"_s}, [this](bool isGood, const QByteArray& json) {
        if (isGood) {
            m_machine = readMachineReport(json);
            emit machineExamined();
        }
    });
}

void RunService::start(const RunRequest& request)
{
    if (isRunning()) {
        return;
    }
    const std::optional<QString> program = runner();
    if (!program) {
        return;
    }
    const QDir folder(documentFolder());
    if (!folder.mkpath(u"."_s)) {
        emit problemFound({.message = tr("cannot make the folder '%1' for results").arg(folder.path()),
                           .hint = tr("check who may write there, and that the disk is not full")});
        return;
    }
    m_finished.reset();
    m_lastError.clear();
    m_lastHint.clear();
    m_isPaused = false;
    const QString document = folder.filePath(documentName(request, QDateTime::currentDateTime()));
    m_runner.start(*program, runnerArguments(request, document));
    emit started();
}

void RunService::sendSignal(int number)
{
    if (m_runner.processId() > 0) {
        ::kill(static_cast<pid_t>(m_runner.processId()), number);
    }
}

void RunService::pause()
{
    sendSignal(SIGUSR1);
}

void RunService::resume()
{
    sendSignal(SIGUSR2);
}

void RunService::stop()
{
    sendSignal(SIGINT);
}

void RunService::readLines()
{
    while (m_runner.canReadLine()) {
        const std::optional<RunEvent> event = readRunEvent(m_runner.readLine());
        if (!event) {
            continue;
        }
        if (const auto* paused = std::get_if<RunPaused>(&*event)) {
            m_isPaused = paused->isPaused;
        } else if (const auto* finished = std::get_if<RunFinished>(&*event)) {
            m_finished = *finished;
        }
        emit happened(*event);
    }
}

void RunService::readErrors()
{
    for (const QByteArray& line : m_runner.readAllStandardError().split('\n')) {
        const QString text = QString::fromUtf8(line).trimmed();
        if (text.isEmpty()) {
            continue;
        }
        if (text.startsWith("hint: "_L1)) {
            m_lastHint = text.mid(6);
        } else {
            const QLatin1StringView name("patchscale-runner: ");
            m_lastError = text.startsWith(name) ? text.mid(name.size()) : text;
            m_lastHint.clear();
        }
        emit happened(RunLogged {.message = text});
    }
}

void RunService::finish(int status, QProcess::ExitStatus how)
{
    readLines();
    readErrors();
    m_isPaused = false;
    const bool hasDocument = m_finished && !m_finished->document.isEmpty();
    if (how == QProcess::CrashExit) {
        emit problemFound({.message = m_lastError.isEmpty() ? tr("the runner was killed before it wrote its results")
                                                            : tr("the runner was killed: %1").arg(m_lastError),
                           .hint = tr("kernels are ended and settings put back; start the run again")});
    } else if (!hasDocument && (!m_finished || m_finished->status != "stopped"_L1)) {
        const QString reason = m_finished && !m_finished->reason.isEmpty() ? m_finished->reason : m_lastError;
        emit problemFound({.message = reason.isEmpty() ? tr("the runner ended with status %1 and no result").arg(status)
                                                       : tr("nothing was measured: %1").arg(reason),
                           .hint = m_lastHint.isEmpty() ? tr("the log says what happened before") : m_lastHint});
    }
    emit ended();
    if (hasDocument) {
        readDocument(m_finished->document);
    }
}

void RunService::readDocument(const QString& path)
{
    auto work = [file = std::filesystem::path(path.toStdString())](const Job& job) { return readFile(file, job); };
    whenDone(startJob<DocumentPtr>(&m_pool, std::move(work)), this, [this](const Result<DocumentPtr>& document) {
        if (document) {
            emit documentRead(*document);
            return;
        }
        emit problemFound(problemOf(document.error()));
    });
}

}
