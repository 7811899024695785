// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table.h"
#include "core/compare/across.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QTableView;

namespace patchscale {

class ComparisonFilterModel;
class MatrixModel;

/// One baseline against several candidates, or one question over several machines or parameters: a line a test, a
/// column a place. The view is made when it is first seen.
class MatrixView final : public QWidget
{
    Q_OBJECT

public:
    /// @p filter lets rows through as it does in the table.
    explicit MatrixView(const ComparisonFilterModel* filter, QWidget* parent = nullptr);

    /// Shows a view across @p comparison; the first one that holds one of @p groups, unless the user chose another.
    /// It is made when it is seen and the filter has been asked: refilter() follows.
    void show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups);
    /// Asks the filter anew.
    void refilter();
    /// The row of the current cell; nothing on the summary, on names and on what was not measured.
    [[nodiscard]] std::optional<RowPlace> selectedRow() const;
    void selectRow(RowPlace place);
    [[nodiscard]] QTableView* table() const
    {
        return m_table;
    }
    [[nodiscard]] MatrixModel* model() const
    {
        return m_model;
    }
    [[nodiscard]] QComboBox* views() const
    {
        return m_views;
    }

signals:
    void selectionChanged();
    /// A cell was activated: its row is wanted in the table.
    void rowWanted(patchscale::RowPlace place);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void showChosen();
    void layOutColumns();
    void writeSentence();

    const ComparisonFilterModel* m_filter;
    QComboBox* m_views;
    QLabel* m_sentence;
    QTableView* m_table;
    QLabel* m_empty;
    MatrixModel* m_model;
    std::shared_ptr<const Comparison> m_comparison;
    std::vector<std::size_t> m_groups;
    std::vector<std::shared_ptr<const Across>> m_across;
    QString m_wanted; ///< the view that the user chose
    bool m_isStale = true;
};

}
