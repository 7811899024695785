// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/settings.h"

#include "app/workbench/workspace_service.h"

#include <QSettings>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace patchscale {
namespace {

constexpr qsizetype kMaxRecentFiles = 10;
constexpr double kDefaultLimit = 0.01;

QString toQt(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

std::filesystem::path fromQt(const QString& path)
{
    return {path.toStdString()};
}

QSettings storage()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("patchscale"),
                     QStringLiteral("patchscale"));
}

QVariant read(QAnyStringView key)
{
    return storage().value(key);
}

void write(QAnyStringView key, const QVariant& value)
{
    auto settings = storage();
    settings.setValue(key, value);
}

}

std::filesystem::path Settings::workspace() const
{
    const auto path = read("workspace").toString();
    return path.isEmpty() ? defaultWorkspace() : fromQt(path);
}

void Settings::setWorkspace(const std::filesystem::path& path)
{
    write("workspace", toQt(path));
}

std::vector<std::filesystem::path> Settings::recentFiles() const
{
    std::vector<std::filesystem::path> out;
    for (const auto& path : read("recentFiles").toStringList()) {
        out.push_back(fromQt(path));
    }
    return out;
}

void Settings::addRecentFile(const std::filesystem::path& path)
{
    const auto name = toQt(std::filesystem::absolute(path).lexically_normal());
    auto files = read("recentFiles").toStringList();
    files.removeAll(name);
    files.prepend(name);
    write("recentFiles", QStringList(files.first(std::min(files.size(), kMaxRecentFiles))));
}

void Settings::removeRecentFile(const std::filesystem::path& path)
{
    auto files = read("recentFiles").toStringList();
    files.removeAll(toQt(path));
    write("recentFiles", files);
}

void Settings::clearRecentFiles()
{
    write("recentFiles", QStringList());
}

double Settings::limit() const
{
    bool isNumber = false;
    const double limit = read("limit").toDouble(&isNumber);
    return isNumber && std::isfinite(limit) && limit >= 0 ? limit : kDefaultLimit;
}

void Settings::setLimit(double fraction)
{
    write("limit", fraction);
}

std::filesystem::path Settings::lastFolder() const
{
    return fromQt(read("lastFolder").toString());
}

void Settings::setLastFolder(const std::filesystem::path& path)
{
    write("lastFolder", toQt(path));
}

QString Settings::colours() const
{
    return read("colours").toString();
}

void Settings::setColours(const QString& name)
{
    write("colours", name);
}

QByteArray Settings::runPlan() const
{
    return read("run/plan").toByteArray();
}

void Settings::setRunPlan(const QByteArray& plan)
{
    write("run/plan", plan);
}

QByteArray Settings::windowGeometry() const
{
    return read("window/geometry").toByteArray();
}

void Settings::setWindowGeometry(const QByteArray& geometry)
{
    write("window/geometry", geometry);
}

bool Settings::isKeepingOpened() const
{
    return storage().value("keepOpened", true).toBool();
}

void Settings::setKeepingOpened(bool isKeeping)
{
    write("keepOpened", isKeeping);
}

QString Settings::page() const
{
    return read("window/page").toString();
}

void Settings::setPage(const QString& id)
{
    write("window/page", id);
}

QByteArray Settings::pageLayout(const QString& id) const
{
    return read(QStringLiteral("window/layout/") + id).toByteArray();
}

void Settings::setPageLayout(const QString& id, const QByteArray& layout)
{
    write(QStringLiteral("window/layout/") + id, layout);
}

QStringList Settings::hiddenParts() const
{
    return read("window/hidden").toStringList();
}

void Settings::setHiddenParts(const QStringList& parts)
{
    write("window/hidden", parts);
}

}
