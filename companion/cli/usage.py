"""The command line itself: its help and what is said of a line that can't be typed so, in the language in force."""

from __future__ import annotations

import gettext
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from companion import words
from companion.printing.options import a_name, a_path
from companion.printing.speech import complain
from companion.said import Said

HELP = {"help_option_names": ["-h", "--help"]}


class _Command(TyperCommand):
    def get_help_option(self, ctx: Any) -> Any:
        return _help_option(super().get_help_option(ctx))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _usage(self, ctx, formatter)


class _Group(TyperGroup):
    def get_help_option(self, ctx: Any) -> Any:
        return _help_option(super().get_help_option(ctx))

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _usage(self, ctx, formatter)


class App(typer.Typer):
    """Commands whose help speaks the language in force. Help is plain text, so that it is the same with every version of typer."""

    def __init__(self, **how: Any) -> None:
        super().__init__(cls=_Group, context_settings=HELP, rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False, **how)

    def command(self, name: str | None = None, **how: Any) -> Callable[[Any], Any]:
        """As typer's, with a class of ours."""
        return super().command(name, cls=_Command, context_settings=HELP, **how)


def _help_option(option: Any) -> Any:
    if option is not None:
        option.help = words.tr("Show help and exit.")
    return option


def _usage(command: Any, ctx: Any, formatter: Any) -> None:
    formatter.write_usage(ctx.command_path, " ".join(command.collect_usage_pieces(ctx)), words.tr("Usage:") + " ")


def speak(command: Any) -> Any:
    """Has a command and all below it speak the language in force."""
    gettext.bindtextdomain("companion", str(words.LOCALE))
    gettext.textdomain("companion")
    for each in every(command):
        each.help = words.translated(each.help or "")
        if getattr(each, "short_help", None):
            each.short_help = words.translated(each.short_help)
    return command


@contextmanager
def in_force() -> Iterator[None]:
    """The language in force is the system's meanwhile, for what typer says itself and for a screen that follows the system."""
    before = os.environ.get("LANGUAGE")
    os.environ["LANGUAGE"] = words.language()
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def every(command: Any) -> Iterator[Any]:
    """Whatever has a help text: a command, its options and arguments, and all below."""
    yield command
    yield from command.params
    for below in getattr(command, "commands", {}).values():
        yield from every(below)


def language_of(arguments: list[str]) -> tuple[str | None, list[str]]:
    """The value of --language, wherever it stands, and the line without it. "" where the value is missing."""
    left: list[str] = []
    found = None
    rest = iter(arguments)
    for word in rest:
        if word == "--":
            return found, [*left, word, *rest]
        if word == "--language":
            found = next(rest, "")
        elif word.startswith("--language="):
            found = word.partition("=")[2]
        else:
            left.append(word)
    return found, left


def refused(error: Any) -> int:
    """Says why a line can't be typed so, on standard error. `error`: typer's, or click's where typer takes that. Returns the exit status."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message(), file=sys.stderr, flush=True)
        return 2
    context = getattr(error, "ctx", None)
    if context is not None:
        print(context.get_usage(), file=sys.stderr)
        complain("Try '{command} --help' for help.", command=context.command_path)
        print(file=sys.stderr)
    complain("Error: {why}", why=_why(error))
    return 2


def _why(error: Any) -> Said:
    message, parameter = error.format_message(), getattr(error, "param", None)
    name = _name(parameter) if parameter is not None else ""
    match type(error).__name__:
        case "NoSuchOption":
            near = ", ".join(sorted(error.possibilities or ()))
            if near:
                return Said("There is no option {option}. Did you mean {near}?", option=error.option_name, near=near)
            return Said("There is no option {option}.", option=error.option_name)
        case "MissingParameter":
            return Said("{name} is missing.", name=name)
        case "BadOptionUsage":
            return Said("Option {option} needs a value, or takes none.", option=error.option_name)
        case "BadParameter":
            return _bad_value(parameter, name, message)
    if found := re.search(r"No such command '(.*?)'\.", message):
        return Said("There is no command {command}.", command=found[1])
    if found := re.search(r"unexpected extra arguments?(?:\(s\))? \((.*)\)", message, re.DOTALL):
        return Said("Too many words: {words}", words=found[1])
    if "Missing command" in message:
        return Said("A command is missing.")
    return Said("{what}", what=message)


def _bad_value(parameter: Any, name: str, message: str) -> Said:
    kind = getattr(parameter, "type", None)
    choices = ", ".join(str(getattr(choice, "value", choice)) for choice in getattr(kind, "choices", ()))
    if choices:
        return Said("{name} is one of: {choices}", name=name, choices=choices)
    least, most = (None if end is None else str(end) for end in (getattr(kind, "min", None), getattr(kind, "max", None)))
    if least is not None and most is not None:
        return Said("{name} is a number from {least} to {most}.", name=name, least=least, most=most)
    if least is not None:
        return Said("{name} is a number, {least} or more.", name=name, least=least)
    match str(getattr(kind, "name", "")).partition(" ")[0]:
        case "integer" | "int":
            return Said("{name} is a whole number.", name=name)
        case "float":
            return Said("{name} is a number.", name=name)
        case a_name.__name__ | a_path.__name__:
            return Said("{name} is the name of a file or a folder, and it is empty.", name=name)
    return Said("{name}: {what}", name=name, what=message)


def _name(parameter: Any) -> str:
    option = next((name for name in parameter.opts if name.startswith("-")), "")
    return option or parameter.metavar or str(parameter.name).upper()
