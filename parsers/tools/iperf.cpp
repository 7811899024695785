// SPDX-License-Identifier: GPL-3.0-or-later
// iperf 2 and iperf3 as people read them. The totals are compared, not the seconds that they are made of.
#include "parsers/tools/line_format.h"

#include <algorithm>
#include <array>
#include <format>
#include <map>
#include <vector>

namespace patchscale {
namespace {

using namespace patchscale::tools;

/// A total of one stream, or of all.
struct Total
{
    std::string side; ///< sender, receiver; empty where it is not said
    std::string_view rate;
    std::string_view unit;
    std::string_view retransmits;
    std::string_view jitter;
    std::string_view lost; ///< in percent
    double until = 0;
};

class Iperf final : public LineReader
{
public:
    static constexpr std::string_view kId = "iperf";
    static constexpr std::string_view kDescription = "iperf 2 and iperf3: bandwidth, retransmits, jitter and loss";
    static constexpr std::string_view kExample =
        "[  5]   0.00-10.00  sec  55.1 GBytes  47.3 Gbits/sec    0             sender";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks =
        std::to_array<std::string_view>({"[ ID] Interval", "Connecting to host ", "Client connecting to ", "bits/sec"});

    static bool mayOpen(std::string_view line)
    {
        if (line.empty() || (line.front() != '[' && line.front() != 'C')) {
            return false;
        }
        return line.starts_with("[ ID] Interval") || line.starts_with("Connecting to host ")
            || line.starts_with("Client connecting to ")
            || (line.front() == '[' && line.contains(" sec ") && line.contains("bits/sec"));
    }

    explicit Iperf(const Start& start)
        : m_values(start.text, "iperf")
    {
    }

    Step take(std::string_view line) override
    {
        if (matches(line, "Connecting to host {w}, port {n}")
            || matches(line, "Client connecting to {w}, TCP port {n}{t}")
            || matches(line, "Client connecting to {w}, UDP port {n}{t}")) {
            if (!m_totals.empty()) {
                return Step::Ended; // once more: what was read is a run of its own
            }
            m_protocol = line.contains("UDP") ? "UDP" : line.contains("TCP") ? "TCP" : m_protocol;
            return Step::Taken;
        }
        if (line.starts_with("[ ID]") || line.starts_with("[ID]")) {
            m_countsRetransmits = line.contains("Retr"); // of datagrams the count of them stands there
            m_protocol = line.contains("Jitter")                 ? "UDP"
                : line.contains("Retr") || line.contains("Cwnd") ? "TCP"
                                                                 : m_protocol;
            return Step::Taken;
        }
        if (line.starts_with('[')) {
            return takeStream(line);
        }
        constexpr std::array kStands {"TCP window size: {t}",
                                      "UDP buffer size: {t}",
                                      "Sending {t} byte datagrams{t}",
                                      "iperf Done.",
                                      "- - -{t}",
                                      "Test Complete. Summary Results:",
                                      "Binding to {t}",
                                      "CPU Utilization: {t}",
                                      "snd_tcp_congestion {t}",
                                      "rcv_tcp_congestion {t}",
                                      "Starting Test: {t}",
                                      "Cookie: {t}",
                                      "Time: {t}",
                                      "TCP MSS: {t}",
                                      "Control connection {t}",
                                      "Reverse mode, remote host {t}",
                                      "Server output:",
                                      "---{t}"};
        for (const std::string_view pattern : kStands) {
            if (matches(line, pattern)) {
                return Step::Passed;
            }
        }
        return Step::Ended;
    }

    ParsedBlock finish() override
    {
        const bool hasSum = m_totals.contains("SUM");
        const bool isOneStream = m_streams.size() <= 1;
        for (const auto& [stream, totals] : m_totals) {
            if (hasSum && stream != "SUM") {
                continue;
            }
            for (const auto& total : totals) {
                if (total.side.empty() && total.until < m_until) {
                    continue; // the first second of a run that did not get to its total
                }
                auto& selection = m_values.selection();
                selection.clear();
                if (!total.side.empty()) {
                    selection["side"] = total.side;
                }
                if (hasSum && m_streams.size() > 1) {
                    selection["streams"] = std::to_string(m_streams.size());
                } else if (!hasSum && !isOneStream) {
                    selection["stream"] = stream;
                }
                add(total);
            }
        }
        return m_values.finish(kId);
    }

private:
    Step takeStream(std::string_view line)
    {
        const auto close = line.find(']');
        if (close == std::string_view::npos) {
            return Step::Ended;
        }
        const auto stream = std::string(trim(line.substr(1, close - 1)));
        auto rest = trim(line.substr(close + 1));
        m_role = {};
        if (rest.starts_with('[')) { // "[TX-C]" of bidirectional tests
            const auto role = rest.find(']');
            if (role == std::string_view::npos) {
                return Step::Ended;
            }
            m_role = rest.substr(1, role - 1);
            rest = trim(rest.substr(role + 1));
        }
        Holes at;
        if (rest.starts_with("local ")) {
            return m_hasTotals ? Step::Ended : Step::Taken;
        }
        if (!matches(rest, "{n}- {n} sec {n} {w} {n} {w}{t}", at)) {
            return rest.contains("Sent ") || rest.contains("Server Report:") || rest.contains("out-of-order")
                ? Step::Passed
                : Step::Ended;
        }
        if (!at[5].ends_with("bits/sec") && !at[5].ends_with("ytes/sec")) {
            return Step::Ended;
        }
        if (stream != "SUM") {
            m_streams[stream] = true;
        }
        Total total;
        total.rate = at[4];
        total.unit = at[5];
        total.until = wholeNumber(at[1]).value_or(0);
        readTail(at[6], total);
        m_until = std::max(m_until, total.until);
        const auto from = wholeNumber(at[0]);
        const bool isTotal = !total.side.empty() || (from && *from < kFirstSecond && total.until > 0);
        if (isTotal) {
            keep(m_role.empty() ? stream : stream + ' ' + std::string(m_role), total);
        }
        return Step::Taken;
    }

    /// What stands behind the rate: "0 sender", "0 1.25 MBytes", "0.010 ms 0/906 (0%) receiver".
    void readTail(std::string_view tail, Total& total)
    {
        Holes at;
        for (const std::string_view side : {"sender", "receiver"}) {
            if (tail.ends_with(side)) {
                total.side = side;
                tail = trim(tail.substr(0, tail.size() - side.size()));
            }
        }
        if (matches(tail, "{n} ms {n}/ {n} ({n}%){t}", at)) {
            m_protocol = "UDP";
            total.jitter = at[0];
            total.lost = at[3];
        } else if (matches(tail, "{n}", at) && (m_countsRetransmits || total.side == "sender")) {
            total.retransmits = at[0];
        }
    }

    /// A line from 0 on may be the first second, or all of them; the longest is the total. Sender and receiver tell so.
    void keep(const std::string& stream, const Total& total)
    {
        auto& totals = m_totals[stream];
        if (!total.side.empty()) {
            m_hasTotals = true;
            std::erase_if(totals, [](const Total& other) { return other.side.empty(); });
            totals.push_back(total);
            return;
        }
        if (totals.empty()) {
            totals.push_back(total);
        } else if (totals.front().side.empty() && total.until >= totals.front().until) {
            totals.front() = total;
        }
    }

    void add(const Total& total)
    {
        const auto test = m_protocol.empty() ? std::string_view("iperf") : m_protocol;
        const auto put = [&](std::string_view metric, std::string_view number, std::string_view unit, Better better) {
            if (!number.empty()) {
                m_values.add({.test = test, .metric = metric, .number = number, .unit = unit, .better = better});
            }
        };
        put("bandwidth", total.rate, total.unit, Better::Higher);
        put("retransmits", total.retransmits, "", Better::Lower);
        put("jitter", total.jitter, "ms", Better::Lower);
        put("lost", total.lost, "%", Better::Lower);
    }

    static constexpr double kFirstSecond = 0.1; ///< a total begins at 0.0

    Collector m_values;
    std::string_view m_protocol;
    std::string_view m_role;
    std::map<std::string, std::vector<Total>> m_totals; ///< by stream
    std::map<std::string, bool> m_streams;
    double m_until = 0; ///< the last second of any line
    bool m_hasTotals = false;
    bool m_countsRetransmits = false;
};

}

const Format& iperf()
{
    static const LineFormat<Iperf> instance;
    return instance;
}

}
