"""Explanations of the lines of scoring cards."""

import pytest

from cartographers.pictures import land
from theodolite.cartographers.facts import SCORING_CARDS
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import score
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.grid import Spaces, each
from theodolite.rulebook import LANGUAGES, Rulebook

BOOK = Rulebook("theodolite.cartographers")
FULL = "/".join(["F" * 11] * 11)
ROUND = "FFF/F^F/FFF"


def line(card: str, picture: str, language: str = "en", rulings: Rulings | None = None) -> str:
    """The sentence of a card's line, for a map."""
    shown = land(picture)
    table = Snapshot(
        "combined",
        shown.printed,
        Season.SPRING,
        False,
        (Player("Ann", shown.drawn),),
        (card, None, None, None),
        rulings=rulings or Rulings(),
    )
    ((season,),) = [player.seasons for player in score(table, only=(0,)).players]
    ((item,),) = [season.items or ()]
    values = {**item.values, "spaces": named(item.spaces)}
    return BOOK.sentence(language, item.rule, item.says, values)


def named(spaces: Spaces) -> list[str]:
    return [f"{'ABCDEFGHIJK'[one // 11]}{one % 11 + 1}" for one in each(spaces)]


SAID = [
    ("sentinel_wood", "", "There is no forest on the map."),
    ("sentinel_wood", "/.F.F", "All lie inside: B2, B4."),
    ("treetower", "", "There is no forest on the map."),
    ("treetower", "F.F/FF", "A1 still has A2 empty beside it."),
    ("stoneside_forest", "^F/", "The forest on A2 touches one alone, A1."),
    ("stoneside_forest", "^.F", "No forest touches a mountain at all."),
    ("deepwood", "", "There is no forest on the map."),
    ("deepwood", "FFF", "The largest has 3 spaces: A1, A2, A3."),
    ("deepwood", "FFFFFV", "The forest area on A1, A2, A3, A4, A5 touches village on A6."),
    (
        "deepwood",
        "FFFFFV/./FFFFF",
        "C1, C2, C3, C4, C5. The forest area on A1, A2, A3, A4, A5 touches",
    ),
    ("heart_of_the_forest", "", "There is no forest on the map."),
    ("heart_of_the_forest", "FA/F", "A1 has A2 beside it, which is not forest."),
    ("sleepy_valley", "", "There is no forest on the map."),
    ("sleepy_valley", "F/FF", "The nearest is row B with 2: B1, B2."),
    (
        "mages_valley",
        "W^A",
        "2 for water beside mountains, on A1 (2 each), and 1 for farm beside mountains",
    ),
    ("mages_valley", "W^", "2 for water beside mountains, on A1: 2 each."),
    ("mages_valley", "^A", "1 for farm beside mountains, on A2: 1 each."),
    (
        "the_golden_granary",
        "Wa",
        "1 for water beside ruins, on A1 (1 each), and 3 for farm on ruins, on A2 (3 each).",
    ),
    ("the_golden_granary", "WR", "1 for water beside ruins, on A1: 1 each."),
    ("the_golden_granary", "a", "3 for farm on ruins, on A1: 3 each."),
    ("shoreside_expanse", "", "no water area clear of farm and edge."),
    ("shoreside_expanse", "/.AW", "The farm area on B2 touches water on B3."),
    ("shoreside_expanse", "A", "The farm area on A1 lies at the edge."),
    ("shoreside_expanse", "W", "The water area on A1 lies at the edge."),
    ("craylund", "", "There is no farm on the map."),
    ("craylund", "WAW", "That on A2 has 2."),
    ("ulems_wallow", "", "There is no water on the map."),
    ("ulems_wallow", "WA", "A1 has 1."),
    ("jorekburg", "A/A/W", "The nearest is column 1 (farm 2, water 1)."),
    ("jorekburg", "A.W", "No column has as many farm as water spaces."),
    ("wildholds", "", "There is no village on the map."),
    ("wildholds", "VV", "The largest has 2 spaces: A1, A2."),
    ("great_city", "", "There is no village on the map."),
    ("great_city", "V^", "Each touches a mountain."),
    ("greengold_plains", "", "There is no village on the map."),
    ("greengold_plains", "V", "The village area on A1 borders on none."),
    ("greengold_plains", "V^/F", "The village area on A1 borders on forest and mountain alone."),
    ("shieldgate", "", "There is no village on the map."),
    ("shieldgate", "VV", "There is one alone: A1, A2."),
    ("shieldgate", "VV.V", "The second largest village area has 1 space: A4."),
    ("shieldgate", "VV.VV", "2 areas tie for the largest with 2 spaces each; one of them counts."),
    ("shieldgate", "VV.V.V", "2 areas tie for second with 1 space each; one of them counts."),
    ("traylo_monastery", "", "There is no village on the map."),
    ("traylo_monastery", "VV/V/V", "The longest line has 3: A1, B1, C1."),
    ("traylo_monastery", "V/VVV", "The longest line has 3: B1, B2, B3."),
    ("outer_enclave", "", "There is no village on the map."),
    ("outer_enclave", "VF/F", "Every space beside the villages is filled."),
    ("outer_enclave", "V..VV", "lie beside the village area on A4, A5: A3, A6, B4, B5."),
    (
        "caravansary",
        "V.VV",
        "The village area on A3, A4 reaches 3 rows and columns: row A, column 3,",
    ),
    ("borderlands", "", "No row or column is filled."),
    ("borderlands", "FFFFFFFFF", "The nearest is row A, which lacks 2 spaces."),
    (
        "lost_barony",
        "FF/FF",
        "side 2 \N{MULTIPLICATION SIGN} 3. It lies on A1, A2, B1, B2.",
    ),
    ("the_broken_road", "", "The nearest is diagonal K1, which lacks 1 space."),
    ("the_cauldrons", FULL, "No space is empty."),
    ("the_cauldrons", "..", "A1 still has A2, B1 empty beside it."),
    ("dwarvenholds", FULL, "No row or column with a mountain is filled."),
    ("dwarvenholds", "^FFFFFFFFF", "The nearest is row A, which lacks 1 space."),
    ("silos", "/".join(["F"] * 10), "The nearest is column 1, which lacks 1 space."),
    ("banded_hills", "", "No row has 5 kinds of terrain."),
    ("banded_hills", "^F", "The nearest is row A with forest and mountain."),
    ("starlit_sigil", FULL, "No space is empty."),
    ("starlit_sigil", "", "No group of adjacent empty spaces has exactly 3."),
    ("starlit_sigil", FULL.replace("F", ".", 2), "The nearest to it has 2: A1, A2."),
]


@pytest.mark.parametrize(("card", "picture", "said"), SAID)
def test_explains_points_or_what_came_nearest(card: str, picture: str, said: str) -> None:
    sentence = line(card, picture)
    assert said in sentence
    assert sentence.endswith((said, "."))
    for language in LANGUAGES:
        sentence = line(card, picture, language)
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_explains_a_city_that_scores_nothing_by_a_ruling() -> None:
    strict = Rulings(great_city="only_largest")
    sentence = line("great_city", "VV^.V", rulings=strict)
    assert "The largest, on A1, A2, touches a mountain, and by the ruling in force" in sentence


@pytest.mark.parametrize("card", SCORING_CARDS)
@pytest.mark.parametrize("picture", ["", ROUND, FULL, "VVVV/AWAW/MH"])
def test_explains_every_card_in_every_language(card: str, picture: str) -> None:
    sentence = [line(card, picture, language) for language in LANGUAGES]
    assert len({*sentence}) == len(LANGUAGES)
