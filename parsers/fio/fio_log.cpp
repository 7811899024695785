// SPDX-License-Identifier: GPL-3.0-or-later
// The logs that fio writes beside its report: time, value, direction, size of the IO and more, a line for each IO or
// interval. What a value counts stands in the file's name only.
#include "parsers/fio/report.h"
#include "parsers/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace patchscale {
namespace {

constexpr std::size_t kLeastFields = 4;
constexpr std::size_t kMostFields = 8;
constexpr std::size_t kLeastRows = 3;
constexpr std::size_t kSector = 512; ///< sizes of IOs are multiples of it, or 0 in an average

struct LogRow
{
    std::uint64_t time = 0; ///< milliseconds
    std::uint64_t value = 0;
    std::string_view digits; ///< of the value
    std::string_view timeDigits;
    std::size_t direction = 0; ///< 0 read, 1 write, 2 trim
};

/// "503, 596318, 0, 4096, 0": whole numbers with a comma and a blank between them.
std::optional<LogRow> logRow(std::string_view line)
{
    while (line.ends_with(' ') || line.ends_with('\t')) {
        line.remove_suffix(1);
    }
    std::array<std::uint64_t, kMostFields> fields {};
    std::array<std::string_view, kMostFields> digits;
    std::size_t count = 0;
    for (std::size_t pos = 0; pos < line.size(); ++count) {
        if (count == kMostFields) {
            return std::nullopt;
        }
        const auto end = std::min(line.find(", ", pos), line.size());
        auto field = line.substr(pos, end - pos);
        digits[count] = field;
        const bool isHex = field.starts_with("0x");
        field.remove_prefix(isHex ? 2 : 0);
        const auto result = std::from_chars(field.data(), field.data() + field.size(), fields[count], isHex ? 16 : 10);
        if (result.ec != std::errc {} || result.ptr != field.data() + field.size()) {
            return std::nullopt;
        }
        pos = end + 2;
    }
    const bool isRow = count >= kLeastFields && fields[2] <= 2 && fields[3] % kSector == 0;
    return isRow ? std::optional(LogRow {.time = fields[0],
                                         .value = fields[1],
                                         .digits = digits[1],
                                         .timeDigits = digits[0],
                                         .direction = static_cast<std::size_t>(fields[2])})
                 : std::nullopt;
}

double medianOf(const std::vector<Sample>& samples)
{
    std::vector<double> values(samples.size());
    std::ranges::transform(samples, values.begin(), &Sample::value);
    std::ranges::sort(values);
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// What one direction of one job logged, and when.
struct LoggedSamples
{
    std::vector<Sample> values;
    std::vector<Sample> times; ///< points in time are no repeats of one value: nothing is tested on them
};
using Series = std::map<std::pair<std::size_t, std::size_t>, LoggedSamples>;

class FioLog final : public Format
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "fio-log";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "fio: logs of bandwidth, IOPS and latency over time";
    }
    [[nodiscard]] int version() const override
    {
        return 2; // 1 had no times
    }
    [[nodiscard]] std::string_view example() const override
    {
        return "503, 596318, 0, 4096, 0\n1004, 597120, 0, 4096, 0";
    }

    void find(const Text& text, std::vector<Block>& out, const Job& job) const override
    {
        const auto lines = text.lines();
        std::size_t rows = 0;
        std::size_t begin = 0;
        std::size_t end = 0;
        const auto close = [&] {
            if (rows >= kLeastRows) {
                out.push_back({.span = {.offset = begin, .length = end - begin},
                               .confidence = Confidence::Likely,
                               .state = nullptr});
            }
            rows = 0;
        };
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (i % 65536 == 0 && job.isCancelled()) {
                return;
            }
            const auto& line = lines[i];
            const bool mayBe = line.kind == LineKind::Body && line.firstDigit == line.begin
                && text.line(i).contains(", ") && logRow(text.line(i));
            if (!mayBe) {
                close();
                continue;
            }
            begin = rows == 0 ? line.begin : begin;
            end = line.end;
            ++rows;
        }
        close();
    }

    [[nodiscard]] ParsedBlock parse(const Text& text, const Block& block, const Job& job) const override
    {
        ParsedBlock out;
        Series series;
        std::size_t jobs = 0;
        std::uint64_t before = 0;
        std::uint64_t most = 0;
        int order = 0;
        for (auto i = text.lineAt(block.span.offset); i < text.lines().size() && !job.isCancelled(); ++i) {
            if (text.lines()[i].begin >= block.span.end()) {
                break;
            }
            const auto row = logRow(text.line(i));
            if (!row) {
                continue;
            }
            constexpr std::uint64_t kJitter = 100; // rows of one window may differ by a little
            jobs += row->time + kJitter < before ? 1 : 0; // time goes back: another job follows
            before = row->time;
            most = std::max(most, row->value);
            ++order;
            auto& logged = series[{jobs, row->direction}];
            logged.values.push_back(
                {.value = static_cast<double>(row->value), .span = text.spanOf(row->digits), .order = order});
            logged.times.push_back({.value = static_cast<double>(row->time),
                                    .span = text.spanOf(row->timeDigits),
                                    .order = order,
                                    .isExcluded = true});
        }
        out.title = std::format("fio log, {} rows", order);
        if (most <= 1) {
            out.diagnostics.push_back({.severity = Severity::Info,
                                       .code = "fio-log",
                                       .message = "each row counts one IO, so the log holds no rate; write it with "
                                                  "--log_avg_msec to get one",
                                       .span = block.span});
            return out;
        }
        out.diagnostics.push_back({.severity = Severity::Info,
                                   .code = "fio-log",
                                   .message = "whether a fio log counts KiB/s, IOPS or a time is told by its file's "
                                              "name only; the values stand as they are, without a unit",
                                   .span = block.span});
        add(std::move(series), jobs > 0, block, out);
        return out;
    }

private:
    static void add(Series&& series, bool hasJobs, const Block& block, ParsedBlock& out)
    {
        auto& added = out.runs.emplace_back();
        added.run.benchmark = "fio";
        added.run.span = block.span;
        for (auto& [key, logged] : series) {
            TestResult result;
            result.test = "log";
            result.metric = "logged value";
            result.parameters["direction"] = fio::kDirections[key.second + 1];
            if (hasJobs) {
                result.parameters["job"] = std::to_string(key.first + 1);
            }
            TestResult time = result;
            result.value = medianOf(logged.values);
            result.baseValue = result.value;
            result.span = logged.values.front().span;
            result.samples = std::move(logged.values);
            added.run.results.push_back(std::move(result));
            time.metric = "time";
            time.unit = "ms";
            time.value = logged.times.back().value;
            time.baseUnit = "s";
            time.baseValue = time.value / 1000;
            time.span = logged.times.back().span;
            time.samples = std::move(logged.times);
            added.run.results.push_back(std::move(time));
        }
    }
};

}

const Format& fio_log()
{
    static const FioLog instance;
    return instance;
}

}
