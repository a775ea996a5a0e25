"""The commands `deduce`, `hint` and `scenario` of Tiwanaku."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from theodolite.cli.asking import Service, asking, service_options
from theodolite.cli.streams import json_text

_GAME = "/v3/tiwanaku"
_DEDUCE = """Print what is certain on the Tiwanaku board in FILE, and why. - reads standard input.

The board shows deduced values in brackets. Below it are the steps of the proof, each with the
steps that it follows from, and the certain values with their steps. With --odds, the terrains
and levels of each space that is not settled follow, each with the share of the possible worlds
that show it.

Exits with 1 if no world fits or the board cannot be judged, with 2 if the file cannot be read.
"""
_HINT = """Print the next easiest thing that can be known on the Tiwanaku board in FILE.

The file - is standard input. Prints where to look, then the steps of the proof and the value.
Without a hint it prints why there is none.

Exits with 1 if no world fits or the board cannot be judged, with 2 if the file cannot be read.
"""


def _deduction(request: Any, answer: Any, _game: object, _language: str) -> str:
    table = request["snapshot"]
    lines = _deduced(table, answer) if isinstance(table, dict) else _steps(answer["steps"])
    return "\n".join(lines)


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


_NUDGE = "theodolite.nudge"


def _note_nudge(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta[_NUDGE] = value


def _hint(_request: object, answer: Any, _game: object, _language: str) -> str:
    known = answer["hint"]
    if known is None:
        return str(answer["explanation"])
    if click.get_current_context().meta.get(_NUDGE):
        return str(known["nudge"])
    value = known.get("terrain", known.get("crop"))
    return "\n".join(
        [known["nudge"], "", *_steps(known["steps"]), "", f"{known['space']}: {value}"]
    )


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
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Also write pictures: the start to SVG-front.svg, the whole disc to SVG-back.svg.",
)
@service_options
def scenario(service: Service, svg: Path | None, **options: Any) -> None:
    """Print a Tiwanaku scenario: the start tiles, then the whole secret world.

    If all terrain and the start crops must leave one world, all terrain is printed with the start.

    Exits with 1 if there is no such scenario.
    """
    draw = {name: value for name, value in options.items() if value is not None}
    reply = service.post(f"{_GAME}/scenarios", json.dumps({"draw": draw}).encode())
    if reply.status != 200:
        service.show(reply, str, "scenario")
        sys.exit(1)
    made = json.loads(reply.body)
    disc = made["disc"]
    if disc is None:
        why = f"There is no such disc: {made['why']}."
        click.echo(json_text(made) if service.as_json else why, err=not service.as_json)
        sys.exit(1)
    start = {name: _start(disc[name], disc["start"]) for name in ("terrain", "crops")}
    by_default = "from_terrain" if options["difficulty"] == "easy" else "from_start"
    if (options["unique"] or by_default) == "from_terrain":
        start["terrain"] = disc["terrain"]
    whole = {name: disc[name] for name in ("terrain", "crops")}
    for side, layers in (("front", start), ("back", whole)) if svg else ():
        body = json.dumps({"snapshot": {"board": options["board"], **layers}}).encode()
        Path(f"{svg}-{side}.svg").write_bytes(service.post(f"{_GAME}/pictures", body).body)
    boards = [*_board(**start, certain={}), "", *_board(**whole, certain={})]
    click.echo(json_text(made) if service.as_json else "\n".join(boards))


def _start(rows: Sequence[str], start: Sequence[str]) -> list[str]:
    """Rows with the start spaces alone."""
    return [
        "".join(
            letter if f"{chr(ord('A') + column)}{number}" in start else "."
            for column, letter in enumerate(row)
        )
        for number, row in enumerate(rows, 1)
    ]


COMMANDS: Sequence[click.Command] = (
    asking(
        *("deduce", "deductions", _DEDUCE, "snapshot"),
        layout=_deduction,
        options=[
            click.Option(["--odds"], is_flag=True, help="Also print how likely each value is.")
        ],
    ),
    asking(
        *("hint", "hints", _HINT, "snapshot"),
        layout=_hint,
        options=[
            click.Option(
                ["--max-tier"],
                type=click.IntRange(1, 4),
                default=3,
                show_default=True,
                help="The hardest tier of reasoning that the hint may need.",
            ),
            click.Option(
                ["--nudge"],
                is_flag=True,
                expose_value=False,
                callback=_note_nudge,
                help="Print only where to look, not what is there.",
            ),
        ],
    ),
    scenario,
)
