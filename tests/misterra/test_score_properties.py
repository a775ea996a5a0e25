"""Properties of the scores of every table, tested on random ones."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.misterra import RULINGS, SPACES, step
from reference.misterra_tables import random_table

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

# A pattern lies otherwise on a turned table, unless the ruling lets it turn along.
PATTERNS = range(24, 32)

tables = st.integers(0, 2**32).map(lambda seed: random_table(Random(seed)))


def numbers(answer: Json) -> list[int]:
    """Every number of points in an answer, and the ranks."""
    solo = answer.get("solo", {"otoma_claims": 0, "total": 0})
    return [
        *(
            number
            for player in answer["players"]
            for number in (
                player["rank"],
                player["total"],
                *player["subtotals"].values(),
                *(item["points"] for item in player["items"]),
                *(part["points"] for item in player["items"] for part in item.get("parts", ())),
            )
        ),
        solo["otoma_claims"],
        solo["total"],
    ]


@given(tables)
def test_a_total_is_the_sum_of_its_lines(ask: Ask, table: Json) -> None:
    answer = ask("scores", {"snapshot": table})
    for player in answer["players"]:
        lines: dict[str, int] = dict.fromkeys(player["subtotals"], 0)
        for item in player["items"]:
            lines[item["category"]] += item["points"]
            if "parts" in item:
                assert item["points"] == sum(part["points"] for part in item["parts"])
                assert {space for part in item["parts"] for space in part["spaces"]} <= set(
                    item["spaces"]
                )
        assert lines == player["subtotals"]
        assert player["total"] == sum(player["subtotals"].values())
    if "solo" in answer:
        solo = answer["solo"]
        assert solo["otoma_claims"] == sum(item["points"] for item in solo["items"])
        assert solo["total"] == answer["players"][0]["total"] - solo["otoma_claims"]


@given(tables)
def test_there_is_a_line_for_everything(ask: Ask, table: Json) -> None:
    answer = ask("scores", {"snapshot": table})
    masters = table.get("variants", {}).get("master_cartographers", False)
    for player, sheet in zip(table["players"], answer["players"], strict=True):
        categories = [item["category"] for item in sheet["items"]]
        assert categories == [
            "fidelity",
            "completeness",
            *["presumptions"] * len(player.get("presumptions", ())),
            *["claims"] * len(player.get("claims", ())),
            *["master_cartographers"] * (10 * masters),
        ]


@given(tables)
def test_the_winners_are_the_best_in_total_then_in_fidelity(ask: Ask, table: Json) -> None:
    answer = ask("scores", {"snapshot": table})
    scores = {p["name"]: (p["total"], p["subtotals"]["fidelity"]) for p in answer["players"]}
    best = max(scores.values())
    # In a solo game titles are won.
    if "otoma" in table:
        assert (answer["winners"], answer["decided_by"]) == ([], None)
        return
    assert answer["winners"] == [name for name in scores if scores[name] == best]
    for player in answer["players"]:
        mine = scores[player["name"]]
        assert player["rank"] == 1 + sum(other > mine for other in scores.values())
    tied = [name for name in scores if scores[name][0] == best[0]]
    decided_by = "shared" if len(answer["winners"]) > 1 else "fidelity" if tied[1:] else "total"
    assert answer["decided_by"] == decided_by


def moved(table: Json, place: Callable[[str], str], beach: dict[str, str]) -> Json:
    """A table with every space taken elsewhere, and the beach with them."""

    def board(rows: list[str]) -> list[str]:
        letters = dict(zip((place(space) for space in SPACES), "".join(rows), strict=True))
        line = "".join(letters[space] for space in SPACES)
        return [line[i : i + 5] for i in range(0, 25, 5)]

    def holder(holder: Json) -> Json:
        there = {**holder, "claims": [place(space) for space in holder.get("claims", ())]}
        if meeple := holder.get("meeple"):
            on_beach, _, space = meeple.rpartition(":")
            there["meeple"] = f"{on_beach}:{place(space)}" if on_beach else place(space)
        if "parchment" in holder:
            there["parchment"] = board(holder["parchment"])
        return there

    there = {
        **table,
        "beach": beach[table["beach"]],
        "island": board(table["island"]),
        "players": [holder(player) for player in table["players"]],
    }
    if "otoma" in table:
        there["otoma"] = holder(table["otoma"])
    return there


def quarter_turn(space: str) -> str:
    """Where a space goes when the table is turned clockwise."""
    column, row = "ABCDE".index(space[0]), int(space[1]) - 1
    return "ABCDE"[4 - row] + str(column + 1)


def mirror(space: str) -> str:
    return "EDCBA"["ABCDE".index(space[0])] + space[1]


TURNED = {"right": "bottom", "bottom": "left", "left": "top", "top": "right"}
MIRRORED = {"right": "left", "left": "right", "top": "top", "bottom": "bottom"}


def unbound(table: Json, orientation: str) -> Json:
    """A table whose patterns may be turned with it; as printed it has none."""
    players = [
        {
            **player,
            "presumptions": [
                card
                for card in player.get("presumptions", ())
                if card["card"] not in PATTERNS or orientation != "as_printed"
            ],
        }
        for player in table["players"]
    ]
    ruled = {**table.get("rulings", {}), "pattern_orientation": orientation}
    return {**table, "players": players, "rulings": ruled}


def test_a_quarter_turn_is_one() -> None:
    assert [quarter_turn(corner) for corner in ("A1", "E1", "E5", "A5")] == ["E1", "E5", "A5", "A1"]
    assert step("A1", 1, 0) == "B1"
    assert quarter_turn("B1") == step(quarter_turn("A1"), 0, 1)


@pytest.mark.parametrize("orientation", RULINGS["pattern_orientation"])
@given(table=tables)
@settings(max_examples=50)
def test_turning_the_table_with_its_beach_changes_no_number(
    ask: Ask, orientation: str, table: Json
) -> None:
    table = unbound(table, orientation)
    turned = moved(table, quarter_turn, TURNED)
    before, after = ask("scores", {"snapshot": table}), ask("scores", {"snapshot": turned})
    subtotals = [[p["rank"], p["subtotals"]] for p in before["players"]]
    assert [[p["rank"], p["subtotals"]] for p in after["players"]] == subtotals
    assert before["winners"] == after["winners"]
    assert before.get("solo", {}).get("titles") == after.get("solo", {}).get("titles")


@given(tables)
@settings(max_examples=50)
def test_mirroring_the_table_changes_no_number_where_patterns_may_be_mirrored(
    ask: Ask, table: Json
) -> None:
    table = unbound(table, "any_rotation_or_mirror")
    before, after = (
        ask("scores", {"snapshot": table}),
        ask("scores", {"snapshot": moved(table, mirror, MIRRORED)}),
    )
    subtotals = [p["subtotals"] for p in before["players"]]
    assert [p["subtotals"] for p in after["players"]] == subtotals


@given(tables, st.randoms(use_true_random=False))
def test_other_names_and_seats_change_no_score(ask: Ask, table: Json, random: Random) -> None:
    seats = list(range(len(table["players"])))
    random.shuffle(seats)
    renamed = [{**table["players"][seat], "name": f"Seat {seat}"} for seat in seats]
    before, after = (
        ask("scores", {"snapshot": table}),
        ask("scores", {"snapshot": {**table, "players": renamed}}),
    )
    for seat, sheet in zip(seats, after["players"], strict=True):
        original = before["players"][seat]
        assert (sheet["total"], sheet["rank"]) == (original["total"], original["rank"])
        assert sheet["subtotals"] == original["subtotals"]
    assert after["decided_by"] == before["decided_by"]


@given(tables)
def test_could_matter_agrees_with_scoring_again(ask: Ask, table: Json) -> None:
    answer = ask("scores", {"snapshot": table})
    for ruling in answer["rulings"]:
        name = ruling["name"]
        others = [value for value in RULINGS[name] if value != ruling["value"]]
        again = [
            ask(
                "scores",
                {"snapshot": {**table, "rulings": {**table.get("rulings", {}), name: value}}},
            )
            for value in others
        ]
        differs = any({**other, "rulings": 0} != {**answer, "rulings": 0} for other in again)
        assert ruling["could_matter"] == differs, name


def without_sentences(players: list[Json]) -> list[Json]:
    """Scores without their sentences, which tell of the hazy tiles."""
    for player in players:
        for item in player["items"]:
            del item["explanation"]
    return players


@given(tables)
def test_hazy_tiles_gone_first_are_as_hazy_tiles_left_lying(ask: Ask, table: Json) -> None:
    ruled = {**table, "rulings": {**table.get("rulings", {}), "removal_order": "hazy_first"}}
    cleared = {
        **ruled,
        "island": [re.sub("[a-z]", ".", row) for row in table["island"]],
        "players": [{**player, "meeple": None} for player in table["players"]],
    }
    before, after = ask("scores", {"snapshot": ruled}), ask("scores", {"snapshot": cleared})
    assert without_sentences(after["players"]) == without_sentences(before["players"])
    assert after["island"] == before["island"] == cleared["island"]
    assert after["removed"] == {"tiles": [], "claims": before["removed"]["claims"]}
