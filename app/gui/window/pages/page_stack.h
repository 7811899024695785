// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QButtonGroup;
class QFrame;
class QStackedWidget;
class QVBoxLayout;

namespace patchscale {

class Page;

/// The pages, one at a time: its bar above, the rail to switch pages at the left.
class PageStack final : public QWidget
{
    Q_OBJECT

public:
    /// @p notice stands between bar and page, whatever page is shown.
    explicit PageStack(QWidget* notice, QWidget* parent = nullptr);

    /// Adds @p page below those that are there and takes ownership; the first one is shown.
    void addPage(Page* page);
    [[nodiscard]] const std::vector<Page*>& pages() const
    {
        return m_pages;
    }
    [[nodiscard]] Page* current() const;
    void showPage(Page* page);
    /// Shows the page with this id, if there is one.
    void showPage(const QString& id);

signals:
    void currentChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void tintIcons();

    std::vector<Page*> m_pages;
    QStackedWidget* m_bars;
    QStackedWidget* m_stack;
    QFrame* m_rail;
    QVBoxLayout* m_railColumn;
    QButtonGroup* m_buttons;
};

}
