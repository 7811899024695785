// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/filter_bar.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace patchscale {

FilterBar::FilterBar(ComparisonFilterModel* model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_line(new QLineEdit(this))
    , m_chips(new QButtonGroup(this))
    , m_hint(new QLabel(this))
{
    m_line->setObjectName("filterLine"_L1);
    m_line->setPlaceholderText(tr("Filter: pipe  -shell  verdict:regressed  change:<-5%"));
    m_line->setAccessibleName(tr("Filter rows"));
    m_line->setToolTip(tr("Words must appear, -word must not. verdict:regressed  change:<-5%  test:/copy.*4096/  "
                          "metric:…  unit:…  machine:…  note:…"));
    m_line->setClearButtonEnabled(true);
    m_hint->setObjectName("hint"_L1);
    m_hint->setWordWrap(true);
    m_hint->hide();

    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_line, 1);
    for (const RowChoice choice : {RowChoice::All, RowChoice::Worse, RowChoice::Better, RowChoice::ClaimsOff}) {
        auto* chip = new QPushButton(this);
        chip->setProperty("chip", true);
        chip->setCheckable(true);
        m_chips->addButton(chip, static_cast<int>(choice));
        row->addWidget(chip);
    }
    m_chips->setExclusive(true);
    chip(RowChoice::All)->setChecked(true);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_hint);

    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &FilterBar::applyLine);
    connect(m_chips, &QButtonGroup::idClicked, this, [this](int id) {
        m_model->setChoice(static_cast<RowChoice>(id));
        applyLine();
    });
    refresh();
}

QAbstractButton* FilterBar::chip(RowChoice choice) const
{
    return m_chips->button(static_cast<int>(choice));
}

void FilterBar::refresh()
{
    const int all = m_model->count(RowChoice::All);
    const int off = m_model->count(RowChoice::ClaimsOff);
    chip(RowChoice::All)->setText(tr("All %1").arg(all));
    chip(RowChoice::Worse)->setText(tr("Worse %1").arg(m_model->count(RowChoice::Worse)));
    chip(RowChoice::Better)->setText(tr("Better %1").arg(m_model->count(RowChoice::Better)));
    chip(RowChoice::ClaimsOff)->setText(tr("Claims off %1").arg(off));
    chip(RowChoice::ClaimsOff)->setVisible(off > 0 || chip(RowChoice::ClaimsOff)->isChecked());
    applyLine();
}

void FilterBar::focusLine()
{
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

bool FilterBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_line || event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
        if (!m_line->text().isEmpty()) {
            m_line->clear();
            return true;
        }
        [[fallthrough]];
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
        emit left();
        return true;
    default:
        return false;
    }
}

void FilterBar::applyLine()
{
    const RowFilter filter(m_line->text());
    m_model->setFilter(filter);
    tellProblems(filter.problems());
    emit filtered();
}

void FilterBar::tellProblems(const QStringList& problems)
{
    const int hidden = m_model->count(RowChoice::All) - m_model->shownTests();
    QString text = problems.join(u". ");
    if (hidden > 0) {
        text += (text.isEmpty() ? QString() : u". "_s) + tr("%n rows hidden", nullptr, hidden);
    }
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
    m_line->setProperty("isWrong", !problems.isEmpty());
    m_line->style()->unpolish(m_line);
    m_line->style()->polish(m_line);
}

}
