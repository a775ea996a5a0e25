"""The score of a finished game, case by case."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from misterra.tables import EMPTY, FULL

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]


def player(name: str, parchment: Sequence[str], **more: Any) -> Json:
    return {"name": name, "parchment": parchment, **more}


def table(island: Sequence[str], *players: Json, **more: Any) -> Json:
    return {"beach": "right", "island": island, "players": players, **more}


def rulings(**values: str) -> Json:
    return {"rulings": values}


@pytest.fixture
def score(ask: Ask) -> Callable[[Json], Json]:
    return lambda snapshot: ask("scores", {"snapshot": snapshot})


Score = Callable[[Json], Json]


def items(answer: Json, category: str, player: int = 0) -> list[Json]:
    return [item for item in answer["players"][player]["items"] if item["category"] == category]


def could_matter(answer: Json) -> set[str]:
    return {ruling["name"] for ruling in answer["rulings"] if ruling["could_matter"]}


def test_fidelity_pays_2_for_each_space_like_the_confirmed_tile_there(score: Score) -> None:
    island = ["JLMS.", "jlms.", "JLMS.", ".....", "....."]
    parchment = ["JLMSJ", "JLMSJ", "SMLJJ", "JJJJJ", "JJJJJ"]
    answer = score(table(island, player("Ada", parchment)))
    (line,) = items(answer, "fidelity")
    assert (line["points"], line["spaces"]) == (8, ["A1", "B1", "C1", "D1"])
    assert line["rule"] == "misterra.score.fidelity"
    assert line["explanation"] == (
        "4 of your 25 spaces match the island: A1, B1, C1, D1. "
        "Hazy tiles are taken off, so A2, B2, C2 and D2 do not count."
    )
    assert answer["players"][0]["subtotals"]["completeness"] == 0


def test_completeness_costs_1_for_each_empty_space(score: Score) -> None:
    answer = score(table(EMPTY, player("Ada", ["JJJJJ", "JJJJJ", "JJ.JJ", "JJJJJ", "JJJJ."])))
    (line,) = items(answer, "completeness")
    assert (line["points"], line["spaces"]) == (-2, ["C3", "E5"])
    assert items(answer, "fidelity")[0]["points"] == 0


def test_a_total_can_be_negative(score: Score) -> None:
    answer = score(table(EMPTY, player("Ada", EMPTY), player("Bo", FULL)))
    assert [sheet["total"] for sheet in answer["players"]] == [-25, 0]
    assert [sheet["rank"] for sheet in answer["players"]] == [2, 1]
    assert answer["winners"] == ["Bo"]


def test_a_claim_pays_2_for_each_confirmed_tile_of_its_region(score: Score) -> None:
    island = ["SSsS.", "S..S.", "L.l..", ".....", "....."]
    answer = score(table(island, player("Ada", EMPTY, claims=["A1", "A3"])))
    steppe, lagoon = items(answer, "claims")
    assert (steppe["points"], steppe["spaces"]) == (6, ["A1", "B1", "A2"])
    assert (steppe["claim"], steppe["terrain"], steppe["disputed_with"]) == ("A1", "steppe", [])
    assert steppe["rule"] == "misterra.score.claims"
    assert (lagoon["points"], lagoon["spaces"]) == (2, ["A3"])
    assert lagoon["explanation"].endswith("a lagoon region of 1 tile: A3.")


def test_lists_a_disputed_region_without_points(score: Score) -> None:
    island = ["SSS..", ".....", "JJ...", ".....", "....."]
    players = [
        player("Ada", EMPTY, claims=["A1", "A3"]),
        player("Bo", EMPTY, claims=["B1"]),
        player("Cy", EMPTY, claims=["C1"]),
    ]
    answer = score(table(island, *players))
    disputed, own = items(answer, "claims")
    assert (disputed["points"], disputed["disputed_with"]) == (0, ["Bo", "Cy"])
    assert disputed["rule"] == "misterra.score.disputed_region"
    assert disputed["spaces"] == ["A1", "B1", "C1"]
    assert own["points"] == 4
    assert answer["removed"]["claims"] == [
        {"player": "Ada", "space": "A1"},
        {"player": "Bo", "space": "B1"},
        {"player": "Cy", "space": "C1"},
    ]
    assert could_matter(answer) == {"disputed_regions"}


def test_all_score_a_disputed_region_under_the_other_ruling(score: Score) -> None:
    island = ["SSS..", *EMPTY[1:]]
    players = [player("Ada", EMPTY, claims=["A1"]), player("Bo", EMPTY, claims=["B1"])]
    answer = score(table(island, *players, **rulings(disputed_regions="everyone_scores")))
    for index, rival in enumerate(["Bo", "Ada"]):
        (line,) = items(answer, "claims", index)
        assert (line["points"], line["disputed_with"]) == (6, [rival])
        assert line["rule"] == "misterra.score.disputed_region"
    assert answer["removed"]["claims"] == []
    assert answer["rulings"][0] == {
        "name": "disputed_regions",
        "value": "everyone_scores",
        "could_matter": True,
    }


@pytest.mark.parametrize(
    ("order", "points", "disputed", "removed"),
    [("hazy_first", [2, 4], [[], []], 0), ("together", [0, 0], [["Bo"], ["Ada"]], 2)],
)
def test_markers_joined_only_by_hazy_tiles(
    score: Score, order: str, points: list[int], disputed: list[list[str]], removed: int
) -> None:
    island = ["Ss...", ".sSS.", *EMPTY[2:]]
    players = [player("Ada", EMPTY, claims=["A1"]), player("Bo", EMPTY, claims=["D2"])]
    answer = score(table(island, *players, **rulings(removal_order=order)))
    lines = [items(answer, "claims", index)[0] for index in (0, 1)]
    assert [line["points"] for line in lines] == points
    assert [line["disputed_with"] for line in lines] == disputed
    assert [line["spaces"] for line in lines] == [["A1"], ["C2", "D2"]]
    assert answer["removed"]["tiles"] == ["B1", "B2"]
    assert len(answer["removed"]["claims"]) == removed
    assert "removal_order" in could_matter(answer)


def test_removal_order_decides_which_players_share(score: Score) -> None:
    island = ["SsS..", *EMPTY[1:]]
    players = [player("Ada", EMPTY, claims=["A1"]), player("Bo", EMPTY, claims=["C1"])]
    ruled = rulings(removal_order="together", disputed_regions="everyone_scores")
    answer = score(table(island, *players, **ruled))
    assert could_matter(answer) == {"disputed_regions", "removal_order"}
    assert [sheet["subtotals"]["claims"] for sheet in answer["players"]] == [2, 2]


def test_markers_that_meet_at_a_corner_share_nothing(score: Score) -> None:
    island = ["J....", ".J...", *EMPTY[2:]]
    players = [player("Ada", EMPTY, claims=["A1"]), player("Bo", EMPTY, claims=["B2"])]
    answer = score(table(island, *players))
    assert [sheet["subtotals"]["claims"] for sheet in answer["players"]] == [2, 2]
    assert could_matter(answer) == set()


MASTERS = {"variants": {"master_cartographers": True}}


def bonuses(answer: Json) -> dict[str, int]:
    return {line["line"]: line["points"] for line in items(answer, "master_cartographers")}


def test_a_faithful_row_and_column_pay_3_each_in_the_variant(score: Score) -> None:
    island = ["JLMSJ", "L....", "M.S..", "S...L", "J...J"]
    parchment = ["JLMSJ", "LJJJJ", "MJJJJ", "SJJJJ", "JJJJJ"]
    answer = score(table(island, player("Ada", parchment), **MASTERS))
    assert {line for line, points in bonuses(answer).items() if points} == {"row 1", "column A"}
    assert answer["players"][0]["subtotals"]["master_cartographers"] == 6
    assert len(bonuses(answer)) == 10
    faithful = items(answer, "master_cartographers")[0]
    assert faithful["spaces"] == ["A1", "B1", "C1", "D1", "E1"]


def test_a_row_that_matches_but_for_a_hazy_tile_earns_no_bonus_and_no_fidelity_there(
    score: Score,
) -> None:
    answer = score(table(["JLmSJ", *EMPTY[1:]], player("Ada", ["JLMSJ", *EMPTY[1:]]), **MASTERS))
    assert items(answer, "fidelity")[0]["spaces"] == ["A1", "B1", "D1", "E1"]
    assert bonuses(answer)["row 1"] == 0
    assert answer["removed"]["tiles"] == ["C1"]
    assert answer["island"] == ["JL.SJ", *EMPTY[1:]]


def test_an_empty_line_is_faithful_to_nothing(score: Score) -> None:
    answer = score(table(EMPTY, player("Ada", EMPTY), **MASTERS))
    assert set(bonuses(answer).values()) == {0}


@pytest.mark.parametrize(
    "variants", [{}, {"variants": {}}, {"variants": {"master_cartographers": False}}]
)
def test_without_the_variant_there_are_no_such_lines(score: Score, variants: Json) -> None:
    answer = score(table(["JLMSJ", *EMPTY[1:]], player("Ada", ["JLMSJ", *EMPTY[1:]]), **variants))
    assert bonuses(answer) == {}
    assert answer["players"][0]["total"] == 10 - 20


@pytest.mark.parametrize(
    ("parchments", "ranks", "winners", "decided_by"),
    [
        # One match and one error more against nothing at all: 2 - 23 against 0 - 21.
        (["JS...", "SSSS."], [1, 2], ["Ada"], "fidelity"),
        (["SSSS.", "JS..."], [2, 1], ["Bo"], "fidelity"),
        (["J....", "J...."], [1, 1], ["Ada", "Bo"], "shared"),
        (["J....", "J....", "S...."], [1, 1, 3], ["Ada", "Bo"], "shared"),
        (["J....", "JS...", "JS...", "SSSS."], [4, 1, 1, 3], ["Bo", "Cy"], "shared"),
        (["J....", "JL..."], [2, 1], ["Bo"], "total"),
        (["J...."], [1], ["Ada"], "total"),
    ],
)
def test_ranks_and_what_decided_between_them(
    score: Score, parchments: list[str], ranks: list[int], winners: list[str], decided_by: str
) -> None:
    players = [
        player(name, [row, *EMPTY[1:]])
        for name, row in zip(["Ada", "Bo", "Cy", "Di"], parchments, strict=False)
    ]
    answer = score(table(["JL...", *EMPTY[1:]], *players))
    assert [sheet["rank"] for sheet in answer["players"]] == ranks
    assert answer["winners"] == winners
    assert answer["decided_by"] == decided_by


def test_presumptions_look_at_the_parchment_alone(score: Score) -> None:
    cards = [{"card": 22}, {"card": 18}]
    answer = score(table(["J" * 5, *EMPTY[1:]], player("Ada", ["L" * 5] * 5, presumptions=cards)))
    least, smallest = items(answer, "presumptions")
    assert (least["card"], least["points"], len(least["spaces"])) == (22, 75, 25)
    assert least["parts"] == [{"points": 75, "spaces": least["spaces"]}]
    assert (smallest["card"], smallest["points"]) == (18, 30)
    assert answer["players"][0]["total"] == 105


@pytest.mark.parametrize(
    ("parchment", "points"), [(EMPTY, 0), (["J....", *EMPTY[1:]], 0), (["JJ...", *EMPTY[1:]], 6)]
)
def test_card_18_of_no_zone_and_of_a_single_space(
    score: Score, parchment: list[str], points: int
) -> None:
    answer = score(table(EMPTY, player("Ada", parchment, presumptions=[{"card": 18}])))
    (line,) = items(answer, "presumptions")
    assert line["points"] == points
    assert len(line["parts"]) == (points > 0)


@pytest.mark.parametrize("beach", ["left", "right", "top", "bottom"])
def test_the_beach_decides_which_lines_count(score: Score, beach: str) -> None:
    snapshot = table(
        EMPTY,
        player(
            "Ada",
            ["JJJJJ", "JLMSJ", "LLLLL", "MMMMM", "SSSSS"],
            presumptions=[{"card": 11}, {"card": 10}],
        ),
    )
    answer = score({**snapshot, "beach": beach})
    of_one, of_all = items(answer, "presumptions")
    # Every row but the second is of one terrain; the second, and every column, holds all four.
    if beach in ("left", "right"):
        assert (of_one["points"], of_all["points"]) == (20, 20)
        assert of_one["parts"][0]["spaces"] == ["A1", "B1", "C1", "D1", "E1"]
    else:
        assert (of_one["points"], of_all["points"]) == (0, 4)
        assert of_all["parts"] == [{"points": 4, "spaces": ["A2", "B2", "C2", "D2", "E2"]}]


def test_a_ruling_on_patterns_matters_where_turning_finds_more(score: Score) -> None:
    def scored(rows: list[str], orientation: str) -> Json:
        card = {"card": 28, "pattern": ["JL"]}
        return score(
            table(
                EMPTY,
                player("Ada", rows, presumptions=[card]),
                **rulings(pattern_orientation=orientation),
            )
        )

    turnable, straight = ["JL...", "L....", *EMPTY[2:]], ["JLM..", *EMPTY[1:]]
    for orientation, points in [
        ("as_printed", 8),
        ("any_rotation", 16),
        ("any_rotation_or_mirror", 16),
    ]:
        answer = scored(turnable, orientation)
        assert items(answer, "presumptions")[0]["points"] == points
        assert could_matter(answer) == {"pattern_orientation"}
        answer = scored(straight, orientation)
        assert items(answer, "presumptions")[0]["points"] == 8
        assert could_matter(answer) == set()


def test_an_answer_lists_the_rulings_it_used_and_their_defaults(score: Score) -> None:
    answer = score(table(EMPTY, player("Ada", EMPTY)))
    assert answer["rulings"] == [
        {"name": "disputed_regions", "value": "nobody_scores", "could_matter": False},
        {"name": "removal_order", "value": "hazy_first", "could_matter": False},
        {"name": "pattern_orientation", "value": "as_printed", "could_matter": False},
    ]
    assert "solo" not in answer
