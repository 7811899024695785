// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/declared/description.h"

#include "core/base/join.h"
#include "core/base/json_tree.h"
#include "core/base/line_index.h"

#include <algorithm>
#include <format>
#include <initializer_list>

namespace patchscale::declared {
namespace {

constexpr std::size_t kMostColumns = 16; ///< as many holes as a pattern may have

/// Thrown away within this file: what is wrong, where, and what to write instead.
struct Fault
{
    std::string what;
    SourceSpan where;
    std::string hint;
};

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// Reads a description; the first fault ends it.
class DescriptionReader
{
public:
    explicit DescriptionReader(const JsonTree& tree)
        : m_tree(tree)
    {
    }

    bool read(Description& out)
    {
        const auto& root = m_tree.root;
        if (m_tree.fault) {
            return fail(std::format("the JSON {}", m_tree.fault->what), {.offset = m_tree.fault->offset, .length = 0},
                        "check quotes, commas and brackets there");
        }
        if (root.kind != JsonValue::Kind::Object) {
            return fail("a description is a JSON object", root.span, "begin it with {\"patchscale-format\": 1, …");
        }
        if (root.numberOf("patchscale-format") != 1) {
            return fail("the version of the description is missing or unknown", root.span,
                        "write \"patchscale-format\": 1");
        }
        return allow(root,
                     {"patchscale-format", "id", "description", "benchmark", "example", "begin", "ignore", "parameters",
                      "rows"})
            && readId(root, out) && readWords(root, out) && readFrame(root, out) && readRows(root, out);
    }

    [[nodiscard]] const Fault& fault() const
    {
        return m_fault;
    }

private:
    bool fail(std::string what, SourceSpan where, std::string hint)
    {
        m_fault = {.what = std::move(what), .where = where, .hint = std::move(hint)};
        return false;
    }

    bool allow(const JsonValue& object, std::initializer_list<std::string_view> names)
    {
        for (const auto& member : object.children) {
            if (std::ranges::find(names, member.name) == names.end()) {
                return fail(std::format("'{}' is not known here", member.name), member.span,
                            std::format("known are {}", join(names, ", ")));
            }
        }
        return true;
    }

    bool text(const JsonValue& object, std::string_view name, std::string& out, bool isNeeded)
    {
        const auto* member = object.member(name);
        if (member == nullptr && !isNeeded) {
            return true;
        }
        if (member == nullptr || member->kind != JsonValue::Kind::String || member->text.empty()) {
            return fail(std::format("'{}' is missing or no text", name), member == nullptr ? object.span : member->span,
                        std::format("write \"{}\": \"…\"", name));
        }
        out = member->text;
        return true;
    }

    bool readId(const JsonValue& root, Description& out)
    {
        if (!text(root, "id", out.id, true)) {
            return false;
        }
        const bool isPlain = std::ranges::all_of(out.id, isNameCharacter);
        return isPlain
            || fail(std::format("the id '{}' may hold letters, digits, - and _ only", out.id), root.member("id")->span,
                    "write a short name such as \"spinbench\"");
    }

    bool readWords(const JsonValue& root, Description& out)
    {
        out.description = out.id;
        out.benchmark = out.id;
        return text(root, "description", out.description, false) && text(root, "benchmark", out.benchmark, false)
            && text(root, "example", out.example, false);
    }

    bool readFrame(const JsonValue& root, Description& out)
    {
        if (const auto* begin = root.member("begin"); begin != nullptr && !readTemplate(*begin, out.begin)) {
            return false;
        }
        if (const auto* ignored = root.member("ignore")) {
            if (ignored->kind != JsonValue::Kind::Array) {
                return fail("'ignore' is no list", ignored->span, "write \"ignore\": [\"---\"]");
            }
            for (const auto& line : ignored->children) {
                if (!readTemplate(line, out.ignored.emplace_back())) {
                    return false;
                }
            }
        }
        const auto* parameters = root.member("parameters");
        if (parameters == nullptr) {
            return true;
        }
        for (const auto& parameter : parameters->children) {
            if (parameters->kind != JsonValue::Kind::Object || parameter.kind != JsonValue::Kind::String) {
                return fail("'parameters' gives names their texts", parameter.span,
                            "write \"parameters\": {\"device\": \"nvme0n1\"}");
            }
            out.parameters[parameter.name] = parameter.text;
        }
        return true;
    }

    bool readRows(const JsonValue& root, Description& out)
    {
        const auto* rows = root.member("rows");
        if (rows == nullptr || rows->kind != JsonValue::Kind::Array || rows->children.empty()) {
            return fail("'rows' is missing or empty", rows == nullptr ? root.span : rows->span,
                        "write \"rows\": [{\"line\": \"{case}: {rate number} ops/s\", \"test\": \"{case}\", "
                        "\"values\": […]}]");
        }
        return std::ranges::all_of(rows->children,
                                   [&](const JsonValue& row) { return readRow(row, out.rows.emplace_back()); });
    }

    bool readRow(const JsonValue& json, DescribedRow& row)
    {
        const auto* line = json.member("line");
        if (json.kind != JsonValue::Kind::Object || line == nullptr) {
            return fail("a row has no 'line'", json.span, "write \"line\": \"{case}: {rate number} ops/s\"");
        }
        if (!allow(json, {"line", "test", "parameters", "values"}) || !readTemplate(*line, row.line)
            || !text(json, "test", row.test, true) || !checkTest(json, row)) {
            return false;
        }
        if (const auto* parameters = json.member("parameters")) {
            for (const auto& name : parameters->children) {
                if (name.kind != JsonValue::Kind::String || !isColumn(row, name.text)) {
                    return failColumn(row, name);
                }
                row.parameters.push_back(name.text);
            }
        }
        const auto* values = json.member("values");
        if (values == nullptr || values->children.empty()) {
            return fail("a row has no 'values'", json.span,
                        "write \"values\": [{\"column\": \"rate\", \"metric\": \"throughput\", \"unit\": \"ops/s\", "
                        "\"better\": \"higher\"}]");
        }
        return std::ranges::all_of(
            values->children, [&](const JsonValue& value) { return readValue(value, row, row.values.emplace_back()); });
    }

    static bool isColumn(const DescribedRow& row, std::string_view name)
    {
        return std::ranges::find(row.line.columns, name) != row.line.columns.end();
    }

    bool failColumn(const DescribedRow& row, const JsonValue& where)
    {
        return fail(std::format("the line has no column '{}'", where.text), where.span,
                    std::format("its columns are {}", join(row.line.columns, ", ")));
    }

    /// The columns that the name of the test speaks of are there.
    bool checkTest(const JsonValue& json, const DescribedRow& row)
    {
        const auto& member = *json.member("test");
        for (auto open = row.test.find('{'); open != std::string::npos; open = row.test.find('{', open + 1)) {
            const auto close = row.test.find('}', open);
            const auto name = row.test.substr(open + 1, close == std::string::npos ? close : close - open - 1);
            if (close == std::string::npos || !isColumn(row, name)) {
                return fail(std::format("the test speaks of a column '{}' that the line does not have", name),
                            member.span, std::format("its columns are {}", join(row.line.columns, ", ")));
            }
        }
        return true;
    }

    bool readValue(const JsonValue& json, const DescribedRow& row, DescribedValue& value)
    {
        if (!allow(json, {"column", "metric", "unit", "better", "spread", "spread-kind"})
            || !text(json, "column", value.column, true) || !text(json, "metric", value.metric, true)
            || !text(json, "unit", value.unit, false) || !text(json, "spread", value.spreadColumn, false)) {
            return false;
        }
        if (!isColumn(row, value.column)) {
            return failColumn(row, *json.member("column"));
        }
        if (!value.spreadColumn.empty() && !isColumn(row, value.spreadColumn)) {
            return failColumn(row, *json.member("spread"));
        }
        return readBetter(json, value) && readSpreadKind(json, value);
    }

    bool readBetter(const JsonValue& json, DescribedValue& value)
    {
        std::string word = "unknown";
        if (!text(json, "better", word, false)) {
            return false;
        }
        value.better = word == "higher" ? Better::Higher : word == "lower" ? Better::Lower : Better::Unknown;
        return value.better != Better::Unknown || word == "unknown"
            || fail(std::format("'better' cannot be '{}'", word), json.member("better")->span,
                    "write \"higher\", \"lower\" or \"unknown\"");
    }

    bool readSpreadKind(const JsonValue& json, DescribedValue& value)
    {
        std::string word = "stddev";
        if (!text(json, "spread-kind", word, false)) {
            return false;
        }
        value.spreadKind = word == "stderr" ? SpreadKind::Stderr
            : word == "ci95"                ? SpreadKind::Ci95
                                            : SpreadKind::Stddev;
        return word == "stddev" || word == "stderr" || word == "ci95"
            || fail(std::format("'spread-kind' cannot be '{}'", word), json.member("spread-kind")->span,
                    "write \"stddev\", \"stderr\" or \"ci95\"");
    }

    /// "{case} {rate number}" becomes "{w} {n}" and two names.
    bool readTemplate(const JsonValue& json, LineTemplate& out)
    {
        if (json.kind != JsonValue::Kind::String || json.text.empty()) {
            return fail("a line is a text", json.span, "write \"{case}: {rate number} ops/s\"");
        }
        const std::string_view written = json.text;
        for (std::size_t pos = 0; pos < written.size();) {
            const auto open = written.find('{', pos);
            const auto literal = written.substr(pos, open - pos);
            if (literal.contains('}') || literal.contains('\n')) {
                return fail("a '}' without '{', or a line end, stands in a line", json.span,
                            "describe one line, with columns such as {rate number}");
            }
            out.pattern += literal;
            if (open == std::string_view::npos) {
                break;
            }
            const auto close = written.find('}', open);
            if (close == std::string_view::npos) {
                return fail("a '{' is not closed", json.span, "write {rate number}");
            }
            if (!readColumn(written.substr(open + 1, close - open - 1), json, out)) {
                return false;
            }
            pos = close + 1;
        }
        return checkTexts(json, out);
    }

    bool readColumn(std::string_view hole, const JsonValue& json, LineTemplate& out)
    {
        const auto blank = hole.find(' ');
        const auto name = hole.substr(0, blank);
        const auto kind = blank == std::string_view::npos ? std::string_view("word") : hole.substr(blank + 1);
        if (name.empty() || !std::ranges::all_of(name, isNameCharacter)) {
            return fail(std::format("'{{{}}}' is no column", hole), json.span,
                        "write a name of letters and digits, and number or text behind it: {rate number}");
        }
        if (kind != "word" && kind != "number" && kind != "text") {
            return fail(std::format("the column '{}' cannot be '{}'", name, kind), json.span,
                        "write word, number or text behind the name");
        }
        if (std::ranges::find(out.columns, name) != out.columns.end() || out.columns.size() == kMostColumns) {
            return fail(
                std::format("the column '{}' stands twice in a line, or is one of more than {}", name, kMostColumns),
                json.span, "give each column a name of its own");
        }
        out.columns.emplace_back(name);
        out.pattern += kind == "number" ? "{n}" : kind == "text" ? "{t}" : "{w}";
        return true;
    }

    /// A text ends where what follows it stands, so something has to follow it.
    bool checkTexts(const JsonValue& json, const LineTemplate& line)
    {
        for (auto at = line.pattern.find("{t}"); at != std::string::npos; at = line.pattern.find("{t}", at + 1)) {
            const auto rest = std::string_view(line.pattern).substr(at + 3);
            const auto literal = rest.substr(0, rest.find('{'));
            if (!rest.empty() && literal.find_first_not_of(' ') == std::string_view::npos) {
                return fail("a text is followed by another column, so that nobody can tell where it ends", json.span,
                            "put a word or a sign between them, or make it a word");
            }
        }
        return true;
    }

    const JsonTree& m_tree;
    Fault m_fault;
};

}

Result<Description> readDescription(std::string_view json, std::string_view file)
{
    const auto tree = readJsonTree(json, 0);
    Description out;
    DescriptionReader reader(tree);
    if (reader.read(out)) {
        return out;
    }
    const auto& fault = reader.fault();
    const auto place = LineIndex(json).place(fault.where);
    return std::unexpected(Error {.code = Errc::MalformedInput,
                                  .message = std::format("cannot use the format '{}': {} (line {}, column {})", file,
                                                         fault.what, place.line, place.column),
                                  .where = fault.where,
                                  .hints = {fault.hint}});
}

}
