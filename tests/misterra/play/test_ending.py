"""The end of the game, with the rare case of spaces that no player can map any more."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from misterra.play.images import IMAGES, Turn, image
from misterra.tables import EMPTY

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

CONFIRMED, CARDS, COVERED = (
    "misterra.end.island_confirmed",
    "misterra.end.no_sketch_cards",
    "misterra.end.parchment_covered",
)


class Case(NamedTuple):
    about: str
    island: list[str]
    ends: bool
    spaces: list[str]
    meeple: str | None = "C3"
    beach: str = "right"


# A1 lies behind five jungles; from E1 to E5 the beach is far away.
CORNER = [".JJSS", "JJLSS", "JLLSS", "LLMMM", "LLMMM"]
# D1 and E2 are empty, and E1 behind them can only be left over the empty spaces.
ISLET = ["SJJ.L", "SSJJ.", "LLLJJ", "LLLSJ", "MMMSS"]

CASES = [
    Case("all is confirmed", ["SJJLL", "SSJJL", "LLMJJ", "LLLSJ", "MMMSS"], True, []),
    Case(
        "a hazy tile can still be confirmed or replaced",
        ["SJJLL", "SSJJL", "LLmJJ", "LLLSJ", "MMMSS"],
        False,
        ["C3"],
    ),
    Case("no player maps behind jungle", CORNER, True, ["A1"]),
    Case("a player without a meeple cannot either", CORNER, True, ["A1"], None),
    Case(
        "a hazy tile anywhere keeps the game going",
        [*CORNER[:4], "LLMMm"],
        False,
        ["A1", "E5"],
    ),
    Case(
        "a card reaches one space beyond what is seen",
        [".JSSS", *CORNER[1:]],
        False,
        ["A1"],
    ),
    Case(
        "diagonally, too",
        [CORNER[0], "JSLSS", *CORNER[2:]],
        False,
        ["A1"],
    ),
    Case("a mountain sees two steps", [".JJMS", *CORNER[1:]], False, ["A1"]),
    Case("but no further", [*CORNER[:2], "JLMSS", *CORNER[3:]], True, ["A1"]),
    Case(
        "a beach space in front of it can always be walked to",
        CORNER,
        False,
        ["A1"],
        "C3",
        "top",
    ),
    Case(
        "beside the corner the beach sees B1, and a card reaches A1",
        CORNER,
        False,
        ["A1"],
        None,
        "top",
    ),
    Case("no player reaches the islet", ISLET, True, ["D1", "E2"], "A1", "left"),
    Case(
        "unless jungle leads there, which is walked through",
        ["SJJJL", *ISLET[1:]],
        False,
        ["E2"],
        "A1",
        "left",
    ),
    Case("who stands on the islet maps from there", ISLET, False, ["D1", "E2"], "E1", "left"),
    Case("a player without a meeple does not", ISLET, True, ["D1", "E2"], None, "left"),
    Case(
        "a player lands on the islet by the beach",
        ISLET,
        False,
        ["D1", "E2"],
        None,
        "right",
    ),
]


def snapshot(case: Case) -> Json:
    player: Json = {"name": "Cassandra", "parchment": EMPTY, "meeple": case.meeple}
    return {"beach": case.beach, "island": case.island, "players": [player], "deck": 9}


def condition(answer: Json, rule: str) -> Json:
    (found,) = [one for one in answer["conditions"] if one["rule"] == rule]
    return dict(found)


@pytest.mark.parametrize("turn", IMAGES.values(), ids=IMAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_the_island(ask: Ask, case: Case, turn: Turn) -> None:
    request = {"snapshot": image(snapshot(case), turn), "player": "Cassandra"}
    answer = ask("end-checks", request)
    found = condition(answer, CONFIRMED)
    assert found["met"] is case.ends
    assert answer["triggered"] is case.ends
    if case.spaces:
        assert set(found["spaces"]) == set(image(case.spaces, turn))


def test_one_player_who_can_map_keeps_the_game_going(ask: Ask) -> None:
    table = snapshot(Case("", ISLET, True, [], "A1", "left"))
    elliott = {"name": "Elliott", "parchment": EMPTY, "meeple": "E1"}
    for players, ends in (
        (table["players"], True),
        ([*table["players"], elliott], False),
        ([elliott, *table["players"]], False),
    ):
        request = {"snapshot": {**table, "players": players}, "player": "Cassandra"}
        assert ask("end-checks", request)["triggered"] is ends


@pytest.mark.parametrize(
    ("cards", "met"),
    [
        ({"display": [], "deck": 0}, True),
        ({"display": [], "deck": 1}, False),
        ({"display": [["jungle", "steppe"]], "deck": 0}, False),
        ({"display": [["jungle", "steppe"]]}, False),
        ({"deck": 1}, False),
        ({"deck": 0}, None),
        ({"display": []}, None),
        ({}, None),
    ],
)
def test_the_sketch_cards(ask: Ask, cards: Json, met: bool | None) -> None:
    table = {
        **snapshot(Case("", [".J...", *["....."] * 4], False, [], None)),
        "deck": None,
        **cards,
    }
    answer = ask("end-checks", {"snapshot": table, "player": "Cassandra"})
    assert condition(answer, CARDS)["met"] is met
    assert answer["triggered"] is met


@pytest.mark.parametrize("solo", [False, True])
def test_a_covered_parchment_ends_the_game_after_its_players_turn(ask: Ask, solo: bool) -> None:
    table = snapshot(Case("", [".J...", *["....."] * 4], False, [], None))
    for row, met in (("JLMSJ", True), ("JLM.J", False)):
        table["players"][0]["parchment"] = ["JLMSJ", "SSSSS", row, "LLLLL", "MMMMM"]
        request = {"snapshot": {**table, "otoma": {"claims": []}} if solo else table}
        answer = ask("end-checks", {**request, "player": "Cassandra"})
        found = condition(answer, COVERED)
        assert found["met"] is met
        assert found["spaces"] == ([] if met else ["D3"])


def test_another_players_parchment_does_not_end_the_game(ask: Ask) -> None:
    table = snapshot(Case("", [".J...", *["....."] * 4], False, [], None))
    table["players"].append({"name": "Elliott", "parchment": ["JJJJJ"] * 5})
    assert not ask("end-checks", {"snapshot": table, "player": "Cassandra"})["triggered"]
    assert ask("end-checks", {"snapshot": table, "player": "Elliott"})["triggered"]


def test_a_solo_game_ends_by_its_own_conditions(ask: Ask) -> None:
    table = {**snapshot(Case("", CORNER, True, [])), "otoma": {"claims": []}}
    answer = ask("end-checks", {"snapshot": table, "player": "Cassandra"})
    # Otoma maps wherever its cards say; how many of them are left has not been entered.
    assert [(one["rule"], one["met"]) for one in answer["conditions"]] == [
        (CONFIRMED, False),
        ("misterra.solo.end", None),
        (COVERED, False),
    ]
    assert answer["triggered"] is None


def test_the_sentence_names_the_spaces_left_to_map(ask: Ask) -> None:
    request = {"snapshot": snapshot(CASES[5]), "player": "Cassandra"}
    sentence = condition(ask("end-checks", request), CONFIRMED)["explanation"]
    assert sentence == "1 space of the island is still empty, and mapping can go on: A1."


def test_names_those_who_finish_the_round(ask: Ask) -> None:
    table = snapshot(Case("", [".J...", *["....."] * 4], False, [], None))
    table["players"][0]["parchment"] = ["JJJJJ"] * 5
    table["players"].append({"name": "Elliott", "parchment": ["....."] * 5})
    answer = ask("end-checks", {"snapshot": table, "player": "Cassandra"})
    assert (answer["over"], answer["next_player"]) == (False, "Elliott")
    assert (answer["still_to_play"], answer["otoma"]) == (["Elliott"], None)
    last = ask("end-checks", {"snapshot": table, "player": "Elliott"})
    assert (last["over"], last["next_player"], last["still_to_play"]) == (True, None, [])


@pytest.mark.parametrize(
    ("played", "claims", "may"),
    [(0, [], True), (5, [], True), (6, ["B1"], False), (20, [], False)],
)
def test_says_whether_otomas_next_card_may_claim(
    ask: Ask, played: int, claims: list[str], *, may: bool
) -> None:
    table = snapshot(Case("", [".J...", *["....."] * 4], True, [], None))
    table["otoma"] = {"claims": claims, "half_days_played": played}
    left = ask("end-checks", {"snapshot": table, "player": "Cassandra"})["otoma"]
    assert left == {"half_days": 20 - played, "may_claim": may}
