// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/library/opened_tree.h"

#include "app/gui/compare/cell_painter.h"
#include "app/gui/library/opened_model.h"
#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSet>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

using Kind = OpenedModel::Kind;

Kind kindOf(const QModelIndex& index)
{
    return static_cast<Kind>(index.data(OpenedModel::KindRole).toInt());
}

class OpenedDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        const Kind kind = kindOf(index);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        if (isSelected) {
            painter->fillRect(option.rect, theme().selection);
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(theme().accent);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        QRect cell = option.rect.adjusted(2, 0, -10, 0);
        painter->setFont(labelFont());
        for (const auto& [role, shape, colour] : {std::tuple {OpenedModel::BetterRole, u'▲', theme().better},
                                                  std::tuple {OpenedModel::WorseRole, u'▼', theme().worse}}) {
            const int count = index.data(role).toInt();
            if (count > 0) {
                const QString text = QString(QChar(shape)) + QString::number(count);
                painter->setPen(colour);
                painter->drawText(cell, Qt::AlignRight | Qt::AlignVCenter, text);
                cell.setRight(cell.right() - painter->fontMetrics().horizontalAdvance(text) - 6);
            }
        }
        QFont font = option.font;
        font.setWeight(kind == Kind::Comparison || kind == Kind::Stored ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        painter->setPen(kind == Kind::Comparison || kind == Kind::Document || kind == Kind::Stored || isSelected
                            ? theme().text
                            : theme().muted);
        const QString pill = index.data(OpenedModel::PillRole).toString();
        const int pillWidth = pill.isEmpty() ? 0 : QFontMetrics(labelFont()).horizontalAdvance(pill) + 24;
        const QString text =
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, cell.width() - pillWidth);
        painter->drawText(cell, Qt::AlignLeft | Qt::AlignVCenter, text);
        cell.setLeft(cell.left() + painter->fontMetrics().horizontalAdvance(text) + 8);
        painter->setFont(labelFont());
        const QString detail = index.data(OpenedModel::DetailRole).toString();
        if (!detail.isEmpty() && cell.width() > 24) {
            painter->setPen(theme().muted);
            painter->drawText(cell, Qt::AlignLeft | Qt::AlignVCenter,
                              painter->fontMetrics().elidedText(detail, Qt::ElideRight, cell.width()));
        }
        if (!pill.isEmpty()) {
            paintPill(*painter, cell, pill, false);
        }
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), 24};
    }
};

}

OpenedTree::OpenedTree(Session* session, Library* library, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_library(library)
    , m_model(new OpenedModel(this))
    , m_view(new QTreeView(this))
    , m_heading(new QLabel(tr("WORKSPACE"), this))
    , m_hint(new QLabel(tr("Documents that you open are kept here, with your notes."), this))
    , m_filter(new QLineEdit(this))
{
    setObjectName("sidePanel"_L1);
    setAttribute(Qt::WA_StyledBackground);
    m_heading->setObjectName("panelHeading"_L1);
    QFont font = labelFont();
    font.setWeight(QFont::DemiBold);
    m_heading->setFont(font);
    m_hint->setObjectName("panelHeading"_L1);
    m_hint->setWordWrap(true);
    m_hint->setContentsMargins(0, 4, 10, 0);
    m_filter->setPlaceholderText(tr("Filter documents"));
    m_filter->setAccessibleName(tr("Filter documents"));
    m_filter->setClearButtonEnabled(true);

    m_view->setModel(m_model);
    m_view->setItemDelegate(new OpenedDelegate(m_view));
    m_view->setHeaderHidden(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setIndentation(16);
    m_view->setUniformRowHeights(true);
    m_view->setAccessibleName(tr("Documents and what was read from them"));
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 12, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_heading);
    auto* filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(12, 0, 12, 0);
    filterRow->addWidget(m_filter);
    column->addLayout(filterRow);
    column->addWidget(m_hint);
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &OpenedTree::choose);
    connect(m_view, &QTreeView::clicked, this, &OpenedTree::openStored);
    connect(m_view, &QTreeView::activated, this, &OpenedTree::openStored);
    connect(m_view, &QWidget::customContextMenuRequested, this, &OpenedTree::showMenu);
    connect(m_filter, &QLineEdit::textChanged, this, &OpenedTree::filter);
    connect(session, &Session::openedChanged, this, &OpenedTree::refill);
    connect(session, &Session::shownChanged, this, &OpenedTree::followSession);
    connect(library, &Library::contentsChanged, this, &OpenedTree::refill);
    auto* remove = new QShortcut(QKeySequence::Delete, m_view, this, &OpenedTree::removeWanted);
    remove->setContext(Qt::WidgetShortcut);
    refill();
}

void OpenedTree::refill()
{
    m_isFollowing = true;
    // step 1: what the user unfolded, and where they were, stays so
    QSet<QString> unfolded;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_view->isExpanded(m_model->index(row, 0))) {
            unfolded.insert(m_model->index(row, 0).data(OpenedModel::KeyRole).toString());
        }
    }
    const QModelIndex current = m_view->currentIndex();
    const QString stored = current.isValid() && kindOf(current) == Kind::Stored
        ? current.data(OpenedModel::KeyRole).toString()
        : QString();
    // step 2: fill anew
    m_model->show(m_session->opened(), m_library->contents());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex top = m_model->index(row, 0);
        const QString key = top.data(OpenedModel::KeyRole).toString();
        m_view->setExpanded(top, unfolded.contains(key));
        for (int file = 0; file < m_model->rowCount(top); ++file) {
            m_view->expand(m_model->index(file, 0, top));
        }
        if (key == stored && kindOf(top) == Kind::Stored) {
            m_view->setCurrentIndex(top);
        }
    }
    m_hint->setVisible(m_model->rowCount() == 0);
    constexpr int kSeenAtOnce = 15;
    m_filter->setVisible(m_model->rowCount() > kSeenAtOnce || !m_filter->text().isEmpty());
    const std::filesystem::path& path = m_library->path();
    m_heading->setText(path.empty() || path == defaultWorkspace()
                           ? tr("WORKSPACE")
                           : tr("WORKSPACE %1").arg(fromUtf8(path.stem().string())));
    m_heading->setToolTip(fromUtf8(path.string()));
    filter();
    m_isFollowing = false;
    followSession();
}

void OpenedTree::filter()
{
    const QString wanted = m_filter->text().trimmed();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString text =
            m_model->index(row, 0).data(Qt::ToolTipRole).toString() + m_model->index(row, 0).data().toString();
        m_view->setRowHidden(row, {}, !text.contains(wanted, Qt::CaseInsensitive));
    }
}

void OpenedTree::followSession()
{
    if (m_isFollowing) {
        return; // the change came from here
    }
    const QModelIndex current = m_view->currentIndex();
    if (!m_session->current() || (m_view->hasFocus() && current.isValid() && kindOf(current) == Kind::Stored)) {
        return;
    }
    const QModelIndex index = m_model->indexOf(m_session->currentIndex(), m_session->groups());
    m_isFollowing = true;
    m_view->expand(m_model->topOf(m_session->currentIndex()));
    m_view->setCurrentIndex(index);
    m_isFollowing = false;
    emit selectionChanged();
}

std::vector<Sha256> OpenedTree::selectedDocuments() const
{
    std::vector<Sha256> out;
    const QModelIndex index = m_view->currentIndex();
    if (!index.isValid()) {
        return out;
    }
    const Kind kind = kindOf(index);
    if (kind == Kind::Stored || kind == Kind::StoredRun) {
        const DocumentId id {index.data(OpenedModel::StoredRole).toLongLong()};
        const std::vector<DocumentEntry>& documents = m_library->contents().documents;
        if (const auto entry = std::ranges::find(documents, id, &DocumentEntry::id); entry != documents.end()) {
            out.push_back(entry->sha256);
        }
        return out;
    }
    const OpenedComparison& opened = *m_session->opened()[index.data(OpenedModel::OpenedRole).value<std::size_t>()];
    const QVariant one = kind == Kind::Document ? index.data(OpenedModel::DocumentRole) : QVariant();
    for (std::size_t d = 0; d < opened.documents.size(); ++d) {
        const Sha256& sha256 = opened.documents[d]->sha256;
        if ((!one.isValid() || one.value<std::size_t>() == d) && m_library->find(sha256) != nullptr) {
            out.push_back(sha256);
        }
    }
    return out;
}

void OpenedTree::openStored(const QModelIndex& index)
{
    if (index.isValid() && (kindOf(index) == Kind::Stored || kindOf(index) == Kind::StoredRun)) {
        emit storedWanted({index.data(OpenedModel::StoredRole).toLongLong()});
    }
}

void OpenedTree::choose(const QModelIndex& index)
{
    if (m_isFollowing || !index.isValid()) {
        return;
    }
    emit selectionChanged();
    if (kindOf(index) == Kind::Stored || kindOf(index) == Kind::StoredRun) {
        return; // the keyboard passes over them; Enter opens
    }
    const auto opened = index.data(OpenedModel::OpenedRole).value<std::size_t>();
    const OpenedComparison& comparison = *m_session->opened()[opened];
    const std::size_t count = comparison.comparison ? comparison.comparison->groups.size() : 0;
    std::vector<std::size_t> groups;
    switch (kindOf(index)) {
    case Kind::Comparison:
    case Kind::Document:
        groups.resize(count);
        std::iota(groups.begin(), groups.end(), 0);
        break;
    case Kind::Group:
        groups.push_back(index.data(OpenedModel::GroupRole).value<std::size_t>());
        break;
    case Kind::Stored:
    case Kind::StoredRun:
        return;
    case Kind::Block: {
        const auto document = index.data(OpenedModel::DocumentRole).value<std::size_t>();
        emit placeChosen(comparison.documents[document],
                         {.offset = index.data(OpenedModel::PlaceRole).value<std::size_t>(), .length = 0});
        return;
    }
    }
    m_isFollowing = true;
    m_session->show(opened, std::move(groups));
    m_isFollowing = false;
}

void OpenedTree::showMenu(const QPoint& point)
{
    const QModelIndex index = m_view->indexAt(point);
    if (!index.isValid()) {
        return;
    }
    m_view->setCurrentIndex(index);
    QMenu menu;
    if (kindOf(index) == Kind::Stored || kindOf(index) == Kind::StoredRun) {
        menu.addAction(tr("Open"), this, [this, index] { openStored(index); });
    } else {
        const auto opened = index.data(OpenedModel::OpenedRole).value<std::size_t>();
        menu.addAction(tr("Close"), this, [this, opened] { m_session->close(opened); });
    }
    if (!selectedDocuments().empty()) {
        menu.addAction(tr("Remove from Workspace"), this, &OpenedTree::removeWanted);
    }
    menu.exec(m_view->viewport()->mapToGlobal(point));
}

}
