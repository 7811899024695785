// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote_script.h"

#include <format>

namespace patchscale::cli {
namespace {

std::string shellQuoted(std::string_view word)
{
    std::string out = "'";
    for (const char c : word) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

// A background command of a shell without job control reads /dev/null and ignores INT: the connection has a descriptor
// of its own, and TERM stops.
constexpr std::string_view kBegin = R"sh(
say() { printf 'patchscale-remote %s\n' "$*"; }
oneline() { printf '%s' "$*" | tr '\n' ' '; }
exec 3<&0 </dev/null
folder= runner= watch=
clean() {
    trap '' HUP INT TERM PIPE
    if [ -n "$runner" ]; then
        kill -TERM "$runner"
        wait "$runner"
    fi
    [ -z "$watch" ] || kill "$watch"
    [ -z "$folder" ] || rm -rf "$folder"
    # The runner's journals; kept where one tells what could not be put back.
    rmdir "${XDG_RUNTIME_DIR:-/nonexistent}/patchscale" "${TMPDIR:-/tmp}/patchscale-journals-$(id -u)"
} 2>/dev/null
trap clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
trap : PIPE
umask 077
say hello "$(uname -s)" "$(uname -m)"
for place in "${TMPDIR:-/tmp}" /var/tmp "$HOME"; do
    folder=$(mktemp -d "$place/patchscale-XXXXXX" 2>/dev/null) || { folder=; continue; }
    if { printf '#!/bin/sh\nexit 0\n' >"$folder/try" && chmod 700 "$folder/try" && "$folder/try"; } 2>/dev/null; then
        break
    fi
    rm -rf "$folder"
    folder=
done
if [ -z "$folder" ]; then
    say failed folder "${TMPDIR:-/tmp}, /var/tmp and $HOME"
    exit 1
fi
say folder "$folder"
)sh";

constexpr std::string_view kRun = R"sh(
said=$("$folder/patchscale-runner" list --kernels "$folder/kernels" 2>&1 >/dev/null)
if [ $? -ne 0 ]; then
    say failed kernels "$(getconf GNU_LIBC_VERSION 2>/dev/null || ldd --version 2>&1 | head -n 1)" "|" "$(oneline "$said")"
    exit 1
fi
say ready
run &
runner=$!
{
    while read -r word; do
        [ "$word" != stop ] || kill -TERM "$runner"
    done <&3
    kill -TERM "$runner"
} >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$runner"
status=$?
runner=
if [ -s "$folder/result.json" ]; then
    say document $(wc -c <"$folder/result.json")
    cat "$folder/result.json"
fi
exit "$status"
)sh";

}

std::string remoteScript(const std::vector<std::string>& arguments, std::size_t archiveBytes, bool hasJobFiles)
{
    auto script = std::string(kBegin);
    script += std::format(R"sh(said=$(head -c {} <&3 | tar xf - -C "$folder" 2>&1) || {{
    say failed unpack "$(oneline "$said")"
    exit 1
}}
)sh",
                          archiveBytes);
    script += "run() { exec \"$folder/patchscale-runner\"";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        script += ' ' + shellQuoted(arguments[i]);
        if (i == 0) {
            script += R"( --kernels "$folder/kernels" --output "$folder/result.json")";
            script += hasJobFiles ? R"( --fio-presets "$folder/fio")" : "";
        }
    }
    script += "; }\n";
    return script + std::string(kRun);
}

std::string remoteCommand(std::size_t bytes)
{
    // Byte by byte, because what follows is not the shell's to read.
    return std::format("exec sh -c 'eval \"$(dd bs=1 count={} 2>/dev/null)\"'", bytes);
}

}
