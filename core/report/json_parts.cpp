// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_parts.h"

namespace patchscale {

void writeTold(JsonWriter& json, std::string_view name, std::string_view text)
{
    json.key(name);
    json.toldText(text);
}

void writeInterval(JsonWriter& json, std::string_view name, const std::optional<Interval>& interval)
{
    json.key(name);
    if (!interval) {
        json.null();
        return;
    }
    json.beginArray(JsonWriter::Layout::Inline);
    json.value(interval->low);
    json.value(interval->high);
    json.endArray();
}

void writeParameters(JsonWriter& json, const Parameters& parameters)
{
    json.key("parameters");
    json.beginObject(JsonWriter::Layout::Inline);
    for (const auto& [name, content] : parameters) {
        json.entry(name, content);
    }
    json.endObject();
}

}
