"""The end of a season: whether it is over, and what zombies and trolls then do.

Covers the time of the explore cards (Überprüfen), and the effects at the end of a scoring in the
order in which their cards came (Sondereffekte). The score itself is in `scoring`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from theodolite.cartographers.board import GRID, Map
from theodolite.cartographers.drawing import (
    Change,
    Sheet,
    coins_brought,
    destroyed_by_stars,
    destroyed_in,
    with_coins,
)
from theodolite.cartographers.facts import Card, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import box, card_rulings
from theodolite.cartographers.snapshot import Player, Season, Snapshot
from theodolite.grid import Space, Spaces, each
from theodolite.verdict import NOTHING, Check, Fault, Status, Word, legal

__all__ = [
    "TROLL",
    "ZOMBIE",
    "Choices",
    "Effects",
    "Ending",
    "Waiting",
    "destroyed_by_troll",
    "end_season",
    "ending_rulings",
    "order",
    "over_check",
    "revealed_faults",
    "spread",
    "threshold",
    "time_of",
    "told",
    "troll_may_destroy",
    "unjudged_choices",
    "waiting_checks",
]

ZOMBIE, TROLL = "zombie_plague", "giant_troll_ravage"
_THRESHOLDS = {Season.SPRING: 8, Season.AUTUMN: 7, Season.WINTER: 6}

Choices = Mapping[str, Mapping[str, Space]]
"""By player, and by ambush, the space that is chosen."""


class Effects(NamedTuple):
    """What an ambush does to a player's map at the end of a season."""

    player: int
    ambush: str
    changes: Sequence[Change]


class Waiting(NamedTuple):
    """A choice that is wanting: whose, for which ambush, and the spaces there are."""

    player: int
    ambush: str
    may: Spaces


class Ending(NamedTuple):
    """The end of a season. `over` and `time` are None if the cards revealed are not told.

    `effected` is the table once every effect is carried out, None while a choice is wanting or
    wrong, or while the season is not over; `after` that table in the next season.
    """

    over: bool | None
    time: int | None
    threshold: int
    effects: Sequence[Effects]
    waiting: Sequence[Waiting]
    checks: Sequence[Check]
    effected: Snapshot | None
    after: Snapshot | None


def threshold(game: Game, season: Season, rulings: Rulings) -> int:
    """The time at which a season ends: 8, 8, 7, 6 (Überprüfen)."""
    # The text's number for summer is 8, Heroes' season card shows 7 (summer_threshold).
    if season == Season.SUMMER:
        by_game = 7 if game == "heroes" else 8
        return {"by_game": by_game, "eight": 8, "seven": 7}[rulings.summer_threshold]
    return _THRESHOLDS[season]


def time_of(cards: Sequence[Card]) -> int:
    """The time of the explore cards among those revealed."""
    return sum(card.time or 0 for card in cards)


def revealed_faults(
    game: Game,
    season: Season,
    ambushes: Sequence[str],
    revealed: Sequence[Card],
    rulings: Rulings,
) -> Iterator[Fault]:
    """What cannot be true of the cards of a season, beside the ambushes that have come by its end.

    Paths begin at the cards.
    """
    names = [card.id for card in revealed]
    most = threshold(game, season, rulings)
    for i, card in enumerate(revealed):
        # A card that is revealed lies on the table until the season ends (Nächste Jahreszeit).
        if card.id in names[:i]:
            yield Fault("duplicate_card", (i,), {"card": Word("cards", card.id)})
        if (time := time_of(revealed[:i])) >= most:
            values = {"card": Word("cards", card.id), "time": time, "threshold": most}
            yield Fault("card_after_season", (i,), values)
        if card.kind == "ambush" and card.id not in ambushes:
            yield Fault("ambush_missing", (i,), {"card": Word("cards", card.id)})
    came = [card.id for card in revealed if card.kind == "ambush"]
    # Those of this season came last, in the order in which they were revealed.
    if {*came} <= {*ambushes} and came != [*ambushes][len(ambushes) - len(came) :]:
        yield Fault("ambush_order", (), {"cards": [Word("cards", name) for name in came]})
    # One more hero is shuffled in each season, in Heroes.
    heroes = sum(card.kind == "hero" for card in revealed)
    if game == "heroes" and heroes > season + 1:
        yield Fault("too_many_heroes", (), {"count": heroes, "most": season + 1})


def spread(land: Map) -> tuple[Map, list[Change]]:
    """Make a zombie of each empty space adjacent to a standing one, all at once and one step.

    On a star it is destroyed at once.
    """
    infected = GRID.neighbours(land.drawn.zombie) & land.empty
    drawn = land._replace(drawn=land.drawn.with_letter(infected, "Z"))
    after = destroyed_by_stars(drawn)
    changes = [Change(space, "drawn", letter="Z") for space in each(infected)]
    return after, changes + destroyed_in(drawn, after)


def troll_may_destroy(land: Map) -> Spaces:
    """The empty spaces adjacent to a standing troll space, of which its owner destroys one."""
    return GRID.neighbours(land.drawn.troll) & land.empty


def destroyed_by_troll(land: Map, target: Space | None) -> tuple[Map, list[Change]]:
    """Destroy what a troll's owner chose, nothing where it has no empty neighbour."""
    if target is None:
        return land, []
    after = land._replace(drawn=land.drawn.with_destroyed(1 << target))
    return after, destroyed_in(land, after)


def order(ambushes: Sequence[str], land: Map) -> list[str]:
    """The ambushes that act on a map, in the order in which they came."""
    standing = {ZOMBIE: land.drawn.zombie, TROLL: land.drawn.troll}
    came = [*ambushes, ZOMBIE, TROLL]
    return sorted([name for name, spaces in standing.items() if spaces], key=came.index)


def end_season(
    snapshot: Snapshot, revealed: Sequence[Card] | None = None, choices: Choices | None = None
) -> Ending:
    """End a season: carry out the effects of ambushes and write its line down.

    Args:
        snapshot: the table, its ambushes those of this season included.
        revealed: the cards of this season; None if they are not told.
        choices: what trolls destroy.
    """
    most = threshold(snapshot.game, snapshot.season, snapshot.rulings)
    time = None if revealed is None else time_of(revealed)
    over = None if time is None else time >= most
    checks = [over_check(snapshot.season, time, most)]
    if over is False:
        checks += unjudged_choices(choices or {})
        return Ending(over, time, most, (), (), checks, None, None)
    acts = [
        _act(snapshot, i, (choices or {}).get(player.name, {}))
        for i, player in enumerate(snapshot.players)
    ]
    effects = [effect for act in acts for effect in act.effects]
    waiting = [act.waiting for act in acts if act.waiting]
    checks += [check for act in acts for check in act.checks]
    if waiting or not legal(checks):
        return Ending(over, time, most, effects, waiting, checks, None, None)
    effected = snapshot._replace(players=tuple(act.player for act in acts))
    return Ending(over, time, most, effects, (), checks, effected, _next_season(snapshot, effected))


class _Acts(NamedTuple):
    """What ambushes do to one player's sheet, as far as the player's choices go."""

    player: Player
    effects: Sequence[Effects]
    checks: Sequence[Check]
    waiting: Waiting | None


def _act(snapshot: Snapshot, number: int, choices: Mapping[str, Space]) -> _Acts:
    player = snapshot.players[number]
    sheet = Sheet(snapshot.map(number), player.coins)
    acting = order(snapshot.ambushes, sheet.map)
    # A choice for an ambush that asks for none is wrong.
    checks = [
        _choice_check(player.name, target, 0)
        for ambush, target in choices.items()
        if ambush != TROLL or TROLL not in acting
    ]
    effects: list[Effects] = []
    waiting = None
    for ambush in acting:
        if ambush == ZOMBIE:
            after, changes = spread(sheet.map)
        else:
            may, target = troll_may_destroy(sheet.map), choices.get(TROLL)
            if may and target is None:
                waiting = Waiting(number, ambush, may)
                break
            if target is not None:
                checks.append(_choice_check(player.name, target, may))
            if not legal(checks):
                break
            after, changes = destroyed_by_troll(sheet.map, target)
        # Zombies and trolls are the owner's own acts.
        brought = coins_brought(sheet, after, snapshot.rulings)
        effects.append(Effects(number, ambush, [*changes, *brought]))
        sheet = with_coins(sheet, after, brought)
    after_all = player._replace(drawn=sheet.map.drawn, coins=sheet.coins)
    return _Acts(after_all, effects, checks, waiting)


def _next_season(scored: Snapshot, effected: Snapshot) -> Snapshot | None:
    """The table in the next season, the last one's line written down; none after winter."""
    if scored.season == Season.WINTER:
        return None
    players = []
    # The season is scored before the effects; coins they bring count from the next one on.
    for i, player in enumerate(effected.players):
        line = box(scored, i)
        written = line._replace(written=line.total)
        players.append(player._replace(seasons=(*player.seasons, written)))
    season = Season(scored.season + 1)
    return effected._replace(players=tuple(players), season=season)


def over_check(season: Season, time: int | None, most: int) -> Check:
    """Whether the time of a season's explore cards has reached its threshold; None: not told."""
    values = {"time": time, "threshold": most}
    if time is None:
        return Check("cartographers.season.over", "not_checked", "not_checked", values)
    status: Status = "passed" if time >= most else "failed"
    # How long summer lasts is a ruling (summer_threshold).
    says = f"summer_{status}" if season == Season.SUMMER else status
    return Check("cartographers.season.over", status, says, values)


def unjudged_choices(choices: Choices) -> list[Check]:
    """That what trolls destroy is not judged while the season goes on, if anything is chosen."""
    chosen = any(choices.values())
    unjudged = Check("cartographers.effect.troll", "not_checked", "not_checked", NOTHING)
    return [unjudged] if chosen else []


def waiting_checks(snapshot: Snapshot, waiting: Sequence[Waiting]) -> list[Check]:
    """That a choice is wanting, of a record in which the season has ended."""
    return [
        Check(
            "cartographers.effect.troll",
            "failed",
            "absent",
            {"player": snapshot.players[one.player].name, "spaces": GRID.name_all(one.may)},
            one.may,
        )
        for one in waiting
    ]


def _choice_check(player: str, target: Space, may: Spaces) -> Check:
    # The troll's owner destroys one empty space adjacent to it, if there is one.
    fits = bool(may >> target & 1)
    says = "passed" if fits else "failed" if may else "none"
    values = {"player": player, "target": GRID.names[target], "spaces": GRID.name_all(may)}
    status: Status = "passed" if fits else "failed"
    return Check("cartographers.effect.troll", status, says, values, may)


def told(ending: Ending) -> Ending:
    """All that an ending says but for the rulings, which its tables hold."""
    return ending._replace(effected=None, after=ending.after and ending.after.under(Rulings()))


def ending_rulings(snapshot: Snapshot) -> Sequence[str]:
    """The rulings that may bear on the end of a season."""
    used = ["coin_limit"]
    # The line written down is scored; after winter none is.
    if snapshot.season != Season.WINTER:
        used += card_rulings(snapshot, snapshot.season.decrees)
    if snapshot.season == Season.SUMMER:
        used.append("summer_threshold")
    if any(player.drawn.dragon | player.drawn.destroyed_dragon for player in snapshot.players):
        used.append("dragon_defeated")
    return used
