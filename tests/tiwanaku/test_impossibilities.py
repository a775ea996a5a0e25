"""Of which level, name and state a refusal speaks, and what it says beside what cannot be read."""

import pytest

from theodolite.tiwanaku.board import BoardName, Land, Terrain
from theodolite.tiwanaku.impossibilities import Draft, field_faults, impossibilities, land_faults
from theodolite.tiwanaku.snapshot import Colour, Mode, Player, Rulings
from theodolite.verdict import Fault
from tiwanaku.facts import land_of

SHORT = BoardName.SHORT
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
def test_a_board_is_refused_for_the_level_that_lies_wrongly(board: str, fault: Fault) -> None:
    assert [*land_faults(land_of(SHORT, board), None, Rulings())] == [fault]


def four(*colours: Colour, standing: int | None = None) -> tuple[Player, ...]:
    return tuple(
        Player(name, colour, meeples=(0,) if seat == standing else (), stacks=(1, 1, 1, 1))
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
def test_a_pair_is_refused_by_the_name_of_who_stands_first(
    players: tuple[Player, ...], where: tuple[int, str], partner: str
) -> None:
    found = [*impossibilities(Draft(Mode.COOPERATIVE, players=players))]
    assert found == [Fault("pair_order", ("players", *where), {"player": partner})]


@pytest.mark.parametrize(
    ("mode", "given", "players", "where", "is_given"),
    [
        (Mode.SOLO, [], [{"score", "offerings", "diversity"}], ("otoma",), False),
        (Mode.COMPETITIVE, ["arrows"], [], ("arrows",), True),
        (
            Mode.COMPETITIVE,
            [],
            [None, {"score", "offerings", "diversity", "tops"}],
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
def test_a_field_is_refused_for_being_there_or_not(
    mode: Mode,
    given: list[str],
    players: list[set[str] | None],
    where: tuple[str | int, ...],
    *,
    is_given: bool,
) -> None:
    values = {"mode": mode, "field": where[-1], "number": 2 if is_given else 1}
    assert [*field_faults(mode, given, players)] == [Fault("mode_field", where, values)]


def test_beside_a_start_space_that_cannot_be_read_the_others_are_held_against_the_board() -> None:
    land = Land(SHORT).discovered(0, MUD).with_crop(0, 1).discovered(9, MUD)
    ana = Player("Ana", BLUE, diversity=(2, 0, 0, 0))
    table = Draft(
        Mode.COMPETITIVE,
        land,
        players=(ana, Player("Bo", BROWN)),
        start=(None, 0, 9),
    )
    assert [*impossibilities(table)] == [
        Fault("start_not_planted", ("start", 2), {"space": "E2"}),
        Fault("too_many_steps", ("terrain",), {"terrain": MUD, "count": 2, "most": 0}),
    ]
