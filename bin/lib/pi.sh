# shellcheck shell=bash
# What the companion needs of a Raspberry Pi: the SPI bus, groups, the rule for its Picos, a console that stays lit. Sourced, not run.
: "${root:?}" "${dry:?}" "${machine?}" "${user:?}"

groups_wanted=(spi gpio dialout input video render audio)
stick_rule=$machine/etc/polkit-1/rules.d/50-vabanque.rules
udev_rule=$machine/etc/udev/rules.d/99-vabanque.rules

# The firmware's settings: since Bookworm below /boot/firmware.
boot_file() {
    if [ -e "$machine/boot/firmware/$1" ]; then echo "$machine/boot/firmware/$1"; else echo "$machine/boot/$1"; fi
}

spi_is_on() { grep -qsE '^[[:space:]]*dtparam=([^#]*,)?spi=on' "$(boot_file config.txt)"; }

# switch_spi on|off: raspi-config where there is one, since it also does it at once; not for a machine that does not run yet.
switch_spi() {
    local file
    file=$(boot_file config.txt)
    if [ "${pi:-no}" = no ] && command -v raspi-config >/dev/null; then
        as_root raspi-config nonint do_spi "$([ "$1" = on ] && echo 0 || echo 1)"
    elif [ "$1" = off ]; then
        as_root sed -i -E 's/^[[:space:]]*dtparam=spi=on/#&/' "$file"
    elif grep -qE '^#[[:space:]]*dtparam=spi=on' "$file"; then
        as_root sed -i -E 's/^#[[:space:]]*dtparam=spi=on/dtparam=spi=on/' "$file"
    else
        # After a section such as [cm4] it would count for that model only.
        as_root sed -i '1i dtparam=spi=on' "$file"
    fi
}

step_spi() {
    step "SPI, the bus of the tag reader on the Pi's own pins"
    if ! on_a_pi; then
        already "skipped: this is no Raspberry Pi."
    elif spi_is_on; then
        already "is on."
    elif [ ! -e "$(boot_file config.txt)" ]; then
        already "$(boot_file config.txt) is not there: is the boot partition mounted? Without SPI the reading pad does not work."
        return 1
    else
        switch_spi on || return 1
        # raspi-config does not tell of a partition that takes nothing.
        if [ "$dry" = no ] && ! spi_is_on; then
            already "$(boot_file config.txt) has not changed: is it only for reading? Without SPI the reading pad does not work."
            return 1
        fi
        changed spi
    fi
}

step_groups() {
    local group missing=() own
    step "Groups, for $user to use readers, pins, Picos, touch screen and sound"
    own=" $(id -nG "$user") "
    for group in "${groups_wanted[@]}"; do
        if [[ $own == *" $group "* ]]; then continue; fi
        # Some of them exist on a Raspberry Pi only.
        if getent group "$group" >/dev/null; then missing+=("$group"); fi
    done
    if [ "${#missing[@]}" -eq 0 ]; then
        already "$user is in all of them that this system has."
        return 0
    fi
    as_root usermod -aG "$(IFS=, && echo "${missing[*]}")" "$user" || return 1
    for group in "${missing[@]}"; do changed "group $group"; done
}

# Without a running udev, as in a container, the rule waits for it.
reload_udev() {
    if command -v udevadm >/dev/null && [ -d "$machine/run/udev" ]; then
        as_root udevadm control --reload || true
        as_root udevadm trigger || true
    fi
}

step_udev() {
    step "The rule for wands and rings on USB"
    if [ -f "$udev_rule" ] && cmp -s "$root/firmware/99-vabanque.rules" "$udev_rule"; then
        already "$udev_rule is there."
        return 0
    fi
    place firmware/99-vabanque.rules "$udev_rule" 644 root || return 1
    changed rule
    reload_udev
}

# Without a desktop nothing else mounts a stick.
step_sticks() {
    local rule=bin/lib/units/50-vabanque.rules digest
    step "Sticks, for backups"
    if ! command -v udisksctl >/dev/null; then
        apt_install "Backups onto a USB stick need what mounts it" udisks2 polkitd || return 1
    fi
    # Only the administrator sees into the rules' folder, so what was written there is told by its digest.
    digest=$(sha256sum "$root/$rule" | cut -c1-8)
    if was_changed "sticks $digest"; then
        already "$user may mount them."
        return 0
    fi
    place "$rule" "$stick_rule" 644 root || return 1
    changed "sticks $digest"
}

# The kernel's own blanking of the console, where it is not off anyway.
step_blanking() {
    local cmdline
    cmdline=$(boot_file cmdline.txt)
    step "Keep the screen from going dark"
    if [ "$(cat "$machine/sys/module/kernel/parameters/consoleblank" 2>/dev/null || echo 0)" = 0 ]; then
        already "it is off."
    elif [ ! -e "$cmdline" ]; then
        already "skipped: $cmdline is not there."
    elif grep -q consoleblank= "$cmdline"; then
        already "$cmdline has a value of its own, which is left."
    else
        # One line; what is added goes to its end.
        as_root sed -i '1s/[[:space:]]*$/ consoleblank=0/' "$cmdline" || return 1
        changed consoleblank
    fi
}

# Takes back what `changes` tells, and only that.
undo_pi() {
    local group own
    if was_changed spi && spi_is_on; then
        step "SPI, which was off before"
        switch_spi off
    fi
    if was_changed consoleblank; then
        step "The console's blanking, as it was before"
        as_root sed -i '1s/ consoleblank=0//' "$(boot_file cmdline.txt)"
    fi
    own=" $(id -nG "$user") "
    for group in "${groups_wanted[@]}"; do
        if was_changed "group $group" && [[ $own == *" $group "* ]]; then
            step "Group $group, which $user was not in before"
            as_root gpasswd -d "$user" "$group"
        fi
    done
    if was_changed rule && [ -e "$udev_rule" ]; then
        step "The rule for wands and rings on USB"
        take_away root "$udev_rule"
        reload_udev
    fi
    if grep -qs "^sticks " "${changes:?}"; then
        step "The rule for sticks"
        as_root rm -f "$stick_rule"
    fi
    undo_folders
}
