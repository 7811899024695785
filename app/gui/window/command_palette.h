// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QAction;
class QLineEdit;
class QMenuBar;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTreeView;

namespace patchscale {

/// Every command of the menus that can be used now, found by typing parts of its name; Return does it.
class CommandPalette final : public QDialog
{
    Q_OBJECT

public:
    /// Lists what @p menus holds at this moment.
    explicit CommandPalette(const QMenuBar& menus, QWidget* parent = nullptr);

    /// The commands that match what is typed, best first, as they are shown: "Compare › Next Regression".
    [[nodiscard]] QStringList shown() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list(const QList<QAction*>& actions, const QString& path);
    void narrow(const QString& typed);
    void doCurrent();

    QStandardItemModel* m_commands;
    QSortFilterProxyModel* m_matching;
    QLineEdit* m_typed;
    QTreeView* m_view;
};

}
