// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/comparison_json.h"

#include "core/store/parameters_json.h"
#include "core/store/sqlite.h"
#include "core/store/words.h"

#include <format>

namespace patchscale {

std::string toJson(const SavedComparison& comparison)
{
    const auto& spec = comparison.spec;
    std::string out = R"({"runs":[)";
    const auto separate = [&] {
        if (out.back() != '[' && out.back() != '{') {
            out += ',';
        }
    };
    for (const auto run : comparison.runs) {
        separate();
        out += std::to_string(run.value);
    }
    out += R"(],"baseline":)";
    appendJsonString(out, spec.baseline);
    out += R"(,"candidates":[)";
    for (const auto& label : spec.candidates) {
        separate();
        appendJsonString(out, label);
    }
    out += R"(],"metric":)";
    appendJsonString(out, spec.metric);
    out += std::format(R"(,"limit":{},"limits":{{)", spec.limit);
    for (const auto& [test, limit] : spec.limits) {
        separate();
        appendJsonString(out, test);
        out += std::format(":{}", limit);
    }
    out += R"(},"better":{)";
    for (const auto& [name, better] : spec.better) {
        separate();
        appendJsonString(out, name);
        out += ':';
        appendJsonString(out, storedWord(better));
    }
    out += '}';
    if (spec.adjustment == Adjustment::BenjaminiHochberg) {
        out += R"(,"correction":"bh")";
    }
    out += '}';
    return out;
}

SavedComparison savedFromJson(Database& database, std::string_view json)
{
    SavedComparison out;
    Statement scalars(database,
                      "SELECT ?1 ->> '$.baseline', ?1 ->> '$.metric', ?1 ->> '$.limit', ?1 ->> '$.correction'");
    scalars.bind(json);
    while (scalars.next()) {
        out.spec.baseline = scalars.string(0);
        out.spec.metric = scalars.string(1);
        out.spec.limit = scalars.isNull(2) ? out.spec.limit : scalars.real(2);
        out.spec.adjustment = scalars.string(3) == "bh" ? Adjustment::BenjaminiHochberg : Adjustment::Holm;
    }
    Statement lists(database, "SELECT key, value FROM json_each(?, ?)");
    const auto each = [&](std::string_view path, const auto& take) {
        lists.bind(json, path);
        while (lists.next()) {
            take();
        }
    };
    each("$.runs", [&] { out.runs.push_back({lists.integer(1)}); });
    each("$.candidates", [&] { out.spec.candidates.push_back(lists.string(1)); });
    each("$.limits", [&] { out.spec.limits.insert_or_assign(lists.string(0), lists.real(1)); });
    each("$.better", [&] {
        out.spec.better.insert_or_assign(lists.string(0),
                                         fromStoredWord<Better>(lists.text(1)).value_or(Better::Unknown));
    });
    return out;
}

}
