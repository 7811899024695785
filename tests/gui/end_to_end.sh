#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# end_to_end.sh PATCHSCALE SAMPLE: the real window on a display of its own, used with keyboard and mouse as a person would.
# Exit status 77 (skipped) where Xvfb is missing.
set -euo pipefail
program=$1
sample=$2
for tool in Xvfb xdotool xclip openbox; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing" >&2; exit 77; }
done

folder=$(mktemp -d)
server=
manager=
window_process=
finish() {
    local pid
    for pid in $window_process $manager $server; do
        kill "$pid" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
fail() {
    echo "end_to_end: $1" >&2
    exit 1
}

# -displayfd lets the server choose a free number and tell it when it is ready.
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$folder/display" >/dev/null 2>&1 &
server=$!
read -r number <"$folder/display"
export DISPLAY=:$number QT_QPA_PLATFORM=xcb HOME=$folder XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config
unset WAYLAND_DISPLAY
openbox >/dev/null 2>&1 &
manager=$!

"$program" "$sample" >"$folder/log" 2>&1 &
window_process=$!
window=$(timeout 30 xdotool search --sync --onlyvisible --name "$(basename "$sample").*Patchscale" | head -n 1) ||
    fail "no window showed: $(cat "$folder/log")"
xdotool windowactivate --sync "$window"

# waits until the clipboard holds what is asked for, at most ten seconds
clipboard_holds() {
    local tries
    for tries in $(seq 50); do
        if timeout 2 xclip -selection clipboard -o 2>/dev/null | grep -q -e "$1"; then
            return 0
        fi
        sleep 0.2
    done
    echo "the clipboard holds: $(timeout 2 xclip -selection clipboard -o 2>/dev/null | head -c 400)" >&2
    return 1
}

# The worst regression is selected; the copied row says so, and the next regression is the next one by size.
xdotool key --clearmodifiers ctrl+c
clipboard_holds 'Pipe Throughput.*11\.53' || fail "Ctrl+C does not copy the selected row"
xdotool key --clearmodifiers ctrl+Down
xdotool key --clearmodifiers ctrl+c
clipboard_holds 'File Copy 4096.*9\.09' || fail "Ctrl+Down does not go to the next regression"

# The whole comparison as mail text.
xdotool key --clearmodifiers ctrl+shift+c
clipboard_holds '^  Pipe Throughput  *77295\.8  *68384\.2  *-11\.53%' || fail "Copy for Mail does not copy the mail text"

# A note that is written with the keyboard goes into the mail text and into the workspace.
xdotool key --clearmodifiers n
xdotool type --clearmodifiers "seen twice"
xdotool key --clearmodifiers Return
note_is_copied() {
    local tries
    for tries in $(seq 50); do
        xdotool key --clearmodifiers ctrl+shift+c
        sleep 0.2
        if timeout 2 xclip -selection clipboard -o 2>/dev/null | grep -q 'Note on .*: seen twice\.'; then
            return 0
        fi
    done
    return 1
}
note_is_copied || fail "a note does not get into the mail text"
[ -s "$XDG_DATA_HOME/patchscale/workspace.pscale" ] || fail "the note is not in the workspace"

xdotool key --clearmodifiers ctrl+q
for _ in $(seq 50); do
    kill -0 "$window_process" 2>/dev/null || break
    sleep 0.2
done
kill -0 "$window_process" 2>/dev/null && fail "Ctrl+Q does not close the program"
status=0
wait "$window_process" || status=$?
window_process=
[ "$status" -eq 0 ] || fail "the program ended with status $status: $(cat "$folder/log")"
echo "the window opened, moved, copied, noted and closed"
