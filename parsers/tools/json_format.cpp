// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/tools/json_format.h"

#include "parsers/text/find.h"

#include <algorithm>
#include <format>
#include <memory>

namespace patchscale::tools {

void findJson(const Text& text, std::string_view first, std::string_view other,
              ParsedBlock (*read)(const Text& text, const JsonTree& tree), std::vector<Block>& out, const Job& job)
{
    const auto view = text.view();
    const auto mark = std::format("\"{}\"", first);
    std::size_t behind = 0;
    for (auto hit = findText(view, mark); hit != std::string_view::npos && !job.isCancelled();
         hit = findText(view, mark, std::max(behind, hit + mark.size()))) {
        const auto open = view.substr(0, hit).find_last_not_of(" \t\r\n");
        if (open == std::string_view::npos || open < behind || view[open] != '{') {
            continue;
        }
        const auto tree = readJsonTree(view, open);
        if (tree.root.member(other) == nullptr) {
            // what was looked through is not looked through again, but an object in it may be one
            continue;
        }
        behind = std::max(tree.end, hit + mark.size());
        auto parsed = read(text, tree);
        if (parsed.runs.empty()) {
            continue;
        }
        const SourceSpan span {.offset = open, .length = behind - open};
        for (auto& run : parsed.runs) {
            run.run.span = span;
        }
        out.push_back({.span = span,
                       .confidence = Confidence::Certain,
                       .state = std::make_shared<const ParsedBlock>(std::move(parsed))});
    }
}

void warnOfCut(const Text& text, const JsonTree& tree, std::string_view tool, Collector& values)
{
    if (tree.fault) {
        const auto at = std::min(tree.fault->offset, text.view().size());
        values.warn("cut-json",
                    std::format("the JSON of {} {}; what stands before that was read", tool, tree.fault->what),
                    text.view().substr(at, 0));
    }
}

}
