// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_more.h"

#include "app/gui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(RunMore)
};

/// Letters and digits only: reports differ in case, dashes and spaces.
QString bare(const QString& name)
{
    QString out;
    for (const QChar letter : name) {
        if (letter.isLetterOrNumber()) {
            out += letter.toLower();
        }
    }
    return out;
}

QString parameter(const Parameters& parameters, const std::string& name)
{
    const auto found = parameters.find(name);
    return found == parameters.end() ? QString() : fromUtf8(found->second);
}

/// Parameters stand at the row, or at the group when all of its rows share them.
int copiesOf(const ComparisonGroup& group, const ComparisonRow& row)
{
    const QString own = parameter(row.parameters, "copies");
    return std::max(1, (own.isEmpty() ? parameter(group.parameters, "copies") : own).toInt());
}

bool isRunDocument(const DocumentPtr& document)
{
    return std::ranges::find(document->parsed.formats, "patchscale-run") != document->parsed.formats.end();
}

/// Where the values of a side come from.
struct SideFacts
{
    std::vector<DocumentPtr> documents;
    const Parameters* facts = nullptr; ///< of the machine, as the last run of the side tells them

    [[nodiscard]] QString value(const std::string& name) const
    {
        return facts == nullptr ? QString() : parameter(*facts, name);
    }
};

SideFacts factsOf(const OpenedComparison& opened, const Side& side)
{
    SideFacts out;
    for (const RunResultRef& ref : side.results) {
        out.documents.push_back(opened.input->origins[ref.run].document);
        out.facts = &opened.input->runs[ref.run].machine.facts;
    }
    return out;
}

}

std::optional<QString> kernelFor(const QList<KernelEntry>& kernels, const ComparisonRow& row)
{
    const QString test = bare(fromUtf8(row.test));
    const auto kernel = std::ranges::find_if(
        kernels, [&test](const KernelEntry& entry) { return bare(entry.name) == test || bare(entry.id) == test; });
    if (kernel == kernels.end() || row.isTotal) {
        return std::nullopt;
    }
    const QString mode = parameter(row.parameters, "mode");
    return kernel->modes.mid(1).contains(mode) ? kernel->id + u':' + mode : kernel->id;
}

std::expected<MoreWish, QString> moreWishOf(const QList<KernelEntry>& kernels, const OpenedComparison& opened,
                                            const ComparisonGroup& group, const ComparisonRow& row,
                                            const QString& release)
{
    const std::optional<QString> kernel = kernelFor(kernels, row);
    if (!kernel) {
        return std::unexpected(Words::tr("No Kernel Measures This Test"));
    }
    MoreWish wish {.kernel = *kernel,
                   .copies = copiesOf(group, row),
                   .label = u"after"_s,
                   .role = u"candidate"_s,
                   .documents = {}};
    std::ranges::copy_if(opened.documents, std::back_inserter(wish.documents), isRunDocument);
    if (wish.documents.size() != opened.documents.size()) {
        // Reports of others were measured elsewhere: a run of this machine makes a comparison of its own.
        wish.documents.clear();
        return wish;
    }
    const SideFacts baseline = factsOf(opened, row.baseline);
    const SideFacts candidate = factsOf(opened, row.candidate);
    const QString before = baseline.value("run.switch");
    const QString after = candidate.value("run.switch");
    if (!before.isEmpty() && !after.isEmpty()) {
        wish.settings = {.before = before, .after = after, .check = candidate.value("run.check")};
        return wish;
    }
    if (std::ranges::any_of(baseline.documents,
                            [&](const DocumentPtr& one) { return std::ranges::contains(candidate.documents, one); })) {
        // Both in one run, and this machine is now as neither was or as only one was.
        return std::unexpected(Words::tr("How the Sides Were Switched Is Not Known"));
    }
    const QString ofBaseline = baseline.value("kernel.release");
    const QString ofCandidate = candidate.value("kernel.release");
    if (!ofBaseline.isEmpty() && !ofCandidate.isEmpty() && ofBaseline != release && ofCandidate != release) {
        return std::unexpected(Words::tr("Boot the Kernel of One Side First"));
    }
    const bool isBaseline = ofBaseline == release && ofCandidate != release;
    const Side& side = isBaseline ? row.baseline : row.candidate;
    if (isBaseline) {
        wish.role = u"baseline"_s;
    }
    if (!side.label.empty()) {
        wish.label = fromUtf8(side.label);
    }
    return wish;
}

}
