// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/run_service.h"

#include <QScrollArea>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;
class QVBoxLayout;

namespace patchscale {

class KernelTree;

/// The left column of the Run page: what, compared with what, how, and on which machine.
class RunForm final : public QScrollArea
{
    Q_OBJECT

public:
    explicit RunForm(QWidget* parent = nullptr);

    /// @p presets are those of fio, to be chosen like kernels.
    void listKernels(const QList<KernelEntry>& kernels, const QList<KernelEntry>& presets, bool hasExperiments);
    void showMachine(const MachineReport& machine);

    [[nodiscard]] RunRequest request() const;
    /// Fills the form in as @p request says; kernels as soon as they are listed.
    void fillIn(const RunRequest& request);
    /// Why the request cannot be started, or nothing.
    [[nodiscard]] QString problem() const;
    /// The tests that the request would measure.
    [[nodiscard]] QList<PlannedTest> plannedTests() const;
    /// Seconds that the request is going to take, about.
    [[nodiscard]] double plannedSeconds() const;

    void chooseKernels(const QStringList& words);
    void chooseSide(const QString& label, const QString& role);
    /// Two settings, interleaved; @p check may be empty.
    void chooseSettings(const QString& before, const QString& after, const QString& check);
    void chooseCopies(const QList<int>& copies);
    void setRounds(int rounds);
    void setSeconds(double seconds);
    /// While a run goes on nothing can be changed.
    void lock(bool isLocked);
    [[nodiscard]] QLineEdit* searchLine() const
    {
        return m_search;
    }
    [[nodiscard]] KernelTree* kernelTree() const
    {
        return m_kernels;
    }

signals:
    void changed();

private:
    void layOutWhat(QVBoxLayout* column);
    void layOutCompare(QVBoxLayout* column);
    void layOutHow(QVBoxLayout* column);
    void layOutAround(QGridLayout* grid);
    void layOutMachine(QVBoxLayout* column);
    void follow();
    void fillCopies(int cpus);

    QList<KernelEntry> m_entries;
    QList<QWidget*> m_fields;
    QLineEdit* m_search;
    KernelTree* m_kernels;
    QCheckBox* m_ownCommand;
    QLineEdit* m_command;
    QRadioButton* m_twoSettings;
    QRadioButton* m_thisBoot;
    QWidget* m_settings;
    QLineEdit* m_before;
    QLineEdit* m_after;
    QLineEdit* m_check;
    QWidget* m_side;
    QLineEdit* m_label;
    QComboBox* m_role;
    QComboBox* m_copies;
    QSpinBox* m_rounds;
    QDoubleSpinBox* m_until;
    QDoubleSpinBox* m_seconds;
    QComboBox* m_pin;
    QComboBox* m_disturber;
    QLineEdit* m_disturbingCommand;
    QDoubleSpinBox* m_duty;
    QComboBox* m_counters;
    QComboBox* m_profile;
    QLabel* m_machine;
    QLabel* m_processor;
    bool m_hasExperiments = false;
    std::optional<QStringList> m_wanted; ///< to be chosen when kernels are listed
};

}
