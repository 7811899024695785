// SPDX-License-Identifier: GPL-3.0-or-later
// netperf: the classic tables of its stream and request/response tests, with and without CPU utilisation, the omni
// table, and the NAME=value lines of omni tests.
#include "parsers/tools/line_format.h"

#include <array>
#include <format>
#include <vector>

namespace patchscale {
namespace {

using namespace patchscale::tools;

/// The numbers of a row that holds nothing else.
std::vector<std::string_view> numbersOf(std::string_view line)
{
    std::vector<std::string_view> out;
    while (!line.empty()) {
        const auto word = line.substr(0, line.find_first_of(" \t"));
        if (!wholeNumber(word)) {
            return {};
        }
        out.push_back(word);
        line = trim(line.substr(word.size()));
    }
    return out;
}

enum class Kind : std::uint8_t { None, Stream, Datagrams, Transactions, Omni };

class Netperf final : public LineReader
{
public:
    static constexpr std::string_view kId = "netperf";
    static constexpr std::string_view kDescription =
        "netperf: throughput or transactions of its TCP, UDP and omni tests";
    static constexpr std::string_view kExample = "MIGRATED TCP STREAM TEST from 0.0.0.0 () port 0 AF_INET to localhost "
                                                 "() port 0 AF_INET\n131072  16384  16384    10.00    45678.90";
    static constexpr std::uint16_t kFewestNumbers = 0;
    static constexpr auto kMarks = std::to_array<std::string_view>({" TEST from ", "THROUGHPUT="});

    static bool mayOpen(std::string_view line)
    {
        const auto isUpper = [&](std::size_t at) { return at < line.size() && line[at] >= 'A' && line[at] <= 'Z'; };
        return isUpper(0) && isUpper(1) && isUpper(2)
            && (line.contains(" TEST from ") || line.starts_with("THROUGHPUT="));
    }

    explicit Netperf(const Start& start)
        : m_values(start.text, "netperf")
    {
    }

    Step take(std::string_view line) override
    {
        if (line.contains(" TEST from ")) {
            return open(line);
        }
        if (const auto equals = line.find('='); equals != std::string_view::npos && line.find(' ') > equals) {
            return takePair(line.substr(0, equals), line.substr(equals + 1));
        }
        if (m_kind == Kind::None) {
            return Step::Ended;
        }
        if (line.starts_with("Interim result:")) {
            return Step::Passed;
        }
        if (m_kind == Kind::Omni && takeOmni(line)) {
            return Step::Taken;
        }
        const auto numbers = numbersOf(line);
        if (numbers.empty()) {
            return takeHead(line);
        }
        return takeRow(numbers) ? Step::Taken : Step::Ended;
    }

    ParsedBlock finish() override
    {
        return m_values.finish(kId);
    }

private:
    Step open(std::string_view line)
    {
        auto name = line.substr(0, line.find(" TEST from "));
        if (name.starts_with("MIGRATED ")) {
            name.remove_prefix(9);
        }
        m_test = name;
        m_rows = 0;
        m_hasLoad = false;
        m_unit = "10^6bits/s";
        m_values.selection().clear();
        if (name.starts_with("OMNI") || name.starts_with("omni")) {
            m_kind = Kind::Omni;
        } else if (name.contains("REQUEST/RESPONSE") || name.ends_with("_RR") || name.contains("Connect/Re")) {
            m_kind = Kind::Transactions;
        } else if (name.starts_with("UDP")) {
            m_kind = Kind::Datagrams;
        } else {
            m_kind = Kind::Stream;
        }
        return Step::Taken;
    }

    Step takeHead(std::string_view line)
    {
        if (m_rows > 0) {
            return Step::Ended;
        }
        m_hasLoad = m_hasLoad || line.contains("Utilization");
        for (const std::string_view unit :
             {"10^6bits/s", "10^3bits/s", "10^9bits/s", "KBytes/s", "MBytes/s", "GBytes/s"}) {
            if (line.contains(unit)) {
                m_unit = unit;
            }
        }
        constexpr std::size_t kLongestHead = 120;
        return line.size() < kLongestHead ? Step::Passed : Step::Ended;
    }

    bool takeRow(const std::vector<std::string_view>& at)
    {
        ++m_rows;
        switch (m_kind) {
        case Kind::Stream:
            return m_rows == 1 && takeStream(at);
        case Kind::Transactions:
            if (m_rows == 2 && at.size() == 2) {
                return true; // the other side's sizes
            }
            return m_rows == 1 && takeTransactions(at);
        case Kind::Datagrams:
            return m_rows <= 2 && takeDatagrams(at);
        default:
            return false;
        }
    }

    bool takeStream(const std::vector<std::string_view>& at)
    {
        if (at.size() != (m_hasLoad ? 9 : 5)) {
            return false;
        }
        m_values.selection()["message size"] = at[2];
        add("throughput", at[4], m_unit, Better::Higher);
        if (m_hasLoad) {
            addLoad("local CPU utilization", at[5], "%");
            addLoad("remote CPU utilization", at[6], "%");
            addLoad("local service demand", at[7], "us/KB");
            addLoad("remote service demand", at[8], "us/KB");
        }
        return true;
    }

    bool takeTransactions(const std::vector<std::string_view>& at)
    {
        if (at.size() != (m_hasLoad ? 10 : 6)) {
            return false;
        }
        m_values.selection()["request size"] = at[2];
        m_values.selection()["response size"] = at[3];
        add("transaction rate", at[5], "per sec", Better::Higher);
        if (m_hasLoad) {
            addLoad("local CPU utilization", at[6], "%");
            addLoad("remote CPU utilization", at[7], "%");
            addLoad("local service demand", at[8], "us/Tr");
            addLoad("remote service demand", at[9], "us/Tr");
        }
        return true;
    }

    /// The sender's row, then the receiver's.
    bool takeDatagrams(const std::vector<std::string_view>& at)
    {
        if (m_rows == 1) {
            if (at.size() != (m_hasLoad ? 8 : 6)) {
                return false;
            }
            m_values.selection()["message size"] = at[1];
            add("send throughput", at[5], m_unit, Better::Higher);
            add("send errors", at[4], "", Better::Lower);
            if (m_hasLoad) {
                addLoad("local CPU utilization", at[6], "%");
                addLoad("local service demand", at[7], "us/KB");
            }
            return true;
        }
        if (at.size() != (m_hasLoad ? 6 : 4)) {
            return false;
        }
        add("receive throughput", at[3], m_unit, Better::Higher);
        if (m_hasLoad) {
            addLoad("remote CPU utilization", at[4], "%");
            addLoad("remote service demand", at[5], "us/KB");
        }
        return true;
    }

    bool takeOmni(std::string_view line)
    {
        Holes at;
        if (matches(line, "{n} {n} {n} {n} {n} {w}", at)) {
            m_values.selection()["message size"] = at[2];
            add(at[5] == "Trans/s" ? "transaction rate" : "throughput", at[4], at[5], Better::Higher);
            ++m_rows;
            return true;
        }
        return false;
    }

    /// What `-k` and `-o` keys tell: the ones that are compared.
    Step takePair(std::string_view name, std::string_view value)
    {
        if (name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != std::string_view::npos || name.empty()) {
            return Step::Ended;
        }
        m_test = m_kind == Kind::None ? "OMNI" : m_test;
        m_kind = m_kind == Kind::None ? Kind::Omni : m_kind;
        if (name == "THROUGHPUT") {
            m_throughput = value;
            return Step::Taken;
        }
        if (name == "THROUGHPUT_UNITS") {
            if (!m_throughput.empty()) {
                add(value == "Trans/s" ? "transaction rate" : "throughput", m_throughput, value, Better::Higher);
                m_throughput = {};
            }
            return Step::Taken;
        }
        struct Key
        {
            std::string_view name;
            std::string_view metric;
            std::string_view unit;
            Better better;
        };
        constexpr std::array kKeys {
            Key {"MIN_LATENCY", "min latency", "us", Better::Lower},
            Key {"MEAN_LATENCY", "mean latency", "us", Better::Lower},
            Key {"MAX_LATENCY", "max latency", "us", Better::Lower},
            Key {"P50_LATENCY", "p50 latency", "us", Better::Lower},
            Key {"P90_LATENCY", "p90 latency", "us", Better::Lower},
            Key {"P99_LATENCY", "p99 latency", "us", Better::Lower},
            Key {"STDDEV_LATENCY", "stddev latency", "us", Better::Unknown},
            Key {"TRANSACTION_RATE", "transaction rate", "per sec", Better::Higher},
            Key {"LOCAL_CPU_UTIL", "local CPU utilization", "%", Better::Lower},
            Key {"REMOTE_CPU_UTIL", "remote CPU utilization", "%", Better::Lower},
        };
        for (const auto& key : kKeys) {
            if (key.name == name && wholeNumber(value)) {
                addLoad(key.metric, value, key.unit, key.better);
                break;
            }
        }
        return Step::Taken;
    }

    void add(std::string_view metric, std::string_view number, std::string_view unit, Better better)
    {
        m_values.add({.test = m_test, .metric = metric, .number = number, .unit = unit, .better = better});
    }

    /// netperf prints -1 where it could not measure.
    void addLoad(std::string_view metric, std::string_view number, std::string_view unit, Better better = Better::Lower)
    {
        if (!number.starts_with('-')) {
            add(metric, number, unit, better);
        }
    }

    Collector m_values;
    std::string_view m_test;
    std::string_view m_unit;
    std::string_view m_throughput;
    Kind m_kind = Kind::None;
    int m_rows = 0;
    bool m_hasLoad = false;
};

}

const Format& netperf()
{
    static const LineFormat<Netperf> instance;
    return instance;
}

}
