// SPDX-License-Identifier: GPL-3.0-or-later
// Google Benchmark --benchmark_format=json. Repetitions are samples; means stand for them where only those were kept.
#include "parsers/tools/json_format.h"
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <format>
#include <set>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"\"context\""});

using namespace patchscale::tools;

/// Members that are numbers and no counters of the user.
constexpr std::array<std::string_view, 15> kOwnNumbers {
    "family_index",
    "per_family_instance_index",
    "repetitions",
    "repetition_index",
    "threads",
    "iterations",
    "real_time",
    "cpu_time",
    "allocs_per_iter",
    "max_bytes_used",
    "total_allocated_bytes",
    "net_heap_growth",
    "cpu_coefficient",
    "real_coefficient",
    "rms",
};

class GoogleBenchmarkReader
{
public:
    GoogleBenchmarkReader(const Text& text, const JsonTree& tree)
        : m_text(text)
        , m_values(text, "google-benchmark")
    {
        readContext(tree.root.member("context"));
        const auto* entries = tree.root.member("benchmarks");
        if (entries != nullptr) {
            for (const auto& entry : entries->children) {
                if (entry.textOf("run_type") != "aggregate") {
                    m_repeated.insert(nameOf(entry));
                }
            }
            for (const auto& entry : entries->children) {
                take(entry);
            }
        }
        warnOfCut(text, tree, "Google Benchmark", m_values);
    }

    ParsedBlock finish()
    {
        return m_values.finish("Google Benchmark");
    }

private:
    static std::string nameOf(const JsonValue& entry)
    {
        const auto own = entry.textOf("run_name");
        return std::string(own.empty() ? entry.textOf("name") : own);
    }

    void readContext(const JsonValue* context)
    {
        if (context == nullptr) {
            return;
        }
        auto& machine = m_values.run().machine;
        machine.label = context->textOf("host_name");
        const auto cpus = context->numberOf("num_cpus");
        if (cpus && *cpus >= 1 && *cpus < 1e6) {
            machine.cpus = static_cast<int>(*cpus);
        }
        if (context->textOf("library_build_type") == "debug") {
            m_values.warn("debug-build", "the benchmark library was built as debug; its times may be too long",
                          written(m_text, *context->member("library_build_type")), Severity::Info);
        }
    }

    void take(const JsonValue& entry)
    {
        const auto name = nameOf(entry);
        if (name.empty() || entry.member("big_o") != nullptr) {
            return;
        }
        if (const auto* failed = entry.member("error_occurred"); failed != nullptr && failed->number > 0) {
            m_values.warn("benchmark-failed",
                          std::format("'{}' ended with an error: {}", name, entry.textOf("error_message")),
                          written(m_text, *failed));
            return;
        }
        if (entry.textOf("run_type") != "aggregate") {
            takeNumbers(name, entry, {});
            return;
        }
        if (m_repeated.contains(name)) {
            return; // of the samples that are there
        }
        const auto kind = entry.textOf("aggregate_name");
        if (kind == "mean") {
            takeNumbers(name, entry, {});
        } else if (kind == "median") {
            takeNumbers(name, entry, " median");
        } else if (kind == "stddev") {
            takeSpread(name, entry);
        }
    }

    void takeNumbers(const std::string& name, const JsonValue& entry, std::string_view suffix)
    {
        const auto unit = entry.textOf("time_unit");
        add(name, std::format("real time{}", suffix), entry.numberMember("real_time"), unit.empty() ? "ns" : unit,
            Better::Lower, entry);
        add(name, std::format("cpu time{}", suffix), entry.numberMember("cpu_time"), unit.empty() ? "ns" : unit,
            Better::Lower, entry);
        for (const auto& member : entry.children) {
            if (member.kind != JsonValue::Kind::Number || !member.isFinite
                || std::ranges::contains(kOwnNumbers, std::string_view(member.name))) {
                continue;
            }
            const bool isBytes = member.name == "bytes_per_second";
            const bool isItems = member.name == "items_per_second";
            add(name, member.name + std::string(suffix), &member,
                isBytes       ? "B/s"
                    : isItems ? "1/s"
                              : "",
                isBytes || isItems ? Better::Higher : Better::Unknown, entry);
        }
    }

    /// Behind the mean of the same benchmark.
    void takeSpread(const std::string& name, const JsonValue& entry)
    {
        for (auto& result : m_values.run().results) {
            const auto* number = result.metric == "real time" ? entry.numberMember("real_time")
                : result.metric == "cpu time"                 ? entry.numberMember("cpu_time")
                                                              : entry.numberMember(result.metric);
            if (result.test == name && number != nullptr) {
                result.spread = spreadOf(m_text, SpreadKind::Stddev, written(m_text, *number));
            }
        }
    }

    void add(const std::string& test, std::string_view metric, const JsonValue* number, std::string_view unit,
             Better better, const JsonValue& entry)
    {
        if (number == nullptr) {
            return;
        }
        auto* const result = m_values.add(
            {.test = test, .metric = metric, .number = written(m_text, *number), .unit = unit, .better = better});
        const auto repetitions = entry.numberOf("repetitions");
        if (result != nullptr && entry.textOf("run_type") == "aggregate" && repetitions && *repetitions < 1e6) {
            result->repeats = static_cast<int>(*repetitions);
        }
    }

    const Text& m_text;
    Collector m_values;
    std::set<std::string> m_repeated; ///< names with runs of their own, not only means
};

class GoogleBenchmark final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "google-benchmark-json";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "Google Benchmark as JSON: times and counters of every repetition";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "{\"context\": {...}, \"benchmarks\": [{\"name\": \"BM_find/8\", \"real_time\": 12.3, \"time_unit\": "
               "\"ns\"}]}";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        findJson(
            text, "context", "benchmarks",
            [](const Text& whole, const JsonTree& tree) { return GoogleBenchmarkReader(whole, tree).finish(); }, out,
            job);
    }

    [[nodiscard]] ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return parsedOf(block);
    }
};

}

const Format& google_benchmark()
{
    static const GoogleBenchmark instance;
    return instance;
}

}
