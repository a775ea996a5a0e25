"""Reviews of records against plain enumeration, and turn by turn against `routes`."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.treasure_hunt_plays import random_record
from reference.treasure_hunt_turns import completed
from reference.treasure_hunt_ways import nearest_way, random_way
from theodolite.grid import Space, Spaces
from theodolite.treasure_hunt import quickest_way, reviews
from theodolite.treasure_hunt.actions import Drawn, Log, Move, NamedPiece, Roll, Skip, Turn
from theodolite.treasure_hunt.board import DICE, GRID, Terrain
from theodolite.treasure_hunt.choices import legal_actions
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.quickest_way import WayQuery, find_quickest_way
from theodolite.treasure_hunt.snapshot import Card, Snapshot
from theodolite.treasure_hunt.turn import judge
from theodolite.web.treasure_hunt.examples import REPLAY
from theodolite.web.treasure_hunt.schemas import SNAPSHOT
from treasure_hunt.scenes import place, scene

Json = dict[str, Any]
Marked = tuple[int | None, int | None, Space | None]
Ask = Callable[[str, Json], Json]
RECORD: Json = {**REPLAY["record"]}
_NAMES = {"blue": Terrain.WATER, "green": Terrain.FOREST, "white": Terrain.SAND}


@pytest.fixture
def ask(client: FlaskClient) -> Ask:
    """Send a request, and return the response."""

    def ask(operation: str, body: Json) -> Json:
        answer: Json = client.post(f"/v3/treasure-hunt/{operation}", json=body).get_json()
        return answer

    return ask


def turns_of(table: Snapshot, explorer: int, random: Random) -> list[tuple[Turn, Snapshot]]:
    """Legal turns in which Ann moves an explorer and logs, and the tables after them."""
    found = []
    for position in legal_actions(table, 0).positions:
        if position.mover != Mover(0, explorer):
            continue
        ends = random.sample([*position.ends], len(position.ends))
        for end in sorted(ends, key=lambda end: not end.logs)[:2]:
            roll = Roll(position.die, position.pips)
            move = Move(NamedPiece(0, explorer), end.path)
            at = [(log.owner, log.route, log.at) for log in end.logs if log.must and log.legal]
            if played := logging(table, (roll, move), explorer, at):
                found.append(played)
    return found


def logging(
    table: Snapshot,
    actions: tuple[Any, ...],
    explorer: int,
    markers: Sequence[tuple[Any, Any, Any]],
) -> tuple[Turn, Snapshot] | None:
    """A turn that ends with logging markers, a card drawn where the rules demand one."""
    for drawn in (None, Drawn(GRID.spaces["N28/E28"], Card.BOAT)):
        logs = (Log(Mover(0, explorer), *one, drawn=drawn) for one in markers)
        turn = Turn(0, (*actions, *logs))
        if (after := judge(table, turn).after) is not None:
            return turn, after
    return None


def marked(table: Snapshot) -> list[str]:
    """The coordinates marked for Ann."""
    spaces = [route.marked for route in table.players[0].routes if route.marked is not None]
    return [GRID.names[space] for space in dict.fromkeys(spaces)]


def test_values_are_those_of_a_plain_enumeration() -> None:
    compared = logged = 0
    # World 13 takes the reference seconds.
    for seed in {*range(35)} - {13}:
        random = Random(f"review {seed}")
        body = {**random_way(random), "home": True, "boat": False}
        table: Snapshot = SNAPSHOT.load_fast(body["snapshot"])
        explorer = body["explorer"] - 1
        dice = tuple(
            tuple(body["dice"].get(name, DICE[die]))
            for name, die in [*_NAMES.items(), ("brown", Terrain.PATH)]
        )
        body["targets"] = marked(table)
        plain = nearest_way(body)
        for turn, after in turns_of(table, explorer, random):
            roll = turn.actions[0]
            assert isinstance(roll, Roll)
            if roll.pips not in dice[roll.die]:
                continue
            weighed = reviews.weigh(table, after, turn, dice)
            left = [space for space in body["targets"] if space in marked(after)]
            then = nearest_way(
                {**body, "snapshot": completed(SNAPSHOT.dump(after)), "targets": left}
            )
            turns = plain["expected_turns"], then["expected_turns"]
            if None in turns:
                assert weighed.value is None
                continue
            value = turns[0] - turns[1]
            best = turns[0] - dict(plain["first"])[roll.pips]
            assert weighed.value == pytest.approx(value, abs=5e-5)
            assert weighed.best is not None
            assert weighed.best.value == pytest.approx(max(value, best), abs=5e-5)
            assert weighed.cost is not None
            assert weighed.cost >= 0
            compared += 1
            logged += len(left) < len(body["targets"])
    assert compared >= 20
    assert logged >= 5


@pytest.mark.parametrize("seed", range(30))
def test_a_known_way_changes_no_answer(seed: int) -> None:
    random = Random(f"known {seed}")
    body = random_way(random)
    table: Snapshot = SNAPSHOT.load_fast(body["snapshot"])
    explorer = body["explorer"] - 1
    targets = tuple(GRID.spaces[name] for name in body["targets"])
    query = WayQuery(0, explorer, targets, body["home"])
    known = find_quickest_way(table, query)
    tables = [after for _, after in turns_of(table, explorer, random)]
    # Where more has changed, the known values are but a guess.
    others = [
        one.with_explorer(1, 0, at=GRID.spaces["N01/E02"])._replace(walkers=()) for one in tables
    ]
    for after in (*tables, *others):
        left = [space for space in targets if GRID.names[space] in marked(after)]
        wanted = query._replace(targets=tuple(left or targets))
        plain = find_quickest_way(after, wanted)
        by_known = find_quickest_way(after, wanted, known=known)
        assert by_known.turns == pytest.approx(plain.turns, abs=1e-9)
        assert by_known[1:3] == plain[1:3]
        assert [best[:3] for best in by_known.first] == [best[:3] for best in plain.first]


def test_a_known_way_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = scene("S1 S. Sa S. S. Sb\nS. S. S. S. S. S.")
    query = WayQuery(0, 0, (place("N10/E12"), place("N10/E15")), home=True)
    known = find_quickest_way(table, query)
    moved = table.with_explorer(0, 0, at=place("N11/E11"))
    plain = find_quickest_way(moved, query)
    monkeypatch.setattr(quickest_way, "solve", None)
    assert find_quickest_way(moved, query, known=known).turns == plain.turns
    # Another table is another search.
    with pytest.raises(TypeError):
        find_quickest_way(moved._replace(trees=(Spaces(0b11),)), query, known=known)


def route(ask: Ask, table: Json, player: str, targets: list[str], explorer: int) -> Json:
    body = {"snapshot": table, "player": player, "explorer": explorer, "targets": targets}
    return ask("routes", {**body, "home": True})


def marked_for(table: Json, player: str) -> list[str]:
    (routes,) = [one["routes"] for one in table["players"] if one["name"] == player]
    return [*dict.fromkeys(route["cards"][-1] for route in routes.values() if route["cards"])]


def test_reviews_tell_what_routes_tell(ask: Ask) -> None:
    answer = ask("reviews", {"record": {**RECORD, "turns": RECORD["turns"][:3]}})
    assert answer["reviewed"] > 0
    table, replayed = RECORD["snapshot"], ask("replays", {"record": RECORD})
    for turn, done, played in zip(
        answer["turns"], RECORD["turns"], replayed["turns"], strict=False
    ):
        after = played["after"]
        if turn["value"] is not None:
            (roll,) = [action for action in done["move"]["actions"] if action["do"] == "roll"]
            explorer = turn["best"]["explorer"]
            targets = marked_for(table, turn["player"])
            before = route(ask, table, turn["player"], targets, explorer)
            left = [space for space in targets if space in marked_for(after, turn["player"])]
            then = route(ask, after, turn["player"], left, explorer)
            value = before["expected_turns"] - then["expected_turns"]
            (best,) = [one for one in before["first"] if one["pips"] == roll["pips"]]
            saved = before["expected_turns"] - best["expected_after"]
            assert turn["value"] == pytest.approx(value, abs=2e-4)
            assert turn["best"]["value"] == pytest.approx(max(value, saved), abs=2e-4)
        table = after


def test_random_records_are_reviewed_up_to_where_they_stop(ask: Ask) -> None:
    for seed in range(8):
        record = random_record(Random(f"review {seed}"))
        answer = ask("reviews", record)
        replayed = ask("replays", record)
        assert (answer["legal"], answer["stopped_at"]) == (
            replayed["legal"],
            replayed["stopped_at"],
        )
        legal = [turn for turn in replayed["turns"] if turn["after"] is not None]
        assert answer["truncated"] or len(answer["turns"]) == len(legal)
        assert answer["reviewed"] == sum(turn["value"] is not None for turn in answer["turns"])
        for turn in answer["turns"]:
            assert (turn["cost"] is None) == (turn["value"] is None) == (turn["best"] is None)
            assert turn["value"] is None or turn["cost"] >= 0


def test_costs_nothing_to_take_the_best() -> None:
    table = scene("S1 S. Sa S. S. Sb\nS. S. S. S. S. S.")
    targets = (place("N10/E12"), place("N10/E15"))
    way = find_quickest_way(table, WayQuery(0, 0, targets, home=True))
    assert len(way.first) == 4
    for best in way.first:
        actions = Roll(Terrain.SAND, best.pips), Move(NamedPiece(0, 0), best.path)
        played = logging(table, actions, 0, [(None, None, None)] if best.at in targets else [])
        assert played is not None
        turn, after = played
        assert reviews.weigh(table, after, turn).cost == 0


def test_reviews_an_empty_record(ask: Ask) -> None:
    answer = ask("reviews", {"record": {**RECORD, "turns": []}})
    assert (answer["turns"], answer["moments"], answer["reviewed"]) == ([], [], 0)
    assert not answer["truncated"]


def test_reviews_an_illegal_record_up_to_where_it_stops(ask: Ask) -> None:
    record = deepcopy(RECORD)
    record["turns"] = [record["turns"][0], record["turns"][0]]
    answer = ask("reviews", {"record": record})
    assert (answer["legal"], answer["stopped_at"]["turn"]) == (False, 1)
    assert [turn["pointer"] for turn in answer["turns"]] == ["/record/turns/0"]


def reason(table: Snapshot, *actions: Any) -> str:
    turn = Turn(0, actions)
    after = judge(table, turn).after
    assert after is not None
    weighed = reviews.weigh(table, after, turn)
    assert weighed.value is None
    return weighed.says.name


def test_says_why_a_turn_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    table = scene("S1 S. S. S. S. S. Sa")
    roll = Roll(Terrain.SAND, 5)
    move = Move(NamedPiece(0, 0), tuple(place(f"N10/E{10 + i}") for i in range(1, 6)))
    assert reason(table.with_player(0, shoes=1), Skip()) == "STAYED"
    assert reason(scene("S1 S. S. S. S. S. S."), roll, move) == "NO_TARGET"
    monkeypatch.setattr(reviews, "WORK", 1)
    assert reason(table, roll, move) == "TOO_LONG"
