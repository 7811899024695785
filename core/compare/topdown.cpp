// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/topdown.h"

#include "core/compare/perf_events.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace patchscale {
namespace {

constexpr std::size_t kParts = kTopdownParts.size();

/// "tma_frontend_bound", "Frontend Bound", "topdown-fe-bound" in one spelling.
std::string plainName(std::string_view name)
{
    std::string plain;
    for (const char c : name) {
        const bool isUpper = c >= 'A' && c <= 'Z';
        plain += isUpper ? static_cast<char>(c - 'A' + 'a') : c == '_' || c == '-' ? ' ' : c;
    }
    for (const std::string_view prefix : {"tma ", "topdown "}) {
        if (plain.starts_with(prefix)) {
            plain.erase(0, prefix.size());
        }
    }
    return plain;
}

std::optional<std::size_t> partOf(std::string_view name)
{
    auto plain = plainName(name);
    plain = plain == "bad spec" ? "bad speculation"
        : plain == "fe bound"   ? "frontend bound"
        : plain == "be bound"   ? "backend bound"
                                : plain;
    const auto* const part = std::ranges::find(kTopdownParts, plain);
    return part == kTopdownParts.end() ? std::nullopt : std::optional<std::size_t>(part - kTopdownParts.begin());
}

/// "cpu_core" of "TopdownL1 (cpu_core)" and of "cpu_core/topdown-retiring/".
std::string pmuOf(std::string_view test)
{
    const auto open = test.find('(');
    if (open != std::string_view::npos && test.ends_with(')')) {
        return std::string(test.substr(open + 1, test.size() - open - 2));
    }
    return std::string(eventName(test).pmu);
}

std::string labelOf(const ComparisonRow& row)
{
    auto label = pmuOf(row.test);
    for (const auto& [name, value] : row.parameters) {
        if (name != "occurrence") {
            label += (label.empty() ? "" : " ") + name + "=" + value;
        }
    }
    return label;
}

/// The rows of each part of one place. The sides may come from versions of perf that name the parts differently.
struct Parts
{
    std::array<std::optional<std::size_t>, kParts> baseline {};
    std::array<std::optional<std::size_t>, kParts> candidate {};
};

/// Places in the order of their first rows.
class Places
{
public:
    void add(std::size_t part, const ComparisonRow& row, std::size_t place)
    {
        auto label = labelOf(row);
        auto known = std::ranges::find(m_places, label, &std::pair<std::string, Parts>::first);
        if (known == m_places.end()) {
            m_places.emplace_back(std::move(label), Parts {});
            known = m_places.end() - 1;
        }
        auto& [before, after] = known->second;
        // The first, where a mail quotes several tables.
        before[part] = before[part] || !row.baseline.value ? before[part] : std::optional(place);
        after[part] = after[part] || !row.candidate.value ? after[part] : std::optional(place);
    }
    [[nodiscard]] const std::vector<std::pair<std::string, Parts>>& all() const
    {
        return m_places;
    }

private:
    std::vector<std::pair<std::string, Parts>> m_places;
};

void addWhole(const ComparisonGroup& group, const Places& places, bool areCounts, std::vector<Topdown>& out)
{
    for (const auto& [label, parts] : places.all()) {
        Topdown topdown {.label = label};
        double before = 0;
        double after = 0;
        bool isWhole = true;
        for (std::size_t part = 0; part < kParts; ++part) {
            isWhole = isWhole && parts.baseline[part] && parts.candidate[part];
            if (isWhole) {
                const auto percentOf = [&](const ComparisonRow& row, const Side& side) {
                    return *side.value * (!areCounts && row.unit != "%" ? 100 : 1); // a base unit is a fraction
                };
                const auto& left = group.rows[*parts.baseline[part]];
                const auto& right = group.rows[*parts.candidate[part]];
                topdown.rows[part] = *parts.candidate[part];
                before += topdown.baseline[part] = percentOf(left, left.baseline);
                after += topdown.candidate[part] = percentOf(right, right.candidate);
            }
        }
        const bool isKnown = std::ranges::contains(out, label, &Topdown::label);
        if (!isWhole || isKnown || !(before > 0) || !(after > 0)) {
            continue;
        }
        if (areCounts) {
            std::ranges::for_each(topdown.baseline, [before](double& value) { value *= 100 / before; });
            std::ranges::for_each(topdown.candidate, [after](double& value) { value *= 100 / after; });
        }
        out.push_back(std::move(topdown));
    }
}

}

std::vector<Topdown> topdownOf(const ComparisonGroup& group)
{
    Places shares;
    Places counts;
    if (!isPerfStat(group.benchmark)) {
        return {};
    }
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
        const auto& row = group.rows[i];
        const bool isValue = row.metric == "value";
        const bool isShare = row.unit == "%" || row.unit == "ratio";
        const auto name = isValue ? eventName(row.test).name : std::string_view(row.metric);
        if (const auto part = partOf(name)) {
            if (isShare) {
                shares.add(*part, row, i);
            } else if (isValue) {
                counts.add(*part, row, i);
            }
        }
    }
    std::vector<Topdown> out;
    addWhole(group, shares, false, out);
    addWhole(group, counts, true, out);
    return out;
}

}
