// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/patch.h"

#include "core/base/characters.h"
#include "parsers/text/diff_lines.h"
#include "parsers/text/find.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>

namespace patchscale {
namespace {

using namespace std::string_view_literals;

constexpr auto npos = std::string_view::npos;
constexpr std::size_t kMostFunctions = 200;
constexpr std::size_t kMostPatches = 1000;

bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
}

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == npos ? std::string_view {} : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::size_t toCount(std::string_view digits)
{
    std::size_t value = 0;
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc {} && value < 100'000'000 ? value : 0;
}

/// The number before @p word in "1 file changed, 5 insertions(+), 2 deletions(-)".
std::size_t countBefore(std::string_view line, std::string_view word)
{
    const auto end = line.find(word);
    if (end == npos) {
        return 0;
    }
    auto begin = end;
    while (begin > 0 && isDigit(line[begin - 1])) {
        --begin;
    }
    return toCount(line.substr(begin, end - begin));
}

/// The path in "--- a/x.c", "+++ b/x.c\t2023-01-01": without the prefix of git or quilt; empty for /dev/null.
std::string_view fileName(std::string_view name)
{
    name = name.substr(0, name.find('\t'));
    if (const auto end = name.find(" @@ "); end != npos) {
        name = name.substr(0, end);
    }
    name = trimmed(name);
    if (name == "/dev/null") {
        return {};
    }
    name = name.substr(0, name.find('~')); // "x.c~name-of-the-patch", as quilt writes it
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') { // git quotes odd names
        name = name.substr(1, name.size() - 2);
    }
    const auto slash = name.find('/');
    const bool hasPrefix = name.starts_with("a/") || name.starts_with("b/") || name.substr(0, slash).contains(".orig")
        || name.substr(0, slash).ends_with(".new") || name.starts_with("linux-");
    return hasPrefix && slash != npos ? name.substr(slash + 1) : name;
}

/// The new path of "diff --git a/x.c b/x.c", also when a web archive or a mail program ran more into the line.
std::string_view gitName(std::string_view line)
{
    const auto begin = line.find(" b/");
    if (begin == npos) {
        return {};
    }
    auto name = line.substr(begin + 3);
    for (const auto end : {" index "sv, " new file mode "sv, " deleted file mode "sv, " old mode "sv, " similarity "sv,
                           " --- "sv, " @@ "sv}) {
        name = name.substr(0, name.find(end));
    }
    if (name.ends_with(" index")) { // wrapped behind it
        name.remove_suffix(6);
    }
    return trimmed(name);
}

/// The path of a diffstat line: "{old => new}" and "old => new" give the new one.
std::string statName(std::string_view name)
{
    const auto arrow = name.find(" => ");
    if (arrow == npos) {
        return std::string(name);
    }
    const auto open = name.substr(0, arrow).rfind('{');
    const auto close = name.find('}', arrow);
    if (open == npos || close == npos) {
        return std::string(name.substr(arrow + 4));
    }
    std::string out(name.substr(0, open));
    out += name.substr(arrow + 4, close - arrow - 4);
    auto rest = name.substr(close + 1);
    if (out.ends_with('/') && rest.starts_with('/')) {
        rest.remove_prefix(1); // "{old => }/x.c"
    }
    return out.append(rest);
}

/// Whether a diffstat cut @p shown (".../locking/osq_lock.c") from @p path.
bool isCutFrom(std::string_view shown, std::string_view path)
{
    return shown.starts_with(".../") && path.ends_with(shown.substr(3));
}

class PatchReader
{
public:
    explicit PatchReader(const Text& text)
        : m_text(text)
    {
    }

    std::vector<Patch> run();

private:
    void readStat(std::string_view line);
    void readDiff(std::string_view line);
    void readFlattened(std::string_view line);
    void readHunkHeader(const HunkHeader& header);
    void touch(std::size_t index);
    void close();
    void select(std::string_view path);
    PatchedFile& file(std::string_view path);

    const Text& m_text;
    std::vector<Patch> m_patches;
    Patch m_patch;
    std::vector<PatchedFile> m_stat;
    bool m_isOpen = false;
    bool m_hasDiff = false;
    bool m_hasSummary = false;
    bool m_isInHunk = false;
    bool m_isFlattened = false;
    std::size_t m_oldLeft = 0;
    std::size_t m_newLeft = 0;
    std::size_t m_current = npos; ///< index of the file whose hunks follow
    std::string m_oldName;
    std::string m_gitName;
};

PatchedFile& PatchReader::file(std::string_view path)
{
    auto hit = std::ranges::find(m_patch.files, path, &PatchedFile::path);
    if (hit == m_patch.files.end()) {
        m_patch.files.push_back({.path = std::string(path)});
        hit = m_patch.files.end() - 1;
    }
    return *hit;
}

void PatchReader::select(std::string_view path)
{
    m_current = path.empty() ? npos : static_cast<std::size_t>(&file(path) - m_patch.files.data());
}

void PatchReader::touch(std::size_t index)
{
    const auto& line = m_text.lines()[index];
    if (!m_isOpen) {
        m_isOpen = true;
        m_patch.span.offset = line.begin;
    }
    m_patch.span.length = line.end - m_patch.span.offset;
}

/// Ends the patch that is open: counts of the diffstat go before those of the diff, which may have been cut.
void PatchReader::close()
{
    if (!m_isOpen) {
        return;
    }
    for (const auto& stat : m_stat) {
        const auto hit = std::ranges::find_if(m_patch.files, [&](const PatchedFile& known) {
            return known.path == stat.path || isCutFrom(stat.path, known.path);
        });
        if (hit == m_patch.files.end()) {
            m_patch.files.push_back(stat);
        } else if (stat.added + stat.removed > hit->added + hit->removed) {
            hit->added = std::max(hit->added, stat.added);
            hit->removed = std::max(hit->removed, stat.removed);
        }
    }
    if (!m_hasSummary) {
        m_patch.added = 0;
        m_patch.removed = 0;
        for (const auto& each : m_patch.files) {
            m_patch.added += each.added;
            m_patch.removed += each.removed;
        }
    }
    if (!m_patch.files.empty() && m_patches.size() < kMostPatches) {
        m_patches.push_back(std::move(m_patch));
    }
    m_patch = {};
    m_stat.clear();
    m_isOpen = m_hasDiff = m_hasSummary = m_isInHunk = m_isFlattened = false;
    m_current = npos;
    m_oldName.clear();
    m_gitName.clear();
}

void PatchReader::readStat(std::string_view line)
{
    // A flattened line may hold several: "… --- a.h | 5 +++++ b.c | 2 +- 2 files changed, …"
    auto rest = line;
    for (auto bar = rest.find(" | "); bar != npos; bar = rest.find(" | ")) {
        auto name = trimmed(rest.substr(0, bar));
        if (!name.contains(" => ")) {
            name = name.substr(name.rfind(' ') == npos ? 0 : name.rfind(' ') + 1);
        }
        rest = trimmed(rest.substr(bar + 3));
        const auto digits = rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
        const auto marks = trimmed(rest.substr(digits.size()));
        const auto shown = marks.substr(0, std::min(marks.find_first_not_of("+-"), marks.size()));
        PatchedFile stat {.path = statName(name), .isBinary = rest.starts_with("Bin")};
        if (digits.size() > 0 && !name.empty()) {
            // The bar is to scale when it is long: then only a one-sided change is known.
            const auto total = toCount(digits);
            const auto plus = static_cast<std::size_t>(std::ranges::count(shown, '+'));
            const auto minus = shown.size() - plus;
            stat.added = minus == 0 ? total : plus + minus == total ? plus : 0;
            stat.removed = plus == 0 ? total : plus + minus == total ? minus : 0;
        }
        if (!name.empty() && (digits.size() > 0 || stat.isBinary)) {
            m_stat.push_back(std::move(stat));
        }
    }
    if (line.contains(" changed, ")) {
        m_hasSummary = true;
        m_patch.added = countBefore(line, " insertion");
        m_patch.removed = countBefore(line, " deletion");
    }
}

void PatchReader::readHunkHeader(const HunkHeader& header)
{
    m_isInHunk = true;
    m_oldLeft = header.oldCount;
    m_newLeft = header.newCount;
    const auto name = hunkFunction(header.context);
    if (!name.empty() && m_patch.functions.size() < kMostFunctions && !std::ranges::contains(m_patch.functions, name)) {
        m_patch.functions.push_back(name);
    }
    if (m_current == npos && !m_gitName.empty()) {
        select(m_gitName);
    }
    if (m_isFlattened && m_current != npos) { // what the counts say for certain
        auto& counted = m_patch.files[m_current];
        counted.added += header.newCount > header.oldCount ? header.newCount - header.oldCount : 0;
        counted.removed += header.oldCount > header.newCount ? header.oldCount - header.newCount : 0;
    }
}

/// A diff in running text: names and hunk headers can be found, lines cannot.
void PatchReader::readFlattened(std::string_view line)
{
    m_isFlattened = true;
    for (std::size_t pos = 0; pos < line.size();) {
        const auto git = line.find("diff --git ", pos);
        const auto hunk = line.find("@@ -", pos);
        if (git == npos && hunk == npos) {
            return;
        }
        if (git < hunk) {
            m_gitName = gitName(line.substr(git));
            select(m_gitName);
            pos = git + 1;
            continue;
        }
        if (const auto header = hunkHeader(line.substr(hunk))) {
            readHunkHeader(*header);
            pos = hunk + header->length;
        } else {
            pos = hunk + 1;
        }
    }
}

void PatchReader::readDiff(std::string_view line)
{
    if (line.starts_with("  diff --git ")) {
        line.remove_prefix(2);
    }
    if (line.starts_with("diff --git ") || line.starts_with("diff -") || line.starts_with("Index: ")) {
        m_isInHunk = false;
        m_isFlattened = false;
        m_current = npos;
        m_oldName.clear();
        m_gitName = line.starts_with("Index: ") ? fileName(line.substr(7)) : gitName(line);
        if (line.contains(" @@ -")) {
            readFlattened(line);
        }
        return;
    }
    if (m_isFlattened) {
        readFlattened(line);
        return;
    }
    if (const auto header = hunkHeader(line)) {
        readHunkHeader(*header);
        return;
    }
    if (m_isInHunk && (m_oldLeft > 0 || m_newLeft > 0)) {
        const char first = line.empty() ? ' ' : line.front();
        const bool isAdded = first == '+';
        const bool isRemoved = first == '-';
        if (m_current != npos) {
            m_patch.files[m_current].added += isAdded ? 1 : 0;
            m_patch.files[m_current].removed += isRemoved ? 1 : 0;
        }
        m_oldLeft -= !isAdded && first != '\\' && m_oldLeft > 0 ? 1 : 0;
        m_newLeft -= !isRemoved && first != '\\' && m_newLeft > 0 ? 1 : 0;
        return;
    }
    if (line.starts_with("--- ")) {
        m_oldName = fileName(line.substr(4));
        m_current = npos;
        m_isInHunk = false;
    } else if (line.starts_with("+++ ")) {
        const auto name = fileName(line.substr(4));
        select(!m_gitName.empty() ? std::string_view(m_gitName) : name.empty() ? std::string_view(m_oldName) : name);
        m_gitName.clear();
    } else if (line.starts_with("rename to ") || line.starts_with("copy to ")) {
        m_gitName = trimmed(line.substr(line.find(" to ") + 4));
        select(m_gitName);
    } else if (line.starts_with("Binary files ") || line == "GIT binary patch") {
        select(m_gitName);
        if (m_current != npos) {
            m_patch.files[m_current].isBinary = true;
        }
    } else if (line.starts_with("new mode ") || line.starts_with("deleted file mode ")
               || line.starts_with("new file mode ")) {
        select(m_gitName);
    }
}

std::vector<Patch> PatchReader::run()
{
    for (std::size_t index = 0; index < m_text.lines().size(); ++index) {
        const auto kind = m_text.lines()[index].kind;
        const auto line = m_text.line(index);
        const bool isStat = kind == LineKind::Diffstat || (kind == LineKind::Trailer && isDiffstat(line));
        if (isStat) {
            if (m_hasDiff || m_hasSummary) { // the next patch of a series
                if (!line.starts_with(' ') || line.contains(" | ")) {
                    close();
                }
            }
            touch(index);
            readStat(line);
        } else if (kind == LineKind::Diff) {
            touch(index);
            m_hasDiff = true;
            readDiff(line);
        } else if (kind == LineKind::Header && m_hasDiff) {
            close();
        }
    }
    close();
    return std::move(m_patches);
}

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') == npos ? 0 : path.rfind('/') + 1);
}

}

std::vector<Patch> patchesIn(const Text& text)
{
    return PatchReader(text).run();
}

std::string patchTitle(const Patch& patch)
{
    std::string out = "Patch: ";
    if (patch.files.size() == 1) {
        out += baseName(patch.files[0].path);
    } else {
        out += std::format("{} files", patch.files.size());
    }
    if (patch.added > 0 || patch.removed == 0) {
        out += std::format(", +{}", patch.added);
    }
    if (patch.removed > 0) {
        out += std::format("{} -{}", patch.added > 0 ? "" : ",", patch.removed);
    }
    return out;
}

std::string hunkFunction(std::string_view context)
{
    static constexpr std::array kWrappers {"SYSCALL_DEFINE"sv, "COMPAT_SYSCALL_DEFINE"sv,
                                           "SYM_FUNC_START"sv, "SYM_CODE_START"sv,
                                           "ENTRY"sv,          "SYM_INNER_LABEL"sv};
    const auto open = context.find('(');
    if (open == npos || open == 0) {
        return {};
    }
    std::size_t end = open;
    while (end > 0 && context[end - 1] == ' ') {
        --end;
    }
    std::size_t begin = end;
    while (begin > 0 && isWordByte(context[begin - 1])) {
        --begin;
    }
    const auto name = context.substr(begin, end - begin);
    if (name.empty() || isDigit(name.front())) {
        return {};
    }
    if (std::ranges::any_of(kWrappers, [&](std::string_view wrapper) { return name.starts_with(wrapper); })) {
        auto inner = context.substr(open + 1);
        inner = trimmed(inner.substr(0, inner.find_first_of(",)")));
        const bool isCall = name.contains("SYSCALL");
        return inner.empty() || !std::ranges::all_of(inner, isWordByte) ? std::string {}
                                                                        : (isCall ? "sys_" : "") + std::string(inner);
    }
    const bool isMacro = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    const bool isKeyword = name == "if" || name == "for" || name == "while" || name == "switch" || name == "return"
        || name == "sizeof" || name == "__attribute__";
    return isMacro || isKeyword ? std::string {} : std::string(name);
}

std::vector<std::string> namedFunctions(const Text& text)
{
    std::vector<std::string> out;
    const auto view = text.view();
    for (auto pos = findText(view, "()"); pos != npos && out.size() < kMostFunctions;
         pos = findText(view, "()", pos + 2)) {
        auto begin = pos;
        while (begin > 0 && isWordByte(view[begin - 1])) {
            --begin;
        }
        const auto name = view.substr(begin, pos - begin);
        const bool isFunction = name.size() >= 3 && !isDigit(name.front()) && name != "main"
            && std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
        if (isFunction && text.lines()[text.lineAt(pos)].kind == LineKind::Body && !std::ranges::contains(out, name)) {
            out.emplace_back(name);
        }
    }
    return out;
}

}
