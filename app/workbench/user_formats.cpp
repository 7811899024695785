// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/user_formats.h"

#include "core/base/join.h"
#include "core/base/line_index.h"
#include "core/base/posix.h"
#include "parsers/declared/declared_format.h"
#include "parsers/read.h"
#include "parsers/text/decode.h"

#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <format>
#include <memory>

#include <fcntl.h>

namespace patchscale {
namespace {

using namespace declared;

/// A description is a page or two; more is some other file.
constexpr std::size_t kLargestDescription = std::size_t {1} << 20;

Result<Description> descriptionIn(const std::filesystem::path& path)
{
    const auto name = path.string();
    const auto refuse = [&](std::string cause, std::string hint) {
        return std::unexpected(Error {.code = Errc::Io,
                                      .message = std::format("cannot use the format '{}': {}", name, cause),
                                      .where = {},
                                      .hints = {std::move(hint)}});
    };
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error) {
        return refuse(error.message(), "check the name and whether you may read the file");
    }
    if (size > kLargestDescription) {
        return refuse("it is too large for a description", "keep descriptions, not documents, in that folder");
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen()) {
        return refuse("it cannot be opened", "check whether you may read the file");
    }
    auto bytes = readInput(file.get(), name, {});
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    return readDescription(*bytes, name);
}

/// All descriptions of the folder.
struct Loaded
{
    std::vector<std::unique_ptr<Format>> formats;
    std::vector<const Format*> pointers;
    std::vector<std::filesystem::path> files; ///< of the formats
    std::vector<Error> errors;
};

void take(Loaded& loaded, const std::filesystem::path& file, Description description)
{
    const auto isTaken = [&](const auto& format) { return format->id() == description.id; };
    if (std::ranges::any_of(allFormats(), isTaken) || std::ranges::any_of(loaded.formats, isTaken)) {
        loaded.errors.push_back({.code = Errc::MalformedInput,
                                 .message = std::format("cannot use the format '{}': there is a format '{}' already",
                                                        file.string(), description.id),
                                 .where = {},
                                 .hints = {"give it an id of its own"}});
        return;
    }
    loaded.formats.push_back(declaredFormat(std::move(description)));
    loaded.pointers.push_back(loaded.formats.back().get());
    loaded.files.push_back(file);
}

Loaded load()
{
    Loaded loaded;
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(userFormatFolder(), error)) {
        if (entry.path().extension() == ".json") {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files); // the folder's own order is any
    for (const auto& file : files) {
        if (auto description = descriptionIn(file)) {
            take(loaded, file, std::move(*description));
        } else {
            loaded.errors.push_back(std::move(description.error()));
        }
    }
    return loaded;
}

const Loaded& loaded()
{
    static const Loaded instance = load();
    return instance;
}

std::string wordsFor(const LineMatch& match)
{
    const auto columns = join(match.columns, ", ");
    switch (match.kind) {
    case LineMatch::Kind::Begin:
        return columns.empty() ? "begins a block" : "begins a block: " + columns;
    case LineMatch::Kind::Row:
        return std::format("row {}: {}", match.row + 1, columns);
    case LineMatch::Kind::Ignored:
        return "ignored";
    case LineMatch::Kind::Unmatched:
        break;
    }
    return "not described";
}

}

std::filesystem::path userFormatFolder()
{
    const auto base = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return std::filesystem::path(base.toStdString()) / "patchscale" / "formats";
}

std::span<const Format* const> userFormats()
{
    return loaded().pointers;
}

std::vector<FormatInfo> userFormatInfos()
{
    std::vector<FormatInfo> out;
    for (const auto* format : userFormats()) {
        out.push_back({.id = format->id(),
                       .description = format->description(),
                       .example = format->example(),
                       .version = format->version()});
    }
    return out;
}

const std::vector<Error>& userFormatErrors()
{
    return loaded().errors;
}

Result<std::vector<DescribedLine>> testDescription(const std::filesystem::path& description, const Document& document)
{
    const auto told = descriptionIn(description);
    if (!told) {
        return std::unexpected(told.error());
    }
    std::vector<Diagnostic> diagnostics;
    const auto text = decodeText(document.bytes, diagnostics, {});
    if (!text) {
        return std::unexpected(text.error());
    }
    const LineIndex lines(document.bytes);
    std::vector<DescribedLine> out;
    for (const auto& match : explain(*told, *text)) {
        const auto& line = text->lines()[match.line];
        const auto place = lines.place(text->source({.offset = line.begin, .length = line.size()}));
        out.push_back(
            {.line = place.line, .isUsed = match.kind != LineMatch::Kind::Unmatched, .what = wordsFor(match)});
    }
    return out;
}

std::optional<std::filesystem::path> userFormatFile(std::string_view id)
{
    for (std::size_t i = 0; i < loaded().formats.size(); ++i) {
        if (loaded().formats[i]->id() == id) {
            return loaded().files[i];
        }
    }
    return std::nullopt;
}

Result<ParsedDocument> readWithDescription(const std::filesystem::path& description, std::string_view bytes)
{
    return descriptionIn(description).and_then([&](Description&& told) {
        const auto format = declaredFormat(std::move(told));
        const std::array<const Format*, 1> own {format.get()};
        return readDocument(bytes, {}, own);
    });
}

}
