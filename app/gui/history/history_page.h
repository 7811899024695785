// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/history/history_model.h"
#include "app/gui/library/library.h"
#include "app/gui/session/session.h"
#include "app/gui/window/pages/page.h"

#include <QPointer>
#include <QThreadPool>

#include <optional>
#include <stop_token>

class QComboBox;
class QFrame;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTextBrowser;

namespace patchscale {

class HistoryCanvas;
class HistorySource;

/// The page that answers when a test changed: the tests of the workspace at the left, the course of one over releases
/// or dates, and below it what is known of each step beside the source of the chosen run.
class HistoryPage final : public Page
{
    Q_OBJECT

public:
    HistoryPage(Session* session, Library* library, QWidget* parent = nullptr);
    ~HistoryPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString icon() const override;
    [[nodiscard]] QWidget* bar() override;
    [[nodiscard]] PageStatus status() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    [[nodiscard]] QListView* list() const
    {
        return m_list;
    }
    [[nodiscard]] QLineEdit* filterLine() const
    {
        return m_filterLine;
    }
    [[nodiscard]] QLineEdit* sinceLine() const
    {
        return m_since;
    }
    [[nodiscard]] HistoryCanvas* canvas() const
    {
        return m_canvas;
    }
    [[nodiscard]] QTextBrowser* steps() const
    {
        return m_steps;
    }
    [[nodiscard]] HistorySource* source() const
    {
        return m_source;
    }
    [[nodiscard]] QLabel* emptyText() const
    {
        return m_emptyText;
    }
    /// Whether a history is shown.
    [[nodiscard]] bool hasHistory() const;
    [[nodiscard]] const HistorySeries* shownSeries() const;

signals:
    /// The answer has been made anew, or there is none.
    void answered();
    /// A run's document was opened and is shown by the Compare page.
    void comparisonWanted();
    void problemFound(const patchscale::Problem& problem);
    /// Something was copied or saved.
    void done(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeSide();
    QWidget* makeAnswer();
    QWidget* makeEmpty();
    void setStale();
    void refresh();
    void take(Result<StoredHistory> answer);
    void showEmpty(const QString& title, const QString& text);
    void showSeries();
    void writeSteps();
    void showRun(std::size_t unit);
    void saveChart();
    void copyReport();

    Session* m_session;
    QPointer<Library> m_library; ///< gone before the page is, when the window closes
    QFrame* m_bar = nullptr;
    QLineEdit* m_since = nullptr;
    QComboBox* m_order = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_copy = nullptr;
    QLineEdit* m_filterLine = nullptr;
    QListView* m_list = nullptr;
    QLabel* m_headline = nullptr;
    QLabel* m_notes = nullptr;
    HistoryCanvas* m_canvas = nullptr;
    QTextBrowser* m_steps = nullptr;
    HistorySource* m_source = nullptr;
    QStackedWidget* m_views = nullptr;
    QLabel* m_emptyTitle = nullptr;
    QLabel* m_emptyText = nullptr;
    HistoryModel* m_model;
    HistoryFilterModel* m_filter;
    StoredHistoryPtr m_stored;
    QString m_askedSince; ///< what the line said when it was left last
    double m_limit = 0;
    bool m_isStale = true;
    QThreadPool m_pool;
    std::stop_source m_stop;
    int m_asked = 0; ///< counts questions, so that only the answer to the last one is taken
};

}
