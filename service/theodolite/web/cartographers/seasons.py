"""The endpoints about whole seasons: `season-ends` and `replays`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Struct

from theodolite.cartographers import legality
from theodolite.cartographers import replays as replaying
from theodolite.cartographers import season_ends as rules
from theodolite.cartographers.board import GRID
from theodolite.cartographers.facts import Card
from theodolite.cartographers.replays import SeasonRecord, TurnRecord
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import scoring_faults
from theodolite.cartographers.season_ends import Choices, revealed_faults, threshold, time_of
from theodolite.cartographers.snapshot import (
    Season,
    Snapshot,
    card_faults,
    order_faults,
    ruins_faults,
)
from theodolite.rulings import alternatives, judged
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.boards import SpaceField
from theodolite.web.cartographers.cards import card_field
from theodolite.web.cartographers.responses import (
    Changes,
    RulingsUsed,
    SeasonName,
    Table,
    changes_of,
    localizer_in,
    season_name,
    table_document,
)
from theodolite.web.cartographers.schemas import (
    AMBUSHES,
    MAX_PLAYERS,
    OVER_EDGE,
    DrawSchema,
    name_field,
    snapshot_field,
)
from theodolite.web.cartographers.scores import Scores, scores_of
from theodolite.web.responses import Check, Localizer, description, rulings_used
from theodolite.web.schemas import Schema, unknown_player

MAX_TURNS = 60
"""More cards than a season has."""
_THRESHOLDS = [Rulings(), *alternatives(Rulings(), "summer_threshold")]


def choices_field() -> fields.Mapping:
    """The spaces that are chosen at the end of a season."""
    ambush = fields.Choice(AMBUSHES, "unknown_card")
    return fields.Mapping(
        name_field(),
        fields.Mapping(ambush, SpaceField(GRID, outside=OVER_EDGE), len(AMBUSHES)),
        MAX_PLAYERS,
        description="By player, and by ambush, the space that the player destroys at the end of "
        "the season.",
    )


class SeasonEndRequest(NamedTuple):
    """A table, the cards of its season if they are known, and what trolls destroy."""

    snapshot: Snapshot
    revealed: Sequence[Card] | None
    choices: Choices


class SeasonEndSchema(Schema):
    """A table at the end of a season, its cards, and what is chosen."""

    snapshot = snapshot_field()
    revealed = fields.List(
        card_field(),
        MAX_TURNS,
        code="too_many",
        allow_none=True,
        description="The cards of this season, in order. Without them, whether the season is over "
        "is not judged.",
    )
    choices = choices_field()

    def make(self, data: Mapping[str, Any]) -> SeasonEndRequest:
        """The table, the cards and the choices."""
        return SeasonEndRequest(data["snapshot"], data.get("revealed"), data.get("choices", {}))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Impossible cards; unknown players; ambushes and scoring cards that are missing."""
        loaded: SeasonEndRequest = made
        table, revealed = loaded.snapshot, loaded.revealed or ()
        for i, card in enumerate(revealed):
            yield from below(("revealed", i), card_faults(card, table.game, ("time",)))
        faults = revealed_faults(table.game, table.season, table.ambushes, revealed, table.rulings)
        yield from below(("revealed",), faults)
        for name in loaded.choices:
            yield from unknown_player(table.names, name, ("choices", name))
        for player in table.players:
            yield from order_faults(table.ambushes, player.drawn, ("snapshot", "ambushes"))
        # After winter no points are written down.
        if table.season != Season.WINTER:
            yield from scoring_faults(table, table.season.decrees, ("snapshot",))


class Effect(Struct):
    """The effect of an ambush on a player's map at the end of a season."""

    player: Annotated[str, description("The player.")]
    ambush: Annotated[str, description("The ambush.")]
    changes: Changes


class Waiting(Struct):
    """A choice that is missing."""

    player: Annotated[str, description("The player who chooses.")]
    ambush: Annotated[str, description("The ambush that asks for it.")]
    may: Annotated[list[str], description("The spaces to choose from.")]


class EndedSeason(Struct):
    """The end of a season."""

    over: Annotated[
        bool | None, description("Whether the season is over; null without the cards revealed.")
    ]
    time: Annotated[
        int | None, description("The time of its explore cards; null without the cards revealed.")
    ]
    threshold: Annotated[int, description("The time at which it ends.")]
    effects: Annotated[list[Effect], description("The effects of ambushes, in order.")]
    waiting: Annotated[list[Waiting], description("The choices that are missing.")]
    checks: Annotated[list[Check], description("The rules on the end of the season.")]
    after: Annotated[
        Table | None,
        description("The table in the next season; null after winter and until all is chosen."),
    ]
    rulings: RulingsUsed


def season_ends(loaded: SeasonEndRequest, locale: str) -> EndedSeason:
    """End a season.

    Responds with whether it is over, with the effects of zombies and trolls in the order of their
    cards, and with the table in the next season, points written down. Missing choices are listed.
    """
    snapshot = loaded.snapshot
    ended, matters = judged(
        lambda rulings: rules.end_season(snapshot.under(rulings), loaded.revealed, loaded.choices),
        snapshot.rulings,
        rules.ending_rulings(snapshot),
        rules.without_rulings,
    )
    localizer = localizer_in(locale)
    return EndedSeason(
        ended.over,
        ended.time,
        ended.threshold,
        _effects(snapshot, ended.effects, localizer),
        [
            Waiting(snapshot.players[one.player].name, one.ambush, localizer.names(one.options))
            for one in ended.waiting
        ],
        localizer.checks(ended.checks),
        None if ended.after is None else table_document(ended.after),
        rulings_used(snapshot.rulings, matters),
    )


def _effects(
    snapshot: Snapshot, effects: Iterable[rules.Effects], localizer: Localizer
) -> list[Effect]:
    return [
        Effect(
            snapshot.players[effect.player].name,
            effect.ambush,
            changes_of(effect.changes, localizer),
        )
        for effect in effects
    ]


class ReplayRequest(NamedTuple):
    """A table, and the seasons that followed."""

    snapshot: Snapshot
    seasons: Sequence[SeasonRecord]


class TurnRecordSchema(Schema):
    """A card revealed, and what each player drew for it."""

    card = card_field(required=True, description="The card.")
    draws = fields.Mapping(
        name_field(),
        fields.Nested(DrawSchema()),
        MAX_PLAYERS,
        description="By player, what the player drew; none for a ruins card.",
    )

    def make(self, data: Mapping[str, Any]) -> TurnRecord:
        """The turn."""
        return TurnRecord(data["card"], data.get("draws", {}))


class SeasonRecordSchema(Schema):
    """The cards of a season in order, and what trolls destroyed at its end."""

    turns = fields.List(
        fields.Nested(TurnRecordSchema()),
        MAX_TURNS,
        code="too_many",
        required=True,
        description="The cards in the order in which they were revealed.",
    )
    choices = choices_field()

    def make(self, data: Mapping[str, Any]) -> SeasonRecord:
        """The season."""
        return SeasonRecord(**data)


class ReplaySchema(Schema):
    """A table, and a record of the seasons that followed."""

    snapshot = snapshot_field()
    seasons = fields.List(
        fields.Nested(SeasonRecordSchema()),
        len(Season),
        code="too_many",
        required=True,
        description="The seasons from that of the table on; the last may be unfinished.",
    )

    def make(self, data: Mapping[str, Any]) -> ReplayRequest:
        """The table and the record."""
        return ReplayRequest(**data)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Impossible cards; unknown players; facts that the record needs and are not known."""
        table, seasons = made
        for i, season in enumerate(seasons):
            for j, (card, draws) in enumerate(season.turns):
                path = ("seasons", i, "turns", j)
                needed = (*legality.faces_needed(table, card), "time")
                yield from below((*path, "card"), card_faults(card, table.game, needed))
                for name in draws:
                    yield from unknown_player(table.names, name, (*path, "draws", name))
            for name in season.choices:
                yield from unknown_player(table.names, name, ("seasons", i, "choices", name))
        yield from _record_faults(table, seasons)


def _record_faults(table: Snapshot, seasons: Sequence[SeasonRecord]) -> Iterator[Fault]:
    """The facts about the table that must be known to judge a record, and are not."""
    cards = [[record.card for record in season.turns] for season in seasons]
    if table.game != "heroes" and any(
        card.kind == "ruins" for revealed in cards for card in revealed
    ):
        yield from ruins_faults(table.printed, ("snapshot", "map"))
    # A season is scored once its time is reached, by whatever ruling.
    scored = [
        season
        for season, revealed in zip(table.season.left, cards, strict=False)
        if time_of(revealed) >= min(threshold(table.game, season, one) for one in _THRESHOLDS)
    ]
    decrees = sorted({decree for season in scored for decree in season.decrees})
    yield from scoring_faults(table, decrees, ("snapshot",))
    for player in table.players:
        yield from order_faults(table.ambushes, player.drawn, ("snapshot", "ambushes"))


class Verdict(Struct):
    """A player's draw, as judged."""

    player: Annotated[str, description("The player.")]
    legal: Annotated[bool, description("Whether no rule is broken.")]
    checks: Annotated[list[Check], description("Every rule that bears on the draw.")]
    shape: Annotated[
        int | None, description("The number of the card's shape drawn, from 0; null if it is none.")
    ]
    fallback: Annotated[bool, description("Whether it is a 1x1 instead of a shape.")]
    changes: Changes


class PlayedTurn(Struct):
    """A card of a record and what was drawn for it, as judged."""

    card: Annotated[str, description("The card's id.")]
    legal: Annotated[bool, description("Whether no rule is broken, by the card or by a draw.")]
    checks: Annotated[list[Check], description("The rules on the deck and the season.")]
    draws: Annotated[list[Verdict], description("The draws, in the order of the players.")]


class PlayedSeason(Struct):
    """A season of a record, as judged."""

    season: Annotated[SeasonName, description("The season.")]
    turns: Annotated[list[PlayedTurn], description("Its cards, up to the first fault.")]
    scores: Annotated[Scores | None, description("Its scores; null of an unfinished season.")]
    effects: Annotated[list[Effect], description("The effects of ambushes at its end, in order.")]
    checks: Annotated[list[Check], description("The rules on the end of the season.")]


class Stop(Struct):
    """The place where a record stops being legal."""

    season: Annotated[SeasonName, description("The season.")]
    turn: Annotated[
        int | None, description("The turn, from 0; null of a choice at the season's end.")
    ]
    player: Annotated[str | None, description("The player; null of a fault of a card.")]


class JudgedReplay(Struct):
    """A record as judged."""

    legal: Annotated[bool, description("Whether the whole record is legal.")]
    seasons: Annotated[list[PlayedSeason], description("Its seasons, up to the first fault.")]
    stopped_at: Annotated[Stop | None, description("The first fault; null of a legal record.")]
    after: Annotated[Table, description("The table after the legal part of the record.")]
    scores: Annotated[Scores | None, description("Those of the last season that was scored.")]
    rulings: RulingsUsed


def replays(loaded: ReplayRequest, locale: str) -> JudgedReplay:
    """Judge a record of seasons.

    Every card and every draw is judged, up to and with the first fault. A finished season is
    scored, and its effects are carried out. The last season may be unfinished.
    """
    snapshot = loaded.snapshot
    replayed, matters = judged(
        lambda rulings: replaying.replay(snapshot.under(rulings), loaded.seasons),
        snapshot.rulings,
        replaying.replay_rulings(snapshot, loaded.seasons),
        replaying.without_rulings,
    )
    stop, localizer = replayed.stopped_at, localizer_in(locale)
    scores = [
        None if season.scores is None else scores_of(snapshot, season.scores, {}, localizer)
        for season in replayed.seasons
    ]
    return JudgedReplay(
        replayed.legal,
        [
            PlayedSeason(
                season_name(season.season),
                [
                    PlayedTurn(
                        record.card.id,
                        played.legal,
                        localizer.checks(played.checks),
                        [
                            _verdict(snapshot.names[player], verdict, localizer)
                            for player, verdict in played.draws
                        ],
                    )
                    for record, played in zip(loaded.seasons[i].turns, season.turns, strict=False)
                ],
                scores[i],
                _effects(snapshot, season.ending.effects if season.ending else (), localizer),
                localizer.checks(season.checks),
            )
            for i, season in enumerate(replayed.seasons)
        ],
        None
        if stop is None
        else Stop(
            season_name(stop.season),
            stop.turn,
            None if stop.player is None else snapshot.names[stop.player],
        ),
        table_document(replayed.after),
        next((scored for scored in reversed(scores) if scored is not None), None),
        rulings_used(snapshot.rulings, matters),
    )


def _verdict(player: str, verdict: legality.Verdict, localizer: Localizer) -> Verdict:
    return Verdict(
        player,
        verdict.legal,
        localizer.checks(verdict.checks),
        verdict.shape,
        verdict.fallback,
        changes_of(verdict.changes, localizer),
    )
