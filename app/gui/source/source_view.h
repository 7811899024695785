// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/source/source_text.h"
#include "app/workbench/document_service.h"

#include <QPlainTextEdit>

#include <memory>
#include <vector>

namespace patchscale {

class SourceHighlighter;

/// The text of a document with line numbers. Values can be boxed; a click on a number that was read as a value tells
/// so.
class SourceView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit SourceView(QWidget* parent = nullptr);
    ~SourceView() override;

    /// Shows a document; @p values are the places of all numbers that were read from it. Does nothing if it is shown
    /// already.
    void showDocument(const DocumentPtr& document, std::vector<SourceSpan> values);
    [[nodiscard]] const DocumentPtr& shownDocument() const
    {
        return m_document;
    }
    /// Boxes these places.
    void mark(std::vector<SourceSpan> places);
    /// Scrolls to a place, boxed or not.
    void reveal(SourceSpan place);
    [[nodiscard]] const std::vector<SourceSpan>& marks() const
    {
        return m_marks;
    }
    /// The line of a place in the shown document, from 1.
    [[nodiscard]] int lineOf(SourceSpan place) const;

    void paintLineNumbers(QPaintEvent* event);
    [[nodiscard]] int lineNumberWidth() const;

signals:
    void valueClicked(patchscale::SourceSpan place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void placeLineNumbers();
    void highlightMarks();
    [[nodiscard]] const SourceSpan* valueAt(const QPoint& point) const;

    DocumentPtr m_document;
    SourceText m_source;
    std::vector<SourceSpan> m_values; ///< sorted by offset
    std::vector<SourceSpan> m_marks;
    QWidget* m_lineNumbers;
    std::unique_ptr<SourceHighlighter> m_highlighter;
};

}
