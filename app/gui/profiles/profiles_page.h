// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/profiles/profile_answer.h"
#include "app/gui/session/session.h"
#include "app/gui/window/pages/page.h"

#include <QThreadPool>

#include <stop_token>
#include <string>
#include <vector>

class QAction;
class QComboBox;
class QFrame;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QTableView;

namespace patchscale {

class FlameView;
class Library;
class ProfileTableModel;

/// The page that answers where the time went: two profiles by symbol, and their stacks as one flame graph.
class ProfilesPage final : public Page
{
    Q_OBJECT

public:
    ProfilesPage(Session* session, Library* library, QWidget* parent = nullptr);
    ~ProfilesPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString id() const override;
    [[nodiscard]] QString icon() const override;
    [[nodiscard]] QWidget* bar() override;
    [[nodiscard]] PageStatus status() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    /// Whether what is shown in the window holds profiles of two sides.
    [[nodiscard]] bool hasProfiles() const
    {
        return m_answer && !m_answer->profiles.empty();
    }
    [[nodiscard]] QTableView* table() const
    {
        return m_table;
    }
    [[nodiscard]] FlameView* flames() const
    {
        return m_flames;
    }
    [[nodiscard]] QLabel* headline() const
    {
        return m_headline;
    }
    [[nodiscard]] QLineEdit* filterLine() const
    {
        return m_filterLine;
    }
    /// Takes @p before and @p after for one symbol, or with an empty @p after for none. It is kept in the workspace,
    /// with the document that has the old name, and can be undone.
    void pair(const QString& before, const QString& after);
    /// Writes the flame graph as it is seen to @p path (.svg, .png or .pdf).
    Result<void> saveFlames(const QString& path);

signals:
    /// hasProfiles() may be something else now.
    void profilesChanged();
    void problemFound(const patchscale::Problem& problem);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    QWidget* makeFlameBox();
    void followSession();
    void ask();
    void take(const OpenedPtr& opened, ProfileAnswerPtr answer);
    void showProfile(int index);
    void write();
    void fitColumns();
    void fitNames();
    void followSelection();
    void selectSymbol(const QString& symbol);
    void showMenu(const QPoint& place);
    void choosePartner();
    void chooseFile();
    void takeApart();
    void keepPair(const CorrectedDocument& source, const std::string& from, const std::string& to, const QString& what);
    [[nodiscard]] const ProfileComparison* profile() const;
    [[nodiscard]] const CallTree* tree() const;
    [[nodiscard]] const ProfileRow* selectedRow() const;

    Session* m_session;
    Library* m_library;
    QFrame* m_bar;
    QComboBox* m_choice;
    QLabel* m_headline;
    QLabel* m_notes;
    QLineEdit* m_filterLine;
    ProfileTableModel* m_model;
    QSortFilterProxyModel* m_filter;
    QTableView* m_table;
    QSplitter* m_parts;
    QWidget* m_flameBox;
    FlameView* m_flames;
    QLabel* m_told;
    QComboBox* m_widths;
    QComboBox* m_measure;
    QPushButton* m_whole;
    QAction* m_pair;
    QAction* m_unpair;
    QAction* m_save;
    OpenedPtr m_opened; ///< what the answer is of
    ProfileAnswerPtr m_answer;
    int m_index = 0;
    int m_nameWidth = 0; ///< what the longest name would take
    std::stop_source m_stop;
    QThreadPool m_pool;
};

}
