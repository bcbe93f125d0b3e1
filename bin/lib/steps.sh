# shellcheck shell=bash
# The steps of bin/install: each says what it does, changes nothing that is so already, and in a dry run is only told. Sourced, not run.
: "${root:?}" "${machine?}" "${dry:?}" "${home:?}" "${user:?}" "${as_user[*]-}"

# What an installation has changed on the machine outside its own folder, a line each: what bin/install --remove takes back.
changes=$home/changes

step() {
    printf '\n%s\n' "$*"
    on_the_screen "  $*"
}
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

# run COMMAND...: carries it out with the user's rights; in a dry run says what it would do.
run() {
    if [ "$dry" = yes ]; then tell "$@"; else "${as_user[@]}" "$@"; fi
}

# as_root COMMAND...: the same with the administrator's rights, and never without a word. Fails where they are not to be had.
as_root() {
    local rights=()
    if [ "$(id -u)" -ne 0 ]; then rights=(sudo); fi
    tell "${rights[@]}" "$@"
    if [ "$dry" = yes ]; then return 0; fi
    if [ "${#rights[@]}" -gt 0 ] && ! command -v sudo >/dev/null; then
        already "That takes an administrator, and there is no sudo here."
        return 1
    fi
    "${rights[@]}" "$@"
}

# What could not be done, a step each.
left_undone=()

# attempt WHAT STEP: a step without which the others are of use all the same.
attempt() { "$2" || left_undone+=("$1"); }

# changed WORD...: writes down a change, once.
changed() {
    if [ "$dry" = no ] && ! grep -qxsF -- "$*" "$changes"; then
        "${as_user[@]}" mkdir -p "$home"
        printf '%s\n' "$*" | "${as_user[@]}" tee -a "$changes" >/dev/null
    fi
}

was_changed() { grep -qxsF -- "$*" "$changes"; }

# place TEMPLATE FILE MODE [root]: writes a file with @USER@, @USERHOME@, @HOME@ and @PYTHON@ filled in, unless it is there just so.
place() {
    local made text by=run done=0
    if [ "${4:-}" = root ]; then by=as_root; fi
    text=$(<"$root/$1")
    text=${text//@USER@/$user}
    text=${text//@HOME@/$home}
    text=${text//@USERHOME@/$HOME}
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
    chmod 644 "$made"
    if [ "$by" = as_root ]; then note_folders "$(dirname "$2")"; fi
    "$by" install -D -m "$3" "$made" "$2" || done=1
    rm -f "$made"
    return "$done"
}

# note_folders FOLDER: of it and of those above it the ones that are about to be made, the topmost first.
note_folders() {
    if [ -e "$1" ]; then return 0; fi
    note_folders "$(dirname "$1")"
    changed "folder $1"
}

# Takes back what `note_folders` has noted and nothing lies in any more, the lowest first. The list is the user's, so it counts for /etc only.
undo_folders() {
    local line noted
    mapfile -t noted < <(tac "$changes" 2>/dev/null)
    for line in "${noted[@]}"; do
        if [[ $line == "folder $machine/etc/"* && $line != *..* ]] && [ -d "${line#folder }" ]; then as_root rmdir --ignore-fail-on-non-empty "${line#folder }"; fi
    done
}

# take_away [root] FILE...: of each that is there; and the folders below the user's home that are empty without it.
take_away() {
    local by=run file folder
    if [ "${1:-}" = root ]; then by=as_root && shift; fi
    for file in "$@"; do
        if [ ! -e "$file" ] && [ ! -L "$file" ]; then continue; fi
        "$by" rm -rf -- "$file" || return 1
        folder=$(dirname "$file")
        while [ "$dry" = no ] && [[ $folder == "$HOME"/* ]] && "${as_user[@]}" rmdir -- "$folder" 2>/dev/null; do folder=$(dirname "$folder"); done
    done
}
