// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/profile_json.h"

#include "core/profile/profile_words.h"
#include "core/report/json_parts.h"

namespace patchscale {
namespace {

using Layout = JsonWriter::Layout;

void writeSide(JsonWriter& json, std::string_view name, const ProfileSide& side)
{
    json.key(name);
    json.beginObject(Layout::Inline);
    writeTold(json, "label", side.label);
    json.entry("profiles", side.runs.size());
    json.entry("samples", side.samples);
    json.entry("samples_at_least", side.areSamplesCut);
    json.entry("events", side.events);
    json.entry("seconds", side.seconds);
    json.entry("listed", side.listed);
    json.endObject();
}

void writeValue(JsonWriter& json, std::string_view name, const ProfileValue& value, std::string_view third,
                const std::optional<double>& difference)
{
    json.key(name);
    json.beginObject(Layout::Inline);
    json.entry("before", value.before);
    json.entry("after", value.after);
    json.entry(third, difference);
    json.endObject();
}

void writeRow(JsonWriter& json, const ProfileComparison& profile, const ProfileRow& row)
{
    const bool isShare = profile.kind == ProfileKind::Symbols || profile.kind == ProfileKind::Instructions;
    json.beginObject(Layout::Inline);
    json.entry("name", row.name);
    writeTold(json, "baseline_name", row.baselineName);
    writeTold(json, "object", row.object);
    json.entry("paired_by", reportedWord(row.pairedBy));
    json.entry("patched", row.isPatched);
    json.entry("change", reportedWord(row.change));
    if (isShare) {
        writeValue(json, "self", row.self, "difference", row.self.difference());
        writeValue(json, "children", row.children, "difference", row.children.difference());
        writeValue(json, "amount", row.amount, "change", row.amount.change());
        writeInterval(json, "ci", row.interval);
        json.entry("p", row.p);
        json.entry("p_adjusted", row.pAdjusted);
    } else {
        writeValue(json, "hitm", row.self, "change", row.self.change());
        writeValue(json, "remote_hitm", row.children, "change", row.children.change());
    }
    json.endObject();
}

}

void writeProfiles(JsonWriter& json, std::span<const ProfileComparison> profiles)
{
    json.list("profiles", profiles, [&](const ProfileComparison& profile) {
        json.beginObject();
        json.entry("kind", reportedWord(profile.kind));
        json.entry("benchmark", profile.benchmark);
        json.entry("group", profile.group);
        writeTold(json, "machine", profile.machine);
        writeTold(json, "event", profile.event);
        writeParameters(json, profile.parameters);
        writeSide(json, "baseline", profile.baseline);
        writeSide(json, "candidate", profile.candidate);
        writeTold(json, "basis", reportedWord(profile.basis));
        json.entry("sentence", profile.sentence);
        json.list("notes", profile.notes);
        json.list("rows", profile.rows, [&](const ProfileRow& row) { writeRow(json, profile, row); });
        json.endObject();
    });
}

}
