// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_more.h"

#include "app/gui/text/words.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

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

std::optional<MoreWish> moreWishOf(const QList<KernelEntry>& kernels, const OpenedComparison& opened,
                                   const ComparisonGroup& group, const ComparisonRow& row)
{
    const std::optional<QString> kernel = kernelFor(kernels, row);
    if (!kernel) {
        return std::nullopt;
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
    } else if (!row.candidate.label.empty()) {
        wish.label = fromUtf8(row.candidate.label);
    }
    return wish;
}

}
