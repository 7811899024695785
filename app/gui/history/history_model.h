// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/history_service.h"

#include <QAbstractListModel>
#include <QSortFilterProxyModel>
#include <QStringList>

#include <memory>

namespace patchscale {

using StoredHistoryPtr = std::shared_ptr<const StoredHistory>;

/// The tests that have a history, one a line.
class HistoryModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        SeriesRole = Qt::UserRole, ///< const HistorySeries*
        DetailRole, ///< machine, benchmark and how much there is
        SearchRole, ///< what a filter looks in
    };

    using QAbstractListModel::QAbstractListModel;

    void show(StoredHistoryPtr stored);
    [[nodiscard]] const HistorySeries* series(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    StoredHistoryPtr m_stored;
};

/// Lets a line through in which all words appear, and no word with "-" in front.
class HistoryFilterModel final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    QStringList m_words;
};

/// The name of a test with its parameters.
QString historyName(const HistorySeries& series);

/// The step that a line is marked with: the largest to the worse, else the largest; null without one.
const HistoryStep* leadingStep(const HistorySeries& series);

}

Q_DECLARE_METATYPE(const patchscale::HistorySeries*)
