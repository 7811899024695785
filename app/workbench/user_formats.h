// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workbench/document_service.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace patchscale {

class Format;

/// Where the user keeps descriptions of formats: patchscale/formats in $XDG_CONFIG_HOME, each a file *.json.
std::filesystem::path userFormatFolder();

/// The formats that the descriptions there tell, read when it is first asked for. They live as long as the program.
std::span<const Format* const> userFormats();

/// What is told of them in lists.
std::vector<FormatInfo> userFormatInfos();

/// Descriptions there that cannot be used: each names its file, the place and what to write instead.
const std::vector<Error>& userFormatErrors();

/// What a description makes of a line of a document.
struct DescribedLine
{
    std::size_t line = 0; ///< in the document, from 1
    bool isUsed = false;
    std::string what; ///< "row 1: rate=100.5", "begins a block", "ignored", "not described"
};

/// What the description in the file @p description makes of each line of @p document.
Result<std::vector<DescribedLine>> testDescription(const std::filesystem::path& description, const Document& document);

/// The description of the folder with that id.
std::optional<std::filesystem::path> userFormatFile(std::string_view id);

/// The document read with the description in a file only: to see whether the values come out as they should.
Result<ParsedDocument> readWithDescription(const std::filesystem::path& description, std::string_view bytes);

}
