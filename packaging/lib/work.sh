# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# The verbs of packaging/dev. Needs source_dir and the functions of place.sh.

# What runs inside before anything else: configures PRESET once (again when the packages changed) and builds TARGETs.
# Quiet unless something fails or takes longer than a moment.
build_script='
set -eu
source_dir=$1 preset=$2 verbose=$3
shift 3
build=$source_dir/build/$preset
place=$(sha256sum <"$source_dir/packaging/packages" | cut -c1-12)-$(g++ -dumpfullversion)
log=$build/.log
mkdir -p "$build"
if [ ! -e "$build/build.ninja" ] || [ "$(cat "$build/.place" 2>/dev/null)" != "$place" ]; then
    if ! cmake --preset "$preset" --fresh -S "$source_dir" >"$log" 2>&1; then
        cat "$log" >&2
        printf "patchscale: cmake --preset %s could not configure the build\n" "$preset" >&2
        exit 2
    fi
    printf %s "$place" >"$build/.place"
fi
if [ "$verbose" = 1 ]; then
    exec cmake --build "$build" --target "$@" >&2
fi
if [ "$(ninja -C "$build" -n "$@" 2>/dev/null | tail -n 1)" = "ninja: no work to do." ]; then
    exit 0
fi
printf "patchscale: building what changed…\n" >&2
if ! ninja -C "$build" "$@" >"$log" 2>&1; then
    grep -v "^\[" "$log" | head -n 60 >&2
    printf "patchscale: the build failed; the whole log is %s\n" "$log" >&2
    exit 2
fi
'

# run_built PRESET TARGET... -- COMMAND...: builds quietly, then becomes COMMAND, in one go inside.
run_built() {
    local preset=$1 targets=()
    shift
    while [ "$1" != -- ]; do
        targets+=("$1")
        shift
    done
    shift
    exec_inside sh -c '
        count=$1; script=$2; source_dir=$3; preset=$4; shift 4
        targets=
        while [ "$count" -gt 0 ]; do targets="$targets $1"; shift; count=$((count - 1)); done
        sh -c "$script" sh "$source_dir" "$preset" 0 $targets || exit $?
        exec "$@"' sh "${#targets[@]}" "$build_script" "$source_dir" "$preset" "${targets[@]}" "$@"
}

build_verb() {
    local preset=${1:-release}
    ensure_place
    exec_inside sh -c "$build_script" sh "$source_dir" "$preset" 1 all
}

program_verb() {
    local program=$1 targets=("$1")
    shift
    ensure_place
    # patchscale-cli starts the runner for these.
    case $program:${1:-} in
        patchscale-cli:run | patchscale-cli:ab) targets+=(patchscale-runner) ;;
    esac
    run_built release "${targets[@]}" -- "$source_dir/build/release/bin/$program" "$@"
}

# A display that answers: DISPLAY or WAYLAND_DISPLAY set is not enough.
has_display() {
    if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -S "${XDG_RUNTIME_DIR:-/nonexistent}/$WAYLAND_DISPLAY" ]; then
        return 0
    fi
    [ -n "${DISPLAY:-}" ] && inside xdpyinfo >/dev/null 2>&1
}

run_verb() {
    ensure_place
    # Pictures, help and version need no display.
    case ${1:-} in
        --*) run_built release patchscale -- "$source_dir/build/release/bin/patchscale" "$@" ;;
    esac
    if has_display; then
        run_built release patchscale -- "$source_dir/build/release/bin/patchscale" "$@"
    fi
    if [ $# -eq 0 ]; then
        fail "there is no display, so the workbench cannot open" "give a FILE to print its comparison, or set DISPLAY"
    fi
    say "there is no display; this is the comparison that the workbench would show"
    run_built release patchscale-cli -- "$source_dir/build/release/bin/patchscale-cli" compare "$@"
}

test_verb() {
    local preset=dev
    if [ "${1:-}" = --preset ]; then
        preset=${2:?--preset needs a name: dev, asan or tsan}
        shift 2
    fi
    ensure_place
    inside sh -c "$build_script" sh "$source_dir" "$preset" 1 all || exit $?
    cd "$source_dir"
    exec_inside ctest --preset "$preset" --parallel "$(nproc)" "$@"
}

bench_verb() {
    ensure_place
    inside sh -c "$build_script" sh "$source_dir" release 0 all || exit $?
    exec_inside bash "$source_dir/tests/bench/run" "$source_dir/build/release" "$@"
}

fuzz_verb() {
    local seconds=${1:-60}
    case $seconds in
        '' | *[!0-9]*) fail "fuzz takes a number of seconds, not '$seconds'" "packaging/dev fuzz 60" ;;
    esac
    ensure_place
    inside sh -c "$build_script" sh "$source_dir" fuzz 0 fuzzers || exit $?
    exec_inside bash "$source_dir/tests/fuzz/run" "$source_dir/build/fuzz" "$seconds"
}

shell_verb() {
    ensure_place
    if [ $# -eq 0 ]; then
        exec_inside bash
    fi
    exec_inside "$@"
}
