"""Disputes: accounts, and differences that no account explains."""

import pytest

from cartographers.pictures import land, names
from theodolite.cartographers import accounts
from theodolite.cartographers.accounts import Account, SearchTooLongError, resolve
from theodolite.cartographers.board import GRID
from theodolite.cartographers.disputes import Choice, Difference, Dispute
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import CARDS, Card, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.disputes import Finding
from theodolite.rulebook import LANGUAGES, Rulebook

FREYLA = CARDS["freyla_the_true"]._replace(pattern=("H***",))
FULL = "/".join(["F" * 11] * 11)


def hole(*empty: str) -> str:
    """A map of forest with these spaces empty."""
    text = list("F" * 121)
    for name in empty:
        text[GRID.spaces[name]] = "."
    return "/".join("".join(text[i : i + 11]) for i in range(0, 121, 11))


def resolved(
    before: str,
    after: str,
    *cards: Card | str | None,
    stars: tuple[str, str] = ("", ""),
    game: Game = "combined",
    solo: bool = False,
    ruins: str = "",
    ambushes: tuple[str, ...] = (),
    rulings: Rulings | None = None,
) -> Finding[Account, Difference]:
    faces = [CARDS[card] if isinstance(card, str) else card for card in cards]
    goal = land(after, stars[1], ruins)
    start = land(before, stars[0], ruins)._replace(printed=goal.printed)
    return resolve(Dispute(game, start, goal, faces, solo, ambushes, rulings or Rulings()))


def steps_of(finding: Finding[Account, Difference]) -> list[str]:
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
def test_finds_draws_that_account_for_a_map(
    before: str, after: str, cards: list[str], accounts: list[str]
) -> None:
    assert sorted(steps_of(resolved(before, after, *cards))) == sorted(accounts)


def test_ruins_must_be_covered() -> None:
    covered = resolved("", "VV/V", "temple_ruins", "hamlet", ruins="A1")
    assert steps_of(covered) == ["ruins; A1 A2 B1 village"]
    assert not resolved("", "VV/V", "temple_ruins", "hamlet", ruins="C1").accounts
    assert resolved("", "VV/V", "temple_ruins", "hamlet", ruins="C1", game="heroes").accounts
    over = resolved("", "Z.VV/..V", "temple_ruins", "zombie_plague", "hamlet", ruins="K1")
    assert not over.accounts
    held = resolved("", "Z.VV/..V", "temple_ruins", "zombie_plague", "hamlet", ruins="A3")
    assert steps_of(held) == ["ruins; A1 monster; A3 A4 B3 village"]


def test_ruins_bind_one_explore_card() -> None:
    cards = ["temple_ruins", "hamlet", "hinterland_stream"]
    found = resolved("", "VV.AAA/V..A/...A", *cards, ruins="A1")
    assert steps_of(found) == ["ruins; A1 A2 B1 village; A4 A5 A6 B4 C4 farm"]


def test_a_fallback_monster_is_named_by_its_card_under_that_ruling() -> None:
    dragon = hole("C3").replace(".", "D")
    named = Rulings(fallback_monster="named")
    assert steps_of(resolved(hole("C3"), dragon, "dragon_inferno", rulings=named)) == ["C3 monster"]


def test_a_solo_ambush_is_drawn_in_its_place_or_discarded() -> None:
    assert steps_of(resolved("", "MM/M/MM", "gnoll_raid", solo=True)) == ["A1 A2 B1 C1 C2 monster"]
    assert not resolved("", "/MM/M/MM", "gnoll_raid", solo=True).accounts
    assert resolved("", "/MM/M/MM", "gnoll_raid").accounts
    assert steps_of(resolved(hole("A1"), hole("A1"), "gnoll_raid", solo=True)) == [""]


def test_heroes_destroy_monsters_by_their_stars() -> None:
    found = resolved("..M", "H.X", FREYLA, stars=("", "A2 A3 A4"))
    assert steps_of(found) == ["A1 hero *A2 *A3 *A4"]
    assert not resolved("..M", "H.X", FREYLA, stars=("", "A2 A3")).accounts
    # The monster comes onto a star of the hero.
    later = resolved("", "H.X", FREYLA, "zombie_plague", stars=("", "A2 A3 A4"))
    assert steps_of(later) == [
        "A1 hero *A2 *A3 *A4; A3 monster",
    ]


def test_gorgons_destroy_their_targets() -> None:
    found = resolved("...F", "GXGF/.G.", "gorgon_gaze")
    assert steps_of(found) == ["A1 A3 B2 monster !A2"]
    village = resolved("...V", "G.GX/.G.", "gorgon_gaze")
    assert steps_of(village) == ["A1 A3 B2 monster !A4"]
    assert not resolved("...F", "G.GF/.G.", "gorgon_gaze").accounts
    wasteland = resolved("...F", "G#GF/.G.", "gorgon_gaze")
    assert steps_of(wasteland) == ["A1 A3 B2 monster !A2"]
    struck = resolved("", "X^X/.X.", "gorgon_gaze", stars=("A1 A3 B2", "A1 A3 B2"))
    assert steps_of(struck) == ["A1 A3 B2 monster"]


def test_a_destroyed_dragon_is_a_destroyed_space() -> None:
    assert resolved("d", "X").accounts
    assert resolved("X", "d").accounts


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
def test_zombies_and_trolls_act_at_the_end_of_a_season(
    before: str, after: str, ambushes: tuple[str, ...], accounts: list[str]
) -> None:
    assert steps_of(resolved(before, after, None, ambushes=ambushes)) == accounts


def test_an_ambush_among_the_cards_acts_at_the_end() -> None:
    found = resolved("", "ZZ/Z", "zombie_plague", None)
    assert steps_of(found) == ["A1 monster; end"]


def test_ambushes_among_the_cards_act_in_their_order() -> None:
    cards = ["giant_troll_ravage", "zombie_plague", None]
    found = resolved("", ".TTTXZZ/..T..Z", *cards)
    assert steps_of(found) == ["A2 A3 A4 B3 monster; A6 monster; end A5"]


@pytest.mark.parametrize(("most", "count", "more"), [(7, 6, False), (6, 6, False), (5, 5, True)])
def test_reports_more_accounts_than_are_listed(
    monkeypatch: pytest.MonkeyPatch, most: int, count: int, *, more: bool
) -> None:
    monkeypatch.setattr(accounts, "MAX_ACCOUNTS", most)
    found = resolved("", "AAA", *["rift_lands"] * 3)
    assert (len(found.accounts), found.more) == (count, more)


def test_lists_at_most_twenty_accounts() -> None:
    picture = "AAAAAA"
    cards = [CARDS["rift_lands"]] * 6
    found = resolved("", picture, *cards)
    assert len(found.accounts) == 20
    assert found.more


def test_gives_up_searches_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SearchTooLongError):
        resolved("", "", *["hamlet"] * 21)
    monkeypatch.setattr(accounts, "MAX_STATES", 10)
    with pytest.raises(SearchTooLongError):
        resolved("", "AAAAAAA", *["rift_lands"] * 6, "temple_ruins", "rift_lands", ruins="K1")


def differences(finding: Finding[Account, Difference]) -> list[str]:
    """Each difference as `0 draw.shape.other A1 A2 (.V)`: card, rule, spaces, letters of one."""
    book = Rulebook("theodolite.cartographers")
    found = []
    for one in finding.differences:
        for language in LANGUAGES:
            sentence = book.sentence(language, one.rule, one.key, one.values)
            assert language == "en" or "None" not in sentence
        card = "-" if one.card is None else one.card
        rule = one.rule.removeprefix("cartographers.")
        letters = "" if one.space is None else f" ({one.before}{one.after})"
        others = [names(other.spaces) for other in one.alternatives]
        tie = f" or {', '.join(others)}" if others else ""
        found.append(f"{card} {rule}.{one.key} {names(one.spaces)}{letters}{tie}")
        assert one.space is None or one.spaces >> one.space & 1
    return found


GNOLLS = "gnoll_raid"


@pytest.mark.parametrize(
    ("before", "after", "cards", "expected"),
    [
        # Earlier letters are gone or changed.
        ("F", "", [], ["- dispute.erased.says A1 (F.)"]),
        ("..F", "", [], ["- dispute.erased.says A3 (F.)"]),
        ("G", "", [], ["- dispute.erased.says A1 (G.)"]),
        ("F", "V", [], ["- dispute.erased.changed A1 (FV)"]),
        ("F", "X", [], ["- dispute.unexplained.destroyed A1 (FX)"]),
        # Nothing put it there.
        ("", "G", [], ["- dispute.unexplained.says A1 (.G)"]),
        ("", "X", [], ["- dispute.unexplained.destroyed A1 (.X)"]),
        ("", "VV/V.A", ["hamlet"], ["- dispute.unexplained.says B3 (.A)"]),
        ("", "VV/V..AA", ["hamlet"], [*(f"- dispute.unexplained.says B{n} (.A)" for n in (4, 5))]),
        ("", "AF", ["rift_lands"], ["- dispute.unexplained.says A1 (.A) or A2"]),
        # A card was not drawn.
        ("", "", ["hamlet"], ["0 draw.fallback.fits A1 B1 B2"]),
        ("", "VV/V", ["hamlet", "great_river"], ["1 draw.fallback.fits A3 B3 C3"]),
        (hole("A1"), hole("A1"), ["hamlet"], ["0 draw.shape.lacking_alone A1 (..)"]),
        # A shape that is none, or that is not whole, or not of one terrain.
        ("", "VV", ["hamlet"], ["0 draw.shape.lacking B1 (..) or B2"]),
        ("", "VV/VV", ["hamlet"], ["0 draw.shape.lacking B3 (..) or A3, C1, C2, A1, A2, B1, B2"]),
        ("", "WW", ["fishing_village"], ["0 draw.shape.other A1 A2 (.W)"]),
        ("...F", "WWWF", ["fishing_village"], ["0 draw.shape.other A1 A2 A3 (.W)"]),
        (
            "#/#####.....",
            "..WWW",
            ["fishing_village"],
            ["0 draw.shape.lacking A2 (..) or A6"],
        ),
        ("..F...F", "..F.WWF", ["great_river"], ["0 draw.shape.lacking A4 (..)"]),
        ("", "WVW", ["great_river"], ["0 draw.terrain.mixed A2 (.V)"]),
        (
            "",
            "WVFW",
            ["fishing_village"],
            ["0 draw.terrain.mixed A2 (.V)", "0 draw.terrain.mixed A3 (.F)"],
        ),
        # A shape where another terrain is, or in a terrain that is not the card's.
        ("F", "VV/V", ["hamlet"], ["0 draw.empty.failed A1 A2 B1 (FV)"]),
        ("", "AA/A", ["hamlet"], ["0 draw.terrain.failed A1 A2 B1 (.A)"]),
        # A 1x1 too soon.
        ("", "V", ["hamlet"], ["0 draw.fallback.fits A1 (.V)"]),
        # A hero and its stars.
        ("", "A", [FREYLA], ["0 draw.terrain.mixed A1 (.A)"]),
        # Targets of gorgons.
        ("...F", "G.GF/.G.", ["gorgon_gaze"], ["0 gorgon.target.absent A2 A4 B1 B3 C2"]),
        (
            "",
            "G.G/.G./....X",
            ["gorgon_gaze"],
            ["0 gorgon.target.failed A1 A3 B2 C5 (.G)"],
        ),
        ("...F/..F", "G.GX/.GX", ["gorgon_gaze"], ["0 gorgon.target.once A4 (FX) or B3"]),
        (".^.^/^.^", "G^G^/^G^", ["gorgon_gaze"], ["0 gorgon.target.lacking C2 (..)"]),
        # Ends of seasons.
        ("/../..Z", "/..Z/.ZZ./..Z", [None], ["0 effect.zombie.lacking C4 (..)"]),
        ("T", "T", [None], ["0 effect.troll.idle A2 B1"]),
        ("TF", "TF", [None], ["0 effect.troll.lacking B1 (..)"]),
        ("T", "T.X", [None], ["0 effect.troll.astray A3 (.X)"]),
        ("TF/F", "TFX/F", [None], ["- dispute.unexplained.destroyed A3 (.X)"]),
    ],
)
def test_reports_what_no_legal_play_explains(
    before: str, after: str, cards: list[str], expected: list[str]
) -> None:
    found = resolved(before, after, *cards)
    assert not found.accounts
    assert differences(found) == expected


DOWN = "F/F/F/F/F/././././F"
"""Column 1 with one place for a hero and its stars."""


@pytest.mark.parametrize(
    ("before", "after", "stars", "expected"),
    [
        ("", "H", "A2 A3", ["0 hero.pattern.lacking A4 (..)"]),
        ("", "H", "A2 A3 B4", ["0 hero.pattern.failed A1 A2 A3 B4 (.H)"]),
        ("", "/.H", "", ["0 hero.pattern.lacking B1 (..) or A2"]),
        ("", "H", "A2 A3 A4 K1", ["- dispute.unexplained.star K1 (..)"]),
        ("", "F", "A2 A3 A4", ["0 draw.terrain.mixed A1 (.F)"]),
        ("", "", "A2 A3 A4", ["0 draw.shape.lacking_alone A1 (..) or A5"]),
        (DOWN, DOWN, "G1 H1 I1", ["0 draw.shape.lacking_alone F1 (..)"]),
    ],
)
def test_reports_errors_of_heroes(before: str, after: str, stars: str, expected: list[str]) -> None:
    found = resolved(before, after, FREYLA, stars=("", stars))
    assert not found.accounts
    assert differences(found) == expected


def test_reports_missing_and_unexplained_stars() -> None:
    found = resolved("", "", stars=("A1", ""))
    assert differences(found) == ["- dispute.erased.says A1 (..)"]
    found = resolved("", "", stars=("A1", "A1 B2"))
    assert differences(found) == ["- dispute.unexplained.star B2 (..)"]


def test_reports_ruins_that_are_not_covered() -> None:
    found = resolved("", "/VV/V", "temple_ruins", "hamlet", ruins="A1")
    assert differences(found) == ["1 draw.ruins.failed B1 B2 C1 (.V)"]
    # No shape covers the ruins, which are filled.
    filled = resolved("F", "F/VV/V", "temple_ruins", "hamlet", ruins="A1")
    assert differences(filled) == ["1 draw.ruins.none_left B1 B2 C1 (.V)"]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("/MM/M/MM", ["0 ambush.solo_place.failed B1 B2 C1 D1 D2 (.M)"]),
        (
            "M.M/MMM",
            [
                "0 draw.shape.turned A1 A3 B1 B2 B3 (.M)",
                "0 ambush.solo_place.failed A1 A3 B1 B2 B3 (.M)",
            ],
        ),
        ("", ["0 draw.fallback.fits A1 A2 B1 C1 C2", "0 ambush.solo_place.failed A1 A2 B1 C1 C2"]),
    ],
)
def test_reports_solo_ambushes_in_wrong_places(after: str, expected: list[str]) -> None:
    assert differences(resolved("", after, GNOLLS, solo=True)) == expected
    # It fits nowhere, and is discarded.
    full = hole("A1")
    drawn = resolved(full, full.replace(".", "M"), GNOLLS, solo=True)
    assert differences(drawn) == ["- dispute.unexplained.says A1 (.M)"]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("ZZ.T/Z", ["0 effect.troll.idle A3 A5 B4"]),
        ("ZZ.T/ZX", ["0 effect.troll.astray B2 (.X)"]),
        ("ZZXT", ["0 effect.zombie.lacking B1 (..)"]),
        ("ZZXTZ/Z", ["- dispute.unexplained.says A5 (.Z)"]),
    ],
)
def test_a_troll_is_judged_after_the_zombies_that_came_before_it(
    after: str, expected: list[str]
) -> None:
    came = ("zombie_plague", "giant_troll_ravage")
    found = resolved("Z..T", after, None, ambushes=came)
    assert not found.accounts
    assert differences(found) == expected


def test_explains_cards_put_off_by_spaces_left_over() -> None:
    # Three farms in a line are no Hamlet, whose place they take; the river is as it should be.
    found = resolved("", "WWW/AAA", "hamlet", "great_river")
    assert differences(found) == [
        "0 draw.shape.other B1 B2 B3 (.A)",
        "0 draw.terrain.failed B1 B2 B3 (.A)",
    ]


def test_settles_the_cards_of_a_whole_season() -> None:
    after = "WWWVVVV/AAFF.VV/AAF..VVV/.FFF.../..F..AAA/..F..A/.....A"
    found = resolved(
        "",
        after,
        "great_river",
        "fishing_village",
        "hillside_terrace",
        "hamlet",
        "hinterland_stream",
    )
    assert not found.accounts
    forest = "B3 B4 C3 D2 D3 D4 E3 F3"
    assert differences(found) == [
        f"- dispute.unexplained.says {name} (.F)" for name in forest.split()
    ]


def test_ruins_are_not_in_force_in_the_next_season() -> None:
    found = resolved("", "VV/V", "temple_ruins", None, "hamlet", ruins="K1")
    assert steps_of(found) == ["ruins; end; A1 A2 B1 village"]


def test_an_ambush_among_the_cards_comes_after_those_before() -> None:
    # The troll, which came first, destroys A2 before the zombie can take it.
    found = resolved("..T", "ZXT/Z", "zombie_plague", None, ambushes=("giant_troll_ravage",))
    assert steps_of(found) == ["A1 monster; end A2"]


def test_a_map_of_one_terrain_is_resolved_with_bounded_work() -> None:
    everything = "/".join(["W" * 11] * 11)
    found = resolved("", everything, "great_river", "hamlet")
    assert not found.accounts
    assert differences(found)
