// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/guard.h"

#include "core/base/posix.h"
#include "core/bench/control_group.h"
#include "core/bench/journal.h"
#include "core/bench/strays.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <format>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace patchscale {
namespace {

namespace fs = std::filesystem;

constexpr char kOrderly = 'q';

std::string randomWord()
{
    std::uint64_t word = 0;
    if (getrandom(&word, sizeof word, 0) != sizeof word) {
        word = static_cast<std::uint64_t>(monotonicSeconds() * 1e9) ^ (static_cast<std::uint64_t>(getpid()) << 40U);
    }
    return std::format("{:016x}", word);
}

/// Makes the folder of journals. Below a folder that everybody may write to, somebody else may have been there first.
Result<void> makeJournals(const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder.parent_path(), error);
    if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        return std::unexpected(systemError(std::format("make the folder '{}'", folder.string()), errno));
    }
    struct stat status {};
    if (lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid()) {
        return std::unexpected(Error {
            .code = Errc::Io,
            .message = std::format("cannot keep a journal in '{}': it is not a folder of this user", folder.string()),
            .where = {},
            .hints = {"remove it, or set XDG_RUNTIME_DIR to a folder of your own"}});
    }
    return {};
}

/// The whole content behind @p descriptor.
std::string contentOf(int descriptor)
{
    std::string content;
    std::array<char, 4096> buffer {};
    while (true) {
        const auto got = pread(descriptor, buffer.data(), buffer.size(), static_cast<off_t>(content.size()));
        if (got <= 0) {
            return content;
        }
        content.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

/// Closes everything but @p kept, so that nobody waits for the end of a pipe that the guardian happens to hold.
void keepOnly(std::array<int, 3> kept)
{
    std::ranges::sort(kept);
    unsigned next = 0;
    for (const auto descriptor : kept) {
        closeRange(next, static_cast<unsigned>(descriptor) - 1);
        next = static_cast<unsigned>(descriptor) + 1;
    }
    closeRange(next, ~0U);
    // Standard streams that later descriptors cannot take the place of.
    while (true) {
        const auto nothing = open("/dev/null", O_RDWR);
        if (nothing > STDERR_FILENO || nothing < 0) {
            close(nothing);
            return;
        }
    }
}

/// The guardian: waits for the end of its maker and undoes what the journal says.
[[noreturn]] void stand(const fs::path& journal, int journalFd, int alive, int gone)
{
    prctl(PR_SET_NAME, "patchscale-guard");
    for (const auto signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2}) {
        std::signal(signal, SIG_IGN);
    }
    keepOnly({journalFd, alive, gone});
    if (chdir("/") != 0) {
        _exit(1);
    }
    char word = 0;
    while (true) {
        const auto got = read(alive, &word, 1);
        if (got > 0) {
            _exit(0); // kOrderly: everything has been undone
        }
        if (got == 0) {
            break;
        }
    }
    if (undoAll(parseJournal(contentOf(journalFd)))) {
        unlink(journal.c_str());
    }
    _exit(0);
}

bool append(int journal, std::string_view line)
{
    return writeAll(journal, line);
}

}

Result<std::unique_ptr<Guard>> Guard::start(const fs::path& journals)
{
    if (auto made = makeJournals(journals); !made) {
        return std::unexpected(made.error());
    }
    std::unique_ptr<Guard> guard(new Guard);
    const auto name = randomWord();
    guard->m_mark = "PATCHSCALE_RUN=" + name;
    // Under another name until it is locked: an unlocked journal is one that was left behind.
    const auto unlocked = journals / (name + ".new");
    const auto journal = journals / (name + ".journal");
    guard->m_journalFd = open(unlocked.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
    std::error_code error;
    const auto begin = journalLine(std::array {std::string("boot"), bootId()})
        + journalLine(std::array {std::string("mark"), guard->m_mark})
        + journalLine(std::array {std::string("in"), fs::current_path(error).string()});
    if (guard->m_journalFd < 0 || flock(guard->m_journalFd, LOCK_EX | LOCK_NB) != 0
        || !append(guard->m_journalFd, begin) || rename(unlocked.c_str(), journal.c_str()) != 0) {
        return std::unexpected(systemError(std::format("keep a journal in '{}'", journals.string()), errno));
    }
    guard->m_journal = journal;

    auto alive = makePipe();
    auto gone = makePipe();
    if (!alive || !gone) {
        return std::unexpected(alive ? gone.error() : alive.error());
    }
    // Forked twice: the guardian is nobody's child here, so that all our children are kernels or what they left.
    const auto middle = fork();
    if (middle < 0) {
        return std::unexpected(systemError("start the guardian process", errno));
    }
    if (middle == 0) {
        setsid();
        if (fork() == 0) {
            stand(journal, guard->m_journalFd, alive->read.get(), gone->write.get());
        }
        _exit(0);
    }
    while (waitpid(middle, nullptr, 0) < 0 && errno == EINTR) { }
    guard->m_alive = fcntl(alive->write.get(), F_DUPFD_CLOEXEC, 3);
    guard->m_gone = fcntl(gone->read.get(), F_DUPFD_CLOEXEC, 3);
    // What a kernel leaves behind comes to us instead of to init, and is reaped.
    prctl(PR_GET_CHILD_SUBREAPER, &guard->m_wasSubreaper);
    prctl(PR_SET_CHILD_SUBREAPER, 1);

    if (const auto own = ownControlGroup()) {
        const auto group = *own / ("patchscale-" + name);
        append(guard->m_journalFd, journalLine(std::array {std::string("group"), group.string()}));
        if (mkdir(group.c_str(), S_IRWXU | S_IRGRP | S_IXGRP) == 0) {
            guard->m_group = group;
            guard->m_groupFd = open(group.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        }
    }
    return guard;
}

Guard::~Guard()
{
    std::ignore = finish();
}

Result<void> Guard::finish()
{
    Result<void> undone;
    if (m_alive >= 0) {
        undone = undoAll(parseJournal(contentOf(m_journalFd)));
        prctl(PR_SET_CHILD_SUBREAPER, m_wasSubreaper);
    }
    if (!m_journal.empty() && undone) {
        unlink(m_journal.c_str());
    }
    if (m_alive >= 0) {
        const char word = kOrderly;
        // Without an answer the guardian is gone, which is what is wanted.
        if (write(m_alive, &word, 1) == 1) {
            char ignored = 0;
            while (read(m_gone, &ignored, 1) < 0 && errno == EINTR) { }
        }
    }
    for (auto* const descriptor : {&m_alive, &m_gone, &m_journalFd, &m_groupFd}) {
        if (*descriptor >= 0) {
            close(std::exchange(*descriptor, -1));
        }
    }
    m_journal.clear();
    return undone;
}

Result<ChangeId> Guard::willChange(const RestoreAction& action)
{
    const ChangeId id {++m_changes};
    if (!append(m_journalFd, changeLine(id.value, action))) {
        return std::unexpected(systemError(std::format("note in '{}'", m_journal.string()), errno));
    }
    return id;
}

Result<void> Guard::restore(ChangeId change)
{
    const auto journal = parseJournal(contentOf(m_journalFd));
    const auto found = std::ranges::find(journal.changes, change.value, &std::pair<int, RestoreAction>::first);
    if (found == journal.changes.end()) {
        return {};
    }
    if (auto undone = undo(found->second, journal.workingFolder); !undone) {
        return undone;
    }
    return forget(change);
}

Result<void> Guard::forget(ChangeId change)
{
    if (!append(m_journalFd, journalLine(std::array {std::string("done"), std::to_string(change.value)}))) {
        return std::unexpected(systemError(std::format("note in '{}'", m_journal.string()), errno));
    }
    return {};
}

Result<fs::path> Guard::makeFolder(const fs::path& parent)
{
    std::error_code error;
    const auto folder = fs::absolute(parent, error) / ("patchscale-" + randomWord());
    if (!append(m_journalFd, journalLine(std::array {std::string("folder"), folder.string()}))) {
        return std::unexpected(systemError(std::format("note in '{}'", m_journal.string()), errno));
    }
    if (mkdir(folder.c_str(), S_IRWXU) != 0) {
        return std::unexpected(systemError(std::format("make a folder in '{}'", parent.string()), errno));
    }
    return folder;
}

void Guard::killStrays(const std::string& roundMark) const
{
    constexpr double kLongest = 5;
    if (!m_group.empty()) {
        killControlGroup(m_group, kLongest);
    }
    // Without children there is nobody to look for: what lost its parents would have come to us.
    if (hasChildren()) {
        killMarked(roundMark, kLongest);
    }
}

std::vector<LeftBehind> Guard::leftBehind(const fs::path& journals)
{
    std::vector<LeftBehind> found;
    std::error_code error;
    for (fs::directory_iterator entry(journals, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (entry->path().extension() != ".journal") {
            continue;
        }
        const Descriptor file(open(entry->path().c_str(), O_RDONLY | O_CLOEXEC));
        if (!file.isOpen() || flock(file.get(), LOCK_SH | LOCK_NB) != 0) {
            continue;
        }
        const auto journal = parseJournal(contentOf(file.get()));
        LeftBehind left {.journal = entry->path(), .what = {}};
        if (journal.boot == bootId()) {
            for (const auto& [id, action] : journal.changes) {
                left.what.push_back(action.command.empty()
                                        ? std::format("{} was to be set back to '{}'", action.what, action.value)
                                        : std::format("{} was to be put back", action.what));
            }
        }
        for (const auto& folder : journal.folders) {
            if (fs::exists(folder, error)) {
                left.what.push_back(std::format("the folder '{}' was to be removed", folder.string()));
            }
        }
        found.push_back(std::move(left));
    }
    return found;
}

Result<void> Guard::mend(const LeftBehind& left)
{
    const Descriptor file(open(left.journal.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen() || flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        return {}; // another start mends it, or has
    }
    if (auto undone = undoAll(parseJournal(contentOf(file.get()))); !undone) {
        undone.error().hints.push_back(
            std::format("the journal '{}' says what is to be undone", left.journal.string()));
        return undone;
    }
    unlink(left.journal.c_str());
    return {};
}

fs::path defaultJournals()
{
    if (const char* const runtime = std::getenv("XDG_RUNTIME_DIR"); runtime != nullptr && *runtime == '/') {
        return fs::path(runtime) / "patchscale";
    }
    std::error_code error;
    const auto temporary = fs::temp_directory_path(error);
    return (error ? fs::path("/tmp") : temporary) / std::format("patchscale-journals-{}", geteuid());
}

}
