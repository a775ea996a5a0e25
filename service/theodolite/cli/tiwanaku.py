"""The commands `deduce`, `hint` and `scenario` of Tiwanaku."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from theodolite.cli.asking import Service, asking, service_options

_DEDUCE = """Print what is certain on the Tiwanaku board in FILE, and why. - reads standard input.

The board shows deduced values in brackets. Below it are the steps of the proof, each with the
steps that it follows from, and the certain values with their steps. With --odds, the terrains
and levels of each space that is not settled follow, each with the share of the possible worlds
that show it.

Exits with 1 if no world fits, 2 if FILE cannot be used, 3 without a service.
"""
_HINT = """Print the next easiest thing that can be known on the Tiwanaku board in FILE.

The file - is standard input. Prints where to look, then the steps of the proof and the value.
Without a hint it prints why there is none.

Exits with 1 if no world fits, 2 if FILE cannot be used, 3 without a service.
"""


def _deduction(request: Any, answer: Any) -> str:
    """The board with what is certain, and the proof."""
    table = request["snapshot"]
    if not isinstance(table, dict):
        return str(answer)
    certain = {
        (value.space, kind): str(known)[0].upper()
        for value in answer.certain
        for kind, known in (("terrain", value.terrain), ("crop", value.crop))
        if known is not None
    }
    return "\n".join([*_board(table["terrain"], table["crops"], certain), "", str(answer)])


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


_NUDGE = "theodolite.nudge"


def _note_nudge(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta[_NUDGE] = value


def _hint(_request: object, answer: Any) -> str:
    if answer.hint and click.get_current_context().meta.get(_NUDGE):
        return str(answer.hint.nudge)
    return str(answer)


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
    client = service.referee.tiwanaku

    def text(drawn: Any) -> str:
        if (disc := drawn.disc) is None:
            return f"There is no such disc: {drawn.why}."
        start = {
            "terrain": _start(disc.terrain, disc.start),
            "crops": _start(disc.crops, disc.start),
        }
        by_default = "from_terrain" if options["difficulty"] == "easy" else "from_start"
        if (options["unique"] or by_default) == "from_terrain":
            start["terrain"] = disc.terrain
        whole = {"terrain": disc.terrain, "crops": disc.crops}
        for side, layers in (("front", start), ("back", whole)) if svg else ():
            client.picture({"board": options["board"], **layers}).save(f"{svg}-{side}.svg")
        return "\n".join([*_board(**start, certain={}), "", *_board(**whole, certain={})])

    raw = service.game("tiwanaku").ask
    sys.exit(service.print(lambda: raw("scenarios", {"draw": draw}), text))


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
