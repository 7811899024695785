// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/command_palette.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

constexpr QSize kSize(560, 380);
constexpr int kActionRole = Qt::UserRole + 1;

/// The text of a menu entry without the mark of its mnemonic.
QString plain(QString text)
{
    text.replace(u"&&"_s, u"\x1"_s);
    text.remove(u'&');
    return text.replace(u'\x1', u'&');
}

/// Shows the rows that hold every typed word, in any order.
class WordFilter final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QStringList& words)
    {
        beginResetModel();
        m_words = words;
        endResetModel();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const QString text = sourceModel()->index(row, 0, parent).data().toString();
        return std::ranges::all_of(m_words,
                                   [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    }

private:
    QStringList m_words;
};

}

CommandPalette::CommandPalette(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent)
    , m_commands(new QStandardItemModel(0, 2, this))
    , m_matching(new WordFilter(this))
    , m_typed(new QLineEdit)
    , m_view(new QTreeView)
{
    setWindowTitle(tr("Commands"));
    list(menus.actions(), {});
    m_matching->setSourceModel(m_commands);

    m_typed->setPlaceholderText(tr("Type what you want to do"));
    m_typed->setAccessibleName(tr("Command"));
    m_typed->setClearButtonEnabled(true);
    m_typed->installEventFilter(this);
    m_view->setModel(m_matching);
    m_view->setRootIsDecorated(false);
    m_view->setHeaderHidden(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setAllColumnsShowFocus(true);
    m_view->setAccessibleName(tr("Commands"));
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_typed);
    layout->addWidget(m_view);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::narrow);
    connect(m_typed, &QLineEdit::returnPressed, this, &CommandPalette::doCurrent);
    connect(m_view, &QTreeView::clicked, this, &CommandPalette::doCurrent);
    narrow({});
    resize(kSize);
}

QStringList CommandPalette::shown() const
{
    QStringList out;
    for (int row = 0; row < m_matching->rowCount(); ++row) {
        out.append(m_matching->index(row, 0).data().toString());
    }
    return out;
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_typed || event->type() != QEvent::KeyPress) {
        return QDialog::eventFilter(watched, event);
    }
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(m_view, event);
        return true;
    default:
        return QDialog::eventFilter(watched, event);
    }
}

void CommandPalette::list(const QList<QAction*>& actions, const QString& path)
{
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible() || !action->isEnabled()) {
            continue;
        }
        const QString name = path.isEmpty() ? plain(action->text()) : path + u" › "_s + plain(action->text());
        if (QMenu* menu = action->menu()) {
            emit menu->aboutToShow(); // some menus are filled only then
            list(menu->actions(), name);
            continue;
        }
        auto* text = new QStandardItem(name);
        text->setData(QVariant::fromValue(QPointer<QAction>(action)), kActionRole);
        auto* keys = new QStandardItem(action->shortcut().toString(QKeySequence::NativeText));
        keys->setForeground(palette().placeholderText());
        m_commands->appendRow({text, keys});
    }
}

void CommandPalette::narrow(const QString& typed)
{
    static_cast<WordFilter*>(m_matching)->setWords(typed.split(u' ', Qt::SkipEmptyParts));
    m_view->setCurrentIndex(m_matching->index(0, 0));
}

void CommandPalette::doCurrent()
{
    const auto row = m_view->currentIndex().siblingAtColumn(0);
    const auto action = row.data(kActionRole).value<QPointer<QAction>>();
    if (!action) {
        return;
    }
    accept(); // first: what the command opens must not lie under the palette
    action->trigger();
}

}
