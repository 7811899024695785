// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/run/run_more.h"
#include "app/gui/session/session.h"
#include "app/gui/window/pages/page.h"
#include "app/workbench/run_service.h"

#include <vector>

class QAction;
class QFrame;
class QToolButton;

namespace patchscale {

class Library;
class RunBoard;
class RunForm;

/// The page that measures: runs kernels of this machine, shows each sample as it comes, and hands the results to the
/// workspace and the comparison.
class RunPage final : public Page
{
    Q_OBJECT

public:
    RunPage(Session* session, Library* library, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString icon() const override;
    [[nodiscard]] QWidget* bar() override;
    [[nodiscard]] PageStatus status() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    [[nodiscard]] RunService* service()
    {
        return &m_service;
    }
    [[nodiscard]] RunForm* form() const
    {
        return m_form;
    }
    [[nodiscard]] RunBoard* board() const
    {
        return m_board;
    }
    /// For the Run menu; each with its key.
    [[nodiscard]] QList<QAction*> runActions() const;
    [[nodiscard]] QAction* startAction() const
    {
        return m_start;
    }
    [[nodiscard]] QAction* pauseAction() const
    {
        return m_pause;
    }
    [[nodiscard]] QAction* stopAction() const
    {
        return m_stop;
    }
    [[nodiscard]] QAction* showAction() const
    {
        return m_show;
    }
    /// Reads a plan into the form, and writes what the form says as one; what goes wrong is told on the board.
    void loadPlanFrom(const QString& path);
    void savePlanTo(const QString& path);

    /// Asks the runner what there is, once.
    void prepare();
    /// Chooses what @p wish says; the user then starts it.
    void runMore(const MoreWish& wish);
    /// How many rounds "run more" proposes.
    static int moreRounds();
    /// Whether it is just now that results go to the session, so that nobody turns the page under the user's eyes.
    [[nodiscard]] bool isHandingOver() const
    {
        return m_isHandingOver;
    }

    /// Fills the form in with a plan that was remembered; one that cannot be read is passed over.
    void restorePlan(const QByteArray& plan);

signals:
    /// A run was started; @p plan is what to fill in the next time.
    void planUsed(const QByteArray& plan);
    void pageWanted();
    void comparisonWanted();
    void kernelsKnown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeActions();
    void layOut();
    void start();
    void followForm();
    void followRun();
    void take(const RunEvent& event);
    void takeDocument(const DocumentPtr& document);
    void handOver();
    void lookForBaseline();
    void showComparison();
    void loadPlan();
    void savePlan();

    Session* m_session;
    Library* m_library;
    RunService m_service;
    RunForm* m_form;
    RunBoard* m_board;
    QFrame* m_bar;
    QToolButton* m_startButton = nullptr;
    QAction* m_start = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_stop = nullptr;
    QAction* m_show = nullptr;
    QAction* m_load = nullptr;
    QAction* m_save = nullptr;
    bool m_isPrepared = false;
    bool m_isHandingOver = false;
    bool m_isMore = false; ///< the next run belongs to the documents that are there
    RunRequest m_request; ///< of the run that goes on or was last
    std::vector<DocumentPtr> m_documents; ///< what the next run is compared with
    OpenedPtr m_opened; ///< the comparison that came out
};

}
