// SPDX-License-Identifier: GPL-3.0-or-later
// Switches the machine between two variants while it runs, makes sure that each switch took, and puts the first state
// back, whatever ends this process.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/bench/guard.h"
#include "core/bench/settings.h"
#include "core/bench/sink.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace patchscale {

/// How the variants of an experiment are made. Commands are run by `/bin/sh -c` with PATCHSCALE_VARIANT set to the
/// label.
struct SwitchPlan
{
    std::array<std::string, 2> labels {"before", "after"};
    std::array<std::string, 2> commands; ///< both empty where nothing is switched
    std::string check; ///< its output tells the variants apart; empty where the settings that are written can be read
    std::string restore; ///< puts the first state back; empty where a command or a setting is known to do it
};

/// What the first state is, and how it is put back: settings (`sysctl name=value`, `echo value > /file`) are read and
/// written back. For other commands it is the variant whose check says what it said at first; its command is run again.
class VariantSwitch
{
public:
    /// @p guard and @p sink must outlive the switch.
    VariantSwitch(SwitchPlan plan, Guard& guard, RunSink& sink);

    /// Reads the first state, then switches to the one, the other and back. An error when a command does not work, when
    /// both variants read the same (unless their commands are the same: A/A), or when one reads otherwise the next
    /// time.
    Result<void> prepare(const Job& job);

    /// Switches to @p variant if it is not that already, and makes sure that it reads as in prepare().
    Result<void> switchTo(std::size_t variant, const Job& job);

    /// Puts the first state back and makes sure that it reads as it did.
    Result<void> restore();

private:
    [[nodiscard]] bool isNeeded() const;
    [[nodiscard]] Result<std::string> readState(const Job& job) const;
    [[nodiscard]] std::string shortState(const std::string& state) const;
    Result<void> noteSettings();
    Result<void> noteCommand(const std::string& command, const char* what);
    Result<void> run(std::size_t variant, const Job& job);
    Result<std::string> tryVariant(std::size_t variant, const Job& job);
    Result<void> chooseRestoring(const std::string& first);

    SwitchPlan m_plan;
    Guard& m_guard;
    RunSink& m_sink;
    std::vector<SettingWrite> m_settings; ///< what the commands write, each file once
    bool m_areAllSettings = false; ///< nothing else is changed by the commands
    std::optional<std::string> m_first; ///< the first state
    std::array<std::optional<std::string>, 2> m_states; ///< what each variant reads
    std::optional<std::size_t> m_current;
    std::vector<ChangeId> m_changes; ///< to be undone
    std::optional<ChangeId> m_command; ///< that of m_changes which runs a command
};

}
