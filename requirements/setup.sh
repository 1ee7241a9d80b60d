#!/bin/sh
# Sets up a virtual environment from the pins beside this script and installs the package into it,
# editable. Says in one line what is missing and how to get it.
#
#     setup.sh find                       print the Python to use, 3.11 or later
#     setup.sh install VENV PYTHON NAME   make VENV with PYTHON and install requirements/NAME.txt
#
# PYTHON may name an interpreter; else the first of these that runs, is new enough and can make a
# virtual environment is taken.
set -u
candidates=${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14}
here=$(dirname "$0")

fail() {
    printf 'gm-appliance: %s\n' "$1" >&2
    exit 1
}

# A name on the PATH is not enough: a version manager's shim may have nothing behind it.
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
makes_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

version() { "$1" -c 'import platform; print(platform.python_version())'; }

find_python() {
    without_venv=
    for python in $candidates; do
        new_enough "$python" || continue
        makes_venv "$python" && echo "$python" && return
        without_venv=${without_venv:-$python}
    done
    [ -z "$without_venv" ] || fail "$without_venv cannot make a virtual environment (no venv module). \
Install it (Debian, Raspberry Pi OS: sudo apt install python3-venv), then try again."
    fail "no Python 3.11 or later here (tried: $candidates). Install one (Debian 12 or Raspberry Pi OS: \
sudo apt install python3 python3-venv; others: python.org), or name it: make PYTHON=/path/to/python3.13 …"
}

explain() { # the log of a failed pip
    if grep -qiE 'Connection|NameResolution|name resolution|unreachable|timed out|ProxyError' "$1"; then
        fail "the first run downloads its parts and could not reach the package index. \
Connect to the internet and try again; later runs need none. (Details: $1)"
    elif grep -qi 'No space left' "$1"; then
        fail "the disk is full. About 400 MB are needed; free some and try again. (Details: $1)"
    elif grep -qi 'do not match the hashes' "$1"; then
        fail "the package index has another file than was pinned here. Try again later; do not go on with it. \
(Details: $1)"
    elif grep -qi 'No matching distribution' "$1"; then
        fail "$(grep -i 'No matching distribution' "$1" | tail -n 1 | sed 's/^ERROR: //'): the package index has \
none for this Python and machine. Try another Python: make PYTHON=python3.11 … (Details: $1)"
    fi
    tail -n 5 "$1" >&2
    fail "a part could not be installed; pip's last words are above. Try again. (Details: $1)"
}

# $1 the environment, $2 its Python, $3 which requirements
install() {
    # Left behind by an upgrade of Python, half made, or of another version than asked for: rebuild it.
    if ! "$1/bin/python" -m pip --version >/dev/null 2>&1 || [ "$(version "$1/bin/python")" != "$(version "$2")" ]; then
        rm -rf "$1"
        "$2" -m venv "$1" || fail "$2 could not make a virtual environment in $1; its last words are above."
    fi
    echo "Setting up $1 ($3, Python $(version "$1/bin/python")): once, a minute or two, from the internet ..."
    log=$1/setup.log
    "$1/bin/python" -m pip install --disable-pip-version-check --no-input --retries 2 \
        -r "$here/$3.txt" >"$log" 2>&1 || explain "$log"
    # One environment after the other: both write beside the package.
    flock "$here" "$1/bin/python" -m pip install --disable-pip-version-check --no-input --no-deps --no-build-isolation \
        --no-index --editable . >>"$log" 2>&1 || explain "$log"
    # The commands in it carry this path: after a move they are rewritten.
    pwd -P >"$1/.made-in"
}

case ${1:-} in
find) find_python ;;
install) install "$2" "$3" "$4" ;;
*) fail "setup.sh takes: find, or install VENV PYTHON NAME" ;;
esac
