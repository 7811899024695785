// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace patchscale {

class SourceView;

/// The panel of the History page that shows where the value of the chosen run stands.
class HistorySource final : public QWidget
{
    Q_OBJECT

public:
    explicit HistorySource(QWidget* parent = nullptr);

    /// No run is chosen.
    void clear();
    /// Shows result @p result of the run at @p position in @p document; @p name is what the page calls the run.
    void showResult(const DocumentPtr& document, std::size_t position, std::size_t result, const QString& name);

    [[nodiscard]] SourceView* view() const
    {
        return m_view;
    }

signals:
    /// The user wants to see the comparison of the shown document.
    void openWanted(const patchscale::DocumentPtr& document);

private:
    QLabel* m_title;
    QToolButton* m_open;
    SourceView* m_view;
    DocumentPtr m_document;
};

}
