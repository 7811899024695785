// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/pages/page_stack.h"

#include "app/gui/theme/icons.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/pages/page.h"

#include <QButtonGroup>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kRailWidth = 66;
constexpr int kRailButton = 48;
constexpr int kIconSize = 18;

}

PageStack::PageStack(QWidget* notice, QWidget* parent)
    : QWidget(parent)
    , m_bars(new QStackedWidget(this))
    , m_stack(new QStackedWidget(this))
    , m_rail(new QFrame(this))
    , m_railColumn(new QVBoxLayout(m_rail))
    , m_buttons(new QButtonGroup(this))
{
    m_rail->setObjectName("rail"_L1);
    m_rail->setFixedWidth(kRailWidth);
    m_rail->hide();
    m_railColumn->setContentsMargins(3, 10, 3, 10);
    m_railColumn->setSpacing(4);
    m_railColumn->addStretch();
    m_bars->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(notice);
    right->addWidget(m_stack, 1);
    auto* below = new QHBoxLayout;
    below->setSpacing(0);
    below->addWidget(m_rail);
    below->addLayout(right, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bars);
    column->addLayout(below, 1);

    connect(m_buttons, &QButtonGroup::idClicked, this,
            [this](int id) { showPage(m_pages[static_cast<std::size_t>(id)]); });
}

void PageStack::addPage(Page* page)
{
    const auto id = static_cast<int>(m_pages.size());
    m_pages.push_back(page);
    m_bars->addWidget(page->bar() != nullptr ? page->bar() : new QWidget);
    m_stack->addWidget(page);
    auto* button = new QToolButton(m_rail);
    button->setProperty("rail", true);
    button->setText(page->title());
    button->setFont(labelFont());
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize(QSize(kIconSize, kIconSize));
    button->setFixedSize(kRailWidth - 6, kRailButton);
    button->setCheckable(true);
    button->setChecked(id == 0);
    button->setFocusPolicy(Qt::StrongFocus);
    m_buttons->addButton(button, id);
    m_railColumn->insertWidget(id, button);
    m_rail->setVisible(m_pages.size() > 1);
    tintIcons();
}

Page* PageStack::current() const
{
    return m_pages[static_cast<std::size_t>(m_stack->currentIndex())];
}

void PageStack::showPage(Page* page)
{
    if (page == current()) {
        return;
    }
    const auto id = static_cast<int>(std::ranges::find(m_pages, page) - m_pages.begin());
    m_bars->setCurrentIndex(id);
    m_stack->setCurrentIndex(id);
    m_buttons->button(id)->setChecked(true);
    page->firstFocus()->setFocus();
    emit currentChanged();
}

void PageStack::showPage(const QString& id)
{
    const auto page = std::ranges::find(m_pages, id, &Page::id);
    if (page != m_pages.end() && isOffered(*page)) {
        showPage(*page);
    }
}

QAbstractButton* PageStack::buttonOf(const Page* page) const
{
    return m_buttons->button(static_cast<int>(std::ranges::find(m_pages, page) - m_pages.begin()));
}

void PageStack::setOffered(Page* page, bool isOffered)
{
    std::erase(m_withdrawn, page);
    if (!isOffered) {
        m_withdrawn.push_back(page);
    }
    buttonOf(page)->setVisible(isOffered);
    if (!isOffered && page == current()) {
        showPage(m_pages.front());
    }
}

bool PageStack::isOffered(const Page* page) const
{
    return !std::ranges::contains(m_withdrawn, page);
}

void PageStack::tintIcons()
{
    // A rail that is not shown needs no pictures, and reading them takes time at the start.
    for (std::size_t i = 0; i < m_pages.size() && m_pages.size() > 1; ++i) {
        m_buttons->button(static_cast<int>(i))->setIcon(themedIcon(m_pages[i]->icon(), kIconSize));
    }
}

void PageStack::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        tintIcons();
    }
}

}
