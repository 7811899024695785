// SPDX-License-Identifier: GPL-3.0-or-later
// `perf annotate`: the share of each instruction of a function, from --stdio (with bars and addresses) and --stdio2.
// Addresses move with every build, so an instruction is known by its text and by how often that came before.
#include "parsers/format.h"
#include "parsers/perf/profile_rows.h"
#include "parsers/perf/symbol_row.h"
#include "parsers/perf/tool_cells.h"

#include <algorithm>
#include <array>
#include <format>
#include <utility>

namespace patchscale {
namespace {

constexpr std::string_view kBenchmark = "perf annotate";
constexpr std::string_view kDisassembly = "Disassembly of ";
constexpr std::string_view kOfEvent = "of event '";
constexpr auto kMarks = std::to_array<std::string_view>({kDisassembly, kOfEvent});

struct Listing
{
    bool isPlain = false; ///< of --stdio2: no bars, a blank where nothing was sampled
    std::string_view column {}; ///< "Percent", "Samples", "Period"
    std::string_view file {};
    std::string_view event {};
    std::string_view symbol {}; ///< named above the listing
    std::vector<std::size_t> lines {};
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// "Percent | Source code & Disassembly of vmlinux for cycles (72 samples, percent: local period)".
std::optional<Listing> headIn(std::string_view view)
{
    const auto at = view.find(kDisassembly);
    const auto bar = view.find_first_of("|:");
    if (at == std::string_view::npos || bar == std::string_view::npos || bar > at) {
        return std::nullopt;
    }
    Listing listing;
    listing.column = perf::trimmed(view.substr(0, bar));
    if (listing.column != "Percent" && listing.column != "Samples" && listing.column != "Period"
        && listing.column != "Event count") {
        return std::nullopt;
    }
    auto what = perf::trimmed(view.substr(at + kDisassembly.size()));
    const auto samples = what.rfind(" (");
    what = what.substr(0, samples != std::string_view::npos && what.ends_with(')') ? samples : what.size());
    const auto event = what.find(" for ");
    listing.file = what.substr(0, event);
    listing.event = event == std::string_view::npos ? std::string_view {} : perf::trimmed(what.substr(event + 5));
    return listing;
}

/// "Showing cycles for page_counter_try_charge" of `perf top`.
std::string_view shownSymbol(std::string_view view)
{
    const auto text = perf::trimmed(view);
    const auto at = text.rfind(" for ");
    return text.starts_with("Showing ") && at != std::string_view::npos ? text.substr(at + 5) : std::string_view {};
}

/// A line of a listing taken apart: numbers, then what the compiler made.
struct Instruction
{
    std::vector<std::string_view> numbers; ///< one per event; empty for source lines
    std::string_view text; ///< without the address
    std::string_view function; ///< in "0000000000001219 <hash_bytes>:", which starts one
};

bool isHexadecimal(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Reads "   98.85 :   12d7:   movb $0x1,(%rax)"; nothing if @p view is no line of such a listing.
std::optional<Instruction> barredLine(std::string_view view)
{
    const auto colon = view.find(':');
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    Instruction line;
    perf::wordsOf(view.substr(0, colon), line.numbers);
    for (auto& number : line.numbers) {
        number = number.ends_with('%') ? number.substr(0, number.size() - 1) : number;
        if (!perf::plainNumber(number)) {
            return std::nullopt;
        }
    }
    line.text = perf::trimmed(view.substr(colon + 1));
    const auto name = line.text.find('<');
    if (line.text.ends_with(">:") && name != std::string_view::npos) {
        line.function = line.text.substr(name + 1, line.text.size() - name - 3);
    }
    // With -l, "file.c:12" may stand before the address.
    for (auto next = line.text.find(':'); !line.numbers.empty() && next != std::string_view::npos;
         next = line.text.find(':', next + 1)) {
        const auto before = perf::trimmed(line.text.substr(0, next));
        const auto word = before.substr(before.find_last_of(" \t:") + 1);
        const bool isAddress = isHexadecimal(word) && next + 1 < line.text.size()
            && (line.text[next + 1] == ' ' || line.text[next + 1] == '\t');
        if (isAddress) {
            line.text = perf::trimmed(line.text.substr(next + 1));
            return line;
        }
    }
    line.numbers.clear();
    return line;
}

/// Reads " 16.67        xor    %rcx,%rax" or "              imul   %rsi,%rax" of --stdio2.
std::optional<Instruction> plainLine(std::string_view view)
{
    constexpr std::size_t kFirstOfCode = 8;
    Instruction line;
    auto text = view;
    while (true) {
        const auto trimmed = perf::trimmed(text);
        const auto word = trimmed.substr(0, trimmed.find_first_of(" \t"));
        const auto at = static_cast<std::size_t>(word.data() - view.data());
        if (word.size() < 4 || word[word.size() - 3] != '.' || !perf::plainNumber(word)
            || at >= kFirstOfCode * (line.numbers.size() + 1)) {
            break;
        }
        line.numbers.push_back(word);
        text = trimmed.substr(word.size());
    }
    line.text = perf::trimmed(text);
    const auto colon = line.text.find(": ");
    if (colon != std::string_view::npos && isHexadecimal(line.text.substr(0, colon))) {
        line.text = perf::trimmed(line.text.substr(colon + 2)); // where a jump goes
    }
    return line.text.empty() ? std::nullopt : std::optional(std::move(line));
}

std::vector<Listing> findListings(const Text& text, const Job& job)
{
    std::vector<Listing> out;
    const auto lines = text.lines();
    std::string_view symbol;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i % 65536 == 0 && job.isCancelled()) {
            break;
        }
        const auto& line = lines[i];
        // A head has few numbers, the first, if any, behind all its words.
        constexpr std::size_t kFewestWords = 7;
        if (line.kind != LineKind::Body || line.numbers > 3 || line.firstDigit - line.begin < kFewestWords) {
            continue;
        }
        const auto view = text.line(i);
        const char c = view[std::min(view.size() - 1, view.find_first_not_of(" \t"))];
        if (c != 'P' && c != 'S' && c != 'E') {
            continue;
        }
        if (const auto shown = shownSymbol(view); !shown.empty()) {
            symbol = shown;
            continue;
        }
        auto listing = line.firstDigit - line.begin > kDisassembly.size() ? headIn(view) : std::nullopt;
        if (!listing && perf::trimmed(view) == "Percent" && i >= 2 && text.line(i - 2).contains(kOfEvent)) {
            listing = Listing {.isPlain = true, .column = "Percent"};
            const auto head = text.line(i - 2);
            const auto event = head.find(kOfEvent) + kOfEvent.size();
            listing->event = head.substr(event, head.find('\'', event) - event);
            auto name = perf::trimmed(text.line(i - 1));
            listing->file = name.substr(name.rfind(' ') + 1);
            name = perf::trimmed(name.substr(0, name.rfind(' ')));
            listing->symbol = name.ends_with("()") ? name.substr(0, name.size() - 2) : name;
        }
        if (!listing) {
            continue;
        }
        listing->symbol = listing->symbol.empty() ? std::exchange(symbol, {}) : listing->symbol;
        listing->begin = line.begin;
        auto last = i;
        for (auto next = i + 1; next < lines.size(); ++next) {
            if (lines[next].kind == LineKind::Ruler) {
                continue;
            }
            if (lines[next].kind == LineKind::Blank) {
                if (!listing->isPlain && last > i) {
                    break; // a bar stands on every line of a listing
                }
                continue;
            }
            const auto row = text.line(next);
            const bool isLine = listing->isPlain ? !row.contains("of event '") && plainLine(row).has_value()
                                                 : barredLine(row).has_value();
            if (lines[next].kind != LineKind::Body || lines[next].quoteDepth != line.quoteDepth || !isLine) {
                break;
            }
            listing->lines.push_back(next);
            last = next;
        }
        listing->end = lines[last].end;
        i = last;
        if (!listing->lines.empty()) {
            out.push_back(std::move(*listing));
        }
    }
    return out;
}

/// @p text with every run of blanks as one.
std::string squeezed(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const bool isBlank = c == ' ' || c == '\t';
        if (!isBlank || (!out.empty() && out.back() != ' ')) {
            out += isBlank ? ' ' : c;
        }
    }
    return out;
}

class PerfAnnotate final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "perf-annotate";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "perf annotate: the share of each instruction";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "   76.82 :   ffffffff81413890:       lock xadd %rax,(%rbx)";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        for (auto& listing : findListings(text, job)) {
            out.push_back({.span = {.offset = listing.begin, .length = listing.end - listing.begin},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const Listing>(std::move(listing))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto& listing = *static_cast<const Listing*>(block.state.get());
        const auto names = perf::eventNames(listing.event);
        ParsedBlock parsed;
        std::vector<Run> runs;
        perf::Occurrences occurrences(listing.lines.size());
        auto symbol = !listing.symbol.empty() ? listing.symbol
            : !listing.file.empty()           ? listing.file
                                              : std::string_view("[unknown]");
        std::size_t count = 0;
        for (const auto index : listing.lines) {
            if (job.isCancelled()) {
                break;
            }
            const auto line = listing.isPlain ? plainLine(text.line(index)) : barredLine(text.line(index));
            if (!line->function.empty() && listing.symbol.empty()) { // perf top names it above the listing
                symbol = line->function;
            }
            if (line->numbers.empty()) {
                continue;
            }
            perf::Identity identity {.test = symbol, .parameters = {{"instruction", squeezed(line->text)}}};
            occurrences.number(identity);
            ++count;
            while (runs.size() < line->numbers.size()) {
                auto& run = runs.emplace_back();
                run.benchmark = kBenchmark;
                run.span = block.span;
                if (!listing.event.empty()) {
                    run.parameters.emplace("event",
                                           names.size() > 1 && runs.size() <= names.size() ? names[runs.size() - 1]
                                                                                           : listing.event);
                }
            }
            for (std::size_t event = 0; event < line->numbers.size(); ++event) {
                auto& result = runs[event].results.emplace_back(
                    perf::toolResult(text, kBenchmark, identity.test, metric(listing), line->numbers[event],
                                     listing.column == "Percent" ? "%" : ""));
                result.parameters = identity.parameters;
            }
        }
        for (std::size_t event = 0; event < runs.size(); ++event) {
            parsed.runs.push_back({.run = std::move(runs[event]), .group = static_cast<int>(event)});
        }
        if (count == 0) {
            parsed.diagnostics.push_back({.severity = Severity::Info,
                                          .code = "no-result",
                                          .message = "this listing of perf annotate has no instruction with a value",
                                          .span = block.span});
        }
        parsed.title = std::format("perf annotate, {} {}", count, count == 1 ? "instruction" : "instructions");
        return parsed;
    }

private:
    static std::string_view metric(const Listing& listing)
    {
        return listing.column == "Percent" ? "share" : listing.column == "Samples" ? "samples" : "period";
    }
};

}

const Format& perf_annotate()
{
    static const PerfAnnotate instance;
    return instance;
}

}
