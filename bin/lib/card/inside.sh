#!/usr/bin/env bash
# inside.sh DISK: what bin/make-card does in the image's own system. DISK is the number of the disk, as in PARTUUID=DISK-02.
set -euo pipefail
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd -P)
card=$project/bin/lib/card
# Only the tests look into another folder.
machine=${COMPANION_MACHINE:-}
etc=$machine/etc boot=$machine/boot/firmware
disk=$1 player=vabanque home=/var/lib/vabanque

say() { printf '%s\n' "$*" >&2; }

# What asks for or applies settings at the first start, in the ways of the last years. Where another package needs one of these it stays, masked.
no_first_boot() {
    local package
    for package in rpi-cloud-init-mods rpi-preseed cloud-init; do
        if dpkg-query -W "$package" >/dev/null 2>&1; then DEBIAN_FRONTEND=noninteractive dpkg --purge "$package" || true; fi
    done
    rm -rf "$machine/var/lib/cloud" "$etc/cloud"
    for package in firstrun.sh userconf userconf.txt custom.toml user-data meta-data network-config rpi-preseed.toml ssh ssh.txt wpa_supplicant.conf; do
        rm -f "$boot/$package"
    done
    systemctl disable --quiet ssh.service ssh.socket 2>/dev/null || true
    # For good: a preset does not undo it.
    systemctl mask --quiet userconfig.service rpi-resize.service regenerate_ssh_host_keys.service sshswitch.service ssh.service ssh.socket \
        cloud-init.service cloud-init-local.service cloud-init-main.service cloud-init-network.service cloud-config.service cloud-final.service
}

# On a system that is read through an overlay these write into memory, or to nothing that lasts; and nobody is there to be asked.
no_upkeep() {
    systemctl mask --quiet apt-daily.timer apt-daily-upgrade.timer man-db.timer dpkg-db-backup.timer e2scrub_all.timer dphys-swapfile.service \
        avahi-daemon.service avahi-daemon.socket
    if [ -e "$etc/rpi/swap.conf" ]; then
        mkdir -p "$etc/rpi/swap.conf.d"
        printf '[Main]\nMechanism=zram\n' >"$etc/rpi/swap.conf.d/vabanque.conf"
    fi
}

# Nobody logs in: no password opens anything, and nothing logs in by itself.
no_login() {
    local name
    awk -F: '$2 !~ /^[!*]/ { print $1 }' "$etc/shadow" | while read -r name; do usermod --lock "$name"; done
    rm -f "$etc/sudoers.d/010_pi-nopasswd" "$etc/sudoers.d/90-cloud-init-users" "$etc/systemd/system/getty@tty1.service.d/autologin.conf"
    # Empty, not missing: each start makes one up, and none is a first start.
    : >"$etc/machine-id"
    rm -f "$machine/var/lib/dbus/machine-id"
}

install_companion() {
    if ! getent passwd "$player" >/dev/null; then useradd --home-dir "$home" --create-home --user-group --shell /usr/sbin/nologin "$player"; fi
    bash "$project/bin/install" --for "$player" --offline "$machine/run/bundle" --pi --console --also overlayroot --also busybox
}

# The system is only read, and what is written to it goes into memory: the plug can be pulled at any time. Games have a partition of their own.
overlay() {
    local words=() word file listed found=no
    for word in $(<"$boot/cmdline.txt"); do
        case $word in
            init=*firstboot* | resize | systemd.run=* | systemd.run_success_action=* | systemd.unit=kernel-command-line.target | ds=* | overlayroot=*) ;;
            *) words+=("$word") ;;
        esac
    done
    printf '%s\n' "${words[*]} overlayroot=tmpfs:recurse=0" >"$boot/cmdline.txt"
    if ! grep -qE '^(auto_initramfs=1|initramfs )' "$boot/config.txt"; then sed -i '1i auto_initramfs=1' "$boot/config.txt"; fi
    # Without either of the two the machine starts all the same, and says what is missing.
    sed -i -E '\,[[:space:]]/boot/firmware[[:space:]],s/defaults/defaults,ro,nofail/' "$etc/fstab"
    printf 'PARTUUID=%s-03 %s ext4 defaults,noatime,nosuid,nodev,nofail,x-systemd.growfs 0 2\n' "$disk" "$home" >>"$etc/fstab"
    for file in "$machine"/boot/initrd.img-* "$boot"/initramfs*; do
        if [ ! -f "$file" ]; then continue; fi
        # The whole list is read: what writes it fails when nobody reads on. The overlay's script calls grep, which is busybox there.
        listed=$(lsinitramfs "$file")
        if [[ $listed != *init-bottom/overlayroot* || $listed != *bin/busybox* ]]; then
            say "$file knows no overlay. On such a system run update-initramfs -u -k all first."
            exit 1
        fi
        found=yes
    done
    if [ "$found" = no ]; then say "There is no initramfs, which the overlay needs." && exit 1; fi
}

partition_of_games() {
    local part unit
    part=$(systemd-escape --path "/dev/disk/by-partuuid/$disk-03")
    # For sed, which takes one of two.
    part=${part//\\/\\\\}
    install -D -m 755 "$card/grow" "$machine/usr/local/lib/vabanque/grow"
    install -D -m 644 "$card/trouble.txt" "$machine/usr/local/lib/vabanque/trouble.txt"
    for unit in vabanque-grow.service vabanque-trouble.service; do
        sed "s,@DISK@,$disk,g; s,@PART@,$part,g" "$card/$unit" >"$etc/systemd/system/$unit"
    done
    mkdir -p "$etc/systemd/system/vabanque.service.d"
    printf '[Unit]\nRequiresMountsFor=%s\n' "$home" >"$etc/systemd/system/vabanque.service.d/card.conf"
    systemctl enable --quiet vabanque-grow.service vabanque-trouble.service
}

# The package manager runs as it does in a container: nothing is started.
printf '#!/bin/sh\nexit 101\n' >"$machine/usr/sbin/policy-rc.d"
chmod 755 "$machine/usr/sbin/policy-rc.d"
no_first_boot
install_companion
no_upkeep
no_login
overlay
partition_of_games
# Files that carry rights beside their mode have lost these when the image was taken apart: their packages give them back.
{ grep -l setcap "$machine"/var/lib/dpkg/info/*.postinst || true; } | while read -r script; do
    DEBIAN_FRONTEND=noninteractive dpkg-reconfigure "$(basename "${script%.postinst}")" </dev/null || true
done
rm -f "$machine/usr/sbin/policy-rc.d" "$machine/var/log/vabanque-install.log"
apt-get clean
