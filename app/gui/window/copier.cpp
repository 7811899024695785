// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/copier.h"

#include "app/gui/text/words.h"
#include "app/gui/window/report_export.h"
#include "app/gui/window/row_text.h"
#include "app/render/chart_file.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace patchscale {

Copier::Copier(Session* session, Settings* settings, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_settings(settings)
    , m_window(window)
{
}

OpenedPtr Copier::answered() const
{
    OpenedPtr opened = m_session->current();
    return opened && opened->comparison && !m_session->groups().empty() ? opened : nullptr;
}

void Copier::copyReport(std::string_view id, const QString& told)
{
    if (const OpenedPtr opened = answered()) {
        QGuiApplication::clipboard()->setText(reportText(*opened, m_session->groups(), id));
        emit done(told);
    }
}

void Copier::copyRows(const std::vector<RowPlace>& rows)
{
    const OpenedPtr opened = answered();
    if (!opened || rows.empty()) {
        return;
    }
    QGuiApplication::clipboard()->setText(rowsText(*opened->comparison, rows));
    emit done(tr("Copied %n rows", nullptr, static_cast<int>(rows.size())));
}

void Copier::copyChart()
{
    const OpenedPtr opened = answered();
    if (!opened) {
        return;
    }
    const QImage picture = chartImage(chartsOf(*opened->comparison, m_session->groups()));
    if (!picture.isNull()) {
        QGuiApplication::clipboard()->setImage(picture);
        emit done(tr("Copied the chart as a picture"));
    }
}

void Copier::exportAs()
{
    saveWith(tr("Export Comparison"), exportFilters(), u"-comparison.txt"_s);
}

void Copier::saveChart()
{
    saveWith(tr("Save Chart"), chartFilters(), u"-chart.svg"_s);
}

void Copier::saveWith(const QString& title, const QStringList& filters, const QString& nameEnd)
{
    const OpenedPtr opened = answered();
    if (!opened) {
        return;
    }
    const QString folder = fromUtf8(m_settings->lastFolder().string());
    // Never the name of the document itself: a report is not to replace what it was made from.
    const QString name = QFileInfo(documentName(*opened->documents.front())).completeBaseName() + nameEnd;
    QString filter;
    QString path = QFileDialog::getSaveFileName(
        m_window, title, folder.isEmpty() ? name : QString(folder + u'/' + name), filters.join(u";;"_s), &filter);
    if (path.isEmpty()) {
        return;
    }
    // A name without an ending takes that of the chosen form.
    if (QFileInfo(path).suffix().isEmpty()) {
        path += u'.' + endingOf(filter);
    }
    m_settings->setLastFolder(std::filesystem::path(path.toStdString()).parent_path());
    const Result<void> saved = exportTo(*opened, m_session->groups(), path);
    if (saved) {
        emit done(tr("Saved %1").arg(QFileInfo(path).fileName()));
        return;
    }
    emit problemFound(problemOf(saved.error()));
}

}
