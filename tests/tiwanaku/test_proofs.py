"""Minimal proofs that a value is certain, or that no world fits."""

import pytest

from theodolite.grid import Space, each
from theodolite.tiwanaku.board import BoardName, Land
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.proofs import Prover
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value
from tiwanaku.facts import land_of
from tiwanaku.positions import tiles_of, worlds_of

SHORT = BoardName.SHORT
ANY = (6, 6, 6, 7)


def proved(board: str, value: Value | None, tiles: ByTerrain = ANY) -> tuple[list[str], set[str]]:
    """The tiles and the laws of a proof."""
    land = land_of(SHORT, board)
    with Prover(land, tiles, Clock()) as prover:
        proof = prover.why(value)
    assert proof is not None
    return land.grid.name_all(proof.tiles), {*proof.laws}


def at(name: str) -> Space:
    return Land(SHORT).grid.spaces[name]


@pytest.mark.parametrize(
    ("board", "tiles", "needed", "laws"),
    [
        # They join by a U only, and B1 would touch all five levels.
        (
            """
            M- S- M- .  .
            .  M- .  .  .
            .  .  .  .  .
            .  .  R4 .  .
            .  .  .  .  .
            """,
            ANY,
            ["A1", "B1", "C1", "B2"],
            {"separation", "diversity"},
        ),
        # Two regions that touch.
        (
            """
            M- S- .  .  .
            G- M- .  .  .
            .  .  .  .  .
            .  .  R4 .  .
            .  .  .  .  .
            """,
            ANY,
            ["A1", "B1", "A2", "B2"],
            {"diversity"},
        ),
        (
            """
            M1 .  .  .  .
            S1 .  .  .  .
            .  .  .  .  .
            .  .  R4 .  .
            .  .  .  .  .
            """,
            ANY,
            ["A1", "A2"],
            {"separation"},
        ),
        (
            """
            M2 .  .  .  .
            .  .  .  .  .
            .  .  .  .  .
            .  .  R4 .  .
            .  .  .  .  .
            """,
            (1, 8, 8, 8),
            ["A1"],
            {"diversity", "tile_count"},
        ),
    ],
)
def test_proves_that_no_world_fits(
    board: str, tiles: ByTerrain, needed: list[str], laws: set[str]
) -> None:
    assert proved(board, None, tiles) == (needed, laws)


@pytest.mark.parametrize(
    ("board", "value", "needed", "laws"),
    [
        (
            """
            .  .  .  .  .
            .  G1 .  R4 .
            M3 .  .  .  .
            .  .  S5 S2 .
            .  .  .  .  .
            """,
            Value(at("C3"), level=3),
            ["B2", "D2", "C4", "D4"],
            {"separation"},
        ),
        (
            """
            M1 M- S- .  .
            G- R- .  .  .
            .  .  .  .  .
            .  .  .  .  .
            .  .  .  .  R4
            """,
            Value(at("B1"), level=2),
            ["A1", "B1", "C1", "A2", "B2"],
            {"diversity"},
        ),
    ],
)
def test_proves_that_a_value_is_certain(
    board: str, value: Value, needed: list[str], laws: set[str]
) -> None:
    assert proved(board, value) == (needed, laws)


def test_a_false_statement_has_no_proof() -> None:
    world = worlds_of(SHORT)[0]
    space = next(each(world.crops[0]))
    with Prover(world, tiles_of(world), Clock()) as prover:
        assert prover.why() is None
        assert prover.why(Value(space, level=2)) is None
