// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/run_events.h"

#include <QStringList>
#include <QTreeWidget>

namespace patchscale {

/// The kernels by group, to be checked: a group, a kernel in its first mode, or further modes below the kernel.
class KernelTree final : public QTreeWidget
{
    Q_OBJECT

public:
    explicit KernelTree(QWidget* parent = nullptr);

    /// Lists @p kernels; what was chosen stays so, and at first the UnixBench index set is.
    void list(const QList<KernelEntry>& kernels);
    /// What is checked, as the runner wants it: "pipe", "context-switch:same-cpu".
    [[nodiscard]] QStringList chosen() const;
    /// Checks these and nothing else.
    void choose(const QStringList& words);
    /// Shows only kernels that have @p text in their name, id or description.
    void filter(const QString& text);

signals:
    void chosenChanged();

private:
    void addKernel(QTreeWidgetItem* group, const KernelEntry& kernel);
    void follow(QTreeWidgetItem* item);
    void count(QTreeWidgetItem* group);
};

}
