// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/run_service.h"

#include <QScrollArea>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
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

    void listKernels(const QList<KernelEntry>& kernels, bool hasExperiments);
    void showMachine(const MachineReport& machine);

    [[nodiscard]] RunRequest request() const;
    /// Why the request cannot be started, or nothing.
    [[nodiscard]] QString problem() const;
    /// The tests that the request would measure.
    [[nodiscard]] QList<PlannedTest> plannedTests() const;
    /// Seconds that the request is going to take, about.
    [[nodiscard]] double plannedSeconds() const;

    void chooseKernels(const QStringList& words);
    void chooseSide(const QString& label, const QString& role);
    void chooseCopies(int copies);
    void setRounds(int rounds);
    void setSeconds(double seconds);
    /// While a run goes on nothing can be changed.
    void lock(bool isLocked);
    void focusFirst();

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
    QWidget* m_side;
    QLineEdit* m_label;
    QComboBox* m_role;
    QComboBox* m_copies;
    QSpinBox* m_rounds;
    QDoubleSpinBox* m_seconds;
    QComboBox* m_pin;
    QLabel* m_machine;
    QLabel* m_processor;
    bool m_hasExperiments = false;
};

}
