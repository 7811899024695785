// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace patchscale {

/// What is remembered between sessions, read and written at once. One per user.
class Settings
{
public:
    /// The workspace in use; the default one until another was chosen.
    [[nodiscard]] std::filesystem::path workspace() const;
    void setWorkspace(const std::filesystem::path& path);

    /// Files that were opened, the newest first, at most ten.
    [[nodiscard]] std::vector<std::filesystem::path> recentFiles() const;
    void addRecentFile(const std::filesystem::path& path);
    void removeRecentFile(const std::filesystem::path& path);
    void clearRecentFiles();

    /// The change that matters, as a fraction; 0.01 until set.
    [[nodiscard]] double limit() const;
    void setLimit(double fraction);

    /// The folder that file dialogs start in; empty until one was used.
    [[nodiscard]] std::filesystem::path lastFolder() const;
    void setLastFolder(const std::filesystem::path& path);

    /// The colours that were chosen: "light", "dark", or empty to follow the desktop.
    [[nodiscard]] QString colours() const;
    void setColours(const QString& name);

    /// Whether what is opened in the window is kept in the workspace; true until set.
    [[nodiscard]] bool isKeepingOpened() const;
    void setKeepingOpened(bool isKeeping);

    /// The page that was shown last and how it was laid out, in words of the window.
    [[nodiscard]] QString page() const;
    void setPage(const QString& id);
    [[nodiscard]] QByteArray pageLayout(const QString& id) const;
    void setPageLayout(const QString& id, const QByteArray& layout);
    /// Parts of the window that were hidden.
    [[nodiscard]] QStringList hiddenParts() const;
    void setHiddenParts(const QStringList& parts);

    /// The plan of the last run, as planText() writes it; empty until there was one.
    [[nodiscard]] QByteArray runPlan() const;
    void setRunPlan(const QByteArray& plan);

    /// What QMainWindow::saveGeometry() gave.
    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
};

}
