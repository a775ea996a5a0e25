"""Disputes: turns that were played are found, and unexplained differences are listed."""

from typing import Any

import pytest

from theodolite.treasure_hunt import judge, resolve
from theodolite.treasure_hunt.actions import Log
from theodolite.treasure_hunt.candidate_turns import CandidateTurns
from theodolite.treasure_hunt.disputes import MAX_ACCOUNTS, could_matter
from theodolite.treasure_hunt.snapshot import (
    Card,
    CreepThrough,
    Info,
    Mission,
    Rulings,
    Snapshot,
    Treasure,
    Walker,
)
from treasure_hunt.scenes import dumped, names, place, played, scene

SIX = "S1 S. S. S. S. Sa"
PLAIN = "S1 S. S. S. S. S."
OVER = "roll white 5; 1 >>>>>"


def after(table: Snapshot, text: str, player: int = 0) -> Snapshot:
    found = judge(table, played(table, text, player)).after
    assert found is not None, text
    return found


def summary(action: Any) -> Any:
    """An action without the fields that accounts can state otherwise; of a path only the end."""
    essence = {
        key: value for key, value in action.items() if key not in ("owner", "route", "at", "by")
    }
    return {**essence, "path": essence["path"][-1]} if "path" in essence else essence


def accounts(before: Snapshot, then: Snapshot, player: int = 0) -> list[Any]:
    found = resolve(before, then, player).accounts
    return [[*map(summary, dumped(before, one)["move"]["actions"])] for one in found]


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ({"window": "S1 S. S. S. S. S."}, OVER),
        ({"window": "S1 S. S. S. S. F.", "ann": {"2": "N20/E20"}}, "roll white 6; 1 >>>>>"),
        ({"window": SIX}, f"{OVER}; log 1 drawn N05/E05 boat"),
        ({"window": SIX}, f"{OVER}; log 1 drawn N05/E05 lost_shoe; play lost_shoe Bo"),
        ({"window": SIX}, f"{OVER}; log 1 drawn N05/E05 buried triangle"),
        ({"window": SIX}, f"{OVER}; log 1 drawn N05/E05 closed triangle gold"),
        ({"window": SIX, "info": {"a": "open:gold"}}, f"{OVER}; log 1 drawn nothing"),
        ({"window": SIX, "info": {"a": "open:gold"}}, f"{OVER}; log 1 drawn N05/E05 shovel"),
        ({"window": SIX, "info": {"a": "open:gold"}}, f"{OVER}; log 1 drawn N10/E15 shovel"),
        (
            {"window": SIX, "info": {"a": "open:gold"}},
            f"{OVER}; log 1 drawn N05/E05 open triangle ruby",
        ),
        (
            {"window": SIX, "info": {"a": "buried open:gold"}, "ann": {"hand": "shovel boat"}},
            f"{OVER}; log 1 shovel drawn nothing",
        ),
        (
            {"window": "S1 S. S. S. S. SA", "info": {"A": "open:gold"}},
            f"{OVER}; log 1 drawn nothing",
        ),
        (
            {"window": SIX, "ann": {"hand": "shovel boat walker"}},
            f"{OVER}; log 1 drawn N05/E05 shovel; discard boat Ann",
        ),
        (
            {"window": SIX, "ann": {"hand": "lost_shoe boat walker"}},
            f"{OVER}; log 1 drawn N05/E05 shovel; discard boat Ann; play lost_shoe Bo",
        ),
        (
            {
                "window": "S1 S. S. S. S. SA",
                "info": {"A": "open"},
                "bo": {"hand": "boat boat boat"},
            },
            f"{OVER}; log 1 drawn N05/E05 walker; discard boat Bo",
        ),
        (
            {
                "window": "S1 S. S. S. S. SA\nW2",
                "info": {"A": "open"},
                "ann": {"hand": "boat"},
                "bo": {"hand": "boat boat boat"},
            },
            f"play boat; {OVER}; log 1 drawn N05/E05 walker; discard boat Bo",
        ),
        (
            {"window": PLAIN, "ann": {"hand": "fallen_tree", "free": "tree"}},
            f"place tree Ann N20/E20 N20/E21; play fallen_tree N25/E20 N25/E21; {OVER}",
        ),
        (
            {"window": PLAIN, "bo": {"free": "walker tree"}},
            f"place tree Bo N20/E20 N20/E21; place walker Bo N25/E20; {OVER}",
        ),
        (
            {"window": PLAIN, "ann": {"hand": "walker", "free": "walker"}},
            f"play walker N20/E05; place walker Ann N20/E20; {OVER}",
        ),
        (
            {"window": f"{PLAIN}\nFw F. F. F. F. F.", "ann": {"hand": "walker"}},
            f"play walker w 4 v>>>; {OVER}",
        ),
        (
            {"window": f"{PLAIN} Fw", "ann": {"hand": "remove_obstacle walker"}},
            f"play remove_obstacle N10/E16; play walker N20/E20; {OVER}",
        ),
        (
            {"window": f"{PLAIN} P= Px", "ann": {"hand": "remove_obstacle lost_shoe"}},
            f"play remove_obstacle N10/E17; play lost_shoe Bo; {OVER}",
        ),
        (
            {"window": f"{PLAIN} P= P=", "ann": {"hand": "broken_bridge creep_through"}},
            f"play broken_bridge N10/E16; play creep_through N10/E16; {OVER}",
        ),
        (
            {"window": "W1 W. W. W. W. W. W. W. W.", "ann": {"hand": "boat"}},
            "roll blue 2; play boat; 1 >>>>>>>>",
        ),
        (
            {"window": "W1 W. W. W. W. S.", "ann": {"hand": "boat"}},
            "roll blue 2; play boat; 1 >>>>>",
        ),
        (
            {"window": "W1 W2 W. W. W. W. W. W. W.", "ann": {"boats": 1, "hand": "boat"}},
            "play boat; roll blue 1; 1 >>>>",
        ),
        ({"window": "Fw F. F. F. F."}, "roll green 4; w >>>>"),
        (
            {"window": "Fw F. F. F. F.", "ann": {"hand": "remove_obstacle"}, "also": ["N20/E20 w"]},
            "roll green 4; w >>>>; play remove_obstacle N20/E20",
        ),
        (
            {"window": "Fw", "at": "N01/E02", "also": ["N10/E10 1"], "ann": {"hand": "walker"}},
            "play walker N20/E20; roll green 4; 1 >>>>",
        ),
        (
            {
                "window": "Fw",
                "at": "N01/E02",
                "also": ["N10/E10 1"],
                "ann": {"hand": "remove_obstacle"},
            },
            "play remove_obstacle N01/E02; roll green 4; 1 >>>>",
        ),
        ({"window": "F1", "ann": {"shoes": 2}}, "skip"),
        ({"window": "F1", "rulings": {"pass_turn": "allowed"}}, "skip"),
        (
            {
                "window": "W1 Wt Wt\nWu F. F.\nWu F. F.",
                "at": "N01/E01",
                "rulings": {"tree_distance": "two_steps"},
                "ann": {"2": "N01/E01"},
            },
            "roll blue 1; skip",
        ),
        ({"window": "S5 S. S. S. S. S.", "players": 4, "teams": True}, "roll white 5; 5 >>>>>"),
        (
            {"window": "S1 S. S. Sa S. S.", "rulings": {"logging": "in_passing"}},
            "roll white 5; 1 >>>>>; log 1 at N10/E13 drawn N05/E05 boat",
        ),
        ({"window": "Fa", "also": ["N10/E10 1"]}, "log 1 drawn N05/E05 boat; roll green 4; 1 ^^^^"),
        (
            {"window": "S1 S. S. St St S.", "ann": {"hand": "remove_obstacle"}},
            f"play remove_obstacle N10/E13; {OVER}",
        ),
        (
            {"window": "S1 S. S. P. S. S.", "ann": {"hand": "creep_through"}},
            f"play creep_through N10/E13; {OVER}",
        ),
        (
            {"window": "S1 S. S. S. S. S.", "ann": {"hand": "fallen_tree"}},
            "roll white 5; 1 >>; play fallen_tree N10/E11 N11/E11; 1 >>>",
        ),
        (
            {"window": "P1 P. P. Px P. P. P. P.", "ann": {"hand": "remove_obstacle"}},
            "play remove_obstacle N10/E13; roll brown 7; 1 >>>>>>>",
        ),
        (
            {"window": PLAIN, "ann": {"hand": "lost_shoe"}, "bo": {"shoes": 1}},
            f"play lost_shoe Bo; {OVER}",
        ),
        (
            {
                "window": SIX,
                "also": ["N20/E20 b"],
                "info": {"b": "open:ruby"},
                "rulings": {"buried_after_treasure": "allowed"},
            },
            f"{OVER}; log 1 drawn N05/E05 buried circle",
        ),
        (
            {
                "window": "W1 W. Wt W. S.\nF. F. Ft F. F.",
                "ann": {"boats": 1, "hand": "remove_obstacle"},
            },
            "play remove_obstacle N10/E12; roll blue 1; 1 >>>>",
        ),
        ({"window": "W1 W.\nW. W."}, "roll blue 4; 1 >v<^"),
        ({"window": "Fw F.\nF. F."}, "roll green 4; w >v<^"),
        ({"window": "Fw F.\nF. F.", "walker": {"N10/E10": "Ann"}}, "roll green 4; w >v<^"),
        (
            {"window": "Wa W. W. W. W.", "also": ["N10/E10 1"]},
            "log 1 drawn N05/E05 boat; play boat; roll blue 1; 1 >>>>",
        ),
    ],
)
def test_finds_turns_that_were_played(drawn: dict[str, Any], text: str) -> None:
    assert_found(drawn, text)


def assert_found(drawn: dict[str, Any], text: str, player: int = 0) -> None:
    table = scene(**drawn)
    then = after(table, text, player)
    finding = resolve(table, then, player)
    assert finding.differences == ()
    essence = dumped(table, played(table, text, player))["move"]["actions"]
    assert [*map(summary, essence)] in accounts(table, then, player)
    for account in finding.accounts:
        logs = [one for one in account.actions if isinstance(one, Log)]
        assert all(None not in (log.owner, log.route, log.at) for log in logs)
        found = judge(table, account).after
        assert found is not None
        for one, other in zip(found.players, then.players, strict=True):
            assert (one.explorers, one.routes) == (other.explorers, other.routes)
    lengths = [len(account.actions) for account in finding.accounts]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        (
            {
                "window": "S3 S. S. P. S. S.",
                "bo": {"hand": "creep_through"},
                "rulings": {"creep_for": "placer"},
            },
            "play creep_through N10/E13; roll white 5; 3 >>>>>",
        ),
        (
            {"window": "W3 W. W. W. W. W. W. W. W.", "bo": {"hand": "boat"}},
            "roll blue 2; play boat; 3 >>>>>>>>",
        ),
        (
            {"window": "S3 S. S. S. S. SA", "bo": {"hand": "boat walker shovel"}},
            "roll white 5; 3 >>>>>; log 3 drawn N05/E05 lost_shoe; play lost_shoe Ann",
        ),
        (
            {"window": "Fw F. F. F. F.", "rulings": {"walker_round": "until_first_player"}},
            "roll green 4; w >>>>",
        ),
        (
            {
                "window": "S3 S. S. S. S. S.\nFw F. F. F. F. F.",
                "bo": {"hand": "walker", "free": "tree"},
            },
            "place tree Bo N20/E20 N20/E21; play walker w 4 >>>>; roll white 5; 3 >>>>>",
        ),
        ({"window": "F.", "bo": {"shoes": 1}}, "skip"),
    ],
)
def test_finds_turns_of_the_second_player(drawn: dict[str, Any], text: str) -> None:
    assert_found(drawn, text, player=1)


def test_unknown_values_agree_with_any_value() -> None:
    table = scene(SIX, info={"a": "closed:gold"}, ann={"treasures": "ruby"}, bo={"hand": "unknown"})
    then = after(table, f"{OVER}; log 1 drawn nothing")
    for treasures in ((None, None), then.players[0].treasures):
        unseen = then.with_player(0, treasures=treasures).with_player(1, hand=())
        assert len(accounts(table, unseen)) == 1
    for other in (then.players[0].treasures[::-1], then.players[0].treasures[:1]):
        assert accounts(table, then.with_player(0, treasures=other)) == []


def test_treasures_of_routes_can_be_unseen() -> None:
    table = scene(SIX)
    text = f"{OVER}; log 1 drawn N05/E05 open triangle gold"
    then = after(table, text)
    ann = then.players[0]
    route = ann.routes[0]._replace(treasures=(None,))
    assert len(accounts(table, then.with_player(0, routes=(route, *ann.routes[1:])))) == 1
    (found,) = accounts(table, then)
    assert found[-1]["drawn"]["treasure"] == "gold"


def test_treasures_of_other_routes_can_be_unseen_later() -> None:
    table = scene(SIX, also=["N20/E20 b"], info={"b": "closed:gold"})
    then = after(table, f"{OVER}; log 1 drawn N05/E05 boat")
    ann = then.players[0]
    for treasure, explained in ((None, 1), (Treasure.RUBY, 0)):
        unseen = ann.routes[1]._replace(treasures=(treasure,))
        routes = (ann.routes[0], unseen, ann.routes[2])
        assert len(accounts(table, then.with_player(0, routes=routes))) == explained


@pytest.mark.parametrize(("then_known", "hand"), [(True, "unknown"), (False, "boat")])
def test_unknown_hands_can_have_drawn_any_card(then_known: bool, hand: str) -> None:
    table = scene(SIX, ann={"hand": hand})
    then = after(table, f"{OVER}; log 1 drawn N05/E05 walker")
    known = (Card.BOAT, Card.WALKER) if then_known else None
    (account,) = accounts(table, then.with_player(0, hand=known))
    assert account[-1]["drawn"]["action"] == "fallen_tree"


def test_order_of_pieces_is_no_difference() -> None:
    table = scene(
        f"{PLAIN} P. P. Px F. Px",
        also=[
            "N20/E20 t",
            "N20/E21 t",
            "N25/E20 u",
            "N25/E21 u",
            "N10/E16 c",
            "N10/E17 c",
            "N05/E05 w",
            "N20/E25 w",
        ],
        ann={"hand": "boat shovel", "free": "tree walker"},
    )
    then = after(table, OVER)
    turned = then.with_player(0, hand=then.players[0].hand[::-1], free=("walker", "tree"))._replace(  # type: ignore[index]
        trees=then.trees[::-1],
        walkers=then.walkers[::-1],
        broken_bridges=then.broken_bridges[::-1],
        creep_throughs=then.creep_throughs[::-1],
    )
    assert len(accounts(table, turned)) == 1


def with_explorers_turned(table: Snapshot) -> Snapshot:
    return table.with_player(0, explorers=table.players[0].explorers[::-1])


def test_order_of_explorers_is_no_difference() -> None:
    table = scene(SIX, ann={"2": "N20/E20"})
    then = after(table, f"{OVER}; log 1 drawn N05/E05 boat")
    found = resolve(table, with_explorers_turned(then), 0)
    assert found == resolve(table, then, 0)
    assert found.accounts


@pytest.mark.parametrize(
    ("routes", "hand", "left", "shows"),
    [
        # The card drawn is not known, nor is the coordinate.
        (("N10/E15 N05/E05", ""), (), "players 0 hand", None),
        (("N10/E15", ""), (Card.BOAT,), "players 0 routes triangle cards", None),
        # The coordinate lies on another route.
        (
            ("N10/E15", "N05/E05"),
            (Card.BOAT,),
            "players 0 routes triangle cards",
            "N10/E15 N05/E05",
        ),
    ],
)
def test_cards_that_were_drawn_are_named_but_not_invented(
    routes: tuple[str, str], hand: tuple[Card, ...], left: str, shows: str | None
) -> None:
    table = scene(SIX)
    then = after(table, f"{OVER}; log 1 drawn N05/E05 boat")
    cards = [tuple(map(place, text.split())) for text in routes]
    now = tuple(
        route._replace(cards=own)
        for route, own in zip(then.players[0].routes, [*cards, ()], strict=True)
    )
    finding = resolve(table, then.with_player(0, routes=now, hand=hand), 0)
    (found,) = finding.differences
    assert " ".join(map(str, found.change.path)) == left
    mended = finding.mended and names(finding.mended.players[0].routes[0].cards)
    assert (found.failed, mended) == ((), shows)


@pytest.mark.parametrize("later", ["", "N10/E17"])
def test_creep_throughs_stay_where_they_lie(later: str) -> None:
    before = scene(f"{PLAIN} P. P.")._replace(
        creep_throughs=(CreepThrough(place("N10/E16"), None),)
    )
    there = tuple(CreepThrough(place(at), None) for at in later.split())
    (difference,) = resolve(
        before, after(before, OVER)._replace(creep_throughs=there), 0
    ).differences
    ((rule, _, key, values, _),) = difference.failed
    assert (rule, key, values) == ("treasure_hunt.creep", "stays", {"spaces": ["N10/E16"]})


def test_placers_of_creep_throughs_can_be_unknown() -> None:
    table = scene(f"{PLAIN} P.", ann={"hand": "creep_through"})
    then = after(table, f"{OVER}; play creep_through N10/E16")
    draw_unknown = then._replace(creep_throughs=(CreepThrough(place("N10/E16")),))
    assert len(accounts(table, draw_unknown)) == len(accounts(table, then)) > 0
    assert accounts(table, then._replace(creep_throughs=(CreepThrough(place("N10/E16"), 1),))) == []


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ({"coordinates": 3}, ["players 0 coordinates"]),
        ({"shoes": 1}, ["players 0 shoes"]),
        ({"treasures": ("gold",)}, ["players 0 treasures"]),
        ({"hand": (Card.BOAT, Card.SHOVEL)}, ["players 0 hand"]),
        ({"free": ("tree",)}, ["players 0 free"]),
        ({"mission": Mission(1, (Treasure.GOLD,), 4)}, ["players 0 mission"]),
        (
            {"mission": None, "coordinates": 3, "shoes": 1},
            ["players 0 coordinates", "players 0 shoes"],
        ),
    ],
)
def test_lists_differences_that_no_turn_explains(change: dict[str, Any], left: list[str]) -> None:
    table = scene(SIX, rulings={"late_logging": "arrival_only"})
    table = table.with_player(0, mission=Mission(1, (Treasure.GOLD,), 3))
    then = after(table, f"{OVER}; log 1 drawn N05/E05 boat")
    finding = resolve(table, then.with_player(0, **change), 0)
    assert (finding.accounts, finding.more) == ([], False)
    assert [" ".join(map(str, one.change.path)) for one in finding.differences] == left


def test_lists_creep_throughs_that_no_turn_explains() -> None:
    table = scene(f"{PLAIN} P.")
    creep_throughs = (CreepThrough(place("N10/E16")),)
    *_, left = resolve(
        table, after(table, OVER)._replace(creep_throughs=creep_throughs), 0
    ).differences
    path, before, then, *_ = left.change
    assert (path, before, then) == (("creep_throughs",), (), creep_throughs)


def test_limits_the_number_of_accounts() -> None:
    # A shoe given at any moment of a move cut in parts explains the same.
    table = scene(f"{PLAIN} P=", ann={"hand": "lost_shoe broken_bridge"})
    few = resolve(table, after(table, f"{OVER}; play lost_shoe Bo"), 0)
    assert (len(few.accounts), few.more) == (7, False)
    both = f"{OVER}; play lost_shoe Bo; play broken_bridge N10/E16"
    many = resolve(table, after(table, both), 0)
    assert (len(many.accounts), many.more) == (MAX_ACCOUNTS, True)
    # Four values end in the forest after three steps, the shoe given at any of five moments.
    stop = scene("S1 S. S. F.", ann={"hand": "lost_shoe"}, rulings={"after_stop": "cards_allowed"})
    just = resolve(stop, after(stop, "roll white 5; 1 >>>; play lost_shoe Bo"), 0)
    assert (len(just.accounts), just.more) == (MAX_ACCOUNTS, False)


def test_could_matter_is_unknown_after_a_short_search() -> None:
    table = scene(f"{PLAIN} P=", ann={"hand": "lost_shoe broken_bridge"})
    then = after(table, f"{OVER}; play lost_shoe Bo; play broken_bridge N10/E16")
    # A longer roll that stops there explains it as well.
    names = ["die_count", "late_logging"]
    assert could_matter(table, then, 0, names) == {"die_count": True, "late_logging": None}
    unexplained = then.with_player(0, shoes=1)
    assert not resolve(table, unexplained, 0).more
    assert could_matter(table, unexplained, 0, names) == {"die_count": None, "late_logging": None}
    plain = scene(PLAIN)
    soon_found = after(plain, OVER).with_player(0, shoes=1)
    assert could_matter(plain, soon_found, 0, names) == {"die_count": None, "late_logging": None}


def test_an_unfinished_search_reports_more() -> None:
    table = scene("S1 S. S. S. S. S.", ann={"hand": "lost_shoe"})
    then = after(table, f"play lost_shoe Bo; {OVER}")
    first = resolve(table, then, 0, 1)
    assert (len(first.accounts), first.more) == (1, True)
    assert resolve(table, then, 0, 2).more


def test_other_rulings_can_make_a_change_impossible() -> None:
    table = scene("S1 S. S. S. S. S.")
    then = table.with_player(
        0, explorers=after(table, "roll white 5; 1 >>>>>").players[0].explorers
    )
    short = scene("S. S. S. S1 S. S.").players[0].explorers
    assert len(accounts(table, then)) == 1
    assert accounts(table, table.with_player(0, explorers=short)) == []
    at_most = table.under(Rulings(die_count="at_most"))
    assert accounts(at_most, at_most.with_player(0, explorers=short)) != []


def test_resting_walkers_were_not_moved_again() -> None:
    table = scene("Fw F. F. F. F.", walker={"N10/E10": "Bo"})
    moved = table._replace(walkers=(Walker(place("N10/E14"), None, 0),))
    assert accounts(table, moved) == []


def test_routes_not_logged_keep_their_cards() -> None:
    table = scene(SIX)
    ann = table.players[0]
    route = ann.routes[0]._replace(cards=(place("N05/E05"),), info=(Info.OPEN,), treasures=(None,))
    assert accounts(table, table.with_player(0, routes=(route, *ann.routes[1:]))) == []


def test_accounts_use_one_of_several_paths_to_an_end() -> None:
    table = scene("S1 S. S. S. S.\nS. Sd S. S. S.")
    corner = scene("S. S. S. S. S.\nS1 S. S. S. S.", at="N01/E01", ann={"2": "N20/E20"})
    for before, path, end in ((table, ">>>>v", "N11/E14"), (corner, "^>>>>", "N01/E05")):
        found = accounts(before, after(before, f"roll white 5; 1 {path}"))
        assert [one for one in found if one[0]["pips"] == 5] == [
            [
                {"do": "roll", "die": "white", "pips": 5},
                {"do": "move", "mover": "explorer:1", "path": end},
            ]
        ]


@pytest.mark.parametrize("unfinished", [False, True])
def test_says_whether_some_loggings_were_not_tried(
    monkeypatch: pytest.MonkeyPatch, unfinished: bool
) -> None:
    monkeypatch.setattr(CandidateTurns, "unfinished", unfinished)
    before = scene(PLAIN)
    found = resolve(before, after(before, OVER), 0)
    assert found.accounts
    assert (found.truncated, found.more) == (unfinished, unfinished)


@pytest.mark.parametrize("owner", [0, 1])
def test_walkers_said_to_rest_are_mended(owner: int) -> None:
    table = scene("S1 S. S. S. S. S.\nF. F. Fw F. F. F.")
    then = after(table, OVER)
    finding = resolve(table, then.with_walker(0, moved_by=owner), 0)
    assert [found.kind for found in finding.differences] == ["piece"]
    assert finding.mended == then
