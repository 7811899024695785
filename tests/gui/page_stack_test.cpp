// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/pages/page.h"
#include "app/gui/window/pages/page_stack.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

class FakePage final : public Page
{
public:
    FakePage(const QString& id, bool hasBar)
        : m_id(id)
        , m_bar(hasBar ? new QLabel(id) : nullptr)
    {
    }

    [[nodiscard]] QString title() const override
    {
        return m_id.toUpper();
    }
    [[nodiscard]] QString id() const override
    {
        return m_id;
    }
    [[nodiscard]] QString icon() const override
    {
        return u"compare"_s;
    }
    [[nodiscard]] QWidget* bar() override
    {
        return m_bar;
    }
    [[nodiscard]] PageStatus status() const override
    {
        return {.left = m_id, .right = {}};
    }

    [[nodiscard]] QWidget* firstFocus() override
    {
        return this;
    }

private:
    QString m_id;
    QLabel* m_bar;
};

}

class PageStackTest final : public QObject
{
    Q_OBJECT

private slots:
    void aPageThatIsNotOfferedIsOffTheRail()
    {
        PageStack stack(new QLabel);
        auto* first = new FakePage(u"first"_s, false);
        auto* second = new FakePage(u"second"_s, false);
        stack.addPage(first);
        stack.addPage(second);
        stack.show();
        stack.showPage(second);
        stack.setOffered(second, false);
        QCOMPARE(stack.current(), first);
        QVERIFY(!stack.isOffered(second));
        stack.showPage(u"second"_s);
        QCOMPARE(stack.current(), first);
        stack.setOffered(second, true);
        stack.showPage(u"second"_s);
        QCOMPARE(stack.current(), second);
    }

    void aSinglePageNeedsNoRail()
    {
        PageStack stack(new QLabel);
        stack.addPage(new FakePage(u"one"_s, true));
        QVERIFY(buttons(stack).front()->parentWidget()->isHidden());
        QCOMPARE(stack.current()->id(), u"one"_s);
    }

    void theRailAndTheIdShowAPageWithItsBar()
    {
        auto* second = new FakePage(u"two"_s, true);
        PageStack stack(new QLabel);
        stack.addPage(new FakePage(u"one"_s, false));
        stack.addPage(second);
        stack.show();
        const QSignalSpy changes(&stack, &PageStack::currentChanged);
        QVERIFY(!buttons(stack).front()->parentWidget()->isHidden());
        buttons(stack).back()->click();
        QCOMPARE(stack.current(), second);
        QVERIFY(second->bar()->isVisible());
        stack.showPage(u"one"_s);
        QVERIFY(!second->bar()->isVisible());
        QVERIFY(buttons(stack).front()->isChecked());
        stack.showPage(u"unknown"_s);
        QCOMPARE(stack.current()->id(), u"one"_s);
        QCOMPARE(changes.size(), 2);
    }

private:
    static QList<QToolButton*> buttons(const PageStack& stack)
    {
        return stack.findChildren<QToolButton*>();
    }
};

}

QTEST_MAIN(patchscale::PageStackTest)
#include "page_stack_test.moc"
