// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/library/opened_model.h"

#include "app/gui/text/group_name.h"
#include "app/gui/text/words.h"

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

using Kind = OpenedModel::Kind;

QStandardItem* makeItem(const QString& text, Kind kind, std::size_t opened)
{
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(text);
    item->setData(static_cast<int>(kind), OpenedModel::KindRole);
    item->setData(QVariant::fromValue(opened), OpenedModel::OpenedRole);
    return item;
}

QString groupText(const Comparison& comparison, const ComparisonGroup& group, const GroupName& name)
{
    // Of a single test the sides or the scenario tell more than its count.
    if (group.rows.size() == 1 && comparison.groups.size() > 1) {
        const QString side = hasOtherSides(comparison, group) ? fromUtf8(group.candidate) : name.detail;
        return side.isEmpty() ? fromUtf8(group.rows.front().test) : side;
    }
    if (!name.detail.isEmpty()) {
        return name.text();
    }
    const auto tests = static_cast<int>(std::ranges::count(group.rows, false, &ComparisonRow::isTotal));
    return name.benchmark + u", "_s
        + OpenedModel::tr("%n tests", nullptr, tests > 0 ? tests : static_cast<int>(group.rows.size()));
}

QString groupDetail(const Comparison& comparison, const ComparisonGroup& group, const GroupName& name)
{
    QStringList parts;
    if (hasOtherSides(comparison, group)) {
        parts << fromUtf8(group.candidate);
    }
    const QString text = groupText(comparison, group, name);
    if (!name.detail.isEmpty() && !text.endsWith(name.detail)) {
        parts << name.detail;
    }
    parts.removeAll(text);
    return parts.join(u" · ");
}

QStandardItem* makeGroupItem(const Comparison& comparison, std::size_t index, std::size_t opened)
{
    const ComparisonGroup& group = comparison.groups[index];
    const GroupName name = groupName(comparison, group);
    QStandardItem* item = makeItem(groupText(comparison, group, name), Kind::Group, opened);
    item->setData(QVariant::fromValue(index), OpenedModel::GroupRole);
    item->setData(groupDetail(comparison, group, name), OpenedModel::DetailRole);
    item->setData(group.counts.regressed, OpenedModel::WorseRole);
    item->setData(group.counts.improved, OpenedModel::BetterRole);
    item->setToolTip(QStringList {fromUtf8(group.baseline) + u" → " + fromUtf8(group.candidate), groupCircumstances(group),
                                  fromUtf8(group.sentence)}
                         .join(u'\n')
                         .trimmed());
    return item;
}

QString pillOf(const OpenedComparison& opened)
{
    if (opened.documents.size() > 1) {
        return OpenedModel::tr("%n files", nullptr, static_cast<int>(opened.documents.size()));
    }
    if (!opened.comparison) {
        return {};
    }
    std::set<std::string> candidates;
    for (const ComparisonGroup& group : opened.comparison->groups) {
        candidates.insert(group.candidate);
    }
    const auto groups = static_cast<int>(opened.comparison->groups.size());
    return groups > 1 ? OpenedModel::tr("%n groups", nullptr, groups) : QString();
}

/// The document that the values of @p group stand in, or its first one when they come from several.
std::size_t documentOf(const OpenedComparison& opened, const ComparisonGroup& group)
{
    for (const ComparisonRow& row : group.rows) {
        for (const RunResultRef& ref : row.baseline.results) {
            const auto document = std::ranges::find(opened.documents, opened.input->origins[ref.run].document);
            if (document != opened.documents.end()) {
                return static_cast<std::size_t>(document - opened.documents.begin());
            }
        }
    }
    return 0;
}

}

void OpenedModel::show(const std::vector<OpenedPtr>& opened)
{
    clear();
    for (std::size_t o = 0; o < opened.size(); ++o) {
        const OpenedComparison& comparison = *opened[o];
        QStandardItem* top = makeItem(comparison.title, Kind::Comparison, o);
        top->setData(pillOf(comparison), PillRole);
        std::vector<QStandardItem*> files;
        // A file that is named by nothing but itself is told once.
        const bool isOwnName =
            comparison.documents.size() == 1 && comparison.title == documentName(*comparison.documents.front());
        if (isOwnName) {
            top->setToolTip(fromUtf8(comparison.documents.front()->path));
            files.push_back(top);
        }
        for (std::size_t d = files.size(); d < comparison.documents.size(); ++d) {
            const Document& document = *comparison.documents[d];
            QStandardItem* file = makeItem(documentName(document), Kind::Document, o);
            file->setToolTip(fromUtf8(document.path));
            file->setData(QVariant::fromValue(d), DocumentRole);
            files.push_back(file);
            top->appendRow(file);
        }
        if (comparison.comparison) {
            for (std::size_t g = 0; g < comparison.comparison->groups.size(); ++g) {
                files[documentOf(comparison, comparison.comparison->groups[g])]->appendRow(
                    makeGroupItem(*comparison.comparison, g, o));
            }
        }
        for (std::size_t d = 0; d < comparison.documents.size(); ++d) {
            for (const DocumentBlock& block : comparison.documents[d]->parsed.blocks) {
                if (block.format.empty() && !block.title.empty()) {
                    QStandardItem* item = makeItem(fromUtf8(block.title), Kind::Block, o);
                    item->setData(QVariant::fromValue(d), DocumentRole);
                    item->setData(QVariant::fromValue(block.span.offset), PlaceRole);
                    files[d]->appendRow(item);
                }
            }
        }
        appendRow(top);
    }
}

QModelIndex OpenedModel::indexOf(std::size_t opened, const std::vector<std::size_t>& groups) const
{
    const QModelIndex top = index(static_cast<int>(opened), 0);
    if (groups.size() != 1 || !top.isValid()) {
        return top;
    }
    const QModelIndexList items =
        match(top, OpenedRole, QVariant::fromValue(opened), -1, Qt::MatchExactly | Qt::MatchRecursive);
    for (const QModelIndex& item : items) {
        if (item.data(KindRole).toInt() == static_cast<int>(Kind::Group)
            && item.data(OpenedRole).value<std::size_t>() == opened
            && item.data(GroupRole).value<std::size_t>() == groups.front()) {
            return item;
        }
    }
    return top;
}

}
