# shellcheck shell=bash
# A bundle: the folder that bin/make-bundle has made, from which bin/install takes everything. Sourced, not run.
: "${root:?}" "${dry:?}" "${home:?}" "${machine?}" "${offline?}" "${part:?}" "${python-}"

# The public keys that bundles for an update on the screen are signed with; the first bundle brings them.
signers=$home/allowed-signers
sums=SHA256SUMS

# The system's name in the folder of packages, such as trixie-arm64.
system_name() {
    local VERSION_CODENAME=unknown
    # shellcheck source=/dev/null
    . "$machine/etc/os-release" 2>/dev/null || true
    echo "$VERSION_CODENAME-$(dpkg --print-architecture 2>/dev/null || echo unknown)"
}

# needed: the lines of SHA256SUMS, read from standard input, of what this machine uses. Another machine's wheels are not even read.
needed() {
    awk -v machine="$(uname -m)" -v debs="debs/$(system_name)/" '
        { name = substr($0, 67) }
        name !~ /^[A-Za-z0-9._+~%\/-]+$/ || name ~ /^\/|\.\./ { next }
        name ~ /^(manifest\.json|allowed-signers|vabanque_companion-[^\/]*\.whl)$/ { print }
        name ~ /^wheels\/[^\/]*\.whl$/ && (name ~ /-any\.whl$/ || name ~ "_" machine "\\.whl$") { print }
        index(name, debs) == 1 { print }'
}

# In kB: what a version takes with all that it needs, and as much again for what apt and pip unpack meanwhile.
room=700000

require_room() {
    local free
    free=$(df -k --output=avail "$1" 2>/dev/null | tail -n 1)
    if [ -n "$free" ] && [ "$free" -lt "$room" ]; then
        say "There is not enough room at $1: $((free / 1000)) MB are free, and $((room / 1000)) MB are needed. Delete something, or take a larger card."
        exit 1
    fi
}

# copied FROM TO: copies the files whose names stand on standard input. A pipe or a device would never end.
copied() {
    local name
    cd "$1" || return 1
    while read -r name; do
        if [ ! -f "$name" ]; then say "$name is missing, or is no file." && return 1; fi
        cp --parents -t "$2" -- "$name" || return 1
    done
}

# Copies what this machine uses, and checks the copies, before anything of it is run: a stick may be pulled out, and has no rights to keep.
step_bundle() {
    local from=$offline to
    if [ -z "$offline" ]; then return 0; fi
    step "The bundle"
    if [ ! -f "$from/$sums" ]; then
        say "$from is no bundle: $sums is missing in it. Copy the whole folder that bin/make-bundle has made."
        exit 1
    fi
    if [ "$dry" = yes ]; then
        already "What this machine needs is copied from $from and checked."
        return 0
    fi
    to=$home/bundle
    if [ "$(id -u)" -eq 0 ]; then to=$machine/var/tmp/vabanque-bundle; fi
    rm -rf "$to"
    mkdir -p "$(dirname "$to")"
    require_room "$(dirname "$to")"
    require_room "$HOME"
    mkdir -m 755 "$to"
    trap 'rm -rf "$offline"' EXIT
    offline=$to
    # What is checked is what was copied: a stick may hold something else a moment later.
    cp "$from/$sums" "$to/$sums.whole"
    if [ -f "$from/$sums.sig" ]; then cp "$from/$sums.sig" "$to/$sums.sig"; fi
    if [ -f "$signers" ] && [ ! -f "$to/$sums.sig" ]; then
        already "Nobody has signed this bundle."
    elif [ -f "$signers" ] && ! command -v ssh-keygen >/dev/null; then
        say "The bundle's signature can't be checked, since ssh-keygen is missing. Install openssh-client, and start again."
        exit 1
    elif [ -f "$signers" ] &&
        ! ssh-keygen -Y verify -q -f "$signers" -I companion -n companion-bundle -s "$to/$sums.sig" <"$to/$sums.whole"; then
        say "The bundle's signature is wrong: it was changed, or is by somebody else. Get it anew from those who made it."
        exit 1
    fi
    needed <"$to/$sums.whole" >"$to/$sums"
    if ! cut -c 67- "$to/$sums" | copied "$from" "$to"; then
        say "The bundle could not be copied: see above. Copy the whole folder again, or make room, and start again."
        exit 1
    fi
    if ! (cd "$to" && sha256sum --quiet --strict -c "$sums"); then
        say "The bundle is damaged or was changed. Copy the whole folder again, and start again. Nothing of it has been used."
        exit 1
    fi
    chmod -R a+rX,go-w "$to"
    already "$(wc -l <"$to/$sums") files are as they were made."
    use_bundle
}

# Has pip and apt take everything from the checked copy, and nothing from elsewhere.
# shellcheck disable=SC2034 # setup.sh reads both lists.
use_bundle() {
    local debs
    pip_options=(--no-index --find-links "$offline/wheels")
    debs=$offline/debs/$(system_name)
    # Without packages for this system apt has nothing to choose from, and says so.
    apt_options=(-o Dir::Etc::sourcelist="$offline/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$offline/lists"
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
    if [ "$part" = program ]; then return 0; fi
    mkdir -p "$offline/lists/partial"
    : >"$offline/sources.list"
    # Their digests stand in the list that was checked.
    if [ -f "$debs/Packages" ]; then printf 'deb [trusted=yes] file:%s ./\n' "${debs// /%20}" >"$offline/sources.list"; fi
}

# The companion's own wheel in the bundle.
own_wheel() {
    local found=("$offline"/vabanque_companion-*-py3-none-any.whl)
    if [ ! -f "${found[0]}" ] || [ "${#found[@]}" -ne 1 ]; then
        say "The bundle holds no version of the companion, or several. Copy the whole folder that bin/make-bundle has made."
        return 1
    fi
    echo "${found[0]}"
}

# Fails with words where the bundle has nothing for this Python.
require_wheels() {
    local known this
    this=$("$python" -c 'import platform; print("cp%s%s" % platform.python_version_tuple()[:2], platform.machine(), sep="-")')
    known=$("$python" -c 'import json, sys; print(*json.load(open(sys.argv[1]))["wheels"])' "$offline/manifest.json" 2>/dev/null || echo nothing)
    if [[ " $known " != *" $this "* ]]; then
        say "The bundle is for $known; this machine is $this. Get the bundle for this machine, or install with the network: without --offline."
        return 1
    fi
}
