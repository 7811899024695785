// SPDX-License-Identifier: GPL-3.0-or-later
// iperf3 --json: what the test was (start) and its totals (end).
#include "parsers/tools/json_format.h"
#include "parsers/tools/line_format.h"

#include <array>
#include <format>

namespace patchscale {
namespace {

constexpr auto kMarks = std::to_array<std::string_view>({"\"start\""});

using namespace patchscale::tools;

class IperfJsonReader
{
public:
    IperfJsonReader(const Text& text, const JsonTree& tree)
        : m_text(text)
        , m_values(text, "iperf")
    {
        const auto* start = tree.root.member("start");
        readSettings(start == nullptr ? nullptr : start->member("test_start"));
        const auto* end = tree.root.member("end");
        if (const auto* error = tree.root.member("error")) {
            m_values.run().isFailed = true;
            m_values.warn("run-failed",
                          std::format("iperf3 ended with '{}'; its numbers are left out of comparisons", error->text),
                          written(text, *error));
        }
        if (end != nullptr) {
            readTotals(*end);
        }
        warnOfCut(text, tree, "iperf3", m_values);
    }

    ParsedBlock finish()
    {
        return m_values.finish("iperf3");
    }

private:
    void readSettings(const JsonValue* settings)
    {
        if (settings == nullptr) {
            return;
        }
        if (const auto protocol = settings->textOf("protocol"); !protocol.empty()) {
            m_test = protocol;
        }
        auto& parameters = m_values.run().parameters;
        const auto put = [&](const char* name, std::string_view member) {
            if (const auto* value = settings->numberMember(member)) {
                parameters[name] = written(m_text, *value);
            }
        };
        put("streams", "num_streams");
        put("block size", "blksize");
        put("duration", "duration");
        if (settings->numberOf("reverse").value_or(0) > 0) {
            parameters["reverse"] = "1";
        }
    }

    void readTotals(const JsonValue& end)
    {
        readSide(end.member("sum_sent"), "sender");
        readSide(end.member("sum_received"), "receiver");
        if (end.member("sum_sent") == nullptr && end.member("sum_received") == nullptr) {
            readSide(end.member("sum"), {}); // UDP of older versions
        }
        if (const auto* load = end.member("cpu_utilization_percent")) {
            m_values.selection().clear();
            add("local CPU utilization", load->numberMember("host_total"), "%", Better::Lower);
            add("remote CPU utilization", load->numberMember("remote_total"), "%", Better::Lower);
        }
    }

    void readSide(const JsonValue* side, std::string_view name)
    {
        if (side == nullptr) {
            return;
        }
        m_values.selection().clear();
        if (!name.empty()) {
            m_values.selection()["side"] = name;
        }
        add("bandwidth", side->numberMember("bits_per_second"), "bits/s", Better::Higher);
        add("retransmits", side->numberMember("retransmits"), "", Better::Lower);
        if (m_test == "UDP" && name != "sender") { // the sender cannot know
            add("jitter", side->numberMember("jitter_ms"), "ms", Better::Lower);
            add("lost", side->numberMember("lost_percent"), "%", Better::Lower);
        }
    }

    void add(std::string_view metric, const JsonValue* number, std::string_view unit, Better better)
    {
        if (number != nullptr) {
            m_values.add(
                {.test = m_test, .metric = metric, .number = written(m_text, *number), .unit = unit, .better = better});
        }
    }

    const Text& m_text;
    Collector m_values;
    std::string m_test = "iperf";
};

class IperfJson final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "iperf3-json";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "iperf3 --json: bandwidth, retransmits, jitter and loss of both sides";
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "{\"start\": {...}, \"end\": {\"sum_sent\": {\"bits_per_second\": 47284019200.0}}}";
    }

    [[nodiscard]] std::span<const std::string_view> marks() const override
    {
        return kMarks;
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        findJson(
            text, "start", "end",
            [](const Text& whole, const JsonTree& tree) { return IperfJsonReader(whole, tree).finish(); }, out, job);
    }

    [[nodiscard]] ParsedBlock parse(const Text& /*text*/, const Block& block, const Job& /*job*/) const override
    {
        return parsedOf(block);
    }
};

}

const Format& iperf3_json()
{
    static const IperfJson instance;
    return instance;
}

}
