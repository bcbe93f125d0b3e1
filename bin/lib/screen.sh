# shellcheck shell=bash
# Is there a screen to open a window on? Sourced, not run.

# has_screen SYS: SYS is /sys. A desktop says so in the environment; without one the kernel names each connector of the
# graphics cards (HDMI, DSI) and whether something is plugged into it.
has_screen() {
    local status
    if [ "${SDL_VIDEODRIVER:-}" = offscreen ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then return 0; fi
    for status in "$1"/class/drm/*/status; do
        if grep -qxs connected "$status"; then return 0; fi
    done
    return 1
}
