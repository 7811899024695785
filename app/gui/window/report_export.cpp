// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/report_export.h"

#include "app/gui/text/words.h"
#include "app/render/chart_file.h"
#include "app/workbench/profile_service.h"
#include "core/report/report_writer.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ReportExport)
};

QString filterText(const QString& description, const QString& ending)
{
    return description + u" (*." + ending + u')';
}

const ReportWriter* writerFor(const QString& ending)
{
    for (const ReportWriter* writer : allReportWriters()) {
        if (QString::fromUtf8(writer->extension().data(), static_cast<qsizetype>(writer->extension().size()))
            == ending) {
            return writer;
        }
    }
    return nullptr;
}

/// Whether the user has set directions: then the rows that they set them for are wanted, too.
bool hasDirections(const OpenedComparison& opened)
{
    return std::ranges::any_of(opened.sources, [](const CorrectedDocument& source) {
        return std::ranges::contains(source.corrections, CorrectedField::Better, &Correction::field);
    });
}

/// Only what is on the page; claims stay whole, since rows refer to them by number.
std::string render(const OpenedComparison& opened, const std::vector<std::size_t>& groups, const ReportWriter& writer)
{
    Comparison shown = *opened.comparison;
    shown.groups.clear();
    for (const std::size_t g : groups) {
        shown.groups.push_back(opened.comparison->groups[g]);
    }
    ReportOptions options;
    options.title = opened.title.toStdString();
    ProfileWishes wishes;
    wishes.areRowsWanted = hasDirections(opened);
    auto profiles = profilesOf(*opened.input, shown, wishes, {}, Job {});
    std::erase_if(profiles, [](const ProfileComparison& profile) { return !profile.group; }); // no part of the groups
    options.profiles = profiles;
    return writer.render(shown, options);
}

}

QString reportText(const OpenedComparison& opened, const std::vector<std::size_t>& groups, std::string_view id)
{
    const ReportWriter* writer = findReportWriter(id);
    return writer == nullptr ? QString() : fromUtf8(render(opened, groups, *writer));
}

QStringList exportFilters()
{
    QStringList filters;
    for (const ReportWriter* writer : allReportWriters()) {
        filters << filterText(fromUtf8(std::string(writer->description())), fromUtf8(std::string(writer->extension())));
    }
    return filters + chartFilters();
}

QStringList chartFilters()
{
    QStringList filters;
    for (const QString& type : chartFileTypes()) {
        filters << filterText(Words::tr("Chart as %1").arg(type.toUpper()), type);
    }
    return filters;
}

QString endingOf(const QString& filter)
{
    const qsizetype point = filter.lastIndexOf(u"*."_s);
    return point < 0 ? QString() : filter.mid(point + 2).chopped(1);
}

Result<void> exportTo(const OpenedComparison& opened, const std::vector<std::size_t>& groups, const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (chartFileTypes().contains(ending)) {
        return saveCharts(chartsOf(*opened.comparison, groups), path);
    }
    const ReportWriter* writer = writerFor(ending);
    if (writer == nullptr) {
        return std::unexpected(
            Error {.code = Errc::Usage,
                   .message = Words::tr("cannot export to '%1': its ending names no form").arg(path).toStdString(),
                   .where = {},
                   .hints = {Words::tr("choose one of the forms in the dialog").toStdString()}});
    }
    const std::string text = render(opened, groups, *writer);
    const auto size = static_cast<qint64>(text.size());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), size) != size || !file.commit()) {
        return std::unexpected(
            Error {.code = Errc::Io,
                   .message = Words::tr("cannot write '%1': %2").arg(path, file.errorString()).toStdString(),
                   .where = {},
                   .hints = {Words::tr("choose a folder that you may write to").toStdString()}});
    }
    return {};
}

}
