// SPDX-License-Identifier: GPL-3.0-or-later
// hyperfine --export-json: every run of every command.
#include "parsers/tools/json_format.h"
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <format>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"\"results\""});

using namespace patchscale::tools;

class HyperfineReader
{
public:
    HyperfineReader(const Text& text, const JsonTree& tree)
        : m_text(text)
        , m_values(text, "hyperfine")
    {
        const auto* results = tree.root.member("results");
        if (results != nullptr) {
            for (const auto& result : results->children) {
                take(result);
            }
        }
        warnOfCut(text, tree, "hyperfine", m_values);
    }

    ParsedBlock finish()
    {
        return m_values.finish("hyperfine");
    }

private:
    void take(const JsonValue& entry)
    {
        const auto command = entry.textOf("command");
        const auto* mean = entry.numberMember("mean");
        if (command.empty() || mean == nullptr) {
            return;
        }
        auto& selection = m_values.selection();
        selection.clear();
        if (const auto* parameters = entry.member("parameters")) {
            for (const auto& parameter : parameters->children) {
                selection[parameter.name] = parameter.kind == JsonValue::Kind::String
                    ? parameter.text
                    : std::string(written(m_text, parameter));
            }
        }
        auto* const time = add(command, "time", mean, Better::Lower);
        if (time != nullptr) {
            addSamples(*time, entry);
            const auto* stddev = entry.numberMember("stddev");
            if (stddev != nullptr) {
                time->spread = spreadOf(m_text, SpreadKind::Stddev, written(m_text, *stddev));
            }
            if (time->samples.empty()) {
                add(command, "time median", entry.numberMember("median"), Better::Lower);
                add(command, "time min", entry.numberMember("min"), Better::Lower);
                add(command, "time max", entry.numberMember("max"), Better::Lower);
            }
        }
        add(command, "user time", entry.numberMember("user"), Better::Lower);
        add(command, "system time", entry.numberMember("system"), Better::Lower);
        warnOfFailures(command, entry);
    }

    static void addSamples(TestResult& result, const JsonValue& entry)
    {
        const auto* times = entry.member("times");
        if (times == nullptr) {
            return;
        }
        for (const auto& time : times->children) {
            if (time.kind == JsonValue::Kind::Number && time.isFinite) {
                const auto order = static_cast<int>(result.samples.size());
                result.samples.push_back({.value = time.number, .span = time.span, .round = order, .order = order});
            }
        }
    }

    void warnOfFailures(std::string_view command, const JsonValue& entry)
    {
        const auto* codes = entry.member("exit_codes");
        const auto failed = codes == nullptr ? 0 : std::ranges::count_if(codes->children, [](const JsonValue& code) {
            return code.kind != JsonValue::Kind::Number || std::abs(code.number) > 0;
        });
        if (failed > 0) {
            m_values.warn("command-failed",
                          std::format("'{}' ended with an error in {} of {} runs; look at what it says before the "
                                      "times are compared",
                                      command, failed, codes->children.size()),
                          written(m_text, *codes));
        }
    }

    TestResult* add(std::string_view test, std::string_view metric, const JsonValue* number, Better better)
    {
        return number == nullptr
            ? nullptr
            : m_values.add(
                  {.test = test, .metric = metric, .number = written(m_text, *number), .unit = "s", .better = better});
    }

    const Text& m_text;
    Collector m_values;
};

class Hyperfine final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "hyperfine-json";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "hyperfine --export-json: every run of every command";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "{\"results\": [{\"command\": \"./old\", \"mean\": 0.213, \"stddev\": 0.004, \"times\": [...]}]}";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        findJson(
            text, "results", "results",
            [](const Text& whole, const JsonTree& tree) { return HyperfineReader(whole, tree).finish(); }, out, job);
    }

    [[nodiscard]] ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return parsedOf(block);
    }
};

}

const Format& hyperfine()
{
    static const Hyperfine instance;
    return instance;
}

}
