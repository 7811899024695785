// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/mail/patched_functions.h"

#include "parsers/mail/patch.h"
#include "parsers/text/diff_lines.h"

#include <algorithm>
#include <cctype>

namespace patchscale {
namespace {

constexpr std::size_t kMostFunctions = 2000;

/// True for a line of C at which a function begins: it stands at the left edge and is no declaration, label or macro.
bool beginsFunction(std::string_view code)
{
    if (code.empty() || !(std::isalpha(static_cast<unsigned char>(code.front())) != 0 || code.front() == '_')) {
        return false;
    }
    const auto last = code.find_last_not_of(" \t\\");
    const char end = last == std::string_view::npos ? ' ' : code[last];
    const auto open = code.find('(');
    const bool isCall = open != std::string_view::npos && !code.substr(0, open).contains('=');
    return isCall && end != ';' && end != ':';
}

class Reading
{
public:
    void take(std::string_view line)
    {
        if (line.find("@@ -", 1) != std::string_view::npos) {
            takeFlattened(line);
            return;
        }
        if (const auto header = hunkHeader(line)) {
            m_current = hunkFunction(header->context);
            m_oldLeft = header->oldCount;
            m_newLeft = header->newCount;
            return;
        }
        if (m_oldLeft == 0 && m_newLeft == 0) {
            return; // names of files
        }
        const char sign = line.empty() ? ' ' : line.front();
        if (sign == '\\') {
            return;
        }
        const bool isChanged = sign == '+' || sign == '-';
        m_oldLeft -= sign != '+' && m_oldLeft > 0 ? 1 : 0;
        m_newLeft -= sign != '-' && m_newLeft > 0 ? 1 : 0;
        const auto code = line.substr(std::min<std::size_t>(line.size(), 1));
        if (beginsFunction(code)) {
            m_current = hunkFunction(code);
        } else if (code.starts_with('}') && !isChanged) {
            m_isEnded = true; // what follows is of no function, until the next begins
        }
        if (isChanged && code.find_first_not_of(" \t\r") != std::string_view::npos) {
            add(m_current);
        }
        if (m_isEnded) {
            m_current.clear();
            m_isEnded = false;
        }
    }

    std::vector<std::string> finish()
    {
        return std::move(m_functions);
    }

private:
    void add(const std::string& function)
    {
        if (!function.empty() && m_functions.size() < kMostFunctions && !std::ranges::contains(m_functions, function)) {
            m_functions.push_back(function);
        }
    }

    /// A diff that was run into one line: only the headers of its hunks can be told from what they hold.
    void takeFlattened(std::string_view line)
    {
        for (auto at = line.find("@@ -"); at != std::string_view::npos; at = line.find("@@ -", at + 1)) {
            if (const auto header = hunkHeader(line.substr(at))) {
                add(hunkFunction(header->context));
            }
        }
    }

    std::vector<std::string> m_functions;
    std::string m_current;
    std::size_t m_oldLeft = 0;
    std::size_t m_newLeft = 0;
    bool m_isEnded = false;
};

}

std::vector<std::string> patchedFunctions(const Text& text)
{
    Reading reading;
    for (std::size_t i = 0; i < text.lines().size(); ++i) {
        if (text.lines()[i].kind == LineKind::Diff) {
            reading.take(text.line(i));
        }
    }
    return reading.finish();
}

}
