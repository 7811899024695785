// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/empty_page.h"

#include "app/gui/theme/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace patchscale {

EmptyPage::EmptyPage(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_open(new QPushButton(this))
    , m_paste(new QPushButton(tr("Paste Mail"), this))
    , m_sample(new QPushButton(tr("Open Sample"), this))
    , m_run(new QPushButton(tr("Run a Benchmark"), this))
    , m_reading(new QPushButton(tr("Show What Was Read"), this))
    , m_recent(new QLabel(this))
    , m_drop(new QLabel(tr("or drop files, folders of results or the text of a mail here"), this))
{
    setObjectName("page"_L1);
    setAttribute(Qt::WA_StyledBackground);
    m_title->setFont(headlineFont());
    m_title->setAlignment(Qt::AlignHCenter);
    m_title->setWordWrap(true);
    m_text->setAlignment(Qt::AlignHCenter);
    m_text->setWordWrap(true);
    m_text->setObjectName("hint"_L1);
    m_drop->setObjectName("hint"_L1);
    m_drop->setAlignment(Qt::AlignHCenter);
    m_open->setProperty("primary", true);
    m_recent->setTextFormat(Qt::RichText);
    m_recent->setAlignment(Qt::AlignHCenter);
    m_recent->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addStretch();
    for (QPushButton* button : {m_open, m_reading, m_paste, m_sample, m_run}) {
        button->setAutoDefault(true); // Enter presses it
        buttons->addWidget(button);
    }
    buttons->addStretch();

    auto* column = new QVBoxLayout;
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addWidget(m_drop);
    column->addSpacing(12);
    column->addWidget(m_recent);
    column->addStretch(3);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(48, 32, 48, 32);
    row->addStretch(1);
    row->addLayout(column, 6);
    row->addStretch(1);

    connect(m_open, &QPushButton::clicked, this, &EmptyPage::openWanted);
    connect(m_paste, &QPushButton::clicked, this, &EmptyPage::pasteWanted);
    m_run->setToolTip(tr("Measures before and after on this machine"));
    setFocusProxy(m_open);
    connect(m_run, &QPushButton::clicked, this, &EmptyPage::runWanted);
    connect(m_sample, &QPushButton::clicked, this, &EmptyPage::sampleWanted);
    connect(m_reading, &QPushButton::clicked, this, &EmptyPage::readingWanted);
    connect(m_recent, &QLabel::linkActivated, this, &EmptyPage::fileWanted);
    showStart({});
}

void EmptyPage::showStart(const QStringList& recentFiles)
{
    m_title->setText(tr("What did the patch do to the benchmark?"));
    m_text->setText(
        tr("Open a patch mail, a commit or the output of UnixBench, fio or perf. "
           "Patchscale lays before and after side by side, says which differences are real and checks what the "
           "author claims."));
    m_open->setText(tr("Open File…"));
    m_sample->setVisible(m_hasSample);
    m_reading->hide();
    m_run->show();
    m_drop->setText(tr("or drop files or the text of a mail here"));
    QStringList links;
    for (const QString& path : recentFiles) {
        links << u"<a href=\"%1\">%2</a>"_s.arg(path.toHtmlEscaped(), QFileInfo(path).fileName().toHtmlEscaped());
    }
    m_recent->setText(links.isEmpty()
                          ? QString()
                          : u"<span style=\"color:%1\">%2</span> &nbsp;"_s.arg(theme().muted.name(), tr("Recent files"))
                              + links.join(u" &nbsp;·&nbsp; "));
    m_recent->setVisible(!links.isEmpty());
}

void EmptyPage::offerSample(bool hasSample)
{
    m_hasSample = hasSample;
    m_sample->setVisible(hasSample);
}

void EmptyPage::showMissing(const QString& title, const QString& text, bool isOneSided)
{
    m_title->setText(title);
    m_text->setText(text);
    m_open->setText(isOneSided ? tr("Open the Other Side…") : tr("Open File…"));
    m_sample->setVisible(false);
    m_reading->show();
    m_run->hide();
    m_recent->hide();
    m_drop->setText(isOneSided ? tr("or drop the file with the other side here")
                               : tr("or drop files or the text of a mail here"));
}

void EmptyPage::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme().page);
    painter.setPen(QPen(theme().border, 1.2, Qt::DashLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(16.5, 16.5, -16.5, -16.5), 8, 8);
}

}
