"""`companion tags`: what is bound, learning and checking at a reader, the set as a file, letting go and moving. No UID is ever printed."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from companion.cli.options import chosen, existing, made, opened_journal
from companion.cli.usage import App
from companion.errors import TagError
from companion.files import opened
from companion.files import replace as write_file
from companion.game import Game
from companion.printing.options import Data, Rules, a_name
from companion.printing.players import colour
from companion.printing.speech import for_programs, say
from companion.said import Said, why
from companion.table.journal.store import Journal
from companion.table.session import lying
from companion.table.tags import tagset
from companion.table.tags.bindings import Tags
from companion.words import tr, trn

app = App(invoke_without_command=True, help="Tags and their pieces. Without a subcommand: list them.")

Piece = Annotated[list[str], typer.Argument(metavar="PIECE", help="A piece as `companion tags` lists it, such as tile 7 or red colour.")]
Replace = Annotated[bool, typer.Option("--replace", help="Overwrite what is there.")]


class _Asked(NamedTuple):
    """What was said before the subcommand."""

    data: Path | None
    rules: str | None


@app.callback()
def listed(context: typer.Context, rules: Rules = None, data: Data = None) -> None:
    """Lists the pieces and how many tags each has."""
    context.obj = _Asked(data, rules)
    if context.invoked_subcommand is not None:
        return
    with opened_journal(data, reading=True) as journal:
        game = chosen(rules, journal)
        tags, cover = Tags(game, journal.tags(game.key)), lying.covered(journal)
    if cover is not None:
        _list_without_kinds(tags)
        return
    for code, count in tags.count().items():
        _print_count(code, count)
    if odd := tags.odd():
        say("These tags are of another type than the rest and may read differently: {pieces}.", pieces=", ".join(odd))
    missing = len(tags.missing())
    if missing:
        say("{n} of {of} pieces have none: `companion tags learn`.", n=missing, of=len(tags.pieces))
    else:
        say("All {n} pieces have a tag.", n=len(tags.pieces))


def _list_without_kinds(tags: Tags) -> None:
    """A card that has got another tag in secret would be told by its number of tags: a player's cards are counted together."""
    counts: Counter[str] = Counter()
    for code, count in tags.count().items():
        piece = tags.pieces[code]
        hidden = not tags.named(piece) and piece.owner is not None
        counts[tr("cards of {who}", who=colour(piece.owner)) if hidden and piece.owner is not None else code] += count
    for what, count in counts.items():
        _print_count(what, count)
    say("Cards may lie face down, so a player's cards are counted together.")


def _print_count(what: str, count: int) -> None:
    print(f"{what:15}" + (trn("{n} tag", "{n} tags", count) if count else "-"))


@app.command()
def learn(
    context: typer.Context,
    piece: Annotated[list[str] | None, typer.Argument(metavar="PIECE", help="Begin with this piece, also for a second tag.")] = None,
    rules: Rules = None,
    data: Data = None,
) -> None:
    """Register tags piece by piece with any reader. Continues where you stopped."""
    from companion.cli import teaching

    folder = made(data or context.obj.data)
    with opened_journal(folder, reading=True) as journal:
        game = chosen(rules or context.obj.rules, journal)
    teaching.learn(folder, game, known_piece(piece, game) if piece else None)


@app.command()
def check(context: typer.Context, rules: Rules = None, data: Data = None) -> None:
    """Scan any pieces: known ones are counted, tables are named."""
    from companion.cli import teaching

    folder = existing(data or context.obj.data)
    with opened_journal(folder, reading=True) as journal:
        game = chosen(rules or context.obj.rules, journal)
    teaching.check(folder, game)


@app.command()
def forget(context: typer.Context, piece: Piece, rules: Rules = None, data: Data = None) -> None:
    """Forget all tags of a piece."""
    with opened_journal(data or context.obj.data, alone=True) as journal:
        game = chosen(rules or context.obj.rules, journal)
        code = known_piece(piece, game)
        refuse_while_cards_lie(journal)
        uids = Tags(game, journal.tags(game.key)).uids(code)
        journal.forget_tags(uids, game.key)
    say(Said("{piece} has no tag any more.", piece=code) if uids else Said("{piece} had no tag.", piece=code))


@app.command()
def move(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FROM", help="The piece whose tags are moved, as one word: tile-7.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The piece that they belong to.")],
    swap: Annotated[bool, typer.Option("--swap", help="The tags of TO go to FROM.")] = False,
    rules: Rules = None,
    data: Data = None,
) -> None:
    """Move the tags of one piece to another, or swap those of two."""
    with opened_journal(data or context.obj.data, alone=True) as journal:
        game = chosen(rules or context.obj.rules, journal)
        first, second = known_piece([source], game), known_piece([target], game)
        refuse_while_cards_lie(journal)
        tags = Tags(game, journal.tags(game.key))
        moved, met = tags.uids(first), tags.uids(second)
        if first == second or not moved:
            if moved:
                raise TagError("That is the same piece twice.")
            raise TagError("{piece} has no tag to move.", piece=first)
        if met and not swap:
            raise TagError("{second} has a tag already. Swap the two with --swap, or first say: companion tags forget {second}", second=second)
        journal.bind_tags(dict.fromkeys(moved, second) | dict.fromkeys(met, first), game.key)
    swapped = Said("{first} and {second} have swapped their tags.", first=first, second=second)
    say(swapped if met else Said("{second} has the tags that {first} had.", first=first, second=second))


@app.command()
def export(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", parser=a_name, help="Where to; - for standard output.")],
    replace: Replace = False,
    rules: Rules = None,
    data: Data = None,
) -> None:
    """Write the set to a file. Keep it from curious players: it tells which tag is which card."""
    with opened_journal(data or context.obj.data, reading=True) as journal:
        # Whoever reads face-down cards with a phone would find them in the file.
        refuse_while_cards_lie(journal)
        game = chosen(rules or context.obj.rules, journal)
        bound, taught = journal.tags(game.key), journal.taught().get(game.key)
    if not bound and taught is None:
        raise TagError("No piece has a tag yet. Register some with: companion tags learn")
    text = tagset.encode(tagset.TagSet(game.key, bound, None if taught is None else json.loads(taught)))
    if file == "-":
        for_programs()
        print(text, end="", flush=True)
        return
    path = Path(file)
    if path.exists() and not replace:
        raise TagError("{file} is there already. Name another file, or use --replace.", file=file)
    try:
        write_file(path, text.encode())
    except OSError as error:
        raise TagError("{file} can't be written ({why}). Name another file.", file=file, why=why(error)) from None
    say("Wrote {n} tags of {pieces} pieces to {file}.", n=len(bound), pieces=len(set(bound.values())), file=file)


@app.command(name="import")
def import_set(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", parser=a_name, help="An exported set; - for standard input.")],
    replace: Replace = False,
    data: Data = None,
) -> None:
    """Take a set from a file, all of it or nothing. What is registered already is only replaced with --replace."""
    found = tagset.decode(_content(file))
    wanted = found.bound
    if not wanted and found.taught is None:
        raise TagError("There is no tag in the file. Nothing has changed.")
    with opened_journal(data or context.obj.data, alone=True, makes=True) as journal:
        refuse_while_cards_lie(journal)
        # The file says of which game it is.
        game = chosen(found.rules, journal)
        bound = journal.tags(game.key)
        taught = journal.taught().get(game.key)
        new = found.taught is not None and (taught is None or json.loads(taught) != found.taught)
        if wanted == bound and not new:
            say("This set is here already. Nothing has changed.")
            return
        # A file without tags tells of the copy alone.
        lost = {uid: code for uid, code in bound.items() if wanted.get(uid) != code} if wanted else {}
        if lost and not replace:
            pieces = [code for code in game.rules.pieces if code in lost.values()]
            raise TagError(
                "{n} registered tags would be lost or moved, of: {pieces}. "
                "Nothing has changed. Keep the present set with `companion tags export FILE`, then use --replace.",
                n=len(lost),
                pieces=", ".join(pieces),
            )
        if new and taught is not None and not replace:
            raise TagError(
                "Another copy of {title} has been taught here. Nothing has changed. Keep it with `companion tags export FILE`, then use --replace.",
                title=game.title,
            )
        if wanted or not new:
            journal.bind_tags(wanted, game.key, forget=lost)
        if new:
            journal.teach(game.key, json.dumps(found.taught, ensure_ascii=False))
    say("{n} tags of {pieces} pieces are registered.", n=len(wanted), pieces=len(set(wanted.values())))


def known_piece(words: list[str], game: Game) -> str:
    """The code that is meant by words such as "red colour", "Tile", "7" or "tile-7". Raises TagError."""
    code = " ".join(" ".join(words).replace("-", " ").lower().split())
    # Whoever types looks at neither capitals nor hyphens.
    found = {each.replace("-", " ").lower(): each for each in game.rules.pieces}.get(code)
    if found is None:
        raise TagError(tagset.unknown_piece(code, game.rules.pieces))
    return found


def refuse_while_cards_lie(journal: Journal) -> None:
    """Raises TagError where in some game cards may lie face down: a tag that is then bound anew, or told, would turn one over."""
    cover = lying.covered(journal)
    if cover is None:
        return
    if cover.on:
        raise TagError("In game {game} cards lie face down, so the tags stay as they are. Finish it first.", game=cover.game)
    raise TagError("Cards may lie face down, so the tags stay as they are. If none does, say so on the screen: Tags at home asks for it.")


def _content(file: str) -> bytes:
    try:
        if file == "-":
            return sys.stdin.buffer.read(tagset.MAX_SIZE + 1)
        with opened(file) as stream:
            return stream.read(tagset.MAX_SIZE + 1)
    except OSError as error:
        raise TagError("{file} can't be read: {why}. Name a file written by `companion tags export`.", file=file, why=why(error)) from None
