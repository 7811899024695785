// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/text/group_name.h"

#include "app/gui/text/words.h"
#include "core/report/report_words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Names
{
    Q_DECLARE_TR_FUNCTIONS(GroupName)
};

bool hasValue(const ComparisonGroup& group, const std::string& key, const std::string& value)
{
    const auto own = group.parameters.find(key);
    return own != group.parameters.end() && own->second == value;
}

/// Scenarios and commands are told as they are; "scenario=" would only repeat what the phrase says.
bool speaksForItself(const std::string& key)
{
    return key == "scenario" || key == "command";
}

QString parameterText(const std::string& key, const std::string& value)
{
    return speaksForItself(key) ? fromUtf8(value) : fromUtf8(key) + u'=' + fromUtf8(value);
}

/// A command line says its own options: "./Run -c 40" needs no copies=40 beside it.
bool isInCommand(const Parameters& parameters, const std::string& key, const std::string& value)
{
    const auto command = parameters.find("command");
    if (command == parameters.end() || key == "command" || key == "scenario") {
        return false;
    }
    static const QRegularExpression marks(u"[\\s`'\"=]+"_s);
    return fromUtf8(command->second).split(marks).contains(fromUtf8(value));
}

QStringList parameterTexts(const Parameters& parameters, const auto& isTold)
{
    QStringList texts;
    for (const auto& [key, value] : parameters) {
        if (isTold(key, value) && !isInCommand(parameters, key, value)) {
            const QString text = parameterText(key, value);
            // A scenario is what a reader looks for first.
            key == "scenario" ? texts.prepend(text) : texts.append(text);
        }
    }
    return texts;
}

}

QString GroupName::text() const
{
    return detail.isEmpty() ? benchmark : benchmark + u", " + detail;
}

GroupName groupName(const Comparison& comparison, const ComparisonGroup& group)
{
    GroupName name;
    name.benchmark
        = group.benchmark.empty() ? Names::tr("Table") : fromUtf8(displayedBenchmark(group.benchmark));
    std::vector<const ComparisonGroup*> others;
    for (const ComparisonGroup& other : comparison.groups) {
        if (&other != &group && other.benchmark == group.benchmark) {
            others.push_back(&other);
        }
    }
    const bool isMachineTold = std::ranges::any_of(
        others, [&group](const ComparisonGroup* other) { return other->machine != group.machine; });
    QStringList parts = parameterTexts(group.parameters, [&others](const std::string& key, const std::string& value) {
        return std::ranges::any_of(
            others, [&](const ComparisonGroup* other) { return !hasValue(*other, key, value); });
    });
    if (isMachineTold && !group.machine.empty()) {
        parts.prepend(fromUtf8(group.machine));
    }
    name.detail = parts.join(u", ");
    return name;
}

QString groupCircumstances(const ComparisonGroup& group)
{
    QStringList parts
        = parameterTexts(group.parameters, [](const std::string& /*key*/, const std::string& /*value*/) { return true; });
    if (!group.machine.empty()) {
        parts.prepend(fromUtf8(group.machine));
    }
    return parts.join(u", ");
}

bool hasOtherSides(const Comparison& comparison, const ComparisonGroup& group)
{
    return std::ranges::any_of(comparison.groups, [&group](const ComparisonGroup& other) {
        return &other != &group && other.benchmark == group.benchmark && other.machine == group.machine
            && other.parameters == group.parameters;
    });
}

}
