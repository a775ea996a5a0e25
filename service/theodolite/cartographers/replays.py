"""A game played again from a record: every card and draw judged, every season scored and ended.

Covers what the deck allows (Spielvorbereitung, Nächste Jahreszeit), ruins in force, whether a
season ends in time (Überprüfen), scores, and the effects of ambushes. Not checked: heroes in a
combined game, of which nobody tells when they come, and heroes before the record begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.ending import (
    Choices,
    Ending,
    end_season,
    over_check,
    threshold,
    time_of,
    unjudged_choices,
    waiting_checks,
)
from theodolite.cartographers.ending import told as told_of_end
from theodolite.cartographers.facts import Card
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import Scores, score
from theodolite.cartographers.scoring_cards import RULINGS
from theodolite.cartographers.snapshot import Season, Snapshot
from theodolite.cartographers.turn import Turn, Verdict, judge, neighbour, rulings_used
from theodolite.cartographers.turn import told as told_of_draw
from theodolite.verdict import NOTHING, Check, Status, legal

__all__ = [
    "Played",
    "Replay",
    "SeasonPlayed",
    "SeasonRecord",
    "Stop",
    "TurnRecord",
    "replay",
    "replay_rulings",
    "told",
]


class TurnRecord(NamedTuple):
    """A card revealed, and what each player drew for it, by name; of a ruins card nobody."""

    card: Card
    draws: Mapping[str, Draw]


class SeasonRecord(NamedTuple):
    """The cards of a season in order, and what trolls destroyed at its end."""

    turns: Sequence[TurnRecord]
    choices: Choices = MappingProxyType({})


class Played(NamedTuple):
    """A turn as judged: the checks of its card, and each player's verdict by number."""

    checks: Sequence[Check]
    draws: Sequence[tuple[int, Verdict]]

    @property
    def legal(self) -> bool:
        """Whether no rule was broken, by the card or by a draw."""
        return legal(self.checks) and all(verdict.legal for _, verdict in self.draws)


class SeasonPlayed(NamedTuple):
    """A season as judged; scores and ending are None if it did not come to its end.

    `checks` are those on its end.
    """

    season: Season
    turns: Sequence[Played]
    scores: Scores | None = None
    ending: Ending | None = None
    checks: Sequence[Check] = ()


class Stop(NamedTuple):
    """The first fault: its season, turn (None: a choice at the end), player (None: a card)."""

    season: Season
    turn: int | None
    player: int | None


class Replay(NamedTuple):
    """A record as judged, up to and with its first fault, and the table as far as it is legal.

    `scores` are those of the last season that was scored.
    """

    seasons: Sequence[SeasonPlayed]
    stopped_at: Stop | None
    after: Snapshot
    scores: Scores | None

    @property
    def legal(self) -> bool:
        """Whether the whole record is."""
        return self.stopped_at is None


def replay(start: Snapshot, seasons: Sequence[SeasonRecord]) -> Replay:
    """Judge a record from a table on. The last season may be unfinished."""
    table = start
    played: list[SeasonPlayed] = []
    heroes: list[str] = []
    for number, record in enumerate(seasons):
        turns, stop, table = _play(table, record.turns, heroes)
        heroes += [turn.card.id for turn in record.turns if turn.card.kind == "hero"]
        cards = [turn.card for turn in record.turns]
        last = number == len(seasons) - 1
        season = SeasonPlayed(table.season, turns)
        time, most = time_of(cards), threshold(table.game, table.season, table.rulings)
        if stop is None and time < most:
            # A season ends once its time is reached, not before (Überprüfen).
            checks = unjudged_choices(record.choices)
            if not last:
                stop = Stop(table.season, len(cards), None)
                checks.append(over_check(table.season, time, most))
            season = season._replace(checks=checks)
        if stop is not None or time < most:
            return Replay([*played, season], stop, table, _last(played))
        ending = end_season(table, cards, record.choices)
        checks = [*ending.checks, *waiting_checks(table, ending.waiting)]
        season = season._replace(scores=score(table), ending=ending, checks=checks)
        if ending.effected is None:
            stop = Stop(table.season, None, _chooser(table, ending))
            return Replay([*played, season], stop, table, season.scores)
        # After winter the game is over (Spielende).
        if ending.after is None:
            late = None
            if not last:
                late = Stop(table.season, len(cards), None)
                season = season._replace(checks=[*checks, _check("game.over", failed=True)])
            return Replay([*played, season], late, ending.effected, season.scores)
        played.append(season)
        table = ending.after
    return Replay(played, None, table, _last(played))


def told(record: Replay) -> Replay:
    """All that a replay says but for the rulings, which its tables hold."""
    seasons = [
        season._replace(
            turns=[
                turn._replace(draws=[(player, told_of_draw(one)) for player, one in turn.draws])
                for turn in season.turns
            ],
            ending=season.ending and told_of_end(season.ending),
        )
        for season in record.seasons
    ]
    return record._replace(seasons=seasons, after=record.after.under(Rulings()))


def replay_rulings(start: Snapshot, seasons: Sequence[SeasonRecord]) -> Sequence[str]:
    """The rulings that may bear on a record, in the order of the table."""
    used = {"coin_limit"}
    used |= {RULINGS[card] for card in start.decrees if card is not None and card in RULINGS}
    # Of coins that are too few there is a remark, if a neighbour's act brought the owner any.
    used.add("below_lowest_title" if start.solo else "coins_by_others")
    if start.season <= Season.SUMMER < start.season + len(seasons):
        used.add("summer_threshold")
    for record in seasons:
        for turn in record.turns:
            used.update(rulings_used(start, Turn(0, 0, turn.card)))
    if any(player.drawn.dragon | player.drawn.destroyed_dragon for player in start.players):
        used.add("dragon_defeated")
    return [name for name in Rulings._fields if name in used]


def _last(played: Sequence[SeasonPlayed]) -> Scores | None:
    return played[-1].scores if played else None


def _chooser(table: Snapshot, ending: Ending) -> int:
    """Whose choice for a troll is wanting or wrong; the first of several."""
    names = [player.name for player in table.players]
    wrong = [check.values["player"] for check in ending.checks if check.status == "failed"]
    waiting = [names[one.player] for one in ending.waiting]
    return next(i for i, name in enumerate(names) if name in [*wrong, *waiting])


def _play(
    table: Snapshot, turns: Sequence[TurnRecord], heroes: Sequence[str]
) -> tuple[list[Played], Stop | None, Snapshot]:
    """The turns of a season as judged, up to and with the first fault; the table after them."""
    played: list[Played] = []
    after_ruins = False
    for i, (card, draws) in enumerate(turns):
        before = [turn.card for turn in turns[:i]]
        checks = list(_card_checks(table, card, before, heroes, draws))
        if not legal(checks):
            return [*played, Played(checks, [])], Stop(table.season, i, None), table
        if card.kind == "ambush":
            table = table._replace(ambushes=(*table.ambushes, card.id))
        verdicts: list[tuple[int, Verdict]] = []
        for player, one in enumerate(table.players):
            if card.kind == "ruins":
                break
            verdict = _drawn(table, player, card, draws.get(one.name), after_ruins=after_ruins)
            verdicts.append((player, verdict))
            if verdict.after is None:
                stop = Stop(table.season, i, player)
                return [*played, Played(checks, verdicts)], stop, table
            table = verdict.after
        played.append(Played(checks, verdicts))
        # Ruins hold until the next explore card, over ambushes and heroes (Ruinen).
        after_ruins = card.kind == "ruins" or (after_ruins and card.kind != "explore")
    return played, None, table


def _drawn(
    table: Snapshot, player: int, card: Card, drawn: Draw | None, *, after_ruins: bool
) -> Verdict:
    if drawn is None:
        # Everyone draws, or says that nothing can be drawn (Zeichnen).
        values = {"player": table.players[player].name}
        return Verdict(
            [Check("cartographers.round.draws", "failed", "absent", values)], None, False
        )
    passed = card.kind == "ambush" and not table.solo
    on = neighbour(table, player, card) if passed else player
    return judge(table, Turn(player, on, card, after_ruins), drawn)


def _card_checks(
    table: Snapshot,
    card: Card,
    before: Sequence[Card],
    heroes: Sequence[str],
    draws: Mapping[str, Draw],
) -> Iterator[Check]:
    """Whether a card can come now, after those before it in its season."""
    names = [other.id for other in before]
    most = threshold(table.game, table.season, table.rulings)
    # The season goes on until the time of its cards reaches the threshold.
    time = time_of(before)
    yield _check("round.season", failed=time >= most, time=time, threshold=most)
    # Each card comes once a season; ambushes and heroes leave the deck for good.
    gone = [*names, *(table.ambushes if card.kind == "ambush" else heroes)]
    yield _check("deck.once", failed=card.id in gone)
    # One more ambush is shuffled in each season: by the end of season n at most n have come.
    if card.kind == "ambush":
        count, seasons = len(table.ambushes) + 1, table.season + 1
        yield _check("deck.ambush", failed=count > seasons, count=count, most=seasons)
    # One more hero likewise, in Heroes.
    if card.kind == "hero" and table.game == "heroes":
        count = len(heroes) + sum(other.kind == "hero" for other in before) + 1
        yield _check(
            "deck.hero", failed=count > table.season + 1, count=count, most=table.season + 1
        )
    elif card.kind == "hero":
        yield Check("cartographers.deck.hero", "not_checked", "not_checked", NOTHING)
    # For a ruins card nobody draws (Erkunden).
    if card.kind == "ruins":
        yield _check("deck.ruins", failed=bool(draws))


def _check(rule: str, *, failed: bool, **values: object) -> Check:
    status: Status = "failed" if failed else "passed"
    return Check(f"cartographers.{rule}", status, status, values)
