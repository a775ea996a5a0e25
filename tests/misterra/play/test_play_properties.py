"""Properties of the play of every table, tested on random ones."""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from misterra.play.images import IMAGES, Turn, image
from misterra.tables import EMPTY
from reference.misterra_tables import (
    random_end,
    random_legality_check,
    random_otoma_check,
    random_player,
    random_table,
)
from theodolite.misterra.half_days import HalfDay, judge, legal_actions, legal_half_days
from theodolite.misterra.movement import Ground, place_bit, places_of
from theodolite.misterra.sight import PAIRS
from theodolite.misterra.snapshot import Place, Snapshot
from theodolite.web.misterra.moves import MoveSchema
from theodolite.web.misterra.schemas import SnapshotSchema

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

seeds = st.integers(0, 2**32)
images = st.sampled_from(sorted(IMAGES)).map(IMAGES.__getitem__)


def bare(table: Json) -> Json:
    """A table without presumption cards, which have no part in the play."""
    players = [
        {name: value for name, value in player.items() if name != "presumptions"}
        for player in table["players"]
    ]
    return {**table, "players": players}


def random_table_and_player(rng: Random) -> tuple[Snapshot, int]:
    """A random table as the rules take it, with a card to take, and one of its players."""
    snapshot: Snapshot = SnapshotSchema().load_fast(bare(random_table(rng)))
    if not snapshot.display:
        snapshot = snapshot._replace(display=None)
    return snapshot, rng.randrange(len(snapshot.players))


def random_otoma(rng: Random) -> Json:
    """A legality check of Otoma, ties left to the referee."""
    request = random_otoma_check(rng)
    request["move"].pop("claim_at", None)
    return request


def verdict(answer: Json) -> Json:
    """An answer less its sentences and the order of the spaces that its checks name."""
    return {
        **answer,
        "checks": [
            (check["rule"], check["status"], set(check["spaces"])) for check in answer["checks"]
        ],
        "changes": [{**change, "explanation": None} for change in answer["changes"]],
        "remarks": [remark["rule"] for remark in answer["remarks"]],
    }


# Rotating and mirroring the whole table changes no verdict


@given(seeds, images)
def test_a_verdict_is_the_same_on_every_image(ask: Ask, seed: int, turn: Turn) -> None:
    request = random_legality_check(Random(seed))
    answer = ask("legality-checks", request)
    assert verdict(ask("legality-checks", image(request, turn))) == verdict(image(answer, turn))


@given(seeds, images)
def test_legal_actions_are_the_same_on_every_image(ask: Ask, seed: int, turn: Turn) -> None:
    rng = Random(seed)
    table = random_table(rng)
    request = {"snapshot": table, "player": random_player(rng, table)}

    def comparable(answer: Json) -> dict[str, Any]:
        return {
            position["meeple"]: (
                len(position["move"]["path"]),
                set(position["sees"]),
                position["may_map"],
                {frozenset(pair) for pair in position["placements"]},
                [(check["rule"], check["status"]) for check in position["claim"]["checks"]],
            )
            for position in answer["moves"]
        }

    answer = ask("legal-actions", request)
    assert comparable(ask("legal-actions", image(request, turn))) == comparable(image(answer, turn))


@given(seeds, images)
def test_the_end_is_the_same_on_every_image(ask: Ask, seed: int, turn: Turn) -> None:
    request = random_end(Random(seed))

    def comparable(answer: Json) -> list[Any]:
        return [(c["rule"], c["met"], set(c["spaces"])) for c in answer["conditions"]]

    answer = ask("end-checks", request)
    assert comparable(ask("end-checks", image(request, turn))) == comparable(image(answer, turn))


@given(seeds, images)
def test_otoma_plays_the_same_on_every_image(ask: Ask, seed: int, turn: Turn) -> None:
    request = random_otoma(Random(seed))
    answer = ask("legality-checks", request)
    assume(answer["legal"] is True)
    claim = answer["claim"]
    # Ties are decided in reading order, and so is the tile of the region for the marker.
    assume(not (claim and claim["tied_with"]))
    turned = ask("legality-checks", image(request, turn))
    assert turned["after"]["island"] == image(answer["after"], turn)["island"]
    if claim is None:
        assert turned["claim"] is None
    else:
        assert set(turned["claim"]["spaces"]) == set(image(claim["spaces"], turn))


# Legal actions are exactly what legality checks allow


@settings(max_examples=40)
@given(seeds)
def test_legal_actions_lists_exactly_the_legal_half_days(seed: int) -> None:
    snapshot, player = random_table_and_player(Random(seed))
    positions = legal_actions(snapshot, player)
    ends = {position.meeple for position in positions}
    ground = Ground.of(snapshot)
    everywhere = list(places_of(ground.beach | (1 << 25) - 1))

    def legal(half_day: HalfDay) -> bool:
        return judge(snapshot._replace(display=None), player, half_day).legal is True

    if snapshot.players[player].meeple is None:
        assert ends == {place for place in everywhere if legal(HalfDay((place,)))}
    for position in positions:
        assert legal(HalfDay(position.path))
        assert position.path == () or position.path[-1] == position.meeple
        # The places one step further are listed too, so none is missing.
        further = {place for place in everywhere if legal(HalfDay((*position.path, place)))}
        assert further <= ends
        assert legal(HalfDay(position.path, action="claim")) == all(
            check.status != "failed" for check in position.claim
        )
        mapped = [
            pair
            for pair in PAIRS
            if legal(
                HalfDay(
                    position.path,
                    sketch=(0, 1),  # type: ignore[arg-type]
                    action="map",
                    spaces=(pair.second, pair.first),
                )
            )
        ]
        assert mapped == list(position.placements)


@settings(max_examples=40)
@given(seeds)
def test_every_half_day_listed_is_legal_and_distinct(seed: int) -> None:
    snapshot, player = random_table_and_player(Random(seed))
    listed = list(legal_half_days(snapshot, player))
    assert len(set(listed)) == len(listed)
    for half_day in listed[:: 1 + len(listed) // 200]:
        assert judge(snapshot, player, half_day).legal


@given(seeds)
def test_paths_are_shortest(seed: int) -> None:
    snapshot, player = random_table_and_player(Random(seed))
    start = snapshot.players[player].meeple
    assume(start is not None)
    ground = Ground.of(snapshot)
    steps: dict[Place, int] = {
        position.meeple: len(position.path) for position in legal_actions(snapshot, player)
    }
    for place, count in steps.items():
        beside = set(places_of(ground.beside(place_bit(place))))
        before = [
            other
            for other in beside & steps.keys()
            if other == start or ground.tiles.steppe & place_bit(other)
        ]
        assert count == (0 if place == start else 1 + min(steps[other] for other in before))


# Tiles


def letters(island: list[str]) -> Counter[str]:
    return Counter("".join(island).upper())


def assert_conserved(before: list[str], after: list[str], changes: list[Json]) -> None:
    """No tile appears or vanishes but through the supply, and no confirmed tile changes."""
    came, went = Counter[str](), Counter[str]()
    for change in changes:
        if change["effect"] in ("placed", "replaced"):
            came[change["terrain"][0].upper()] += 1
        if change["returned"] is not None:
            went[change["returned"][0].upper()] += 1
    for letter in "JLMS":
        count = letters(after)[letter]
        assert count == letters(before)[letter] + came[letter] - went[letter] <= 12
    for one, other in zip("".join(before), "".join(after), strict=True):
        assert one == other or not one.isupper()
        assert other != "." or one == "."


@given(seeds)
def test_a_half_day_conserves_the_tiles(ask: Ask, seed: int) -> None:
    rng = Random(seed)
    answer: Json = {"legal": False}
    while not answer["legal"]:
        request = random_legality_check(rng)
        answer = ask("legality-checks", request)
    before, after = request["snapshot"]["island"], answer["after"]["island"]
    assert_conserved(before, after, answer["changes"])


@given(seeds)
def test_otoma_conserves_the_tiles(ask: Ask, seed: int) -> None:
    request = random_otoma(Random(seed))
    answer = ask("legality-checks", request)
    assume(answer["legal"] is True)
    before, after = request["snapshot"]["island"], answer["after"]["island"]
    assert_conserved(before, after, answer["changes"])


# Disputes


def random_turn(
    ask: Ask, rng: Random, table: Json, player: str, count: int
) -> tuple[Json, list[Json]]:
    """Some random legal half days, mostly with something done, and the table after them."""
    seat = [one["name"] for one in table["players"]].index(player)
    played = []
    for _ in range(count):
        snapshot: Snapshot = SnapshotSchema().load_fast(bare(table))
        choices = list(legal_half_days(snapshot, seat))
        effective = [half_day for half_day in choices if half_day.action != "discard"]
        assume(choices)
        half_day = rng.choice(effective if effective and rng.random() < 0.8 else choices)
        played.append(MoveSchema().dump(half_day))
        answer = ask("legality-checks", {"snapshot": table, "player": player, "move": played[-1]})
        # It may be another's turn, or the turn may be over.
        assume(answer["legal"] is True)
        table = answer["after"]
    return table, played


def kinds(display: list[list[str]] | None) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(card)) for card in display or () if card)


def replayed(ask: Ask, table: Json, player: str, account: Json) -> Iterator[Json]:
    for half_day in account["moves"]:
        answer = ask("legality-checks", {"snapshot": table, "player": player, "move": half_day})
        assert answer["legal"], answer
        table = answer["after"]
        yield table


@pytest.mark.parametrize("count", [1, 2])
@given(seed=seeds)
def test_every_account_replays_to_the_table_after(ask: Ask, count: int, seed: int) -> None:
    rng = Random(seed)
    before = bare(random_table(rng))
    player = random_player(rng, before)
    after, played = random_turn(ask, rng, before, player, count)
    full = deepcopy(after)
    refilled = count == 2 and "otoma" not in before and "display" in after and "deck" in after
    if refilled:
        revealed = min(5 - len(after["display"]), after["deck"])
        after["display"] += [rng.choices(["jungle", "steppe"], k=2) for _ in range(revealed)]
        after["deck"] -= revealed
    answer = ask("disputes", {"before": before, "after": after, "player": player})
    assert answer["possible"]
    assert answer["differences"] == []
    assert len(answer["accounts"]) <= 20
    assert len({str(account) for account in answer["accounts"]}) == len(answer["accounts"])
    # The shortest come first, and none is longer than what was played.
    lengths = [len(account["moves"]) for account in answer["accounts"]]
    assert lengths == sorted(lengths)
    assert lengths[0] <= len(played)
    seat = [one["name"] for one in before["players"]].index(player)
    for account in answer["accounts"]:
        *_, end = replayed(ask, before, player, account)
        assert end["island"] == after["island"]
        assert {**end["players"][seat], "claims": None} == {**full["players"][seat], "claims": None}
        assert set(end["players"][seat]["claims"]) == set(full["players"][seat]["claims"])
        if all("sketch" in half_day for half_day in account["moves"]):
            # An unknown card may be any.
            others = kinds(end.get("display")) - kinds(after.get("display"))
            assert others.total() <= (after.get("display") or []).count(None)


@given(seeds, images)
def test_a_dispute_has_the_same_outcome_on_every_image(ask: Ask, seed: int, turn: Turn) -> None:
    rng = Random(seed)
    before = bare(random_table(rng))
    player = random_player(rng, before)
    after, _ = random_turn(ask, rng, before, player, rng.choice([1, 2]))
    request = {"before": before, "after": after, "player": player}
    # A meeple is moved besides.
    rng.choice(after["players"])["meeple"] = rng.choice([p["meeple"] for p in after["players"]])
    answer, turned = ask("disputes", request), ask("disputes", image(request, turn))
    assert turned["possible"] == answer["possible"]
    assert len(turned["accounts"]) == len(answer["accounts"])
    assert turned["more"] == answer["more"]


# Records


@settings(max_examples=40)
@given(seeds)
def test_a_legal_game_replays_to_the_table_it_led_to(ask: Ask, seed: int) -> None:
    rng = Random(seed)
    start = bare(random_table(rng))
    start.pop("otoma", None)
    for one in start["players"]:
        # Everybody begins on the beach, with an empty parchment.
        one |= {"meeple": None, "parchment": EMPTY, "claims": []}
    names = [one["name"] for one in start["players"]]
    start["display"] = [rng.choices(["jungle", "lagoon", "steppe"], k=2) for _ in range(5)]
    start["deck"] = rng.randint(0, 12)
    table, turns = start, []
    for name in (names * 4)[: rng.randint(1, 8)]:
        if ask("end-checks", {"snapshot": table, "player": name})["triggered"]:
            break
        table, played = random_turn(ask, rng, table, name, 2)
        revealed = [["mountain", "steppe"]] * min(2, table["deck"])
        table = {**table, "display": [*table["display"], *revealed]}
        table["deck"] -= len(revealed)
        turns.append({"player": name, "moves": played, "revealed": revealed})
        if len(table["display"]) < 2:
            break
    answer = ask("replays", {"record": {"snapshot": start, "turns": turns}})
    assert answer["legal"], answer["turns"][-1]["checks"]
    assert answer["stopped_at"] is None
    assert len(answer["turns"]) == len(turns)
    if turns:
        assert answer["after"] == table
