// SPDX-License-Identifier: GPL-3.0-or-later
// The composite.xml that the Phoronix Test Suite keeps of a result: each test with an entry for each system.
#include "parsers/text/find.h"
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <format>
#include <map>

namespace patchscale {
namespace {

using namespace patchscale::tools;

constexpr std::string_view kMark = "<PhoronixTestSuite>";
constexpr auto kMarks = std::to_array<std::string_view>({kMark});

/// What stands between <NAME> and </NAME> in @p xml from @p from on; nothing if it is not there or not closed.
std::optional<std::string_view> element(std::string_view xml, std::string_view name, std::size_t from = 0)
{
    const auto open = std::format("<{}>", name);
    const auto begin = findText(xml, open, from);
    if (begin == std::string_view::npos) {
        return std::nullopt;
    }
    const auto first = begin + open.size();
    const auto end = findText(xml, std::format("</{}>", name), first);
    return end == std::string_view::npos ? std::nullopt : std::optional(xml.substr(first, end - first));
}

/// @p xml without the escapes that XML needs.
std::string plain(std::string_view xml)
{
    struct Escape
    {
        std::string_view written;
        std::string_view meant;
    };
    constexpr std::array kEscapes {Escape {"&lt;", "<"},    Escape {"&gt;", ">"},   Escape {"&amp;", "&"},
                                   Escape {"&quot;", "\""}, Escape {"&apos;", "'"}, Escape {"&#039;", "'"}};
    std::string out;
    while (!xml.empty()) {
        const auto* const hit =
            std::ranges::find_if(kEscapes, [&](const Escape& escape) { return xml.starts_with(escape.written); });
        out += hit == kEscapes.end() ? xml.substr(0, 1) : hit->meant;
        xml.remove_prefix(hit == kEscapes.end() ? 1 : hit->written.size());
    }
    return std::string(trim(out));
}

std::string textOf(std::string_view xml, std::string_view name)
{
    return plain(element(xml, name).value_or(std::string_view()));
}

class PhoronixReader
{
public:
    explicit PhoronixReader(const Text& text)
        : m_text(text)
    {
    }

    ParsedBlock read(std::string_view xml)
    {
        std::size_t from = 0;
        while (const auto result = element(xml, "Result", from)) {
            takeResult(*result);
            from = static_cast<std::size_t>(result->data() - xml.data()) + result->size();
        }
        readSystems(xml);
        ParsedBlock out;
        std::size_t count = 0;
        for (const auto& name : m_order) {
            auto block = m_values.at(name).finish("Phoronix Test Suite");
            for (auto& run : block.runs) {
                count += run.run.results.size();
                run.run.variant.label = name;
                run.knowsVariant = true;
                out.runs.push_back(std::move(run));
            }
            std::ranges::move(block.diagnostics, std::back_inserter(out.diagnostics));
        }
        out.title = std::format("Phoronix Test Suite, {} results", count);
        return out;
    }

private:
    void takeResult(std::string_view xml)
    {
        const auto data = element(xml, "Data");
        if (!data) {
            return;
        }
        // Title and the others stand in front of the data, which has members of the same names
        const auto head = xml.substr(0, static_cast<std::size_t>(data->data() - xml.data()));
        auto test = textOf(head, "Title");
        const auto description = textOf(head, "Description");
        if (!description.empty()) {
            test += test.empty() ? description : ": " + description;
        }
        const auto proportion = textOf(head, "Proportion");
        const auto better = proportion == "HIB" ? Better::Higher
            : proportion == "LIB"               ? Better::Lower
                                                : Better::Unknown;
        const auto scale = textOf(head, "Scale");
        std::size_t from = 0;
        while (const auto entry = element(*data, "Entry", from)) {
            takeEntry(*entry, test.empty() ? "result" : test, scale, better);
            from = static_cast<std::size_t>(entry->data() - data->data()) + entry->size();
        }
    }

    void takeEntry(std::string_view xml, std::string_view test, std::string_view scale, Better better)
    {
        const auto system = textOf(xml, "Identifier");
        const auto value = element(xml, "Value");
        if (system.empty() || !value || trim(*value).empty()) {
            return; // a test that did not run there
        }
        const auto [place, isNew] = m_values.try_emplace(system, m_text, "phoronix");
        if (isNew) {
            m_order.push_back(system);
        }
        auto& values = place->second;
        if (value->contains(',') || value->contains(':')) {
            values.warn("unused-graph", std::format("the line graph of {} was not read", test), *value, Severity::Info);
            return;
        }
        auto* const result =
            values.add({.test = test, .metric = "result", .number = trim(*value), .unit = scale, .better = better});
        if (result != nullptr) {
            addSamples(*result, element(xml, "RawString").value_or(std::string_view()));
        }
    }

    void addSamples(TestResult& result, std::string_view raw)
    {
        while (!raw.empty()) {
            const auto part = raw.substr(0, raw.find(':'));
            const auto number = wholeNumber(trim(part));
            if (!number) {
                result.samples.clear();
                return;
            }
            const auto order = static_cast<int>(result.samples.size());
            result.samples.push_back(
                {.value = *number, .span = m_text.spanOf(trim(part)), .round = order, .order = order});
            raw.remove_prefix(std::min(part.size() + 1, raw.size()));
        }
    }

    void readSystems(std::string_view xml)
    {
        std::size_t from = 0;
        while (const auto system = element(xml, "System", from)) {
            from = static_cast<std::size_t>(system->data() - xml.data()) + system->size();
            const auto found = m_values.find(textOf(*system, "Identifier"));
            if (found == m_values.end()) {
                continue;
            }
            auto& machine = found->second.run().machine;
            readFacts(textOf(*system, "Hardware"), machine);
            readFacts(textOf(*system, "Software"), machine);
            machine.label = machine.cpu;
        }
    }

    /// "Processor: AMD EPYC 7F72 @ 3.20GHz (24 Cores), Memory: 64GB, …"
    static void readFacts(std::string_view facts, Machine& machine)
    {
        while (!facts.empty()) {
            const auto part = facts.substr(0, facts.find(", "));
            const auto colon = part.find(": ");
            if (colon != std::string_view::npos) {
                const auto name = part.substr(0, colon);
                const auto value = part.substr(colon + 2);
                if (name == "Processor") {
                    machine.cpu = value;
                } else if (name == "Memory") {
                    machine.memory = value;
                } else if (name == "OS") {
                    machine.os = value;
                } else if (name == "Kernel") {
                    machine.kernel = value;
                }
            }
            facts.remove_prefix(std::min(part.size() + 2, facts.size()));
        }
    }

    const Text& m_text;
    std::map<std::string, Collector> m_values; ///< by system
    std::vector<std::string> m_order;
};

class Phoronix final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "phoronix-xml";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Phoronix Test Suite: composite.xml with every system";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "<PhoronixTestSuite> … <Entry><Identifier>6.1</Identifier><Value>12345</Value></Entry>";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto view = text.view();
        for (auto begin = findText(view, kMark); begin != std::string_view::npos && !job.isCancelled();) {
            const auto next = findText(view, kMark, begin + kMark.size());
            constexpr std::string_view kEnd = "</PhoronixTestSuite>";
            const auto close = findText(view, kEnd, begin);
            const auto end =
                std::min({close == std::string_view::npos ? view.size() : close + kEnd.size(), next, view.size()});
            auto parsed = PhoronixReader(text).read(view.substr(begin, end - begin));
            if (!parsed.runs.empty()) {
                const SourceSpan span {.offset = begin, .length = end - begin};
                for (auto& run : parsed.runs) {
                    run.run.span = span;
                }
                out.push_back({.span = span,
                               .confidence = Confidence::Certain,
                               .state = std::make_shared<const ParsedBlock>(std::move(parsed))});
            }
            begin = next;
        }
    }

    [[nodiscard]] ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return parsedOf(block);
    }
};

}

const Format& phoronix()
{
    static const Phoronix instance;
    return instance;
}

}
