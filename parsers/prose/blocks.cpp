// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prose/blocks.h"

#include "core/base/units.h"
#include "parsers/context/vocabulary.h"

#include <algorithm>
#include <array>
#include <format>
#include <map>

namespace patchscale::sentences {
namespace {

constexpr std::size_t kGroupLines = 24; ///< two sides of a comparison stand no farther apart

constexpr std::size_t kMaxGroup = 64; ///< statements; more than that is a listing
/// A command line longer than this is no name for a test.
constexpr std::size_t kLongestName = 32;

/// Statements that are sides of one comparison.
struct Group
{
    std::vector<std::size_t> statements;
};

bool isSameSetting(const Statement& a, const Statement& b)
{
    return a.setting.benchmark == b.setting.benchmark && a.setting.parameters == b.setting.parameters
        && a.setting.scenario == b.setting.scenario && a.machine == b.machine && a.isFromTo == b.isFromTo
        && a.depth == b.depth;
}

bool isSameCell(const Statement& a, const Statement& b)
{
    return a.label.text == b.label.text && a.setting.test == b.setting.test && a.value.metric == b.value.metric
        && a.value.extent == b.value.extent && a.value.subject == b.value.subject;
}

/// Within a group one side may leave out whose metric it is: "the qperf latency is … with the patch it is …".
void shareSubjects(Reading& reading, const std::vector<Group>& groups)
{
    for (const auto& group : groups) {
        for (const auto i : group.statements) { // at most kMaxGroup of them
            auto& statement = reading.statements[i];
            for (const auto k : group.statements) {
                const auto& other = reading.statements[k];
                if (statement.value.subject.empty() && other.value.metric == statement.value.metric) {
                    statement.value.subject = other.value.subject;
                }
            }
        }
    }
}

std::vector<Group> groupsOf(const Reading& reading)
{
    std::vector<Group> groups;
    const auto& all = reading.statements;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].isAccepted) {
            continue;
        }
        const bool goesOn = !groups.empty() && [&] {
            const auto& group = groups.back().statements;
            const auto& last = all[group.back()];
            return group.size() < kMaxGroup && isSameSetting(last, all[i]) && all[i].line - last.line <= kGroupLines
                && std::ranges::none_of(group, [&](std::size_t k) { return isSameCell(all[k], all[i]); });
        }();
        if (!goesOn) {
            groups.emplace_back();
        }
        groups.back().statements.push_back(i);
    }
    return groups;
}

class Builder
{
public:
    Builder(const Text& text, Reading& reading)
        : m_text(text)
        , m_reading(reading)
        , m_groups(groupsOf(reading))
        , m_blockOf(reading.places.size())
    {
        shareSubjects(reading, m_groups);
        m_refs.resize(reading.statements.size());
        m_isReferring.resize(reading.statements.size());
        for (const auto& change : reading.changes) {
            if (isUsable(change)) {
                m_isReferring[*change.candidate] = true;
            }
        }
    }

    std::vector<ReadyBlock> run()
    {
        joinPlaces();
        std::size_t place = 0;
        while (place < m_blockOf.size()) {
            std::size_t end = place + 1;
            while (end < m_blockOf.size() && m_blockOf[end] == m_blockOf[place]) {
                ++end;
            }
            addBlock(place, end);
            place = end;
        }
        return std::move(m_blocks);
    }

private:
    /// Numbers the places by block: [first, last] of every group and claim in one block.
    void joinPlaces()
    {
        const std::size_t count = m_blockOf.size();
        std::vector<bool> isJoined(count + 1, false); // place i belongs to the block of place i - 1
        const auto join = [&](std::size_t a, std::size_t b) {
            for (std::size_t i = std::min(a, b) + 1; i <= std::max(a, b); ++i) {
                isJoined[i] = true;
            }
        };
        for (std::size_t i = 1; i < count; ++i) {
            bool isAdjacent = true;
            for (std::size_t line = m_reading.places[i - 1].lastLine + 1; line < m_reading.places[i].firstLine;
                 ++line) {
                isAdjacent &= m_text.lines()[line].kind == LineKind::Blank;
            }
            isJoined[i] = isAdjacent;
        }
        for (const auto& group : m_groups) {
            join(m_reading.statements[group.statements.front()].passage,
                 m_reading.statements[group.statements.back()].passage);
        }
        for (const auto& change : m_reading.changes) {
            if (isUsable(change)) {
                join(m_reading.statements[*change.baseline].passage, m_reading.statements[*change.candidate].passage);
            }
        }
        for (std::size_t i = 0, block = 0; i < count; ++i) {
            block += i > 0 && !isJoined[i] ? 1 : 0;
            m_blockOf[i] = block;
        }
    }

    [[nodiscard]] bool isUsable(const StatedChange& change) const
    {
        return change.baseline && change.candidate && m_reading.statements[*change.baseline].isAccepted
            && m_reading.statements[*change.candidate].isAccepted;
    }

    /// Makes the block of places [firstPlace, endPlace). Blocks come in order, and so do groups and changes.
    void addBlock(std::size_t firstPlace, std::size_t endPlace)
    {
        ReadyBlock block;
        int number = 0;
        std::size_t values = 0;
        for (; m_nextGroup < m_groups.size(); ++m_nextGroup) {
            const auto& group = m_groups[m_nextGroup];
            if (m_reading.statements[group.statements.front()].passage >= endPlace) {
                break;
            }
            addGroup(group, number++, block.parsed);
            values += group.statements.size();
        }
        const std::size_t begin = m_reading.places[firstPlace].span.offset;
        std::size_t end = m_reading.places[endPlace - 1].span.end();
        for (; m_nextChange < m_reading.changes.size(); ++m_nextChange) {
            const auto& change = m_reading.changes[m_nextChange];
            if (change.candidate && m_reading.statements[*change.candidate].passage >= endPlace) {
                break;
            }
            if (isUsable(change)) {
                addClaim(change, block.parsed);
                end = std::max(end, change.span.end());
            }
        }
        if (values == 0) {
            return;
        }
        block.span = {.offset = begin, .length = end - begin};
        block.parsed.title = std::format("Sentences, {} {}", values, values == 1 ? "value" : "values");
        addDiagnostics(values, block);
        for (auto& run : block.parsed.runs) {
            run.run.span = block.span;
        }
        m_blocks.push_back(std::move(block));
    }

    void addDiagnostics(std::size_t values, ReadyBlock& block)
    {
        block.parsed.diagnostics.push_back(
            {.severity = Severity::Info,
             .code = "from-prose",
             .message = std::format("{} {} read from sentences; check {} against the text", values,
                                    values == 1 ? "value was" : "values were", values == 1 ? "it" : "them"),
             .span = block.span});
        for (; m_nextUnassigned < m_reading.unassigned.size(); ++m_nextUnassigned) {
            const auto& span = m_reading.unassigned[m_nextUnassigned].span;
            if (span.end() > block.span.end()) {
                break;
            }
            if (span.offset < block.span.offset) {
                continue;
            }
            block.parsed.diagnostics.push_back(
                {.severity = Severity::Warning,
                 .code = "unassigned-value",
                 .message = std::format("'{}' is left out: the sentence does not say which variant it belongs to",
                                        m_text.slice(span)),
                 .span = span});
        }
    }

    void addGroup(const Group& group, int number, ParsedBlock& parsed)
    {
        const std::size_t firstRun = parsed.runs.size();
        const auto set = nextSet(group);
        const bool hasBaseline = std::ranges::any_of(
            group.statements, [&](std::size_t i) { return roleOf(m_reading.statements[i], true) == Role::Baseline; });
        for (const auto i : group.statements) {
            const auto& statement = m_reading.statements[i];
            auto run =
                std::ranges::find(parsed.runs.begin() + static_cast<std::ptrdiff_t>(firstRun), parsed.runs.end(),
                                  statement.label.text, [](const BlockRun& each) { return each.run.variant.label; });
            if (run == parsed.runs.end()) {
                parsed.runs.push_back(makeRun(statement, number, hasBaseline || m_isReferring[i]));
                run = parsed.runs.end() - 1;
                if (set > 1) {
                    run->run.parameters["set"] = std::format("{}", set);
                }
            }
            m_refs[i] = ResultRef {.run = static_cast<std::size_t>(run - parsed.runs.begin()),
                                   .result = run->run.results.size()};
            run->run.results.push_back(makeResult(statement));
        }
    }

    /// Counts the groups that tell the same cells under the same circumstances: a document that states several
    /// comparisons of one test must not have them mixed.
    int nextSet(const Group& group)
    {
        int set = 1;
        for (const auto i : group.statements) {
            const auto& statement = m_reading.statements[i];
            std::string key = std::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", statement.label.text, statement.machine,
                                          statement.setting.benchmark, testOf(statement), metricOf(statement),
                                          statement.setting.scenario, statement.value.extent);
            for (const auto& [name, value] : statement.setting.parameters) {
                key += std::format("\n{}={}", name, value);
            }
            set = std::max(set, ++m_seen[key]);
        }
        return set;
    }

    [[nodiscard]] static Role roleOf(const Statement& statement, bool hasCounterpart)
    {
        switch (statement.label.polarity) {
        case Polarity::Without:
            return Role::Baseline;
        case Polarity::With:
            return hasCounterpart || statement.label.strength == Strength::Strong ? Role::Candidate : Role::None;
        case Polarity::Neutral:
            break;
        }
        return Role::None;
    }

    [[nodiscard]] static BlockRun makeRun(const Statement& statement, int group, bool hasCounterpart)
    {
        BlockRun out;
        out.run.benchmark = statement.setting.benchmark;
        out.run.variant = {.label = statement.label.text, .role = roleOf(statement, hasCounterpart)};
        out.run.parameters = statement.setting.parameters;
        if (!statement.setting.scenario.empty()) {
            out.run.parameters["scenario"] = statement.setting.scenario;
        }
        out.run.machine.label = statement.machine;
        out.knowsMachine = !statement.machine.empty();
        out.knowsVariant = true;
        out.group = group;
        return out;
    }

    [[nodiscard]] static std::string metricOf(const Statement& statement)
    {
        const auto& unit = statement.value.quantity.unit;
        if (statement.setting.benchmark == "unixbench"
            && (unit == "lps" || unit == "lpm" || unit == "KBps" || unit == "MWIPS")) {
            return "result";
        }
        // What people call the score of a UnixBench test is its index.
        return statement.value.isScore && statement.setting.benchmark == "unixbench" ? "index" : statement.value.metric;
    }

    [[nodiscard]] static std::string testOf(const Statement& statement)
    {
        if (!statement.setting.test.empty()) {
            return statement.setting.test;
        }
        if (statement.value.isScore && statement.setting.benchmark == "unixbench") {
            return "System Benchmarks Index Score";
        }
        if (!statement.setting.heading.empty()) {
            return statement.setting.heading;
        }
        const auto command = statement.setting.parameters.find("command");
        if (command != statement.setting.parameters.end() && command->second.size() <= kLongestName) {
            return command->second;
        }
        if (!statement.value.subject.empty()) {
            return statement.value.subject;
        }
        return statement.setting.benchmark.empty() ? statement.value.metric : statement.setting.benchmark;
    }

    /// "IOPS: 120k": the metric tells what the number counts per second.
    [[nodiscard]] static bool isCounted(const Statement& statement)
    {
        const bool isBare =
            statement.value.dimension == Dimension::None || statement.value.dimension == Dimension::Multiplier;
        constexpr auto kRates = std::to_array<std::string_view>({"iops", "tps", "qps", "rps", "fps", "lps"});
        return isBare && std::ranges::any_of(kRates, [&](std::string_view each) {
                   return statement.value.metric.ends_with(each);
               });
    }

    [[nodiscard]] static TestResult makeResult(const Statement& statement)
    {
        const auto& quantity = statement.value.quantity;
        TestResult result;
        result.test = testOf(statement);
        result.metric = metricOf(statement);
        result.value = quantity.value;
        result.unit = result.metric == "index" && quantity.unit.empty() ? "index" : quantity.unit;
        const auto unit = unitOf(result.unit);
        result.baseValue = quantity.value * unit.factor;
        result.baseUnit = isCounted(statement) ? "1/s" : std::string(unit.base);
        result.better = knownDirection(statement.setting.benchmark, result.test, result.metric, result.unit);
        result.span = quantity.number;
        if (!statement.value.extent.empty()) {
            result.parameters["extent"] = statement.value.extent;
        }
        return result;
    }

    void addClaim(const StatedChange& change, ParsedBlock& parsed) const
    {
        const auto& baseline = m_reading.statements[*change.baseline];
        const auto& candidate = m_reading.statements[*change.candidate];
        const auto candidateRef = *m_refs[*change.candidate];
        const auto& run = parsed.runs[candidateRef.run].run;
        const auto& result = run.results[candidateRef.result];
        const double scale = change.quantity.kind == QuantityKind::Percent ? 0.01 : 1.0;
        Claim claim;
        claim.test = result.test;
        claim.parameters = run.parameters;
        claim.metric = result.metric;
        claim.baseline = baseline.label.text;
        claim.candidate = candidate.label.text;
        claim.stated = change.stated;
        claim.kind = change.kind;
        // "-[4-11]%" is signed as a whole, and nobody has to write the smaller end first.
        const auto [low, high] = std::minmax({change.quantity.value * scale, change.quantity.high * scale});
        claim.low = low;
        claim.high = high;
        claim.resolution = change.quantity.resolution * scale;
        claim.isApproximate = change.isApproximate;
        claim.span = change.span;
        claim.baselineResult = m_refs[*change.baseline];
        claim.candidateResult = candidateRef;
        if (change.kind == ClaimKind::Change && !change.quantity.isSigned && isFall(change.sense, result.better)) {
            claim.low = -high;
            claim.high = -low;
        } else if (change.kind == ClaimKind::Ratio && change.quantity.kind == QuantityKind::Times
                   && result.better == Better::Lower && change.sense != ChangeSense::Up && low > 0) {
            // "8x faster" of a time: the time became an eighth.
            claim.low = 1 / high;
            claim.high = 1 / low;
            claim.resolution = change.quantity.resolution / (change.quantity.value * change.quantity.value);
        }
        parsed.claims.push_back(std::move(claim));
    }

    [[nodiscard]] static bool isFall(ChangeSense sense, Better better)
    {
        switch (sense) {
        case ChangeSense::Down:
            return true;
        case ChangeSense::Better:
            return better == Better::Lower;
        case ChangeSense::Worse:
            return better != Better::Lower;
        default:
            return false;
        }
    }

    const Text& m_text;
    const Reading& m_reading;
    std::vector<Group> m_groups;
    std::vector<std::size_t> m_blockOf; ///< per place
    std::vector<std::optional<ResultRef>> m_refs; ///< per statement, within its block
    std::vector<bool> m_isReferring; ///< per statement: a claim compares it with a baseline elsewhere
    std::map<std::string, int> m_seen; ///< how many groups have told a cell
    std::size_t m_nextGroup = 0;
    std::size_t m_nextChange = 0;
    std::size_t m_nextUnassigned = 0;
    std::vector<ReadyBlock> m_blocks;
};

}

std::vector<ReadyBlock> blocksOf(const Text& text, Reading& reading)
{
    return Builder(text, reading).run();
}

}
