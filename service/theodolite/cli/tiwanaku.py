"""Tiwanaku at the terminal: what can be known of a board, and a disc to play with."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import click

from theodolite.cli.asking import application, judged, name_of
from theodolite.cli.options import language_option

__all__ = ["deduce", "scenario"]

_GAME = "tiwanaku"


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@language_option
def deduce(file: IO[bytes], *, as_json: bool, language: str) -> None:
    """Print what is certain of the board of Tiwanaku in FILE, and why; - reads standard input.

    On the board, what does not lie yet stands in brackets. Below it every step of the proof, with
    the steps that it is drawn from, and last what is certain by which steps.

    Exits with 1 if no world fits or the board cannot be judged, with 2 if it cannot be read.
    """
    document = file.read()
    with application():
        answer = judged(name_of(file), document, lambda _: "deductions", _GAME, language).answer
    if as_json:
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        asked = json.loads(document)
        click.echo("\n".join(_deduced(asked.get("snapshot", asked), answer)))
    sys.exit(answer["consistent"] is False)


def _deduced(asked: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    certain = {
        (value["space"], kind): _written(value[kind])
        for value in answer["certain"]
        for kind in ("terrain", "crop")
        if kind in value
    }
    yield from _board(asked["terrain"], asked["crops"], certain)
    if conflict := answer["conflict"]:
        yield f"\n✗ {' '.join([*conflict['tiles'], *conflict['laws']])}"
    if answer["steps"]:
        yield ""
        yield from _steps(answer["steps"])
    if answer["certain"]:
        yield ""
    for value in answer["certain"]:
        known = " ".join(str(value[kind]) for kind in ("terrain", "crop") if kind in value)
        steps = "?" if value["steps"] is None else ", ".join(map(str, value["steps"]))
        yield f"{value['space']}: {known} ({steps})"
    for value in answer["undecided"]:
        yield f"{value['space']}: {value.get('terrain', value.get('crop'))}?"


def _written(value: str | int) -> str:
    """A terrain or a level as rows have it."""
    return str(value)[0].upper()


def _board(
    terrain: Sequence[str],
    crops: Sequence[str],
    certain: Mapping[tuple[str, str], str],
) -> Iterator[str]:
    columns = [chr(ord("A") + column) for column in range(len(terrain[0]))]
    yield "   " + "".join(column.center(7) for column in columns).rstrip()
    for number, (tiles, levels) in enumerate(zip(terrain, crops, strict=True), 1):
        cells = [
            _lying(tile, certain.get((f"{column}{number}", "terrain")))
            + _lying(level, certain.get((f"{column}{number}", "crop")))
            for column, tile, level in zip(columns, tiles, levels, strict=True)
        ]
        yield f"{number:>2} " + "".join((cell or ".").center(7) for cell in cells).rstrip()


def _lying(letter: str, known: str | None) -> str:
    if letter != ".":
        return letter
    return f"({known})" if known else ""


def _steps(steps: Sequence[Mapping[str, Any]], indent: str = "") -> Iterator[str]:
    for step in steps:
        because = f" ({', '.join(map(str, step['because']))})" if step["because"] else ""
        yield f"{indent}{step['id']:>3}. {step['explanation']}{because}"
        yield from _steps(step.get("steps", ()), indent + "     ")


@click.command()
@click.option("--board", type=click.Choice(["short", "long"]), default="short", show_default=True)
@click.option("--seed", type=click.IntRange(0), required=True, help="The same seed, the same disc.")
@click.option(
    "--unique",
    type=click.Choice(["from_start", "from_terrain"]),
    default="from_start",
    show_default=True,
    help="What leaves one world.",
)
@click.option("--start-tiles", type=click.IntRange(1), help="How many lie at the start.")
@click.option("--max-tier", type=click.IntRange(1, 5), help="The hardest tier of its proof.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Draw it too: to SVG-front.svg what lies at the start, to SVG-back.svg all of it.",
)
def scenario(*, as_json: bool, svg: Path | None, **asked: Any) -> None:
    """Print a disc of Tiwanaku to play with: start tiles, then the whole secret world.

    Exits with 1 if there is no such disc.
    """
    document = json.dumps({name: value for name, value in asked.items() if value is not None})
    with application():
        answer = judged("scenario", document.encode(), lambda _: "scenarios", _GAME, "en").answer
        disc = answer["disc"]
        if disc is None:
            click.echo(f"There is no such disc: {answer['why']}.", err=True)
            sys.exit(1)
        start = {name: _start(disc[name], disc["start"]) for name in ("terrain", "crops")}
        whole = {name: disc[name] for name in ("terrain", "crops")}
        for side, lying in (("front", start), ("back", whole)) if svg else ():
            _draw(Path(f"{svg}-{side}.svg"), {"board": asked["board"], **lying})
    if as_json:
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join([*_board(**start, certain={}), "", *_board(**whole, certain={})]))


def _start(rows: Sequence[str], start: Sequence[str]) -> list[str]:
    """Rows with nothing but the start spaces."""
    return [
        "".join(
            letter if f"{chr(ord('A') + column)}{number}" in start else "."
            for column, letter in enumerate(row)
        )
        for number, row in enumerate(rows, 1)
    ]


def _draw(path: Path, land: Mapping[str, Any]) -> None:
    document = json.dumps(land).encode()
    drawn = judged(path.name, document, lambda _: "pictures", _GAME, "en").answer
    path.write_text(drawn, "utf-8")
