"""`companion tags`: what is bound, learning and checking at a reader, the set as a file, letting go and moving. No UID is ever printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion import assemble
from companion.commands.options import Data, opened_journal
from companion.errors import TagError
from companion.games.vabanque.pieces import PIECES
from companion.said import why
from companion.settings import replace as write_file
from companion.table import history, tagset
from companion.table.hand import NO_CARD_LIES
from companion.table.journal import Journal
from companion.table.tags import Tags

app = typer.Typer(invoke_without_command=True, help="Which tag is which piece of the box. Without a word more: list what is bound.")

Piece = Annotated[list[str], typer.Argument(metavar="PIECE", help="A piece as `companion tags` lists it, such as tile 7 or red colour.")]
Replace = Annotated[bool, typer.Option("--replace", help="Also where something is lost by it.")]


@app.callback()
def listed(context: typer.Context, data: Data = None) -> None:
    """Lists the pieces and how many tags each has."""
    context.obj = data
    if context.invoked_subcommand is not None:
        return
    with opened_journal(data, reading=True) as journal:
        tags = Tags(journal.tags())
    for code, count in tags.count().items():
        print(f"{code:15}{'-' if count == 0 else f'{count} tag' if count == 1 else f'{count} tags'}")
    if odd := tags.odd():
        print(f"Of another make than the rest, so they may read differently: {', '.join(odd)}.")
    missing = len(tags.missing())
    print(f"All {len(PIECES)} pieces have a tag." if missing == 0 else f"{missing} of {len(PIECES)} pieces have none: `companion tags learn`.")


@app.command()
def learn(
    context: typer.Context,
    piece: Annotated[list[str] | None, typer.Argument(metavar="PIECE", help="Begin with this piece, also for a second tag.")] = None,
    data: Data = None,
) -> None:
    """Bind tags piece by piece, with any reader. It goes on where it was left."""
    from companion.commands import teaching

    teaching.learn(assemble.data_folder(data or context.obj), known_piece(piece) if piece else None)


@app.command()
def check(context: typer.Context, data: Data = None) -> None:
    """Tap any pieces: each that is known is counted, tables are named."""
    from companion.commands import teaching

    teaching.check(assemble.data_folder(data or context.obj))


@app.command()
def forget(context: typer.Context, piece: Piece, data: Data = None) -> None:
    """Let go of all tags of a piece."""
    code = known_piece(piece)
    with opened_journal(data or context.obj, alone=True) as journal:
        refuse_while_cards_lie(journal)
        uids = Tags(journal.tags()).uids(code)
        journal.forget_tags(uids)
    print(f"{code} has no tag any more." if uids else f"{code} had no tag.")


@app.command()
def move(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="FROM", help="The piece whose tags are moved, as one word: tile-7.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The piece that they belong to.")],
    swap: Annotated[bool, typer.Option("--swap", help="The tags of TO go to FROM.")] = False,
    data: Data = None,
) -> None:
    """Move the tags of one piece to another, or swap those of two."""
    first, second = known_piece([source]), known_piece([target])
    with opened_journal(data or context.obj, alone=True) as journal:
        refuse_while_cards_lie(journal)
        tags = Tags(journal.tags())
        moved, met = tags.uids(first), tags.uids(second)
        if first == second or not moved:
            raise TagError(f"{first} has no tag to move." if not moved else "That is the same piece twice.")
        if met and not swap:
            raise TagError("{second} has a tag already. Swap the two with --swap, or first say: companion tags forget {second}", second=second)
        journal.bind_tags(dict.fromkeys(moved, second) | dict.fromkeys(met, first))
    print(f"{first} and {second} have swapped their tags." if met else f"{second} has the tags that {first} had.")


@app.command()
def export(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to; - for standard output.")],
    replace: Replace = False,
    data: Data = None,
) -> None:
    """Write the set to a file. Keep it from curious players: it tells which tag is which card."""
    with opened_journal(data or context.obj, reading=True) as journal:
        # Whoever reads face-down cards with a phone would find them in the file.
        refuse_while_cards_lie(journal)
        bound = journal.tags()
    if not bound:
        raise TagError("No piece has a tag yet. Bind some with: companion tags learn")
    text = tagset.encode(bound)
    if file == "-":
        print(text, end="", flush=True)
        return
    path = Path(file)
    if path.exists() and not replace:
        raise TagError("{file} is there already. Name another file, or say --replace.", file=file)
    try:
        write_file(path, text.encode())
    except OSError as error:
        raise TagError("{file} can't be written ({why}). Name another file.", file=file, why=why(error)) from None
    print(f"Wrote {len(bound)} tags of {len(set(bound.values()))} pieces to {file}.")


@app.command(name="import")
def import_set(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="An exported set; - for standard input.")],
    replace: Replace = False,
    data: Data = None,
) -> None:
    """Take a set from a file, all of it or nothing. What is bound already is only replaced with --replace."""
    wanted = tagset.decode(_content(file))
    if not wanted:
        raise TagError("There is no tag in the file. Nothing has changed.")
    with opened_journal(data or context.obj, alone=True) as journal:
        refuse_while_cards_lie(journal)
        bound = journal.tags()
        if wanted == bound:
            print("This set is here already. Nothing has changed.")
            return
        lost = {uid: code for uid, code in bound.items() if wanted.get(uid) != code}
        if lost and not replace:
            pieces = [code for code in PIECES if code in lost.values()]
            raise TagError(
                "{n} tags that are bound now would be let go or moved, of: {pieces}. "
                "Nothing has changed. Keep the present set with `companion tags export FILE`, then use --replace.",
                n=len(lost),
                pieces=", ".join(pieces),
            )
        journal.bind_tags(wanted, forget=lost)
    print(f"{len(wanted)} tags of {len(set(wanted.values()))} pieces are bound.")


def known_piece(words: list[str]) -> str:
    """The code that is meant by words such as "red colour", "Tile", "7" or "tile-7". Raises TagError."""
    code = " ".join(" ".join(words).replace("-", " ").lower().split())
    if code not in PIECES:
        raise TagError(tagset.unknown_piece(code))
    return code


def refuse_while_cards_lie(journal: Journal) -> None:
    """Raises TagError where in some game cards may lie face down: a tag that is then bound anew, or told, would turn one over."""
    for game in history.in_progress(journal):
        if game.phase not in NO_CARD_LIES:
            raise TagError(
                "In game {game} cards lie face down, so the tags stay as they are. Finish its round first, or discard it on the screen.",
                game=game.game,
            )


def _content(file: str) -> bytes:
    try:
        if file == "-":
            return sys.stdin.buffer.read(tagset.MAX_SIZE + 1)
        with open(file, "rb") as stream:
            return stream.read(tagset.MAX_SIZE + 1)
    except OSError as error:
        raise TagError("{file} can't be read: {why}. Name a file written by `companion tags export`.", file=file, why=why(error)) from None
