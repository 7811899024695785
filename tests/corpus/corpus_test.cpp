// SPDX-License-Identifier: GPL-3.0-or-later
// Every folder tests/corpus/<format>/<case>/ is a document and the values that a careful reader finds in it, all of them:
// expected.tsv names the document in its first line ("# FILE", in the folder itself or in resources/samples) and then
// lists place, value, unit, metric, test, variant, role, better and a part of the machine or scenario. "*" is anything.
#include "core/base/line_index.h"
#include "parsers/read.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <format>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

namespace patchscale::corpus {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = PATCHSCALE_SOURCE_DIR;

struct Case
{
    std::string name;
    std::string bytes;
    std::vector<std::vector<std::string>> rows;
};

std::string readAll(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> split(const std::string& line)
{
    std::vector<std::string> out;
    std::istringstream in(line + "\t");
    for (std::string cell; std::getline(in, cell, '\t');) {
        out.push_back(cell);
    }
    return out;
}

Case loadCase(const fs::path& folder)
{
    Case out {.name = folder.filename().string(), .bytes = {}, .rows = {}};
    std::ifstream in(folder / "expected.tsv");
    std::string line;
    std::getline(in, line);
    const auto document = line.substr(2);
    const auto own = folder / document;
    out.bytes = readAll(fs::exists(own) ? own : kSource / "resources" / "samples" / document);
    while (std::getline(in, line)) {
        if (!line.starts_with('#')) {
            out.rows.push_back(split(line));
        }
    }
    return out;
}

std::string place(const LineIndex& lines, SourceSpan span)
{
    const auto at = lines.place(span);
    return std::format("{}:{}", at.line, at.column);
}

std::string word(Role role)
{
    return role == Role::Baseline ? "baseline" : role == Role::Candidate ? "candidate" : "-";
}

std::string word(Better better)
{
    return better == Better::Higher ? "higher" : better == Better::Lower ? "lower" : "-";
}

/// Everything that tells where a run was measured, in one string to search in.
std::string surroundings(const Run& run, const TestResult& result)
{
    std::string out = run.machine.label + ' ' + run.machine.cpu;
    for (const auto* parameters : {&run.parameters, &result.parameters}) {
        for (const auto& [key, value] : *parameters) {
            out += std::format(" {}={}", key, value);
        }
    }
    return out;
}

/// The row as text, one fact a column, with "*" where the expectation does not care.
std::string describe(const LineIndex& lines, const Run& run, const TestResult& result,
                     const std::vector<std::string>& wish)
{
    std::vector<std::string> cells {place(lines, result.span), std::format("{}", result.value),
                                    result.unit,               result.metric,
                                    result.test,               run.variant.label,
                                    word(run.variant.role),    word(result.better)};
    for (std::size_t i = 0; i < cells.size() && i < wish.size(); ++i) {
        if (wish[i] == "*") {
            cells[i] = "*";
        }
    }
    std::string out;
    for (const auto& cell : cells) {
        out += cell + '\t';
    }
    const auto around = surroundings(run, result);
    return out + (around.find(wish[8]) != std::string::npos ? wish[8] : around);
}

class Corpus : public testing::TestWithParam<std::string>
{
};

TEST_P(Corpus, EveryValueIsFoundAndNoOther)
{
    const auto wanted = loadCase(kSource / "tests" / "corpus" / GetParam());
    ASSERT_FALSE(wanted.bytes.empty());
    const auto document = readDocument(wanted.bytes, {});
    ASSERT_TRUE(document) << document.error().message;
    const LineIndex lines(wanted.bytes);
    std::vector<std::pair<const patchscale::Run*, const TestResult*>> found;
    for (const auto& run : document->runs) {
        for (const auto& result : run.results) {
            found.emplace_back(&run, &result);
        }
    }
    for (auto row : wanted.rows) {
        ASSERT_EQ(row.size(), 9U) << row.front();
        double value = 0;
        std::from_chars(row[1].data(), row[1].data() + row[1].size(), value);
        row[1] = std::format("{}", value);
        const auto hit =
            std::ranges::find_if(found, [&](const auto& pair) { return place(lines, pair.second->span) == row[0]; });
        if (hit == found.end()) {
            ADD_FAILURE() << "missing: " << row[0] << ' ' << row[1] << ' ' << row[4] << ' ' << row[5];
            continue;
        }
        std::string text;
        for (const auto& cell : row) {
            text += (text.empty() ? "" : "\t") + cell;
        }
        EXPECT_EQ(describe(lines, *hit->first, *hit->second, row), text);
        found.erase(hit);
    }
    for (const auto& [run, result] : found) {
        ADD_FAILURE() << "not expected: " << describe(lines, *run, *result, std::vector<std::string>(9));
    }
}

std::vector<std::string> cases()
{
    std::vector<std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(kSource / "tests" / "corpus")) {
        if (entry.path().filename() == "expected.tsv") {
            out.push_back(fs::relative(entry.path().parent_path(), kSource / "tests" / "corpus").string());
        }
    }
    std::ranges::sort(out);
    return out;
}

INSTANTIATE_TEST_SUITE_P(Documents, Corpus, testing::ValuesIn(cases()), [](const auto& parameter) {
    std::string name = parameter.param;
    std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
});

}
}
