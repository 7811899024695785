// SPDX-License-Identifier: GPL-3.0-or-later
// What the shells' `time`, POSIX `time -p` and GNU time tell of a command.
#include "parsers/tools/line_format.h"

#include <array>
#include <cmath>
#include <format>

namespace patchscale {
namespace {

using namespace patchscale::tools;

/// The seconds that @p text tells: "1.5", "1,5", "0m1.234s", "1:02:03.4", "2h3m4s".
std::optional<double> secondsOf(std::string_view text)
{
    if (text.ends_with('s')) {
        text.remove_suffix(1);
    }
    std::string plain(text);
    if (const auto comma = plain.find(','); comma != std::string::npos) {
        plain[comma] = '.';
    }
    double total = 0;
    std::string_view rest = plain;
    for (int parts = 0; parts < 3; ++parts) {
        const auto mark = rest.find_first_of("hm:");
        const auto part = wholeNumber(rest.substr(0, mark));
        if (!part || std::signbit(*part)) {
            return std::nullopt;
        }
        total = total * 60 + *part;
        if (mark == std::string_view::npos) {
            return total;
        }
        rest = rest.substr(mark + 1);
    }
    return std::nullopt;
}

/// A line of `time -v`.
struct Row
{
    std::string_view name;
    std::string_view test;
    std::string_view metric;
    std::string_view unit;
    Better better;
};

constexpr std::array kRows {
    Row {"User time (seconds)", "user", "time", "s", Better::Lower},
    Row {"System time (seconds)", "sys", "time", "s", Better::Lower},
    Row {"Percent of CPU this job got", "CPU", "share", "%", Better::Unknown},
    Row {"Elapsed (wall clock) time (h", "real", "time", "s", Better::Lower},
    Row {"Maximum resident set size (kbytes)", "maximum resident set size", "memory", "KiB", Better::Lower},
    Row {"Major (requiring I/O) page faults", "major page faults", "count", "", Better::Lower},
    Row {"Minor (reclaiming a frame) page faults", "minor page faults", "count", "", Better::Lower},
    Row {"Voluntary context switches", "voluntary context switches", "count", "", Better::Unknown},
    Row {"Involuntary context switches", "involuntary context switches", "count", "", Better::Unknown},
    Row {"File system inputs", "file system inputs", "count", "", Better::Unknown},
    Row {"File system outputs", "file system outputs", "count", "", Better::Unknown},
};

class TimeCommand final : public LineReader
{
public:
    static constexpr std::string_view kId = "time";
    static constexpr std::string_view kDescription =
        "time: real, user and system time of a command, from any shell or GNU time";
    static constexpr std::string_view kExample = "real\t0m12.345s\nuser\t0m40.120s\nsys\t0m3.456s";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr std::array<std::string_view, 0> kMarks {};

    static bool mayOpen(std::string_view line)
    {
        return !line.empty()
            && (line.starts_with("real") || line.starts_with("Command being timed: ")
                || (line.ends_with(" total") && line.contains("% cpu "))
                || (line.front() >= '0' && line.front() <= '9' && (line.contains("user ") || line.contains("u "))
                    && isOneLine(line)));
    }

    explicit TimeCommand(const Start& start)
        : m_values(start.text, isBuild(start) ? "kernel build" : "time")
    {
    }

    Step take(std::string_view line) override
    {
        Holes at;
        if (matches(line, "{w} {w}", at) && (at[0] == "real" || at[0] == "user" || at[0] == "sys")) {
            return addTime(at[0], at[1]) ? Step::Taken : Step::Ended;
        }
        if (const auto step = takeVerbose(line); step != Step::Ended) {
            return step;
        }
        return takeOneLine(line);
    }

    ParsedBlock finish() override
    {
        const auto& results = m_values.run().results;
        bool hasReal = false;
        bool hasOther = false;
        for (const auto& result : results) {
            hasReal = hasReal || result.test == "real";
            hasOther = hasOther || result.test == "user" || result.test == "sys";
        }
        return hasReal && hasOther ? m_values.finish(m_values.run().benchmark) : ParsedBlock {};
    }

private:
    /// GNU time's line, whole or cut off behind the elapsed time, and csh's. @p at begins with user, system, elapsed.
    static bool isOneLine(std::string_view line, Holes& at)
    {
        return matches(line, "{n}user {n}system {w}elapsed {w}CPU ({n}avgtext+{n}avgdata {n}maxresident)k", at)
            || matches(line, "{n}user {n}system {w}elapsed {w}CPU", at)
            || matches(line, "{n}user {n}system {w}elapsed", at)
            || matches(line, "{n}u {n}s {w} {n}% {n}+{n}k {n}+{n}io {n}pf+{n}w", at);
    }
    static bool isOneLine(std::string_view line)
    {
        Holes at;
        return isOneLine(line, at);
    }

    static bool isBuild(const Start& start)
    {
        for (const std::string_view words :
             {"make -j", "make vmlinux", "make bzImage", "make allmodconfig", "ernel build", "ernel compil"}) {
            if (isNamedAbove(start, words, 4)) {
                return true;
            }
        }
        return start.text.line(start.line).contains("make -j");
    }

    bool addTime(std::string_view test, std::string_view written)
    {
        const auto seconds = secondsOf(written);
        if (!seconds || !std::isfinite(*seconds)) {
            return false;
        }
        const auto number = written.ends_with('s') ? written.substr(0, written.size() - 1) : written;
        m_values.add({.test = test, .metric = "time", .number = number, .unit = "s", .better = Better::Lower},
                     *seconds);
        return true;
    }

    /// GNU time -v.
    Step takeVerbose(std::string_view line)
    {
        Holes at;
        if (matches(line, "Command being timed: {t}", at)) {
            if (m_isVerbose && at[0] != m_command) {
                return Step::Ended;
            }
            m_isVerbose = true;
            m_command = at[0];
            m_values.run().parameters["command"] = withoutQuotes(m_command);
            return Step::Taken;
        }
        if (!m_isVerbose) {
            return Step::Ended;
        }
        if (matches(line, "Exit status: {n}", at) || matches(line, "Command terminated by signal {n}", at)) {
            if (at[0] != "0") {
                m_values.run().isFailed = true;
                m_values.warn("command-failed",
                              std::format("the command ended with '{}'; its times are left out of comparisons", line),
                              line);
            }
            return Step::Taken;
        }
        for (const auto& row : kRows) {
            if (!line.starts_with(row.name) || !line.contains(": ")) {
                continue;
            }
            const auto value = line.substr(line.rfind(": ") + 2);
            if (row.metric == "time") {
                return addTime(row.test, value) ? Step::Taken : Step::Ended;
            }
            m_values.add({.test = row.test,
                          .metric = row.metric,
                          .number = value.ends_with('%') ? value.substr(0, value.size() - 1) : value,
                          .unit = row.unit,
                          .better = row.better});
            return Step::Taken;
        }
        return matches(line, "{t}: {n}") ? Step::Passed : Step::Ended; // averages that Linux leaves at 0
    }

    /// GNU time without options, and zsh.
    Step takeOneLine(std::string_view line)
    {
        Holes at;
        if (isOneLine(line, at)) {
            const bool isRead = addTime("user", at[0]) && addTime("sys", at[1]) && addTime("real", at[2]);
            if (line.ends_with("maxresident)k")) {
                add("maximum resident set size", "memory", at[6], "KiB", Better::Lower);
            }
            return isRead ? Step::Taken : Step::Ended;
        }
        if (matches(line, "{n}inputs+{n}outputs ({n}major+{n}minor)pagefaults {n}swaps", at)) {
            add("major page faults", "count", at[2], "", Better::Lower);
            add("minor page faults", "count", at[3], "", Better::Lower);
            return Step::Taken;
        }
        const auto user = line.find("s user ");
        if (user == std::string_view::npos || !line.ends_with(" total")) {
            return Step::Ended;
        }
        const auto first = line.find_last_of(" \t", user);
        const auto times = first == std::string_view::npos ? line : line.substr(first + 1);
        if (!matches(times, "{n}s user {n}s system {n}% cpu {w} total", at)) {
            return Step::Ended;
        }
        if (first != std::string_view::npos) {
            const auto command = trim(line.substr(0, first));
            if (!m_values.isEmpty() && command != m_command) {
                return Step::Ended;
            }
            m_command = command;
            m_values.run().parameters["command"] = command;
        }
        return addTime("real", at[3]) && addTime("user", at[0]) && addTime("sys", at[1]) ? Step::Taken : Step::Ended;
    }

    void add(std::string_view test, std::string_view metric, std::string_view number, std::string_view unit,
             Better better)
    {
        m_values.add({.test = test, .metric = metric, .number = number, .unit = unit, .better = better});
    }

    static std::string_view withoutQuotes(std::string_view text)
    {
        return text.size() > 1 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
    }

    Collector m_values;
    std::string_view m_command;
    bool m_isVerbose = false;
};

}

const Format& time_command()
{
    static const LineFormat<TimeCommand> instance;
    return instance;
}

}
