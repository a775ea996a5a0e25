"""Records of a game: turn order, half days, the display, and the end with the round finished."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from misterra.tables import EMPTY
from theodolite.web.misterra.examples import REPLAY

RECORD = REPLAY["record"]

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

REST: Json = {"action": {"type": "discard"}}
LAND: Json = {"path": ["beach:E3"], "action": {"type": "discard"}}
CARD = ["jungle", "steppe"]


def table(*players: Json, **other: Any) -> Json:
    return {"beach": "right", "island": [".J...", *["....."] * 4], "players": players, **other}


def player(name: str, meeple: str | None = "beach:E3", parchment: list[str] = EMPTY) -> Json:
    return {"name": name, "parchment": parchment, "meeple": meeple}


def turn(name: str, *half_days: Json, **other: Any) -> Json:
    return {"player": name, "moves": half_days or (REST, REST), **other}


def broken(answer: Json) -> list[str]:
    """The rules that the last turn judged has broken."""
    last = answer["turns"][-1]
    checks = [*last["checks"], *(c for half_day in last["moves"] for c in half_day["checks"])]
    return [check["rule"] for check in checks if check["status"] == "failed"]


def status(turn: Json, rule: str) -> str:
    (check,) = [check for check in turn["checks"] if check["rule"] == f"misterra.turn.{rule}"]
    return str(check["status"])


def test_judges_a_legal_record_turn_by_turn(ask: Ask) -> None:
    answer = ask("replays", REPLAY)
    assert answer["legal"]
    assert answer["stopped_at"] is None
    assert [turn["player"] for turn in answer["turns"]] == ["Cassandra", "Elliott"]
    for judged_turn in answer["turns"]:
        assert judged_turn["legal"]
        assert [check["status"] for check in judged_turn["checks"]] == ["passed"] * 4
        assert len(judged_turn["moves"]) == 2
        assert not judged_turn["end"]["triggered"]
    assert not answer["over"]
    assert answer["scores"] is None
    after = answer["after"]
    assert after["island"] == [".....", ".J...", "..mLS", "....S", "...Js"]
    assert [one["meeple"] for one in after["players"]] == ["D3", "E3"]
    # 99 cards less one exchanged for another, which the deck does not notice, and four revealed.
    assert after["deck"] == 95
    assert len(after["display"]) == 5


def test_each_half_day_is_judged_on_the_table_that_the_last_one_left(ask: Ask) -> None:
    answer = ask("replays", REPLAY)
    tables = [RECORD["snapshot"]]
    for request, judged_turn in zip(RECORD["turns"], answer["turns"], strict=True):
        for half_day, verdict in zip(request["moves"], judged_turn["moves"], strict=True):
            body = {"snapshot": tables[-1], "player": request["player"], "move": half_day}
            alone = ask("legality-checks", body)
            # Alone, the table tells whose turn it is.
            checks = [one for one in alone["checks"] if ".turn." not in one["rule"]]
            assert len(checks) == len(alone["checks"]) - 3
            given = {"checks": checks, "unchecked": []}
            assert verdict == {name: alone[name] for name in verdict} | given
            tables.append(alone["after"])
        shown = tables[-1]
        shown["display"] = [*shown["display"], *request["revealed"]]
        shown["deck"] -= len(request["revealed"])
    assert answer["after"] == tables[-1]


@pytest.mark.parametrize(("turn_at", "half_day"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_it_stops_at_the_first_illegal_half_day(ask: Ask, turn_at: int, half_day: int) -> None:
    record = deepcopy(RECORD)
    record["turns"][turn_at]["moves"][half_day]["sketch"] = ["mountain", "mountain"]
    answer = ask("replays", {"record": record})
    assert not answer["legal"]
    player = record["turns"][turn_at]["player"]
    assert answer["stopped_at"] == {"turn": turn_at, "move": half_day, "player": player}
    assert len(answer["turns"]) == turn_at + 1
    assert len(answer["turns"][-1]["moves"]) == half_day + 1
    assert broken(answer) == ["misterra.sketch.from_display"]


def test_the_first_player_without_a_meeple_is_next(ask: Ask) -> None:
    players = [player("Cassandra"), player("Elliott", None), player("Ada", None)]
    for name, legal in (("Elliott", True), ("Cassandra", False), ("Ada", False)):
        request = {"snapshot": table(*players), "turns": [turn(name, LAND, REST)]}
        answer = ask("replays", {"record": request})
        assert answer["legal"] is legal
        if not legal:
            assert broken(answer) == ["misterra.turn.order"]
            assert answer["stopped_at"] == {"turn": 0, "move": 0, "player": name}


def test_does_not_check_the_first_turn_in_the_middle_of_a_game(ask: Ask) -> None:
    players = [player("Cassandra"), player("Elliott"), player("Ada")]
    turns = [turn("Ada"), turn("Cassandra"), turn("Elliott"), turn("Cassandra")]
    answer = ask("replays", {"record": {"snapshot": table(*players), "turns": turns}})
    assert [status(judged_turn, "order") for judged_turn in answer["turns"]] == [
        "not_checked",
        "passed",
        "passed",
        "failed",
    ]
    assert answer["stopped_at"] == {"turn": 3, "move": 0, "player": "Cassandra"}
    sentence = answer["turns"][-1]["checks"][0]["explanation"]
    assert sentence == "It is Ada's turn, not Cassandra's."


@pytest.mark.parametrize(("count", "half_day"), [(0, 0), (1, 1), (3, 2)])
def test_a_turn_is_two_half_days(ask: Ask, count: int, half_day: int) -> None:
    record = {"player": "Cassandra", "moves": [REST] * count}
    answer = ask("replays", {"record": {"snapshot": table(player("Cassandra")), "turns": [record]}})
    assert broken(answer) == ["misterra.turn.half_days"]
    assert answer["stopped_at"] == {"turn": 0, "move": half_day, "player": "Cassandra"}


def test_a_turn_is_shorter_when_the_cards_have_run_out(ask: Ask) -> None:
    snapshot = table(player("Cassandra"), player("Elliott"), display=[CARD], deck=0)
    turns = [
        {"player": "Cassandra", "moves": [{**REST, "sketch": CARD}]},
        {"player": "Elliott", "moves": []},
    ]
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": turns}})
    assert answer["legal"]
    # Without a card the game ends, but the round is finished first.
    assert [judged_turn["end"]["triggered"] for judged_turn in answer["turns"]] == [True, True]
    assert answer["over"]
    assert answer["scores"]["winners"] == ["Cassandra", "Elliott"]


@pytest.mark.parametrize(
    ("cards", "revealed", "outcome"),
    [
        ({"display": [CARD] * 5, "deck": 9}, [CARD] * 2, "passed"),
        ({"display": [CARD] * 5, "deck": 9}, [CARD], "failed"),
        ({"display": [CARD] * 5, "deck": 9}, [CARD] * 3, "failed"),
        ({"display": [CARD] * 5, "deck": 9}, [], "failed"),
        ({"display": [CARD] * 5, "deck": 9}, None, "not_checked"),
        ({"display": [CARD] * 5, "deck": 1}, [CARD], "passed"),
        ({"display": [CARD] * 5, "deck": 1}, [CARD] * 2, "failed"),
        ({"display": [CARD] * 5, "deck": 0}, [], "passed"),
        ({"display": [CARD] * 5, "deck": 0}, None, "passed"),
        ({"display": [CARD] * 5}, [CARD] * 2, "passed"),
        ({"display": [CARD] * 5}, [CARD], "not_checked"),
        ({"display": [CARD] * 5}, [CARD] * 3, "failed"),
        ({"deck": 9}, [CARD] * 2, "passed"),
        ({"deck": 9}, [CARD], "failed"),
        ({}, None, "not_checked"),
    ],
)
def test_the_display_is_refilled_from_what_is_left(
    ask: Ask, cards: Json, revealed: list[Any] | None, outcome: str
) -> None:
    half_day = {**REST, "sketch": CARD}
    record = turn("Cassandra", half_day, half_day, revealed=revealed)
    request = {"snapshot": table(player("Cassandra"), **cards), "turns": [record]}
    answer = ask("replays", {"record": request})
    assert status(answer["turns"][0], "refill") == outcome
    assert answer["legal"] is (outcome != "failed")
    if outcome == "failed":
        assert answer["stopped_at"] == {"turn": 0, "move": None, "player": "Cassandra"}
        # The cards revealed against the rules are not carried out.
        left = {"display": [CARD] * 3} if "display" in cards else {}
        left |= {"deck": cards["deck"]} if "deck" in cards else {}
        after = answer["after"]
        assert {name: after[name] for name in ("display", "deck") if name in after} == left
    elif revealed is not None and "display" in cards:
        assert len(answer["after"]["display"]) == 3 + len(revealed)
        assert answer["after"].get("deck", 0) == max(0, cards.get("deck", 0) - len(revealed))


def test_unknown_cards_stay_in_the_display(ask: Ask) -> None:
    half_day = {**REST, "sketch": CARD}
    snapshot = table(player("Cassandra"), display=[CARD] * 5, deck=9)
    request = {"snapshot": snapshot, "turns": [turn("Cassandra", half_day, half_day)]}
    after = ask("replays", {"record": request})["after"]
    assert after["display"] == [CARD] * 3 + [None] * 2
    assert after["deck"] == 7


# The end of the game

NEARLY = ["JLMSJ", "JLMSJ", "JLMSJ", "JLMSJ", "JLM.."]
"""A parchment that one card covers."""
LAST: Json = {"sketch": CARD, "action": {"type": "map", "spaces": ["E5", "D5"]}}


def covering(first: str) -> tuple[Json, list[Json]]:
    """Three players, of whom one covers the parchment in the first turn of the record."""
    names = ["Cassandra", "Elliott", "Ada"]
    players = [player(name, "beach:E5", NEARLY if name == first else EMPTY) for name in names]
    start = names.index(first)
    order = [names[(start + i) % 3] for i in range(4)]
    return table(*players), [turn(first, LAST, REST), *(turn(name) for name in order[1:])]


@pytest.mark.parametrize(("first", "more"), [("Cassandra", 2), ("Elliott", 1), ("Ada", 0)])
def test_the_round_is_finished_and_no_turn_follows(ask: Ask, first: str, more: int) -> None:
    snapshot, turns = covering(first)
    legal = {"snapshot": snapshot, "turns": turns[: 1 + more]}
    answer = ask("replays", {"record": legal})
    assert answer["legal"]
    assert answer["turns"][0]["end"]["triggered"]
    assert answer["over"]
    assert {one["name"] for one in answer["scores"]["players"]} == {"Cassandra", "Elliott", "Ada"}
    scores = ask("scores", {"snapshot": answer["after"]})
    # A table alone does not tell whether the round is finished.
    assert answer["scores"] == {**scores, "final": True}
    assert scores["final"] is (None if first != "Ada" else True)
    if more:
        unfinished = {**legal, "turns": turns[:more]}
        answer = ask("replays", {"record": unfinished})
        assert answer["legal"]
        assert not answer["over"]
        assert answer["scores"] is None
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": turns[: 2 + more]}})
    assert broken(answer) == ["misterra.turn.game_over"]
    at = answer["stopped_at"]
    assert at == {"turn": 1 + more, "move": 0, "player": turns[1 + more]["player"]}


def test_the_last_half_day_of_a_record_need_not_be_whole(ask: Ask) -> None:
    snapshot = table(player("Cassandra"), player("Elliott"))
    begun = turn("Cassandra", REST, {"path": ["beach:E4"]})
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": [begun]}})
    assert (answer["legal"], answer["stopped_at"], answer["over"]) == (None, None, False)
    assert [move["legal"] for move in answer["turns"][0]["moves"]] == [True, None]
    assert answer["after"]["players"][0]["meeple"] == "beach:E3"
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": [begun, turn("Elliott")]}})
    assert answer["stopped_at"] == {"turn": 0, "move": 1, "player": "Cassandra"}
    assert broken(answer) == ["misterra.sketch.chosen"]


@pytest.mark.parametrize(("name", "over"), [("Cassandra", True), ("Elliott", True), ("Ada", False)])
def test_a_game_that_was_over_before_the_record(ask: Ask, name: str, over: bool) -> None:
    # Elliott's parchment is covered. With Ada next that was in this round, which she finishes;
    # with Cassandra or Elliott next it was in an earlier one.
    full = ["JLMSJ"] * 5
    players = [player("Cassandra"), player("Elliott", parchment=full), player("Ada")]
    answer = ask("replays", {"record": {"snapshot": table(*players), "turns": [turn(name)]}})
    assert answer["legal"] is not over
    assert broken(answer) == (["misterra.turn.game_over"] if over else [])
    assert answer["over"]


# Solo

QUIET: Json = {
    "actions": [
        {"space": "B1", "do": "confirm", "otherwise": "jungle"},
        {"space": "B1", "do": "confirm", "otherwise": "jungle"},
    ]
}


def otoma(**other: Any) -> Json:
    return {"player": "Otoma", "moves": [QUIET, QUIET], **other}


def test_a_solo_game_alternates_with_otoma(ask: Ask) -> None:
    half_day = {**REST, "sketch": CARD}
    snapshot = table(player("Cassandra", None), otoma={"claims": []}, display=[CARD] * 5, deck=50)
    turns = [
        turn("Cassandra", {**LAND, "sketch": CARD}, half_day),
        otoma(revealed=[CARD] * 5),
        turn("Cassandra", half_day, half_day),
        otoma(revealed=[CARD] * 5),
    ]
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": turns}})
    assert answer["legal"]
    assert [judged_turn["player"] for judged_turn in answer["turns"]] == ["Cassandra", "Otoma"] * 2
    # Three cards are left for Otoma to discard, and five are revealed after its turn.
    left = answer["turns"][0]["moves"][1]["after"]
    assert (len(left["display"]), left["deck"]) == (3, 50)
    assert (len(answer["after"]["display"]), answer["after"]["deck"]) == (5, 40)
    # A solo game ends after Otoma's turn alone.
    assert [judged_turn["end"] is None for judged_turn in answer["turns"]] == [True, False] * 2


def test_the_solo_display_waits_for_otoma(ask: Ask) -> None:
    half_day = {**REST, "sketch": CARD}
    snapshot = table(player("Cassandra"), otoma={"claims": []}, display=[CARD] * 5, deck=50)
    turns = [turn("Cassandra", half_day, half_day, revealed=[CARD] * 2)]
    assert broken(ask("replays", {"record": {"snapshot": snapshot, "turns": turns}})) == [
        "misterra.turn.refill"
    ]


def test_a_solo_game_ends_after_otomas_turn(ask: Ask) -> None:
    snapshot = table(player("Cassandra", "beach:E5", NEARLY), otoma={"claims": []})
    turns = [turn("Cassandra", LAST, REST), otoma()]
    assert not ask("replays", {"record": {"snapshot": snapshot, "turns": turns[:1]}})["over"]
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": turns}})
    assert answer["over"]
    assert answer["scores"]["solo"]["otoma_claims"] == 0
    answer = ask(
        "replays", {"record": {"snapshot": snapshot, "turns": [*turns, turn("Cassandra")]}}
    )
    assert broken(answer) == ["misterra.turn.game_over"]


def test_otoma_plays_two_half_days_and_waits_for_its_turn(ask: Ask) -> None:
    snapshot = table(player("Cassandra"), otoma={"claims": []})
    short = {**otoma(), "moves": [QUIET]}
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": [turn("Cassandra"), short]}})
    assert broken(answer) == ["misterra.turn.half_days"]
    assert answer["stopped_at"] == {"turn": 1, "move": 1, "player": "Otoma"}
    assert len(answer["turns"][1]["moves"]) == 1
    answer = ask("replays", {"record": {"snapshot": snapshot, "turns": [otoma(), otoma()]}})
    assert broken(answer) == ["misterra.turn.order"]


def test_reports_rulings_that_could_change_a_record(ask: Ask) -> None:
    island = [".....", ".S.SS", ".sss.", ".MMLJ", "....."]
    players = [player("Cassandra", "D2"), {**player("Elliott"), "claims": ["B2"]}]
    claim = {"action": {"type": "claim"}}
    request = {
        "snapshot": {**table(*players), "island": island},
        "turns": [turn("Cassandra", claim, REST)],
    }
    answer = ask("replays", {"record": request})
    assert broken(answer) == ["misterra.claim.unclaimed_region"]
    matters = {ruling["name"]: ruling["could_matter"] for ruling in answer["rulings"]}
    assert matters == {"claim_region": True, "empty_supply": False, "otoma_region": False}


def test_lists_half_days_before_an_illegal_turn(ask: Ask) -> None:
    island = [".J...", *EMPTY[1:]]
    snapshot = {"beach": "right", "island": island, "players": [player("Ada")]}
    for half_days, count in ((1, 1), (2, 2), (3, 2)):
        turns = [turn("Ada", *[REST] * half_days)]
        (judged_turn,) = ask("replays", {"record": {"snapshot": snapshot, "turns": turns}})["turns"]
        assert len(judged_turn["moves"]) == count
