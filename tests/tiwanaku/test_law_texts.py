"""Every step of an explanation has its sentence, in every language."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import pytest

from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.tiwanaku.board import BoardName, Land
from theodolite.tiwanaku.deductions import Step, deduce
from theodolite.tiwanaku.laws import TIERS
from tiwanaku.positions import positions

RULEBOOK = Rulebook("theodolite.tiwanaku")
CONTRACT = Land.from_rows(
    BoardName.SHORT,
    ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    ["1....", ".4...", "..5..", "....2", "....5"],
)


def every(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from every(step.steps)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_steps_say_is_whole(language: str) -> None:
    drawn = positions(BoardName.SHORT, Random(8), known=(0.4, 0.9), planted=0.5)
    # The board of the contract needs every tier.
    for land, tiles in (*islice(drawn, 3), (CONTRACT, (7, 9, 4, 5))):
        for step in every(deduce(land, tiles).steps):
            text = RULEBOOK.sentence(language, step.rule, step.says, step.values(land.grid.names))
            assert text[-1] == "."
            assert "{" not in text


def test_every_law_is_a_rule() -> None:
    assert {f"tiwanaku.law.{law}" for law in TIERS} <= RULEBOOK.rules.keys()


@pytest.mark.parametrize(
    ("space", "said"),
    [
        (
            "B1",
            [
                "The region of A1 is closed: it has 2 spaces, A1 and B1.",
                "The region of B1 holds each level once, and coca leaves is the only one left.",
            ],
        ),
        (
            "C4",
            [
                "C3 holds level 5: its region has at least 5 spaces.",
                "However the regions can lie, C4 is rock.",
            ],
        ),
    ],
)
def test_a_chain_reads_like_a_person_explaining(space: str, said: list[str]) -> None:
    found = deduce(CONTRACT, (7, 9, 4, 5), focus=1 << CONTRACT.grid.spaces[space])
    chain = found.certain[0].steps
    assert chain is not None
    assert said == [
        RULEBOOK.sentence("en", step.rule, step.says, step.values(CONTRACT.grid.names))
        for step in found.steps
        if step.id in chain
    ]
