// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/file_opener.h"

#include "app/gui/text/words.h"

#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

/// The document that shows a newcomer what the workbench does.
QString samplePath()
{
    return u":/patchscale/samples/sched-padding.txt"_s;
}

QString pathText(const std::filesystem::path& path)
{
    return fromUtf8(path.string());
}

}

FileOpener::FileOpener(Session* session, Settings* settings, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_settings(settings)
    , m_window(window)
{
}

void FileOpener::openFiles(const QStringList& paths)
{
    QStringList documents;
    for (const QString& path : paths) {
        if (QFileInfo(path).suffix() == u"pscale") {
            emit workspaceWanted(path);
            continue;
        }
        documents << path;
        m_settings->addRecentFile(QFileInfo(path).absoluteFilePath().toStdString());
    }
    if (!documents.isEmpty()) {
        m_session->openFiles(documents);
    }
}

void FileOpener::chooseFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(m_window, tr("Open Mails, Commits or Benchmark Output"),
                                                            pathText(m_settings->lastFolder()));
    if (!paths.isEmpty()) {
        m_settings->setLastFolder(std::filesystem::path(paths.front().toStdString()).parent_path());
        openFiles(paths);
    }
}

void FileOpener::chooseFolder()
{
    const QString path =
        QFileDialog::getExistingDirectory(m_window, tr("Open Folder of Results"), pathText(m_settings->lastFolder()));
    if (!path.isEmpty()) {
        m_settings->setLastFolder(path.toStdString());
        openFiles({path});
    }
}

void FileOpener::paste()
{
    if (!openMime(QGuiApplication::clipboard()->mimeData(), tr("pasted text"))) {
        emit problemFound({.message = tr("The clipboard holds neither text nor files."),
                           .hints = {tr("copy the text of the mail in the mail program first")},
                           .document = nullptr,
                           .where = std::nullopt});
    }
}

bool FileOpener::openMime(const QMimeData* mime, const QString& origin)
{
    if (mime == nullptr) {
        return false;
    }
    QStringList paths;
    for (const QUrl& url : mime->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    if (!paths.isEmpty()) {
        openFiles(paths);
        return true;
    }
    // A mail program hands over the message itself, which says more than its text.
    if (const QByteArray message = mime->data(u"message/rfc822"_s); !message.isEmpty()) {
        m_session->openText(message, origin);
        return true;
    }
    if (!mime->text().trimmed().isEmpty()) {
        m_session->openText(mime->text().toUtf8(), origin);
        return true;
    }
    return false;
}

bool FileOpener::hasSample()
{
    return QFile::exists(samplePath());
}

void FileOpener::openSample()
{
    QFile sample(samplePath());
    if (sample.open(QIODevice::ReadOnly)) {
        // Its path inside the program tells the sample from the user's own documents.
        m_session->openText(sample.readAll(), samplePath());
    }
}

QString FileOpener::chooseWorkspace()
{
    return QFileDialog::getOpenFileName(m_window, tr("Open Workspace"), pathText(m_settings->workspace().parent_path()),
                                        tr("Workspaces (*.pscale)"));
}

QString FileOpener::chooseNewWorkspace()
{
    // An existing workspace is opened, never written over.
    QString path =
        QFileDialog::getSaveFileName(m_window, tr("New Workspace"), pathText(m_settings->workspace().parent_path()),
                                     tr("Workspaces (*.pscale)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty() && QFileInfo(path).suffix().isEmpty()) {
        path += u".pscale"_s;
    }
    return path;
}

QStringList FileOpener::recentFiles() const
{
    QStringList paths;
    for (const std::filesystem::path& path : m_settings->recentFiles()) {
        paths << pathText(path);
    }
    return paths;
}

void FileOpener::fillRecent(QMenu* menu)
{
    menu->clear();
    const QStringList paths = recentFiles();
    for (qsizetype i = 0; i < paths.size(); ++i) {
        const QString path = paths[i];
        QString shown = QDir::home().exists(path) && path.startsWith(QDir::homePath() + u'/')
            ? u"~"_s + path.mid(QDir::homePath().size())
            : path;
        shown.replace(u'&', u"&&"_s);
        menu->addAction(u"&%1  %2"_s.arg((i + 1) % 10).arg(shown), this, [this, path] { openFiles({path}); });
    }
    menu->addSeparator();
    QAction* clear = menu->addAction(tr("Clear List"), this, [this] { m_settings->clearRecentFiles(); });
    clear->setEnabled(!paths.isEmpty());
}

}
