# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Where building happens: on the host, or in a Debian 13 root that is entered with bubblewrap or, where namespaces are
# refused, with chroot. Sourced by packaging/dev. Needs source_dir and cache_dir.

suite=trixie
package_list=$source_dir/packaging/packages

say() {
    printf 'patchscale: %s\n' "$1" >&2
}

# fail MESSAGE HINT: one clear line, what to do about it, exit status 2.
fail() {
    printf 'patchscale: %s\n' "$1" >&2
    [ $# -gt 1 ] && printf 'hint: %s\n' "$2" >&2
    exit 2
}

packages() {
    sed -e 's/#.*//' -e 's/[[:space:]]//g' "$package_list" | grep .
}

# The system's own packages serve on Debian 13, Ubuntu 25.04 or newer.
host_is_new_enough() {
    case ${PATCHSCALE_PLACE:-} in
        bwrap | chroot) return 1 ;;
        host) return 0 ;;
    esac
    [ -r /etc/os-release ] || return 1
    local id version
    id=$(. /etc/os-release && printf '%s' "${ID:-}")
    version=$(. /etc/os-release && printf '%s' "${VERSION_ID:-999}")
    case $id in
        debian) [ "${version%%.*}" -ge 13 ] ;;
        ubuntu) [ "${version%%.*}" -ge 25 ] ;;
        *) return 1 ;;
    esac
}

root_dir() {
    printf '%s/root-%s' "$cache_dir" "$(packages | sort -u | sha256sum | cut -c1-12)"
}

# How to become root for apt: "" as root, "sudo -n" where that needs no password, else nothing to offer.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

# install_on_host PACKAGE...: with apt if we may, else says what to install.
install_on_host() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        fail "this needs ${missing[*]}, and there is no apt-get here" "install them with the system's package manager"
    fi
    say "installing ${missing[*]}"
    local log
    log=$(mktemp)
    if ! as_root env DEBIAN_FRONTEND=noninteractive sh -c '
        apt-get update -q && apt-get install -q -y --no-install-recommends "$@"' sh "${missing[@]}" >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        rm -f "$log"
        fail "could not install ${missing[*]}" "run as root: apt-get update && apt-get install ${missing[*]}"
    fi
    rm -f "$log"
}

# Mirror of the host's own apt configuration when the host is Debian; empty leaves the choice to mmdebstrap.
host_mirror() {
    command -v apt-get >/dev/null || return 0
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
        awk '$2 ~ /^(bookworm|trixie|forky|sid|testing|stable|unstable)$/ { print $1; exit }' || true
}

# bubblewrap can be used here: the kernel and the container allow a mount namespace.
can_unshare() {
    command -v bwrap >/dev/null && bwrap --dev-bind / / true 2>/dev/null
}

make_root() {
    local root=$1 temporary status=0 mirror proxy
    install_on_host mmdebstrap bubblewrap
    if [ "$(id -u)" -ne 0 ]; then
        install_on_host uidmap
        grep -q "^$(id -un):" /etc/subuid 2>/dev/null ||
            fail "user $(id -un) has no line in /etc/subuid, which mmdebstrap needs" \
                "run as root: usermod --add-subuids 100000-165535 --add-subgids 100000-165535 $(id -un)"
    fi
    local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    [ -e "$keyring" ] || install_on_host debian-archive-keyring
    temporary=$(mktemp -d "$cache_dir/making-root.XXXXXX")
    # An interrupted set-up leaves nothing but its temporary folder, which goes here or with the next set-up.
    trap 'rm -rf --one-file-system "$temporary"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    mirror=$(host_mirror)
    proxy=$(apt-config dump Acquire::http::Proxy 2>/dev/null || true)
    say "making a Debian 13 root in $root (once; about two minutes, 1.5 GB)"
    local free_kb
    free_kb=$(df -Pk "$cache_dir" | awk 'NR == 2 { print $4 }')
    [ "$free_kb" -ge 3000000 ] ||
        fail "$cache_dir has $((free_kb / 1024)) MB free; the root needs 3000 MB while it is made" "free some space, or set XDG_CACHE_HOME"
    # As a tar stream: a plain user's mmdebstrap writes as other users, who may not reach the user's own folders.
    set +e
    mmdebstrap --variant=apt --format=tar --aptopt='Acquire::Retries "5"' ${proxy:+--aptopt="$proxy"} \
        --include="$(packages | paste -sd,)" "$suite" - ${mirror:+"$mirror"} 2>"$temporary.log" \
        < /dev/null | tar --extract --directory="$temporary" --no-same-owner --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' &
    wait_with_progress $! "$temporary.log"
    status=$?
    set -e
    if [ "$status" -ne 0 ] || [ ! -x "$temporary/usr/bin/cmake" ] || [ ! -x "$temporary/usr/bin/g++" ]; then
        grep -E '^(E|Err|W):?' "$temporary.log" | tail -n 8 >&2 || tail -n 8 "$temporary.log" >&2
        rm -f "$temporary.log"
        fail "mmdebstrap could not make the Debian 13 root" "the lines above say why; is the package mirror reachable?"
    fi
    rm -f "$temporary.log"
    # Files of the host are bound over these, so they must be there.
    local name
    for name in passwd group hosts resolv.conf localtime machine-id; do
        rm -f "$temporary/etc/$name"
        : >"$temporary/etc/$name"
    done
    chmod 755 "$temporary"
    mv -T "$temporary" "$root"
    trap - EXIT INT TERM HUP
}

# Shows what mmdebstrap is doing while process $1 runs; its status is the result.
wait_with_progress() {
    local pid=$1 log=$2 seconds=0 last="" now
    while kill -0 "$pid" 2>/dev/null; do
        sleep 1
        seconds=$((seconds + 1))
        now=$(grep -a '^I: ' "$log" 2>/dev/null | tail -n 1 | cut -c4-)
        if [ -n "$now" ] && [ "$now" != "$last" ]; then
            say "  ${seconds} s: $now"
            last=$now
        fi
    done
    wait "$pid"
}

# Makes ready what building needs, once. Sets place: host, bwrap or chroot.
ensure_place() {
    if [ -n "${PATCHSCALE_INSIDE:-}" ]; then
        place=host
        return 0
    fi
    if host_is_new_enough; then
        place=host
        # A stamp spares asking dpkg at every start.
        local stamp
        stamp=$cache_dir/host-$(packages | sort -u | sha256sum | cut -c1-12)
        if [ ! -e "$stamp" ]; then
            local wanted
            mapfile -t wanted < <(packages)
            install_on_host "${wanted[@]}"
            mkdir -p "$cache_dir"
            : >"$stamp"
        fi
        return 0
    fi
    root=$(root_dir)
    if [ ! -d "$root" ]; then
        mkdir -p "$cache_dir" || fail "cannot make $cache_dir" "set XDG_CACHE_HOME to a folder that can be written to"
        (
            # Two set-ups at once: the second waits, then finds the root made.
            flock 9
            if [ ! -d "$root" ]; then
                rm -rf --one-file-system "$cache_dir"/making-root.*
                make_root "$root"
            fi
        ) 9>"$cache_dir/lock" || exit $?
    fi
    if [ "${PATCHSCALE_PLACE:-bwrap}" = bwrap ] && can_unshare; then
        place=bwrap
    elif [ "$(id -u)" -eq 0 ]; then
        place=chroot
    elif ! command -v bwrap >/dev/null; then
        install_on_host bubblewrap
        place=bwrap
    else
        fail "bubblewrap may not make a namespace here, and chroot needs root" \
            "allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1), or run as root"
    fi
}

describe_place() {
    case $place in
        host) printf "the system's own packages" ;;
        bwrap) printf '%s, entered with bubblewrap' "$root" ;;
        chroot) printf '%s, entered with chroot (namespaces are refused here)' "$root" ;;
    esac
}

# inside COMMAND...: runs it where building happens, in the current directory; exit status and signals pass through.
# The last thing that a verb does is `exec_inside`, which replaces this shell.
inside() {
    (exec_inside "$@")
}

exec_inside() {
    export PATCHSCALE_INSIDE=1 CCACHE_DIR="$cache_dir/ccache" CCACHE_BASEDIR="$source_dir" CCACHE_NOHASHDIR=true
    export LC_ALL="${LC_ALL:-C.UTF-8}"
    case $place in
        host) exec "$@" ;;
        bwrap) exec_bwrap "$@" ;;
        chroot) exec_chroot "$@" ;;
    esac
}

exec_bwrap() {
    local arguments=() name directory
    # /usr, /etc, /bin, /sbin, /lib* are the root's; every other folder is the host's, under the same path.
    for name in usr etc bin sbin lib lib32 lib64 libx32; do
        if [ -L "$root/$name" ]; then
            arguments+=(--symlink "$(readlink "$root/$name")" "/$name")
        elif [ -d "$root/$name" ]; then
            arguments+=(--ro-bind "$root/$name" "/$name")
        fi
    done
    for directory in /* /.[!.]*; do
        case $directory in
            /usr | /etc | /bin | /sbin | /lib*) ;;
            *)
                if [ -L "$directory" ]; then
                    arguments+=(--symlink "$(readlink "$directory")" "$directory")
                elif [ -d "$directory" ]; then
                    arguments+=(--dev-bind "$directory" "$directory")
                fi
                ;;
        esac
    done
    for name in passwd group hosts resolv.conf localtime machine-id; do
        [ -e "/etc/$name" ] && [ ! -L "$root/etc/$name" ] && [ -f "$root/etc/$name" ] && arguments+=(--ro-bind "$(readlink -f "/etc/$name")" "/etc/$name")
    done
    export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    # bwrap stays as the parent of what it starts and would not pass signals on; packaging/lib/pass-signals does.
    exec perl "$source_dir/packaging/lib/pass-signals" bwrap "${arguments[@]}" --chdir "$PWD" -- "$@"
}

# Without namespaces nothing of the host shows inside: the tree and the files named on the command line are copied in.
exec_chroot() {
    local argument path
    sync_into_root "$source_dir"
    mkdir -p "$root/tmp" "$root/dev" "$root$PWD" "$root$cache_dir"
    chmod 1777 "$root/tmp"
    [ -e "$root/dev/null" ] || cp -a /dev/null /dev/zero /dev/random /dev/urandom /dev/tty "$root/dev/" 2>/dev/null || true
    for argument in "$@"; do
        path=$(readlink -f -- "$argument" 2>/dev/null) || continue
        case $path in
            "$source_dir"* | /dev/* | /proc/* | /sys/* | / | /usr/* | /etc/* | /bin/*) ;;
            *) [ -e "$path" ] && sync_into_root "$path" ;;
        esac
    done
    [ -n "${XAUTHORITY:-}" ] && [ -e "$XAUTHORITY" ] && sync_into_root "$XAUTHORITY"
    export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    exec chroot "$root" /bin/sh -c 'cd "$1" && shift && exec "$@"' sh "$PWD" "$@"
}

# sync_into_root PATH: copies what is newer; what went from the host goes from the copy too. build/ stays on each side.
sync_into_root() {
    local path=$1
    mkdir -p "$root$(dirname "$path")"
    if [ -d "$path" ]; then
        mkdir -p "$root$path"
        # Same time and size: not copied again, so that the build inside sees only what changed.
        (cd "$path" && find . -path ./build -prune -o -path ./.git -prune -o -print0) |
            tar --create --directory="$path" --no-recursion --null --files-from=- |
            tar --extract --directory="$root$path" --keep-newer-files --warning=no-ignore-newer ||
            fail "could not copy $path into the Debian 13 root" "is the disk of $cache_dir full?"
        (cd "$root$path" && find . -path ./build -prune -o -type f -print) | while IFS= read -r name; do
            [ -e "$path/$name" ] || rm -f "$root$path/$name"
        done
    else
        cp -p "$path" "$root$path"
    fi
}
