// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/compare_bar.h"

#include "app/gui/text/words.h"
#include "app/gui/theme/theme.h"
#include "app/gui/window/actions.h"
#include "app/gui/window/labelled_combo.h"
#include "app/gui/window/limit_box.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kFieldHeight = 28;
constexpr int kBarHeight = 45;

QToolButton* makeButton(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setFixedHeight(kFieldHeight);
    return button;
}

/// Fills @p combo with @p names; @p current is chosen, or nothing when the shown groups differ in it.
void fill(LabelledCombo* combo, const std::vector<std::string>& names, const std::vector<std::string>& current)
{
    const QSignalBlocker quiet(combo);
    combo->clear();
    for (const std::string& name : names) {
        combo->addItem(fromUtf8(name));
    }
    const bool isOne =
        !current.empty() && std::ranges::all_of(current, [&](const auto& name) { return name == current.front(); });
    combo->setCurrentIndex(isOne ? combo->findText(fromUtf8(current.front())) : -1);
    combo->setPlaceholderText(names.empty() ? QString()
                                            : CompareBar::tr("several", "sides or metrics of several groups"));
    combo->setEnabled(!names.empty());
    combo->setToolTip(combo->accessibleName()
                      + (combo->currentText().isEmpty() ? QString() : u": " + combo->currentText()));
    combo->updateGeometry();
}

void merge(std::vector<std::string>& names, const std::vector<std::string>& more)
{
    for (const std::string& name : more) {
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
}

}

CompareBar::CompareBar(Session* session, const Actions& actions, QWidget* parent)
    : QFrame(parent)
    , m_session(session)
    , m_paste(makeButton(actions.paste, this))
    , m_baseline(new LabelledCombo(tr("A ● baseline"), tr("A ●"), this))
    , m_candidate(new LabelledCombo(tr("B ◆ candidate"), tr("B ◆"), this))
    , m_metric(new LabelledCombo(tr("metric"), {}, this))
    , m_limit(new LimitBox(this))
    , m_limitField(new QFrame(this))
    , m_runMore(makeButton(actions.runMore, this))
{
    setObjectName("compareBar"_L1);
    setFixedHeight(kBarHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 0, 14, 0);
    row->setSpacing(10);
    row->addWidget(makeButton(actions.open, this));
    row->addWidget(m_paste);
    row->addSpacing(14);
    row->addWidget(m_baseline);
    row->addWidget(makeButton(actions.swapSides, this));
    row->addWidget(m_candidate);
    row->addWidget(m_metric);
    row->addWidget(makeLimitField());
    row->addStretch();
    row->addWidget(m_runMore);
    QToolButton* copy = makeButton(actions.copyMail, this);
    copy->setProperty("primary", true);
    row->addWidget(copy);
    row->addWidget(makeButton(actions.exportAs, this));

    // What cannot be measured needs no button: the menu tells why.
    connect(actions.runMore, &QAction::changed, this, [this] { fitInto(width()); });
    connect(m_baseline, &QComboBox::textActivated, session,
            [session](const QString& label) { session->chooseBaseline(label.toStdString()); });
    connect(m_candidate, &QComboBox::textActivated, session,
            [session](const QString& label) { session->chooseCandidate(label.toStdString()); });
    connect(m_metric, &QComboBox::textActivated, session,
            [session](const QString& name) { session->chooseMetric(name.toStdString()); });
    connect(m_limit, &LimitBox::valueChanged, session, [session](double percent) { session->setLimit(percent / 100); });
    connect(session, &Session::shownChanged, this, &CompareBar::followSession);
    followSession();
}

QWidget* CompareBar::makeLimitField()
{
    m_limitField->setObjectName("field"_L1);
    m_limit->setValue(m_session->limit() * 100);
    m_limit->setAccessibleName(tr("Limit: the change that matters"));
    m_limit->setToolTip(tr("The change that matters. Smaller ones are called unchanged or minor."));
    m_limit->installEventFilter(this);
    auto* label = new QLabel(tr("limit"), m_limitField);
    label->setFont(labelFont());
    label->setObjectName("hint"_L1);
    label->setBuddy(m_limit);
    auto* row = new QHBoxLayout(m_limitField);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(label);
    row->addWidget(m_limit);
    m_limitField->setFixedHeight(kFieldHeight);
    return m_limitField;
}

QSize CompareBar::minimumSizeHint() const
{
    constexpr int kLeastWidth = 760;
    return {kLeastWidth, kBarHeight};
}

void CompareBar::fitInto(int room)
{
    // Pasting has its key and its menu; whole labels are told by the tool tips too.
    m_paste->setVisible(true);
    m_runMore->setVisible(m_runMore->isEnabled());
    for (LabelledCombo* combo : {m_baseline, m_candidate, m_metric}) {
        combo->setShort(false);
    }
    if (layout()->minimumSize().width() > room) {
        for (LabelledCombo* combo : {m_baseline, m_candidate, m_metric}) {
            combo->setShort(true);
        }
    }
    m_paste->setVisible(layout()->minimumSize().width() <= room);
    m_runMore->setVisible(m_runMore->isVisibleTo(this) && layout()->minimumSize().width() <= room);
}

void CompareBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitInto(width());
}

bool CompareBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_limit && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) {
        m_limitField->setProperty("isFocused", event->type() == QEvent::FocusIn);
        m_limitField->style()->unpolish(m_limitField);
        m_limitField->style()->polish(m_limitField);
    }
    return QFrame::eventFilter(watched, event);
}

void CompareBar::followSession()
{
    std::vector<std::string> labels;
    std::vector<std::string> metrics;
    std::vector<std::string> baselines;
    std::vector<std::string> candidates;
    std::vector<std::string> shownMetrics;
    const OpenedPtr opened = m_session->current();
    if (opened && opened->comparison) {
        for (const std::size_t g : m_session->groups()) {
            const ComparisonGroup& group = opened->comparison->groups[g];
            merge(labels, variantLabels(*opened->input, group));
            merge(metrics, metricNames(*opened->input, group));
            baselines.push_back(group.baseline);
            candidates.push_back(group.candidate);
            for (const ComparisonRow& row : group.rows) {
                merge(shownMetrics, {row.metric});
            }
        }
    }
    fill(m_baseline, labels, baselines);
    fill(m_candidate, labels, candidates);
    fill(m_metric, metrics, shownMetrics);
    const QSignalBlocker quiet(m_limit);
    m_limit->setValue(m_session->limit() * 100);
}

}
