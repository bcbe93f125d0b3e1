"""bin/install --for NAME: as root, for somebody else, with nobody there but whoever looks at the screen."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.bundles import Key
from tests.packaging.installing import Pi, raspberry_pi

GETENT = """case "$*" in
    "passwd player") test -e "$(dirname "$0")/made" && echo "player:x:1000:1000::$HOME_OF_PLAYER:/usr/sbin/nologin" ;;
    "passwd "*) exit 2 ;;
    "group 1000") test ! -e "$(dirname "$0")/cut" && echo "player:x:1000:" ;;
    "shadow player") test ! -e "$(dirname "$0")/cut" && echo "player:!:20000::::::" ;;
    *) case "$2" in spi | gpio | dialout | input | video | render | audio) exit 0 ;; *) exit 2 ;; esac ;;
esac"""


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """A Pi that root stands at, with a screen, and without the user player."""
    machine = raspberry_pi(tmp_path)
    machine.command("getent", GETENT)
    machine.command("useradd", 'touch "$(dirname "$0")/made"')
    # What comes after it is the user's.
    machine.command("setpriv", 'while [[ $1 == --* ]]; do shift; done; exec env ROOT_ID=1000 "$@"')
    machine.command("dpkg", 'if [ "$1" = --print-architecture ]; then echo arm64; fi')
    (machine.files / "dev").mkdir()
    (machine.files / "dev" / "tty1").touch()
    return machine


def provision(pi: Pi, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Everything it says is in stdout."""
    there = {**pi.environment(), "ROOT_ID": "0", "HOME_OF_PLAYER": str(pi.home), **environment}
    return pi.run("bash", "-c", '"$0" "$@" 2>&1', pi.root / "bin" / "install", *words, **there)


def screen(pi: Pi) -> str:
    return (pi.files / "dev" / "tty1").read_text()


def log(pi: Pi) -> str:
    return (pi.files / "var" / "log" / "vabanque-install.log").read_text()


def test_root_installs_for_a_user_who_is_made_and_calls_no_sudo(pi: Pi) -> None:
    done = provision(pi, "--for", "player")
    assert done.returncode == 0, done.stdout
    acts = pi.acts()
    assert acts[0] == "useradd --create-home --user-group --shell /usr/sbin/nologin player"
    assert [act for act in acts if act.startswith("sudo")] == []
    assert "systemctl enable vabanque.service" in acts
    assert pi.groups[-5:] == ["spi", "gpio", "dialout", "input", "render"]
    assert "\nUser=player\n" in pi.unit.read_text()
    # All that is the user's is made with the user's rights.
    assert any(re.fullmatch(r"setpriv --reuid=1000 --regid=1000 --init-groups env .* ROOT/bin/install --only-program", act) for act in acts)
    assert (pi.program / "current" / "complete").exists()
    # Its steps stand on the screen, everything in the file.
    for words in ("Vabanque wird installiert.", "  Packages of the system", "  The program", "Vabanque est installé."):
        assert words in screen(pi)
    assert "Making a virtual environment in" in log(pi)
    assert not (pi.files / "etc" / "issue.d" / "vabanque.issue").exists()

    before = pi.tree("files/var/log", "files/dev")
    assert provision(pi, "--for", "player", IS_ACTIVE="0").returncode == 0
    assert [act for act in pi.acts() if not act.startswith(("setpriv", "dpkg"))] == []
    assert pi.tree("files/var/log", "files/dev") == before


@pytest.mark.parametrize("start", ["--console", "--desktop"])
def test_root_touches_nothing_in_the_users_home(pi: Pi, start: str) -> None:
    """A link there could lead anywhere: whatever makes, moves or takes away something below it has the user's rights."""
    by_root = pi.commands / "by-root"
    for tool in ("chmod", "chown", "cp", "install", "ln", "mkdir", "mv", "rm", "rmdir", "tee", "touch"):
        real = shutil.which(tool)
        pi.command(tool, f'case "${{ROOT_ID:-0}} $*" in "0 "*"{pi.home}"*) echo {tool} "$@" >>"{by_root}" ;; esac\nexec {real} "$@"')
    assert provision(pi, "--for", "player", start).returncode == 0
    assert (pi.program / "current").exists()
    assert provision(pi, "--for", "player", "--remove", "--yes").returncode == 0
    assert not pi.program.exists()
    assert not by_root.exists(), by_root.read_text()
    # The same tools in the hands of root are noticed.
    pi.run("mkdir", "-p", pi.home / "x", ROOT_ID="0")
    assert by_root.exists()


def test_a_user_whose_making_the_power_cut_short_is_made_whole(pi: Pi) -> None:
    """useradd writes passwd, then shadow, group and the folder: with passwd alone nobody was the user's, and no run ever got further."""
    for name in ("groupadd", "pwconv", "chown"):
        pi.command(name)
    home = pi.files / "home" / "player"
    (pi.files / "etc" / "skel").mkdir(parents=True)
    (pi.files / "etc" / "skel" / ".bashrc").touch()
    home.parent.mkdir()
    for name in ("made", "cut"):
        (pi.commands / name).touch()
    if os.geteuid() != 0:
        # A folder of root's cannot be had otherwise.
        pi.command("stat", "echo directory:0")
    assert provision(pi, "--for", "player", HOME_OF_PLAYER=str(home)).returncode == 0
    mending = ["groupadd --gid 1000 player", "pwconv ", f"chown -hR 1000:1000 {home}"]
    assert [act for act in pi.acts() if act.startswith(("useradd", "groupadd", "pwconv", "chown"))] == mending
    assert home.is_dir()
    (pi.commands / "cut").unlink()
    (home / "of somebody's own").touch()
    assert provision(pi, "--for", "player", HOME_OF_PLAYER=str(home)).returncode == 0
    assert [act for act in pi.acts() if act.startswith(("groupadd", "pwconv", "chown"))] == []


def test_packages_that_a_power_cut_left_half_installed_keep_nothing_from_being_installed(pi: Pi) -> None:
    """A library was unpacked and what it needs was not: apt installs nothing else until that is put right."""
    broken = 'case "$*" in *--fix-broken*) touch "$(dirname "$0")/whole" ;; *" install "*) test -e "$(dirname "$0")/whole" ;; esac'
    pi.command("apt-get", broken + ' && touch "$(dirname "$0")/calls ${*: -1}"')
    done = provision(pi, "--for", "player")
    assert (done.returncode, "not all could be done" in done.stdout) == (0, False), done.stdout
    assert [act.split()[-2:] for act in pi.acts() if "--fix-broken" in act] == [["--yes", "install"]]


def test_a_lock_that_a_power_cut_left_holds_nobody_up(pi: Pi) -> None:
    """After the next start its number is another program's: this one's, which is no useradd."""
    (pi.files / "etc").mkdir(exist_ok=True)
    pi.command(
        "getent",
        f"""case "$*" in "passwd player") test -e "$(dirname "$0")/made" && echo "player:x:1000:1000::{pi.home}:/bin/sh" ;; *) exit 0 ;; esac""",
    )
    locks = [pi.files / "etc" / f"{name}.lock" for name in ("passwd", "gshadow", "subuid")]
    for lock in locks:
        lock.write_text(f"{os.getpid()}\0")
    assert provision(pi, "--for", "player").returncode == 0
    assert [lock for lock in locks if lock.exists()] == []


def test_a_failure_stays_on_the_screen_until_a_run_succeeds(pi: Pi) -> None:
    done = provision(pi, "--for", "player", PIP="1")
    assert done.returncode == 1
    issue = pi.files / "etc" / "issue.d" / "vabanque.issue"
    for place in (screen(pi), issue.read_text()):
        assert "pip did not succeed." in place
        assert "Switch off and on: it goes on from here." in place
        assert "Aus- und wieder einschalten" in place
    assert provision(pi, "--for", "player").returncode == 0
    assert not issue.exists()


def test_what_the_readers_lack_stands_on_the_screen_and_in_the_file(pi: Pi, offline: Path) -> None:
    done = provision(pi, "--for", "player", "--offline", offline, PIP="without spidev")
    assert done.returncode == 0, done.stdout
    for words in ("Missing for the reading pad: spidev.", "Für das Lesepad fehlt: spidev.", "Il manque pour le socle : spidev."):
        assert words in screen(pi)
    assert "/var/log/vabanque-install.log" in screen(pi)
    assert "Could not be had: spidev. Without that the reading pad does not work" in log(pi)
    assert "sudo apt-get install python3-spidev" in log(pi)
    # Every other package was had.
    assert [act for act in pi.acts() if act.startswith("pip") and act.split()[-1].startswith("mfrc522")] != []


def test_what_the_user_has_put_in_the_place_of_that_list_is_read_with_the_users_rights(pi: Pi) -> None:
    """Else a link to a file of the administrator's would bring it into the log."""
    by_root = pi.commands / "by-root"
    pi.command("cat", f'case "${{ROOT_ID:-0}} $*" in "0 "*without-reader*) touch {by_root} ;; esac\nexec /usr/bin/cat "$@"')
    assert provision(pi, "--for", "player", PIP="without spidev").returncode == 0
    assert "Could not be had: spidev." in log(pi)
    assert not by_root.exists()


def test_root_takes_no_folder_away_that_the_users_own_list_names_elsewhere(pi: Pi) -> None:
    assert provision(pi, "--for", "player").returncode == 0
    for name in ("srv/empty", "etc/empty"):
        (pi.files / name).mkdir(parents=True)
    with (pi.program / "changes").open("a") as changes:
        changes.write(f"folder {pi.files}/srv/empty\nfolder {pi.files}/etc/../srv/empty\nfolder {pi.files}/etc/empty\n")
    assert provision(pi, "--for", "player", "--remove", "--yes").returncode == 0
    assert ((pi.files / "srv" / "empty").exists(), (pi.files / "etc" / "empty").exists()) == (True, False)


def test_removed_for_somebody_nothing_is_said_to_be_installed_and_nobody_is_made(pi: Pi) -> None:
    assert "There is no user player" in provision(pi, "--for", "player", "--remove", "--yes").stdout
    assert [act for act in pi.acts() if act.startswith("useradd")] == []
    assert provision(pi, "--for", "player", PIP="1").returncode == 1
    assert provision(pi, "--for", "player").returncode == 0
    before = screen(pi)
    done = provision(pi, "--for", "player", "--remove", "--yes")
    assert (done.returncode, "Done. What apt has installed stays" in done.stdout) == (0, True)
    assert screen(pi) == before
    assert not pi.program.exists()


def test_nobody_but_root_installs_for_another_and_never_for_root(pi: Pi) -> None:
    refused = pi.run(pi.root / "bin" / "install", "--for", "player", **pi.environment())
    assert (refused.returncode, "sudo bin/install --for player" in refused.stderr) == (1, True)
    pi.command("getent", "echo root:x:0:0:root:/root:/bin/bash")
    assert "is not to run as root" in provision(pi, "--for", "root").stdout
    assert provision(pi, "--for", "../x").returncode == 2
    assert pi.acts() == []


def test_a_dry_run_for_another_changes_nothing(pi: Pi) -> None:
    before = pi.tree()
    done = provision(pi, "--for", "player", "--dry-run")
    assert "$ useradd --create-home" in done.stdout
    assert (pi.tree(), pi.acts()) == (before, [])


def test_taken_for_a_pi_its_settings_are_changed_by_hand(pi: Pi) -> None:
    """In the tree of an image there is no model to read, and raspi-config would reach for the hardware of another machine."""
    (pi.files / "proc" / "device-tree" / "model").unlink()
    done = provision(pi, "--for", "player", "--pi", "--console")
    assert done.returncode == 0, done.stdout
    assert [act for act in pi.acts() if act.startswith("raspi-config")] == []
    assert "dtparam=spi=on" in pi.config.read_text().splitlines()


# --- from a bundle ---


def bundle(pi: Pi) -> Path:
    """A bundle as bin/make-bundle lays it out, with one wheel for this machine and one for another, and one package."""
    folder = pi.home.parent / "vabanque-bundle"
    debs = f"debs/{(pi.files / 'etc/os-release').read_text().strip().partition('=')[2]}-arm64"
    this = f"cp{sys.version_info[0]}{sys.version_info[1]}-{platform.machine()}"
    files = {
        "manifest.json": json.dumps({"wheels": [this]}),
        "vabanque_companion-0.1.0-py3-none-any.whl": "the companion",
        "wheels/kivy-2.3.1-any.whl": "kivy",
        "wheels/kivy-2.3.1-cp311-cp311-sparc.whl": "for another machine",
        f"{debs}/Packages": "Package: libgl1\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "SHA256SUMS").write_text("".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in files.items()))
    return folder


@pytest.fixture
def offline(pi: Pi) -> Path:
    (pi.files / "etc").mkdir(exist_ok=True)
    (pi.files / "etc" / "os-release").write_text("VERSION_CODENAME=trixie\n")
    (pi.files / "var" / "tmp").mkdir(parents=True)
    return bundle(pi)


def test_from_a_bundle_pip_and_apt_take_everything_from_its_checked_copy(pi: Pi, offline: Path) -> None:
    # What is for other machines is not even looked at, so it may be damaged.
    (offline / "wheels" / "kivy-2.3.1-cp311-cp311-sparc.whl").write_text("damaged")
    done = provision(pi, "--for", "player", "--offline", offline)
    assert done.returncode == 0, done.stdout
    copy = pi.files / "var" / "tmp" / "vabanque-bundle"
    acts = pi.acts()
    fetching = [act for act in acts if act.startswith("pip install")]
    assert [act for act in fetching if f"--no-index --find-links {copy}/wheels" not in act] == []
    assert any(act.endswith("vabanque_companion-0.1.0-py3-none-any.whl") for act in fetching)
    apt = [act for act in acts if act.startswith("apt-get")]
    assert apt != []
    assert [act for act in apt if f"Dir::Etc::sourcelist={copy}/sources.list" not in act] == []
    digest = hashlib.sha256(b"the companion").hexdigest()[:8]
    assert (pi.program / "current").readlink() == Path(f"versions/0.1.0-{digest}")
    # The copy goes with the run.
    assert not copy.exists()


@pytest.mark.parametrize(
    "name", ["vabanque_companion-0.1.0-py3-none-any.whl", "wheels/kivy-2.3.1-any.whl", "debs/trixie-arm64/Packages", "manifest.json"]
)
def test_a_changed_byte_is_found_before_anything_is_used(pi: Pi, offline: Path, name: str) -> None:
    content = (offline / name).read_bytes()
    (offline / name).write_bytes(bytes([content[0] ^ 1]) + content[1:])
    done = provision(pi, "--for", "player", "--offline", offline)
    assert done.returncode == 1
    assert "The bundle is damaged or was changed." in screen(pi)
    assert f"{name}: FAILED" in log(pi)
    assert [act for act in pi.acts() if act.startswith(("pip", "apt-get", "venv"))] == []
    assert not pi.program.exists()


def test_what_is_no_bundle_or_lacks_a_file_is_told(pi: Pi, offline: Path) -> None:
    (offline / "wheels" / "kivy-2.3.1-any.whl").unlink()
    assert provision(pi, "--for", "player", "--offline", offline).returncode == 1
    assert "The bundle could not be copied" in screen(pi)
    assert "is no bundle: SHA256SUMS is missing" in provision(pi, "--for", "player", "--offline", pi.home).stdout


@pytest.mark.parametrize("how", ["none", "several", "a list from Windows"])
def test_a_bundle_without_one_version_of_the_companion_says_so(pi: Pi, offline: Path, how: str) -> None:
    sums = (offline / "SHA256SUMS").read_text()
    if how == "none":
        sums = "".join(line for line in sums.splitlines(keepends=True) if "vabanque_companion" not in line)
    elif how == "several":
        (offline / "vabanque_companion-0.2.0-py3-none-any.whl").write_text("x")
        sums += f"{hashlib.sha256(b'x').hexdigest()}  vabanque_companion-0.2.0-py3-none-any.whl\n"
    else:
        sums = sums.replace("\n", "\r\n")
    (offline / "SHA256SUMS").write_bytes(sums.encode())
    assert provision(pi, "--for", "player", "--offline", offline).returncode == 1
    assert "Vabanque could not be installed" in screen(pi)
    words = "The bundle is damaged or was changed." if how == "a list from Windows" else "The bundle holds no version of the companion, or several."
    assert words in log(pi)


def test_a_list_that_leads_out_of_the_bundle_leads_nowhere(pi: Pi, offline: Path) -> None:
    secret = offline.parent / "secret-any.whl"
    secret.write_text("x")
    with (offline / "SHA256SUMS").open("a") as sums:
        sums.write(f"{hashlib.sha256(b'x').hexdigest()}  wheels/../../secret-any.whl\n")
    assert provision(pi, "--for", "player", "--offline", offline).returncode == 0
    assert "4 files are as they were made" in log(pi)


def test_what_has_no_end_is_no_file_of_a_bundle(pi: Pi, offline: Path) -> None:
    wheel = offline / "wheels" / "kivy-2.3.1-any.whl"
    for made in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        wheel.unlink()
        made(wheel)
        assert provision(pi, "--for", "player", "--offline", offline).returncode == 1
        assert "wheels/kivy-2.3.1-any.whl is missing, or is no file." in log(pi)
    assert not pi.program.exists()


# --- its signature, where the installation has a key ---


@pytest.fixture
def key(pi: Pi, offline: Path, tmp_path: Path) -> Key:
    """The key of those who make bundles, which a first bundle has brought."""
    made = Key(tmp_path / "keys")
    pi.program.mkdir(parents=True)
    shutil.copy(made.signers, pi.program / "allowed-signers")
    return made


def test_a_bundle_that_is_signed_by_the_makers_is_taken(pi: Pi, offline: Path, key: Key, tmp_path: Path) -> None:
    # The keys that it brings are not looked at any more.
    others = Key(tmp_path / "others").signers.read_bytes()
    (offline / "allowed-signers").write_bytes(others)
    with (offline / "SHA256SUMS").open("a") as sums:
        sums.write(f"{hashlib.sha256(others).hexdigest()}  allowed-signers\n")
    key.sign(offline)
    done = provision(pi, "--for", "player", "--offline", offline)
    assert done.returncode == 0, done.stdout
    assert "Nobody has signed" not in done.stdout
    assert (pi.program / "allowed-signers").read_bytes() == key.signers.read_bytes()


def test_a_signature_that_nothing_can_check_is_not_believed(pi: Pi, offline: Path, key: Key, tmp_path: Path) -> None:
    key.sign(offline)
    without = tmp_path / "without"
    without.mkdir()
    for tool in Path("/usr/bin").iterdir():
        if tool.name != "ssh-keygen":
            (without / tool.name).symlink_to(tool)
    done = provision(pi, "--for", "player", "--offline", offline, PATH=f"{pi.commands}:{without}")
    assert (done.returncode, "Install openssh-client, and start again." in screen(pi)) == (1, True), done.stdout
    assert not (pi.program / "current").exists()


@pytest.mark.parametrize("how", ["somebody else", "changed since", "no signature"])
def test_a_bundle_whose_signature_is_wrong_is_refused_before_anything_is_used(how: str, pi: Pi, offline: Path, key: Key, tmp_path: Path) -> None:
    (Key(tmp_path / "others") if how == "somebody else" else key).sign(offline)
    if how == "changed since":
        with (offline / "SHA256SUMS").open("a") as sums:
            sums.write(f"{'0' * 64}  README.txt\n")
    elif how == "no signature":
        (offline / "SHA256SUMS.sig").write_text("signed, the makers\n")
    assert provision(pi, "--for", "player", "--offline", offline).returncode == 1
    assert "The bundle's signature is wrong" in screen(pi)
    assert [act for act in pi.acts() if act.startswith(("pip", "apt-get", "venv"))] == []
    assert not (pi.program / "current").exists()


def test_a_bundle_that_nobody_has_signed_is_said_to_be_that(pi: Pi, offline: Path, key: Key) -> None:
    done = provision(pi, "--for", "player", "--offline", offline)
    assert (done.returncode, "Nobody has signed this bundle." in done.stdout) == (0, True)


def test_a_stick_that_changes_while_it_is_checked_brings_nothing_else(pi: Pi, offline: Path, key: Key) -> None:
    """As soon as the signature was looked at there is another list on it, with the digest of another program."""
    key.sign(offline)
    evil, wheel = hashlib.sha256(b"evil").hexdigest(), "vabanque_companion-0.1.0-py3-none-any.whl"
    pi.command("ssh-keygen", f'cd {offline} && printf evil >{wheel} && sed -i "s/^.*  {wheel}/{evil}  {wheel}/" SHA256SUMS')
    done = provision(pi, "--for", "player", "--offline", offline)
    assert evil in (offline / "SHA256SUMS").read_text()
    assert (done.returncode, "The bundle is damaged or was changed." in screen(pi)) == (1, True)
    assert not (pi.program / "current").exists()


def test_a_bundle_for_other_machines_says_so(pi: Pi, offline: Path) -> None:
    text = json.dumps({"wheels": ["cp399-sparc"]})
    (offline / "manifest.json").write_text(text)
    sums = (offline / "SHA256SUMS").read_text().splitlines()
    sums[0] = f"{hashlib.sha256(text.encode()).hexdigest()}  manifest.json"
    (offline / "SHA256SUMS").write_text("\n".join(sums) + "\n")
    done = provision(pi, "--for", "player", "--offline", offline)
    assert done.returncode == 1
    assert "The bundle is for cp399-sparc; this machine is cp3" in screen(pi)


def test_a_newer_bundle_is_the_update_and_the_version_before_stays(pi: Pi, offline: Path) -> None:
    assert provision(pi, "--for", "player", "--offline", offline).returncode == 0
    first = (pi.program / "current").readlink()
    (offline / "vabanque_companion-0.1.0-py3-none-any.whl").unlink()
    (offline / "vabanque_companion-0.2.0-py3-none-any.whl").write_text("the newer companion")
    digest = hashlib.sha256(b"the newer companion").hexdigest()
    sums = [line for line in (offline / "SHA256SUMS").read_text().splitlines() if "vabanque_companion" not in line]
    (offline / "SHA256SUMS").write_text("\n".join([*sums, f"{digest}  vabanque_companion-0.2.0-py3-none-any.whl"]) + "\n")
    assert provision(pi, "--for", "player", "--offline", offline).returncode == 0
    assert (pi.program / "current").readlink() == Path(f"versions/0.2.0-{digest[:8]}")
    assert (pi.program / "previous").readlink() == first
