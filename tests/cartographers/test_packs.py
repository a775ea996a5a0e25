"""Packs: copies of shipped cards under new ids are judged alike, and faulty packs are refused."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.cartographers import Json
from reference.cartographers_tables import (
    random_ambush,
    random_check,
    random_dispute,
    random_legal_actions,
    random_record,
    random_scoring,
    random_season_end,
    random_update,
)
from theodolite.cartographers.board import GRID, TERRAIN_NAMES
from theodolite.cartographers.facts import CARDS, MAPS, Card
from theodolite.cartographers.snapshot import Season
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.web.app import create_app
from theodolite.web.card_packs import load
from theodolite.web.cartographers.known import print_rows
from theodolite.web.games import GAMES
from theodolite.web.serving.executors import Routes

WORDS = Rulebook("theodolite.cartographers")
MOST = 8
"""Requests of each operation."""
PATTERN = ["H*"]
PRINTS = {name: one for name, one in MAPS.items() if one is not None and one.ruins is not None}
COPIES = {name: f"another_{name}" for name in (*CARDS, *PRINTS)}
ORIGINALS = {copy: name for name, copy in COPIES.items()}


def copied(card: Card) -> Json:
    """A shipped card as a new card of a pack."""
    shapes = [{"rows": [*shape.rows], "coin": shape.coin} for shape in card.shapes or ()]
    corner = None if card.corner is None else GRID.names[card.corner]
    of_kind: Mapping[str, Json] = {
        "explore": {
            "time": card.time,
            "terrains": [TERRAIN_NAMES[terrain] for terrain in card.terrains],
            "shapes": shapes,
        },
        "ambush": {
            "letter": card.letter,
            "shapes": shapes,
            "passed": card.passed,
            "corner": corner,
            "turns": card.turns,
        },
        "hero": {"pattern": PATTERN},
    }
    names = {language: WORDS.words(language, "cards")[card.id] for language in LANGUAGES}
    face = of_kind.get(card.kind, {})
    return {
        "kind": card.kind,
        "name": names,
        "game": card.game,
        **{field: value for field, value in face.items() if value is not None},
    }


PACK: Json = {
    "cards": {COPIES[card.id]: copied(card) for card in CARDS.values()},
    "maps": {COPIES[name]: print_rows(printed) for name, printed in PRINTS.items()},
}


def renamed(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    """A document without packs and with other ids; `A` to `D` are maps, and decrees elsewhere."""
    match value:
        case str():
            return names.get(value, value) if key == "map" or len(value) > 1 else value
        case list():
            return [renamed(one, names) for one in value]
        case dict():
            kept = {name: one for name, one in value.items() if name != "pack"}
            return {renamed(name, names): renamed(one, names, name) for name, one in kept.items()}
    return value


def tables_of(body: Json) -> Iterator[Json]:
    """The tables of a request."""
    holder = body.get("record", body)
    yield from (holder[side] for side in ("snapshot", "before", "after") if side in holder)


def beginning_of_record(random: Random) -> Json:
    """The first turns of a record: a review of few is never cut short."""
    body = random_record(random)
    body["record"]["turns"] = body["record"]["turns"][:4]
    return body


REQUESTS: Mapping[str, Callable[[Random], Json]] = {
    "scores": random_scoring,
    "legality-checks": random_check,
    "updates": random_update,
    "legal-actions": lambda random: {**random_legal_actions(random), "limit": 20},
    "legal-actions solo": random_ambush,
    "end-checks": random_season_end,
    "replays": random_record,
    "reviews": beginning_of_record,
    "disputes": random_dispute,
    "pictures": lambda random: {"snapshot": random_scoring(random)["snapshot"]},
    "notations": lambda random: {"snapshot": random_scoring(random)["snapshot"]},
}


def answer(client: FlaskClient, operation: str, body: Json, language: str) -> tuple[int, Any]:
    path = f"/v3/cartographers/{operation.partition(' ')[0]}?language={language}"
    headers = {"Accept": "application/json"} if operation == "notations" else {}
    response = client.post(path, json=body, headers=headers)
    return response.status_code, response.get_json(silent=True) or response.get_data(as_text=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A service with the copies in its card pack."""
    file = tmp_path_factory.mktemp("packs") / "copies.toml"
    cards = [f"[cards.{name}]\n{_toml(card)}" for name, card in {**PACK["cards"]}.items()]
    maps = f"[maps]\n{_toml(PACK['maps'])}"
    file.write_text("\n".join(['game = "cartographers"', *cards, maps]), "utf-8")
    return create_app(load([file], GAMES)).test_client()


def _toml(table: Json) -> str:
    return "\n".join(f"{key} = {_value(value)}" for key, value in table.items())


def _value(value: Any) -> str:
    match value:
        case dict():
            return f"{{{', '.join(f'{key} = {_value(one)}' for key, one in value.items())}}}"
        case list():
            return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("operation", REQUESTS)
def test_copies_under_new_ids_are_judged_like_the_originals(
    client: FlaskClient, installed: FlaskClient, operation: str
) -> None:
    compared = 0
    for seed in range(MOST):
        random = Random(f"{operation} {seed}")
        language = random.choice(LANGUAGES)
        body = REQUESTS[operation](random)
        status, original = answer(client, operation, body, language)
        if status != 200:
            # Heroes have a pattern among the copies, and none among the originals.
            continue
        compared += 1
        other = renamed(deepcopy(body), COPIES)
        status, found = answer(installed, operation, other, language)
        assert (status, renamed(found, ORIGINALS)) == (200, original)
        for table in tables_of(other):
            table["pack"] = PACK
        status, found = answer(client, operation, other, language)
        assert (status, renamed(found, ORIGINALS)) == (200, original)
        # The table after it brings the pack along, and nothing is left of it without.
        for table in tables_of(other):
            del table["pack"]
        used = json.dumps(other)
        if any(f'"{copy}"' in used for copy in ORIGINALS):
            assert answer(client, operation, other, language)[0] == 422
    assert compared > MOST // 3


EMPTY = ["..........."] * 11
OWN: Json = {
    "title": "A table's own",
    "cards": {
        "night_raid": {
            "kind": "ambush",
            "name": {"en": "Night Raid", "de": "Nachtangriff"},
            "game": "heroes",
            "letter": "Z",
            "shapes": [{"rows": ["XX", "X."]}],
            "passed": "left",
            "corner": "A11",
            "turns": "clockwise",
        },
        "fish_pond": {
            "kind": "explore",
            "name": "Fish Pond",
            "time": 2,
            "terrains": ["water", "farm"],
            "shapes": [{"rows": ["XX."], "coin": True}],
        },
        "old_walls": {"kind": "ruins", "name": "Old Walls"},
        "bea": {"kind": "hero", "name": "Bea", "pattern": ["*H*"]},
        "hamlet": {"time": 3},
    },
    "maps": {"island": ["^R#........", *EMPTY[1:]]},
    "seasons": {"spring": 7, "winter": 5},
}
TABLE: Json = {
    "game": "combined",
    "map": "island",
    "season": "spring",
    "solo": False,
    "decrees": {"A": "greenbough", "B": "canal_lake"},
    "ambushes": ["night_raid"],
    "players": [{"name": "Ann", "drawn": EMPTY}, {"name": "Ben", "drawn": EMPTY}],
}
WRONG: list[Any] = [None, True, -1, 0, 61, 1.5, "", "x", "É", "X" * 99, [], [[]], {}, {"a": {}}]


def spoilt(value: Any) -> Iterator[Any]:
    """A document with each of its parts replaced, left out or given another name."""
    yield from WRONG
    if isinstance(value, dict):
        for key, one in value.items():
            rest = {name: other for name, other in value.items() if name != key}
            yield rest
            yield from ({**rest, name: one} for name in ("none", "a b", "É", "x" * 41, "hamlet"))
            yield from ({**value, key: other} for other in spoilt(one))
    if isinstance(value, list):
        for i, one in enumerate(value):
            yield value[:i] + value[i + 1 :]
            yield [*value, one]
            yield from ([*value[:i], other, *value[i + 1 :]] for other in spoilt(one))


def asked(pack: Json) -> Iterator[tuple[str, Json]]:
    """Requests about every card of a pack."""
    snapshot = {**TABLE, "pack": pack}
    yield "scores", {"snapshot": snapshot}
    for card in OWN["cards"]:
        given = {"card": card}
        yield "legal-actions", {"snapshot": snapshot, "player": "Ann", "given": given, "limit": 1}
    move = {"card": "fish_pond", "spaces": ["B1", "B2"], "terrain": "farm"}
    yield "legality-checks", {"move": move, "player": "Ann", "snapshot": snapshot}
    yield "end-checks", {"snapshot": snapshot, "given": {"revealed": [*OWN["cards"]][1:]}}


def test_a_pack_in_which_anything_is_wrong_is_refused_where_it_is(client: FlaskClient) -> None:
    for operation, body in asked(OWN):
        assert answer(client, operation, body, "en")[0] == 200, operation
    refused = 0
    for pack in spoilt(OWN):
        for operation, body in asked(pack):
            status, found = answer(client, operation, body, "de")
            assert status in (200, 422), (operation, pack)
            if status == 422 and operation == "scores":
                refused += 1
                places = {error["pointer"].split("/")[2] for error in found["errors"]}
                # A card or map that a sound pack lacks is missed where it is named.
                assert places == {"pack"} or places <= {"map", "ambushes"}, found
            if status == 422:
                break
    assert refused > 500


def test_names_follow_the_language_and_the_ids_are_free(client: FlaskClient) -> None:
    body = {
        "snapshot": {**TABLE, "pack": OWN},
        "player": "Ann",
        "move": {"card": "night_raid", "spaces": ["B1"], "terrain": "monster"},
    }
    for language, name in (("en", "Night Raid"), ("de", "Nachtangriff"), ("fr", "Night Raid")):
        _, found = answer(client, "legality-checks", body, language)
        assert any(name in check["explanation"] for check in found["checks"])
    # A pack is in force for its own request alone.
    bare = {**body, "snapshot": TABLE}
    assert answer(client, "legality-checks", bare, "en")[0] == 422


def test_a_table_as_text_brings_its_pack(client: FlaskClient) -> None:
    for operation, body in asked(OWN):
        snapshot = body["snapshot"]
        text = client.post("/v3/cartographers/notations", json={"snapshot": snapshot}).text
        written = {**body, "snapshot": text}
        assert answer(client, operation, written, "en") == answer(client, operation, body, "en")


def test_the_tables_of_a_dispute_have_one_pack(client: FlaskClient) -> None:
    before = {**TABLE, "pack": OWN}
    body = {"before": before, "after": TABLE, "player": "Ann", "given": {"cards": ["old_walls"]}}
    assert answer(client, "disputes", body, "en")[0] == 200
    body["after"] = {**TABLE, "pack": {**OWN, "seasons": {"spring": 6}}}
    status, found = answer(client, "disputes", body, "en")
    assert (status, found["errors"][0]["pointer"]) == (422, "/after/pack")


def test_the_pack_of_a_table_outranks_that_of_the_service(tmp_path: Path) -> None:
    file = tmp_path / "pack.toml"
    file.write_text(
        'game = "cartographers"\n[cards.hamlet]\ntime = 4\n'
        '[cards.mill]\nkind = "explore"\nname = "Mill"\ntime = 5\nterrains = ["farm"]\n'
        'shapes = [{ rows = ["X"] }]\n[seasons]\nspring = 9\n',
        "utf-8",
    )
    client = create_app(load([file], GAMES)).test_client()

    def ended(**pack: Json) -> tuple[int, int]:
        snapshot = {**TABLE, "map": "A", "ambushes": []} | ({"pack": pack} if pack else {})
        body = {"snapshot": snapshot, "given": {"revealed": ["hamlet", "mill"]}}
        _, found = answer(client, "end-checks", body, "en")
        return found["time"], found["threshold"]

    assert ended() == (9, 9)
    assert ended(cards={"hamlet": {"time": 1}, "mill": {"time": 2}}) == (3, 9)
    assert ended(seasons={"spring": 7}) == (9, 7)
    assert ended() == (9, 9)
    listed: Json = client.get("/v3/cartographers/cards").get_json()
    cards = {card["card"]: card for card in listed["cards"]}
    assert (cards["mill"]["name"], cards["mill"]["status"]) == ("Mill", "card_pack")


def test_a_body_that_is_loaded_before_its_request_knows_the_card_pack(tmp_path: Path) -> None:
    file = tmp_path / "pack.toml"
    file.write_text('game = "cartographers"\n[seasons]\nspring = 9\n', "utf-8")
    # Each worker has a copy of its own.
    app = create_app(deepcopy(load([file], GAMES)))
    route = Routes(app).find("POST", "/v3/cartographers/end-checks")
    assert route is not None
    environ: Json = {"CONTENT_TYPE": "application/json"}
    body = {"snapshot": {**TABLE, "map": "A", "ambushes": []}, "given": {"revealed": []}}
    assert route.executor(environ, json.dumps(body).encode()) is None
    (loaded,) = [value for key, value in environ.items() if key.endswith("loaded")]
    assert loaded["snapshot"].facts.lengths == {Season.SPRING: 9}
    listed: Json = app.test_client().get("/v3/cartographers/cards").get_json()
    assert "card_pack" not in {card["status"] for card in listed["cards"]}
