"""Packs: copies of shipped cards under new ids are judged alike, and faulty packs are refused."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
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
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.web.app import create_app
from theodolite.web.card_packs import load
from theodolite.web.cartographers.known import print_rows
from theodolite.web.games import GAMES

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
