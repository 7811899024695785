// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/source/source_text.h"
#include "app/workbench/document_service.h"

#include <QPlainTextEdit>

#include <memory>
#include <optional>
#include <vector>

namespace patchscale {

class SourceHighlighter;

/// What a stretch of a document is, for its colour.
enum class StretchKind : std::uint8_t {
    Read, ///< values were read from it
    Aside, ///< a patch, or set aside: not meant to be read
    Unread, ///< numbers that nothing reads
};

struct Stretch
{
    SourceSpan place;
    StretchKind kind = StretchKind::Read;
};

/// The colour at the edge of a stretch of that kind, and in a legend.
QColor stretchColour(StretchKind kind);

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
    /// Colours the lines of these stretches; where they overlap the later one shows.
    void showStretches(const std::vector<Stretch>& stretches);
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
    /// The text at this byte was clicked, or Enter was pressed there.
    void placeClicked(std::size_t offset);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void placeLineNumbers();
    void highlightMarks();
    void paintStretches(const QRect& dirty);
    [[nodiscard]] std::optional<StretchKind> stretchOf(int line) const;
    [[nodiscard]] const SourceSpan* valueAt(const QPoint& point) const;

    DocumentPtr m_document;
    SourceText m_source;
    std::vector<SourceSpan> m_values; ///< sorted by offset
    std::vector<SourceSpan> m_marks;
    std::vector<std::optional<StretchKind>> m_stretches; ///< by line, from 0; shorter than the text where none follow
    QWidget* m_lineNumbers;
    std::unique_ptr<SourceHighlighter> m_highlighter;
    std::optional<SourceSpan> m_revealed; ///< what was scrolled to last, until the user moves on
};

}
