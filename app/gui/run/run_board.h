// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/run/run_model.h"
#include "app/gui/run/run_progress.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QTableView;

namespace patchscale {

class WarningBox;

/// The right side of the Run page: the sentence, warnings, the tests with their samples, the log.
class RunBoard final : public QWidget
{
    Q_OBJECT

public:
    explicit RunBoard(QWidget* parent = nullptr);

    /// Shows what would be measured; @p note says how long it takes or what is missing.
    void choose(const QList<PlannedTest>& tests, const QStringList& variants, const QString& note);
    void start();
    void stop();
    void end();
    void take(const RunEvent& event);
    void warn(const RunWarned& warning);
    /// Says below the sentence where the results are now.
    void tell(const QString& text);

    [[nodiscard]] const RunProgress& progress() const
    {
        return m_progress;
    }
    [[nodiscard]] QTableView* table() const
    {
        return m_table;
    }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString logText() const;
    /// Seconds since the runner last told something.
    [[nodiscard]] double elapsed() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshSentence();
    void layOutColumns();
    void log(const QString& text);
    void logSample(const SampleTaken& sample);

    RunProgress m_progress;
    RunModel* m_model;
    QLabel* m_sentence;
    QLabel* m_subline;
    QProgressBar* m_bar;
    WarningBox* m_warnings;
    QTableView* m_table;
    QPlainTextEdit* m_log;
    QString m_told;
    QElapsedTimer m_sinceEvent;
    QTimer m_clock;
};

}
