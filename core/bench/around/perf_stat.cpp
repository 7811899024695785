// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/around/perf_stat.h"

#include "core/base/json_tree.h"

#include <algorithm>
#include <format>

namespace patchscale {
namespace {

std::unexpected<Error> cannotRead(std::string message)
{
    return std::unexpected(
        Error {.code = Errc::MalformedInput, .message = std::move(message), .where = {}, .hints = {}});
}

PerfRequest requestOf(const std::string& events, const std::filesystem::path& output, const std::string& mark)
{
    PerfRequest request {.arguments = {"stat", "-j"}, .output = output, .mark = mark};
    if (!events.empty()) {
        request.arguments.insert(request.arguments.end(), {"-e", events});
    }
    return request;
}

}

Result<std::vector<std::string>> perfStatObjects(std::string_view text)
{
    std::vector<std::string> objects;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = trimmedText(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const auto json = readJson(line);
        if (!json || json->kind != JsonValue::Kind::Object) {
            constexpr std::size_t kMost = 60;
            return cannotRead(std::format("perf stat wrote '{}', which is no JSON", line.substr(0, kMost)));
        }
        objects.emplace_back(line);
    }
    if (objects.empty()) {
        return cannotRead("perf stat wrote no counts");
    }
    return objects;
}

EventCounts::EventCounts(const std::optional<std::string>& events, std::filesystem::path output,
                         const std::string& mark)
    : m_output(std::move(output))
{
    if (events) {
        m_perf.emplace(requestOf(*events, m_output, mark));
    }
}

Result<void> EventCounts::addTo(RoundSample& sample)
{
    if (!m_perf) {
        return {};
    }
    return m_perf->finish()
        .and_then([this] { return perfStatObjects(readSmallFile(m_output).value_or("")); })
        .transform([&sample](std::vector<std::string>&& objects) { sample.perfStat = std::move(objects); });
}

}
