// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/opened_comparison.h"

#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace patchscale {

namespace {

struct Opened
{
    Q_DECLARE_TR_FUNCTIONS(OpenedComparison)
};

bool hasAnswer(const OpenedComparison& opened)
{
    return opened.comparison && !opened.comparison->groups.empty();
}

QString titleOf(const std::vector<DocumentPtr>& documents)
{
    if (documents.size() == 1) {
        const Document& only = *documents.front();
        return only.parsed.title.empty() ? documentName(only) : fromUtf8(only.parsed.title);
    }
    const QString first = documentName(*documents.front());
    const QString last = documentName(*documents.back());
    return documents.size() == 2
        ? Opened::tr("%1 and %2").arg(first, last)
        : Opened::tr("%1 and %n more", nullptr, static_cast<int>(documents.size()) - 1).arg(first);
}

}

QString documentName(const Document& document)
{
    const std::filesystem::path path(document.path);
    return fromUtf8(path.has_filename() ? path.filename().string() : document.path);
}

OpenedPtr answerAnew(const OpenedComparison& opened, GroupChoices choices, double limit, const Job& job,
                     const NoiseFloorsPtr& floors)
{
    auto answered = std::make_shared<OpenedComparison>(opened);
    const bool areNew = floors && floors != opened.input->floors;
    if (areNew && (opened.input->floors || floors->size() > 0)) {
        auto input = std::make_shared<ComparisonInput>(*opened.input);
        input->floors = floors;
        answered->input = std::move(input);
    }
    answered->choices = std::move(choices);
    answered->comparison.reset();
    answered->failure.reset();
    Result<Comparison> comparison =
        compareWithChoices(*answered->input, answered->choices, answered->directions, limit, job);
    if (comparison) {
        answered->comparison = std::make_shared<const Comparison>(std::move(*comparison));
    } else {
        answered->failure = std::move(comparison.error());
    }
    return answered;
}

OpenedPtr openTogether(std::vector<DocumentPtr> documents, double limit, const Job& job, const NoiseFloorsPtr& floors)
{
    OpenedComparison opened;
    opened.title = titleOf(documents);
    ComparisonInput input = comparisonInput(documents);
    input.floors = floors;
    opened.input = std::make_shared<const ComparisonInput>(std::move(input));
    opened.documents = std::move(documents);
    return answerAnew(opened, {}, limit, job);
}

std::vector<OpenedPtr> openDocuments(const std::vector<DocumentPtr>& documents, const std::vector<DocumentPtr>& waiting,
                                     double limit, const Job& job, const NoiseFloorsPtr& floors)
{
    std::vector<OpenedPtr> out;
    std::vector<DocumentPtr> oneSided = waiting;
    for (const DocumentPtr& document : documents) {
        OpenedPtr alone = openTogether({document}, limit, job, floors);
        // A document without any number cannot be anybody's other side.
        if (hasAnswer(*alone) || alone->input->runs.empty()) {
            out.push_back(std::move(alone));
        } else {
            oneSided.push_back(document);
        }
    }
    if (oneSided.size() > waiting.size()) {
        out.push_back(openTogether(std::move(oneSided), limit, job, floors));
    }
    return out;
}

OpenedPtr withNotes(OpenedPtr opened, std::span<const DocumentNote> notes)
{
    std::vector<std::pair<RunResultRef, std::string>> placed;
    for (const DocumentNote& note : notes) {
        const auto document = std::ranges::find(opened->documents, note.document,
                                                [](const DocumentPtr& candidate) { return candidate->sha256; });
        // Another version may have read other runs from the document than the one that stored it.
        const auto place =
            document == opened->documents.end() ? std::nullopt : findResult((*document)->parsed.runs, note.result);
        for (std::size_t r = 0; place && r < opened->input->origins.size(); ++r) {
            const RunOrigin& origin = opened->input->origins[r];
            if (origin.document == *document && origin.run == place->run) {
                placed.emplace_back(RunResultRef {.run = r, .result = place->result}, note.text);
            }
        }
    }
    if (placed == opened->input->notes) {
        return opened;
    }
    auto noted = std::make_shared<OpenedComparison>(*opened);
    auto input = std::make_shared<ComparisonInput>(*opened->input);
    input->notes = std::move(placed);
    if (opened->comparison) {
        auto comparison = std::make_shared<Comparison>(*opened->comparison);
        annotateRows(*input, *comparison);
        noted->comparison = std::move(comparison);
    }
    noted->input = std::move(input);
    return noted;
}

std::optional<DocumentNote> notePlace(const OpenedComparison& opened, const ComparisonRow& row)
{
    // The candidate first: a baseline stands in the rows of all its candidates.
    for (const Side* side : {&row.candidate, &row.baseline}) {
        for (const RunResultRef& ref : side->results) {
            const RunOrigin& origin = opened.input->origins[ref.run];
            if (origin.document) {
                return DocumentNote {
                    .document = origin.document->sha256,
                    .result = resultKey(origin.document->parsed.runs, {.run = origin.run, .result = ref.result}),
                    .text = {}};
            }
        }
    }
    return std::nullopt;
}

std::vector<std::size_t> firstGroups(const Comparison& comparison)
{
    if (comparison.groups.empty()) {
        return {};
    }
    const auto weight = [](const ComparisonGroup& group) {
        return std::pair {group.index.has_value() && group.rows.size() > 2, group.rows.size()};
    };
    // Groups of one or two rows are read together: scenarios of one test, variants of one table.
    constexpr std::size_t kFewRows = 2;
    if (std::ranges::all_of(comparison.groups, [](const auto& group) { return group.rows.size() <= kFewRows; })) {
        std::vector<std::size_t> all(comparison.groups.size());
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    const auto best = std::ranges::max_element(comparison.groups, {}, weight);
    return {static_cast<std::size_t>(best - comparison.groups.begin())};
}

}
