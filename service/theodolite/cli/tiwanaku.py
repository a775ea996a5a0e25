"""The commands `deduce`, `hint` and `scenario` of Tiwanaku."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import click

from theodolite.cli.answering import answer, application, decoded, file_name, read
from theodolite.cli.options import language_option
from theodolite.cli.streams import json_text

_GAME = "tiwanaku"


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print answers and problems as JSON.")
@click.option("--odds", is_flag=True, help="Also print how likely each value is.")
@language_option
def deduce(file: IO[bytes], *, as_json: bool, odds: bool, language: str) -> None:
    """Print what is certain on the Tiwanaku board in FILE, and why. - reads standard input.

    The board shows deduced values in brackets. Below it are the steps of the proof, each with the
    steps that it follows from, and the certain values with their steps. With --odds, the terrains
    and levels of each space that is not settled follow, each with the share of the possible worlds
    that show it.

    Exits with 1 if no world fits or the board cannot be judged, with 2 if the file cannot be read.
    """
    document = _with(read(file), {"odds": True} if odds else {})
    with application():
        deduced = answer(
            file_name(file), document, lambda _: "deductions", _GAME, language, as_json=as_json
        ).content
    if as_json:
        click.echo(json_text(deduced))
    else:
        table = json.loads(document)
        click.echo("\n".join(_deduced(table.get("snapshot", table), deduced)))
    sys.exit(deduced["consistent"] is False)


def _deduced(table: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    certain = {
        (value["space"], kind): _written(value[kind])
        for value in answer["certain"]
        for kind in ("terrain", "crop")
        if kind in value
    }
    yield from _board(table["terrain"], table["crops"], certain)
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
    yield from _odds(answer)


def _with(document: bytes, fields: Mapping[str, Any], without: str | None = None) -> bytes:
    """A request with further fields. Anything but an object is left to the service.

    Raises:
        click.UsageError: The request has the field that the command does not take.
    """
    request = decoded(document)
    if without and isinstance(request, dict) and without in request:
        raise click.UsageError(f"hint has no {without}: it is about the whole board.")
    return json.dumps({**request, **fields}).encode() if isinstance(request, dict) else document


def _odds(answer: Mapping[str, Any]) -> Iterator[str]:
    """The odds of each space that is not settled, likeliest first."""
    if "odds_exact" not in answer:
        return
    yield ""
    if not answer["odds_exact"]:
        yield "The worlds are too many to count in time: there are no odds."
        return
    for space, possible in answer["spaces"].items():
        shares = [share for share in (possible["odds"] or {}).values() if len(share) > 1]
        if shares:
            yield f"{space}: " + "; ".join(
                ", ".join(
                    f"{value} {share:.1%}"
                    for value, share in sorted(one.items(), key=lambda item: -item[1])
                )
                for one in shares
            )


def _written(value: str | int) -> str:
    """A terrain or a level as in rows."""
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
            _cell(tile, certain.get((f"{column}{number}", "terrain")))
            + _cell(level, certain.get((f"{column}{number}", "crop")))
            for column, tile, level in zip(columns, tiles, levels, strict=True)
        ]
        yield f"{number:>2} " + "".join((cell or ".").center(7) for cell in cells).rstrip()


def _cell(letter: str, known: str | None) -> str:
    if letter != ".":
        return letter
    return f"({known})" if known else ""


def _steps(steps: Sequence[Mapping[str, Any]], indent: str = "") -> Iterator[str]:
    for step in steps:
        because = f" ({', '.join(map(str, step['because']))})" if step["because"] else ""
        yield f"{indent}{step['id']:>3}. {step['explanation']}{because}"
        yield from _steps(step.get("steps", ()), indent + "     ")


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--max-tier",
    type=click.IntRange(1, 4),
    default=3,
    show_default=True,
    help="The hardest tier of reasoning that the hint may need.",
)
@click.option("--nudge", is_flag=True, help="Print only where to look, not what is there.")
@click.option("--json", "as_json", is_flag=True, help="Print answers and problems as JSON.")
@language_option
def hint(file: IO[bytes], *, max_tier: int, nudge: bool, as_json: bool, language: str) -> None:
    """Print the next easiest thing that can be known on the Tiwanaku board in FILE.

    The file - is standard input. Prints where to look, then the steps of the proof and the value.
    Without a hint it prints why there is none.

    Exits with 1 if no world fits or the board cannot be judged, with 2 if the file cannot be read.
    """
    document = _with(read(file), {"max_tier": max_tier}, without="focus")
    with application():
        found = answer(
            file_name(file), document, lambda _: "hints", _GAME, language, as_json=as_json
        ).content
    if as_json:
        click.echo(json_text(found))
    elif (known := found["hint"]) is None:
        click.echo(found["explanation"])
    else:
        click.echo(known["nudge"])
        if not nudge:
            value = known.get("terrain", known.get("crop"))
            click.echo("\n".join(["", *_steps(known["steps"]), "", f"{known['space']}: {value}"]))
    sys.exit(found["why"] == "inconsistent")


@click.command()
@click.option("--board", type=click.Choice(["short", "long"]), default="short", show_default=True)
@click.option(
    "--seed", type=click.IntRange(0), required=True, help="The same seed makes the same disc."
)
@click.option(
    "--unique",
    type=click.Choice(["from_start", "from_terrain"]),
    show_default="from_start; from_terrain if easy",
    help="What must leave exactly one world.",
)
@click.option("--start-tiles", type=click.IntRange(1), help="The number of start tiles.")
@click.option(
    "--max-tier",
    type=click.IntRange(1, 5),
    help="The hardest tier of reasoning that its proof may need.",
)
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard"]),
    help="A puzzle whose proof needs tier 1, 2 or 3 of reasoning; not with --max-tier.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 4),
    help="Players to whom the tiles left can be dealt equally; long board only.",
)
@click.option("--json", "as_json", is_flag=True, help="Print answers and problems as JSON.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Also write pictures: the start to SVG-front.svg, the whole disc to SVG-back.svg.",
)
def scenario(*, as_json: bool, svg: Path | None, **options: Any) -> None:
    """Print a Tiwanaku scenario: the start tiles, then the whole secret world.

    If all terrain and the start crops must leave one world, all terrain is printed with the start.

    Exits with 1 if there is no such scenario.
    """
    document = json.dumps({name: value for name, value in options.items() if value is not None})
    with application():
        made = answer(
            "scenario", document.encode(), lambda _: "scenarios", _GAME, "en", as_json=as_json
        ).content
        disc = made["disc"]
        if disc is None:
            as_text = f"There is no such disc: {made['why']}."
            click.echo(json_text(made) if as_json else as_text, err=not as_json)
            sys.exit(1)
        start = {name: _start(disc[name], disc["start"]) for name in ("terrain", "crops")}
        by_default = "from_terrain" if options["difficulty"] == "easy" else "from_start"
        if (options["unique"] or by_default) == "from_terrain":
            start["terrain"] = disc["terrain"]
        whole = {name: disc[name] for name in ("terrain", "crops")}
        for side, layers in (("front", start), ("back", whole)) if svg else ():
            _draw(Path(f"{svg}-{side}.svg"), {"board": options["board"], **layers})
    if as_json:
        click.echo(json_text(made))
    else:
        click.echo("\n".join([*_board(**start, certain={}), "", *_board(**whole, certain={})]))


def _start(rows: Sequence[str], start: Sequence[str]) -> list[str]:
    """Rows with the start spaces alone."""
    return [
        "".join(
            letter if f"{chr(ord('A') + column)}{number}" in start else "."
            for column, letter in enumerate(row)
        )
        for number, row in enumerate(rows, 1)
    ]


def _draw(path: Path, land: Mapping[str, Any]) -> None:
    document = json.dumps(land).encode()
    picture = answer(path.name, document, lambda _: "pictures", _GAME, "en").content
    path.write_text(picture, "utf-8")
