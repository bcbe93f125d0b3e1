# shellcheck shell=bash
# The steps of bin/install: each says what it does, changes nothing that is so already, and in a dry run is only told. Sourced, not run.
: "${root:?}" "${dry:?}" "${home:?}" "${user:?}"

# What an installation has changed on the machine outside its own folder, a line each: what bin/install --remove takes back.
changes=$home/changes

step() { printf '\n%s\n' "$*"; }
already() { printf '  %s\n' "$*"; }

# tell COMMAND...: the command as it could be typed.
tell() {
    local word
    printf '  $'
    for word in "$@"; do
        if [[ $word =~ ^[A-Za-z0-9_./:=,@+~-]+$ ]]; then printf ' %s' "$word"; else printf ' %s' "${word@Q}"; fi
    done
    printf '\n'
}

# run COMMAND...: carries it out; in a dry run says what it would do.
run() {
    if [ "$dry" = yes ]; then tell "$@"; else "$@"; fi
}

# as_root COMMAND...: the same with the administrator's rights, and never without a word.
as_root() {
    local rights=()
    if [ "$(id -u)" -ne 0 ]; then rights=(sudo); fi
    tell "${rights[@]}" "$@"
    if [ "$dry" = no ]; then "${rights[@]}" "$@"; fi
}

# changed WORD...: writes down a change, once.
changed() {
    if [ "$dry" = no ] && ! grep -qxsF -- "$*" "$changes"; then
        mkdir -p "$home"
        printf '%s\n' "$*" >>"$changes"
    fi
}

was_changed() { grep -qxsF -- "$*" "$changes"; }

# place TEMPLATE FILE MODE [root]: writes a file with @USER@, @HOME@ and @PYTHON@ filled in, unless it is there just so.
place() {
    local made text by=run
    if [ "${4:-}" = root ]; then by=as_root; fi
    text=$(<"$root/$1")
    text=${text//@USER@/$user}
    text=${text//@HOME@/$home}
    text=${text//@PYTHON@/${system_python:-python3}}
    if [ -f "$2" ] && [ "$text" = "$(<"$2")" ] && [ "$(stat -c %a "$2")" = "${3#0}" ]; then
        already "$2 is there."
        return 0
    fi
    if [ "$dry" = yes ]; then
        already "$2 is written (from $1)."
        return 0
    fi
    already "$2 is written."
    made=$(mktemp)
    printf '%s\n' "$text" >"$made"
    "$by" install -D -m "$3" "$made" "$2"
    rm -f "$made"
}

# take_away FILE... [root]: of each that is there.
take_away() {
    local by=run file
    if [ "${1:-}" = root ]; then by=as_root && shift; fi
    for file in "$@"; do
        if [ -e "$file" ] || [ -L "$file" ]; then "$by" rm -rf -- "$file"; fi
    done
}
