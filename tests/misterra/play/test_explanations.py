"""What is said of a half day, word for word: which spaces, cards and markers each rule is about."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

#          A B C D E
ISLAND = ["JJLSS", "jMLSS", "..lMs", "S.mm.", "SS..J"]
SHORE = "beach:E1, beach:E2, beach:E3, beach:E4, beach:E5"
DISPLAY = [["lagoon", "jungle"], ["steppe", "steppe"]]
CARD = ["lagoon", "jungle"]
SWAP = {"discard": ["jungle", "lagoon"], "reveal": ["mountain", "mountain"]}
OTHER_SWAP = {"discard": ["jungle", "jungle"], "reveal": ["mountain", "mountain"]}
Said = tuple[str, str, str, list[str]]


class Case(NamedTuple):
    """A half day of Ada's from a place, with her claim markers; and what is said of it."""

    meeple: str | None
    half_day: Json
    said: list[Said]
    claims: tuple[str, ...] = ()
    cards: Json | None = None


def walk(*move: str) -> Json:
    return {"move": list(move), "action": {"type": "discard"}}


def lay(*spaces: str) -> Json:
    return {"sketch": CARD, "action": {"type": "map", "spaces": list(spaces)}}


CLAIM: Json = {"action": {"type": "claim"}}
UNTOLD: Said = ("sketch.chosen", "not_checked", "Which card is taken is not told.", [])
UNPLACED: Said = (
    "move.first_placement",
    "failed",
    f"The meeple is not on the table yet: it must be placed on one of {SHORE}.",
    [],
)
TAKEN: list[Said] = [
    ("sketch.chosen", "passed", "The card lagoon-jungle is taken.", []),
    (
        "sketch.from_display",
        "not_checked",
        "Whether a card lagoon-jungle lies in the display is not known: no display is given.",
        [],
    ),
]

CASES = [
    Case(
        None,
        {**walk("beach:E3"), "sketch": CARD[::-1]},
        [
            ("move.first_placement", "passed", "The meeple is placed on beach:E3.", []),
            ("sketch.chosen", "passed", "The card jungle-lagoon is taken.", []),
            (
                "sketch.from_display",
                "passed",
                "A card jungle-lagoon lies in the display.",
                [],
            ),
        ],
        cards={"display": DISPLAY},
    ),
    Case(
        None,
        {**walk("beach:E3", "E3"), "sketch": ["jungle", "jungle"]},
        [
            (
                "move.first_placement",
                "failed",
                "Placing the meeple on the beach is the whole move; this one goes on after "
                "beach:E3.",
                ["E3"],
            ),
            ("sketch.chosen", "passed", "The card jungle-jungle is taken.", []),
            (
                "sketch.from_display",
                "failed",
                "No card jungle-jungle lies in the display.",
                [],
            ),
        ],
        cards={"display": DISPLAY},
    ),
    Case(
        None,
        walk("E3"),
        [
            (
                "move.first_placement",
                "failed",
                f"The meeple is first placed on the beach ({SHORE}), not on E3.",
                ["E3"],
            ),
            UNTOLD,
        ],
    ),
    Case(None, walk(), [UNPLACED, UNTOLD]),
    Case("D2", walk(), [UNTOLD]),
    Case(
        "D2",
        walk("D3"),
        [
            (
                "move.orthogonal",
                "passed",
                "Every step goes to an adjacent space: D2 → D3.",
                ["D3"],
            ),
            (
                "move.onto_tile",
                "passed",
                "Every step lands on a tile or on the beach: D3.",
                ["D3"],
            ),
            ("move.one_step", "passed", "The move is one step: D2 → D3.", ["D3"]),
            UNTOLD,
        ],
    ),
    Case(
        "D2",
        walk("E2", "E3", "beach:E3"),
        [
            (
                "move.orthogonal",
                "passed",
                "Every step goes to an adjacent space: D2 → E2, E2 → E3, E3 → beach:E3.",
                ["E2", "E3"],
            ),
            (
                "move.onto_tile",
                "passed",
                "Every step lands on a tile or on the beach: E2, E3, beach:E3.",
                ["E2", "E3"],
            ),
            (
                "move.one_step",
                "passed",
                "Each further step leaves a steppe just entered: E2 → E3, E3 → beach:E3.",
                ["E3"],
            ),
            UNTOLD,
        ],
    ),
    Case(
        "D2",
        walk("D3", "D4", "D5", "E5"),
        [
            (
                "move.orthogonal",
                "passed",
                "Every step goes to an adjacent space: D2 → D3, D3 → D4, D4 → D5, D5 → E5.",
                ["D3", "D4", "D5", "E5"],
            ),
            (
                "move.onto_tile",
                "failed",
                "No tile lies on D5, and an empty space cannot be entered.",
                ["D5"],
            ),
            (
                "move.one_step",
                "failed",
                "The move ends at D3, D4, D5: only a steppe just entered allows the further step "
                "D3 → D4, D4 → D5, D5 → E5.",
                ["D4", "D5", "E5"],
            ),
            UNTOLD,
        ],
    ),
    Case(
        "D2",
        walk("C1"),
        [
            (
                "move.orthogonal",
                "failed",
                "Not a step to an orthogonally adjacent space: D2 → C1.",
                ["C1"],
            ),
            (
                "move.onto_tile",
                "passed",
                "Every step lands on a tile or on the beach: C1.",
                ["C1"],
            ),
            ("move.one_step", "passed", "The move is one step: D2 → C1.", ["C1"]),
            UNTOLD,
        ],
    ),
    Case(
        "C3",
        {**walk(), "lagoon": SWAP, "sketch": ["mountain", "mountain"]},
        [
            ("lagoon.standing", "passed", "The meeple stands on the lagoon C3.", ["C3"]),
            (
                "lagoon.from_display",
                "passed",
                "A card jungle-lagoon lies in the display and goes under the deck.",
                [],
            ),
            ("lagoon.deck", "passed", "The deck can reveal a card; it holds 3.", []),
            ("sketch.chosen", "passed", "The card mountain-mountain is taken.", []),
            (
                "sketch.from_display",
                "passed",
                "A card mountain-mountain lies in the display.",
                [],
            ),
        ],
        cards={"display": DISPLAY, "deck": 3},
    ),
    Case(
        "D3",
        {**walk(), "lagoon": OTHER_SWAP, "sketch": CARD},
        [
            (
                "lagoon.standing",
                "failed",
                "The meeple stands on D3, which is no lagoon.",
                ["D3"],
            ),
            (
                "lagoon.from_display",
                "failed",
                "No card jungle-jungle lies in the display.",
                [],
            ),
            ("lagoon.deck", "failed", "The deck is empty: no card can be revealed.", []),
            ("sketch.chosen", "passed", "The card lagoon-jungle is taken.", []),
            (
                "sketch.from_display",
                "passed",
                "A card lagoon-jungle lies in the display.",
                [],
            ),
        ],
        cards={"display": DISPLAY, "deck": 0},
    ),
    Case(
        "beach:E3",
        {**walk(), "lagoon": OTHER_SWAP},
        [
            (
                "lagoon.standing",
                "failed",
                "The meeple stands on beach:E3, which is no lagoon.",
                [],
            ),
            (
                "lagoon.from_display",
                "not_checked",
                "Whether a card jungle-jungle lies in the display is not known: no display is "
                "given.",
                [],
            ),
            (
                "lagoon.deck",
                "not_checked",
                "Whether the deck holds a card is not known: no deck is given.",
                [],
            ),
            UNTOLD,
        ],
    ),
    Case(
        None,
        {**walk(), "lagoon": SWAP},
        [
            UNPLACED,
            ("lagoon.standing", "failed", "The meeple stands nowhere yet.", []),
            (
                "lagoon.from_display",
                "passed",
                "A card jungle-lagoon lies in the display and goes under the deck.",
                [],
            ),
            ("lagoon.deck", "passed", "The deck can reveal a card; it holds 1.", []),
            UNTOLD,
        ],
        cards={"display": DISPLAY, "deck": 1},
    ),
    Case(
        "D3",
        lay("D4", "D5"),
        [
            *TAKEN,
            ("map.jungle", "passed", "D3 is no jungle, so the cartographer may map.", ["D3"]),
            ("map.adjacent", "passed", "D4 and D5 are adjacent.", ["D4", "D5"]),
            (
                "map.sight",
                "passed",
                "From D3 the cartographer sees D1, D2, B3, C3, D3, E3, D4, D5; the card covers D4 "
                "and D5, both of them seen.",
                ["D4", "D5"],
            ),
        ],
    ),
    Case(
        "D3",
        lay("C2", "D3"),
        [
            *TAKEN,
            ("map.jungle", "passed", "D3 is no jungle, so the cartographer may map.", ["D3"]),
            (
                "map.adjacent",
                "failed",
                "C2 and D3 are not adjacent, and a card covers two adjacent spaces.",
                ["C2", "D3"],
            ),
            (
                "map.sight",
                "passed",
                "From D3 the cartographer sees D1, D2, B3, C3, D3, E3, D4, D5; the card covers C2 "
                "and D3, and D3 is seen.",
                ["C2", "D3"],
            ),
        ],
    ),
    Case(
        "C3",
        lay("A5", "A4"),
        [
            *TAKEN,
            ("map.jungle", "passed", "C3 is no jungle, so the cartographer may map.", ["C3"]),
            ("map.adjacent", "passed", "A5 and A4 are adjacent.", ["A4", "A5"]),
            (
                "map.sight",
                "failed",
                "From C3 the cartographer sees C2, B3, C3, D3, C4; the card covers A5 and A4, "
                "neither of them seen.",
                ["A4", "A5"],
            ),
        ],
    ),
    Case(
        "A2",
        lay("A3", "B3"),
        [
            *TAKEN,
            (
                "map.jungle",
                "failed",
                "A2 is jungle, and from jungle nothing can be mapped.",
                ["A2"],
            ),
            ("map.adjacent", "passed", "A3 and B3 are adjacent.", ["A3", "B3"]),
            (
                "map.sight",
                "passed",
                "From A2 the cartographer sees A1, A2, B2, A3; the card covers A3 and B3, and A3 "
                "is seen.",
                ["A3", "B3"],
            ),
        ],
    ),
    Case(
        "beach:E3",
        lay("E2", "E3"),
        [
            *TAKEN,
            (
                "map.jungle",
                "passed",
                "beach:E3 is no jungle, so the cartographer may map.",
                [],
            ),
            ("map.adjacent", "passed", "E2 and E3 are adjacent.", ["E2", "E3"]),
            (
                "map.sight",
                "passed",
                "From beach:E3 the cartographer sees E3; the card covers E2 and E3, and E3 is "
                "seen.",
                ["E2", "E3"],
            ),
        ],
    ),
    Case(
        None,
        lay("E2", "E3"),
        [
            UNPLACED,
            *TAKEN,
            ("map.jungle", "not_checked", "The meeple stands nowhere yet.", []),
            ("map.adjacent", "passed", "E2 and E3 are adjacent.", ["E2", "E3"]),
            (
                "map.sight",
                "not_checked",
                "The meeple stands nowhere yet, so it sees nothing.",
                ["E2", "E3"],
            ),
        ],
    ),
    Case(
        "A1",
        CLAIM,
        [
            UNTOLD,
            (
                "claim.confirmed_tile",
                "passed",
                "The meeple stands on the confirmed jungle tile of A1.",
                ["A1"],
            ),
            ("claim.marker_left", "passed", "3 claim markers are left.", []),
            (
                "claim.other_terrain",
                "passed",
                "This player has claimed no jungle yet.",
                ["A1"],
            ),
            (
                "claim.unclaimed_region",
                "passed",
                "Nobody has claimed the jungle region A1, B1, A2.",
                ["A1", "B1", "A2"],
            ),
        ],
    ),
    Case(
        "D1",
        CLAIM,
        [
            UNTOLD,
            (
                "claim.confirmed_tile",
                "passed",
                "The meeple stands on the confirmed steppe tile of D1.",
                ["D1"],
            ),
            ("claim.marker_left", "passed", "1 claim marker is left.", ["B2", "A5"]),
            (
                "claim.other_terrain",
                "failed",
                "This player already claims a steppe region with the marker on A5.",
                ["D1", "A5"],
            ),
            (
                "claim.unclaimed_region",
                "passed",
                "Nobody has claimed the steppe region D1, E1, D2, E2, E3.",
                ["D1", "E1", "D2", "E2", "E3"],
            ),
        ],
        claims=("B2", "A5"),
    ),
    Case(
        "C2",
        CLAIM,
        [
            UNTOLD,
            (
                "claim.confirmed_tile",
                "passed",
                "The meeple stands on the confirmed lagoon tile of C2.",
                ["C2"],
            ),
            ("claim.marker_left", "passed", "2 claim markers are left.", ["A1"]),
            (
                "claim.other_terrain",
                "passed",
                "This player has claimed no lagoon yet.",
                ["C2"],
            ),
            (
                "claim.unclaimed_region",
                "failed",
                "The lagoon region C1, C2, C3 is claimed already: Bo (C1).",
                ["C1", "C2", "C3"],
            ),
        ],
        claims=("A1",),
    ),
    Case(
        "E1",
        CLAIM,
        [
            UNTOLD,
            (
                "claim.confirmed_tile",
                "passed",
                "The meeple stands on the confirmed steppe tile of E1.",
                ["E1"],
            ),
            (
                "claim.marker_left",
                "failed",
                "No claim marker is left: they lie on A1, B2, A5.",
                ["A1", "B2", "A5"],
            ),
            (
                "claim.other_terrain",
                "failed",
                "This player already claims a steppe region with the marker on A5.",
                ["E1", "A5"],
            ),
            (
                "claim.unclaimed_region",
                "passed",
                "Nobody has claimed the steppe region D1, E1, D2, E2, E3.",
                ["D1", "E1", "D2", "E2", "E3"],
            ),
        ],
        claims=("A1", "B2", "A5"),
    ),
    Case(
        "D4",
        CLAIM,
        [
            UNTOLD,
            (
                "claim.confirmed_tile",
                "failed",
                "The mountain tile under the meeple on D4 is still hazy.",
                ["D4"],
            ),
            ("claim.marker_left", "passed", "2 claim markers are left.", ["B2"]),
            (
                "claim.other_terrain",
                "failed",
                "This player already claims a mountain region with the marker on B2.",
                ["B2", "D4"],
            ),
            (
                "claim.unclaimed_region",
                "passed",
                "Nobody has claimed the mountain region D3, C4, D4.",
                ["D3", "C4", "D4"],
            ),
        ],
        claims=("B2",),
    ),
    Case(
        "D4",
        CLAIM,
        [
            UNTOLD,
            (
                "claim.confirmed_tile",
                "failed",
                "The mountain tile under the meeple on D4 is still hazy.",
                ["D4"],
            ),
            ("claim.marker_left", "passed", "3 claim markers are left.", []),
            (
                "claim.other_terrain",
                "passed",
                "This player has claimed no mountain yet.",
                ["D4"],
            ),
            (
                "claim.unclaimed_region",
                "not_checked",
                "The hazy mountain tile on D4 is part of no region, so there is none to claim.",
                ["D4"],
            ),
        ],
        cards={"rulings": {"claim_region": "confirmed_only"}},
    ),
    Case(
        "beach:E3",
        CLAIM,
        [
            UNTOLD,
            (
                "claim.confirmed_tile",
                "failed",
                "The meeple stands on beach:E3, where no tile lies.",
                [],
            ),
            ("claim.marker_left", "passed", "3 claim markers are left.", []),
            (
                "claim.other_terrain",
                "not_checked",
                "No tile lies under the meeple, so there is no terrain to compare.",
                [],
            ),
            (
                "claim.unclaimed_region",
                "not_checked",
                "No tile lies under the meeple, so there is no region to claim.",
                [],
            ),
        ],
    ),
    Case(
        None,
        CLAIM,
        [
            UNPLACED,
            UNTOLD,
            ("claim.confirmed_tile", "failed", "The meeple stands nowhere yet.", []),
            ("claim.marker_left", "passed", "3 claim markers are left.", []),
            (
                "claim.other_terrain",
                "not_checked",
                "No tile lies under the meeple, so there is no terrain to compare.",
                [],
            ),
            (
                "claim.unclaimed_region",
                "not_checked",
                "No tile lies under the meeple, so there is no region to claim.",
                [],
            ),
        ],
    ),
]


def name(case: Case) -> str:
    action = case.half_day["action"]
    return " ".join([case.meeple or "unplaced", action["type"], *case.half_day.get("move", ())])


def says(ask: Ask, case: Case) -> list[Said]:
    """What is said of a half day: each rule without the name of the game, and all about it."""
    blank = {"parchment": ["....."] * 5}
    ada = {"name": "Ada", **blank, "meeple": case.meeple, "claims": list(case.claims)}
    bo = {"name": "Bo", **blank, "meeple": "D3", "claims": ["C1"]}
    table = {"beach": "right", "island": ISLAND, "players": [ada, bo], **(case.cards or {})}
    asked = {"snapshot": table, "player": "Ada", "half_day": case.half_day}
    answer = ask("legality-checks", asked)
    assert answer["legal"] is all(check["status"] != "failed" for check in answer["checks"])
    return [
        (
            check["rule"].removeprefix("misterra."),
            check["status"],
            check["explanation"],
            check["spaces"],
        )
        for check in answer["checks"]
    ]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_every_rule_says_what_it_found(ask: Ask, case: Case) -> None:
    assert says(ask, case) == case.said
