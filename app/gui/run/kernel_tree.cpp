// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/kernel_tree.h"

#include "app/gui/theme/theme.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// What the runner calls an item; empty for groups.
constexpr int kWordRole = Qt::UserRole;
/// What a search looks at.
constexpr int kSearchRole = Qt::UserRole + 1;

void forEach(const QTreeWidget& tree, const std::function<void(QTreeWidgetItem*)>& visit)
{
    for (int g = 0; g < tree.topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = tree.topLevelItem(g);
        for (int k = 0; k < group->childCount(); ++k) {
            visit(group->child(k));
            for (int m = 0; m < group->child(k)->childCount(); ++m) {
                visit(group->child(k)->child(m));
            }
        }
    }
}

QTreeWidgetItem* newItem(const QString& text, const QString& word, const QString& search)
{
    auto* item = new QTreeWidgetItem({text, QString()});
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(0, Qt::Unchecked);
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(0, kWordRole, word);
    item->setData(0, kSearchRole, search);
    return item;
}

}

KernelTree::KernelTree(QWidget* parent)
    : QTreeWidget(parent)
{
    setColumnCount(2);
    setHeaderHidden(true);
    setIndentation(16);
    setUniformRowHeights(true);
    setAccessibleName(tr("Kernels"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    header()->setMinimumSectionSize(24);
    connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
        if (column == 0) {
            follow(item);
        }
    });
}

void KernelTree::addKernel(QTreeWidgetItem* group, const KernelEntry& kernel)
{
    const QString search = u"%1 %2 %3"_s.arg(kernel.name, kernel.id, kernel.description);
    QTreeWidgetItem* item = newItem(kernel.name, kernel.id, search);
    const QString first = kernel.modes.size() > 1 ? u"\n"_s + tr("mode %1").arg(kernel.modes.front()) : QString();
    item->setToolTip(0, u"%1: %2%3"_s.arg(kernel.name, kernel.description, first));
    group->addChild(item);
    for (qsizetype m = 1; m < kernel.modes.size(); ++m) {
        const QString& mode = kernel.modes[m];
        QTreeWidgetItem* child =
            newItem(tr("mode %1").arg(mode), u"%1:%2"_s.arg(kernel.id, mode), search + u' ' + mode);
        child->setToolTip(0, u"%1 (%2)"_s.arg(kernel.name, mode));
        item->addChild(child);
    }
}

void KernelTree::list(const QList<KernelEntry>& kernels)
{
    const bool isFirst = topLevelItemCount() == 0;
    const QStringList before = chosen();
    {
        const QSignalBlocker quiet(this);
        clear();
        for (const bool isIndex : {true, false}) {
            for (const KernelEntry& kernel : kernels) {
                if (kernel.isIndex != isIndex) {
                    continue;
                }
                const QList<QTreeWidgetItem*> same = findItems(kernel.group, Qt::MatchExactly);
                QTreeWidgetItem* group = same.isEmpty() ? nullptr : same.front();
                if (group == nullptr) {
                    group = newItem(kernel.group, {}, {});
                    addTopLevelItem(group);
                }
                addKernel(group, kernel);
            }
        }
    }
    QStringList wanted = before;
    if (isFirst) {
        for (const KernelEntry& kernel : kernels) {
            if (kernel.isIndex) {
                wanted << kernel.id;
            }
        }
    }
    choose(wanted);
}

QStringList KernelTree::chosen() const
{
    QStringList words;
    forEach(*this, [&words](const QTreeWidgetItem* item) {
        if (item->checkState(0) == Qt::Checked) {
            words << item->data(0, kWordRole).toString();
        }
    });
    return words;
}

void KernelTree::choose(const QStringList& words)
{
    {
        const QSignalBlocker quiet(this);
        forEach(*this, [&words](QTreeWidgetItem* item) {
            const bool isWanted = words.contains(item->data(0, kWordRole).toString());
            item->setCheckState(0, isWanted ? Qt::Checked : Qt::Unchecked);
        });
        for (int g = 0; g < topLevelItemCount(); ++g) {
            count(topLevelItem(g));
        }
    }
    viewport()->update();
    emit chosenChanged();
}

void KernelTree::filter(const QString& text)
{
    for (int g = 0; g < topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = topLevelItem(g);
        bool hasAny = false;
        for (int k = 0; k < group->childCount(); ++k) {
            QTreeWidgetItem* kernel = group->child(k);
            bool isFound = kernel->data(0, kSearchRole).toString().contains(text, Qt::CaseInsensitive);
            for (int m = 0; m < kernel->childCount(); ++m) {
                isFound =
                    isFound || kernel->child(m)->data(0, kSearchRole).toString().contains(text, Qt::CaseInsensitive);
            }
            kernel->setHidden(!isFound);
            hasAny = hasAny || isFound;
        }
        group->setHidden(!hasAny);
        group->setExpanded(!text.isEmpty() && hasAny);
    }
}

void KernelTree::follow(QTreeWidgetItem* item)
{
    {
        const QSignalBlocker quiet(this);
        QTreeWidgetItem* group = item;
        while (group->parent() != nullptr) {
            group = group->parent();
        }
        if (item == group) {
            for (int k = 0; k < group->childCount(); ++k) {
                group->child(k)->setCheckState(0, item->checkState(0));
                // A group means each kernel in its first mode; other modes are chosen one by one.
                for (int m = 0; m < group->child(k)->childCount() && item->checkState(0) == Qt::Unchecked; ++m) {
                    group->child(k)->child(m)->setCheckState(0, Qt::Unchecked);
                }
            }
        }
        count(group);
    }
    viewport()->update();
    emit chosenChanged();
}

void KernelTree::count(QTreeWidgetItem* group)
{
    int kernels = 0;
    int modes = 0;
    for (int k = 0; k < group->childCount(); ++k) {
        const QTreeWidgetItem* kernel = group->child(k);
        kernels += kernel->checkState(0) == Qt::Checked ? 1 : 0;
        for (int m = 0; m < kernel->childCount(); ++m) {
            modes += kernel->child(m)->checkState(0) == Qt::Checked ? 1 : 0;
        }
    }
    const int chosen = kernels + modes;
    group->setCheckState(0,
                         kernels == group->childCount() ? Qt::Checked
                             : chosen > 0               ? Qt::PartiallyChecked
                                                        : Qt::Unchecked);
    const QString all = QString::number(group->childCount());
    const bool isPart = chosen > 0 && (kernels < group->childCount() || modes > 0);
    group->setText(1, isPart ? tr("%1 of %2", "kernels").arg(chosen).arg(all) : all);
    group->setForeground(1, theme().muted);
}

}
