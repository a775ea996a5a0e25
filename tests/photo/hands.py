"""Measures how well maps are read with looks: signs that the same hand drew on other maps.

The signs are drawn, each anew; for each map the hand takes up another pencil, and the paper, the
print and the light are others. Looks are learnt from earlier maps as a person answers questions.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from photo.maps import Sheet, map_sheet
from photo.scene import CONDITIONS
from theodolite.cartographers.board import EMPTY, GRID
from theodolite.grid import NOWHERE, each
from theodolite.photo import Looks, Reading, decode, read_signs

LEARNT_FROM: Final = (0, 1, 3)
"""The numbers of maps that looks are learnt from."""
CLUMSY: Final = 0.04
"""Standard deviation of a corner that a person drags, in sides of a space."""


class Outcome(NamedTuple):
    """The result of one map, in numbers of spaces, and how the looks fit."""

    named: int
    unseen: int
    marked: int
    fit: str | None


def guide(sheet: Sheet, known: Looks | None) -> tuple[Outcome, Looks | None]:
    """Read a map as a person who names what is asked, then a space of each other kind."""
    photograph = decode(sheet.data)
    true = np.array(sheet.corners)
    rng = np.random.default_rng(len(sheet.data))
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean() / GRID.columns
    dragged = true + rng.normal(0, CLUMSY * side, true.shape)
    printed = sheet.printed
    read: Callable[[dict[str, str]], Reading] = partial(
        read_signs,
        photograph,
        corners=[(float(x), float(y)) for x, y in dragged],
        grid=GRID,
        printed=dict.fromkeys(each(printed.mountains | printed.wasteland), EMPTY),
        ruins=tuple(each(printed.ruins or NOWHERE)),
        looks=known,
    )
    truth = dict(zip(GRID.names, "".join(sheet.rows), strict=True))
    samples: dict[str, str] = {}
    while True:
        reading = read(samples)
        named = set(samples.values())
        if known and reading.looks_fit == "good":
            named |= {look.symbol for look in known.samples}
        missed = {kind: space for space, kind in truth.items() if kind not in named}
        asked = reading.ask or tuple(missed.values())
        if not asked:
            break
        samples |= {space: truth[space] for space in asked}
    wrong = [space for space in reading.spaces if space.symbol != truth[space.space]]
    marked = sum(space.review for space in wrong)
    fits = reading.looks_fit in {None, "good"}
    return (
        Outcome(len(samples), len(wrong) - marked, marked, reading.looks_fit),
        (reading.looks or known) if fits else known,
    )


def judge(light: str, person: int) -> list[Outcome]:
    """Read a person's last map with looks of none, one and three others, and another person's."""
    *others, last = (map_sheet(person + at, CONDITIONS[light], person=person) for at in range(4))
    looks: list[Looks | None] = [None]
    for sheet in others:
        looks.append(guide(sheet, looks[-1])[1])
    another_hand = map_sheet(person + 4, CONDITIONS[light], person=person + 4)
    return [
        *(guide(last, looks[count])[0] for count in LEARNT_FROM),
        guide(another_hand, looks[-1])[0],
    ]


def report(outcomes: Iterable[Sequence[Outcome]]) -> str:
    """Format the table."""
    lines = ["| looks of | named | wrong, not marked | maps with such | wrong, marked | refused |"]
    ways = ["no map", "1 map", "3 maps", "3 maps of another hand"]
    for way, column in zip(ways, zip(*outcomes, strict=True), strict=True):
        spaces = len(GRID.names) * len(column)
        cells = [
            way,
            f"{np.mean([each.named for each in column]):.2f} of {len(GRID.names)}",
            f"{sum(each.unseen for each in column)} of {spaces}",
            f"{sum(each.unseen > 0 for each in column)} of {len(column)}",
            f"{sum(each.marked for each in column)} of {spaces}",
            f"{sum(each.fit == 'poor' for each in column)} of {len(column)}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
