// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/variant_switch.h"

#include "core/base/posix.h"
#include "core/bench/command.h"
#include "core/bench/process.h"

#include <algorithm>
#include <format>
#include <ranges>
#include <utility>

namespace patchscale {
namespace {

std::unexpected<Error> failure(std::string message, std::string hint, Errc code = Errc::Io)
{
    Error error {.code = code, .message = std::move(message), .where = {}, .hints = {}};
    if (!hint.empty()) {
        error.hints.push_back(std::move(hint));
    }
    return std::unexpected(std::move(error));
}

std::vector<std::string> shellCommand(const std::string& command)
{
    return {"/bin/sh", "-c", command};
}

}

VariantSwitch::VariantSwitch(SwitchPlan plan, Guard& guard, RunSink& sink)
    : m_plan(std::move(plan))
    , m_guard(guard)
    , m_sink(sink)
{
    m_areAllSettings = true;
    for (const auto& command : m_plan.commands) {
        const auto settings = settingsOf(command);
        m_areAllSettings = m_areAllSettings && settings;
        for (const auto& setting : settings.value_or(std::vector<SettingWrite> {})) {
            if (std::ranges::find(m_settings, setting.file, &SettingWrite::file) == m_settings.end()) {
                m_settings.push_back(setting);
            }
        }
    }
}

bool VariantSwitch::isNeeded() const
{
    return !m_plan.commands[0].empty() || !m_plan.commands[1].empty();
}

Result<std::string> VariantSwitch::readState(const Job& job) const
{
    if (!m_plan.check.empty()) {
        auto outcome =
            runCommand({.argv = shellCommand(m_plan.check), .environment = {m_guard.mark()}, .cpus = {}}, job);
        if (!outcome) {
            return std::unexpected(outcome.error());
        }
        if (outcome->status != 0) {
            return failure(std::format("cannot check the switch: '{}' {}{}", m_plan.check,
                                       describeStatus(outcome->status), saidLine(*outcome)),
                           "run it by hand: it must end with status 0 in either variant");
        }
        return std::string(trimmedText(outcome->output));
    }
    std::string state;
    for (const auto& setting : m_settings) {
        const auto value = readSetting(setting);
        if (!value) {
            return std::unexpected(value.error());
        }
        state += (state.empty() ? "" : "\n")
            + (m_settings.size() == 1 ? *value : std::format("{} = {}", setting.name, *value));
    }
    return state;
}

std::string VariantSwitch::shortState(const std::string& state) const
{
    constexpr std::size_t kMost = 200;
    std::string text = state.substr(0, kMost);
    std::ranges::replace(text, '\n', ' ');
    return text.empty() ? "nothing" : text;
}

Result<void> VariantSwitch::noteSettings()
{
    for (const auto& setting : m_settings) {
        const auto value = readSetting(setting);
        if (!value) {
            return std::unexpected(value.error());
        }
        const auto change = m_guard.willChange(
            {.what = setting.name, .file = setting.file, .value = valueToRestore(*value), .command = {}});
        if (!change) {
            return std::unexpected(change.error());
        }
        m_changes.push_back(*change);
    }
    return {};
}

Result<void> VariantSwitch::noteCommand(const std::string& command, const char* what)
{
    const auto change = m_guard.willChange({.what = what, .file = {}, .value = {}, .command = shellCommand(command)});
    if (!change) {
        return std::unexpected(change.error());
    }
    m_changes.push_back(*change);
    m_command = *change;
    return {};
}

Result<void> VariantSwitch::run(std::size_t variant, const Job& job)
{
    const auto& label = m_plan.labels[variant];
    const auto& command = m_plan.commands[variant];
    const auto outcome = runCommand(
        {.argv = shellCommand(command), .environment = {m_guard.mark(), "PATCHSCALE_VARIANT=" + label}, .cpus = {}},
        job);
    if (!outcome) {
        auto error = outcome.error();
        if (error.code != Errc::Cancelled) {
            error.message = std::format("cannot switch to {}: {}", label, error.message);
        }
        return std::unexpected(std::move(error));
    }
    if (outcome->status != 0) {
        return failure(std::format("cannot switch to {}: '{}' {}{}", label, command, describeStatus(outcome->status),
                                   saidLine(*outcome)),
                       "run it by hand; most settings of the kernel want root");
    }
    m_current = variant;
    return {};
}

Result<std::string> VariantSwitch::tryVariant(std::size_t variant, const Job& job)
{
    if (auto switched = run(variant, job); !switched) {
        return std::unexpected(switched.error());
    }
    auto state = readState(job);
    if (state) {
        const auto& command = m_plan.commands[variant];
        const auto settings = settingsOf(command);
        const auto what = settings && settings->size() == 1
            ? std::format("{} = {}", settings->front().name, settings->front().value)
            : command;
        m_sink.logged(
            std::format("switched to {}: {}, read back {}", m_plan.labels[variant], what, shortState(*state)));
    }
    return state;
}

Result<void> VariantSwitch::chooseRestoring(const std::string& first)
{
    if (m_areAllSettings || !m_plan.restore.empty() || first == m_states[0]) {
        return {};
    }
    if (first != m_states[1]) {
        return failure(std::format("cannot put the first state back: it read '{}', which is neither {} ('{}') nor {} "
                                   "('{}'); the machine is left as {}",
                                   shortState(first), m_plan.labels[0], shortState(*m_states[0]), m_plan.labels[1],
                                   shortState(*m_states[1]), m_plan.labels[0]),
                       "give --restore CMD, which puts it back", Errc::Usage);
    }
    // It began as the second variant. The note for the first one is undone by becoming it once more, which is harmless.
    if (auto undone = m_guard.restore(*m_command); !undone) {
        return undone;
    }
    std::erase_if(m_changes, [this](ChangeId change) { return change.value == m_command->value; });
    m_current.reset();
    return noteCommand(m_plan.commands[1], "the first state");
}

Result<void> VariantSwitch::prepare(const Job& job)
{
    if (!isNeeded()) {
        return {};
    }
    for (std::size_t variant : {0U, 1U}) {
        if (m_plan.commands[variant].empty()) {
            return failure(std::format("there is no command that switches to {}", m_plan.labels[variant]),
                           "give both --before CMD and --after CMD; ':' is a command that does nothing", Errc::Usage);
        }
    }
    if (m_plan.check.empty() && !m_areAllSettings) {
        const auto at = settingsOf(m_plan.commands[0]) ? 1U : 0U;
        return failure(std::format("cannot tell whether '{}' takes effect", m_plan.commands[at]),
                       "give --check CMD, whose output tells the variants apart", Errc::Usage);
    }
    auto first = readState(job);
    if (!first) {
        return std::unexpected(first.error());
    }
    m_first = *first;
    m_sink.logged(std::format("first state: {}", shortState(*m_first)));
    if (auto noted = noteSettings(); !noted) {
        return noted;
    }
    if (!m_plan.restore.empty() || !m_areAllSettings) {
        const auto& command = m_plan.restore.empty() ? m_plan.commands[0] : m_plan.restore;
        if (auto noted = noteCommand(command, "the first state"); !noted) {
            return noted;
        }
    }
    for (std::size_t variant : {0U, 1U}) {
        auto state = tryVariant(variant, job);
        if (!state) {
            return std::unexpected(state.error());
        }
        m_states[variant] = std::move(*state);
    }
    const bool isSame = m_plan.commands[0] == m_plan.commands[1];
    if (!isSame && m_states[0] == m_states[1]) {
        return failure(std::format("the switch to {} did not take: '{}' is read after either command", m_plan.labels[1],
                                   shortState(*m_states[1])),
                       m_plan.check.empty()
                           ? "do both commands write what they should? --check CMD may read it elsewhere"
                           : "the output of --check must tell the variants apart");
    }
    if (auto back = switchTo(0, job); !back) {
        return back;
    }
    return chooseRestoring(*m_first);
}

Result<void> VariantSwitch::switchTo(std::size_t variant, const Job& job)
{
    if (!isNeeded()) {
        return {};
    }
    const bool isThere = m_current == variant;
    const auto state = isThere ? readState(job) : tryVariant(variant, job);
    if (!state) {
        return std::unexpected(state.error());
    }
    if (*state != *m_states[variant]) {
        return failure(std::format("{} {}: '{}' is read, at first it was '{}'",
                                   isThere ? "something else ended the variant" : "the switch did not take for",
                                   m_plan.labels[variant], shortState(*state), shortState(*m_states[variant])),
                       "each command must set all that the other one changes");
    }
    return {};
}

Result<void> VariantSwitch::restore()
{
    Result<void> result;
    for (const auto change : m_changes | std::views::reverse) {
        if (auto undone = m_guard.restore(change); !undone && result) {
            result = undone;
        }
    }
    const bool wasChanged = !m_changes.empty();
    m_changes.clear();
    m_current.reset();
    if (!result || !wasChanged || !m_first) {
        return result;
    }
    const auto state = readState({});
    if (!state) {
        return std::unexpected(state.error());
    }
    if (*state != *m_first) {
        return failure(std::format("the first state is not back: '{}' is read, it was '{}'", shortState(*state),
                                   shortState(*m_first)),
                       "put it back by hand");
    }
    m_sink.logged(std::format("restored the first state, read back {}", shortState(*state)));
    return {};
}

}
