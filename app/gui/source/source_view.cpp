// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/source/source_view.h"

#include "app/gui/source/source_highlighter.h"
#include "app/gui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kNumberGap = 14;
constexpr int kLeftMargin = 16;
constexpr int kStretchEdge = 3;
constexpr int kStretchAlpha = 26;

class LineNumbers final : public QWidget
{
public:
    explicit LineNumbers(SourceView* view)
        : QWidget(view)
        , m_view(view)
    {
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {m_view->lineNumberWidth(), 0};
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        m_view->paintLineNumbers(event);
    }

private:
    SourceView* m_view;
};

}

QColor stretchColour(StretchKind kind)
{
    switch (kind) {
    case StretchKind::Read:
        return theme().accent;
    case StretchKind::Aside:
        return theme().unchanged;
    case StretchKind::Unread:
        break;
    }
    return theme().warningBorder;
}

SourceView::SourceView(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_lineNumbers(new LineNumbers(this))
{
    setObjectName("source"_L1);
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(QFrame::NoFrame);
    setFont(sourceFont());
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setAccessibleName(tr("Source"));
    viewport()->setMouseTracking(true);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_revealed.reset(); });
    connect(this, &QPlainTextEdit::blockCountChanged, this, &SourceView::placeLineNumbers);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int dy) {
        if (dy != 0) {
            m_lineNumbers->scroll(0, dy);
        } else {
            m_lineNumbers->update(0, area.y(), m_lineNumbers->width(), area.height());
        }
    });
    placeLineNumbers();
}

SourceView::~SourceView() = default;

void SourceView::showDocument(const DocumentPtr& document, std::vector<SourceSpan> values)
{
    if (document == m_document) {
        return;
    }
    m_document = document;
    m_revealed.reset();
    m_marks.clear();
    m_stretches.clear();
    m_source = document ? SourceText(document->bytes) : SourceText();
    m_values = std::move(values);
    std::ranges::sort(m_values, {}, &SourceSpan::offset);
    m_highlighter.reset();
    setExtraSelections({});
    setPlainText(m_source.text());
    placeLineNumbers();
    // The definitions cost some 20 ms to load; the text is there before its colours are.
    QTimer::singleShot(0, this, [this] {
        if (!m_highlighter) {
            m_highlighter = std::make_unique<SourceHighlighter>(this->document());
        }
    });
}

int SourceView::lineOf(SourceSpan place) const
{
    return m_source.line(place.offset);
}

void SourceView::mark(std::vector<SourceSpan> places)
{
    m_marks = std::move(places);
    highlightMarks();
}

void SourceView::showStretches(const std::vector<Stretch>& stretches)
{
    m_stretches.clear();
    for (const auto& [place, kind] : stretches) {
        const auto first = static_cast<std::size_t>(m_source.line(place.offset)) - 1;
        const auto last =
            static_cast<std::size_t>(m_source.line(place.length == 0 ? place.offset : place.end() - 1)) - 1;
        m_stretches.resize(std::max(m_stretches.size(), last + 1));
        std::fill(m_stretches.begin() + static_cast<std::ptrdiff_t>(first),
                  m_stretches.begin() + static_cast<std::ptrdiff_t>(last) + 1, kind);
    }
    viewport()->update();
    m_lineNumbers->update();
}

std::optional<StretchKind> SourceView::stretchOf(int line) const
{
    const auto place = static_cast<std::size_t>(line);
    return place < m_stretches.size() ? m_stretches[place] : std::nullopt;
}

void SourceView::highlightMarks()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (const SourceSpan& place : m_marks) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(static_cast<int>(m_source.position(place.offset)));
        selection.cursor.setPosition(static_cast<int>(m_source.position(place.end())), QTextCursor::KeepAnchor);
        selection.format.setBackground(theme().selection);
        selections << selection;
    }
    setExtraSelections(selections);
    viewport()->update();
}

void SourceView::reveal(SourceSpan place)
{
    m_revealed = place;
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(m_source.position(place.offset)));
    setTextCursor(cursor);
    // Two lines above the place stay in view: a number is read with its heading.
    ensureCursorVisible();
    const int lineHeight = std::max(1, fontMetrics().lineSpacing());
    const int above = cursorRect().top() / lineHeight - 2;
    verticalScrollBar()->setValue(verticalScrollBar()->value() + above);
}

int SourceView::lineNumberWidth() const
{
    const int digits = static_cast<int>(QString::number(std::max(1, blockCount())).size());
    return kLeftMargin + fontMetrics().horizontalAdvance(u'9') * std::max(2, digits) + kNumberGap;
}

void SourceView::placeLineNumbers()
{
    setViewportMargins(lineNumberWidth(), 0, 0, 0);
    const QRect area = contentsRect();
    m_lineNumbers->setGeometry(area.left(), area.top(), lineNumberWidth(), area.height());
}

void SourceView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeLineNumbers();
    // Lines wrap elsewhere now; what was asked for stays in sight until the user goes on reading.
    if (m_revealed && event->oldSize() != event->size()) {
        reveal(*m_revealed);
    }
}

void SourceView::paintLineNumbers(QPaintEvent* event)
{
    QPainter painter(m_lineNumbers);
    painter.fillRect(event->rect(), theme().panel);
    if (!m_document) {
        return;
    }
    painter.setFont(font());
    painter.setPen(theme().muted);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > event->rect().bottom()) {
            break;
        }
        if (const auto kind = stretchOf(block.blockNumber())) {
            painter.fillRect(QRectF(0, area.top(), kStretchEdge, area.height()), stretchColour(*kind));
        }
        painter.drawText(QRectF(0, area.top(), m_lineNumbers->width() - kNumberGap, fontMetrics().height()),
                         Qt::AlignRight | Qt::AlignTop, QString::number(block.blockNumber() + 1));
    }
}

void SourceView::paintStretches(const QRect& dirty)
{
    QPainter painter(viewport());
    for (QTextBlock block = firstVisibleBlock(); block.isValid() && !m_stretches.empty(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > dirty.bottom()) {
            break;
        }
        if (const auto kind = stretchOf(block.blockNumber())) {
            QColor colour = stretchColour(*kind);
            colour.setAlpha(kStretchAlpha);
            painter.fillRect(QRectF(0, area.top(), viewport()->width(), area.height()), colour);
        }
    }
}

void SourceView::paintEvent(QPaintEvent* event)
{
    paintStretches(event->rect());
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().accent, 1));
    for (const SourceSpan& place : m_marks) {
        QTextCursor cursor(document());
        cursor.setPosition(static_cast<int>(m_source.position(place.offset)));
        const QRect first = cursorRect(cursor);
        cursor.setPosition(static_cast<int>(m_source.position(place.end())));
        const QRect last = cursorRect(cursor);
        if (first.top() != last.top()) {
            continue; // torn by a line break: its background alone shows it
        }
        painter.drawRoundedRect(
            QRectF(QPointF(first.left() - 2.5, first.top() - 0.5), QPointF(last.left() + 2.5, last.bottom() + 1.5)), 3,
            3);
    }
}

const SourceSpan* SourceView::valueAt(const QPoint& point) const
{
    const std::size_t offset = m_source.offset(cursorForPosition(point).position());
    auto value = std::ranges::upper_bound(m_values, offset, {}, &SourceSpan::offset);
    if (value == m_values.begin()) {
        return nullptr;
    }
    --value;
    return offset <= value->end() ? &*value : nullptr;
}

void SourceView::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    m_revealed.reset();
    if (event->button() != Qt::LeftButton || textCursor().hasSelection()) {
        return;
    }
    const QPoint point = event->position().toPoint();
    if (const SourceSpan* value = valueAt(point)) {
        emit valueClicked(*value);
    }
    if (m_document) {
        emit placeClicked(m_source.offset(cursorForPosition(point).position()));
    }
}

void SourceView::keyPressEvent(QKeyEvent* event)
{
    if (m_document && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        emit placeClicked(m_source.offset(textCursor().position()));
        return;
    }
    m_revealed.reset();
    QPlainTextEdit::keyPressEvent(event);
}

void SourceView::mouseMoveEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseMoveEvent(event);
    const bool isValue = event->buttons() == Qt::NoButton && valueAt(event->position().toPoint()) != nullptr;
    viewport()->setCursor(isValue ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void SourceView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_highlighter) {
        m_highlighter->followTheme();
        highlightMarks();
    }
}

}
