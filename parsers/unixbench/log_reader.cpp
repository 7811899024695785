// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/unixbench/log_reader.h"

#include "parsers/text/find.h"
#include "parsers/unixbench/item_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace patchscale::unix_bench {
namespace {

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view {}
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// "Pipe Throughput -- 2 copies".
struct Head
{
    std::string_view name;
    int copies = 0;
};

std::optional<Head> headOf(std::string_view line)
{
    const auto body = trimmed(line);
    const auto dashes = body.rfind(" -- ");
    if (dashes == std::string_view::npos || dashes == 0 || !(body.ends_with(" copy") || body.ends_with(" copies"))) {
        return std::nullopt;
    }
    const auto number = body.substr(dashes + 4);
    Head head {.name = trimmed(body.substr(0, dashes)), .copies = 0};
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), head.copies);
    const bool isCount = error == std::errc {} && *end == ' ' && head.copies > 0;
    return isCount ? std::optional(head) : std::nullopt;
}

bool isCommand(std::string_view line)
{
    return trimmed(line).starts_with("==> \"");
}

/// The head of a test and the command below it.
bool isTestAt(const Text& text, std::size_t line)
{
    return line + 1 < text.lines().size() && isCommand(text.line(line + 1)) && headOf(text.line(line)).has_value();
}

/// A line of Run's own, as opposed to what a kernel printed. Its ">>>>" is taken for quote marks when a text is
/// decoded.
bool isLogLine(std::string_view line)
{
    const auto body = trimmed(line);
    constexpr auto kStarts = std::to_array<std::string_view>(
        {"# COUNT", "# TIME: ", "# elapsed: ", "# pid: ", "# status: ", "# ERROR: ", "#### Pass ", "########",
         "Count score: ", "*Dump score: ", "Results of ", "Sum of ", "score: ", "time: ", "iterations: "});
    return std::ranges::any_of(kStarts, [&](std::string_view start) { return body.starts_with(start); });
}

class Reader
{
public:
    explicit Reader(const Text& text)
        : m_text(text)
    {
    }

    std::vector<LoggedTest> read(SourceSpan span)
    {
        const auto lines = m_text.lines();
        for (auto i = m_text.lineAt(span.offset); i < lines.size() && lines[i].begin < span.end(); ++i) {
            if (isTestAt(m_text, i)) {
                begin(*headOf(m_text.line(i)), lines[i]);
            } else if (!m_tests.empty() && lines[i].size() > 0) {
                take(lines[i]);
            }
        }
        return std::move(m_tests);
    }

private:
    void begin(const Head& head, const Line& line)
    {
        LoggedTest test;
        test.name = head.name;
        test.copies = head.copies;
        test.span = {.offset = line.begin, .length = line.size()};
        m_tests.push_back(std::move(test));
        m_isCopyOpen = false;
    }

    void take(const Line& line)
    {
        const auto whole = m_text.view().substr(line.begin, line.size());
        const auto body = trimmed(whole);
        auto& test = m_tests.back();
        if (body.starts_with("#### Pass ")) {
            test.passes.emplace_back();
            m_isCopyOpen = false;
        } else if (body.starts_with("# ")) {
            takeKey(body.substr(2));
        } else if (body.starts_with("*Dump score:")) {
            if (const auto number = numberBehind(body)) {
                test.dumped.push_back(number->value);
            }
        } else if (body.starts_with("score:")) {
            test.score = numberBehind(body);
        } else if (body.starts_with("iterations:")) {
            if (const auto number = numberBehind(body)) {
                test.iterations = static_cast<int>(std::clamp(number->value, 0.0, 1e6));
            }
        } else {
            return;
        }
        test.span.length = line.end - test.span.offset;
    }

    void takeKey(std::string_view body)
    {
        auto& test = m_tests.back();
        const auto colon = body.find(": ");
        if (colon == std::string_view::npos || test.passes.empty()) {
            return;
        }
        const auto key = body.substr(0, colon);
        auto& pass = test.passes.back();
        const auto copy = [&]() -> LoggedCopy& {
            if (!m_isCopyOpen) {
                pass.copies.emplace_back();
                m_isCopyOpen = true;
            }
            return pass.copies.back();
        };
        if (key == "COUNT0") {
            m_isCopyOpen = m_isCopyOpen && !pass.copies.back().count;
            copy().count = numberBehind(body);
            if (pass.copies.size() == 1 && pass.copies.front().count) {
                pass.span = pass.copies.front().count->span;
            }
        } else if (key == "COUNT1") {
            copy().timebase = valueBehind(body).value_or(0);
        } else if (key == "COUNT2") {
            copy().unit = trimmed(body.substr(colon + 2));
        } else if (key == "TIME") {
            copy().time = valueBehind(body);
        } else if (key == "elapsed") {
            copy().elapsed = valueBehind(body);
        } else if (key == "ERROR") {
            copy().error = trimmed(body.substr(colon + 2));
        } else if (key == "status") {
            copy().status = static_cast<int>(std::clamp(valueBehind(body).value_or(0), 0.0, 1e6));
            m_isCopyOpen = false;
        }
    }

    /// The number behind the colon of @p body, which is all of the rest, with its span in the whole text.
    [[nodiscard]] std::optional<Number> numberBehind(std::string_view body) const
    {
        const auto begin = skipBlanks(body, body.find(':') + 1);
        auto number = numberAt(body, begin);
        if (!number || number->span.offset != begin || number->span.end() != body.size()) {
            return std::nullopt;
        }
        number->span.offset += static_cast<std::size_t>(body.data() - m_text.view().data());
        return number;
    }

    [[nodiscard]] std::optional<double> valueBehind(std::string_view body) const
    {
        return numberBehind(body).transform([](const Number& number) { return number.value; });
    }

    const Text& m_text;
    std::vector<LoggedTest> m_tests;
    bool m_isCopyOpen = false;
};

}

std::vector<LoggedTest> readLog(const Text& text, SourceSpan span)
{
    return Reader(text).read(span);
}

std::optional<double> rateOf(const LoggedTest& test, const LoggedPass& pass)
{
    if (pass.copies.size() != static_cast<std::size_t>(test.copies)) {
        return std::nullopt;
    }
    double count = 0;
    double time = 0;
    for (const auto& copy : pass.copies) {
        const bool hasOwnTime = copy.time && *copy.time > 0;
        const auto& taken = hasOwnTime ? copy.time : copy.elapsed;
        if (!copy.count || copy.status != 0 || (copy.timebase > 0 && !taken)) {
            return std::nullopt;
        }
        count += copy.count->value;
        time += taken.value_or(0);
    }
    time /= static_cast<double>(test.copies);
    const auto timebase = pass.copies.front().timebase;
    const double rate = timebase > 0 && time > 0 ? count * timebase / time : count;
    return std::isfinite(rate) ? std::optional(rate) : std::nullopt;
}

std::vector<SourceSpan> findLogs(const Text& text)
{
    std::vector<SourceSpan> logs;
    const auto view = text.view();
    const auto lines = text.lines();
    for (auto hit = findText(view, "==> \""); hit != std::string_view::npos;) {
        const auto command = text.lineAt(hit);
        if (command == 0 || !isTestAt(text, command - 1)) {
            hit = findText(view, "==> \"", hit + 1);
            continue;
        }
        auto last = command;
        for (auto i = command + 1; i < lines.size(); ++i) {
            const auto line = text.line(i);
            if (line.contains("BYTE UNIX Benchmarks") || line.starts_with("==> ")) {
                if (!isCommand(line)) {
                    break; // a report, or the next file
                }
            }
            last = isLogLine(line) || isCommand(line) ? i : last;
        }
        const auto first = lines[command - 1].begin;
        logs.push_back({.offset = first, .length = lines[last].end - first});
        hit = findText(view, "==> \"", lines[last].end);
    }
    return logs;
}

}
