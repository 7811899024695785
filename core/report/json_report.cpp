// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_writer.h"
#include "core/compare/across.h"
#include "core/compare/series.h"
#include "core/compare/summarise.h"
#include "core/report/document_json.h"
#include "core/report/group_title.h"
#include "core/report/json_parts.h"
#include "core/report/profile_json.h"
#include "core/report/report_words.h"
#include "core/report/report_writer.h"

namespace patchscale {
namespace {

using Layout = JsonWriter::Layout;

class ComparisonJson
{
public:
    explicit ComparisonJson(std::string& out)
        : m_json(out)
    {
    }

    void write(const Comparison& comparison, std::span<const ProfileComparison> profiles)
    {
        m_json.beginObject();
        m_json.entry("patchscale", 1); // version of the contract
        m_json.key("rows");
        m_json.beginArray();
        for (const auto& group : comparison.groups) {
            for (const auto& row : group.rows) {
                writeRow(row);
            }
        }
        m_json.endArray();
        m_json.list("claims", comparison.claims, [this](const auto& claim) { writeClaim(claim); });
        if (!profiles.empty()) {
            writeProfiles(m_json, profiles);
        }
        writeSummary(comparison);
        m_json.endObject();
    }

private:
    void writeSide(const char* name, const Side& side)
    {
        m_json.key(name);
        m_json.beginObject(Layout::Inline);
        writeTold(m_json, "label", side.label);
        m_json.entry("n", side.count.value_or(side.value ? 1 : 0));
        m_json.entry("value", side.value);
        if (!side.boots.empty()) {
            m_json.entry("boots", side.boots.size());
        }
        m_json.list("samples", side.samples, Layout::Inline);
        m_json.endObject();
    }

    /// Nothing for rows that were not logged over time.
    void writeSeries(const ComparisonRow& row)
    {
        if (!row.series) {
            return;
        }
        const auto& series = *row.series;
        m_json.key("series");
        m_json.beginObject();
        m_json.entry("step", series.step);
        m_json.entry("from", series.window ? std::optional(series.window->from) : std::nullopt);
        m_json.entry("to", series.window ? std::optional(series.window->to) : std::nullopt);
        m_json.entry("warm_up", series.warmUp);
        m_json.entry("tail", series.tail);
        m_json.entry("words", series.words);
        for (const auto& [name, side] : {std::pair("baseline", &series.baseline), {"candidate", &series.candidate}}) {
            m_json.list(name, *side, [this, &series](const SeriesTrack& track) {
                m_json.beginObject();
                m_json.entry("start", static_cast<double>(track.first) * series.step);
                m_json.list("values", track.values, Layout::Inline);
                m_json.endObject();
            });
        }
        m_json.endObject();
    }

    void writeRow(const ComparisonRow& row)
    {
        m_json.beginObject();
        m_json.entry("benchmark", row.benchmark);
        writeTold(m_json, "machine", row.machine);
        m_json.entry("test", row.test);
        writeParameters(m_json, row.parameters);
        m_json.entry("metric", row.metric);
        m_json.entry("unit", row.unit);
        m_json.entry("better", reportedWord(row.better));
        writeSide("baseline", row.baseline);
        writeSide("candidate", row.candidate);
        m_json.entry("change", row.change);
        writeInterval(m_json, "ci", row.interval);
        m_json.entry("p", row.p);
        m_json.entry("p_adjusted", row.pAdjusted);
        m_json.entry("effect", row.effect);
        m_json.entry("verdict", reportedWord(row.verdict));
        m_json.entry("evidence", reportedWord(row.evidence));
        m_json.entry("reason", row.reason);
        m_json.entry("limit", row.limit);
        m_json.entry("total", row.isTotal);
        m_json.entry("contribution", row.contribution);
        writeSeries(row);
        m_json.key("annotations");
        m_json.beginArray();
        for (const auto& annotation : row.annotations) {
            m_json.beginObject(Layout::Inline);
            m_json.entry("code", annotation.code);
            m_json.entry("text", annotation.text);
            m_json.entry("by", annotation.isUsers ? "user" : "program");
            m_json.endObject();
        }
        m_json.endArray();
        m_json.endObject();
    }

    void writeClaim(const Claim& claim)
    {
        m_json.beginObject(Layout::Inline);
        writeTold(m_json, "test", claim.test);
        writeTold(m_json, "metric", claim.metric);
        writeTold(m_json, "baseline", claim.baseline);
        writeTold(m_json, "candidate", claim.candidate);
        m_json.entry("stated", claim.stated);
        m_json.entry("stated_change", statedChange(claim));
        m_json.entry("computed_change", computedChange(claim));
        m_json.entry("verdict", reportedWord(claim.verdict));
        m_json.entry("reason", claim.reason);
        m_json.endObject();
    }

    void writeCounts(const VerdictCounts& counts)
    {
        m_json.key("counts");
        m_json.beginObject(Layout::Inline);
        m_json.entry("regressed", counts.regressed);
        m_json.entry("improved", counts.improved);
        m_json.entry("unchanged", counts.unchanged);
        m_json.entry("minor", counts.minor);
        m_json.entry("undecided", counts.undecided);
        m_json.entry("not_comparable", counts.notComparable);
        m_json.endObject();
    }

    void writeIndex(const ComparisonGroup& group)
    {
        m_json.key("index");
        if (!group.index) {
            m_json.null();
            return;
        }
        const auto& index = *group.index;
        m_json.beginObject();
        m_json.entry("name", index.name);
        m_json.entry("baseline", index.baseline);
        m_json.entry("candidate", index.candidate);
        m_json.entry("stated_baseline", index.statedBaseline);
        m_json.entry("stated_candidate", index.statedCandidate);
        m_json.entry("agrees", index.agrees);
        m_json.entry("change", index.change);
        m_json.entry("biggest_test", index.biggestTest);
        m_json.entry("biggest_contribution", index.biggestContribution);
        m_json.entry("others_change", index.othersChange);
        m_json.key("contributions");
        m_json.beginArray();
        for (const auto& row : group.rows) {
            if (row.contribution) {
                m_json.beginObject(Layout::Inline);
                m_json.entry("test", row.test);
                m_json.entry("contribution", row.contribution);
                m_json.endObject();
            }
        }
        m_json.endArray();
        m_json.endObject();
    }

    void writeGroup(const Comparison& comparison, const ComparisonGroup& group)
    {
        m_json.beginObject();
        m_json.entry("title", groupTitle(comparison, group).text());
        m_json.entry("benchmark", group.benchmark);
        writeTold(m_json, "machine", group.machine);
        writeParameters(m_json, group.parameters);
        writeTold(m_json, "baseline", group.baseline);
        writeTold(m_json, "candidate", group.candidate);
        m_json.list("documents", group.documents);
        m_json.entry("sentence", group.sentence);
        writeCounts(group.counts);
        m_json.entry("geomean_change", group.geomean);
        writeInterval(m_json, "geomean_ci", group.geomeanInterval);
        writeIndex(group);
        m_json.list("warnings", group.warnings);
        m_json.endObject();
    }

    void writeSummary(const Comparison& comparison)
    {
        m_json.key("summary");
        m_json.beginObject();
        m_json.entry("sentence", headline(comparison));
        m_json.entry("status", statusLine(comparison));
        writeCounts(comparison.counts);
        const auto claims = countClaims(comparison.claims);
        m_json.key("claims");
        m_json.beginObject(Layout::Inline);
        m_json.entry("agrees", claims.agrees);
        m_json.entry("rounded", claims.rounded);
        m_json.entry("sign_flipped", claims.signFlipped);
        m_json.entry("wrong", claims.wrong);
        m_json.entry("unverifiable", claims.unverifiable);
        m_json.endObject();
        m_json.list("groups", comparison.groups, [&](const auto& group) { writeGroup(comparison, group); });
        m_json.list("across", acrossOf(comparison), [&](const Across& across) { writeAcross(across); });
        m_json.list("warnings", comparison.warnings);
        m_json.endObject();
    }

    /// One view over machines, parameters or candidates; a test's lists are in the order of the places.
    void writeAcross(const Across& across)
    {
        m_json.beginObject();
        m_json.entry("over", across.over);
        m_json.entry("sentence", across.sentence);
        m_json.list("places", across.places, [&](const AcrossPlace& place) {
            m_json.beginObject();
            m_json.entry("label", place.label);
            writeTold(m_json, "machine", place.group->machine);
            writeParameters(m_json, place.group->parameters);
            writeTold(m_json, "baseline", place.group->baseline);
            writeTold(m_json, "candidate", place.group->candidate);
            m_json.entry("change", place.change);
            writeInterval(m_json, "ci", place.interval);
            writeCounts(place.group->counts);
            m_json.endObject();
        });
        m_json.list("tests", across.tests, [&](const AcrossTest& test) {
            m_json.beginObject();
            m_json.entry("test", test.first().test);
            writeParameters(m_json, test.first().parameters);
            m_json.entry("metric", test.first().metric);
            m_json.list(
                "changes", test.rows,
                [&](const ComparisonRow* row) { m_json.value(row != nullptr ? row->change : std::nullopt); },
                Layout::Inline);
            m_json.list(
                "verdicts", test.rows,
                [&](const ComparisonRow* row) {
                    m_json.toldText(row != nullptr ? reportedWord(row->verdict) : std::string_view());
                },
                Layout::Inline);
            m_json.entry("consistent", test.isConsistent);
            m_json.entry("sentence", test.sentence);
            m_json.endObject();
        });
        m_json.endObject();
    }

    JsonWriter m_json;
};

class JsonReport final : public ReportWriter
{
public:
    [[nodiscard]] std::string_view id() const override
    {
        return "json";
    }
    [[nodiscard]] std::string_view extension() const override
    {
        return "json";
    }
    [[nodiscard]] std::string_view description() const override
    {
        return "JSON for scripts";
    }
    [[nodiscard]] std::string render(const Comparison& comparison, const ReportOptions& options) const override
    {
        std::string out;
        ComparisonJson(out).write(comparison, options.profiles);
        out += '\n';
        return out;
    }
};

}

const ReportWriter& json_report()
{
    static const JsonReport instance;
    return instance;
}

}
