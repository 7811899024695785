// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/warning_box.h"

#include "app/gui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr qsizetype kFew = 2;

}

WarningBox::WarningBox(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel)
    , m_more(new QToolButton)
{
    setObjectName("runWarning"_L1);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_more->setProperty("flat", true);
    m_more->setCheckable(true);
    m_more->setFocusPolicy(Qt::StrongFocus);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 5, 8, 5);
    row->addWidget(m_text, 1);
    row->addWidget(m_more, 0, Qt::AlignTop);
    connect(m_more, &QToolButton::toggled, this, &WarningBox::refresh);
    hide();
}

void WarningBox::add(const RunWarned& warning)
{
    const auto same = std::ranges::find(m_warnings, warning.code, &RunWarned::code);
    if (same != m_warnings.end() && !warning.code.isEmpty()) {
        *same = warning;
    } else {
        m_warnings.push_back(warning);
    }
    refresh();
}

void WarningBox::clear()
{
    m_warnings.clear();
    m_more->setChecked(false);
    refresh();
}

void WarningBox::refresh()
{
    const bool isAll = m_more->isChecked();
    const qsizetype shown = isAll ? m_warnings.size() : std::min(kFew, m_warnings.size());
    QStringList lines;
    for (const RunWarned& warning : m_warnings.first(shown)) {
        QString line = u"⚠ "_s + warning.message.toHtmlEscaped();
        if (!warning.mend.isEmpty()) {
            line += u" <span style=\"color:%1\">— %2</span>"_s.arg(theme().muted.name(), warning.mend.toHtmlEscaped());
        }
        lines << line;
    }
    m_text->setText(lines.join(u"<br>"));
    m_more->setText(isAll ? tr("Fewer") : tr("%n More", "warnings", static_cast<int>(m_warnings.size() - shown)));
    m_more->setVisible(m_warnings.size() > kFew);
    setVisible(!m_warnings.isEmpty());
}

void WarningBox::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        refresh();
    }
}

}
