// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/reading.h"

#include <algorithm>
#include <set>
#include <utility>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kNearLines = 12; ///< two sides of a comparison stand no farther apart
constexpr std::size_t kNearStatements = 24;

bool isSameMeasure(const Statement& a, const Statement& b)
{
    return a.value.metric == b.value.metric && a.value.dimension == b.value.dimension
        && (a.value.subject == b.value.subject || a.value.subject.empty() || b.value.subject.empty());
}

std::size_t distance(std::size_t a, std::size_t b)
{
    return a > b ? a - b : b - a;
}

/// Whether @p other is the other side that makes @p statement believable.
bool isCounterpart(const Statement& statement, const Statement& other)
{
    if (other.isFromTo || !isSameMeasure(statement, other) || other.label.text == statement.label.text
        || distance(other.line, statement.line) > kNearLines || distance(other.passage, statement.passage) > 2
        || other.isUnderHeading != statement.isUnderHeading) {
        return false;
    }
    const bool isOpposite = other.label.polarity != statement.label.polarity;
    const auto weaker = std::min(statement.label.strength, other.label.strength);
    if (weaker == Strength::Bare) {
        const bool isMixed = statement.label.strength == Strength::Weak || other.label.strength == Strength::Weak;
        return isOpposite && !isMixed;
    }
    if (weaker == Strength::Weak && statement.value.needsPair && statement.passage != other.passage) {
        return false;
    }
    if (statement.label.strength == Strength::Weak && !statement.label.isPlaced) {
        return false;
    }
    return true;
}

/// Lines under two headings are sides when they read the same before the number.
bool isSameLine(const Statement& a, const Statement& b)
{
    return a.lead == b.lead;
}

/// Under one heading a line that occurs twice tells two things that cannot be told apart.
bool isRepeated(const Reading& reading, std::size_t index)
{
    const auto& statement = reading.statements[index];
    const std::size_t begin = index > kNearStatements ? index - kNearStatements : 0;
    for (std::size_t k = begin; k < std::min(reading.statements.size(), index + kNearStatements); ++k) {
        const auto& other = reading.statements[k];
        if (k != index && other.isUnderHeading && other.label.span == statement.label.span
            && isSameMeasure(statement, other) && (isSameLine(statement, other) || statement.value.hasMetricWord)) {
            return true;
        }
    }
    return false;
}

bool isBelievedAlone(const Statement& statement)
{
    return statement.isFromTo
        || (statement.label.strength == Strength::Strong && statement.value.hasMetricWord && !statement.value.needsPair
            && statement.isTight);
}

}

void acceptStatements(Reading& reading)
{
    auto& all = reading.statements;
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto& statement = all[i];
        if (isBelievedAlone(statement)) {
            statement.isAccepted = true;
            continue;
        }
        if (statement.isUnderHeading && isRepeated(reading, i)) {
            continue;
        }
        const std::size_t begin = i > kNearStatements ? i - kNearStatements : 0;
        for (std::size_t k = begin; k < std::min(all.size(), i + kNearStatements) && !statement.isAccepted; ++k) {
            const bool isUnnamed = statement.isUnderHeading && !statement.value.hasMetricWord;
            statement.isAccepted = k != i && isCounterpart(statement, all[k])
                && (!isUnnamed || isSameLine(statement, all[k]))
                && (!statement.isUnderHeading || !isRepeated(reading, k));
        }
    }
    // A weak label that was believed once is believed again: "without SMT disturbance" in the next item.
    std::set<std::pair<std::string_view, std::string_view>> believed; // label, metric
    for (const auto& statement : all) {
        if (statement.isAccepted) {
            believed.emplace(statement.label.text, statement.value.metric);
        }
    }
    for (auto& statement : all) {
        statement.isAccepted |= statement.label.strength == Strength::Weak && statement.value.isScore
            && believed.contains({statement.label.text, statement.value.metric});
    }
}

}
