"""Faults of impossible tables name the level, player or field at fault."""

import pytest

from theodolite.grid import Space
from theodolite.tiwanaku.board import BoardName, Land, Terrain
from theodolite.tiwanaku.impossibilities import (
    field_faults,
    land_faults,
    position_faults,
    side_faults,
)
from theodolite.tiwanaku.snapshot import Colour, Mode, Player, Rulings, Snapshot
from theodolite.verdict import Fault
from tiwanaku.facts import land_of

SHORT = BoardName.SHORT
TILES = (7, 9, 4, 5)
MUD, GRASS = Terrain.MUD, Terrain.GRASS


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (
            """
            M1 .  S2 .  .
            .  .  .  G2 .
            .  .  .  .  .
            .  .  .  .  .
            .  .  R4 R3 .
            """,
            Fault("equal_crops_touch", ("crops",), {"level": 2, "spaces": ["C1", "D2"]}),
        ),
        (
            """
            M1 .  .  .  .
            .  .  .  .  .
            .  .  G3 .  .
            .  .  G- .  .
            .  .  G3 .  .
            """,
            Fault(
                "region_crops",
                ("crops",),
                {"terrain": GRASS, "spaces": ["C3", "C4", "C5"], "level": 3},
            ),
        ),
        (
            """
            M2 M3 S- .  .
            G- R- .  .  .
            .  .  .  .  .
            .  .  .  .  .
            .  .  .  .  .
            """,
            Fault("region_crops", ("crops",), {"terrain": MUD, "spaces": ["A1", "B1"], "level": 3}),
        ),
    ],
)
def test_names_the_level_that_breaks_a_law(board: str, fault: Fault) -> None:
    assert [*land_faults(land_of(SHORT, board), None, Rulings())] == [fault]


def four(*colours: Colour, standing: int | None = None) -> tuple[Player, ...]:
    return tuple(
        Player(name, colour, meeples=(Space(0),) if seat == standing else (), stacks=(1, 1, 1, 1))
        for seat, (name, colour) in enumerate(zip(("Ana", "Bo", "Cy", "Di"), colours, strict=True))
    )


BLUE, BROWN, GREEN = Colour.BLUE, Colour.BROWN, Colour.GREEN


@pytest.mark.parametrize(
    ("players", "where", "partner"),
    [
        (four(BLUE, GREEN, BROWN, GREEN), (2, "colour"), "Ana"),
        (four(BLUE, GREEN, BLUE, BROWN), (3, "colour"), "Bo"),
        (four(BLUE, GREEN, BLUE, GREEN, standing=2), (2, "meeples"), "Ana"),
        (four(BLUE, GREEN, BLUE, GREEN, standing=3), (3, "meeples"), "Bo"),
        (four(BLUE, BLUE, BLUE, BLUE), (1, "colour"), "Ana"),
    ],
)
def test_names_the_first_player_of_a_wrong_pair(
    players: tuple[Player, ...], where: tuple[int, str], partner: str
) -> None:
    table = Snapshot(Mode.COOPERATIVE, Land(BoardName.LONG), TILES, players)
    assert [*side_faults(table)] == [Fault("pair_order", ("players", *where), {"player": partner})]


@pytest.mark.parametrize(
    ("mode", "given", "players", "where", "is_given"),
    [
        (Mode.SOLO, [], [{"score", "offerings", "diversity"}], ("otoma",), False),
        (Mode.COMPETITIVE, ["arrows"], [], ("arrows",), True),
        (
            Mode.COMPETITIVE,
            [],
            [{"score", "offerings", "diversity"}, {"score", "offerings", "diversity", "tops"}],
            ("players", 1, "tops"),
            True,
        ),
        (
            Mode.COOPERATIVE,
            ["difficulty", "otoma", "pool", "group"],
            [{"stacks", "tops"}, {"tops"}],
            ("players", 1, "stacks"),
            False,
        ),
    ],
)
def test_refuses_missing_and_superfluous_fields_of_a_mode(
    mode: Mode,
    given: list[str],
    players: list[set[str]],
    where: tuple[str | int, ...],
    *,
    is_given: bool,
) -> None:
    values = {"mode": mode, "field": where[-1], "number": 2 if is_given else 1}
    assert [*field_faults(mode, given, players)] == [Fault("mode_field", where, values)]


def test_start_spaces_are_compared_with_the_board() -> None:
    a1, e2 = Space(0), Space(9)
    land = Land(SHORT).discovered(a1, MUD).with_crop(a1, 1).discovered(e2, MUD)
    ana = Player("Ana", BLUE, diversity=(2, 0, 0, 0))
    table = Snapshot(Mode.COMPETITIVE, land, TILES, (ana, Player("Bo", BROWN)), start=(a1, e2))
    assert [*position_faults(table)] == [
        Fault("start_not_planted", ("start", 1), {"space": "E2"}),
        Fault("too_many_steps", ("terrain",), {"terrain": MUD, "count": 2, "most": 0}),
    ]
