// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table.h"
#include "app/gui/session/opened_comparison.h"

#include <QSplitter>

class QAction;
class QLabel;
class QLineEdit;
class QTextBrowser;
class QToolButton;

namespace patchscale {

class SourceView;

/// Below the table: where the values of the selected row stand in their document, and what is to be said of the row.
class EvidencePanel final : public QSplitter
{
    Q_OBJECT

public:
    explicit EvidencePanel(QWidget* parent = nullptr);

    void showRow(const OpenedPtr& opened, RowPlace place);
    /// Shows a place that belongs to no row: a patch, a problem.
    void showPlace(const DocumentPtr& document, SourceSpan place);
    void clear();
    /// Lets the user write the note of the shown row, which reads @p text now.
    void editNote(const QString& text);
    /// Says that the shown row has a note that is done with; empty: it has none.
    void showResolvedNote(const QString& text);
    /// The button beside the row's name does what @p action does.
    void setNoteAction(QAction* action);
    [[nodiscard]] QLineEdit* noteLine() const
    {
        return m_noteLine;
    }
    /// Goes to the next value of the row, in another document if need be.
    void nextValue();
    [[nodiscard]] SourceView* sourceView() const
    {
        return m_source;
    }
    [[nodiscard]] QTextBrowser* detail() const
    {
        return m_detail;
    }

signals:
    /// A number in the source was clicked that belongs to this row.
    void rowWanted(patchscale::RowPlace place);
    /// A number was clicked that was read, but is in no table.
    void valueTold(const QString& text);
    /// The note of the row at @p place of @p opened shall read @p text.
    void noteWritten(const patchscale::OpenedPtr& opened, patchscale::RowPlace place, const QString& text);
    /// The note's line was left, with or without a new text.
    void noteLeft();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Value
    {
        DocumentPtr document;
        SourceSpan span;
    };

    void writeDetail();
    enum class Typed : std::uint8_t { Kept, Dropped };
    void leaveNote(Typed typed);
    void writeNoteHint();
    void showValue(std::size_t index);
    void openDocument(const DocumentPtr& document);
    void findRow(SourceSpan span);
    [[nodiscard]] const ComparisonRow* row() const;

    SourceView* m_source;
    QLabel* m_sourceTitle;
    QLabel* m_sourceHint;
    QLabel* m_detailTitle;
    QToolButton* m_noteButton;
    QLineEdit* m_noteLine;
    QLabel* m_resolvedNote;
    QString m_noteBefore;
    QTextBrowser* m_detail;
    OpenedPtr m_opened;
    RowPlace m_place;
    std::vector<Value> m_values; ///< of the selected row
    std::size_t m_currentValue = 0;
};

}
