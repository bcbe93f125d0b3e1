"""bin/play installs what is missing, once, and starts the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.fakes import Machine, new_machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return new_machine(tmp_path)


def installs(calls: list[str]) -> list[str]:
    return [call for call in calls if call.startswith("pip install")]


def test_the_first_start_installs_and_the_second_installs_nothing(machine: Machine) -> None:
    first = machine.run(machine.root / "bin" / "play", SDL_VIDEODRIVER="offscreen")
    assert (first.returncode, first.stdout) == (0, "companion ['play']\n")
    calls = machine.calls
    assert calls[0] == "venv --clear --without-pip ROOT/.venv"
    assert len(installs(calls)) == 1
    assert " kivy" in installs(calls)[0]

    second = machine.run(machine.root / "bin" / "play", SDL_VIDEODRIVER="offscreen")
    assert (second.returncode, second.stdout, second.stderr) == (0, "companion ['play']\n", "")
    assert machine.calls == []


def test_arguments_arrive_whole_through_a_symlink(machine: Machine) -> None:
    link = machine.home / "a link"
    link.symlink_to(machine.root / "bin" / "play")
    done = machine.run(link, "--data", "my games", DISPLAY=":0")
    assert (done.returncode, done.stdout) == (0, "companion ['play', '--data', 'my games']\n")


def test_a_package_of_the_same_name_where_the_command_is_typed_is_not_ours(machine: Machine) -> None:
    (machine.home / "companion").mkdir()
    (machine.home / "companion" / "__main__.py").write_text("print('another one')\n")
    assert machine.run(machine.root / "bin" / "play", DISPLAY=":0").stdout == "companion ['play']\n"


def test_without_a_screen_it_says_so_and_plays_the_demo(machine: Machine) -> None:
    done = machine.run(machine.root / "bin" / "play")
    assert (done.returncode, done.stdout) == (0, "companion ['demo']\n")
    assert "There is no screen here, so a demo plays in the terminal." in done.stderr


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["--data", "my games"], ["play", "--data", "my games"]),
        (["demo", "--seed", "1"], ["demo", "--seed", "1"]),
        (["nonsense"], ["nonsense"]),
        (["play", "--help"], ["play", "--help"]),
        (["--version"], ["--version"]),
    ],
)
def test_what_is_typed_arrives_also_without_a_screen(machine: Machine, words: list[str], meant: list[str]) -> None:
    done = machine.run(machine.root / "bin" / "play", *words)
    assert (done.returncode, done.stdout) == (0, f"companion {meant}\n")


def test_help_comes_without_an_installation_and_tells_the_commands_after_it(machine: Machine) -> None:
    first = machine.run(machine.root / "bin" / "play", "--help")
    assert first.returncode == 0
    assert "bin/play demo" in first.stdout
    assert machine.calls == []
    machine.run(machine.root / "bin" / "play")
    assert machine.run(machine.root / "bin" / "play", "-h").stdout.splitlines()[-1] == "companion ['--help']"


def test_afterwards_there_is_a_command_that_runs_this_folder_from_anywhere(machine: Machine) -> None:
    machine.run(machine.root / "bin" / "play")
    (machine.home / "companion").mkdir()
    (machine.home / "companion" / "__main__.py").write_text("print('another one')\n")
    done = machine.run(machine.root / ".venv" / "bin" / "companion", "pay", "two words")
    assert (done.returncode, done.stdout) == (0, "companion ['pay', 'two words']\n")


def test_only_a_changed_requirement_installs_again(machine: Machine) -> None:
    machine.run(machine.root / "bin" / "play")
    pyproject = machine.root / "pyproject.toml"
    assert len(installs(machine.calls)) == 1

    pyproject.write_text(pyproject.read_text() + "\n[tool.another]\nsetting = 1\n")
    machine.run(machine.root / "bin" / "play")
    assert machine.calls == []

    pyproject.write_text(pyproject.read_text().replace('"rich>=13.8,', '"rich>=14,'))
    machine.run(machine.root / "bin" / "play")
    assert [" rich>=14," in call for call in machine.calls] == [True]


@pytest.mark.parametrize("pip", ["half", "killed", "interrupted"])
def test_a_broken_off_installation_is_begun_anew_by_the_next_start(machine: Machine, pip: str) -> None:
    broken = machine.run(machine.root / "bin" / "play", PIP=pip)
    assert broken.returncode != 0
    assert broken.stdout == ""
    assert machine.calls[0] == "venv --clear --without-pip ROOT/.venv"

    again = machine.run(machine.root / "bin" / "play")
    assert again.stdout == "companion ['demo']\n"
    calls = machine.calls
    assert calls[0] == "venv --clear --without-pip ROOT/.venv"
    assert len(installs(calls)) == 1

    machine.run(machine.root / "bin" / "play")
    assert machine.calls == []


def test_a_failed_pip_says_what_to_do_and_the_next_start_tries_again(machine: Machine) -> None:
    failed = machine.run(machine.root / "bin" / "play", PIP="1")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "start again" in failed.stderr
    assert len(installs(machine.calls)) == 1

    assert machine.run(machine.root / "bin" / "play").stdout == "companion ['demo']\n"
    assert len(installs(machine.calls)) == 1


def test_what_ran_before_still_runs_after_pip_failed_for_something_else(machine: Machine) -> None:
    machine.run(machine.root / "bin" / "play")
    assert machine.run(machine.root / "bin" / "test", PIP="1").returncode == 1
    assert machine.calls != []
    assert machine.run(machine.root / "bin" / "play").stdout == "companion ['demo']\n"
    assert machine.calls == []


def test_a_missing_library_is_named_and_installed_with_the_reason(machine: Machine) -> None:
    machine.command("id", "echo 0")
    done = machine.bash("libraries=(libc.so.6:libc6 libnowhere.so.9:libnowhere9); install_libraries")
    assert done.returncode == 0
    assert "Kivy, which draws the screen, needs libraries that are missing here: installing libnowhere9 with apt." in done.stderr
    apt = [call for call in machine.calls if call.startswith("apt-get")]
    assert [call.split()[-1] for call in apt] == ["update", "libnowhere9"]


def test_without_apt_the_libraries_are_named(machine: Machine) -> None:
    without_apt = 'command() { if [ "$2" = apt-get ]; then return 1; else builtin command "$@"; fi; }; '
    done = machine.bash(without_apt + "libraries=(libnowhere.so.9:libnowhere9); install_libraries")
    assert done.returncode == 1
    assert "There is no apt here: " in done.stderr
    assert done.stderr.endswith("libnowhere9\n")
    assert machine.calls == []


def test_nothing_is_asked_of_apt_when_no_library_is_missing(machine: Machine) -> None:
    done = machine.bash("libraries=(libc.so.6:libc6); install_libraries")
    assert (done.returncode, done.stderr, machine.calls) == (0, "", [])


def test_sudo_is_used_only_by_who_is_not_root_and_never_waits_where_nobody_can_type(machine: Machine) -> None:
    machine.command("id", "echo 1000")
    machine.command("sudo", "exit 1")
    done = machine.bash("libraries=(libnowhere.so.9:libnowhere9); install_libraries")
    assert done.returncode == 1
    assert "sudo apt-get install libnowhere9" in done.stderr
    assert [call for call in machine.calls if call.startswith("sudo") and not call.startswith("sudo -n ")] == []

    machine.command("id", "echo 0")
    machine.bash("libraries=(libnowhere.so.9:libnowhere9); install_libraries")
    assert [call for call in machine.calls if call.startswith("sudo")] == []


def test_a_library_that_could_not_be_installed_is_looked_for_at_the_next_start(machine: Machine) -> None:
    setup = machine.root / "bin" / "lib" / "setup.sh"
    setup.write_text(setup.read_text().replace("libraries=(", "libraries=(\n    libnowhere.so.9:libnowhere9", 1))
    machine.command("id", "echo 0")
    for _ in range(2):
        done = machine.run(machine.root / "bin" / "play", APT="100")
        assert done.stdout == "companion ['demo']\n"
        assert "libnowhere9" in done.stderr
    machine.command("apt-get")
    machine.run(machine.root / "bin" / "play")
    assert [call.split()[-1] for call in machine.calls if "venv" in call] == ["ROOT/.venv"]
    assert machine.run(machine.root / "bin" / "play").stderr.count("libnowhere9") == 0


def test_a_python_that_will_not_do_is_named(machine: Machine) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        (machine.commands / name).write_text('#!/bin/sh\ncase "$2" in *split*) echo "3.9.2 " ;; *) exit 1 ;; esac\n')
        (machine.commands / name).chmod(0o755)
    done = machine.run(machine.root / "bin" / "play")
    assert done.returncode == 1
    assert "needs a 64-bit Python 3.11, 3.12 or 3.13; python3 here is: 3.9.2" in done.stderr


def test_a_pi_gets_the_reader_without_what_the_reader_asks_for(machine: Machine) -> None:
    machine.becomes_a_pi()
    machine.command("id", "echo 0")
    done = machine.run(machine.root / "bin" / "play", SDL_VIDEODRIVER="offscreen")
    assert done.stdout == "companion ['play']\n", done.stderr
    calls = machine.calls
    assert [call for call in calls if "venv" in call.split()[0]] == ["venv --clear --without-pip --system-site-packages ROOT/.venv"]
    packages, *pins, reader = installs(calls)
    assert "kivy" in packages
    assert [pin.split()[-1].partition(">")[0] for pin in pins] == ["rpi-lgpio", "lgpio", "spidev"]
    assert "--no-deps mfrc522" in reader
    assert [call for call in calls if "RPi.GPIO" in call or ("mfrc522" in call and call != reader)] == []
    apt = [call.split()[-1] for call in calls if call.startswith("apt-get")]
    assert apt == ["update", "python3-lgpio", "update", "python3-spidev"]

    machine.run(machine.root / "bin" / "play", SDL_VIDEODRIVER="offscreen")
    assert machine.calls == []


def test_a_pi_without_the_readers_packages_plays_by_touch_and_tries_again(machine: Machine) -> None:
    machine.becomes_a_pi()
    machine.command("id", "echo 0")
    for _ in range(2):
        done = machine.run(machine.root / "bin" / "play", SDL_VIDEODRIVER="offscreen", PIP="without spidev")
        assert done.stdout == "companion ['play']\n"
        assert "Could not be had: spidev. Without that the reading pad does not work" in done.stderr
    machine.run(machine.root / "bin" / "play", SDL_VIDEODRIVER="offscreen")
    assert [call for call in machine.calls if call.startswith("venv")] == ["venv --clear --without-pip --system-site-packages ROOT/.venv"]
    assert machine.run(machine.root / "bin" / "play", SDL_VIDEODRIVER="offscreen").stderr == ""
