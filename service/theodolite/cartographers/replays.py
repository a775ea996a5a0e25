"""Replays: every card and draw of a record judged, every season of it scored and ended.

Covers the contents of the deck (Spielvorbereitung, Nächste Jahreszeit), ruins in force, whether a
season ends in time (Überprüfen), scores, and the effects of ambushes. Not checked: heroes in a
combined game, for which no source says when they come, and heroes before the record begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from theodolite.cartographers import legality, season_ends
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.facts import Card
from theodolite.cartographers.legality import (
    Turn,
    Verdict,
    judge,
    neighbour,
    rulings_used,
    unfinished,
)
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import Scores, card_rulings, score
from theodolite.cartographers.season_ends import (
    Choices,
    Ending,
    end_season,
    over_check,
    threshold,
    time_of,
    unjudged_choices,
    waiting_checks,
)
from theodolite.cartographers.snapshot import Season, Snapshot
from theodolite.leaving import leave, staying
from theodolite.verdict import NOTHING, Check, Status, legal


class TurnRecord(NamedTuple):
    """A card revealed, and what the players drew for it.

    Attributes:
        card: The card.
        draws: What each player drew, by name, None if that is not said; none for a ruins card.
    """

    card: Card
    draws: Mapping[str, Draw | None]


class Leave(NamedTuple):
    """A player leaves the table, by name."""

    player: str


class SeasonRecord(NamedTuple):
    """A season of a record.

    Attributes:
        turns: The cards in the order in which they were revealed, and who left between them.
        choices: The spaces destroyed for trolls at its end.
        ended: Whether its end belongs to the record, as that of all but the last does.
    """

    turns: Sequence[TurnRecord | Leave]
    choices: Choices = MappingProxyType({})
    ended: bool = True

    @property
    def cards(self) -> list[Card]:
        """Its cards."""
        return cards_of(self.turns)


def cards_of(turns: Sequence[TurnRecord | Leave]) -> list[Card]:
    """The cards of some turns."""
    return [turn.card for turn in turns if isinstance(turn, TurnRecord)]


class Played(NamedTuple):
    """A turn as judged.

    Attributes:
        checks: The rules on the deck and the season.
        draws: The index of each player with the verdict on the player's draw.
    """

    checks: Sequence[Check]
    draws: Sequence[tuple[int, Verdict]]

    @property
    def legal(self) -> bool | None:
        """Whether no rule is broken, by the card or by a draw; None if a draw is not whole."""
        draws = [verdict.legal for _, verdict in self.draws]
        if not legal(self.checks) or False in draws:
            return False
        return None if None in draws else True


class SeasonPlayed(NamedTuple):
    """A season as judged.

    Attributes:
        season: The season.
        turns: Its turns, up to the first fault.
        scores: Its scores; None if it did not come to its end.
        ending: The effects at its end; None if it did not come to its end.
        checks: The rules on its end.
    """

    season: Season
    turns: Sequence[Played]
    scores: Scores | None = None
    ending: Ending | None = None
    checks: Sequence[Check] = ()


class Stop(NamedTuple):
    """The place of the first fault.

    Attributes:
        season: The season.
        turn: The index of the turn in the season; None of the end of the season.
        player: The index of the player; None of a fault of a card.
    """

    season: Season
    turn: int | None
    player: int | None


class Replay(NamedTuple):
    """A record as judged.

    Attributes:
        seasons: Its seasons, up to and with the first fault.
        stopped_at: The first fault; None of a legal record.
        after: The table after the legal part of the record.
        scores: The scores of the last season that was scored; None if there is none.
    """

    seasons: Sequence[SeasonPlayed]
    stopped_at: Stop | None
    after: Snapshot
    scores: Scores | None

    @property
    def legal(self) -> bool | None:
        """Whether the whole record is legal; None if it is but its last draw is not whole."""
        if self.stopped_at is not None:
            return False
        turns = self.seasons[-1].turns if self.seasons else ()
        return turns[-1].legal if turns else True


def replay(start: Snapshot, seasons: Sequence[SeasonRecord]) -> Replay:
    """Judge a record.

    Args:
        start: The table before the record.
        seasons: The seasons from that of the table on.

    >>> from theodolite.cartographers import CARDS, GRID, MAPS, Player, Terrain
    >>> start = Snapshot("cartographers", MAPS["A"], Season.SPRING, True, (Player("Ann"),))
    >>> river = Draw(1 << GRID.spaces["A1"], Terrain.WATER)
    >>> turns = [TurnRecord(CARDS["great_river"], {"Ann": river})]
    >>> record = [SeasonRecord(turns, ended=False)]
    >>> replay(start, record).stopped_at
    Stop(season=<Season.SPRING: 0>, turn=0, player=0)
    """
    table = start
    played: list[SeasonPlayed] = []
    heroes: list[str] = []
    for number, record in enumerate(seasons):
        follows = record.ended or number < len(seasons) - 1
        turns, stop, table = _play(table, record.turns, heroes, follows=follows)
        cards = record.cards
        heroes += [card.id for card in cards if card.kind == "hero"]
        season = SeasonPlayed(table.season, turns)
        time, most = time_of(cards), threshold(table)
        if stop is None and follows and time < most:
            # A season ends once its time is reached, not before (Überprüfen).
            stop = Stop(table.season, len(turns), None)
            checks = [*unjudged_choices(record.choices), over_check(table.season, time, most)]
            season = season._replace(checks=checks)
        if stop is not None or not follows:
            return Replay([*played, season], stop, table, _last(played))
        ending = end_season(table, cards, record.choices)
        checks = [*ending.checks, *waiting_checks(table, ending.waiting)]
        season = season._replace(scores=score(table), ending=ending, checks=checks)
        if ending.effected is None:
            stop = Stop(table.season, None, _chooser(table, ending))
            return Replay([*played, season], stop, table, season.scores)
        # After winter the game is over (Spielende).
        if ending.after is None:
            late, late_stop = [], None
            if number < len(seasons) - 1:
                over, is_card = [_check("game.over", failed=True)], bool(seasons[number + 1].turns)
                turns, checks = ([Played(over, [])], []) if is_card else ([], over)
                late = [SeasonPlayed(table.season, turns, checks=checks)]
                late_stop = Stop(table.season, 0 if is_card else None, None)
            return Replay([*played, season, *late], late_stop, ending.effected, season.scores)
        played.append(season)
        table = ending.after
    return Replay(played, None, table, _last(played))


def without_rulings(record: Replay) -> Replay:
    """A replay whose tables have the default rulings, to compare it under different rulings."""
    seasons = [
        season._replace(
            turns=[
                turn._replace(
                    draws=[
                        (player, legality.without_rulings(verdict))
                        for player, verdict in turn.draws
                    ]
                )
                for turn in season.turns
            ],
            ending=season.ending and season_ends.without_rulings(season.ending),
        )
        for season in record.seasons
    ]
    return record._replace(seasons=seasons, after=record.after.under(Rulings()))


def replay_rulings(start: Snapshot, seasons: Sequence[SeasonRecord]) -> Sequence[str]:
    """The rulings that may bear on a record, in the order of the table."""
    used = {"coin_limit"}
    used |= {*card_rulings(start, range(len(start.decrees)))}
    # Too few coins are remarked on, also those that a neighbour's draw brought the owner.
    used.add("below_lowest_title" if start.solo else "coins_by_others")
    is_open = Season.SUMMER not in start.facts.lengths
    if start.season <= Season.SUMMER < start.season + len(seasons) and is_open:
        used.add("summer_threshold")
    for record in seasons:
        for card in record.cards:
            used.update(rulings_used(start, Turn(0, 0, card)))
    if any(player.drawn.dragon | player.drawn.destroyed_dragon for player in start.players):
        used.add("dragon_defeated")
    return [name for name in Rulings._fields if name in used]


def _last(played: Sequence[SeasonPlayed]) -> Scores | None:
    return played[-1].scores if played else None


def _chooser(table: Snapshot, ending: Ending) -> int:
    """The index of the first player whose choice for a troll is missing or wrong."""
    names = [player.name for player in table.players]
    wrong = [check.values["player"] for check in ending.checks if check.status == "failed"]
    waiting = [names[one.player] for one in ending.waiting]
    return next(i for i, name in enumerate(names) if name in [*wrong, *waiting])


def _play(
    table: Snapshot, turns: Sequence[TurnRecord | Leave], heroes: Sequence[str], *, follows: bool
) -> tuple[list[Played], Stop | None, Snapshot]:
    """The turns of a season as judged, up to and with the first fault, and the table after them."""
    played: list[Played] = []
    after_ruins = False
    for i, turn in enumerate(turns):
        if isinstance(turn, Leave):
            check, table = leave("cartographers", table, table.names.index(turn.player))
            played.append(Played([check], []))
            if check.status == "failed":
                return played, Stop(table.season, i, table.names.index(turn.player)), table
            continue
        card, draws = turn
        checks = list(_card_checks(table, card, cards_of(turns[:i]), heroes, draws))
        if not legal(checks):
            return [*played, Played(checks, [])], Stop(table.season, i, None), table
        table = revealed(table, card)
        verdicts: list[tuple[int, Verdict]] = []
        for player, one in enumerate(table.players):
            if card.kind == "ruins":
                break
            if one.name in table.left and one.name not in draws:
                continue
            is_last = not follows and i == len(turns) - 1
            if is_last and one.name in draws and draws[one.name] is None:
                # Only the last draw of a record may still have to be made.
                verdicts.append((player, unfinished(one.name, "no_spaces")))
                return [*played, Played(checks, verdicts)], None, table
            verdict = _drawn(table, player, card, draws.get(one.name), after_ruins=after_ruins)
            verdicts.append((player, verdict))
            if verdict.after is None:
                stop = Stop(table.season, i, player)
                return [*played, Played(checks, verdicts)], stop, table
            table = verdict.after
        played.append(Played(checks, verdicts))
        after_ruins = leaves_ruins_in_force(card, after_ruins=after_ruins)
    return played, None, table


def _drawn(
    table: Snapshot, player: int, card: Card, drawn: Draw | None, *, after_ruins: bool
) -> Verdict:
    if drawn is None:
        # All players draw, or claim that nothing can be drawn (Zeichnen).
        values = {"player": table.players[player].name}
        return Verdict(
            [Check("cartographers.round.draws", "failed", "absent", values)], None, False
        )
    return judge(table, turn_for(table, player, card, after_ruins=after_ruins), drawn)


def turn_for(table: Snapshot, player: int, card: Card, *, after_ruins: bool) -> Turn:
    """The turn of a player for a card: ambushes are drawn on a neighbour's map, but for solo play.

    Args:
        table: The table before it.
        player: The index of the player.
        card: The card.
        after_ruins: Whether a ruins card is in force.
    """
    passed = card.kind == "ambush" and not table.solo
    on = neighbour(table, player, card) if passed else player
    return Turn(player, on, card, after_ruins)


def revealed(table: Snapshot, card: Card) -> Snapshot:
    """The table after a card is revealed: it lists the ambushes that have come."""
    if card.kind != "ambush":
        return table
    return table._replace(ambushes=(*table.ambushes, card.id))


def leaves_ruins_in_force(card: Card, *, after_ruins: bool) -> bool:
    """Whether ruins are in force after a card: until the next explore card (Ruinen)."""
    return card.kind == "ruins" or (after_ruins and card.kind != "explore")


def _card_checks(
    table: Snapshot,
    card: Card,
    before: Sequence[Card],
    heroes: Sequence[str],
    draws: Mapping[str, Draw | None],
) -> Iterator[Check]:
    """The rules on the deck: whether a card can come now, after the cards before it."""
    if not staying(table):
        yield _check("game.over", failed=True)
    names = [other.id for other in before]
    most = threshold(table)
    # A season ends once the time of its cards reaches the threshold.
    time = time_of(before)
    yield _check("round.season", failed=time >= most, time=time, threshold=most)
    # Each card is revealed once in a season; ambushes and heroes then leave the game.
    gone = [*names, *(table.ambushes if card.kind == "ambush" else heroes)]
    yield _check("deck.once", failed=card.id in gone)
    # One more ambush is shuffled in each season: at most n are revealed by the end of season n.
    if card.kind == "ambush":
        count, seasons = len(table.ambushes) + 1, table.season + 1
        yield _check("deck.ambush", failed=count > seasons, count=count, most=seasons)
    # So is one more hero, in Heroes.
    if card.kind == "hero" and table.game == "heroes":
        count = len(heroes) + sum(other.kind == "hero" for other in before) + 1
        yield _check(
            "deck.hero", failed=count > table.season + 1, count=count, most=table.season + 1
        )
    elif card.kind == "hero":
        yield Check("cartographers.deck.hero", "not_checked", "not_checked", NOTHING)
    # No player draws for a ruins card (Erkunden).
    if card.kind == "ruins":
        yield _check("deck.ruins", failed=bool(draws))


def _check(rule: str, *, failed: bool, **values: object) -> Check:
    status: Status = "failed" if failed else "passed"
    return Check(f"cartographers.{rule}", status, status, values)
