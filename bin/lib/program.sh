# shellcheck shell=bash
# The program itself: a version in a virtual environment of its own, the launcher, and the links by which it is found. Sourced, not run.
: "${root:?}" "${dry:?}" "${home:?}" "${replaced:?}" "${offline?}" "${person?}" "${also[*]-}" "${pip_options[*]-}" "${as_user[*]-}" "${log?}"

sources=(companion firmware hardware bin/share pyproject.toml README.md LICENSE)

# What the links below the user's home point to, seen from the version's folder.
linked=(
    bin/companion:"$HOME/.local/bin/companion"
    share/man/man1/companion.1:"$HOME/.local/share/man/man1/companion.1"
    share/bash-completion/completions/companion:"$HOME/.local/share/bash-completion/completions/companion"
    share/zsh/site-functions/_companion:"$HOME/.local/share/zsh/site-functions/_companion"
    share/fish/vendor_completions.d/companion.fish:"$HOME/.local/share/fish/vendor_completions.d/companion.fish"
)

# What pip has fetched is kept for the next version, and goes with the program.
export PIP_CACHE_DIR=$home/fetched

# The marker tells the next run to try again: a companion without a reader is better than none.
install_reader_packages() {
    if install_reader; then
        rm -f "$venv/without-reader"
    else
        # bin/install tells of them at its end.
        printf '%s\n' "${unread[@]}" >"$venv/without-reader"
    fi
}

# Tells which packages for the readers are missing still. Whoever owns that file may have put a link in its place, so it is read with no more
# rights than theirs.
step_unread() {
    local names en de fr
    if [ "$dry" = yes ]; then return 0; fi
    mapfile -t unread < <("${as_user[@]}" cat "$home/current/without-reader" 2>/dev/null)
    if [ "${#unread[@]}" -eq 0 ]; then return 0; fi
    tell_unread "${unread[@]}"
    names=$(IFS=, && echo "${unread[*]}")
    if [[ " ${unread[*]} " == *" lgpio "* ]]; then
        en="the reading pad, the buttons and the light" de="Lesepad, Tasten und Licht" fr="le socle, les boutons et la lumière"
    else
        en="the reading pad" de="das Lesepad" fr="le socle"
    fi
    on_the_screen "
Missing for $en: ${names//,/, }. The rest works. What to do: ${log#"$machine"}
Für $de fehlt: ${names//,/, }. Alles andere geht. Was zu tun ist: ${log#"$machine"}
Il manque pour $fr : ${names//,/, }. Le reste marche. Que faire : ${log#"$machine"}"
}

# Sets `python` and `system_python`: what the program runs on, and the one of them that no virtual environment has lent.
choose_python() {
    require_python || return 1
    python=${python:?}
    system_python=$("$python" -c 'import sys; print(getattr(sys, "_base_executable", sys.executable))')
}

step_packages() {
    local package missing=()
    step "Packages of the system"
    # What a power cut has left half done keeps apt from everything else.
    if [ -n "$person" ] && [ "$dry" = no ] && [ -n "$(dpkg --audit 2>/dev/null)" ]; then DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true; fi
    choose_python || return 1
    if [ -n "$offline" ] && [ "$dry" = no ]; then require_wheels || return 1; fi
    if on_a_pi; then install_pin_access || true; fi
    if ! install_libraries; then
        left_undone+=("the libraries that draw the screen: without them nothing is shown")
    fi
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        apt_install "Python needs its part that makes virtual environments" \
            "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" || return 1
    fi
    for package in "${also[@]}"; do
        if ! dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q ^ii; then missing+=("$package"); fi
    done
    if [ "${#missing[@]}" -gt 0 ]; then apt_install "Asked for with --also" "${missing[@]}" || return 1; fi
    already "Python: $system_python"
}

# The version's name: its number, and a digest of all that it is made of, so that an unchanged one is not installed again.
version_name() {
    local number digest wheel
    if [ -n "$offline" ] && [ "$dry" = no ]; then
        wheel=$(own_wheel) || return 1
        number=${wheel##*/vabanque_companion-}
        echo "${number%-py3-none-any.whl}-$(sha256sum "$wheel" | cut -c1-8)"
        return 0
    fi
    number=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$root/companion/__init__.py")
    digest=$(
        cd "$root" || exit
        {
            find "${sources[@]}" -type f -not -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
            "$python" --version
            on_a_pi && echo pi
        } | sha256sum | cut -c1-8
    )
    echo "$number-$digest"
}

# point LINK TARGET: in one step, so that a power cut leaves the old link or the new one.
point() {
    run ln -sfn "$2" "$1.new"
    run mv -T "$1.new" "$1"
}

# install_version: into $venv. Dependencies first: `requirements` reads them from the project's own list.
install_version() {
    local copy="" program done=0 why="no internet?"
    make_venv || return 1
    touch "$venv/installing"
    say "Installing Python packages into $venv; the first time this takes a minute or two."
    if [ -n "$offline" ]; then
        program=$(own_wheel) || return 1
        why="disk full?"
    else
        copy=$(mktemp -d)
        # From a copy, since setuptools leaves files where it builds, and would pack what an earlier build has left.
        (cd "$root" && cp -R --no-dereference --parents "${sources[@]}" "$copy")
        program=$copy
    fi
    pip_install play && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps "${pip_options[@]}" "$program" \
        </dev/null >&2 || done=1
    rm -rf "$copy"
    if [ "$done" -ne 0 ]; then
        say "pip did not succeed. See what it says above ($why), and start again. Nothing has changed."
        return 1
    fi
    if ! "$venv/bin/python" -I -m companion version >/dev/null; then
        say "This version does not run here. Nothing has changed; fetch the project's folder anew, and start again."
        return 1
    fi
    touch "$venv/without-reader"
    rm "$venv/installing"
    sync
    touch "$venv/complete"
}

step_program() {
    local name
    step "The program"
    name=$(version_name)
    venv=$home/versions/$name
    if [ -e "$venv/complete" ]; then
        already "version $name is installed."
        if on_a_pi && [ -e "$venv/without-reader" ]; then run install_reader_packages; fi
    elif [ "$dry" = yes ]; then
        already "A virtual environment is made in $venv; the system's own Python is left alone."
        already "pip installs into it what pyproject.toml names, and the program itself."
        if on_a_pi; then already "For the tag reader rpi-lgpio, and mfrc522 with --no-deps, since it would bring RPi.GPIO along."; fi
    else
        mkdir -p "$home/versions"
        install_version || return 1
        if on_a_pi; then install_reader_packages; fi
    fi
    if [ "$(readlink "$home/current" 2>/dev/null)" != "versions/$name" ]; then
        replaced=yes
        if [ -L "$home/current" ]; then point "$home/previous" "$(readlink "$home/current")"; fi
        # Whatever was on probation is not any more.
        take_away "$home/probation" "$home/before"
        point "$home/current" "versions/$name"
        already "version $name is the one that is started."
    fi
    step_launcher
    step_links
    # Whoever has signed the first bundle signs the ones for an update on the screen.
    if [ -n "$offline" ] && [ -f "$offline/allowed-signers" ] && [ ! -e "$home/allowed-signers" ]; then
        run install -m 644 "$offline/allowed-signers" "$home/allowed-signers"
    fi
}

# A copy under a name of its own, so that a power cut leaves the old one or the new one.
step_launcher() {
    local copy old
    copy=launcher-$(cd "$root/companion/install/launcher" && cat ./*.py | sha256sum | cut -c1-8)
    if [ "$(readlink "$home/launcher" 2>/dev/null)" != "$copy" ] || [ ! -d "$home/$copy" ]; then
        old=$(readlink "$home/launcher" 2>/dev/null || true)
        take_away "$home/$copy"
        run cp -R "$root/companion/install/launcher" "$home/$copy"
        point "$home/launcher" "$copy"
        if [ -n "$old" ] && [ "$old" != "$copy" ]; then take_away "$home/$old"; fi
    fi
    place bin/lib/units/start "$home/start" 755
}

step_links() {
    local link
    already "The command companion, its manual page and its completions are found below ~/.local."
    for link in "${linked[@]}"; do
        if [ "$(readlink "${link#*:}" 2>/dev/null)" != "$home/current/${link%%:*}" ]; then
            run mkdir -p "$(dirname "${link#*:}")"
            run ln -sfn "$home/current/${link%%:*}" "${link#*:}"
        fi
    done
}

undo_program() {
    local link
    step "The program"
    for link in "${linked[@]}"; do
        if [ "$(readlink "${link#*:}" 2>/dev/null)" = "$home/current/${link%%:*}" ]; then take_away "${link#*:}"; fi
    done
    take_away "$home"
    if [ "$dry" = no ]; then already "is gone."; fi
}
