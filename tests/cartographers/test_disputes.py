"""Whether one map can have become another."""

import pytest

from cartographers.pictures import land, names
from theodolite.cartographers import disputes
from theodolite.cartographers.board import GRID
from theodolite.cartographers.disputes import Choice, Dispute, Finding, SearchTooLongError, settle
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import CARDS, Card, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.rulebook import LANGUAGES, Rulebook

FREYLA = CARDS["freyla_the_true"]._replace(pattern=("H***",))
FULL = "/".join(["F" * 11] * 11)


def hole(*empty: str) -> str:
    """A map of forest with these spaces empty."""
    text = list("F" * 121)
    for name in empty:
        text[GRID.spaces[name]] = "."
    return "/".join("".join(text[i : i + 11]) for i in range(0, 121, 11))


def settled(
    before: str,
    after: str,
    *cards: Card | str | None,
    stars: tuple[str, str] = ("", ""),
    game: Game = "combined",
    solo: bool = False,
    ruins: str = "",
    ambushes: tuple[str, ...] = (),
    rulings: Rulings | None = None,
) -> Finding:
    faces = [CARDS[card] if isinstance(card, str) else card for card in cards]
    goal = land(after, stars[1], ruins)
    start = land(before, stars[0], ruins)._replace(printed=goal.printed)
    return settle(Dispute(game, start, goal, faces, solo, ambushes, rulings or Rulings()))


def told(finding: Finding) -> list[str]:
    """Each account as its draws, `A1 A2 farm; A3 water *B3 !C1`."""
    texts = []
    for account in finding.accounts:
        steps = []
        for step in account:
            match step:
                case None:
                    steps.append("ruins")
                case Choice(destroyed):
                    steps.append(
                        " ".join(["end", *(GRID.names[one] for one in destroyed.values())])
                    )
                case Draw(on, terrain, stars, aim):
                    words = [names(on), "" if terrain is None else terrain.name.lower()]
                    words += [f"*{name}" for name in names(stars).split()]
                    words += [] if aim is None else [f"!{GRID.names[aim]}"]
                    steps.append(" ".join(word for word in words if word))
        texts.append("; ".join(steps).strip())
    return texts


@pytest.mark.parametrize(
    ("before", "after", "cards", "accounts"),
    [
        ("", "VV/V", ["hamlet"], ["A1 A2 B1 village"]),
        ("F", "FVV/.V", ["hamlet"], ["A2 A3 B2 village"]),
        ("", "VVWWW/V", ["hamlet", "great_river"], ["A1 A2 B1 village; A3 A4 A5 water"]),
        ("", "WWWW", ["fishing_village"], ["A1 A2 A3 A4 water"]),
        ("", "WWWWWW", ["great_river"], []),
        ("", "AA", ["hamlet"], []),
        ("F", "", [], []),
        ("F", "V", [], []),
        ("F", "F", [], [""]),
        ("", "", ["hamlet"], []),
        (FULL, FULL, ["hamlet"], [""]),
        (hole("A1"), FULL.replace("F", "A", 1), ["hamlet"], ["A1 farm"]),
        ("", "A", ["rift_lands"], ["A1 farm"]),
        ("", "AF", ["rift_lands", "kethras_gates"], ["A1 farm; A2 forest", "A2 forest; A1 farm"]),
        (hole("C3"), hole("C3").replace(".", "A"), ["hamlet"], ["C3 farm"]),
        (hole("C3"), hole("C3").replace(".", "D"), ["dragon_inferno"], []),
        (hole("C3"), hole("C3").replace(".", "M"), ["dragon_inferno"], ["C3 monster"]),
        ("", "", ["temple_ruins"] * 20, ["; ".join(["ruins"] * 20)]),
        ("", "M", ["zombie_plague"], []),
        ("", "Z", ["zombie_plague"], ["A1 monster"]),
    ],
)
def test_draws_account_for_a_map(
    before: str, after: str, cards: list[str], accounts: list[str]
) -> None:
    assert sorted(told(settled(before, after, *cards))) == sorted(accounts)


def test_ruins_must_be_covered() -> None:
    covered = settled("", "VV/V", "temple_ruins", "hamlet", ruins="A1")
    assert told(covered) == ["ruins; A1 A2 B1 village"]
    assert not settled("", "VV/V", "temple_ruins", "hamlet", ruins="C1").accounts
    assert settled("", "VV/V", "temple_ruins", "hamlet", ruins="C1", game="heroes").accounts
    over = settled("", "Z.VV/..V", "temple_ruins", "zombie_plague", "hamlet", ruins="K1")
    assert not over.accounts
    held = settled("", "Z.VV/..V", "temple_ruins", "zombie_plague", "hamlet", ruins="A3")
    assert told(held) == ["ruins; A1 monster; A3 A4 B3 village"]


def test_ruins_bind_one_explore_card() -> None:
    cards = ["temple_ruins", "hamlet", "hinterland_stream"]
    found = settled("", "VV.AAA/V..A/...A", *cards, ruins="A1")
    assert told(found) == ["ruins; A1 A2 B1 village; A4 A5 A6 B4 C4 farm"]


def test_a_fallback_monster_is_named_by_its_card_under_that_ruling() -> None:
    dragon = hole("C3").replace(".", "D")
    named = Rulings(fallback_monster="named")
    assert told(settled(hole("C3"), dragon, "dragon_inferno", rulings=named)) == ["C3 monster"]


def test_a_solo_ambush_is_drawn_in_its_place_or_discarded() -> None:
    assert told(settled("", "MM/M/MM", "gnoll_raid", solo=True)) == ["A1 A2 B1 C1 C2 monster"]
    assert not settled("", "/MM/M/MM", "gnoll_raid", solo=True).accounts
    assert settled("", "/MM/M/MM", "gnoll_raid").accounts
    assert told(settled(hole("A1"), hole("A1"), "gnoll_raid", solo=True)) == [""]


def test_heroes_and_what_their_stars_destroy() -> None:
    found = settled("..M", "H.X", FREYLA, stars=("", "A2 A3 A4"))
    assert told(found) == ["A1 hero *A2 *A3 *A4"]
    assert not settled("..M", "H.X", FREYLA, stars=("", "A2 A3")).accounts
    # The monster comes onto a star of the hero.
    later = settled("", "H.X", FREYLA, "zombie_plague", stars=("", "A2 A3 A4"))
    assert told(later) == [
        "A1 hero *A2 *A3 *A4; A3 monster",
    ]


def test_a_gorgon_destroys_what_it_aims_at() -> None:
    found = settled("...F", "GXGF/.G.", "gorgon_gaze")
    assert told(found) == ["A1 A3 B2 monster !A2"]
    village = settled("...V", "G.GX/.G.", "gorgon_gaze")
    assert told(village) == ["A1 A3 B2 monster !A4"]
    assert not settled("...F", "G.GF/.G.", "gorgon_gaze").accounts
    wasteland = settled("...F", "G#GF/.G.", "gorgon_gaze")
    assert told(wasteland) == ["A1 A3 B2 monster !A2"]
    struck = settled("", "X^X/.X.", "gorgon_gaze", stars=("A1 A3 B2", "A1 A3 B2"))
    assert told(struck) == ["A1 A3 B2 monster"]


def test_a_destroyed_dragon_is_a_destroyed_space() -> None:
    assert settled("d", "X").accounts
    assert settled("X", "d").accounts


@pytest.mark.parametrize(
    ("before", "after", "ambushes", "accounts"),
    [
        ("Z", "ZZ/Z", (), ["end"]),
        ("Z", "Z", (), []),
        ("T", "TX", (), ["end A2"]),
        ("T", "T", (), []),
        ("TF/F", "TF/F", (), ["end"]),
        ("T/.X", "T/.X", (), []),
        ("Z..T", "ZZXT/Z", ("zombie_plague", "giant_troll_ravage"), ["end A3"]),
        ("Z.T", "ZXT/Z", ("giant_troll_ravage", "zombie_plague"), ["end A2"]),
        ("F", "F", (), ["end"]),
    ],
)
def test_the_end_of_a_season(
    before: str, after: str, ambushes: tuple[str, ...], accounts: list[str]
) -> None:
    assert told(settled(before, after, None, ambushes=ambushes)) == accounts


def test_an_ambush_among_the_cards_acts_at_the_end() -> None:
    found = settled("", "ZZ/Z", "zombie_plague", None)
    assert told(found) == ["A1 monster; end"]


def test_ambushes_among_the_cards_act_in_their_order() -> None:
    cards = ["giant_troll_ravage", "zombie_plague", None]
    found = settled("", ".TTTXZZ/..T..Z", *cards)
    assert told(found) == ["A2 A3 A4 B3 monster; A6 monster; end A5"]


@pytest.mark.parametrize(("most", "count", "more"), [(7, 6, False), (6, 6, False), (5, 5, True)])
def test_more_is_said_of_more_accounts_than_are_told(
    monkeypatch: pytest.MonkeyPatch, most: int, count: int, *, more: bool
) -> None:
    monkeypatch.setattr(disputes, "ACCOUNTS", most)
    found = settled("", "AAA", *["rift_lands"] * 3)
    assert (len(found.accounts), found.more) == (count, more)


def test_at_most_twenty_accounts_are_told() -> None:
    picture = "AAAAAA"
    cards = [CARDS["rift_lands"]] * 6
    found = settled("", picture, *cards)
    assert len(found.accounts) == 20
    assert found.more


def test_a_search_that_would_be_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SearchTooLongError):
        settled("", "", *["hamlet"] * 21)
    monkeypatch.setattr(disputes, "MOST_TABLES", 10)
    with pytest.raises(SearchTooLongError):
        settled("", "AAAAAA.M", *["rift_lands"] * 6, "gnoll_raid")
    monkeypatch.setattr(disputes, "MOST_TABLES", 1000)
    monkeypatch.setattr(disputes, "TABLES_TO_EXPLAIN", 2)
    assert not settled("", "AAAAAA.Z", *["rift_lands"] * 6, "gnoll_raid").accounts


def differences(finding: Finding) -> list[tuple[str | None, str, str]]:
    return [
        (
            None if one.space is None else GRID.names[one.space],
            f"{one.before}{one.after}",
            one.says,
        )
        for one in finding.differences
    ]


@pytest.mark.parametrize(
    ("before", "after", "cards", "expected"),
    [
        ("F", "", [], [("A1", "F.", "erased")]),
        ("..F", "", [], [("A3", "F.", "erased")]),
        ("G", "", [], [("A1", "G.", "erased")]),
        ("", "G", [], [("A1", ".G", "unexplained")]),
        ("F", "V", [], [("A1", "FV", "unexplained")]),
        ("", "AF", ["rift_lands"], [("A2", ".F", "unexplained")]),
        ("", "VV/V.A", ["hamlet"], [("B3", ".A", "unexplained")]),
        ("", "", ["hamlet"], [(None, "NoneNone", "cards_left")]),
        ("", "VV/V", ["hamlet", "great_river"], [(None, "NoneNone", "cards_left")]),
    ],
)
def test_what_no_account_explains_is_told(
    before: str, after: str, cards: list[str], expected: object
) -> None:
    found = settled(before, after, *cards)
    assert not found.accounts
    assert differences(found) == expected
    book = Rulebook("theodolite.cartographers")
    for one in found.differences:
        for language in LANGUAGES:
            assert book.sentence(language, one.rule, "says", one.values)


def test_a_star_that_is_gone_or_comes_from_nowhere_is_told() -> None:
    found = settled("", "", stars=("A1", ""))
    assert differences(found) == [("A1", "..", "erased")]
    found = settled("", "", stars=("A1", "A1 B2"))
    assert differences(found) == [("B2", "..", "unexplained")]


def test_the_cards_of_a_whole_season_are_settled() -> None:
    after = "WWWVVVV/AAFF.VV/AAF..VVV/.FFF.../..F..AAA/..F..A/.....A"
    found = settled(
        "",
        after,
        "great_river",
        "fishing_village",
        "hillside_terrace",
        "hamlet",
        "hinterland_stream",
    )
    assert not found.accounts
    assert differences(found)


def test_ruins_bind_nobody_in_the_next_season() -> None:
    found = settled("", "VV/V", "temple_ruins", None, "hamlet", ruins="K1")
    assert told(found) == ["ruins; end; A1 A2 B1 village"]


def test_an_ambush_among_the_cards_comes_after_those_before() -> None:
    # The troll, which came first, destroys A2 before the zombie can take it.
    found = settled("..T", "ZXT/Z", "zombie_plague", None, ambushes=("giant_troll_ravage",))
    assert told(found) == ["A1 monster; end A2"]
