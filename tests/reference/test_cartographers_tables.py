"""Random tables of Cartographers are possible, and cover every kind of answer."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from reference.cartographers import (
    CATEGORIES,
    DECREES,
    RULINGS,
    SEASONS,
    Json,
    score,
    sheet_of,
)
from reference.cartographers_play import check_legality, end_season, legal_actions, replay
from reference.cartographers_refusals import (
    random_refused,
    random_refused_end,
    refuse,
    refuse_end,
)
from reference.cartographers_tables import (
    random_ambush,
    random_legal_actions,
    random_legality_check,
    random_record,
    random_season_end,
    random_snapshot,
)

MAPS = 400


def assert_possible(snapshot: Json) -> None:
    game, players = snapshot["game"], snapshot["players"]
    for player in players:
        sheet = sheet_of(snapshot, player)
        assert not sheet.drawn.keys() & (sheet.mountains | sheet.wasteland)
        assert not sheet.stars & sheet.of("monster")
        if game == "cartographers":
            assert not sheet.stars
            assert set(sheet.drawn.values()) <= set("FVAWMX")
        earlier = [box["season"] for box in player["seasons"]]
        assert set(earlier) < set(SEASONS[: SEASONS.index(snapshot["season"]) + 1])
    category = {card.__name__: name for name, cards in CATEGORIES.items() for card, _ in cards}
    held = [category[card] for card in snapshot["decrees"].values()]
    assert len(held) == len(set(held))
    assert set(DECREES[snapshot["season"]]) <= snapshot["decrees"].keys()


@pytest.mark.parametrize(
    "make",
    [
        random_snapshot,
        lambda rng: random_legal_actions(rng)["snapshot"],
        lambda rng: random_legality_check(rng)["snapshot"],
        lambda rng: random_season_end(rng)["snapshot"],
    ],
    ids=["scores", "legal actions", "draws", "ends of seasons"],
)
def test_tables_are_possible(make: Callable[[Random], Json]) -> None:
    for seed in range(MAPS):
        assert_possible(make(Random(seed)))


def test_every_card_scores_sometimes_and_sometimes_not() -> None:
    met: Counter[tuple[str, bool]] = Counter()
    for seed in range(900):
        snapshot = random_snapshot(Random(seed))
        for player in score({"snapshot": snapshot})["players"]:
            (scored,) = [season for season in player["seasons"] if not season["recorded"]]
            met.update((one["card"], one["points"] > 0) for one in scored["items"][:2])
    for cards in CATEGORIES.values():
        for card, _ in cards:
            assert met[card.__name__, True] >= 3, card
            # A mountain alone is a square of Lost Barony.
            assert met[card.__name__, False] >= 3 or card.__name__ == "lost_barony", card


def test_scores_are_decided_in_every_way() -> None:
    answers = [score({"snapshot": random_snapshot(Random(seed))}) for seed in range(MAPS)]
    decided = {answer["decided_by"] for answer in answers}
    assert decided == {"total", "monsters", "shared", "undecided", None}
    assert {answer["final"] for answer in answers} == {True, False}


def test_draws_are_legal_and_illegal_and_every_ruling_matters() -> None:
    met: Counter[object] = Counter()
    matters: Counter[str] = Counter()
    for seed in range(1200):
        body = random_legality_check(Random(seed))
        answer = check_legality(body)
        met[answer["legal"], answer["fallback"]] += 1
        placed = legal_actions(random_ambush(Random(seed)))
        for answered in (answer, placed):
            matters.update(name for name, matter in answered["rulings"].items() if matter)
    assert min(met[True, False], met[True, True], met[False, None]) >= 150
    assert set(matters) == set(RULINGS) - {
        *("summer_threshold", "destroyed_ruins", "great_city", "below_lowest_title")
    }


def test_seasons_end_and_go_on_and_wait_for_a_choice() -> None:
    answers = [end_season(random_season_end(Random(seed))) for seed in range(MAPS)]
    assert {answer["triggered"] for answer in answers} == {True, False, None}
    assert {answer["over"] for answer in answers} == {True, False, None}
    assert any(answer["waiting"] for answer in answers)
    assert any(answer["after"] for answer in answers)


def test_records_stop_everywhere_or_nowhere_or_wait_for_a_draw() -> None:
    answers = [replay(random_record(Random(seed))) for seed in range(60)]
    last = [
        turn["moves"][-1]["legal"]
        for turn in (one["turns"][-1] for one in answers)
        if turn.get("moves")
    ]
    assert {True, False, None} <= {*last}
    stops = [answer["stopped_at"] for answer in answers]
    assert None in stops
    assert {stop["player"] is None for stop in stops if stop} == {True, False}


def test_ambushes_are_placed_in_every_ring_and_discarded() -> None:
    rings = Counter(legal_actions(random_ambush(Random(seed)))["ring"] for seed in range(MAPS))
    assert {0, 1, 2, None} <= rings.keys()


def test_tables_are_refused_with_every_code_and_some_with_several() -> None:
    answers = [refuse(random_refused(Random(seed)))["errors"] for seed in range(1500)]
    assert {code for faults in answers for _, code in faults} == {
        *("row_count", "row_length", "unknown_letter", "printed_mismatch", "drawn_on_print"),
        *("unknown_space", "duplicate_space", "monster_on_star", "hero_in_base_game"),
        *("unknown_map", "map_not_known", "ruins_not_known", "unknown_card", "card_not_in_game"),
        *("category_twice", "decree_missing", "duplicate_name", "duplicate_season"),
        *("season_not_earlier", "duplicate_ambush", "too_many_ambushes", "unknown_ruling"),
        *("unknown_ruling_value", "negative_coins", "positive_monsters", "not_solo", "required"),
    }
    assert [] in answers
    assert max(map(len, answers)) > 5


def test_seasons_are_refused_with_every_code() -> None:
    answers = [refuse_end(random_refused_end(Random(seed)))["errors"] for seed in range(500)]
    assert {code for faults in answers for _, code in faults} == {
        *("duplicate_card", "card_after_season", "ambush_missing", "ambush_order"),
        "too_many_heroes",
    }
    assert [] in answers
