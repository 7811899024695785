// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/compare_page.h"

#include "app/gui/compare/chart_view.h"
#include "app/gui/compare/comparison_table.h"
#include "app/gui/compare/filter_bar.h"
#include "app/gui/compare/headline.h"
#include "app/gui/compare/matrix_view.h"
#include "app/gui/theme/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <tuple>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kMargin = 16;

}

ComparePage::ComparePage(QWidget* parent)
    : QWidget(parent)
    , m_headline(new QLabel(this))
    , m_subline(new QLabel(this))
    , m_table(new ComparisonTable(this))
    , m_matrix(new MatrixView(m_table->filterModel(), this))
    , m_chart(new ChartView(this))
    , m_views(new QStackedWidget(this))
    , m_switch(new QButtonGroup(this))
    , m_filterBar(new FilterBar(m_table->filterModel(), this))
{
    setObjectName("page"_L1);
    setAttribute(Qt::WA_StyledBackground);
    m_headline->setFont(headlineFont());
    m_headline->setTextFormat(Qt::RichText);
    m_headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_headline->setWordWrap(true);
    m_subline->setTextFormat(Qt::RichText);
    m_subline->setWordWrap(true);
    m_subline->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* top = new QVBoxLayout;
    top->setContentsMargins(kMargin, 10, kMargin, 4);
    top->setSpacing(4);
    auto* first = new QHBoxLayout;
    first->addWidget(m_headline, 1);
    first->addWidget(makeSwitch());
    top->addLayout(first);
    top->addWidget(m_subline);
    top->addSpacing(4);
    top->addWidget(m_filterBar);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    m_views->addWidget(m_table);
    m_views->addWidget(m_matrix);
    m_views->addWidget(m_chart);
    column->addWidget(m_views, 1);
    connect(m_filterBar, &FilterBar::filtered, m_table, &ComparisonTable::relayout);
    connect(m_filterBar, &FilterBar::filtered, m_matrix, &MatrixView::refilter);
    connect(m_filterBar, &FilterBar::left, this, [this] { m_views->currentWidget()->setFocus(); });
    connect(m_table, &ComparisonTable::selectionChanged, this, &ComparePage::selectionChanged);
    connect(m_matrix, &MatrixView::selectionChanged, this, [this] {
        if (view() == View::Matrix) {
            emit selectionChanged();
        }
    });
}

QWidget* ComparePage::makeSwitch()
{
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const std::tuple<View, QString, QString> segments[] {{View::Table, tr("Table"), u"first"_s},
                                                         {View::Matrix, tr("Matrix"), u"middle"_s},
                                                         {View::Chart, tr("Chart"), u"last"_s}};
    for (const auto& [view, text, segment] : segments) {
        auto* button = new QPushButton(text, box);
        button->setCheckable(true);
        button->setProperty("segment", segment);
        m_switch->addButton(button, static_cast<int>(view));
        row->addWidget(button);
    }
    m_switch->button(0)->setChecked(true);
    connect(m_switch, &QButtonGroup::idClicked, this, [this](int id) { showView(static_cast<View>(id)); });
    return box;
}

ComparePage::View ComparePage::view() const
{
    return static_cast<View>(m_views->currentIndex());
}

void ComparePage::showView(View view)
{
    m_switch->button(static_cast<int>(view))->setChecked(true);
    if (view == this->view()) {
        return;
    }
    const std::optional<RowPlace> selected = selectedRow();
    m_filterBar->setVisible(view != View::Chart);
    m_views->setCurrentIndex(static_cast<int>(view));
    if (view == View::Matrix && selected) {
        m_matrix->selectRow(*selected);
    }
    emit viewChosen(view);
    emit selectionChanged();
}

std::optional<RowPlace> ComparePage::selectedRow() const
{
    return view() == View::Matrix ? m_matrix->selectedRow() : m_table->selectedRow();
}

std::vector<RowPlace> ComparePage::selectedRows() const
{
    if (view() != View::Matrix) {
        return m_table->selectedRows();
    }
    const std::optional<RowPlace> place = m_matrix->selectedRow();
    return place ? std::vector {*place} : std::vector<RowPlace> {};
}

void ComparePage::showChart(bool isChart)
{
    if (isChart != (view() == View::Chart)) {
        showView(isChart ? View::Chart : View::Table);
    }
}

void ComparePage::show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups,
                       double limit)
{
    m_comparison = comparison;
    m_groups = groups;
    m_limit = limit;
    m_table->show(comparison, groups);
    m_matrix->show(comparison, groups);
    m_chart->show(comparison, groups);
    m_filterBar->refresh();
    writeHeadline();
}

int ComparePage::wantedHeight() const
{
    constexpr int kBelow = 20;
    layout()->activate();
    return m_views->y() + m_table->wantedHeight() + kBelow;
}

void ComparePage::writeHeadline()
{
    if (!m_comparison) {
        m_headline->clear();
        m_subline->clear();
        return;
    }
    m_headline->setText(headline(countsOf(*m_comparison, m_groups), m_limit));
    const QString text = subline(*m_comparison, m_groups);
    m_subline->setText(text);
    m_subline->setVisible(!text.isEmpty());
}

void ComparePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        writeHeadline();
    }
}

}
