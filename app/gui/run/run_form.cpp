// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_form.h"

#include "app/gui/run/form_grid.h"
#include "app/gui/run/kernel_tree.h"
#include "app/gui/run/planned_run.h"
#include "app/gui/window/labelled_combo.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QRadioButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr int kWidth = 330;
/// Commands are longer than choices.
constexpr int kCommandWidth = 214;
/// The choice of a load that is a command.
constexpr QLatin1StringView kCommand("command");
constexpr QLatin1StringView kSoftwareEvents("task-clock,context-switches,cpu-migrations,page-faults");

}

RunForm::RunForm(QWidget* parent)
    : QScrollArea(parent)
    , m_search(new QLineEdit)
    , m_kernels(new KernelTree)
    , m_ownCommand(new QCheckBox(tr("A command of your own")))
    , m_command(new QLineEdit)
    , m_twoSettings(new QRadioButton(tr("Two settings, interleaved")))
    , m_thisBoot(new QRadioButton(tr("This boot only")))
    , m_settings(new QWidget)
    , m_before(new QLineEdit)
    , m_after(new QLineEdit)
    , m_check(new QLineEdit)
    , m_side(new QWidget)
    , m_label(new QLineEdit(u"before"_s))
    , m_role(new LabelledCombo)
    , m_copies(new LabelledCombo)
    , m_rounds(new QSpinBox)
    , m_until(new QDoubleSpinBox)
    , m_seconds(new QDoubleSpinBox)
    , m_pin(new LabelledCombo)
    , m_disturber(new LabelledCombo)
    , m_disturbingCommand(new QLineEdit)
    , m_duty(new QDoubleSpinBox)
    , m_counters(new LabelledCombo)
    , m_profile(new LabelledCombo)
    , m_machine(new QLabel)
    , m_processor(new QLabel(tr("Looking at this machine")))
{
    setObjectName("sidePanel"_L1);
    setFixedWidth(kWidth);
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* inside = new QWidget;
    inside->setObjectName("sidePanel"_L1);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(16, 6, 16, 12);
    column->setSpacing(5);
    layOutWhat(column);
    layOutCompare(column);
    layOutHow(column);
    layOutMachine(column);
    setWidget(inside);
    m_fields = {m_search,  m_kernels, m_ownCommand, m_command, m_twoSettings, m_thisBoot, m_before,
                m_after,   m_check,   m_label,      m_role,    m_copies,      m_rounds,   m_until,
                m_seconds, m_pin,     m_disturber,  m_duty,    m_counters,    m_profile,  m_disturbingCommand};
    follow();
}

void RunForm::layOutWhat(QVBoxLayout* column)
{
    column->addWidget(heading(tr("What")));
    m_search->setPlaceholderText(tr("Find a kernel"));
    m_search->setAccessibleName(tr("Find a kernel"));
    m_search->setClearButtonEnabled(true);
    m_kernels->setMinimumHeight(150);
    m_command->setPlaceholderText(tr("make -s clean"));
    m_command->setAccessibleName(tr("Command to time"));
    column->addWidget(m_search);
    column->addWidget(m_kernels, 1);
    column->addWidget(m_ownCommand);
    column->addWidget(m_command);
    m_ownCommand->hide();
    connect(m_search, &QLineEdit::textChanged, m_kernels, &KernelTree::filter);
    connect(m_kernels, &KernelTree::chosenChanged, this, &RunForm::changed);
    connect(m_ownCommand, &QCheckBox::toggled, this, &RunForm::follow);
    connect(m_command, &QLineEdit::textChanged, this, &RunForm::changed);
}

void RunForm::layOutCompare(QVBoxLayout* column)
{
    column->addWidget(heading(tr("Compare")));
    m_thisBoot->setChecked(true);
    column->addWidget(m_twoSettings);
    auto* settings = new QVBoxLayout(m_settings);
    settings->setContentsMargins(0, 0, 0, 0);
    QGridLayout* pair = newGrid(settings);
    const QString hint = tr("A command that switches to this setting; that it took is read back, and the first state "
                            "is put back at the end");
    addField(pair, tr("A ● before"), m_before, hint);
    addField(pair, tr("B ◆ after"), m_after, hint);
    m_before->setPlaceholderText(u"sysctl name=0"_s);
    m_after->setPlaceholderText(u"sysctl name=1"_s);
    addField(pair, tr("Check"), m_check,
             tr("A command that prints another text under A than under B; not needed where a setting is written by "
                "'sysctl name=value' or 'echo value > /file'"));
    m_check->setPlaceholderText(tr("not needed for sysctl"));
    for (QLineEdit* line : {m_before, m_after, m_check}) {
        line->setFixedWidth(kCommandWidth);
        // Of what is too long the beginning shows, unless somebody writes in it.
        connect(line, &QLineEdit::editingFinished, line, [line] { line->setCursorPosition(0); });
        connect(line, &QLineEdit::textChanged, line, [line] {
            if (!line->hasFocus()) {
                line->setCursorPosition(0);
            }
        });
    }
    column->addWidget(m_settings);

    column->addWidget(m_thisBoot);
    auto* side = new QVBoxLayout(m_side);
    side->setContentsMargins(0, 0, 0, 0);
    QGridLayout* grid = newGrid(side);
    m_role->addItem(tr("A ● baseline"), u"baseline"_s);
    m_role->addItem(tr("B ◆ candidate"), u"candidate"_s);
    m_role->addItem(tr("neither"), QString());
    addField(grid, tr("Side"), m_role);
    addField(grid, tr("Label"), m_label, tr("What is measured: before, after, v2, 6.12-rc1"));
    column->addWidget(m_side);
    m_twoSettings->hide();
    m_thisBoot->hide();
    m_settings->hide();

    connect(m_role, &QComboBox::activated, this, [this] {
        const QString role = m_role->currentData().toString();
        if (m_label->text() == "before"_L1 || m_label->text() == "after"_L1) {
            m_label->setText(role == "candidate"_L1 ? u"after"_s : u"before"_s);
        }
    });
    connect(m_twoSettings, &QRadioButton::toggled, this, &RunForm::follow);
    for (QLineEdit* line : {m_label, m_before, m_after, m_check}) {
        connect(line, &QLineEdit::textChanged, this, &RunForm::changed);
    }
}

void RunForm::layOutHow(QVBoxLayout* column)
{
    column->addWidget(heading(tr("How")));
    QGridLayout* grid = newGrid(column);
    m_rounds->setRange(1, 1000);
    m_rounds->setValue(5);
    m_seconds->setRange(0.05, 3600);
    m_seconds->setDecimals(2);
    m_seconds->setSingleStep(0.5);
    m_seconds->setValue(2);
    m_seconds->setSuffix(tr(" s", "seconds"));
    for (const auto& [text, word] :
         {std::pair {tr("no"), u"none"_s}, std::pair {tr("one CPU each"), u"cpu"_s},
          std::pair {tr("one per physical core"), u"core"_s}, std::pair {tr("one per NUMA node"), u"node"_s}}) {
        m_pin->addItem(text, word);
    }
    fillCopies(1);
    m_until->setRange(0, 100);
    m_until->setDecimals(2);
    m_until->setSingleStep(0.5);
    m_until->setPrefix(u"±"_s);
    m_until->setSuffix(u" %"_s);
    m_until->setSpecialValueText(tr("off"));
    addField(grid, tr("Copies"), m_copies, tr("How many run at the same time"));
    addField(grid, tr("Rounds"), m_rounds, tr("Samples of each test, taken in rounds over all tests"));
    addField(grid, tr("Until"), m_until,
             tr("A test takes no more rounds once its interval is narrower than this; the rounds above are then the "
                "most"));
    addField(grid, tr("Seconds a round"), m_seconds);
    addField(grid, tr("Pin to CPUs"), m_pin);
    connect(m_copies, &QComboBox::currentIndexChanged, this, &RunForm::changed);
    connect(m_rounds, &QSpinBox::valueChanged, this, &RunForm::changed);
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, &RunForm::changed);
    connect(m_until, &QDoubleSpinBox::valueChanged, this, &RunForm::follow);
    layOutAround(grid);
}

void RunForm::layOutAround(QGridLayout* grid)
{
    for (const auto& [text, word] :
         {std::pair {tr("no"), QString()}, std::pair {tr("busy loop"), u"busy"_s},
          std::pair {tr("pause loop"), u"pause"_s}, std::pair {tr("a command"), QString(kCommand)}}) {
        m_disturber->addItem(text, word);
    }
    m_duty->setRange(0.1, 100);
    m_duty->setDecimals(1);
    m_duty->setValue(90);
    m_duty->setSuffix(u" %"_s);
    m_disturbingCommand->setPlaceholderText(u"redis-benchmark -q"_s);
    for (const auto& [text, word] :
         {std::pair {tr("no"), QString()}, std::pair {tr("perf stat: software"), QString(kSoftwareEvents)},
          std::pair {tr("perf stat: default"), u"default"_s}}) {
        m_counters->addItem(text, word);
    }
    m_profile->addItem(tr("no"), false);
    m_profile->addItem(tr("perf record"), true);
    addField(grid, tr("Disturb sibling"), m_disturber,
             tr("A load on the other hardware thread of the core that is measured; on the same CPU where a core has "
                "one thread"));
    addField(grid, tr("Load"), m_disturbingCommand, tr("The command that disturbs"));
    addField(grid, tr("Share of time"), m_duty, tr("How much of the time the load runs"));
    addField(grid, tr("Counters"), m_counters, tr("Events that perf counts beside each sample"));
    addField(grid, tr("Profile"), m_profile, tr("One more round of each kernel under perf record, with its report"));
    for (QComboBox* combo : {m_disturber, m_counters, m_profile}) {
        connect(combo, &QComboBox::currentIndexChanged, this, &RunForm::follow);
    }
    connect(m_duty, &QDoubleSpinBox::valueChanged, this, &RunForm::changed);
    connect(m_disturbingCommand, &QLineEdit::textChanged, this, &RunForm::changed);
}

void RunForm::layOutMachine(QVBoxLayout* column)
{
    column->addWidget(heading(tr("Machine")));
    m_machine->setObjectName("hint"_L1);
    for (QLabel* label : {m_processor, m_machine}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
}

void RunForm::fillCopies(int cpus)
{
    const auto before = m_copies->currentData().value<QList<int>>();
    m_copies->clear();
    m_copies->addItem(u"1"_s, QVariant::fromValue(QList<int> {1}));
    if (cpus > 1) {
        m_copies->addItem(tr("all (%1)", "CPUs").arg(cpus), QVariant::fromValue(QList<int> {cpus}));
        m_copies->addItem(tr("1 and all (%1)", "CPUs").arg(cpus), QVariant::fromValue(QList<int> {1, cpus}));
    }
    if (!before.isEmpty()) {
        chooseCopies(before);
    }
}

void RunForm::listKernels(const QList<KernelEntry>& kernels, const QList<KernelEntry>& presets, bool hasExperiments)
{
    if (m_entries.size() != kernels.size() + presets.size()) {
        m_entries = kernels + presets;
        m_kernels->list(m_entries);
    }
    if (m_wanted && !m_entries.isEmpty()) {
        m_kernels->choose(*m_wanted);
        m_wanted.reset();
    }
    m_hasExperiments = hasExperiments;
    m_ownCommand->setVisible(hasExperiments);
    m_twoSettings->setVisible(hasExperiments);
    m_thisBoot->setVisible(hasExperiments);
    follow();
}

void RunForm::showMachine(const MachineReport& machine)
{
    m_processor->setText(machine.processor.isEmpty() ? tr("This machine") : machine.processor);
    m_machine->setText(machine.lines.join(u'\n'));
    fillCopies(machine.cpus);
}

void RunForm::follow()
{
    const bool isPair = m_hasExperiments && m_twoSettings->isChecked();
    const bool isOwn = m_hasExperiments && m_ownCommand->isChecked();
    m_settings->setVisible(isPair);
    m_side->setVisible(!isPair);
    m_command->setVisible(isOwn);
    m_kernels->setEnabled(!isOwn);
    m_search->setEnabled(!isOwn);
    m_seconds->setEnabled(!isOwn);
    m_disturber->setEnabled(!isOwn);
    const bool isDisturbed = !isOwn && !m_disturber->currentData().toString().isEmpty();
    setShown(m_disturbingCommand, isDisturbed && m_disturber->currentData().toString() == kCommand);
    setShown(m_duty, isDisturbed);
    // The runner puts one copy beside the load.
    m_pin->setEnabled(!isDisturbed);
    m_copies->setEnabled(!isDisturbed);
    m_rounds->setPrefix(m_until->value() > 0 ? tr("at most ") : QString());
    emit changed();
}

RunRequest RunForm::request() const
{
    RunRequest request;
    if (m_hasExperiments && m_ownCommand->isChecked()) {
        request.command = QProcess::splitCommand(m_command->text());
    } else {
        for (const QString& word : m_kernels->chosen()) {
            if (word.startsWith(kFioWord)) {
                request.fio << word.mid(kFioWord.size());
            } else {
                request.kernels << word;
            }
        }
        const QString load = m_disturber->currentData().toString();
        request.disturber = load == kCommand ? m_disturbingCommand->text().trimmed() : load;
        request.dutyPercent = m_duty->value();
    }
    request.untilPercent = m_until->value();
    request.counters = m_counters->currentData().toString();
    request.isProfiled = m_profile->currentData().toBool();
    if (request.disturber.isEmpty()) {
        request.copies = m_copies->currentData().value<QList<int>>();
    }
    request.rounds = m_rounds->value();
    request.seconds = m_seconds->value();
    request.pin = request.disturber.isEmpty() ? m_pin->currentData().toString() : u"none"_s;
    request.label = m_label->text().trimmed();
    request.role = m_role->currentData().toString();
    request.isExperiment = m_hasExperiments && m_twoSettings->isChecked();
    request.before = m_before->text().trimmed();
    request.after = m_after->text().trimmed();
    request.check = m_check->text().trimmed();
    return request;
}

void RunForm::fillIn(const RunRequest& request)
{
    m_ownCommand->setChecked(!request.command.isEmpty());
    QStringList quoted;
    for (const QString& word : request.command) {
        // As splitCommand() takes it apart: three quotation marks stand for one.
        QString inside = word;
        inside.replace(u'"', u"\"\"\""_s);
        quoted << (word.isEmpty() || word.contains(u' ') || word.contains(u'"') ? u'"' + inside + u'"' : word);
    }
    m_command->setText(quoted.join(u' '));
    QStringList words = request.kernels;
    for (const QString& job : request.fio) {
        words << kFioWord + job;
    }
    if (request.command.isEmpty() && m_entries.isEmpty()) {
        m_wanted = words;
    } else if (request.command.isEmpty()) {
        m_kernels->choose(words);
    }
    (request.isExperiment ? m_twoSettings : m_thisBoot)->setChecked(true);
    m_before->setText(request.before);
    m_after->setText(request.after);
    m_check->setText(request.check);
    if (!request.isExperiment) {
        chooseSide(request.label, request.role);
    }
    chooseCopies(request.copies);
    m_rounds->setValue(request.rounds);
    m_until->setValue(request.untilPercent);
    m_seconds->setValue(request.seconds);
    chooseData(m_pin, request.pin);
    if (!chooseData(m_disturber, request.disturber)) {
        chooseData(m_disturber, kCommand);
        m_disturbingCommand->setText(request.disturber);
    }
    if (!request.disturber.isEmpty()) {
        m_duty->setValue(request.dutyPercent);
    }
    if (!chooseData(m_counters, request.counters)) {
        m_counters->addItem(tr("perf stat: own events"), request.counters);
        m_counters->setItemData(m_counters->count() - 1, request.counters, Qt::ToolTipRole);
        m_counters->setCurrentIndex(m_counters->count() - 1);
    }
    m_profile->setCurrentIndex(request.isProfiled ? 1 : 0);
    follow();
}

QString RunForm::problem() const
{
    const RunRequest asked = request();
    if (m_entries.isEmpty()) {
        return tr("No kernels are there yet");
    }
    if (asked.kernels.isEmpty() && asked.fio.isEmpty() && asked.command.isEmpty()) {
        return m_ownCommand->isChecked() ? tr("Write the command that is to be timed")
                                         : tr("Check at least one kernel at the left");
    }
    if (m_disturber->isEnabled() && m_disturber->currentData().toString() == kCommand && asked.disturber.isEmpty()) {
        return tr("Write the command that disturbs");
    }
    if ((asked.isProfiled || !asked.counters.isEmpty()) && asked.kernels.isEmpty() && asked.command.isEmpty()) {
        return tr("perf looks at kernels and commands: check a kernel, or count and profile nothing");
    }
    if (asked.isExperiment && (asked.before.isEmpty() || asked.after.isEmpty())) {
        return tr("Write the commands that switch to A and to B");
    }
    return !asked.isExperiment && asked.label.isEmpty() ? tr("Write a label, so that the run can be told from others")
                                                        : QString();
}

QList<PlannedTest> RunForm::plannedTests() const
{
    return patchscale::plannedTests(request(), m_entries);
}

double RunForm::plannedSeconds() const
{
    return patchscale::plannedSeconds(request(), m_entries);
}

void RunForm::chooseKernels(const QStringList& words)
{
    m_ownCommand->setChecked(false);
    m_kernels->choose(words);
}

void RunForm::chooseSide(const QString& label, const QString& role)
{
    m_thisBoot->setChecked(true);
    m_label->setText(label);
    m_role->setCurrentIndex(std::max(0, m_role->findData(role)));
}

void RunForm::chooseSettings(const QString& before, const QString& after, const QString& check)
{
    m_twoSettings->setChecked(true);
    m_before->setText(before);
    m_after->setText(after);
    m_check->setText(check);
}

void RunForm::chooseCopies(const QList<int>& copies)
{
    for (int i = 0; i < m_copies->count(); ++i) {
        if (m_copies->itemData(i).value<QList<int>>() == copies) {
            m_copies->setCurrentIndex(i);
            return;
        }
    }
    QStringList numbers;
    for (const int count : copies) {
        numbers << QString::number(count);
    }
    m_copies->addItem(numbers.join(u", "), QVariant::fromValue(copies));
    m_copies->setCurrentIndex(m_copies->count() - 1);
}

void RunForm::setRounds(int rounds)
{
    m_rounds->setValue(rounds);
}

void RunForm::setSeconds(double seconds)
{
    m_seconds->setValue(seconds);
}

void RunForm::lock(bool isLocked)
{
    for (QWidget* field : m_fields) {
        field->setEnabled(!isLocked);
    }
    if (!isLocked) {
        follow();
    }
}

}
