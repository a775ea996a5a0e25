"""Scoring cards that are data: printed ones and random ones, against the reference."""

import json
import re
import tomllib
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient

from cartographers.test_packs import REQUESTS, answer, renamed, tables_of
from reference.cartographers import SCORERS, SPACES, Part, Sheet
from reference.cartographers_terms import parts_of, random_rows, random_terms
from theodolite.cartographers.board import GRID, Map, read_drawn, read_print
from theodolite.cartographers.facts import SCORING_CARDS, ScoringCard
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring_cards import bounds_of
from theodolite.cartographers.scoring_cards import parts_of as parts_of_card
from theodolite.cartographers.term_words import pays_words
from theodolite.cartographers.terms import Payee, Term
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.verdict import Word
from theodolite.web.cartographers.cards import CardPackSchema, TermSchema

Json = dict[str, Any]
GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "write-a-card-pack.md"
WORDS = Rulebook("theodolite.cartographers")
SHIPPED = {"destroyed_ruins": "still_ruins", "great_city": "largest_clear"}
GONE = {"destroyed_ruins": "gone", "great_city": "only_largest"}


def card_of(terms: list[Json]) -> ScoringCard:
    """A card of a pack."""
    pays = tuple(TermSchema().load_fast(term) for term in terms)
    return ScoringCard("other", "general", "combined", 20, pays=pays, names=("Other",) * 4)


def land_of(rows: tuple[list[str], list[str]]) -> Map:
    printed = read_print(rows[0])
    return Map(printed, read_drawn(rows[1], printed))


def parts_on(card: ScoringCard, shown: Map, rulings: dict[str, str]) -> list[Part]:
    """The parts of a card as the reference has them."""
    found = parts_of_card(card, shown.land, Rulings(**rulings))  # type: ignore[arg-type]
    return in_order((one.points, line_of(one.about), spaces_of(one.spaces)) for one in found)


def in_order(parts: Iterable[Part]) -> list[Part]:
    """Parts in an order that does not depend on sets."""
    return sorted(parts, key=lambda part: (part[0], part[1] or "", sorted(part[2])))


def line_of(about: Any) -> str | None:
    line = about.get("line")
    return f"{line.name} {line.values['name']}" if isinstance(line, Word) else None


def spaces_of(spaces: Any) -> frozenset[str]:
    return frozenset(GRID.name_all(spaces))


@pytest.mark.parametrize("seed", range(300))
def test_printed_cards_pay_as_in_the_reference(seed: int) -> None:
    rows = random_rows(Random(seed))
    shown, sheet = land_of(rows), Sheet(*rows, ())
    rulings = GONE if seed % 2 else SHIPPED
    for card in SCORING_CARDS.values():
        expected = in_order(SCORERS[card.id](sheet, rulings))
        assert parts_on(card, shown, rulings) == expected, card.id
        step, most = bounds_of(card, shown.printed)
        points = sum(part[0] for part in expected)
        assert points % step == 0
        assert points <= most


@pytest.mark.parametrize("seed", range(1500))
def test_random_cards_pay_as_in_the_reference(seed: int) -> None:
    random = Random(seed)
    rows, terms = random_rows(random), met_terms(random)
    shown, sheet, card = land_of(rows), Sheet(*rows, ()), card_of(terms)
    rulings = GONE if seed % 2 else SHIPPED
    expected = in_order(part for term in terms for part in parts_of(term, sheet, rulings))
    assert parts_on(card, shown, rulings) == expected, terms
    step, most = bounds_of(card, shown.printed)
    points = sum(part[0] for part in expected)
    assert points % step == 0
    assert points <= most, terms
    written = json.dumps([TermSchema().dump(term) for term in card.pays])
    assert card_of(json.loads(written)).pays == card.pays


def turned(rows: list[str]) -> list[str]:
    """Rows after a quarter turn."""
    return ["".join(column) for column in zip(*reversed(rows), strict=True)]


@pytest.mark.parametrize("seed", range(300))
def test_turned_and_mirrored_maps_pay_the_same(seed: int) -> None:
    random = Random(seed)
    rows, terms = random_rows(random), met_terms(random)
    apart = ("row", "column", "odd_column", "diagonal")
    card = card_of([term for term in terms if term["each"] not in apart] or [random_space(random)])

    def points(both: tuple[list[str], list[str]]) -> int:
        return sum(part[0] for part in parts_on(card, land_of(both), SHIPPED))

    printed, drawn = rows
    paid = points(rows)
    for _ in range(4):
        printed, drawn = turned(printed), turned(drawn)
        assert points((printed, drawn)) == paid, terms
        mirrored = [row[::-1] for row in printed], [row[::-1] for row in drawn]
        assert points(mirrored) == paid, terms


def met_terms(random: Random) -> list[Json]:
    """Random terms whose conditions can be met."""
    terms = [term for term in random_terms(random) if not TermSchema().errors(term)]
    return terms or [random_space(random)]


@pytest.mark.parametrize("seed", range(300))
def test_terms_that_are_refused_pay_on_no_map(seed: int) -> None:
    random = Random(seed)
    rows = random_rows(random)
    for term in random_terms(random):
        if TermSchema().errors(term):
            assert not [*parts_of(term, Sheet(*rows, ()), SHIPPED)], term


def random_space(random: Random) -> Json:
    return {"points": 1, "each": "space", "of": "forest", "edge": random.random() < 0.5}


@pytest.mark.parametrize("seed", range(60))
def test_random_cards_are_scored_and_explained(client: FlaskClient, seed: int) -> None:
    random = Random(seed)
    printed, drawn = random_rows(random)
    categories = ("forest", "farm_water", "village", "general")
    scoring = {
        f"new_{i}": {"name": f"New {i}", "category": one, "solo": 9, "pays": met_terms(random)}
        for i, one in enumerate(categories)
    }
    players = [{"name": "Ann", "drawn": drawn}]
    table: Json = {"game": "combined", "map": printed, "season": "winter", "players": players}
    table["ambushes"] = ["zombie_plague", "giant_troll_ravage"]
    table |= {"decrees": dict(zip("ABCD", scoring, strict=True)), "pack": {"scoring": scoring}}
    for language in LANGUAGES:
        asked = {"snapshot": table, "only": [*"ABCD"]}
        status, found = answer(client, "scores", asked, language)
        assert status == 200, found
        ((season,),) = [one["seasons"] for one in found["players"]]
        for item in season["items"]:
            assert item["points"] == sum(part["points"] for part in item["parts"])
            assert {*item["spaces"]} <= {*SPACES}
            assert item["explanation"].endswith(".")
            assert not {*"{}"} & {*item["explanation"]}
            assert "  " not in item["explanation"]
    status, found = answer(client, "end-checks", {"snapshot": table}, "en")
    assert status == 200, found


def copied(card: ScoringCard) -> Json:
    """A printed card as a new card of a pack."""
    names = {language: WORDS.words(language, "cards")[card.id] for language in LANGUAGES}
    shown = {"category": card.category, "game": card.game, "solo": card.solo}
    pays = [TermSchema().dump(term) for term in card.pays]
    copy: Json = json.loads(json.dumps({"name": names, **shown, "pays": pays}))
    return copy


COPIES = {card.id: f"other_{card.id}" for card in SCORING_CARDS.values() if card.pays}
PACK = {"scoring": {copy: copied(SCORING_CARDS[card]) for card, copy in COPIES.items()}}


def without_words(value: Any) -> Any:
    """A document without what names or explains the rules of cards."""
    match value:
        case list():
            return [without_words(one) for one in value]
        case dict():
            words = ("rule", "reference", "explanation")
            return {name: without_words(one) for name, one in value.items() if name not in words}
    return value


@pytest.mark.parametrize(
    "operation",
    ["scores", "legality-checks", "legal-actions", "end-checks", "replays", "reviews", "notations"],
)
def test_copies_of_printed_cards_are_judged_like_them(client: FlaskClient, operation: str) -> None:
    compared = 0
    for seed in range(12):
        body = REQUESTS[operation](Random(f"{operation} {seed}"))
        status, original = answer(client, operation, body, "en")
        other = renamed(deepcopy(body), COPIES)
        if status != 200 or body == other:
            continue
        compared += 1
        for table in tables_of(other):
            table["pack"] = PACK
        status, found = answer(client, operation, other, "en")
        assert status == 200, found
        originals = {copy: card for card, copy in COPIES.items()}
        assert without_words(renamed(found, originals)) == without_words(original)
    assert compared > 1


CARD = {"name": "Other", "category": "forest", "solo": 9}
TERM = {"points": 1, "each": "area", "of": "forest"}


@pytest.mark.parametrize(
    ("card", "pointer", "code"),
    [
        ({"pays": []}, "/pays", "item_count"),
        ({}, "/pays", "required"),
        ({"pays": [TERM], "category": "hero"}, "/category", "unknown_value"),
        ({"pays": [TERM] * 5}, "/pays", "item_count"),
        ({"pays": [{**TERM, "points": 0}]}, "/pays/0/points", "out_of_range"),
        ({"pays": [{**TERM, "each": "ring"}]}, "/pays/0/each", "unknown_value"),
        ({"pays": [{**TERM, "of": "swamp"}]}, "/pays/0/of", "unknown_value"),
        ({"pays": [{**TERM, "least": 4, "most": 3}]}, "/pays/0/most", "out_of_range"),
        ({"pays": [{**TERM, "whole": True}]}, "/pays/0/whole", "superfluous_field"),
        ({"pays": [{**TERM, "each": "space", "least": 2}]}, "/pays/0/least", "superfluous_field"),
        ({"pays": [{**TERM, "beside": {}}]}, "/pays/0/beside/of", "required"),
        ({"pays": [{**TERM, "beside": {"of": []}}]}, "/pays/0/beside/of", "item_count"),
        ({"pays": [{**TERM, "not_beside": ["sea"]}]}, "/pays/0/not_beside/0", "unknown_value"),
        ({"pays": [{**TERM, "contains": ["XX", "X"]}]}, "/pays/0/contains", "impossible_face"),
        ({"pays": [{**TERM, "near": "water"}]}, "/pays/0/near", "unknown_field"),
        *[
            (
                {"pays": [{**TERM, "each": each, name: value}]},
                f"/pays/0/{name}",
                "impossible_condition",
            )
            for each, name, value in (
                ("space", "has", "village"),
                ("row", "least", 12),
                ("area", "beside", {"of": ["forest"]}),
                ("space", "beside", {"of": ["water"], "spaces": 5}),
                ("area", "beside", {"of": ["water"], "kinds": 2}),
            )
        ],
    ],
)
def test_faults_of_a_card_name_their_place(
    client: FlaskClient, card: Json, pointer: str, code: str
) -> None:
    faults = refusals(client, {"other": CARD | card})
    assert faults == [(f"/snapshot/pack/scoring/other{pointer}", code)]


def test_printed_cards_cannot_be_replaced(client: FlaskClient) -> None:
    # Nor may a scoring card have the id of a card that is drawn.
    for id_ in ("silos", "hamlet"):
        faults = refusals(client, {id_: {**CARD, "pays": [TERM]}})
        assert faults == [(f"/snapshot/pack/scoring/{id_}", "printed_card")]


def refusals(client: FlaskClient, scoring: Json) -> list[tuple[str, str]]:
    players = [{"name": "Ann", "drawn": ["..........."] * 11}]
    table = {"game": "heroes", "map": "A", "season": "spring", "players": players}
    asked = {"snapshot": {**table, "pack": {"scoring": scoring}}, "only": ["A"]}
    status, found = answer(client, "scores", asked, "en")
    assert status == 422
    return [(error["pointer"], error["code"]) for error in found["errors"]]


def test_documented_terms_say_what_is_documented() -> None:
    page = GUIDE.read_text("utf-8")
    found = re.findall(r"^  # (.*)\n  (\{.*\}),$", page, re.MULTILINE)
    terms = [tomllib.loads(f"term = {term}")["term"] for _, term in found]
    for term, (sentence, _) in zip(terms, found, strict=True):
        pays = pays_words(card_of([term]).pays)
        assert (
            WORDS.sentence("en", "cartographers.card.of_pack", "pays", {"pays": pays}) == sentence
        )
    assert {term["each"] for term in terms} == {*get_args(Payee)}
    assert {name for term in terms for name in term} == {*Term._fields}
    (pack,) = re.findall(r"^(\[scoring\..*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert CardPackSchema().load_fast(tomllib.loads(pack)).scoring.keys() > {"old_mill"}


def test_terms_have_no_default_that_pays() -> None:
    assert Term._field_defaults.keys() == {*Term._fields} - {"points", "each", "of"}
