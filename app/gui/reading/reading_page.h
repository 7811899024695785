// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/library/library.h"
#include "app/gui/reading/reading_rows.h"
#include "app/gui/session/session.h"
#include "app/gui/window/pages/page.h"

#include <QThreadPool>

#include <memory>

class QLabel;
class QPushButton;
class QSplitter;

namespace patchscale {

class CellModel;
class LabelledCombo;
class ReadingTable;
class SourceView;

/// The page that answers what was read: the document with its blocks in colour, beside it what each was read as, what
/// was not and why. What is wrong is set right in place.
class ReadingPage final : public Page
{
    Q_OBJECT

public:
    ReadingPage(Session* session, Library* library, QWidget* parent = nullptr);
    ~ReadingPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString icon() const override;
    [[nodiscard]] QWidget* bar() override;
    [[nodiscard]] PageStatus status() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    [[nodiscard]] SourceView* source() const
    {
        return m_source;
    }
    [[nodiscard]] ReadingTable* runs() const
    {
        return m_runs;
    }
    [[nodiscard]] ReadingTable* measures() const
    {
        return m_measures;
    }
    [[nodiscard]] ReadingTable* findings() const
    {
        return m_findings;
    }
    [[nodiscard]] QLabel* sentence() const
    {
        return m_sentence;
    }
    /// Takes back all that was set by hand of the shown document.
    void resetAll();
    /// Chooses what the comparison's document at @p index was read as.
    void showDocument(int index);

signals:
    /// The user wants to see what came of it.
    void comparisonWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    QWidget* makeTables();
    void followSession();
    void fill();
    void fillMeasures();
    void writeLegend();
    void lookForOffers();
    void correct(const Corrections& corrections, const QString& step);
    void showPlaceOf(const CellModel& model, int row);
    void findPlace(std::size_t offset);
    [[nodiscard]] int selectedRun() const;

    Session* m_session;
    Library* m_library;
    QWidget* m_bar;
    LabelledCombo* m_documents;
    QPushButton* m_reset;
    QPushButton* m_compare;
    QLabel* m_sentence;
    QLabel* m_hint;
    QLabel* m_legend;
    QLabel* m_measuresTitle;
    QLabel* m_findingsTitle;
    SourceView* m_source;
    CellModel* m_runModel;
    CellModel* m_measureModel;
    CellModel* m_findingModel;
    ReadingTable* m_runs;
    ReadingTable* m_measures;
    ReadingTable* m_findings;
    QSplitter* m_columns;
    ReadingOf m_reading; ///< source is null while nothing is open
    Sha256 m_offersOf {};
    QThreadPool m_pool;
    bool m_isFilling = false;
};

}
