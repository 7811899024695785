// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote_fio.h"

#include "core/base/join.h"
#include "core/bench/around/fio.h"

#include <algorithm>
#include <format>
#include <optional>
#include <string_view>
#include <system_error>

namespace patchscale::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> splitAtCommas(std::string_view text)
{
    std::vector<std::string> words;
    while (true) {
        const auto end = text.find(',');
        words.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return words;
        }
        text.remove_prefix(end + 1);
    }
}

class Taking
{
public:
    explicit Taking(fs::path presets)
        : m_presets(std::move(presets))
    {
    }

    /// @p list as the other machine is to have it.
    Result<std::string> take(std::string_view list)
    {
        auto words = splitAtCommas(list);
        for (auto& word : words) {
            auto taken = takeWord(word);
            if (!taken) {
                return std::unexpected(taken.error());
            }
            word = std::move(*taken);
        }
        return join(words, ",");
    }

    std::vector<std::pair<std::string, fs::path>> files;

private:
    Result<std::string> takeWord(const std::string& word)
    {
        std::error_code error;
        if (word.starts_with('/') && !fs::exists(word, error)) {
            return word;
        }
        const auto job = findFioJob(word, m_presets);
        if (!job) {
            return std::unexpected(job.error());
        }
        // Two files of one name from two folders are two jobs.
        auto name = job->name;
        for (int number = 2; isTaken(name + ".fio", job->file); ++number) {
            name = std::format("{}-{}", job->name, number);
        }
        if (std::ranges::find(files, job->file, &std::pair<std::string, fs::path>::second) == files.end()) {
            files.emplace_back(name + ".fio", job->file);
        }
        return name;
    }

    [[nodiscard]] bool isTaken(const std::string& name, const fs::path& file) const
    {
        return std::ranges::any_of(files,
                                   [&](const auto& other) { return other.first == name && other.second != file; });
    }

    fs::path m_presets;
};

/// The value of the option @p name at @p at of @p arguments: in the same word, or the next.
std::optional<std::string_view> valueAt(const std::vector<std::string>& arguments, std::size_t at,
                                        std::string_view name)
{
    const std::string_view word = arguments[at];
    if (word == name && at + 1 < arguments.size()) {
        return arguments[at + 1];
    }
    if (word.starts_with(name) && word.substr(name.size()).starts_with('=')) {
        return word.substr(name.size() + 1);
    }
    return std::nullopt;
}

}

Result<RemoteFio> takeFioAlong(const std::vector<std::string>& arguments)
{
    const auto end = static_cast<std::size_t>(std::ranges::find(arguments, "--") - arguments.begin());
    fs::path chosen;
    for (std::size_t at = 0; at < end; ++at) {
        if (const auto folder = valueAt(arguments, at, "--fio-presets")) {
            chosen = *folder;
        }
    }
    Taking taking(findFioPresets(chosen));
    RemoteFio along;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const auto isOption = at < end;
        const auto folder = isOption ? valueAt(arguments, at, "--fio-presets") : std::nullopt;
        const auto list = isOption ? valueAt(arguments, at, "--fio") : std::nullopt;
        if (!folder && !list) {
            along.arguments.push_back(arguments[at]);
            continue;
        }
        if (list) {
            auto taken = taking.take(*list);
            if (!taken) {
                return std::unexpected(taken.error());
            }
            along.arguments.push_back("--fio=" + *taken);
        }
        at += arguments[at].contains('=') ? 0 : 1;
    }
    along.files = std::move(taking.files);
    return along;
}

}
