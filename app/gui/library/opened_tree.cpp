// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/library/opened_tree.h"

#include "app/gui/compare/cell_painter.h"
#include "app/gui/library/opened_model.h"
#include "app/gui/theme/theme.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

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
        font.setWeight(kind == Kind::Comparison ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        painter->setPen(kind == Kind::Comparison || kind == Kind::Document || isSelected ? theme().text : theme().muted);
        const QString pill = index.data(OpenedModel::PillRole).toString();
        const int pillWidth = pill.isEmpty() ? 0 : QFontMetrics(labelFont()).horizontalAdvance(pill) + 24;
        const QString text
            = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, cell.width() - pillWidth);
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

OpenedTree::OpenedTree(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new OpenedModel(this))
    , m_view(new QTreeView(this))
{
    setObjectName("sidePanel"_L1);
    setAttribute(Qt::WA_StyledBackground);
    auto* heading = new QLabel(tr("WORKSPACE"), this);
    heading->setObjectName("panelHeading"_L1);
    QFont font = labelFont();
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);

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
    column->addWidget(heading);
    column->addWidget(m_view, 1);
    setFocusProxy(m_view);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &OpenedTree::choose);
    connect(m_view, &QWidget::customContextMenuRequested, this, &OpenedTree::showMenu);
    connect(session, &Session::openedChanged, this, &OpenedTree::refill);
    connect(session, &Session::shownChanged, this, &OpenedTree::followSession);
    refill();
}

void OpenedTree::refill()
{
    m_isFollowing = true;
    m_model->show(m_session->opened());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex top = m_model->index(row, 0);
        for (int file = 0; file < m_model->rowCount(top); ++file) {
            m_view->expand(m_model->index(file, 0, top));
        }
    }
    m_isFollowing = false;
    followSession();
}

void OpenedTree::followSession()
{
    if (m_isFollowing) {
        return; // the change came from here
    }
    const QModelIndex index = m_model->indexOf(m_session->currentIndex(), m_session->groups());
    m_isFollowing = true;
    m_view->expand(m_model->index(static_cast<int>(m_session->currentIndex()), 0));
    m_view->setCurrentIndex(index);
    m_isFollowing = false;
}

void OpenedTree::choose(const QModelIndex& index)
{
    if (m_isFollowing || !index.isValid()) {
        return;
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
    QMenu menu;
    const auto opened = index.data(OpenedModel::OpenedRole).value<std::size_t>();
    menu.addAction(tr("Close"), this, [this, opened] { m_session->close(opened); });
    menu.exec(m_view->viewport()->mapToGlobal(point));
}

}
