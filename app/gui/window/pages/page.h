// SPDX-License-Identifier: GPL-3.0-or-later
// The room for the pages of the window. A page is a QWidget below Page with its own bar of controls and its own words
// for the status bar; the PageStack shows one at a time, with a rail at the left as soon as there are two. To add one:
// a file in this folder (or a folder of its own in app/gui), its icon in resources/icons, and one addPage() in
// MainWindow::layOut().
#pragma once

#include <QString>
#include <QWidget>

namespace patchscale {

/// What the status bar says of a page: at the left what is shown, at the right under which conditions.
struct PageStatus
{
    QString left;
    QString right;
};

/// One page of the window.
class Page : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The word on the rail and in the View menu: "Compare".
    [[nodiscard]] virtual QString title() const = 0;
    /// The name that settings have for the page; never changes.
    [[nodiscard]] virtual QString id() const = 0;
    /// The icon's file in resources/icons, without its ending.
    [[nodiscard]] virtual QString icon() const = 0;
    /// The controls above the page, or null. The stack shows it with the page and owns it.
    [[nodiscard]] virtual QWidget* bar() = 0;
    [[nodiscard]] virtual PageStatus status() const = 0;
    /// What keys go to when the page is turned to.
    [[nodiscard]] virtual QWidget* firstFocus() = 0;

signals:
    /// status() tells something else now.
    void statusChanged();
};

}
