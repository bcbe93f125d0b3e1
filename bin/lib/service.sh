# shellcheck shell=bash
# How the companion starts with the machine: on the console without a desktop, or on the desktop. Sourced, not run.
: "${machine?}" "${home:?}" "${kind?}"

console_unit=$machine/etc/systemd/system/vabanque.service
desktop_unit=$HOME/.config/systemd/user/vabanque.service
desktop_closed=$desktop_unit.d/closed.conf
autostart=$HOME/.config/autostart/vabanque.desktop
menu_entry=$HOME/.local/share/applications/vabanque.desktop

# kind_of_start: console or desktop on a Pi, none elsewhere: a laptop has other things to do when it starts.
kind_of_start() {
    if ! on_a_pi; then
        echo none
    elif [ -e "$machine/etc/systemd/system/display-manager.service" ] &&
        [ "$(readlink "$machine/etc/systemd/system/default.target" 2>/dev/null | sed 's,.*/,,')" != multi-user.target ]; then
        echo desktop
    else
        echo console
    fi
}

systemd_runs() { [ -d "$machine/run/systemd/system" ] && command -v systemctl >/dev/null; }

# user_systemctl WORD...: to the user's own services, where they run.
user_systemctl() {
    if systemd_runs && [ -n "${XDG_RUNTIME_DIR:-}" ]; then run systemctl --user "$@" || true; fi
}

step_console() {
    step "Start with the machine, on the whole screen, without a desktop"
    take_away "$autostart" "$desktop_closed" "$desktop_unit"
    place bin/lib/units/console.service "$console_unit" 644 root || return 1
    if ! command -v systemctl >/dev/null; then
        already "skipped: there is no systemd here to start it."
        return 0
    fi
    if systemd_runs; then as_root systemctl daemon-reload || return 1; fi
    note_folders "$machine/etc/systemd/system/multi-user.target.wants"
    if ! systemctl is-enabled --quiet vabanque.service 2>/dev/null; then as_root systemctl enable vabanque.service || return 1; fi
    if ! systemd_runs; then already "systemd does not run here; it starts when the machine is started."; fi
}

step_desktop() {
    step "Start with the desktop"
    undo_console || return 1
    place bin/lib/units/desktop.service "$desktop_unit" 644 || return 1
    # A service that asks for a name space and gets none is not started at all.
    if unshare --user --mount true 2>/dev/null; then
        place bin/lib/units/desktop-closed.conf "$desktop_closed" 644 || return 1
    else
        already "this kernel gives a user no name spaces: the companion sees all that its user sees."
        take_away "$desktop_closed"
    fi
    place bin/lib/units/open "$home/open" 755 && place bin/lib/units/vabanque.desktop "$autostart" 644 &&
        place bin/lib/units/vabanque.desktop "$menu_entry" 644 || return 1
    user_systemctl daemon-reload
}

step_none() {
    step "Start with the machine"
    if on_a_pi; then
        already "skipped, as asked. Open it with: companion play"
    else
        already "skipped: this is no Raspberry Pi. Open it with: companion play"
        already "(bin/install --console and bin/install --desktop do it here all the same.)"
    fi
}

undo_console() {
    if [ ! -e "$console_unit" ]; then return 0; fi
    if systemd_runs; then as_root systemctl disable --now vabanque.service || true; fi
    take_away root "$machine/etc/systemd/system/multi-user.target.wants/vabanque.service" "$console_unit" || return 1
    if systemd_runs; then
        as_root systemctl daemon-reload || return 1
        # The login comes back to the screen.
        as_root systemctl start getty@tty1.service || true
    fi
}

undo_service() {
    step "The start with the machine"
    undo_console
    if [ -e "$desktop_unit" ]; then user_systemctl stop vabanque.service; fi
    take_away "$autostart" "$menu_entry" "$desktop_closed" "$desktop_unit"
    user_systemctl daemon-reload
}

# A version that plays is replaced at once; the game is where it was.
restart_service() {
    if [ "$kind" = console ] && systemd_runs && systemctl --quiet is-active vabanque.service; then
        as_root systemctl restart --no-block vabanque.service
    elif [ "$kind" = desktop ] && systemd_runs && systemctl --user --quiet is-active vabanque.service 2>/dev/null; then
        run systemctl --user restart --no-block vabanque.service
    fi
}
