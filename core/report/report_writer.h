// SPDX-License-Identifier: GPL-3.0-or-later
// The room for reports: a comparison as text that goes elsewhere. To add a form: a file <stem>.cpp here that defines
// `const ReportWriter& <stem>()`, and its line in core/report/CMakeLists.txt. What all tables share is in
// report_model.h.
#pragma once

#include "core/compare/comparison.h"
#include "core/profile/profile.h"

#include <span>
#include <string>
#include <string_view>

namespace patchscale {

/// What a reader may choose.
struct ReportOptions
{
    std::size_t width = 72; ///< longest line of the patch-mail text, in columns: 72, 75 or 80
    std::string title; ///< of the documents, for forms that have room for one
    /// Groups of the comparison laid side by side as profiles, which take their place in forms that people read.
    std::span<const ProfileComparison> profiles;
};

/// One form of a report. Stateless and thread-safe.
class ReportWriter
{
public:
    ReportWriter() = default;
    ReportWriter(const ReportWriter&) = delete;
    ReportWriter& operator=(const ReportWriter&) = delete;
    virtual ~ReportWriter() = default;

    [[nodiscard]] virtual std::string_view id() const = 0; ///< for --format: "text", "markdown" …
    [[nodiscard]] virtual std::string_view extension() const = 0; ///< for file dialogs, without the point
    [[nodiscard]] virtual std::string_view description() const = 0; ///< for menus and --help
    /// The whole comparison in this form, ended by a line end.
    [[nodiscard]] virtual std::string render(const Comparison& comparison, const ReportOptions& options) const = 0;
};

/// The table of writers, generated from the list in core/report/CMakeLists.txt.
std::span<const ReportWriter* const> allReportWriters();

/// The writer with this id, or null.
const ReportWriter* findReportWriter(std::string_view id);

}
