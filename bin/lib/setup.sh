# shellcheck shell=bash
# What bin/play and bin/test share: a Python, a virtual environment, the Python packages and the system's libraries.
# Sourced, not run. The caller sets `root`, the project's folder. Words go to standard error: standard output is the program's.
: "${root:?}"

# The folder that /proc, /sys and /usr are looked up in; only the tests set it.
machine=${COMPANION_MACHINE:-}

# What Kivy's wheel loads from the system: the file, and Debian's package of it. libgl1 brings Mesa's drivers and X11 along.
libraries=(
    libGL.so.1:libgl1           # OpenGL
    libEGL.so.1:libegl1         # OpenGL without X11: the console, offscreen
    libEGL_mesa.so.0:libegl-mesa0
    libgbm.so.1:libgbm1         # a screen without a desktop (KMSDRM)
    libmtdev.so.1:libmtdev1     # touch panels
    libXcursor.so.1:libxcursor1 # a window on a desktop: its pointer,
    libXi.so.6:libxi6           # its touches,
    libXrandr.so.2:libxrandr2   # its screens
)

say() { printf '%s\n' "$*" >&2; }

# tell_help WORD...: where one of them asks for help, prints the script's first comment and ends it. Called before anything is installed.
tell_help() {
    local word
    for word in "$@"; do
        case $word in
            --help | -h)
                sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
                exit 0
                ;;
        esac
    done
}

# Options for every call of pip and of apt: bin/install --offline takes all from a folder.
pip_options=() apt_options=()

on_a_pi() { [ "${pi:-no}" = yes ] || grep -aqs 'Raspberry Pi' "$machine/proc/device-tree/model"; }

# apt_install WHY PACKAGE...: says why, and asks for the password only when there is no other way. Fails when it could not.
# In a dry run of bin/install (`dry`) it only says so.
apt_install() {
    local why=$1 as=() said
    shift
    if [ "${dry:-no}" = yes ]; then
        say "  $why."
        say "  $ sudo apt-get install $*"
        return 0
    fi
    if ! command -v apt-get >/dev/null; then
        say "$why. There is no apt here: install what your own package manager calls them. Debian's names: $*"
        return 1
    fi
    say "$why: installing $* with apt."
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            say "That takes an administrator. Have one run: apt-get install $*"
            return 1
        fi
        # Without a terminal nobody can type the password: sudo is to fail at once then.
        if [ -t 0 ]; then as=(sudo) && say "sudo may ask for your password."; else as=(sudo -n); fi
    fi
    as+=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 "${apt_options[@]}")
    # Old lists are better than none: without the internet the packages may still lie on this machine.
    said=$("${as[@]}" update </dev/null 2>&1) || say "$said"$'\n'"apt could not fetch its lists; going on with the old ones."
    local install=("${as[@]}" install --yes --no-install-recommends "$@")
    if ! said=$("${install[@]}" </dev/null 2>&1); then
        # Where a power cut has left packages unpacked without what they need, apt installs nothing else. A person at a terminal is told; on a
        # family's card nobody would do what is said.
        if [ -n "${person:-}" ] && "${as[@]}" --fix-broken --yes install </dev/null >/dev/null 2>&1 && "${install[@]}" </dev/null >/dev/null 2>&1; then
            return 0
        fi
        say "$said"
        say "apt did not succeed. When this is put right, start again; or run by hand: sudo apt-get install $*"
        return 1
    fi
}

# Kivy has wheels for 64-bit Python up to 3.13; the companion's own code needs 3.11.
suitable() {
    "$1" -c 'import sys; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 13) and sys.maxsize > 2**32))' \
        >/dev/null 2>&1
}

# Sets `python`. On a Pi the system's own comes first, since only that one sees apt's python3-lgpio and python3-spidev.
find_python() {
    local candidates=(python3 python3.13 python3.12 python3.11)
    if on_a_pi; then candidates=("$machine/usr/bin/python3" "${candidates[@]}"); fi
    for python in "${candidates[@]}"; do
        if suitable "$python"; then return 0; fi
    done
    return 1
}

require_python() {
    if find_python; then return 0; fi
    if ! command -v python3 >/dev/null; then
        apt_install "The companion is written in Python" python3 python3-venv || true
        if find_python; then return 0; fi
    fi
    say "The companion needs a 64-bit Python 3.11, 3.12 or 3.13; python3 here is: $(python3 -c \
        'import sys; print(sys.version.split()[0], "(32-bit)" if sys.maxsize < 2**32 else "")' 2>/dev/null || echo missing)."
    say "Install one of them (Debian 12 and 13 and Raspberry Pi OS 64-bit have one as python3) and start again."
    return 1
}

# Prints the packages that are missing for Kivy, one a line.
missing_libraries() {
    "$python" - "${libraries[@]}" <<'EOF_PYTHON'
import ctypes, sys
for library in sys.argv[1:]:
    file, _, package = library.partition(":")
    try:
        ctypes.CDLL(file)
    except OSError:
        print(package)
EOF_PYTHON
}

install_libraries() {
    local missing
    mapfile -t missing < <(missing_libraries)
    if [ "${#missing[@]}" -gt 0 ]; then
        apt_install "Kivy, which draws the screen, needs libraries that are missing here" "${missing[@]}"
    fi
}

# lgpio has no wheel for Python 3.13 and spidev none at all: on a Pi apt's are used.
install_pin_access() {
    local module status=0
    for module in lgpio spidev; do
        if "$python" -c 'import sys, importlib.util; sys.exit(not importlib.util.find_spec(sys.argv[1]))' "$module"; then continue; fi
        apt_install "The tag reader needs access to the Pi's pins" "python3-$module" || status=1
    done
    return "$status"
}

# requirements play|test|pi|reader: prints what pip is to install for it. `reader` goes without its own dependencies.
requirements() {
    "$venv/bin/python" - "$root/pyproject.toml" "$1" <<'EOF_PYTHON'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    pyproject = tomllib.load(file)
needed = pyproject["project"]["dependencies"]
extras = pyproject["project"]["optional-dependencies"]
lists = {"play": needed, "test": needed + extras["dev"], "pi": extras["pi"], "reader": pyproject["dependency-groups"]["reader"]}
print(*lists[sys.argv[2]], sep="\n")
EOF_PYTHON
}

# Prints all that an installation depends on. The stamp is this text, so that it changes exactly when there is something to do.
wanted() {
    "$venv/bin/python" --version
    requirements "$1"
    if on_a_pi; then requirements pi; fi
    if on_a_pi || [ "$1" = test ]; then requirements reader; fi
    printf '%s\n' "${libraries[@]}"
}

# The marker `installing` tells of an installation that was broken off: whatever it left is not trusted.
up_to_date() {
    local now
    [ -f "$venv/installed-$1" ] && [ ! -e "$venv/installing" ] && now=$(wanted "$1" 2>/dev/null) &&
        [ "$now" = "$(cat "$venv/installed-$1")" ]
}

# Sets `venv`: the project's folder, or the user's own where that may not be written to.
choose_venv() {
    local own="${XDG_DATA_HOME:-$HOME/.local/share}/vabanque-companion/venv"
    venv="$root/.venv"
    if up_to_date "$1"; then return 0; fi
    if [ ! -w "$root" ] || { [ -e "$venv" ] && [ ! -w "$venv" ]; }; then
        venv=$own
        mkdir -p "$(dirname "$venv")"
    fi
}

venv_is_sound() {
    [ ! -e "$venv/installing" ] && suitable "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1 &&
        { ! on_a_pi || grep -q 'include-system-site-packages = true' "$venv/pyvenv.cfg"; }
}

make_venv() {
    local options=(--clear --without-pip)
    if venv_is_sound; then return 0; fi
    # Debian keeps this part of Python in a package of its own.
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        apt_install "Python needs its part that makes virtual environments" \
            "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" || return 1
    fi
    if on_a_pi; then options+=(--system-site-packages); fi
    say "Making a virtual environment in $venv."
    # pip comes after the marker, so that half a pip is not taken for a whole one.
    if "$python" -m venv "${options[@]}" "$venv" >&2 && touch "$venv/installing" &&
        "$venv/bin/python" -m ensurepip --upgrade --default-pip >/dev/null; then return 0; fi
    say "The virtual environment could not be made. See what stands above (disk full?), and start again."
    return 1
}

# pip_get OPTION... PACKAGE...
pip_get() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --prefer-binary "${pip_options[@]}" "$@" </dev/null >&2
}

# pip_install LIST OPTION...: LIST as in `requirements`.
pip_install() {
    local packages
    mapfile -t packages < <(requirements "$1")
    shift
    pip_get "$@" "${packages[@]}"
}

# Sets `unread` to the packages that could not be had: each comes by itself, so that one takes no other away.
# mfrc522 asks for RPi.GPIO, which neither builds everywhere nor runs on a Raspberry Pi 5. On a Pi rpi-lgpio stands in for it.
install_reader() {
    local package packages=()
    unread=()
    if on_a_pi; then mapfile -t packages < <(requirements pi); fi
    for package in "${packages[@]}"; do pip_get "$package" || unread+=("${package%%[<>=]*}"); done
    pip_install reader --no-deps || unread+=(mfrc522)
    [ "${#unread[@]}" -eq 0 ]
}

# tell_unread PACKAGE...: that these could not be had, which devices do not work without them, and what to do. lgpio is the way to every pin.
tell_unread() {
    local package ours=() lost="the reading pad does not work"
    for package in "$@"; do if [ "$package" != mfrc522 ]; then ours+=("python3-$package"); fi; done
    if [[ " $* " == *" lgpio "* ]]; then lost="the reading pad and the panel (buttons and light) do not work"; fi
    say "Could not be had: $*. Without that $lost; wands, rings and the screen do."
    if on_a_pi && [ "${#ours[@]}" -gt 0 ]; then
        say "Raspberry Pi OS has packages of it. Have an administrator run this, and then start this again:  sudo apt-get install ${ours[*]}"
    fi
    if [ "${#ours[@]}" -ne "$#" ]; then say "mfrc522 comes from Python's package index. Connect the internet, and start this again."; fi
}

# write_command: the command `companion` of the program in this folder, in the virtual environment.
write_command() {
    local text file=$venv/bin/companion
    # -P: a companion/ in the folder where the command is typed is not this one.
    text="#!/usr/bin/env bash
# The companion of the folder that is named below. Written by bin/play and bin/test.
export PYTHONPATH=${root@Q}\${PYTHONPATH:+:\$PYTHONPATH}
exec ${venv@Q}/bin/python -P -m companion \"\$@\""
    if [ ! -w "$venv/bin" ] || { [ -x "$file" ] && [ "$text" = "$(<"$file")" ]; }; then return 0; fi
    printf '%s\n' "$text" >"$file.new"
    chmod 755 "$file.new"
    mv "$file.new" "$file"
}

# prepare play|test: installs whatever is missing, and sets `venv`. A second call finds the stamp, and installs nothing.
prepare() {
    local complete=yes lock
    choose_venv "$1"
    if up_to_date "$1"; then return 0; fi
    # Two starts at once must not install into the same folder; the second waits, and then finds all done.
    exec {lock}<"$(dirname "$venv")"
    if command -v flock >/dev/null; then flock "$lock"; fi
    if ! up_to_date "$1"; then
        require_python || return 1
        # Whether that did it shows below: where apt has no such package, pip may have a wheel.
        if on_a_pi; then install_pin_access || true; fi
        install_libraries || complete=no
        trap 'exit 130' INT TERM HUP
        make_venv || return 1
        touch "$venv/installing"
        say "Installing Python packages into $venv; the first time this takes a minute or two."
        if ! pip_install "$1"; then
            # pip ended by itself and left in order what was there: without the internet, what ran before still runs.
            rm "$venv/installing"
            say "pip did not succeed. See what it says above (no internet?), and start again."
            return 1
        fi
        if on_a_pi || [ "$1" = test ]; then
            install_reader || { complete=no && tell_unread "${unread[@]}"; }
        fi
        # The stamp comes last. When a part is missing the start is tried all the same, but the next one looks for it again.
        if [ "$complete" = yes ]; then wanted "$1" >"$venv/installed-$1"; fi
        rm "$venv/installing"
        trap - INT TERM HUP
    fi
    exec {lock}<&-
}
