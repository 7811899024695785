// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session/opened_comparison.h"

#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
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
        compareWithChoices(*answered->input, answered->choices, limit, job, opened.comparison.get());
    if (comparison) {
        answered->comparison = std::make_shared<const Comparison>(std::move(*comparison));
    } else {
        answered->failure = std::move(comparison.error());
    }
    return answered;
}

CorrectedDocument uncorrected(const DocumentPtr& document)
{
    return {.plain = document, .reading = document, .document = document, .corrections = {}};
}

OpenedPtr openTogether(std::vector<CorrectedDocument> sources, double limit, const Job& job,
                       const NoiseFloorsPtr& floors)
{
    OpenedComparison opened;
    for (const CorrectedDocument& source : sources) {
        opened.documents.push_back(source.document);
    }
    opened.sources = std::move(sources);
    opened.title = titleOf(opened.documents);
    ComparisonInput input = comparisonInput(opened.documents);
    for (const CorrectedDocument& source : opened.sources) {
        addSymbolPairs(input, source.document, source.corrections);
    }
    input.floors = floors;
    opened.input = std::make_shared<const ComparisonInput>(std::move(input));
    return answerAnew(opened, {}, limit, job);
}

OpenedPtr openTogether(const std::vector<DocumentPtr>& documents, double limit, const Job& job,
                       const NoiseFloorsPtr& floors)
{
    std::vector<CorrectedDocument> sources;
    std::ranges::transform(documents, std::back_inserter(sources), uncorrected);
    return openTogether(std::move(sources), limit, job, floors);
}

std::vector<OpenedPtr> openDocuments(const std::vector<CorrectedDocument>& documents,
                                     const std::vector<CorrectedDocument>& waiting, double limit, const Job& job,
                                     const NoiseFloorsPtr& floors)
{
    std::vector<OpenedPtr> out;
    std::vector<CorrectedDocument> oneSided = waiting;
    for (const CorrectedDocument& document : documents) {
        OpenedPtr alone = openTogether(std::vector {document}, limit, job, floors);
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

Result<OpenedPtr> correctAnew(const OpenedComparison& opened, const std::map<Sha256, Corrections>& corrections,
                              double limit, const Job& job)
{
    std::vector<CorrectedDocument> sources;
    for (const CorrectedDocument& source : opened.sources) {
        const auto known = corrections.find(source.plain->sha256);
        auto corrected =
            correctDocument(source.plain, known == corrections.end() ? Corrections {} : known->second, job);
        if (!corrected) {
            return std::unexpected(std::move(corrected.error()));
        }
        sources.push_back(std::move(*corrected));
    }
    const OpenedPtr anew = openTogether(std::move(sources), limit, job, opened.input->floors);
    return opened.choices.empty() ? anew : answerAnew(*anew, opened.choices, limit, job);
}

std::vector<DocumentPtr> plainDocuments(const OpenedComparison& opened)
{
    std::vector<DocumentPtr> out;
    std::ranges::transform(opened.sources, std::back_inserter(out), &CorrectedDocument::plain);
    return out;
}

OpenedPtr withNotes(OpenedPtr opened, std::span<const DocumentNote> notes)
{
    std::vector<InputNote> placed;
    for (const DocumentNote& note : notes) {
        const auto source = std::ranges::find(
            opened->sources, note.document, [](const CorrectedDocument& candidate) { return candidate.plain->sha256; });
        // Another version may have read other runs from the document than the one that stored it.
        const auto place =
            source == opened->sources.end() ? std::nullopt : findResult(source->reading->parsed.runs, note.result);
        for (std::size_t r = 0; place && r < opened->input->origins.size(); ++r) {
            const RunOrigin& origin = opened->input->origins[r];
            if (origin.document == source->document && origin.run == place->run) {
                placed.push_back(
                    {.result = {.run = r, .result = place->result}, .text = note.text, .isResolved = note.isResolved});
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
            const auto source = std::ranges::find(opened.sources, origin.document, &CorrectedDocument::document);
            if (source != opened.sources.end()) {
                return DocumentNote {
                    .document = origin.document->sha256,
                    .result = resultKey(source->reading->parsed.runs, {.run = origin.run, .result = ref.result}),
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
