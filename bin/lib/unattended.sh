# shellcheck shell=bash
# An installation by root for somebody else: nobody is asked, and whoever stands before the screen sees how it goes. Sourced, not run.
: "${root:?}" "${dry:?}" "${what:?}" "${machine?}" "${person?}" "${offline?}" "${pi:?}" "${part:?}" "${home-}"

log=$machine/var/log/vabanque-install.log
# What the login on the console says before it asks for a name, so that a failure stands there after every start until one succeeds.
issue=$machine/etc/issue.d/vabanque.issue
# Set by the run that watches over the one that installs.
watched=${COMPANION_WATCHED:-}

# What a command of the user's own begins with; nothing where the user runs all this.
as_user=()

# on_the_screen TEXT: on the first console, where this is an installation for somebody else and there is one. Whoever has stopped it with
# Ctrl-S stops nothing else.
on_the_screen() {
    if [ -z "$person" ] || [ "$dry" = yes ] || [ "$what" = remove ] || [ ! -w "$machine/dev/tty1" ]; then return 0; fi
    printf '%s\r\n' "$1" | timeout 2 tee -a "$machine/dev/tty1" >/dev/null 2>&1 || true
}

# take_over WORD...: the same run once more, watched: all that it says goes into `log` as well, and how it ends is told on the screen. In that
# run: sets `user` and HOME, and `as_user`.
take_over() {
    local id group entry
    export PATH=$PATH:/usr/sbin:/sbin
    if [[ ! $person =~ ^[a-z_][a-z0-9_-]{0,30}$ ]]; then
        say "$person is no name for a user: small letters, digits and - are."
        exit 2
    fi
    user=$person
    if [ "$what" = remove ] && ! getent passwd "$user" >/dev/null; then
        say "There is no user $user, so there is nothing of theirs to remove."
        exit 1
    fi
    if [ "$dry" = no ] && [ "$what" = install ] && [ -z "$watched" ]; then watch "$@"; fi
    if [ "$dry" = no ]; then
        make_user || { say "The user $user could not be made: see above." && exit 1; }
    fi
    entry=$(getent passwd "$user" || echo "$user:x:1000:1000::/home/$user:")
    IFS=: read -r _ _ id group _ HOME _ <<<"$entry"
    if [ "$id" = 0 ]; then
        say "The companion is not to run as root. Name another user, also one that is not there yet: bin/install --for vabanque"
        exit 1
    fi
    export HOME
    if [ "$dry" = no ] && [ "$what" = install ]; then complete_user "$id" "$group"; fi
    unset XDG_DATA_HOME XDG_RUNTIME_DIR XDG_CONFIG_HOME
    as_user=(setpriv "--reuid=$id" "--regid=$group" --init-groups env "HOME=$HOME" "USER=$user" "LOGNAME=$user")
}

watch() {
    local status why
    mkdir -p "$(dirname "$log")"
    printf '\n%s  bin/install %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$*" >>"$log" || true
    on_the_screen "
Vabanque is being installed. This takes some minutes. Leave the power on.
Vabanque wird installiert. Das dauert einige Minuten. Bitte den Strom nicht abschalten.
Installation de Vabanque en cours, quelques minutes. Ne coupez pas le courant.
"
    set +e
    COMPANION_WATCHED=1 bash "$root/bin/install" "$@" 2>&1 </dev/null | tee -a "$log"
    status=${PIPESTATUS[0]}
    set -e
    sync
    if [ "$status" -eq 0 ]; then
        rm -f "$issue"
        on_the_screen "
Vabanque is installed. Switch the machine off and on.
Vabanque ist installiert. Das Gerät aus- und wieder einschalten.
Vabanque est installé. Éteignez puis rallumez l'appareil."
        exit 0
    fi
    why=$(grep -v '^[[:space:]]*$' "$log" | tail -n 5)
    mkdir -p "$(dirname "$issue")"
    printf '%s\n' "
Vabanque could not be installed (all of it: ${log#"$machine"}):
$why
Switch off and on: it goes on from here. If it stops here again, write the card anew.

Vabanque konnte nicht installiert werden. Aus- und wieder einschalten: Es geht von hier aus weiter.
Bleibt es wieder stehen, die Karte neu beschreiben.

Vabanque n'a pas pu être installé. Éteignez puis rallumez : l'installation reprend d'ici.
Si elle s'arrête à nouveau, réécrivez la carte.
" >"$issue" || true
    on_the_screen "$(<"$issue")"
    exit "$status"
}

# A user whose password is locked and who gets no shell: nobody logs in as the player of a card.
make_user() {
    if getent passwd "$user" >/dev/null; then return 0; fi
    made_user=yes
    no_stale_locks
    useradd --create-home --user-group --shell /usr/sbin/nologin "$user"
}

# useradd writes one file after the other, and what locks them holds the number of its process. Where the power went meanwhile, the lock stays,
# and after the next start that number is another program's.
no_stale_locks() {
    local lock
    for lock in "$machine"/etc/{passwd,shadow,group,gshadow,subuid,subgid}.lock; do
        if [ -e "$lock" ] && ! grep -qsE '^(user|group|vi|pw|gr|ch|newusers)' "/proc/$(tr -dc 0-9 <"$lock")/comm"; then rm -f "$lock"; fi
    done
}

# complete_user ID GROUP: what useradd had not come to when the power went: the entries of group and shadow, the folder and whose it is. A folder
# that has more in it than a new user's is left as it is.
complete_user() {
    local name
    if ! getent group "$2" >/dev/null; then no_stale_locks && groupadd --gid "$2" "$user"; fi
    if ! getent shadow "$user" >/dev/null; then no_stale_locks && pwconv; fi
    if [ "$HOME" != "$machine/home/$user" ]; then return 0; fi
    if [ ! -e "$HOME" ]; then mkdir -m 700 "$HOME"; fi
    if [ "$(stat -c %F:%u "$HOME")" != directory:0 ]; then return 0; fi
    for name in "$HOME"/.[!.]* "$HOME"/*; do
        if [ -e "$name" ] && [ ! -e "$machine/etc/skel/${name##*/}" ]; then return 0; fi
    done
    chown -hR "$1:$2" "$HOME"
}

step_user() {
    if [ -z "$person" ]; then return 0; fi
    step "The user $user, whose games they will be"
    if [ "${made_user:-no}" = yes ]; then
        already "$user is made, without a password."
    elif getent passwd "$user" >/dev/null; then
        already "is there."
    else
        tell useradd --create-home --user-group --shell /usr/sbin/nologin "$user"
    fi
    if [ "$dry" = yes ]; then return 0; fi
    if ! "${as_user[@]}" test -w "$HOME"; then
        say "$user may not write into $HOME, where the games are to lie. Make that folder theirs: chown $user: $HOME"
        exit 1
    fi
    if ! "${as_user[@]}" test -r "$root/pyproject.toml"; then
        say "$user may not read $root. Unpack it in a folder that everybody may read, such as /opt/vabanque."
        exit 1
    fi
}

# by_the_user STEP: what is all the user's own is done with no more rights than the user has.
by_the_user() {
    local options=(--only-program) before
    if [ "${#as_user[@]}" -eq 0 ] || [ "$dry" = yes ]; then
        "$1"
        return
    fi
    on_the_screen "  The program"
    if [ -n "$offline" ]; then options+=(--offline "$offline"); fi
    if [ "$pi" = yes ]; then options+=(--pi); fi
    before=$(readlink "$home/current" || true)
    "${as_user[@]}" bash "$root/bin/install" "${options[@]}"
    # shellcheck disable=SC2034 # bin/install reads it.
    if [ "$before" != "$(readlink "$home/current")" ]; then replaced=yes; fi
}
