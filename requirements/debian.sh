#!/bin/sh
# Programs and libraries that tests use besides Python, with their Debian packages.
#
#     debian.sh missing test|all    the packages that are not here, one a line: for `make test`, or for all tiers
#     debian.sh tell test           says in one line what is missing for `make test` and how to get it
#     debian.sh versions            the version of each
#
# All are optional: tests that need a missing one are skipped, unless .ci/run says otherwise.
set -u
PATH=$PATH:/usr/sbin:/sbin

# Tier, kind, alternative names, Debian package.
# alsa-utils: the library itself has another name in Debian 13.
needs() {
    cat <<'END'
test library libatomic.so.1 libatomic1
test library libasound.so.2 alsa-utils
test command chromium-headless-shell,chromium,chromium-browser,google-chrome chromium-headless-shell
test command firefox-esr,firefox firefox-esr
test command strace strace
test command espeak-ng espeak-ng
test command flite flite
test command fusermount3 fuse3
test command msgfmt gettext
test command hunspell hunspell
test file /usr/share/hunspell/en_GB.dic hunspell-en-gb
test file /usr/share/hunspell/de_DE.dic hunspell-de-de
test file /usr/share/hunspell/fr.dic hunspell-fr
test file /usr/share/hunspell/it_IT.dic hunspell-it
test file /usr/share/hunspell/nl.dic hunspell-nl
test command dbus-daemon dbus-daemon
test module dbusmock python3-dbusmock
test command systemd-analyze systemd
test command sfdisk fdisk
test command mcopy mtools
test command cpio cpio
test command mksquashfs squashfs-tools
test command rauc rauc
all command debootstrap debootstrap
all command systemd-nspawn systemd-container
all command pcbnew kicad
all command mkfs.fat dosfstools
END
}

is_here() { # $1 what it is, $2 its names
    for name in $(echo "$2" | tr , ' '); do
        case $1 in
        command) command -v "$name" >/dev/null && return ;;
        file) [ -e "$name" ] && return ;;
        # Debian's own Python: the package is no library of ours.
        module) /usr/bin/python3 -c "import $name" >/dev/null 2>&1 && return ;;
        # Where nothing lists libraries, nothing is known of them.
        library) command -v ldconfig >/dev/null || return 0; ldconfig -p | grep -qF "$name " && return ;;
        esac
    done
    return 1
}

missing() { # $1 the tier
    needs | while read -r tier what names package; do
        [ "$1" = all ] || [ "$1" = "$tier" ] || continue
        is_here "$what" "$names" || echo "$package"
    done
}

tell() {
    lacking=$(missing "$1" | tr '\n' ' ')
    [ -z "$lacking" ] || echo "gm-appliance: some tests will be skipped, for what they need is not here. \
To run all (Debian, Raspberry Pi OS, Ubuntu): sudo apt install ${lacking% }"
}

versions() {
    needs | while read -r _ _ _ package; do
        echo "$package: $(dpkg-query -W -f '${Version}' "$package" 2>/dev/null || echo unknown)"
    done
}

case ${1:-} in
missing | tell) "$1" "$2" ;;
versions) versions ;;
*) echo "debian.sh takes: missing test|all, tell test, or versions" >&2; exit 2 ;;
esac
