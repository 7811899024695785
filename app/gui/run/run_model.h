// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/run/run_progress.h"

#include <QAbstractTableModel>

namespace patchscale {

/// The tests of a run, one a row.
class RunModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Test, Median, Samples, Count, SoFar, ColumnCount };
    enum Role { LineRole = Qt::UserRole }; ///< const RunLine*

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows @p progress, which outlives the model; call it again after each change.
    void show(const RunProgress* progress);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const RunLine& line, int column) const;

    const RunProgress* m_progress = nullptr;
    qsizetype m_rows = 0;
};

/// "▼ −2.9 % (−3.5 to −2.3)", "varies by 1.2 %", "? running": what a line says of its test so far.
QString soFarText(const RunLine& line, bool hasVariants);

}

Q_DECLARE_METATYPE(const patchscale::RunLine*)
