// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/tools/line_format.h"

#include <algorithm>

namespace patchscale::tools {
namespace {

constexpr std::size_t kMostBlanks = 3; ///< in a row, within a block
constexpr std::size_t kMostPassed = 4096; ///< lines in a row that bring nothing: progress that a tool prints

/// The command behind a shell prompt ("$ …", "# …", "user@host:~# …"); empty if @p line is none.
std::string_view commandOf(std::string_view line)
{
    if (line.starts_with("$ ") || line.starts_with("# ")) {
        return line;
    }
    const auto mark = std::min(line.find("$ "), line.find("# "));
    const bool isPrompt =
        mark != std::string_view::npos && line.substr(0, mark).contains('@') && line.substr(0, mark).size() < 80;
    return isPrompt ? line : std::string_view();
}

}

std::size_t readBlock(const Start& start, LineReader& reader, std::vector<Block>& out, const Job& job)
{
    const auto lines = start.text.lines();
    const auto depth = lines[start.line].quoteDepth;
    const auto command = start.line > 0 ? commandOf(trim(start.text.line(start.line - 1))) : std::string_view();
    constexpr auto kNone = static_cast<std::size_t>(-1);
    auto last = kNone;
    std::size_t blanks = 0;
    std::size_t passed = 0;
    auto i = start.line;
    for (; i < lines.size() && !job.isCancelled(); ++i) {
        const auto kind = lines[i].kind;
        if (kind == LineKind::Blank) {
            if (++blanks > kMostBlanks) {
                break;
            }
            continue;
        }
        if ((kind != LineKind::Body && kind != LineKind::Ruler) || lines[i].quoteDepth != depth) {
            break;
        }
        const auto line = trim(start.text.line(i));
        const auto step = reader.take(line);
        if (step == Step::Ended && (command.empty() || line != command)) {
            break;
        }
        blanks = 0;
        passed = step == Step::Taken ? 0 : passed + 1;
        if (passed > kMostPassed) {
            break;
        }
        last = step == Step::Taken ? i : last;
    }
    const auto behind = std::max(start.line + 1, last == kNone ? i : last + 1);
    if (last == kNone) {
        return behind;
    }
    auto parsed = reader.finish();
    if (parsed.runs.empty()) {
        return behind;
    }
    const SourceSpan span {.offset = lines[start.line].begin,
                           .length = std::size_t {lines[last].end} - lines[start.line].begin};
    for (auto& run : parsed.runs) {
        run.run.span = span;
    }
    out.push_back({.span = span,
                   .confidence = Confidence::Certain,
                   .state = std::make_shared<const ParsedBlock>(std::move(parsed))});
    return behind;
}

ParsedBlock parsedOf(const Block& block)
{
    const auto* parsed = static_cast<const ParsedBlock*>(block.state.get());
    return parsed == nullptr ? ParsedBlock {} : *parsed;
}

std::string_view lineAbove(const Start& start, std::string_view word, std::size_t reach)
{
    const auto depth = start.text.lines()[start.line].quoteDepth;
    for (auto i = start.line; i-- > (start.line > reach ? start.line - reach : 0);) {
        if (start.text.lines()[i].quoteDepth == depth && start.text.line(i).contains(word)) {
            return start.text.line(i);
        }
    }
    return {};
}

bool isNamedAbove(const Start& start, std::string_view word, std::size_t reach)
{
    return !lineAbove(start, word, reach).empty();
}

}
