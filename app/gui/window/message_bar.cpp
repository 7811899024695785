// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/message_bar.h"

#include "app/gui/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_source(new QPushButton(tr("Show in Source"), this))
    , m_undo(new QPushButton(this))
    , m_all(new QPushButton(tr("Close All"), this))
    , m_close(new QToolButton(this))
{
    setObjectName("messageBar"_L1);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setText(u"✕"_s);
    m_close->setAccessibleName(tr("Close message"));
    m_close->setToolTip(tr("Close message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 8, 6);
    row->addWidget(m_text, 1);
    row->addWidget(m_source);
    row->addWidget(m_undo);
    row->addWidget(m_all);
    row->addWidget(m_close);
    connect(m_all, &QPushButton::clicked, this, [this] {
        m_problems.clear();
        showFirst();
    });
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    connect(m_source, &QPushButton::clicked, this, [this] {
        if (!m_problems.empty()) {
            emit sourceWanted(m_problems.front());
        }
    });
    connect(m_undo, &QPushButton::clicked, this, [this] {
        const QPointer<QAction> action = m_action;
        dismiss();
        if (action) {
            action->trigger();
        }
    });
    hide();
}

void MessageBar::tell(const Problem& problem)
{
    const bool isTold =
        std::ranges::any_of(m_problems, [&](const Problem& told) { return told.message == problem.message; });
    if (!isTold) {
        m_problems.push_back(problem);
    }
    showFirst();
}

void MessageBar::offer(const QString& text, QAction* action)
{
    m_offer = text;
    m_action = action;
    showFirst();
}

void MessageBar::dismiss()
{
    if (!m_offer.isEmpty()) {
        m_offer.clear();
    } else if (!m_problems.empty()) {
        m_problems.erase(m_problems.begin());
    }
    showFirst();
}

void MessageBar::showFirst()
{
    m_undo->setVisible(!m_offer.isEmpty());
    m_all->setVisible(m_offer.isEmpty() && m_problems.size() > 1);
    if (!m_offer.isEmpty()) {
        m_text->setText(m_offer.toHtmlEscaped());
        m_undo->setText(m_action ? m_action->toolTip() : QString());
        m_source->hide();
        show();
        return;
    }
    if (m_problems.empty()) {
        hide();
        return;
    }
    const Problem& problem = m_problems.front();
    QString text = problem.message.toHtmlEscaped();
    for (const QString& hint : problem.hints) {
        text += u"<br><span style=\"color:%1\">%2</span>"_s.arg(theme().muted.name(),
                                                                tr("Hint: %1").arg(hint.toHtmlEscaped()));
    }
    if (m_problems.size() > 1) {
        text += u"<br><span style=\"color:%1\">%2</span>"_s.arg(
            theme().muted.name(), tr("%n more messages", nullptr, static_cast<int>(m_problems.size()) - 1));
    }
    m_text->setText(text);
    m_source->setVisible(problem.document && problem.where);
    show();
}

}
