// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/session/opened_comparison.h"
#include "app/gui/session/problem.h"
#include "app/workbench/jobs.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <map>
#include <optional>
#include <stop_token>
#include <vector>

namespace patchscale {

/// What is open and what of it is shown. Reads and compares off the GUI thread; everything else lives on it.
class Session final : public QObject
{
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    void openFiles(const QStringList& paths);
    /// Opens text from the clipboard or a drop; @p origin names it.
    void openText(const QByteArray& text, const QString& origin);
    /// Opens a document that has been read already.
    void openDocument(DocumentPtr document);
    void close(std::size_t index);
    /// Stops what is being read or compared.
    void cancel();
    [[nodiscard]] bool isBusy() const
    {
        return m_running > 0;
    }

    [[nodiscard]] const std::vector<OpenedPtr>& opened() const
    {
        return m_opened;
    }
    /// The comparison that is shown, or null.
    [[nodiscard]] OpenedPtr current() const;
    [[nodiscard]] std::size_t currentIndex() const
    {
        return m_current;
    }
    /// The groups of it that are shown.
    [[nodiscard]] const std::vector<std::size_t>& groups() const
    {
        return m_groups;
    }
    /// Shows @p groups of an opened comparison.
    void show(std::size_t index, std::vector<std::size_t> groups);

    [[nodiscard]] double limit() const
    {
        return m_limit;
    }
    void setLimit(double limit);
    void chooseBaseline(const std::string& label);
    void chooseCandidate(const std::string& label);
    void chooseMetric(const std::string& name);
    /// Makes the candidate of each shown group its baseline.
    void swapSides();
    /// Forgets the choices of sides and metrics of the shown comparison.
    void resetChoices();
    /// What the user set by hand, of all documents; what is open is read and answered anew where that changes it.
    void setCorrections(std::map<Sha256, Corrections> corrections);
    /// What the user set by hand of one document, in place of what was set before.
    void correct(const Sha256& document, Corrections corrections);
    /// Adds a comparison that was made elsewhere and shows it.
    void add(OpenedPtr opened);
    /// The user's notes on all documents; what is open shows those that stand in it.
    void setNotes(std::vector<DocumentNote> notes);
    /// What tests are known to vary by from run to run; what is open is answered anew where that is something new.
    void setFloors(NoiseFloorsPtr floors);

signals:
    void openedChanged(); ///< something was opened or closed
    void shownChanged(); ///< another comparison, other groups or a new answer
    void busyChanged(bool isBusy, const QString& what);
    void problemFound(const patchscale::Problem& problem);
    void documentsRead(const std::vector<patchscale::DocumentPtr>& documents);

private:
    /// A shown group by what it is, so that it is found again in a new answer.
    struct ShownGroup
    {
        GroupKey key;
        std::string baseline;
        std::string candidate;
    };

    void read(std::function<std::vector<Result<DocumentPtr>>(const Job&)> readAll, const QString& what);
    void answer(GroupChoices choices, std::vector<ShownGroup> wanted);
    void ask(OpenedPtr asked, GroupChoices choices, std::vector<ShownGroup> wanted);
    void showWanted(const std::vector<ShownGroup>& wanted);
    [[nodiscard]] std::vector<ShownGroup> shownGroups() const;
    [[nodiscard]] std::vector<CorrectedDocument> waitingDocuments() const;
    void followCorrections();
    void replace(const OpenedPtr& place, OpenedPtr anew, const std::vector<ShownGroup>& wanted);
    void started(const QString& what);
    void finished();
    void report(const Error& error);
    void reportFindings(const OpenedComparison& opened);

    QThreadPool m_pool;
    std::stop_source m_stop;
    int m_running = 0;
    std::vector<OpenedPtr> m_opened;
    std::size_t m_current = 0;
    std::vector<std::size_t> m_groups;
    double m_limit = 0.01;
    std::vector<DocumentNote> m_notes;
    std::map<Sha256, Corrections> m_corrections;
    NoiseFloorsPtr m_floors = std::make_shared<NoiseFloors>();
};

}
