// SPDX-License-Identifier: GPL-3.0-or-later
// What our own runner leaves behind: core/bench/run_document.h writes it.
#include "parsers/format.h"
#include "parsers/patchscale_run/document.h"

namespace patchscale {
namespace {

constexpr std::string_view kMark = "\"patchscale-run\"";
constexpr auto kMarks = std::to_array<std::string_view>({kMark});

class PatchscaleRun final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "patchscale-run";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Run documents of patchscale-runner";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "{\n  \"patchscale-run\": 1,\n  \"variants\": [{\"label\": \"before\", \"results\": [...]}]";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto view = text.view();
        std::size_t behind = 0;
        while (!job.isCancelled()) {
            const auto mark = view.find(kMark, behind);
            if (mark == std::string_view::npos) {
                return;
            }
            const auto open = view.substr(0, mark).find_last_not_of(" \t\r\n");
            const bool isFirst = open != std::string_view::npos && open >= behind && view[open] == '{';
            behind = mark + kMark.size();
            if (!isFirst) {
                continue;
            }
            auto tree = readJsonTree(view, open);
            if (tree.root.member("patchscale-run") == nullptr && !tree.fault) {
                continue;
            }
            behind = std::max(behind, tree.end);
            out.push_back({.span = {.offset = open, .length = behind - open},
                           .confidence = Confidence::Certain,
                           .state = std::make_shared<const JsonTree>(std::move(tree))});
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        const auto* tree = static_cast<const JsonTree*>(block.state.get());
        return tree == nullptr ? ParsedBlock {} : native::runsOf(*tree, text.view(), block.span, job);
    }
};

}

const Format& patchscale_run()
{
    static const PatchscaleRun instance;
    return instance;
}

}
