// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/library/opened_model.h"

#include "app/gui/text/group_name.h"
#include "app/gui/text/words.h"
#include "core/report/report_words.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
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
    const QString text = groupText(comparison, group, name);
    if (hasOtherSides(comparison, group) && name.detail != fromUtf8(group.candidate)) {
        parts << fromUtf8(group.candidate);
    }
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
    QString text = groupText(comparison, group, name);
    QString detail = groupDetail(comparison, group, name);
    // Two lines that start alike are told apart by what comes first: the machine, the scenario.
    const bool isAmbiguous = std::ranges::any_of(comparison.groups, [&](const ComparisonGroup& other) {
        return &other != &group && groupText(comparison, other, groupName(comparison, other)) == text;
    });
    if (isAmbiguous && !detail.isEmpty()) {
        std::swap(text, detail);
    }
    QStandardItem* item = makeItem(text, Kind::Group, opened);
    item->setData(QVariant::fromValue(index), OpenedModel::GroupRole);
    item->setData(detail, OpenedModel::DetailRole);
    item->setData(group.counts.regressed, OpenedModel::WorseRole);
    item->setData(group.counts.improved, OpenedModel::BetterRole);
    item->setToolTip(QStringList {fromUtf8(group.baseline) + u" → " + fromUtf8(group.candidate),
                                  groupCircumstances(group), fromUtf8(group.sentence)}
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

/// One entry of the tree: an opened comparison, or a stored document that is not open.
struct Entry
{
    std::size_t order = 0;
    std::optional<std::size_t> opened;
    const DocumentEntry* stored = nullptr;
};

/// The newest first; what is not stored yet is newer than all that is.
std::vector<Entry> entriesOf(const std::vector<OpenedPtr>& opened, const WorkspaceContents& contents)
{
    std::vector<Entry> entries;
    std::set<Sha256> shown;
    for (std::size_t o = 0; o < opened.size(); ++o) {
        std::size_t order = 0;
        for (const DocumentPtr& document : opened[o]->documents) {
            shown.insert(document->sha256);
            const auto stored = std::ranges::find(contents.documents, document->sha256, &DocumentEntry::sha256);
            order = std::max(order,
                             stored == contents.documents.end()
                                 ? contents.documents.size() + o
                                 : static_cast<std::size_t>(stored - contents.documents.begin()));
        }
        entries.push_back({.order = order, .opened = o, .stored = nullptr});
    }
    for (std::size_t d = 0; d < contents.documents.size(); ++d) {
        if (!shown.contains(contents.documents[d].sha256)) {
            entries.push_back({.order = d, .opened = std::nullopt, .stored = &contents.documents[d]});
        }
    }
    std::ranges::stable_sort(entries, std::ranges::greater {}, &Entry::order);
    return entries;
}

QString hexOf(const Sha256& sha256)
{
    return QString::fromLatin1(
        QByteArray(reinterpret_cast<const char*>(sha256.data()), static_cast<qsizetype>(sha256.size())).toHex());
}

QString runText(const RunEntry& run)
{
    const QString benchmark =
        run.benchmark.empty() ? OpenedModel::tr("Table") : fromUtf8(displayedBenchmark(run.benchmark));
    return run.variant.label.empty() ? benchmark : benchmark + u", "_s + fromUtf8(run.variant.label);
}

QStandardItem* makeStoredItem(const DocumentEntry& entry, const std::vector<RunEntry>& runs)
{
    const QString file = fromUtf8(std::filesystem::path(entry.path).filename().string());
    QStandardItem* top = makeItem(entry.title.empty() ? file : fromUtf8(entry.title), Kind::Stored, 0);
    const QVariant id = QVariant::fromValue(static_cast<qlonglong>(entry.id.value));
    top->setData(id, OpenedModel::StoredRole);
    top->setData(hexOf(entry.sha256), OpenedModel::KeyRole);
    const QDateTime imported = QDateTime::fromString(fromUtf8(entry.importedAt), Qt::ISODate).toLocalTime();
    top->setToolTip(
        QStringList {top->text(), fromUtf8(entry.path),
                     OpenedModel::tr("Saved %1", "a date").arg(QLocale().toString(imported, QLocale::ShortFormat)),
                     OpenedModel::tr("Click or press Enter to open it")}
            .join(u'\n'));
    for (const RunEntry& run : runs) {
        if (run.document != entry.id) {
            continue;
        }
        QStandardItem* item = makeItem(runText(run), Kind::StoredRun, 0);
        item->setData(id, OpenedModel::StoredRole);
        item->setData(OpenedModel::tr("%n values", nullptr, static_cast<int>(run.results)), OpenedModel::DetailRole);
        item->setToolTip(QStringList {runText(run), fromUtf8(run.machine.label), parametersText(run.parameters)}
                             .join(u'\n')
                             .trimmed());
        top->appendRow(item);
    }
    return top;
}

QStandardItem* makeOpenedItem(const OpenedComparison& comparison, std::size_t o)
{
    QStandardItem* top = makeItem(comparison.title, Kind::Comparison, o);
    top->setData(pillOf(comparison), OpenedModel::PillRole);
    top->setData(hexOf(comparison.documents.front()->sha256), OpenedModel::KeyRole);
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
        file->setData(QVariant::fromValue(d), OpenedModel::DocumentRole);
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
                item->setData(QVariant::fromValue(d), OpenedModel::DocumentRole);
                item->setData(QVariant::fromValue(block.span.offset), OpenedModel::PlaceRole);
                files[d]->appendRow(item);
            }
        }
    }
    return top;
}

}

void OpenedModel::show(const std::vector<OpenedPtr>& opened, const WorkspaceContents& contents)
{
    clear();
    for (const Entry& entry : entriesOf(opened, contents)) {
        appendRow(entry.opened ? makeOpenedItem(*opened[*entry.opened], *entry.opened)
                               : makeStoredItem(*entry.stored, contents.runs));
    }
}

QModelIndex OpenedModel::topOf(std::size_t opened) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex top = index(row, 0);
        if (top.data(KindRole).toInt() == static_cast<int>(Kind::Comparison)
            && top.data(OpenedRole).value<std::size_t>() == opened) {
            return top;
        }
    }
    return {};
}

QModelIndex OpenedModel::indexOf(std::size_t opened, const std::vector<std::size_t>& groups) const
{
    const QModelIndex top = topOf(opened);
    if (groups.size() != 1 || !top.isValid()) {
        return top;
    }
    const QModelIndexList items = match(index(0, 0, top), GroupRole, QVariant::fromValue(groups.front()), -1,
                                        Qt::MatchExactly | Qt::MatchRecursive);
    for (const QModelIndex& item : items) {
        if (item.data(KindRole).toInt() == static_cast<int>(Kind::Group)
            && item.data(OpenedRole).value<std::size_t>() == opened) {
            return item;
        }
    }
    return top;
}

}
