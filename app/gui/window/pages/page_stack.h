// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QAbstractButton;
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
    /// Takes a page off the rail, or puts it back; the first page is shown instead of one that goes.
    void setOffered(Page* page, bool isOffered);
    [[nodiscard]] bool isOffered(const Page* page) const;
    /// Shows the page with this id, if there is one that is offered.
    void showPage(const QString& id);

signals:
    void currentChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void tintIcons();
    [[nodiscard]] QAbstractButton* buttonOf(const Page* page) const;

    std::vector<Page*> m_pages;
    std::vector<const Page*> m_withdrawn; ///< not offered for now
    QStackedWidget* m_bars;
    QStackedWidget* m_stack;
    QFrame* m_rail;
    QVBoxLayout* m_railColumn;
    QButtonGroup* m_buttons;
};

}
