// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/run_events.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RunEvents)
};

QString text(const QJsonObject& object, QLatin1StringView name)
{
    return object.value(name).toString();
}

std::optional<double> number(const QJsonValue& value)
{
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

RunTest readTest(const QJsonObject& object)
{
    return {.kernel = text(object, "kernel"_L1),
            .name = text(object, "name"_L1),
            .mode = text(object, "mode"_L1),
            .copies = std::max(1, object.value("copies"_L1).toInt(1))};
}

RunPlace readPlace(const QJsonObject& object)
{
    return {.variant = text(object, "variant"_L1),
            .test = readTest(object),
            .round = object.value("round"_L1).toInt(),
            .rounds = object.value("rounds"_L1).toInt(),
            .secondsLeft = object.value("secondsLeft"_L1).toDouble()};
}

RunPlanned readPlanned(const QJsonObject& object)
{
    RunPlanned planned;
    for (const QJsonValue variant : object.value("variants"_L1).toArray()) {
        planned.variants << variant.toString();
    }
    planned.samples = object.value("samples"_L1).toInt();
    planned.secondsLeft = object.value("secondsLeft"_L1).toDouble();
    for (const QJsonValue value : object.value("results"_L1).toArray()) {
        const QJsonObject result = value.toObject();
        planned.tests.push_back({.test = readTest(result),
                                 .unit = text(result, "unit"_L1),
                                 .isLowerBetter = text(result, "better"_L1) == "lower"_L1,
                                 .rounds = result.value("rounds"_L1).toInt()});
    }
    return planned;
}

SampleTaken readSample(const QJsonObject& object)
{
    SampleTaken sample {.place = readPlace(object),
                        .rate = object.value("rate"_L1).toDouble(),
                        .seconds = object.value("seconds"_L1).toDouble(),
                        .cpus = {}};
    for (const QJsonValue cpu : object.value("cpus"_L1).toArray()) {
        sample.cpus << cpu.toInt();
    }
    return sample;
}

RunWarned readWarning(const QJsonObject& object)
{
    return {.code = text(object, "code"_L1), .message = text(object, "message"_L1), .mend = text(object, "mend"_L1)};
}

RunFinding readFinding(const QJsonObject& object)
{
    RunFinding finding {.test = readTest(object),
                        .change = number(object.value("change"_L1)),
                        .interval = {},
                        .verdict = text(object, "verdict"_L1),
                        .moreRounds = {},
                        .reason = text(object, "reason"_L1)};
    const QJsonArray interval = object.value("interval"_L1).toArray();
    if (interval.size() == 2) {
        finding.interval = {interval[0].toDouble(), interval[1].toDouble()};
    }
    if (const auto more = number(object.value("moreRounds"_L1))) {
        finding.moreRounds = static_cast<int>(*more);
    }
    return finding;
}

/// "governor performance", or that it is not told.
QString fact(const QJsonObject& machine, QLatin1StringView name, const QString& otherwise = {})
{
    const QString value = text(machine, name);
    return value.isEmpty() ? otherwise : value;
}

}

std::optional<RunEvent> readRunEvent(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const QString event = text(object, "event"_L1);
    if (event == "plan"_L1) {
        return readPlanned(object);
    }
    if (event == "round-started"_L1) {
        return RoundStarted {.place = readPlace(object)};
    }
    if (event == "sample"_L1) {
        return readSample(object);
    }
    if (event == "kernel-failed"_L1) {
        return KernelFailed {.place = readPlace(object), .reason = text(object, "reason"_L1)};
    }
    if (event == "warning"_L1) {
        return readWarning(object);
    }
    if (event == "log"_L1) {
        return RunLogged {.message = text(object, "message"_L1)};
    }
    if (event == "finding"_L1) {
        return readFinding(object);
    }
    if (event == "paused"_L1 || event == "resumed"_L1) {
        return RunPaused {.isPaused = event == "paused"_L1};
    }
    if (event == "finished"_L1) {
        return RunFinished {.status = text(object, "status"_L1),
                            .reason = text(object, "reason"_L1),
                            .document = text(object, "document"_L1),
                            .samples = object.value("samples"_L1).toInt()};
    }
    return std::nullopt;
}

QList<KernelEntry> readKernelList(const QByteArray& json)
{
    QList<KernelEntry> kernels;
    for (const QJsonValue value : QJsonDocument::fromJson(json).object().value("kernels"_L1).toArray()) {
        const QJsonObject object = value.toObject();
        KernelEntry kernel {.id = text(object, "id"_L1),
                            .name = text(object, "name"_L1),
                            .group = text(object, "group"_L1),
                            .unit = text(object, "unit"_L1),
                            .description = text(object, "description"_L1),
                            .modes = {},
                            .isIndex = object.value("baseline"_L1).isDouble()};
        for (const QJsonValue mode : object.value("modes"_L1).toArray()) {
            kernel.modes << mode.toString();
        }
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

QList<KernelEntry> readFioPresets(const QByteArray& json)
{
    QList<KernelEntry> presets;
    for (const QJsonValue value : QJsonDocument::fromJson(json).object().value("fio"_L1).toArray()) {
        const QJsonObject object = value.toObject();
        presets.push_back({.id = u"fio:"_s + text(object, "id"_L1),
                           .name = text(object, "name"_L1),
                           .group = u"fio"_s,
                           .unit = u"B/s"_s,
                           .description = text(object, "description"_L1),
                           .modes = {},
                           .isIndex = false});
    }
    return presets;
}

MachineReport readMachineReport(const QByteArray& json)
{
    const QJsonObject whole = QJsonDocument::fromJson(json).object();
    const QJsonObject machine = whole.value("machine"_L1).toObject();
    MachineReport report;
    report.processor = text(machine, "cpu.model"_L1);
    report.cpus = text(machine, "cpu.count"_L1).toInt();
    if (machine.isEmpty()) {
        return report;
    }
    QStringList parts {Words::tr("%n CPUs", nullptr, report.cpus)};
    if (const QString host = text(machine, "virtualisation"_L1); !host.isEmpty()) {
        parts << host;
    }
    report.lines << parts.join(u", ");
    report.lines << Words::tr("Linux %1").arg(fact(machine, "kernel.release"_L1, u"–"_s));
    report.lines << Words::tr("governor %1, THP %2")
                        .arg(fact(machine, "cpu.governor"_L1, Words::tr("unknown", "governor")),
                             fact(machine, "memory.thp"_L1, u"–"_s));
    report.lines << Words::tr("boot %1…, load %2")
                        .arg(text(machine, "kernel.boot-id"_L1).left(4), fact(machine, "load.1"_L1, u"–"_s));
    // Tools and counters are no matter of kernels.
    const QStringList used {u"load"_s,  u"frequency-scaling"_s, u"turbo"_s, u"throttled"_s,
                            u"steal"_s, u"cgroup-limit"_s,      u"swap"_s,  u"disk"_s};
    for (const QJsonValue value : whole.value("checks"_L1).toArray()) {
        const QJsonObject check = value.toObject();
        if (text(check, "state"_L1) == "warning"_L1 && used.contains(text(check, "code"_L1))) {
            RunWarned warning = readWarning(check);
            warning.message = text(check, "title"_L1) + u": "_s + warning.message;
            report.warnings.push_back(std::move(warning));
        }
    }
    return report;
}

}
