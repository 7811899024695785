// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/history/history_source.h"

#include "app/gui/session/opened_comparison.h"
#include "app/gui/source/result_spans.h"
#include "app/gui/source/source_view.h"
#include "app/gui/theme/elided_label.h"
#include "app/gui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kMargin = 16;

}

HistorySource::HistorySource(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(this))
    , m_open(new QToolButton(this))
    , m_view(new SourceView(this))
{
    setObjectName("sourcePanel"_L1);
    setAttribute(Qt::WA_StyledBackground);
    QFont font = labelFont();
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_title->setObjectName("panelTitle"_L1);
    m_open->setText(tr("Open in Compare"));
    m_open->setProperty("flat", true);
    m_open->setFocusPolicy(Qt::StrongFocus);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(kMargin, 6, 10, 2);
    top->addWidget(m_title, 1);
    top->addWidget(m_open);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(top);
    column->addWidget(m_view, 1);
    connect(m_open, &QToolButton::clicked, this, [this] {
        if (m_document) {
            emit openWanted(m_document);
        }
    });
    clear();
}

void HistorySource::clear()
{
    m_document.reset();
    m_open->setEnabled(false);
    m_view->mark({});
    m_title->setText(tr("Choose a dot or a run to see where its value stands"));
}

void HistorySource::showResult(const DocumentPtr& document, std::size_t position, std::size_t result,
                               const QString& name)
{
    std::vector<SourceSpan> all;
    for (const Run& run : document->parsed.runs) {
        for (const TestResult& each : run.results) {
            std::ranges::copy(spansOf(each), std::back_inserter(all));
        }
    }
    const std::vector<SourceSpan> own = spansOf(document->parsed.runs[position].results[result]);
    m_document = document;
    m_view->showDocument(document, std::move(all));
    m_view->mark(own);
    m_view->reveal(own.front());
    m_title->setText(tr("%1: %2, line %3").arg(name, documentName(*document)).arg(m_view->lineOf(own.front())));
    m_open->setEnabled(true);
}

}
