// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/row_notes.h"
#include "core/compare/comparison.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace patchscale {

/// What a line of the table is.
enum class LineKind : std::uint8_t { Section, Test, Total };

/// Digits after the point of one column: the page makes the same room for all, and a group whose values have one unit
/// writes them out to as many digits.
struct ColumnDigits
{
    int room = 0;
    int padding = 0;
};

/// What the delegate needs to know to paint numbers of one group alike.
struct LineFormat
{
    ColumnDigits baseline;
    ColumnDigits candidate;
    double axis = 0.1; ///< the drawn change goes from -axis to +axis
};

/// Groups of a comparison as table lines: one section per group when several are shown.
class ComparisonTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Test, Baseline, Candidate, Picture, Change, VerdictWord, Notes, ColumnCount };
    enum Role {
        RowRole = Qt::UserRole, ///< const ComparisonRow*, null on a section line
        GroupRole, ///< const ComparisonGroup*
        GroupIndexRole, ///< its index in the comparison
        SectionRole, ///< number of the section on the page
        KindRole, ///< LineKind as int
        FormatRole, ///< LineFormat
        ShortHeadRole, ///< of a heading: what stands for it where it is too long
        DetailRole, ///< column Test: what is said beside the name
    };
    /// Which lines to make; the total of a single group is shown apart, below the table.
    enum class Content : std::uint8_t { Everything, WithoutTotals, TotalsOnly };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows @p groups (indexes into the comparison) in this order; a null comparison empties the table.
    void show(std::shared_ptr<const Comparison> comparison, std::vector<std::size_t> groups, Content content);

    [[nodiscard]] const Comparison* comparison() const
    {
        return m_comparison.get();
    }
    [[nodiscard]] double axis() const
    {
        return m_axis;
    }
    [[nodiscard]] const ComparisonRow* row(const QModelIndex& index) const;

    // What filtering and sorting ask of every line, without a QVariant in between.
    [[nodiscard]] LineKind kindAt(int line) const
    {
        return m_lines[static_cast<std::size_t>(line)].kind;
    }
    [[nodiscard]] int sectionAt(int line) const
    {
        return m_lines[static_cast<std::size_t>(line)].section;
    }
    /// Null on a section line.
    [[nodiscard]] const ComparisonRow* rowAt(int line) const;
    /// The line of a row of the comparison, or -1.
    [[nodiscard]] int lineOf(std::size_t group, std::size_t row) const;
    /// Whether test line @p left stands before @p right in @p column, sorted upwards.
    [[nodiscard]] bool isBefore(int left, int right, int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Line
    {
        LineKind kind = LineKind::Test;
        std::size_t group = 0;
        std::size_t row = 0;
        int section = 0;
    };

    void buildLines(const std::vector<std::size_t>& groups, Content content);
    void measure(const std::vector<std::size_t>& groups);
    void padSections();
    [[nodiscard]] QString text(const Line& line, const ComparisonRow& row, int column) const;
    [[nodiscard]] QString detail(const Line& line) const;
    [[nodiscard]] bool isMerged(int section) const;
    [[nodiscard]] int lastSection() const;
    [[nodiscard]] double sortKey(const ComparisonRow& row, int column) const;
    [[nodiscard]] QString sideLabel(bool isBaseline) const;

    std::shared_ptr<const Comparison> m_comparison;
    std::vector<std::size_t> m_groups;
    std::vector<Line> m_lines;
    std::vector<LineFormat> m_formats; ///< by group index
    std::vector<RowDetails> m_details; ///< by group index
    std::vector<int> m_groupsInSection; ///< by section: how many groups it shows
    double m_axis = 0.1;
};

}

Q_DECLARE_METATYPE(patchscale::LineFormat)
