// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table.h"
#include "core/compare/across.h"

#include <QAbstractTableModel>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace patchscale {

/// One view across places as table lines: first a summary of each place, then a line a test; a column a place, then
/// what holds over all of them.
class MatrixModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        RowRole = Qt::UserRole, ///< const ComparisonRow*, null where the place has no such test
        PlaceRole, ///< const AcrossPlace* of a cell of the summary, else null
        IsOddRole, ///< last column: the places tell different things
        DetailRole, ///< first column: the parameters beside the name
    };
    /// Whether a row may be shown; a test stays when one of its rows is.
    using Accepts = std::function<bool(const ComparisonRow&)>;

    explicit MatrixModel(QObject* parent = nullptr);

    /// Shows @p across, a view across @p comparison.
    void show(std::shared_ptr<const Comparison> comparison, std::shared_ptr<const Across> across,
              Accepts accepts = acceptAll());
    void setFilter(Accepts accepts);
    /// How many tests the filter lets through.
    [[nodiscard]] std::size_t shownTests() const
    {
        return m_shown.size();
    }
    [[nodiscard]] const Across* across() const
    {
        return m_across.get();
    }
    /// Where the row of a cell stands in the comparison; nothing for cells without one.
    [[nodiscard]] std::optional<RowPlace> placeOf(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(RowPlace place) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    static Accepts acceptAll();
    [[nodiscard]] bool isPlace(int column) const;
    [[nodiscard]] const AcrossTest* test(int line) const;
    [[nodiscard]] const ComparisonRow* row(const QModelIndex& index) const;
    [[nodiscard]] QVariant summary(int column, int role) const;
    [[nodiscard]] QString spoken(const QModelIndex& index) const;
    void choose();

    std::shared_ptr<const Comparison> m_comparison;
    std::shared_ptr<const Across> m_across;
    Accepts m_accepts;
    std::vector<std::size_t> m_shown; ///< indexes into Across::tests, as they are shown
    int m_sortColumn = 0;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

}

Q_DECLARE_METATYPE(const patchscale::AcrossPlace*)
