// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/context/vocabulary.h"

#include "parsers/context/phrase_match.h"

#include <algorithm>
#include <array>

namespace patchscale {
namespace {

using Kind = VariantPhrase::Kind;

struct ChineseWord
{
    std::string_view written;
    Kind kind;
    bool isStrong = true;
};

/// Longer phrases before shorter ones that they hold.
constexpr auto kChinese = std::to_array<ChineseWord>({
    {.written = "未打补丁", .kind = Kind::Baseline},
    {.written = "不打补丁", .kind = Kind::Baseline},
    {.written = "没打补丁", .kind = Kind::Baseline},
    {.written = "没有补丁", .kind = Kind::Baseline},
    {.written = "不带补丁", .kind = Kind::Baseline},
    {.written = "无补丁", .kind = Kind::Baseline},
    {.written = "未合入补丁", .kind = Kind::Baseline},
    {.written = "打补丁之前", .kind = Kind::Baseline},
    {.written = "打补丁前", .kind = Kind::Baseline},
    {.written = "合入补丁前", .kind = Kind::Baseline},
    {.written = "应用补丁前", .kind = Kind::Baseline},
    {.written = "使用补丁前", .kind = Kind::Baseline},
    {.written = "补丁前", .kind = Kind::Baseline},
    {.written = "打patch前", .kind = Kind::Baseline},
    {.written = "合入patch前", .kind = Kind::Baseline},
    {.written = "patch前", .kind = Kind::Baseline},
    {.written = "打补丁之后", .kind = Kind::Candidate},
    {.written = "打补丁后", .kind = Kind::Candidate},
    {.written = "打了补丁", .kind = Kind::Candidate},
    {.written = "合入补丁后", .kind = Kind::Candidate},
    {.written = "应用补丁后", .kind = Kind::Candidate},
    {.written = "使用补丁后", .kind = Kind::Candidate},
    {.written = "补丁后", .kind = Kind::Candidate},
    {.written = "打patch后", .kind = Kind::Candidate},
    {.written = "合入patch后", .kind = Kind::Candidate},
    {.written = "patch后", .kind = Kind::Candidate},
    {.written = "带补丁", .kind = Kind::Candidate},
    {.written = "有补丁", .kind = Kind::Candidate},
    {.written = "加补丁", .kind = Kind::Candidate},
    {.written = "打补丁", .kind = Kind::Candidate},
    {.written = "优化前", .kind = Kind::Baseline},
    {.written = "未优化", .kind = Kind::Baseline},
    {.written = "修改前", .kind = Kind::Baseline},
    {.written = "未修改", .kind = Kind::Baseline},
    {.written = "修复前", .kind = Kind::Baseline},
    {.written = "未修复", .kind = Kind::Baseline},
    {.written = "合入前", .kind = Kind::Baseline},
    {.written = "未合入", .kind = Kind::Baseline},
    {.written = "改动前", .kind = Kind::Baseline},
    {.written = "优化后", .kind = Kind::Candidate},
    {.written = "修改后", .kind = Kind::Candidate},
    {.written = "修复后", .kind = Kind::Candidate},
    {.written = "合入后", .kind = Kind::Candidate},
    {.written = "改动后", .kind = Kind::Candidate},
    {.written = "基线", .kind = Kind::Baseline},
    {.written = "原始", .kind = Kind::Baseline, .isStrong = false},
    {.written = "之前", .kind = Kind::Baseline, .isStrong = false},
    {.written = "之后", .kind = Kind::Candidate, .isStrong = false},
    {.written = "变化率", .kind = Kind::Delta, .isStrong = false},
    {.written = "变化", .kind = Kind::Delta, .isStrong = false},
    {.written = "提升率", .kind = Kind::Delta, .isStrong = false},
    {.written = "提升比例", .kind = Kind::Delta, .isStrong = false},
    {.written = "性能提升", .kind = Kind::Delta, .isStrong = false},
    {.written = "提升", .kind = Kind::Delta, .isStrong = false},
    {.written = "差异", .kind = Kind::Delta, .isStrong = false},
    {.written = "差值", .kind = Kind::Delta, .isStrong = false},
    {.written = "增幅", .kind = Kind::Delta, .isStrong = false},
    {.written = "降幅", .kind = Kind::Delta, .isStrong = false},
    {.written = "标准差", .kind = Kind::Spread, .isStrong = false},
    {.written = "方差", .kind = Kind::Spread, .isStrong = false},
});

bool hasHighBytes(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; });
}

const ChineseWord* chineseWordAt(std::string_view text)
{
    const ChineseWord* best = nullptr;
    for (const auto& word : kChinese) {
        const bool isLonger = best == nullptr || word.written.size() > best->written.size();
        if (isLonger && lowered(text.substr(0, word.written.size())) == word.written) {
            best = &word;
        }
    }
    return best;
}

/// Blanks, colons, quotes, stars and whole brackets around @p cell taken off.
std::string_view stripped(std::string_view cell)
{
    constexpr std::string_view kLead = " \t\n\"'`*:;,.|#=-";
    constexpr std::string_view kTrail = " \t\n\"'`*:;,.|#-";
    const auto trim = [&] {
        const auto first = cell.find_first_not_of(kLead);
        if (first == std::string_view::npos) {
            cell = {};
            return;
        }
        const auto last = cell.find_last_not_of(kTrail);
        cell = cell.substr(first, last - first + 1);
    };
    const auto trimWide = [&] {
        constexpr std::string_view kWideColon = "：";
        if (cell.ends_with(kWideColon)) {
            cell.remove_suffix(kWideColon.size());
        }
    };
    trim();
    trimWide();
    while (cell.size() > 2
           && ((cell.front() == '(' && cell.find(')') == cell.size() - 1)
               || (cell.front() == '[' && cell.find(']') == cell.size() - 1)
               || (cell.front() == '{' && cell.find('}') == cell.size() - 1)
               || (cell.front() == '<' && cell.find('>') == cell.size() - 1))) {
        cell = cell.substr(1, cell.size() - 2);
        trim();
    }
    return cell;
}

/// @p cell without a bracket at its end: "Before (MB/s)", "with_patch(%gain)".
std::string_view withoutTail(std::string_view cell)
{
    if (cell.empty() || (cell.back() != ')' && cell.back() != ']')) {
        return cell;
    }
    const auto open = cell.rfind(cell.back() == ')' ? '(' : '[');
    if (open == std::string_view::npos || open == 0) {
        return cell;
    }
    const auto last = cell.find_last_not_of(" \t\n", open - 1);
    return last == std::string_view::npos ? cell : cell.substr(0, last + 1);
}

bool isLeadingFiller(const PhraseWord& word)
{
    return word.isOneOf({"the", "result", "results", "test", "score", "scores", "kernel", "performance", "data",
                         "numbers", "unixbench", "and", "now", "here", "again", "output"})
        && word.lower != "output";
}

bool isTrailingFiller(const PhraseWord& word)
{
    return word.isOneOf({"kernel", "result",  "results",     "score", "scores", "data", "value",
                         "values", "version", "case",        "run",   "runs",   "test", "tests",
                         "tree",   "numbers", "performance", "code",  "mean",   "avg",  "average",
                         "time",   "system",  "output",      "perf",  "index",  "side"});
}

/// Word @p at belongs to the kernel version that begins with word @p begin.
bool isVersionPart(std::span<const PhraseWord> words, std::size_t begin, std::size_t at)
{
    return at == begin ? isKernelVersion(words[at].lower) && words[at].lower.contains('.') : words[at].isGlued();
}

std::optional<VariantPhrase> wholePhrase(std::string_view whole, std::string_view cell)
{
    if (hasHighBytes(cell)) {
        if (const auto* word = chineseWordAt(cell); word != nullptr && word->written.size() == cell.size()) {
            return VariantPhrase {.kind = word->kind, .text = cell, .span = spanOf(whole, cell)};
        }
    }
    if (!hasHighBytes(cell) && !mayHoldPhrase(cell, true)) {
        return std::nullopt;
    }
    const auto words = phraseWords(cell);
    if (words.empty()) {
        return std::nullopt;
    }
    std::size_t first = 0;
    while (first + 1 < words.size() && isLeadingFiller(words[first]) && !matchPhrase(words, first, true)) {
        ++first;
    }
    const auto begin = first;
    while (first + 1 < words.size() && isVersionPart(words, begin, first) && !matchPhrase(words, first, true)) {
        ++first; // "5.6 patched", "4.9.0-rc5 vanilla"
    }
    auto match = matchPhrase(words, first, true);
    if (!match || (first > begin && match->kind != Kind::Baseline && match->kind != Kind::Candidate)) {
        return std::nullopt;
    }
    if (first > begin) {
        match->begin = words[begin].begin;
    }
    std::size_t last = match->last;
    const bool isSide = match->kind == Kind::Baseline || match->kind == Kind::Candidate;
    while (isSide && last + 1 < words.size() && words[last + 1].isJoined() && isTrailingFiller(words[last + 1])) {
        ++last;
    }
    const bool isDelta = match->kind == Kind::Delta;
    if (last + 1 != words.size() && !(isDelta && words[last + 1].before == ';')) {
        return std::nullopt;
    }
    const auto text = cell.substr(match->begin, words[last].end - match->begin);
    return VariantPhrase {.kind = match->kind, .text = text, .span = spanOf(whole, text)};
}

/// Cells without a letter or a word of their own: a configuration option's value, a spread's sign.
std::optional<VariantPhrase> signPhrase(std::string_view cell)
{
    const auto first = cell.find_first_not_of(" \t\n(");
    if (first == std::string_view::npos) {
        return std::nullopt;
    }
    const auto sign = cell.substr(first, cell.find_last_not_of(" \t\n):") + 1 - first);
    const auto phrase = [&](Kind kind) {
        return VariantPhrase {.kind = kind, .text = sign, .span = spanOf(cell, sign)};
    };
    if (sign == "=n" || sign == "=y") {
        return phrase(sign == "=n" ? Kind::Baseline : Kind::Candidate);
    }
    if (sign == "+-" || sign == "+/-") {
        return phrase(Kind::Spread);
    }
    return std::nullopt;
}

bool isNeutralLabel(std::string_view cell)
{
    if (cell.find_first_of("0123456789") == std::string_view::npos) {
        return false; // versions, commits and options have digits
    }
    const auto words = phraseWords(cell);
    if (words.empty() || words.size() > 6) {
        return false;
    }
    const auto& first = words.front();
    const bool isOneChain =
        std::ranges::all_of(words.begin() + 1, words.end(), [](const PhraseWord& word) { return word.isGlued(); });
    if (!isOneChain) {
        return false;
    }
    if (isCommitId(first.lower) && words.size() == 1) {
        return true;
    }
    // "5.4" alone may be a value; a version says so by its "v", a third group or what is glued to it
    const bool isMarked = first.lower.starts_with('v') || std::ranges::count(first.lower, '.') >= 2 || words.size() > 1;
    if (isKernelVersion(first.lower) && isMarked) {
        return true;
    }
    const auto digit = first.lower.find_first_of("0123456789");
    const bool isOption = words.size() == 1 && digit != std::string::npos && digit >= 2 && first.lower.size() <= 8
        && first.lower.find_first_not_of("0123456789", digit) == std::string::npos
        && first.lower.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == digit;
    return isOption && cell[first.begin] >= 'A' && cell[first.begin] <= 'Z';
}

struct Found
{
    VariantPhrase phrase;
    bool isStrong = false;
    std::size_t first = 0; ///< words; of Chinese hits the byte offsets
    std::size_t last = 0;
};

void addChinese(std::string_view text, std::vector<Found>& found)
{
    for (std::size_t pos = 0; pos < text.size(); ++pos) {
        const auto byte = static_cast<unsigned char>(text[pos]);
        const bool mayStart = byte >= 0xE4U || text[pos] == 'p' || text[pos] == 'P';
        const auto* word = mayStart ? chineseWordAt(text.substr(pos)) : nullptr;
        if (word == nullptr) {
            continue;
        }
        const auto part = text.substr(pos, word->written.size());
        const bool isDelimited = pos == 0 || pos + part.size() == text.size() || text[pos - 1] == ' ';
        if (word->isStrong || isDelimited) {
            found.push_back(
                {.phrase = {.kind = word->kind, .text = part, .span = {.offset = pos, .length = part.size()}},
                 .isStrong = true,
                 .first = pos,
                 .last = pos});
        }
        pos += part.size() - 1;
    }
}

/// Most cells of a table: digits with at most one point, a sign in front and a percent sign. "5.6-7" may be a version.
bool isPlainNumber(std::string_view cell)
{
    if (cell.starts_with('+') || cell.starts_with('-')) {
        cell.remove_prefix(1);
    }
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (cell.empty() || !isDigit(cell.front())) {
        return false; // "%" alone names a change
    }
    if (cell.ends_with('%') && isDigit(cell[cell.size() - 2])) {
        cell.remove_suffix(1);
    }
    return std::ranges::all_of(cell, [&](char c) { return isDigit(c) || c == '.' || c == ','; })
        && std::ranges::count(cell, '.') <= 1;
}

/// A weak phrase counts where the text sets it off: a colon or equals sign behind it and a value after that.
bool isLabel(std::string_view text, std::span<const PhraseWord> words, std::size_t first, std::size_t last)
{
    const auto behind = text.find_first_not_of(" \t\n\"'`*)", words[last].end);
    const bool hasMark = behind == std::string_view::npos || text[behind] == ':' || text[behind] == '='
        || text.substr(behind).starts_with("：");
    const bool startsPart = first == 0 || !words[first].isJoined();
    if (!hasMark || !startsPart) {
        return false;
    }
    const bool isVersion = isPatchVersion(words[first].lower);
    if (!isVersion) {
        return true;
    }
    // "v3:" on its own opens a change log
    const auto value = behind == std::string_view::npos ? behind : text.find_first_not_of(" \t=:~", behind);
    return value != std::string_view::npos && text[value] >= '0' && text[value] <= '9';
}

/// Keeps of each chain of neighbouring hits what is sure: all of it if it holds a strong hit or both sides.
void keepChains(std::string_view text, std::span<const PhraseWord> words, std::vector<Found>& found)
{
    std::vector<Found> kept;
    for (std::size_t begin = 0; begin < found.size();) {
        std::size_t end = begin + 1;
        while (end < found.size()) {
            const auto gap = found[end].first - found[end - 1].last - 1;
            const bool isApart = words[found[end].first].before == ';'; // "patch: tip" is no header of two columns
            const bool isLinked = (gap == 0 && !isApart)
                || (gap == 1 && words[found[end].first - 1].isOneOf({"and", "or", "vs", "versus"}));
            if (!isLinked) {
                break;
            }
            ++end;
        }
        const auto chain = std::span(found).subspan(begin, end - begin);
        const auto has = [&](auto predicate) { return std::ranges::any_of(chain, predicate); };
        const bool hasStrong = has([](const Found& hit) { return hit.isStrong; });
        const bool hasBaseline = has([](const Found& hit) { return hit.phrase.kind == Kind::Baseline; });
        const bool hasCandidate = has([](const Found& hit) { return hit.phrase.kind == Kind::Candidate; });
        const bool isHeader =
            chain.front().first == 0 || !words[chain.front().first].isJoined() || chain.back().last + 1 == words.size();
        const bool isAll = chain.front().first == 0 && chain.back().last + 1 == words.size();
        for (const auto& hit : chain) {
            const bool isTiny = hit.first == hit.last
                && words[hit.first].isOneOf({"on", "off", "to", "from", "next", "current", "parent", "pre", "post",
                                             "enabled", "disabled", "reference", "ref", "control", "proposed"});
            if (isTiny && !isAll && !isLabel(text, words, hit.first, hit.last)) {
                continue;
            }
            // within a sentence "the change after …" is no header although the words of one stand side by side
            const bool isBesideStrong = hasStrong && chain.size() > 1 && (hasBaseline && hasCandidate);
            if (hit.isStrong || isBesideStrong || (hasBaseline && hasCandidate && isHeader)
                || isLabel(text, words, hit.first, hit.last)) {
                kept.push_back(hit);
            }
        }
        begin = end;
    }
    found = std::move(kept);
}

}

std::optional<VariantPhrase> variantPhrase(std::string_view cell)
{
    if (isPlainNumber(cell)) {
        return std::nullopt;
    }
    if (auto phrase = signPhrase(cell)) {
        return phrase;
    }
    const auto inner = stripped(cell);
    if (inner.empty() || inner.size() > 120) {
        return std::nullopt;
    }
    if (auto phrase = wholePhrase(cell, inner)) {
        return phrase;
    }
    for (auto head = withoutTail(inner), last = inner; head.size() != last.size(); head = withoutTail(head)) {
        if (auto phrase = wholePhrase(cell, head)) { // "base[pct imp](CV)" has two of them
            return phrase;
        }
        last = head;
    }
    if (isNeutralLabel(inner)) {
        return VariantPhrase {.kind = Kind::Neutral, .text = inner, .span = spanOf(cell, inner)};
    }
    return std::nullopt;
}

std::vector<VariantPhrase> variantPhrasesIn(std::string_view text)
{
    const bool hasHigh = hasHighBytes(text);
    if (!hasHigh && !mayHoldPhrase(text, false)) {
        return {};
    }
    const auto words = phraseWords(text);
    std::vector<Found> found;
    for (std::size_t i = 0; i < words.size();) {
        const auto match = matchPhrase(words, i, false);
        if (!match) {
            ++i;
            continue;
        }
        const auto part = text.substr(match->begin, words[match->last].end - match->begin);
        found.push_back({.phrase = {.kind = match->kind, .text = part, .span = spanOf(text, part)},
                         .isStrong = match->isStrong,
                         .first = i,
                         .last = match->last});
        i = match->last + 1;
    }
    keepChains(text, words, found);
    if (hasHigh) {
        addChinese(text, found);
        std::ranges::stable_sort(found, {}, [](const Found& hit) { return hit.phrase.span.offset; });
    }
    std::vector<VariantPhrase> out;
    for (const auto& hit : found) {
        if (out.empty() || hit.phrase.span.offset >= out.back().span.end()) {
            out.push_back(hit.phrase);
        }
    }
    return out;
}

}
