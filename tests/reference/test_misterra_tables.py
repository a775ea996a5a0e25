"""Random tables are possible ones, and interesting."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from reference.misterra import (
    Json,
    beach_spaces,
    check_end,
    check_legality,
    markers,
    read,
    score,
    supply,
    update_island,
)
from reference.misterra_tables import (
    random_dispute,
    random_end,
    random_legality_check,
    random_otoma_check,
    random_table,
    random_update,
)

TABLES = 300


def assert_possible(table: Json) -> None:
    island = read(table["island"])
    assert min(supply(island).values()) >= 0
    marked = [space for _, space in markers(table)]
    assert len(marked) == len(set(marked))
    assert all(island[space].isupper() for space in marked)
    owners = [*table["players"], *([table["otoma"]] if "otoma" in table else [])]
    for claims in (owner.get("claims") or [] for owner in owners):
        assert len({island[space] for space in claims}) == len(claims) <= 3
    for player in table["players"]:
        places = [None, *island, *beach_spaces(table["beach"])]
        assert player.get("meeple") in places
    held = [card for player in table["players"] for card in player.get("presumptions") or []]
    assert len({card["card"] for card in held}) == len(held)
    for pattern in (card["pattern"] for card in held if "pattern" in card):
        rows, columns = pattern, list(zip(*pattern, strict=True))
        assert all(set(line) != {"."} for line in (rows[0], rows[-1], columns[0], columns[-1]))
        assert sum(letter != "." for row in rows for letter in row) >= 2


@pytest.mark.parametrize(
    "make",
    [
        random_table,
        lambda rng: random_legality_check(rng)["snapshot"],
        lambda rng: random_end(rng)["snapshot"],
        lambda rng: random_otoma_check(rng)["snapshot"],
    ],
    ids=["tables", "legality checks", "ends", "half days of Otoma"],
)
def test_tables_are_possible(make: Callable[[Random], Json]) -> None:
    for seed in range(TABLES):
        assert_possible(make(Random(seed)))


def test_tables_after_otoma_are_possible() -> None:
    tables = [check_legality(random_otoma_check(Random(seed)))["after"] for seed in range(TABLES)]
    legal = [table for table in tables if table is not None]
    assert len(legal) >= TABLES / 10
    for table in legal:
        assert_possible(table)


def test_disputed_tables_are_possible() -> None:
    for seed in range(12):
        dispute = random_dispute(Random(seed))
        assert_possible(dispute["before"])
        assert_possible(dispute["after"])


def test_scores_are_decided_in_every_way_and_every_ruling_comes_to_matter() -> None:
    met: Counter[str | None] = Counter()
    for seed in range(TABLES):
        answer = score(random_table(Random(seed)))
        met[answer["decided_by"]] += 1
        met.update(ruling["name"] for ruling in answer["rulings"] if ruling["could_matter"])
    # Nothing decides a solo game.
    assert set(met) == {
        *("total", "fidelity", "shared", None),
        *("disputed_regions", "removal_order", "pattern_orientation"),
    }


def test_half_days_break_every_rule_and_keep_them_all() -> None:
    met: Counter[str] = Counter()
    for seed in range(2 * TABLES):
        body = random_legality_check(Random(seed))
        verdict = check_legality(body)
        met.update(verdict["failed"] or [body["move"].get("action", {}).get("type", "open")])
    assert len(met) == 19 + 4
    assert min(met[action] for action in ("map", "claim", "discard")) >= 5


def test_updates_have_every_effect() -> None:
    answers = [update_island(random_update(Random(seed))) for seed in range(TABLES)]
    effects = {change["effect"] for answer in answers for change in answer["changes"]}
    assert effects == {"placed", "confirmed", "replaced", "already_confirmed", "none_in_supply"}


def test_games_end_and_go_on() -> None:
    met: Counter[tuple[str, bool | None]] = Counter()
    for seed in range(TABLES):
        met.update(check_end(random_end(Random(seed)))["conditions"].items())
    for condition in ("island confirmed", "no sketch cards", "parchment covered"):
        assert min(met[condition, True], met[condition, False]) >= 5
