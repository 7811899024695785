// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the Reading page: cells that say what was read, and that the user can set by hand.
#pragma once

#include "core/base/span.h"
#include "core/model/correction.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>
#include <string>
#include <vector>

namespace patchscale {

/// One cell: what it shows, and what becomes of the document's corrections when it is set.
struct ReadCell
{
    QString text;
    QString toolTip;
    bool isNumber = false;
    bool isMuted = false; ///< stands for nothing told
    bool isAssumed = false; ///< the words of the document do not settle it
    bool isByHand = false;

    QString step; ///< of undoing: "Set Role"
    QStringList choices; ///< as they are shown
    std::vector<std::string> values; ///< what each choice stands for; empty: what it shows
    bool isFree = false; ///< something else than a choice can be typed
    std::function<Corrections(const std::string&)> set; ///< null: it cannot be set
    std::function<Corrections()> reset; ///< null: there is nothing to take back
};

struct ReadRow
{
    std::vector<ReadCell> cells;
    SourceSpan place; ///< in the document
    std::vector<SourceSpan> marks; ///< values to be boxed in the source; empty: the place
    bool isWarning = false;
};

/// Rows of cells under titles.
class CellModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit CellModel(QStringList titles, QObject* parent = nullptr);

    /// Shows these rows; where as many were shown before, views keep their place.
    void setRows(std::vector<ReadRow> rows);
    [[nodiscard]] const std::vector<ReadRow>& rows() const
    {
        return m_rows;
    }
    [[nodiscard]] const ReadCell& cell(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    /// Takes back what was set by hand in this cell; false where nothing was.
    bool reset(const QModelIndex& index);

signals:
    /// The user set a cell: the document's corrections shall be these.
    void corrected(const patchscale::Corrections& corrections, const QString& step);

private:
    QStringList m_titles;
    std::vector<ReadRow> m_rows;
};

}
