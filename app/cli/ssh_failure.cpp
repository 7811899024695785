// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ssh_failure.h"

#include "core/base/posix.h"

#include <array>
#include <format>

namespace patchscale::cli {
namespace {

/// A cause by the words that ssh has for it.
struct Cause
{
    std::string_view words;
    std::string_view message;
    std::string_view hint;
};

constexpr std::array<Cause, 10> kCauses {{
    {"Permission denied", "it does not let you in",
     "try 'ssh {}'; a key gets there with ssh-copy-id, and is named with --ssh-option IdentityFile=FILE"},
    {"Too many authentication failures", "it does not let you in",
     "name the key with --ssh-option IdentityFile=FILE and --ssh-option IdentitiesOnly=yes"},
    {"Host key verification failed", "its host key is not known, or is another one than before",
     "run 'ssh {}' once and look at the key"},
    {"Could not resolve hostname", "there is no machine of that name", "check the name, or give its address"},
    {"Connection refused", "nothing answers at that port", "does sshd run there? Another port is user@host:port"},
    {"timed out", "it does not answer", "is it switched on, and does a firewall let ssh through?"},
    {"No route to host", "it cannot be reached", "is it switched on, and on a network that is reached from here?"},
    {"Network is unreachable", "it cannot be reached", "is this machine on the network?"},
    {"Bad configuration option", "ssh does not know an option", "look at what was given with --ssh-option"},
    {"command-line line 0", "ssh does not understand an option", "look at what was given with --ssh-option"},
}};

/// The last line that is not empty: ssh says there why it gives up.
std::string_view lastLine(std::string_view text)
{
    text = trimmedText(text);
    return text.substr(text.rfind('\n') + 1);
}

/// "2.38" behind "GLIBC_" or "glibc ".
std::string versionBehind(std::string_view text, std::string_view word)
{
    const auto place = text.rfind(word);
    if (place == std::string_view::npos) {
        return {};
    }
    const auto rest = text.substr(place + word.size());
    return std::string(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

/// The newest version of the C library that a message of its loader asks for.
std::string newestWanted(std::string_view text)
{
    std::string newest;
    int newestMinor = -1;
    for (auto place = text.find("GLIBC_2."); place != std::string_view::npos;
         place = text.find("GLIBC_2.", place + 1)) {
        int minor = 0;
        for (auto at = place + 8; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
            minor = minor * 10 + (text[at] - '0');
        }
        if (minor > newestMinor && minor < 1000) {
            newestMinor = minor;
            newest = std::format("2.{}", minor);
        }
    }
    return newest;
}

Error failure(const std::string& host, std::string_view cause, std::string hint)
{
    return {.code = Errc::Io,
            .message = std::format("cannot measure on '{}': {}", host, cause),
            .where = {},
            .hints = {std::move(hint)}};
}

constexpr auto kBuildThere = "build Patchscale on that machine, or on one like it, and name the result with --runner "
                             "and --kernels";

Error kernelFailure(const std::string& host, std::string_view said)
{
    const auto bar = said.find('|');
    const auto library = trimmedText(said.substr(0, bar));
    const auto list = bar == std::string_view::npos ? std::string_view() : trimmedText(said.substr(bar + 1));
    if (const auto wanted = newestWanted(list); !wanted.empty()) {
        auto has = versionBehind(library, "glibc ");
        has = has.empty() ? versionBehind(library, " ") : has;
        return failure(host,
                       std::format("the kernels need glibc {} or newer, and there is {}", wanted,
                                   has.empty() ? std::string("an older one") : "glibc " + has),
                       kBuildThere);
    }
    constexpr std::size_t kEnough = 300;
    return failure(host, std::format("the programs do not run there: {}", list.substr(0, kEnough)), kBuildThere);
}

}

Error sshFailure(const std::string& host, std::string_view said)
{
    for (const auto& cause : kCauses) {
        if (said.contains(cause.words)) {
            auto hint = std::string(cause.hint);
            if (const auto hole = hint.find("{}"); hole != std::string::npos) {
                hint.replace(hole, 2, host);
            }
            auto error = failure(host, std::format("{} (ssh: {})", cause.message, lastLine(said)), std::move(hint));
            if (cause.words == "Permission denied") {
                error.hints.emplace_back("in scripts, --ssh-option BatchMode=yes keeps ssh from asking for a password");
            }
            return error;
        }
    }
    const auto line = lastLine(said);
    return failure(host, line.empty() ? "ssh gave up without a word" : std::format("ssh: {}", line),
                   std::format("try 'ssh {}'", host));
}

Error remoteFailure(const std::string& host, std::string_view said)
{
    const auto blank = said.find(' ');
    const auto what = said.substr(0, blank);
    const auto rest = blank == std::string_view::npos ? std::string_view() : trimmedText(said.substr(blank + 1));
    if (what == "kernels") {
        return kernelFailure(host, rest);
    }
    if (what == "folder") {
        return failure(host, std::format("programs can neither be put into nor run from {}", rest),
                       "set TMPDIR there to a folder that is not full and not mounted noexec");
    }
    if (rest.contains("No space left") || rest.contains("Disk quota")) {
        return failure(host, std::format("there is no space for the programs ({})", rest),
                       "free some 10 MB there, or set TMPDIR to another folder");
    }
    return failure(host, std::format("the programs could not be unpacked: {}", rest),
                   "the other machine needs sh, head, tar and mktemp");
}

Error otherArchitecture(const std::string& host, std::string_view system, std::string_view machine,
                        std::string_view architecture)
{
    if (system != "Linux") {
        return failure(host, std::format("it runs {}, and kernels are made for Linux", system),
                       "measure on a machine with Linux");
    }
    return failure(host, std::format("it is {}, and the runner here is made for {}", machine, architecture),
                   kBuildThere);
}

}
