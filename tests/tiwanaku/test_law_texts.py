"""Every step of an explanation has its sentence, in every language."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.tiwanaku.board import BoardName, Land
from theodolite.tiwanaku.deductions import deduce
from theodolite.tiwanaku.laws import TIERS
from theodolite.web.responses import Localizer
from theodolite.web.tiwanaku.deductions import list_steps
from tiwanaku.positions import CONTRACT, Position, positions

RULEBOOK = Rulebook("theodolite.tiwanaku")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_a_complete_sentence(language: str) -> None:
    drawn = positions(BoardName.SHORT, Random(8), known=(0.4, 0.9), planted=0.5)
    # The board of the contract needs every tier.
    for land, tiles in (*islice(drawn, 3), CONTRACT):
        texts = Localizer(RULEBOOK, land.grid, language)
        for step in list_steps(deduce(land, tiles).steps, texts):
            nested = step.steps or []
            for one in (step, *nested):
                assert one.explanation[-1] == "."
                assert "{" not in one.explanation
            # A supposition names its contradiction in words.
            assert not nested or nested[-1].explanation in step.explanation


def test_separation_names_every_level_that_is_excluded() -> None:
    terrain, crops = ["G...M", "..G.M", "G.S.S", ".S...", "R.MMR"], ["....1", "..5.5", "..1.."]
    land = Land.from_rows(BoardName.SHORT, terrain, [*crops, ".3...", "1.12."])
    steps, said = deduce(land, (7, 6, 5, 7), count_to=1).steps, set()
    for step in (*steps, *(nested for one in steps for nested in one.steps)):
        end = step.key.removesuffix("_also")
        if step.law == "separation" and end in ("crop", "contradiction"):
            values: Any = step.values(land.grid.names)
            left = [str(step.concludes.value)] if end == "crop" else []
            assert sorted([*dict(values["touched"]), *values["struck"], *left]) == [*"12345"]
            said.add(RULEBOOK.sentence("en", step.rule, step.key, values))
    assert (
        "D3 touches 1 (C3), 5 (C2) and cannot have 3 or 4: only coca leaves is left there." in said
    )


def test_every_law_is_a_rule() -> None:
    assert {f"tiwanaku.law.{law}" for law in TIERS} <= RULEBOOK.rules.keys()


CORNER = Position(
    Land.from_rows(BoardName.SHORT, ["..G..", "..RG.", *["....."] * 3], ["....."] * 5), (6, 6, 7, 6)
)


@pytest.mark.parametrize(
    ("position", "space", "said"),
    [
        (CORNER, "D1", ["C1 and D2 touch at a corner, and C2 is rock: D1 joins them."]),
        (
            CONTRACT,
            "B1",
            [
                "The region of A1 is closed: it has 2 spaces, A1 and B1.",
                "The region of B1 holds each level once, and coca leaves is the only one left.",
            ],
        ),
        (
            CONTRACT,
            "C4",
            [
                "C3 holds level 5: its region has at least 5 spaces.",
                "Without C4 the region of C2 (rock) would have room for 2 spaces, and it needs 5: "
                "C4 belongs to it.",
            ],
        ),
    ],
)
def test_a_chain_reads_like_a_person_explaining(
    position: Position, space: str, said: list[str]
) -> None:
    grid = position.land.grid
    found = deduce(*position, focus=1 << grid.spaces[space])
    chain = found.certain[0].steps
    assert chain is not None
    assert said == [
        RULEBOOK.sentence("en", step.rule, step.key, step.values(grid.names))
        for step in found.steps
        if step.id in chain
    ]
