// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/matrix_view.h"

#include "app/gui/compare/comparison_filter_model.h"
#include "app/gui/compare/matrix_delegate.h"
#include "app/gui/compare/matrix_model.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/plain_table.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/labelled_combo.h"
#include "core/report/report_words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kMargin = 16;

/// "Across machines: UnixBench, With Patch against Without Patch".
QString titleOf(const Across& across)
{
    const ComparisonGroup& group = *across.places.front().group;
    QString title = fromUtf8(acrossHeading(across.over) + ": ");
    const QString benchmark = fromUtf8(displayedBenchmark(group.benchmark));
    title += benchmark.isEmpty() ? QString() : benchmark + u", "_s;
    const QString baseline = group.baseline.empty() ? MatrixView::tr("the baseline") : fromUtf8(group.baseline);
    if (across.over == "candidate") {
        title += MatrixView::tr("all against %1").arg(baseline);
        return group.machine.empty() ? title : title + u", "_s + fromUtf8(group.machine);
    }
    const QString candidate = group.candidate.empty() ? MatrixView::tr("the candidate") : fromUtf8(group.candidate);
    return title + MatrixView::tr("%1 against %2").arg(candidate, baseline);
}

bool holdsAny(const Across& across, const Comparison& comparison, const std::vector<std::size_t>& groups)
{
    return std::ranges::any_of(groups, [&](std::size_t g) {
        return std::ranges::contains(across.places, &comparison.groups[g], &AcrossPlace::group);
    });
}

}

MatrixView::MatrixView(const ComparisonFilterModel* filter, QWidget* parent)
    : QWidget(parent)
    , m_filter(filter)
    , m_views(new LabelledCombo(tr("side by side"), tr("matrix"), this))
    , m_sentence(new QLabel(this))
    , m_table(new QTableView(this))
    , m_empty(new QLabel(this))
    , m_model(new MatrixModel(this))
{
    m_views->setAccessibleName(tr("What the matrix lays side by side"));
    m_views->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setObjectName("hint"_L1);
    m_empty->setMargin(2 * kMargin);
    m_empty->setText(
        tr("A matrix lays one baseline beside two candidates or more, or one question over several machines, "
           "numbers of copies or scenarios. What is open has one of each: open the results of another "
           "machine or candidate together with these, and they stand here side by side."));

    m_table->setModel(m_model);
    m_table->setItemDelegate(new MatrixDelegate(m_table));
    m_table->setAccessibleName(tr("Matrix"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    makePlain(*m_table, MatrixDelegate::kRowHeight);
    m_table->horizontalHeader()->setObjectName("matrixHeader"_L1);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    m_table->horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);

    auto* top = new QVBoxLayout;
    top->setContentsMargins(kMargin, 0, kMargin, 6);
    top->setSpacing(6);
    top->addWidget(m_views);
    top->addWidget(m_sentence);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    column->addWidget(m_empty, 1);
    setFocusProxy(m_table);

    connect(m_views, &QComboBox::activated, this, [this](int index) {
        m_wanted = m_views->itemText(index);
        showChosen();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &MatrixView::selectionChanged);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const std::optional<RowPlace> place = m_model->placeOf(index)) {
            emit rowWanted(*place);
        }
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        if (m_model->rowCount() > 0) {
            m_table->setRowHeight(0, MatrixDelegate::kSummaryHeight);
        }
    });
}

void MatrixView::show(const std::shared_ptr<const Comparison>& comparison, const std::vector<std::size_t>& groups)
{
    m_comparison = comparison;
    m_groups = groups;
    m_isStale = true;
}

void MatrixView::refresh()
{
    if (!m_isStale) {
        return;
    }
    m_isStale = false;
    m_across.clear();
    m_views->clear();
    if (m_comparison) {
        for (Across& across : acrossOf(*m_comparison)) {
            m_views->addItem(titleOf(across));
            m_across.push_back(std::make_shared<const Across>(std::move(across)));
        }
    }
    const auto shown = std::ranges::find_if(
        m_across, [this](const auto& across) { return holdsAny(*across, *m_comparison, m_groups); });
    const auto place = shown == m_across.end() ? 0 : static_cast<int>(shown - m_across.begin());
    const int wanted = m_views->findText(m_wanted);
    m_views->setCurrentIndex(wanted >= 0 && !m_wanted.isEmpty() ? wanted : place);
    m_views->setVisible(m_across.size() > 1);
    showChosen();
}

void MatrixView::showChosen()
{
    const bool isEmpty = m_across.empty();
    const std::optional<RowPlace> before = selectedRow();
    m_model->show(m_comparison,
                  isEmpty ? nullptr : m_across[static_cast<std::size_t>(std::max(0, m_views->currentIndex()))],
                  [this](const ComparisonRow& row) { return m_filter->accepts(row); });
    m_table->setVisible(!isEmpty);
    m_sentence->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    writeSentence();
    layOutColumns();
    const QModelIndex kept = before ? m_model->indexOf(*before) : QModelIndex();
    m_table->setCurrentIndex(kept.isValid() ? kept : m_model->index(1, 1));
    emit selectionChanged();
}

void MatrixView::writeSentence()
{
    if (m_model->across() == nullptr) {
        m_sentence->clear();
        return;
    }
    // Where there is one view only, there is nothing to choose, and the sentence says what is laid side by side.
    QString text = m_across.size() > 1 ? QString() : titleOf(*m_model->across()) + u". "_s;
    text += fromUtf8(m_model->across()->sentence);
    const auto hidden = static_cast<int>(m_model->across()->tests.size() - m_model->shownTests());
    if (hidden > 0) {
        text += u' ' + tr("%n rows hidden", nullptr, hidden) + u'.';
    }
    m_sentence->setText(text);
}

void MatrixView::refilter()
{
    if (!isVisible()) {
        m_isStale = true;
        return;
    }
    if (m_isStale) {
        refresh();
        return;
    }
    const std::optional<RowPlace> before = selectedRow();
    m_model->setFilter([this](const ComparisonRow& row) { return m_filter->accepts(row); });
    writeSentence();
    const QModelIndex kept = before ? m_model->indexOf(*before) : QModelIndex();
    m_table->setCurrentIndex(kept.isValid() ? kept : m_model->index(1, 1));
}

std::optional<RowPlace> MatrixView::selectedRow() const
{
    return m_model->placeOf(m_table->currentIndex());
}

void MatrixView::selectRow(RowPlace place)
{
    refresh();
    const QModelIndex index = m_model->indexOf(place);
    if (index.isValid()) {
        m_table->setCurrentIndex(index);
    }
}

void MatrixView::layOutColumns()
{
    if (m_model->across() == nullptr) {
        return;
    }
    constexpr int kMostLines = 200; // of a long table: looking at all of them would cost more than it helps
    constexpr int kLeastName = 160;
    constexpr int kMostName = 380;
    constexpr int kMostHead = 150;
    constexpr int kLeastOver = 260;
    QStyleOptionViewItem option;
    option.font = m_table->font();
    const int last = m_model->columnCount() - 1;
    const QFontMetrics head(m_table->horizontalHeader()->font());
    int used = 0;
    for (int column = 0; column < last; ++column) {
        int width = column == 0
            ? kLeastName
            : std::min(kMostHead,
                       head.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())
                           + 32);
        for (int line = 0; line < std::min(m_model->rowCount(), kMostLines); ++line) {
            width = std::max(width, m_table->itemDelegate()->sizeHint(option, m_model->index(line, column)).width());
        }
        width = column == 0 ? std::min(width, kMostName) : width;
        m_table->setColumnWidth(column, width);
        used += width;
    }
    const int room = width() - used - m_table->verticalScrollBar()->sizeHint().width();
    m_table->setColumnWidth(last, std::max(kLeastOver, room));
}

void MatrixView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void MatrixView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOutColumns();
}

}
