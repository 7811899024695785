// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/run_request.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>

#include <cmath>
#include <format>
#include <functional>
#include <map>
#include <optional>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kVersion = 1;
constexpr auto kMark = "patchscale-plan"_L1;

std::unexpected<Error> refuse(std::string message, std::string hint)
{
    return std::unexpected(
        Error {.code = Errc::UnsupportedInput, .message = std::move(message), .where = {}, .hints = {std::move(hint)}});
}

bool take(const QJsonValue& value, QString& out)
{
    out = value.toString();
    return value.isString();
}

bool take(const QJsonValue& value, bool& out)
{
    out = value.toBool();
    return value.isBool();
}

bool take(const QJsonValue& value, QStringList& out)
{
    for (const QJsonValue item : value.toArray()) {
        if (!item.isString() || item.toString().isEmpty()) {
            return false;
        }
        out << item.toString();
    }
    return value.isArray();
}

bool takeWhole(const QJsonValue& value, int most, int& out)
{
    const double number = value.toDouble();
    out = static_cast<int>(number);
    return value.isDouble() && number >= 1 && number <= most && std::floor(number) >= number;
}

bool takeWithin(const QJsonValue& value, double least, double most, double& out)
{
    out = value.toDouble();
    return value.isDouble() && out >= least && out <= most;
}

bool takeOneOf(const QJsonValue& value, const QStringList& words, QString& out)
{
    return take(value, out) && words.contains(out);
}

bool takeCopies(const QJsonValue& value, QList<int>& out)
{
    constexpr int kMostCopies = 4096;
    out.clear();
    for (const QJsonValue item : value.toArray()) {
        if (!takeWhole(item, kMostCopies, out.emplace_back())) {
            return false;
        }
    }
    return !out.isEmpty();
}

/// How each member of a plan is read, and what it may be.
struct Member
{
    std::function<bool(const QJsonValue&)> take;
    std::string_view expected;
};

std::map<QString, Member> membersOf(RunRequest& request)
{
    constexpr int kMostRounds = 1000;
    constexpr double kLongest = 3600;
    constexpr std::string_view kWords = "a list of words";
    constexpr std::string_view kCommand = "a command";
    const auto text = [](QString& out) { return [&out](const QJsonValue& value) { return take(value, out); }; };
    const auto words = [](QStringList& out) { return [&out](const QJsonValue& value) { return take(value, out); }; };
    return {
        {u"kernels"_s, {words(request.kernels), kWords}},
        {u"fio"_s, {words(request.fio), kWords}},
        {u"command"_s, {words(request.command), kWords}},
        {u"copies"_s, {[&](const QJsonValue& v) { return takeCopies(v, request.copies); }, "a list of numbers"}},
        {u"rounds"_s,
         {[&](const QJsonValue& v) { return takeWhole(v, kMostRounds, request.rounds); }, "a number from 1 to 1000"}},
        {u"until"_s,
         {[&](const QJsonValue& v) { return takeWithin(v, 0, 100, request.untilPercent); }, "a percentage, or 0"}},
        {u"seconds"_s,
         {[&](const QJsonValue& v) { return takeWithin(v, 0.05, kLongest, request.seconds); },
          "a number from 0.05 to 3600"}},
        {u"pin"_s,
         {[&](const QJsonValue& v) { return takeOneOf(v, {u"none"_s, u"cpu"_s, u"core"_s, u"node"_s}, request.pin); },
          "none, cpu, core or node"}},
        {u"disturb"_s, {text(request.disturber), "busy, pause or a command"}},
        {u"duty"_s,
         {[&](const QJsonValue& v) { return takeWithin(v, 0.1, 100, request.dutyPercent); },
          "a percentage from 0.1 to 100"}},
        {u"counters"_s, {text(request.counters), "events, or default"}},
        {u"profile"_s, {[&](const QJsonValue& v) { return take(v, request.isProfiled); }, "true or false"}},
        {u"label"_s, {text(request.label), "a text"}},
        {u"role"_s,
         {[&](const QJsonValue& v) { return takeOneOf(v, {u"baseline"_s, u"candidate"_s, QString()}, request.role); },
          "baseline or candidate"}},
        {u"before"_s, {text(request.before), kCommand}},
        {u"after"_s, {text(request.after), kCommand}},
        {u"check"_s, {text(request.check), kCommand}},
    };
}

}

QByteArray planText(const RunRequest& request)
{
    QJsonArray copies;
    for (const int count : request.copies) {
        copies.append(count);
    }
    QJsonObject plan {
        {kMark, kVersion}, {u"copies"_s, copies}, {u"rounds"_s, request.rounds}, {u"seconds"_s, request.seconds}};
    const auto add = [&plan](const QString& name, const QJsonValue& value, bool isSet) {
        if (isSet) {
            plan.insert(name, value);
        }
    };
    add(u"kernels"_s, QJsonArray::fromStringList(request.kernels), !request.kernels.isEmpty());
    add(u"fio"_s, QJsonArray::fromStringList(request.fio), !request.fio.isEmpty());
    add(u"command"_s, QJsonArray::fromStringList(request.command), !request.command.isEmpty());
    add(u"until"_s, request.untilPercent, request.untilPercent > 0);
    add(u"pin"_s, request.pin, !request.pin.isEmpty());
    add(u"disturb"_s, request.disturber, !request.disturber.isEmpty());
    add(u"duty"_s, request.dutyPercent, !request.disturber.isEmpty());
    add(u"counters"_s, request.counters, !request.counters.isEmpty());
    add(u"profile"_s, true, request.isProfiled);
    if (request.isExperiment) {
        add(u"before"_s, request.before, true);
        add(u"after"_s, request.after, true);
        add(u"check"_s, request.check, !request.check.isEmpty());
    } else {
        add(u"label"_s, request.label, !request.label.isEmpty());
        add(u"role"_s, request.role, !request.role.isEmpty());
    }
    return QJsonDocument(plan).toJson();
}

Result<RunRequest> readPlan(const QByteArray& plan)
{
    QJsonParseError fault;
    const QJsonObject object = QJsonDocument::fromJson(plan, &fault).object();
    if (!object.contains(kMark)) {
        return refuse(
            fault.error == QJsonParseError::NoError
                ? "it is no plan of a run"
                : std::format("it is no plan of a run: {} at byte {}", fault.errorString().toStdString(), fault.offset),
            "plans are made with Save Plan on the Run page; results are opened, or imported");
    }
    if (object.value(kMark).toInt() != kVersion) {
        return refuse("the plan is of a version that this program does not know", "a newer Patchscale reads it");
    }
    RunRequest request;
    const auto members = membersOf(request);
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (entry.key() == kMark) {
            continue;
        }
        const auto name = entry.key().toStdString();
        const auto member = members.find(entry.key());
        if (member == members.end()) {
            return refuse(std::format("the plan has '{}', which is not known", name),
                          "look for a slip of the pen, or take it out");
        }
        if (!member->second.take(entry.value())) {
            return refuse(std::format("'{}' in the plan cannot be read", name),
                          std::format("it is to be {}", member->second.expected));
        }
    }
    request.isExperiment = object.contains(u"before"_s) || object.contains(u"after"_s);
    return request;
}

}
