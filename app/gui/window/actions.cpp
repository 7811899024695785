// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/actions.h"

#include "app/gui/theme/theme.h"
#include "core/model/run.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <array>

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

QAction* add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys = {})
{
    QAction* action = menu->addAction(text);
    action->setShortcuts(keys);
    return action;
}

void addThemes(QMenu* menu, Actions& actions)
{
    QMenu* choices = menu->addMenu(Words::tr("Colours"));
    actions.themes = new QActionGroup(choices);
    const std::pair<ThemeChoice, QString> themes[] {
        {ThemeChoice::System, Words::tr("Follow System")},
        {ThemeChoice::Light, Words::tr("Light")},
        {ThemeChoice::Dark, Words::tr("Dark")},
    };
    for (const auto& [choice, text] : themes) {
        QAction* action = choices->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        actions.themes->addAction(action);
    }
}

void addDirections(QMenu* menu, Actions& actions)
{
    QMenu* choices = menu->addMenu(Words::tr("Direction of Rows"));
    actions.directions = new QActionGroup(menu);
    const std::array<std::pair<QString, Better>, 3> words {{{Words::tr("Higher is Better"), Better::Higher},
                                                            {Words::tr("Lower is Better"), Better::Lower},
                                                            {Words::tr("As the Document Tells"), Better::Unknown}}};
    for (const auto& [text, better] : words) {
        QAction* action = choices->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(better));
        actions.directions->addAction(action);
    }
}

void fillFile(QMenu* menu, Actions& actions)
{
    actions.open = add(menu, Words::tr("Open…"), {QKeySequence::Open});
    actions.openFolder = add(menu, Words::tr("Open Folder…"), {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O)});
    actions.recent = menu->addMenu(Words::tr("Open Recent"));
    actions.openSample = add(menu, Words::tr("Open Sample"));
    menu->addSeparator();
    actions.save = add(menu, Words::tr("Save to Workspace"), {QKeySequence::Save});
    actions.keepOpened = add(menu, Words::tr("Save What Is Opened"));
    actions.keepOpened->setCheckable(true);
    actions.removeDocument = add(menu, Words::tr("Remove from Workspace"));
    actions.openWorkspace = add(menu, Words::tr("Open Workspace…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)});
    actions.newWorkspace = add(menu, Words::tr("New Workspace…"));
    menu->addSeparator();
    actions.close = add(menu, Words::tr("Close"), {QKeySequence::Close});
    menu->addSeparator();
    actions.exportAs = add(menu, Words::tr("Export…"), {QKeySequence(Qt::CTRL | Qt::Key_E)});
    actions.saveChart = add(menu, Words::tr("Save Chart…"));
    menu->addSeparator();
    actions.quit = add(menu, Words::tr("Quit"), {QKeySequence::Quit});
    actions.quit->setMenuRole(QAction::QuitRole);
}

void fillEdit(QMenu* menu, Actions& actions)
{
    actions.undo = add(menu, Words::tr("Undo"), {QKeySequence::Undo});
    actions.redo = add(menu, Words::tr("Redo"), {QKeySequence::Redo});
    menu->addSeparator();
    actions.paste = add(menu, Words::tr("Paste Mail"), {QKeySequence::Paste});
    menu->addSeparator();
    actions.copyMail = add(menu, Words::tr("Copy for Mail"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)});
    actions.copyMarkdown = add(menu, Words::tr("Copy as Markdown"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)});
    actions.copyRow = add(menu, Words::tr("Copy Rows"), {QKeySequence::Copy});
    menu->addSeparator();
    actions.note = add(menu, Words::tr("Note on Row"), {QKeySequence(Qt::Key_N)});
    actions.resolveNote = add(menu, Words::tr("Resolve Note"), {QKeySequence(Qt::SHIFT | Qt::Key_N)});
    addDirections(menu, actions);
    actions.filter = add(menu, Words::tr("Filter Rows"), {QKeySequence::Find, QKeySequence(Qt::Key_Slash)});
}

void fillView(QMenu* menu, Actions& actions)
{
    actions.view = menu;
    actions.pagesEnd = menu->addSeparator();
    actions.showChart = add(menu, Words::tr("Chart Instead of Table"), {QKeySequence(Qt::Key_F7)});
    actions.showMatrix = add(menu, Words::tr("Matrix Instead of Table"), {QKeySequence(Qt::Key_F6)});
    for (QAction* action : {actions.showChart, actions.showMatrix}) {
        action->setCheckable(true);
    }
    menu->addSeparator();
    actions.showTree = add(menu, Words::tr("Workspace Panel"), {QKeySequence(Qt::Key_F9)});
    actions.showPanel = add(menu, Words::tr("Source and Detail"), {QKeySequence(Qt::Key_F10)});
    for (QAction* action : {actions.showTree, actions.showPanel}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    actions.resetLayout = add(menu, Words::tr("Reset Layout"), {QKeySequence(Qt::CTRL | Qt::Key_0)});
    menu->addSeparator();
    addThemes(menu, actions);
}

void fillCompare(QMenu* menu, Actions& actions)
{
    actions.swapSides = add(menu, Words::tr("Swap Baseline and Candidate"), {QKeySequence(Qt::CTRL | Qt::Key_T)});
    actions.swapSides->setIconText(QStringLiteral("⇄"));
    actions.resetSides = add(menu, Words::tr("Reset Sides and Metric"));
    actions.allGroups = add(menu, Words::tr("Show All Groups"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)});
    menu->addSeparator();
    actions.nextRegression =
        add(menu, Words::tr("Next Regression"), {QKeySequence(Qt::CTRL | Qt::Key_Down), QKeySequence(Qt::Key_F8)});
    actions.previousRegression = add(menu, Words::tr("Previous Regression"),
                                     {QKeySequence(Qt::CTRL | Qt::Key_Up), QKeySequence(Qt::SHIFT | Qt::Key_F8)});
    actions.nextValue = add(menu, Words::tr("Next Value in Source"), {QKeySequence(Qt::CTRL | Qt::Key_G)});
    menu->addSeparator();
    actions.cancel = add(menu, Words::tr("Cancel Reading"), {QKeySequence(Qt::Key_Escape)});
}

}

QList<QAction*> Actions::onAnswer() const
{
    QList<QAction*> actions {exportAs,   saveChart, copyMail,       copyMarkdown,      copyRow,
                             filter,     note,      showChart,      showMatrix,        swapSides,
                             resetSides, nextValue, nextRegression, previousRegression};
    return actions + directions->actions();
}

Actions makeActions(QMainWindow* window)
{
    Actions actions;
    QMenuBar* bar = window->menuBar();
    fillFile(bar->addMenu(Words::tr("&File")), actions);
    fillEdit(bar->addMenu(Words::tr("&Edit")), actions);
    fillView(bar->addMenu(Words::tr("&View")), actions);
    fillCompare(bar->addMenu(Words::tr("&Compare")), actions);
    actions.run = bar->addMenu(Words::tr("&Run"));
    actions.runMore = new QAction(Words::tr("Run More…"), window);
    actions.runMore->setShortcut(QKeySequence(Qt::Key_M));
    QMenu* help = bar->addMenu(Words::tr("&Help"));
    actions.findCommand = add(help, Words::tr("Find Command…"),
                              {QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    actions.about = add(help, Words::tr("About Patchscale"));
    actions.about->setMenuRole(QAction::AboutRole);
    return actions;
}

}
