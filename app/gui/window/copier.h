// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/compare/comparison_table.h"
#include "app/gui/session/session.h"
#include "app/workbench/settings.h"

#include <QObject>

class QWidget;

namespace patchscale {

/// All ways in which the answer leaves the window: clipboard and files.
class Copier final : public QObject
{
    Q_OBJECT

public:
    /// @p window owns the copier and is the parent of its dialogs.
    Copier(Session* session, Settings* settings, QWidget* window);

    /// Puts the shown groups on the clipboard in the form with this id ("text", "markdown").
    void copyReport(std::string_view id, const QString& done);
    void copyRows(const std::vector<RowPlace>& rows);
    void copyChart();
    void exportAs();
    void saveChart();

signals:
    void problemFound(const patchscale::Problem& problem);
    /// What was done, for the status bar.
    void done(const QString& text);

private:
    [[nodiscard]] OpenedPtr answered() const;
    void saveWith(const QString& title, const QStringList& filters, const QString& nameEnd);

    Session* m_session;
    Settings* m_settings;
    QWidget* m_window;
};

}
