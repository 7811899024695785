// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table.h"
#include "app/gui/session/session.h"
#include "app/gui/window/actions.h"
#include "app/gui/window/pages/page.h"

class QSplitter;
class QStackedWidget;

namespace patchscale {

class CompareBar;
class ComparePage;
class EmptyPage;
class EvidencePanel;
class Library;
class OpenedTree;

/// The page that answers what the patch did: the workspace at the left, the answer, and below it the selected row's
/// source and detail.
class ComparisonPage final : public Page
{
    Q_OBJECT

public:
    ComparisonPage(Session* session, Library* library, const Actions& actions, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString icon() const override;
    [[nodiscard]] QWidget* bar() override;
    [[nodiscard]] PageStatus status() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    [[nodiscard]] ComparePage* answer() const
    {
        return m_answer;
    }
    [[nodiscard]] EvidencePanel* evidence() const
    {
        return m_evidence;
    }
    [[nodiscard]] EmptyPage* empty() const
    {
        return m_empty;
    }
    [[nodiscard]] OpenedTree* tree() const
    {
        return m_tree;
    }
    /// Whether a table of a comparison is shown.
    [[nodiscard]] bool hasTable() const;
    /// What the page offers to open while nothing is.
    void offerFiles(const QStringList& recentFiles);

    /// Lets the user write the note of the selected row.
    void editNote();
    /// Says that the note of the selected row is done with, or that it is not.
    void resolveNote();
    /// Sets which direction is good for the tests of the selected rows; Unknown is what their document tells.
    void setDirection(Better better);

    void resetLayout();
    /// Where the splitters stand, for the settings; and back. False when @p state is none of a page like this.
    [[nodiscard]] QByteArray saveLayout() const;
    bool restoreLayout(const QByteArray& state);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void fitTable();
    void followSession();
    void showNoTable(const OpenedPtr& opened);
    void followSelection();
    void showMenu(const QPoint& place);
    void checkDirection(std::optional<RowPlace> place);
    void showRow(RowPlace place);
    void writeNote(const OpenedPtr& opened, RowPlace place, const QString& text);
    void setNote(const OpenedPtr& opened, const DocumentNote& note);
    /// The note of the selected row, without text where there is none.
    [[nodiscard]] std::optional<DocumentNote> selectedNote() const;
    void followNote();

    Session* m_session;
    Library* m_library;
    Actions m_actions;
    CompareBar* m_bar;
    QStackedWidget* m_views;
    EmptyPage* m_empty;
    ComparePage* m_answer;
    EvidencePanel* m_evidence;
    OpenedTree* m_tree;
    QSplitter* m_columns;
    QSplitter* m_rows;
    QStringList m_recentFiles;
    bool m_isLaidOut = false;
};

}
