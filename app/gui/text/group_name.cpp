// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/text/group_name.h"

#include "app/gui/text/words.h"
#include "core/report/group_title.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Names
{
    Q_DECLARE_TR_FUNCTIONS(GroupName)
};

}

QString GroupName::text() const
{
    return detail.isEmpty() ? benchmark : benchmark + u", " + detail;
}

GroupName groupName(const Comparison& comparison, const ComparisonGroup& group)
{
    GroupTitle title = groupTitle(comparison, group);
    // Files that are the sides are told apart by the side that differs.
    const bool isByFiles = !title.details.empty() && title.details.back() == "from " + documentsText(group.documents);
    if (isByFiles && !group.candidate.empty() && hasOtherSides(comparison, group)) {
        title.details.back() = group.candidate;
    }
    return {.benchmark = title.benchmark.empty() ? Names::tr("Table") : fromUtf8(title.benchmark),
            .detail = fromUtf8(title.detail())};
}

QString groupCircumstances(const ComparisonGroup& group)
{
    return fromUtf8(circumstances(group));
}

bool hasOtherSides(const Comparison& comparison, const ComparisonGroup& group)
{
    return std::ranges::any_of(comparison.groups, [&group](const ComparisonGroup& other) {
        return &other != &group && other.benchmark == group.benchmark && other.machine == group.machine
            && other.parameters == group.parameters
            && (other.documents == group.documents
                || (other.baseline == group.baseline && other.candidate != group.candidate));
    });
}

}
