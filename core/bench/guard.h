// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing stays behind: a guardian process, forked before anything is started or changed, waits for the end of this
// process. However that ends (an error, Ctrl-C, a crash, kill -9), the guardian kills what was started, removes the
// folders and puts changed settings back. What there is to undo stands in a journal, a small file written before each
// change; should the guardian be killed too, the next start finds the journal and mends from it.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace patchscale {

/// How one change is undone: a value is written to a file (a sysctl, a governor), or a command is run.
struct RestoreAction
{
    std::string what; ///< for people: "scaling_governor of CPU 0"
    std::filesystem::path file; ///< empty where a command restores
    std::string value; ///< what is written to `file`
    std::vector<std::string> command; ///< argv; without a shell
};

/// A change that is on record; to be given back to restore().
struct ChangeId
{
    int value = 0;
};

/// What runs that were killed together with their guardian have left.
struct LeftBehind
{
    std::filesystem::path journal;
    std::vector<std::string> what; ///< "scaling_governor of CPU 0 was to be set back to 'powersave'"
};

class Guard
{
public:
    /// Forks the guardian, which keeps none of this process's descriptors and belongs to a session of its own. To be
    /// called before threads are started. @p journals is the folder of journals: see defaultJournals().
    static Result<std::unique_ptr<Guard>> start(const std::filesystem::path& journals);

    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    /// finish(), where nobody wants to know how it went.
    ~Guard();

    /// Undoes what is still to be undone and ends the guardian; the journal stays where something could not be undone.
    /// Nothing may be started or changed through this guard afterwards.
    Result<void> finish();

    /// To be called before a change is made; the change is undone at the end, in the opposite order of the changes.
    Result<ChangeId> willChange(const RestoreAction& action);
    /// Undoes one change now.
    Result<void> restore(ChangeId change);
    /// Takes a change off the record that could not be made after all.
    Result<void> forget(ChangeId change);

    /// Makes a new folder of our own below @p parent, which is removed at the end with all that is in it.
    Result<std::filesystem::path> makeFolder(const std::filesystem::path& parent);

    /// "PATCHSCALE_RUN=…": what carries this variable in its environment is killed at the end. A child that never
    /// executes another program cannot carry it; it must close the descriptors above 2 and ask for PR_SET_PDEATHSIG.
    [[nodiscard]] const std::string& mark() const
    {
        return m_mark;
    }
    /// Descriptor of the control group that kernels are started in, or -1 where we may not make one.
    [[nodiscard]] int controlGroup() const
    {
        return m_groupFd;
    }
    /// Kills what is in the control group or carries @p roundMark ("NAME=value") in its environment, and waits until it
    /// is gone. Called after each round: a kernel may have left children that left its process group.
    void killStrays(const std::string& roundMark) const;

    /// What is still to be undone from earlier runs whose guardians are gone.
    static std::vector<LeftBehind> leftBehind(const std::filesystem::path& journals);
    /// Undoes it and removes the journal; the journal stays where something could not be undone.
    static Result<void> mend(const LeftBehind& left);

private:
    Guard() = default;

    std::filesystem::path m_journal;
    std::string m_mark;
    int m_journalFd = -1;
    std::filesystem::path m_group;
    int m_groupFd = -1;
    int m_wasSubreaper = 0;
    int m_alive = -1; ///< the guardian reads the other end: its closing is our end
    int m_gone = -1; ///< closed by the guardian when it is done
    int m_changes = 0;
};

/// Where journals are kept until the next boot: $XDG_RUNTIME_DIR/patchscale, or a folder of this user's below the
/// system's temporary folder.
std::filesystem::path defaultJournals();

}
