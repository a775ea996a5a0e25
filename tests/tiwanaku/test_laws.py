"""Each law by itself, and what all of them conclude together."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from theodolite.grid import NOWHERE, Spaces
from theodolite.tiwanaku.board import LETTERS, BoardName, Land, Terrain
from theodolite.tiwanaku.chains import Chains
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.knowledge import CONTRADICTION, GIVEN, Knowledge, Reason
from theodolite.tiwanaku.laws import LAWS, apply_laws
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.steps import StepWriter
from tiwanaku.checker import check_steps
from tiwanaku.explanations import board_of, plain_steps
from tiwanaku.facts import land_of, read, written
from tiwanaku.positions import worlds_of

SHORT = BoardName.SHORT
ANY = (6, 6, 6, 7)
"""Counts of a disc that do not matter."""
SAYS = tomllib.loads(Path(__file__).with_name("laws.toml").read_text("utf-8"))["say"]


def counts(text: str) -> ByTerrain:
    mud, sand, grass, rock = [
        int(word[1:]) for letter in LETTERS for word in text.split() if word[0] == letter
    ]
    return mud, sand, grass, rock


def knowledge(board: str, known: str, tiles: str = "M6 S6 G6 R7") -> Knowledge:
    """The knowledge of a board with given facts."""
    land = land_of(SHORT, board)
    found = Knowledge(land, counts(tiles), Clock())
    for fact in read(known, land):
        found = found.adding({fact: [given]}, 1)
    return found


def given() -> Reason:
    return Reason(GIVEN, frozenset(), NOWHERE)


def said(law: str, known: Knowledge, board: str) -> Iterator[str]:
    land = land_of(SHORT, board)
    for fact, why in LAWS[law](known.anew()):
        if not known.knows(fact):
            reason = why()
            assert reason.law == law
            spaces = " ".join(land.grid.name_all(reason.spaces))
            yield f"{written([fact], land)} ({written(reason.because, land)}) [{spaces}]"


@pytest.mark.parametrize("say", SAYS, ids=lambda say: f"{say['law']}: {say['why']}")
def test_a_law_proposes_exactly_these_facts(say: dict[str, Any]) -> None:
    board = say["board"]
    known = knowledge(board, say.get("known", ""), say.get("tiles", "M6 S6 G6 R7"))
    assert [*said(say["law"], known, board)] == say["says"].splitlines()


KNOWN = knowledge(
    """
    M1 .  M- .  .
    .  .  .  .  .
    .  S- .  .  .
    .  S- .  .  .
    .  .  .  .  R4
    """,
    "D1 not S, D1 not 4, C1 2, A1+C1, A1 min 3, C1 max 4, A5 G, A5 size 2, E1 R",
)


@pytest.mark.parametrize(
    ("fact", "is_known"),
    [
        ("D1 not S", True),
        ("D1 not M", False),
        ("A1 not S", True),
        ("A5 not M", True),
        ("A5 not G", False),
        ("D1 not 4", True),
        ("D1 not 3", False),
        ("C1 not 4", True),
        ("C1 not 2", False),
        ("A1 M", True),
        ("A5 G", True),
        ("D1 M", False),
        ("C1 2", True),
        ("D1 2", False),
        ("A1+C1", True),
        ("B3+B4", True),
        ("A1+B3", False),
        ("C1 min 3", True),
        ("C1 min 4", False),
        ("B3 min 2", True),
        ("B3 min 3", False),
        ("A1 max 4", True),
        ("A1 max 3", False),
        ("B3 max 5", True),
        ("B3 max 4", False),
        ("A5 size 2", True),
        ("A5 size 1", False),
        ("A5 size 3", False),
        ("A1 size 3", False),
        ("A1 size 4", False),
        ("contradiction", False),
    ],
)
def test_knows_a_fact(fact: str, *, is_known: bool) -> None:
    (one,) = read(fact, Land(SHORT))
    assert KNOWN.knows(one) is is_known


@pytest.mark.parametrize(
    ("facts", "needed"),
    [
        # Tiles on the board need no reason.
        ("A1 M, A1 1, A1 not S, A1 not 2", ""),
        ("C1 2, A1+C1, A5 size 2, D1 not S", "A1+C1, A5 size 2, C1 2, D1 not S"),
        # Other values are struck from a space because of the one that it has.
        ("E1 not M, E1 not S", "E1 R"),
        ("C1 not 5", "C1 2"),
        ("C1 not G", ""),
    ],
)
def test_finds_the_premises_of_facts(facts: str, needed: str) -> None:
    land = Land(SHORT)
    assert written({*KNOWN.premises(read(facts, land))}, land) == needed


LINKED = """
.  M- M- M- .
.  .  .  .  .
M- .  S- .  M-
.  .  .  S- .
.  .  .  .  .
"""


@pytest.mark.parametrize(
    ("known", "one", "other", "facts"),
    [
        ("", "B1", "D1", ""),
        ("A1 M", "A1", "D1", "A1 M"),
        ("A1 M, A2 M", "D1", "A3", "A1 M, A2 M"),
        ("B1+A3", "D1", "A3", "B1+A3"),
        # Of two ways the one of fewer facts, and of two as good the first.
        ("D1+A3, A1 M, A2 M", "A3", "D1", "D1+A3"),
        ("B1+A3, D1+A3", "A3", "D1", "B1+A3"),
        ("B1+A3, D1+E3, E2 M, E1 M", "A3", "E3", "B1+A3, D1+E3"),
        ("A2 M, A1 M, E2 M, E1 M, A3+E3", "B1", "E3", "E1 M, E2 M"),
        ("C3+D4", "D4", "C3", "C3+D4"),
        ("B1+A3+E3", "A3", "E3", "B1+A3+E3"),
        ("A2 M, A2+B2, B2 M", "A2", "B2", "A2+B2"),
    ],
)
def test_links_spaces_by_the_fewest_facts(known: str, one: str, other: str, facts: str) -> None:
    found, at = knowledge(LINKED, known), Land(SHORT).grid.spaces
    assert written(found.link(at[one], at[other]), Land(SHORT)) == facts


def test_a_link_of_one_fact_is_found_behind_spaces_that_come_first() -> None:
    board = """
    M- M- M- M- .
    M- .  .  .  .
    M- .  .  .  M-
    M- .  .  .  .
    M- .  .  .  .
    """
    found, at = knowledge(board, "E3+A5, E2 M, E1 M"), Land(SHORT).grid.spaces
    assert written(found.link(at["E3"], at["B1"]), Land(SHORT)) == "E3+A5"


def test_a_region_is_tied_together_by_all_its_links() -> None:
    found, land = knowledge(LINKED, "B1+A3, E1 M"), Land(SHORT)
    at = land.grid.spaces
    assert written(found.ties(at["B1"]), land) == "B1+A3, E1 M"


@pytest.mark.parametrize(
    ("known", "which", "size", "facts"),
    [
        ("B1+A3, A3 min 5", "min", 5, "A3 min 5, B1+A3"),
        ("B1+A3, D1 max 4", "max", 4, "D1 max 4"),
        ("B1+A3, A3 min 5, D1 max 4", "max", 4, "D1 max 4"),
        # No fact says so: its spaces do.
        ("B1+A3, A3 min 5", "min", 4, "B1+A3"),
    ],
)
def test_the_reason_of_a_size_is_the_fact_that_bounds_it(
    known: str, which: Literal["min", "max"], size: int, facts: str
) -> None:
    found, land = knowledge(LINKED, known), Land(SHORT)
    assert written(found.size_facts(land.grid.spaces["B1"], which, size), land) == facts


def reasons(known: Knowledge, law: str = "given") -> dict[str, str]:
    """The facts known, each with its premises."""
    land, chains = Land(SHORT), Chains(known, known)
    return {
        written([fact], land): written(chains.reason(fact).because, land)
        for fact in known.found
        if chains.reason(fact).law == law
    }


EMPTY = """
.  .  .  .  .
.  .  .  .  .
.  .  .  .  .
.  .  .  .  .
.  .  .  .  .
"""


@pytest.mark.parametrize(
    ("known", "left"),
    [
        ("A1 not M, A1 not S, A1 not R", {"A1 G": "A1 not M, A1 not S"}),
        ("A1 not 5, A1 not 1, A1 not 3, A1 not 2", {"A1 4": "A1 not 1, A1 not 3, A1 not 5"}),
        ("A1 not M, A1 not S", {}),
        # A value that cannot be, and one that is struck though nothing else is left.
        ("A1 not M, A1 M", {"contradiction": "A1 not M"}),
        ("A1 3, A1 not 3", {"contradiction": "A1 3"}),
        ("A1 not 3, A1 3", {"contradiction": "A1 not 3"}),
        ("A1 R, A1 M", {"contradiction": "A1 R"}),
    ],
)
def test_the_last_value_left_is_certain(known: str, left: dict[str, str]) -> None:
    found, land = knowledge(EMPTY, known), Land(SHORT)
    given = {written([fact], land) for fact in read(known, land)}
    assert {fact: why for fact, why in reasons(found).items() if fact not in given} == left
    assert all(found.knows(fact) for fact in read(", ".join(left), land))
    assert found.contradictory is ("contradiction" in left)


def test_laws_of_higher_tiers_are_not_used() -> None:
    board = """
    M5 S- .  .  .
    .  .  .  .  .
    .  .  .  .  .
    G1 .  .  R- .
    .  .  .  .  R-
    """
    found = knowledge(board, "")
    for tier, laws in [
        (1, {"separation", "level_needs_size"}),
        (2, {"must_join"}),
        (3, {"reach"}),
    ]:
        before = {*found.found}
        found = apply_laws(found, tier)
        new = {*found.found} - before
        chains = Chains(found, found)
        assert {chains.reason(fact).law for fact in new} == laws
        assert {found.found[fact].tier for fact in new} == {tier}


@pytest.mark.parametrize(("lies", "known"), [("A1", "A3 1"), ("A3", "A1 1")])
def test_keeps_the_derivation_with_fewer_steps(lies: str, known: str) -> None:
    at = Land(SHORT).grid.spaces[lies]
    found = Knowledge(Land(SHORT).discovered(at, Terrain.MUD).with_crop(at, 1), ANY, Clock())
    for fact in read(known, Land(SHORT)):
        found = found.adding({fact: [given]}, 1)
    found = apply_laws(found, 1)
    struck = reasons(found, "separation")
    assert (struck["A2 not 1"], struck["B2 not 1"]) == ("", "")


@pytest.mark.parametrize(
    ("tier", "board", "known", "tiles", "resolved", "because", "spaces"),
    [
        (
            1,
            """
            M1 M- S- .  .
            G- R- .  .  .
            .  .  .  .  .
            .  .  .  .  .
            .  .  .  .  .
            """,
            "",
            "M6 S6 G6 R7",
            "B1 2",
            "A1 size 2",
            ["A1", "B1"],
        ),
        (
            2,
            """
            M- S- S- S- S-
            S- G- G- G- G-
            G- G- .  .  .
            S- S- S- S- S-
            S- S- S- S- S-
            """,
            "E3 M, C3 not R",
            "M2 S15 G6 R1",
            "D3 R",
            "C3 not R, E3 M",
            ["D3"],
        ),
    ],
)
def test_prefers_one_law_to_several_strikes(  # noqa: PLR0917 - a board and a step of it
    tier: int,
    board: str,
    known: str,
    tiles: str,
    resolved: str,
    because: str,
    spaces: list[str],
) -> None:
    found, land = knowledge(board, known, tiles), Land(SHORT)
    (fact,) = read(resolved, land)
    reason = Chains(found, apply_laws(found, tier)).reason(fact)
    assert written(reason.because, land) == because
    assert land.grid.name_all(reason.spaces) == spaces
    assert reason.strike is None


def test_the_reason_of_a_last_value_names_its_strike() -> None:
    found, land = knowledge(EMPTY, "B1 not M, B1 not R"), Land(SHORT)
    struck, left = read("B1 not G, B1 S", land)
    why = Reason("reach", frozenset(read("B1 not M", land)), Spaces(0b11))
    found = found.adding({struck: [lambda: why]}, 3)
    reason = Chains(found, found).reason(left)
    assert (reason.law, reason.spaces, reason.strike) == ("reach", 0b11, struck)
    assert written(reason.because, land) == "B1 not M, B1 not R"
    assert found.found[left].tier == 3


def test_nothing_follows_any_more_from_a_contradiction() -> None:
    found = knowledge(EMPTY, "A1 3, A1 not 3")
    assert [*reasons(apply_laws(found, 3), "separation")] == []
    (more,) = read("B2 M", Land(SHORT))
    assert not found.adding({more: [given]}, 1).knows(more)


def test_no_region_strikes_a_space_that_joins_it_in_the_same_round() -> None:
    """A2 is the sixth mud and touches five: a region of six, not one that keeps it out."""
    rows = ["MMMMM", ".SSSR", "GGRRR", "GGSSS", "RRRGG"]
    land = Land.from_rows(SHORT, rows, ["....."] * 5)
    lying = Knowledge(land, ANY, Clock())
    writer = StepWriter(lying)
    writer.write(Chains(lying, apply_laws(lying, 2)).of(CONTRADICTION))
    check_steps(board_of(land, ANY), plain_steps(writer.steps, land.grid.names))
    assert [step.law for step in writer.steps] == ["last_tiles", "region_size"]


def test_laws_keep_to_the_clock() -> None:
    with pytest.raises(TimeIsUp):
        apply_laws(Knowledge(Land(SHORT), ANY, Clock(seconds=0)), 1)


@pytest.mark.parametrize(("supposed", "concluded"), [("B1 M", "C2 not M"), ("B1 3", "A1 not 3")])
def test_a_supposed_value_counts_as_a_tile_of_the_supposition_alone(
    supposed: str, concluded: str
) -> None:
    land = Land(SHORT)
    known = knowledge(EMPTY, "A1 M, A1 max 2, C1 not 1")
    (fact,) = read(supposed, land)
    (follows,) = read(concluded, land)
    before = dict(known.found)
    other = apply_laws(known.supposing(fact), 1)
    assert other.knows(fact)
    assert other.knows(follows)
    assert not other.premises([fact])
    assert not known.knows(fact)
    assert not known.knows(follows)
    assert [*known.premises([fact])] == []
    assert known.found == before
    assert other.found.items() > known.found.items()


def test_a_world_is_complete_when_every_space_has_both() -> None:
    world = worlds_of(SHORT)[0]
    assert Knowledge(world, ANY, Clock()).complete
    assert not Knowledge(Land(SHORT, world.terrain), ANY, Clock()).complete
    assert not Knowledge(Land(SHORT, crops=world.crops), ANY, Clock()).complete
