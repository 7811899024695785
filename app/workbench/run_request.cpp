// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/run_request.h"

using namespace Qt::StringLiterals;

namespace patchscale {

QStringList runnerArguments(const RunRequest& request, const QString& document)
{
    QStringList arguments {request.isExperiment ? u"ab"_s : u"run"_s, u"--json-lines"_s, u"--output"_s, document};
    const auto add = [&arguments](const QString& name, const QString& value) { arguments << name << value; };
    QStringList copies;
    for (const int count : request.copies) {
        copies << QString::number(count);
    }
    add(u"--copies"_s, copies.join(u','));
    if (request.untilPercent > 0) {
        add(u"--until"_s, QString::number(request.untilPercent, 'g', 6));
        add(u"--max-rounds"_s, QString::number(request.rounds));
    }
    if (request.untilPercent <= 0 || !request.fio.isEmpty()) { // fio's rounds are fixed
        add(u"--rounds"_s, QString::number(request.rounds));
    }
    if (!request.pin.isEmpty()) {
        add(u"--pin"_s, request.pin);
    }
    if (request.isExperiment) {
        add(u"--before"_s, request.before);
        add(u"--after"_s, request.after);
        if (!request.check.isEmpty()) {
            add(u"--check"_s, request.check);
        }
    } else {
        add(u"--label"_s, request.label);
        if (!request.role.isEmpty()) {
            add(u"--role"_s, request.role);
        }
    }
    if (!request.counters.isEmpty()) {
        arguments << (request.counters == "default"_L1 ? u"--perf-stat"_s : u"--perf-stat="_s + request.counters);
    }
    if (request.isProfiled) {
        arguments << u"--perf-record"_s;
    }
    if (!request.command.isEmpty()) {
        return arguments << u"--"_s << request.command;
    }
    if (!request.disturber.isEmpty()) {
        add(u"--disturb"_s, request.disturber);
        add(u"--duty"_s, QString::number(request.dutyPercent, 'g', 6));
    }
    if (!request.fio.isEmpty()) {
        arguments << u"--fio="_s + request.fio.join(u',');
    }
    add(u"--seconds"_s, QString::number(request.seconds, 'g', 6));
    return arguments << request.kernels;
}

}
