"""Reviews of records, and the value of half days, against plain enumeration and turn by turn."""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from misterra.tables import OTOMA_CHECK
from reference.misterra import failed_turn, judge_record, kinds, valued_half_days
from reference.misterra_tables import random_player_request, random_record
from theodolite.web.misterra.examples import REPLAY
from theodolite.web.misterra.moves import MoveSchema

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]


def key_of(half_day: Json) -> Any:
    """The key of a half day in the reference: its halves, the claim, or the discard."""
    action = half_day["action"]
    if action["type"] == "map":
        return frozenset(zip(action["spaces"], half_day["sketch"], strict=True))
    return "claim" if action["type"] == "claim" else "discard"


def half_days(record: Json) -> Iterator[tuple[Json, str, Json, str]]:
    """The legal half days of a record: the table before it, player, half day and pointer."""
    for i, turn in enumerate(record["turns"]):
        for j, half_day in enumerate(turn.get("moves", ())):
            begun = {**turn, "moves": turn["moves"][:j]}
            before = judge_record({**record, "turns": [*record["turns"][:i], begun]})["after"]
            path = f"/record/turns/{i}/moves/{j}"
            yield before, turn["player"], half_day, path


def records(count: int) -> Iterator[Json]:
    """Some random records, short ones and empty ones among them."""
    for seed in range(count):
        record = random_record(Random(f"review {seed}"))
        yield {**record, "turns": record["turns"][:6]}


def test_values_are_those_of_a_plain_enumeration(ask: Ask) -> None:
    valued = 0
    for seed in range(40):
        request = random_player_request(Random(seed))
        snapshot, player = request["snapshot"], request["player"]
        values = ask("legal-actions", {**request, "value": "now"})["moves"]
        found = Counter((key_of(one["move"]), one["change"]) for one in values)
        # Nothing can be done in another's turn.
        cards = [] if failed_turn(snapshot, player) else kinds(snapshot.get("display"))
        plain = valued_half_days(snapshot, player, cards) if cards else {}
        expected = Counter(
            (key[0] if isinstance(key, tuple) else key, change) for key, change in plain.items()
        )
        assert found == expected
        changes = [one["change"] for one in values]
        assert changes == sorted(changes, reverse=True)
        valued += bool(values)
    assert valued >= 12


def test_reviews_agree_with_a_plain_enumeration(ask: Ask) -> None:
    weighed = 0
    for record in records(80):
        answer = ask("reviews", {"record": record})
        turns = {turn["pointer"]: turn for turn in answer["turns"]}
        replay = ask("replays", {"record": record})
        assert all(answer[field] == replay[field] for field in ("legal", "stopped_at"))
        for before, player, half_day, pointer in half_days(record):
            if pointer not in turns:
                continue
            turn = turns.pop(pointer)
            card = half_day.get("sketch")
            bare = {name: value for name, value in before.items() if name != "display"}
            plain = valued_half_days(bare, player, [card] if card else [])
            done = half_day.get("action", {"type": "discard"})
            key = key_of({**half_day, "action": done})
            if key == "claim":
                move = half_day.get("path")
                meeples = {one["name"]: one.get("meeple") for one in before["players"]}
                key = "claim", move[-1] if move else meeples[player]
            # The order in which halves are laid can matter, so that a map can be worth less.
            assert turn["value"] == plain[key] or done["type"] == "map"
            assert turn["value"] <= plain[key]
            assert turn["best"]["value"] == max(plain.values())
            assert turn["cost"] == turn["best"]["value"] - turn["value"] >= 0
            assert turn["player"] == player
            weighed += 1
        assert not turns
    assert weighed >= 60


def test_reviews_tell_what_legal_actions_and_legality_checks_tell(ask: Ask) -> None:
    for record in records(40):
        turns = {turn["pointer"]: turn for turn in ask("reviews", {"record": record})["turns"]}
        for before, player, half_day, pointer in half_days(record):
            if pointer not in turns:
                continue
            turn, card = turns[pointer], half_day.get("sketch")
            request = {"snapshot": {**before, "display": [card]}, "player": player}
            values = ask("legal-actions", {**request, "value": "now"})["moves"]
            if card is None:
                values = [one for one in values if one["move"]["action"]["type"] != "map"]
            assert values[0]["change"] == turn["best"]["value"]
            checked = ask("legality-checks", {**request, "move": turn["best"]["move"]})
            assert checked["legal"]


def test_costs_nothing_to_take_the_best(ask: Ask) -> None:
    record = deepcopy(REPLAY["record"])
    for i, turn in enumerate(record["turns"]):
        for j in range(2):
            # The best half day, with the display left unknown so that no card is missing.
            record["snapshot"].pop("display", None)
            reviewed = {one["pointer"]: one for one in ask("reviews", {"record": record})["turns"]}
            turn["moves"][j] = reviewed[f"/record/turns/{i}/moves/{j}"]["best"]["move"]
            reviewed = {one["pointer"]: one for one in ask("reviews", {"record": record})["turns"]}
            assert reviewed[f"/record/turns/{i}/moves/{j}"]["cost"] == 0
            if not ask("replays", {"record": record})["legal"]:
                return


def test_reviews_an_empty_record(ask: Ask) -> None:
    answer = ask("reviews", {"record": {**REPLAY["record"], "turns": []}})
    assert (answer["turns"], answer["moments"], answer["reviewed"]) == ([], [], 0)
    assert not answer["truncated"]


def test_reviews_an_illegal_record_up_to_where_it_stops(ask: Ask) -> None:
    record = deepcopy(REPLAY["record"])
    record["turns"][1]["moves"][1]["action"]["spaces"] = ["A1", "A2"]
    answer = ask("reviews", {"record": record})
    assert answer["stopped_at"] == {"turn": 1, "move": 1, "player": "Elliott"}
    assert [turn["pointer"] for turn in answer["turns"]] == [
        "/record/turns/0/moves/0",
        "/record/turns/0/moves/1",
        "/record/turns/1/moves/0",
    ]


def test_leaves_out_otoma(ask: Ask) -> None:
    table = {**OTOMA_CHECK["snapshot"], "display": None}
    own = {"player": "Cassandra", "moves": [{"action": {"type": "discard"}}] * 2}
    otoma = {"player": "Otoma", "moves": [OTOMA_CHECK["move"]] * 2}
    answer = ask("reviews", {"record": {"snapshot": table, "turns": [own, otoma, own]}})
    assert answer["legal"]
    assert {turn["player"] for turn in answer["turns"]} == {"Cassandra"}
    assert answer["reviewed"] == 4


def test_moments_are_those_that_cost_most(ask: Ask) -> None:
    answer = ask("reviews", REPLAY)
    costs = [turn["cost"] for turn in answer["turns"]]
    chosen = [costs[i] for i in answer["moments"]]
    assert chosen == sorted((cost for cost in costs if cost > 0), reverse=True)[:3]


def test_half_days_are_written_as_requests_have_them(ask: Ask) -> None:
    for turn in ask("reviews", REPLAY)["turns"]:
        MoveSchema().load_fast(turn["best"]["move"])
