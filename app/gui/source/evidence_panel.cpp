// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/source/evidence_panel.h"

#include "app/gui/compare/row_chart.h"
#include "app/gui/compare/row_detail.h"
#include "app/gui/source/result_spans.h"
#include "app/gui/source/source_view.h"
#include "app/gui/text/figures.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/elided_label.h"
#include "app/gui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// A long name is cut; the hint beside it stays whole.
template<class Label>
Label* makeTitle()
{
    auto* label = new Label;
    QFont font = labelFont();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setObjectName("panelTitle"_L1);
    return label;
}

/// A panel with a line of titles above @p content.
QWidget* makePanel(QLatin1StringView name, QLabel* title, QWidget* hint, QWidget* content, int indent)
{
    auto* panel = new QWidget;
    panel->setObjectName(name);
    panel->setAttribute(Qt::WA_StyledBackground);
    auto* titles = new QHBoxLayout;
    titles->setContentsMargins(16, 9, 14, 4);
    titles->setSpacing(12);
    titles->addWidget(title, 1);
    titles->addWidget(hint);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(titles);
    auto* body = new QHBoxLayout;
    body->setContentsMargins(indent, 0, 0, 0);
    body->addWidget(content);
    column->addLayout(body, 1);
    return panel;
}

}

EvidencePanel::EvidencePanel(QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_source(new SourceView)
    , m_sourceTitle(makeTitle<ElidedLabel>())
    , m_sourceHint(makeTitle<QLabel>())
    , m_detailTitle(makeTitle<ElidedLabel>())
    , m_noteButton(new QToolButton)
    , m_noteLine(new QLineEdit)
    , m_resolvedNote(new QLabel)
    , m_detail(new QTextBrowser)
{
    m_detail->setOpenLinks(false);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setAccessibleName(tr("What is known of the selected row"));

    addWidget(makePanel("sourcePanel"_L1, m_sourceTitle, m_sourceHint, m_source, 0));
    m_noteButton->setProperty("flat", true);
    m_noteButton->setFont(m_sourceHint->font());
    m_noteButton->setFocusPolicy(Qt::StrongFocus);
    m_noteLine->setPlaceholderText(tr("Note · Enter saves it, Esc leaves it as it was"));
    m_noteLine->setAccessibleName(tr("Note on the selected row"));
    m_noteLine->installEventFilter(this);
    m_detail->installEventFilter(this);
    m_noteLine->hide();
    auto* body = new QWidget;
    auto* lines = new QVBoxLayout(body);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(2);
    auto* noteRow = new QHBoxLayout;
    noteRow->setContentsMargins(4, 0, 14, 0);
    noteRow->addWidget(m_noteLine);
    lines->addLayout(noteRow);
    m_resolvedNote->setObjectName("hint"_L1);
    m_resolvedNote->setTextFormat(Qt::PlainText);
    m_resolvedNote->setWordWrap(true);
    m_resolvedNote->setContentsMargins(14, 0, 14, 0);
    m_resolvedNote->hide();
    lines->addWidget(m_resolvedNote);
    lines->addWidget(m_detail, 1);
    addWidget(makePanel("detail"_L1, m_detailTitle, m_noteButton, body, 12));
    setStretchFactor(0, 5);
    setStretchFactor(1, 4);
    setChildrenCollapsible(false);
    setHandleWidth(1);

    connect(m_noteLine, &QLineEdit::returnPressed, this, [this] { leaveNote(Typed::Kept); });
    connect(m_source, &SourceView::valueClicked, this, &EvidencePanel::findRow);
    connect(m_detail, &QTextBrowser::anchorClicked, this, [this](const QUrl& /*link*/) {
        if (!m_values.empty()) {
            showValue(0);
            m_source->setFocus();
        }
    });
    clear();
}

const ComparisonRow* EvidencePanel::row() const
{
    return m_opened && m_opened->comparison ? &m_opened->comparison->groups[m_place.group].rows[m_place.row] : nullptr;
}

void EvidencePanel::setNoteAction(QAction* action)
{
    connect(m_noteButton, &QToolButton::clicked, action, &QAction::trigger);
}

void EvidencePanel::editNote(const QString& text)
{
    if (row() == nullptr) {
        return;
    }
    m_noteBefore = text;
    m_noteLine->setText(text);
    m_noteLine->selectAll();
    m_noteLine->show();
    m_noteLine->setFocus();
}

void EvidencePanel::showResolvedNote(const QString& text)
{
    m_resolvedNote->setVisible(!text.isEmpty());
    m_resolvedNote->setText(text.isEmpty() ? QString() : tr("✓ Resolved note: %1").arg(text));
}

void EvidencePanel::leaveNote(Typed typed)
{
    if (m_noteLine->isHidden()) {
        return;
    }
    m_noteLine->hide();
    const QString text = m_noteLine->text().simplified();
    if (typed == Typed::Kept && text != m_noteBefore) {
        emit noteWritten(m_opened, m_place, text);
    }
    emit noteLeft();
}

void EvidencePanel::writeNoteHint()
{
    const ComparisonRow* shown = row();
    m_noteButton->setVisible(shown != nullptr);
    if (shown != nullptr) {
        const bool hasNote =
            std::ranges::any_of(shown->annotations, &Annotation::isUsers) || !m_resolvedNote->isHidden();
        m_noteButton->setText(hasNote ? tr("N edit note") : tr("N add note"));
        m_noteButton->setToolTip(tr("Write a note on this row; it is kept in the workspace"));
    }
}

bool EvidencePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_noteLine && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        leaveNote(Typed::Dropped);
        return true;
    }
    if (watched == m_detail && event->type() == QEvent::Resize && row() != nullptr && row()->series) {
        writeDetail(); // the chart is as wide as the panel
    }
    return QSplitter::eventFilter(watched, event);
}

void EvidencePanel::clear()
{
    leaveNote(Typed::Kept);
    m_opened.reset();
    m_values.clear();
    m_source->mark({});
    m_sourceHint->clear();
    m_detailTitle->setText(tr("No row selected"));
    m_detail->clear();
    writeNoteHint();
    if (!m_source->shownDocument()) {
        m_sourceTitle->setText(tr("Source"));
    }
}

void EvidencePanel::openDocument(const DocumentPtr& document)
{
    if (document == m_source->shownDocument()) {
        return;
    }
    std::vector<SourceSpan> values;
    for (const Run& run : document->parsed.runs) {
        for (const TestResult& result : run.results) {
            std::ranges::copy(spansOf(result), std::back_inserter(values));
        }
    }
    m_source->showDocument(document, std::move(values));
}

void EvidencePanel::showRow(const OpenedPtr& opened, RowPlace place)
{
    leaveNote(Typed::Kept);
    m_opened = opened;
    m_place = place;
    m_values.clear();
    for (const Side* side : {&row()->baseline, &row()->candidate}) {
        for (const RunResultRef& ref : side->results) {
            const RunOrigin& origin = opened->input->origins[ref.run];
            if (!origin.document) {
                continue;
            }
            for (const SourceSpan& span : spansOf(resultOf(*opened->input, ref))) {
                m_values.push_back({.document = origin.document, .span = span});
            }
        }
    }
    m_detailTitle->setText(fromUtf8(row()->test));
    writeDetail();
    writeNoteHint();
    if (!m_values.empty()) {
        showValue(0);
        return;
    }
    m_source->mark({});
    m_sourceHint->clear();
    if (!opened->documents.empty()) {
        openDocument(opened->documents.front());
        m_sourceTitle->setText(tr("Source: %1").arg(documentName(*opened->documents.front())));
    }
}

void EvidencePanel::showValue(std::size_t index)
{
    m_currentValue = index;
    const Value& value = m_values[index];
    openDocument(value.document);
    std::vector<SourceSpan> marks;
    for (const Value& other : m_values) {
        if (other.document == value.document) {
            marks.push_back(other.span);
        }
    }
    m_source->mark(std::move(marks));
    m_source->reveal(value.span);
    m_sourceTitle->setText(
        tr("Source: %1, line %2").arg(documentName(*value.document)).arg(m_source->lineOf(value.span)));
    m_sourceHint->setText(tr("%n values marked · Ctrl+G next", nullptr, static_cast<int>(m_values.size())));
}

void EvidencePanel::nextValue()
{
    if (!m_values.empty()) {
        showValue((m_currentValue + 1) % m_values.size());
    }
}

void EvidencePanel::showPlace(const DocumentPtr& document, SourceSpan place)
{
    openDocument(document);
    m_source->mark(place.length > 0 ? std::vector {place} : std::vector<SourceSpan> {});
    m_source->reveal(place);
    m_sourceTitle->setText(tr("Source: %1, line %2").arg(documentName(*document)).arg(m_source->lineOf(place)));
    m_sourceHint->clear();
}

void EvidencePanel::writeDetail()
{
    if (const ComparisonRow* shown = row()) {
        constexpr int kAside = 28; // scroll bar and margins
        const QImage chart = rowChart(*shown, m_detail->width() - kAside, m_detail->devicePixelRatioF(), labelFont());
        if (!chart.isNull()) {
            m_detail->document()->addResource(QTextDocument::ImageResource, QUrl(kRowChartName), chart);
        }
        m_detail->setHtml(rowDetailHtml(*m_opened->comparison, m_opened->comparison->groups[m_place.group], *shown));
    }
}

void EvidencePanel::findRow(SourceSpan span)
{
    if (!m_opened || !m_opened->comparison) {
        return;
    }
    const ComparisonInput& input = *m_opened->input;
    // step 1: which results stand at this place
    const auto isHere = [&](const RunResultRef& ref) {
        const std::vector<SourceSpan> spans = spansOf(resultOf(input, ref));
        return input.origins[ref.run].document == m_source->shownDocument()
            && std::ranges::find(spans, span) != spans.end();
    };
    // step 2: the row that is shown first, then all others
    const std::vector<ComparisonGroup>& groups = m_opened->comparison->groups;
    for (std::size_t step = 0; step < groups.size(); ++step) {
        const std::size_t g = (m_place.group + step) % groups.size();
        for (std::size_t r = 0; r < groups[g].rows.size(); ++r) {
            const ComparisonRow& candidate = groups[g].rows[r];
            if (std::ranges::any_of(candidate.baseline.results, isHere)
                || std::ranges::any_of(candidate.candidate.results, isHere)) {
                emit rowWanted({.group = g, .row = r});
                return;
            }
        }
    }
    // step 3: read, but not compared: say at least what it is
    for (const Run& run : m_source->shownDocument()->parsed.runs) {
        for (const TestResult& result : run.results) {
            if (result.span == span) {
                emit valueTold(tr("%1, %2: %3 %4 (%5). Not in a table with both sides.")
                                   .arg(fromUtf8(result.test), fromUtf8(result.metric), figureText(result.value),
                                        fromUtf8(result.unit), fromUtf8(run.variant.label)));
                return;
            }
        }
    }
}

void EvidencePanel::changeEvent(QEvent* event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        writeDetail();
    }
}

}
