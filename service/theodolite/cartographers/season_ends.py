"""The end of a season: whether it is over, and the effects of zombies and trolls.

Covers the time of the explore cards (Überprüfen), and the effects after a season is scored, in the
order in which their cards were revealed (Sondereffekte). The score itself is in `scoring`.
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
from theodolite.cartographers.facts import FACTS, Card, Facts
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import card_rulings, season_box
from theodolite.cartographers.snapshot import Player, Season, Snapshot, drawer
from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.leaving import staying
from theodolite.verdict import NOTHING, Check, Fault, Status, legal

_THRESHOLDS = {Season.SPRING: 8, Season.AUTUMN: 7, Season.WINTER: 6}

Choices = Mapping[str, Mapping[str, Space | str]]
"""By player and by ambush, the space that the player destroys; a name if it is off the map."""


class Effects(NamedTuple):
    """The effects of an ambush on a player's map at the end of a season.

    Attributes:
        player: The index of the player.
        ambush: The id of the ambush.
        changes: The changes of the map, in order.
    """

    player: int
    ambush: str
    changes: Sequence[Change]


class Waiting(NamedTuple):
    """A choice that is missing.

    Attributes:
        player: The index of the player who chooses.
        ambush: The id of the ambush that asks for it.
        options: The spaces to choose from.
    """

    player: int
    ambush: str
    options: Spaces


class Ending(NamedTuple):
    """The end of a season.

    Attributes:
        over: Whether the season is over; None if its cards are not known.
        time: The time of its explore cards; None if they are not known.
        threshold: The time at which it ends.
        effects: The effects of ambushes, in order.
        waiting: The choices that are missing.
        checks: The rules on the end of the season.
        effected: The table after all effects; None while a choice is missing or wrong, or while the
            season is not over.
        after: That table in the next season; None after winter.
    """

    over: bool | None
    time: int | None
    threshold: int
    effects: Sequence[Effects]
    waiting: Sequence[Waiting]
    checks: Sequence[Check]
    effected: Snapshot | None
    after: Snapshot | None


def threshold(table: Snapshot) -> int:
    """The time at which a season ends: 8, 8, 7, 6, or as the table plays it (Überprüfen)."""
    if table.season in table.facts.lengths:
        return table.facts.lengths[table.season]
    # For summer the text says 8, and Heroes' season card shows 7 (summer_threshold).
    if table.season == Season.SUMMER:
        by_game = 7 if table.game == "heroes" else 8
        return {"by_game": by_game, "eight": 8, "seven": 7}[table.rulings.summer_threshold]
    return _THRESHOLDS[table.season]


def time_of(cards: Sequence[Card]) -> int:
    """The total time of the explore cards among these."""
    return sum(card.time or 0 for card in cards)


def revealed_faults(table: Snapshot, revealed: Sequence[Card]) -> Iterator[Fault]:
    """The faults of the cards of a season.

    Args:
        table: The table at the end of the season; its ambushes include those of the season.
        revealed: The cards of the season, in order; paths of faults begin with their index.
    """
    names, ambushes, season = [card.id for card in revealed], table.ambushes, table.season
    most = threshold(table)
    for i, card in enumerate(revealed):
        # A card that is revealed lies on the table until the season ends (Nächste Jahreszeit).
        if card.id in names[:i]:
            yield Fault("duplicate_card", (i,), {"card": card.name})
        if (time := time_of(revealed[:i])) >= most:
            values = {"card": card.name, "time": time, "threshold": most}
            yield Fault("card_after_season", (i,), values)
        if card.kind == "ambush" and card.id not in ambushes:
            yield Fault("ambush_missing", (i,), {"card": card.name})
    drawn = [card for card in revealed if card.kind == "ambush"]
    of_season = [card.id for card in drawn]
    # The ambushes of this season are the last ones, in the order in which they were revealed.
    if {*of_season} <= {*ambushes} and of_season != [*ambushes][len(ambushes) - len(of_season) :]:
        yield Fault("ambush_order", (), {"cards": [card.name for card in drawn]})
    # One more hero is shuffled in each season, in Heroes.
    heroes = sum(card.kind == "hero" for card in revealed)
    if table.game == "heroes" and heroes > season + 1:
        yield Fault("too_many_heroes", (), {"count": heroes, "most": season + 1})


def spread_zombies(map_: Map) -> tuple[Map, list[Change]]:
    """Turn every empty space adjacent to a zombie into a zombie, all at once and one step.

    A new zombie on a star is destroyed at once.
    """
    infected = GRID.neighbours(map_.drawn.zombie) & map_.empty
    drawn = map_._replace(drawn=map_.drawn.with_letter(infected, "Z"))
    after = destroyed_by_stars(drawn)
    changes = [Change(space, "drawn", letter="Z") for space in each(infected)]
    return after, changes + destroyed_in(drawn, after)


def troll_options(map_: Map) -> Spaces:
    """The empty spaces adjacent to a troll, one of which the owner of the map destroys."""
    return GRID.neighbours(map_.drawn.troll) & map_.empty


def destroyed_by_troll(map_: Map, target: Space | None) -> tuple[Map, list[Change]]:
    """Destroy the space that was chosen for a troll; None if the troll has no empty neighbour."""
    if target is None:
        return map_, []
    after = map_._replace(drawn=map_.drawn.with_destroyed(1 << target))
    return after, destroyed_in(map_, after)


def acting_ambushes(
    ambushes: Sequence[str], map_: Map, facts: Facts = FACTS
) -> Sequence[tuple[str, str]]:
    """The zombies and trolls that act on a map at the end of a season, in the order of their cards.

    Returns:
        The letter and the id of each ambush: of several that draw one letter, the first.
    """
    standing = {"Z": map_.drawn.zombie, "T": map_.drawn.troll}
    acting = [
        (letter, drawer(letter, ambushes, facts)) for letter, spaces in standing.items() if spaces
    ]
    # Those that are not listed come last.
    return sorted(acting, key=lambda one: [*ambushes, one[1]].index(one[1]))


def end_season(
    snapshot: Snapshot, revealed: Sequence[Card] | None = None, choices: Choices | None = None
) -> Ending:
    """End a season: carry out the effects of ambushes, and write down each player's points.

    Args:
        snapshot: The table; its ambushes include those of this season.
        revealed: The cards of this season; None if they are not known.
        choices: The spaces that are destroyed for trolls; none by default.

    >>> from theodolite.cartographers import MAPS
    >>> decrees = ("greenbough", "canal_lake", None, None)
    >>> players = (Player("Ann"), Player("Ben", coins=2))
    >>> table = Snapshot("cartographers", MAPS["A"], Season.SPRING, False, players, decrees)
    >>> after = end_season(table).after
    >>> after.season.name, [player.seasons[0].total for player in after.players]
    ('SUMMER', [0, 2])
    """
    most = threshold(snapshot)
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
    """The effects of all ambushes on one player's sheet, up to the first missing choice."""

    player: Player
    effects: Sequence[Effects]
    checks: Sequence[Check]
    waiting: Waiting | None


def _act(snapshot: Snapshot, number: int, choices: Mapping[str, Space | str]) -> _Acts:
    player = snapshot.players[number]
    sheet = Sheet.of(snapshot, number)
    # The map of a player who has left stays as it is.
    acts = number in staying(snapshot)
    acting = acting_ambushes(snapshot.ambushes, sheet.map, snapshot.facts) if acts else ()
    troll = dict(acting).get("T")
    # A choice for an ambush that asks for none is wrong.
    checks = [
        _choice_check(player.name, target, NOWHERE)
        for ambush, target in choices.items()
        if ambush != troll
    ]
    effects: list[Effects] = []
    waiting = None
    for letter, ambush in acting:
        if letter == "Z":
            after, changes = spread_zombies(sheet.map)
        else:
            options, target = troll_options(sheet.map), choices.get(ambush)
            if options and target is None:
                waiting = Waiting(number, ambush, options)
                break
            if target is not None:
                taken = sheet.map.drawn.zombie & ~player.drawn.zombie
                checks.append(_choice_check(player.name, target, options, taken))
            # A target off the map has failed its check.
            if not legal(checks) or isinstance(target, str):
                break
            after, changes = destroyed_by_troll(sheet.map, target)
        # The owner of the map carries out these effects.
        brought = coins_brought(sheet, after, snapshot.rulings)
        effects.append(Effects(number, ambush, [*changes, *brought]))
        sheet = with_coins(sheet, after, brought)
    after_all = player._replace(
        drawn=sheet.map.drawn, coins=sheet.coins, dragon_paid=sheet.dragon_paid
    )
    return _Acts(after_all, effects, checks, waiting)


def _next_season(scored: Snapshot, effected: Snapshot) -> Snapshot | None:
    """The table in the next season, with the points of the last written down; None after winter."""
    if scored.season == Season.WINTER:
        return None
    players = []
    # The season is scored before the effects; coins they bring count from the next one on.
    for i, player in enumerate(effected.players):
        box = season_box(scored, i)
        written = box._replace(written=box.total)
        players.append(player._replace(seasons=(*player.seasons, written)))
    season = Season(scored.season + 1)
    return effected._replace(players=tuple(players), season=season)


def over_check(season: Season, time: int | None, most: int) -> Check:
    """The check that the time of a season's explore cards has reached its threshold.

    Args:
        season: The season.
        time: The time of its explore cards; None if they are not known.
        most: The threshold.
    """
    values = {"time": time, "threshold": most}
    if time is None:
        return Check("cartographers.season.over", "not_checked", "not_checked", values)
    status: Status = "passed" if time >= most else "failed"
    # How long summer lasts is a ruling (summer_threshold).
    key = f"summer_{status}" if season == Season.SUMMER else status
    return Check("cartographers.season.over", status, key, values)


def unjudged_choices(choices: Choices) -> list[Check]:
    """The check that choices are not judged before the season ends, if there are any."""
    chosen = any(choices.values())
    unjudged = Check("cartographers.effect.troll", "not_checked", "not_checked", NOTHING)
    return [unjudged] if chosen else []


def waiting_checks(snapshot: Snapshot, waiting: Sequence[Waiting]) -> list[Check]:
    """The failed checks of the choices that a finished season of a record lacks."""
    return [
        Check(
            "cartographers.effect.troll",
            "failed",
            "absent",
            {"player": snapshot.names[one.player], "spaces": GRID.name_all(one.options)},
            one.options,
        )
        for one in waiting
    ]


def _choice_check(
    player: str, target: Space | str, options: Spaces, taken: Spaces = NOWHERE
) -> Check:
    # The player destroys one empty space adjacent to the troll, if there is one.
    name = target if isinstance(target, str) else GRID.names[target]
    fits = name in GRID.name_all(options)
    key = "passed" if fits else "failed" if options else "none"
    if name in GRID.name_all(taken):
        key = "taken"
    values = {"player": player, "target": name, "spaces": GRID.name_all(options)}
    status: Status = "passed" if fits else "failed"
    return Check("cartographers.effect.troll", status, key, values, options)


def without_rulings(ending: Ending) -> Ending:
    """An ending whose table has the default rulings, to compare it under different rulings."""
    return ending._replace(effected=None, after=ending.after and ending.after.under(Rulings()))


def ending_rulings(snapshot: Snapshot) -> Sequence[str]:
    """The rulings that may bear on the end of a season."""
    used = ["coin_limit"]
    # Points are written down, except after winter.
    if snapshot.season != Season.WINTER:
        used += card_rulings(snapshot, snapshot.season.decrees)
    if snapshot.season == Season.SUMMER and Season.SUMMER not in snapshot.facts.lengths:
        used.append("summer_threshold")
    if any(player.drawn.dragon | player.drawn.destroyed_dragon for player in snapshot.players):
        used.append("dragon_defeated")
    return used
