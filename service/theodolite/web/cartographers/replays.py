"""Answers about records."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import UNSET, Struct, UnsetType

from theodolite.cartographers import legality
from theodolite.cartographers import replays as replaying
from theodolite.cartographers.replays import Leave, SeasonPlayed, SeasonRecord
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import scoring_faults
from theodolite.cartographers.season_ends import threshold, time_of
from theodolite.cartographers.snapshot import Snapshot, order_faults, ruins_faults
from theodolite.disputes import kind_at
from theodolite.rulings import alternatives, judged
from theodolite.verdict import Fault, Path
from theodolite.verdict import legal as is_legal
from theodolite.web.cartographers.ends import Effect, effects_of
from theodolite.web.cartographers.moves import seasons_of
from theodolite.web.cartographers.records import records
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
from theodolite.web.cartographers.scores import Scores, scores_of
from theodolite.web.responses import (
    Check,
    Legal,
    Localizer,
    Stop,
    Verdict,
    description,
    rulings_used,
)
from theodolite.web.seen import SEEN, Seen, compare

_THRESHOLDS = [Rulings(), *alternatives(Rulings(), "summer_threshold")]


def record_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """The facts about the table that must be known to judge a record, and are not."""
    table: Snapshot = made["record"]["snapshot"]
    seasons = seasons_of(made["record"]["turns"])
    cards = [[card for card in season.cards if card is not None] for season in seasons]
    if table.game != "heroes" and any(
        card.kind == "ruins" for revealed in cards for card in revealed
    ):
        yield from ruins_faults(table.printed, ("record", "snapshot", "map"))
    # A season is scored once its time is reached, by whatever ruling.
    scored = [
        season
        for season, record, revealed in zip(table.season.left, seasons, cards, strict=False)
        if record.ended
        and time_of(revealed)
        >= min(threshold(table._replace(season=season, rulings=one)) for one in _THRESHOLDS)
    ]
    decrees = sorted({decree for season in scored for decree in season.decrees})
    yield from scoring_faults(table, decrees, ("record", "snapshot"))
    for player in table.players:
        path = ("record", "snapshot", "ambushes")
        yield from order_faults(table.ambushes, player.drawn, path, table.facts)


class Drawn(Verdict, kw_only=True):
    """A player's drawing, as judged."""

    player: Annotated[str, description("The player.")]
    shape: Annotated[
        int | None, description("The number of the card's shape drawn, from 0; null if it is none.")
    ]
    fallback: Annotated[bool, description("Whether it is a 1x1 instead of a shape.")]
    changes: Changes


class PlayedTurn(Struct, kw_only=True):
    """A card of a record and what was drawn for it, or the end of a season, as judged."""

    season: Annotated[SeasonName, description("The season.")]
    legal: Legal
    checks: Annotated[
        list[Check], description("The rules on the deck and the season, or on its end.")
    ]
    card: Annotated[str | UnsetType, description("The card's id.")] = UNSET
    left: Annotated[str | UnsetType, description("The player who left the table.")] = UNSET
    moves: Annotated[
        list[Drawn] | UnsetType, description("The drawings, in the order of the players.")
    ] = UNSET
    scores: Annotated[
        Scores | UnsetType | None,
        description("The scores of a season that ends; null if it does not end here."),
    ] = UNSET
    effects: Annotated[
        list[Effect] | UnsetType,
        description("The effects of ambushes at the end of a season, in order."),
    ] = UNSET


class RecordStop(Stop):
    """The place where a record stops being legal."""

    season: Annotated[SeasonName, description("The season.")]


class JudgedReplay(Struct):
    """A record as judged."""

    legal: Legal
    turns: Annotated[list[PlayedTurn], description("Its turns, up to the first fault.")]
    stopped_at: Annotated[RecordStop | None, description("The first fault; null if there is none.")]
    after: Annotated[Table, description("The table after the legal part of the record.")]
    scores: Annotated[Scores | None, description("Those of the last season that was scored.")]
    rulings: RulingsUsed
    seen: Annotated[Seen | UnsetType, SEEN] = UNSET


def _kind_of(path: Path) -> str:
    """The kind of a departure at a place."""
    return kind_at(path, {"drawn": "square_other", "stars": "star_missing"}, "card")


def replays(request: Mapping[str, Any], locale: str) -> JudgedReplay:
    """Every card, every drawing and every end of a season is judged, up to the first fault."""
    snapshot: Snapshot = request["record"]["snapshot"]
    recorded = request["record"]["turns"]
    seasons = seasons_of(recorded)
    replayed, matters = judged(
        lambda rulings: replaying.replay(snapshot.under(rulings), seasons),
        snapshot.rulings,
        replaying.replay_rulings(snapshot, seasons),
        replaying.without_rulings,
    )
    localizer = localizer_in(locale)
    turns: list[PlayedTurn] = []
    first: list[int] = []
    scores = None
    for record, season in zip(seasons, replayed.seasons, strict=False):
        first.append(len(turns))
        turns += _cards(snapshot, record, season, localizer)
        if season.scores is not None or season.checks:
            ended = None
            if season.scores is not None:
                ended = scores = scores_of(snapshot, season.scores, {}, localizer)
            effects = season.ending.effects if season.ending else ()
            turns.append(
                PlayedTurn(
                    season=season_name(season.season),
                    legal=is_legal(season.checks),
                    checks=localizer.checks(season.checks),
                    scores=ended,
                    effects=effects_of(snapshot, effects, localizer),
                )
            )
    return JudgedReplay(
        replayed.legal,
        turns,
        None if replayed.stopped_at is None else _stop(snapshot, replayed, first[-1]),
        table_document(replayed.after),
        scores,
        rulings_used(snapshot.rulings, matters),
        compare(request, records(snapshot), recorded, localizer, _kind_of),
    )


def _stop(snapshot: Snapshot, replayed: replaying.Replay, first: int) -> RecordStop:
    """The first fault, counted in the flat list, of which the last season begins at `first`."""
    stop, season = replayed.stopped_at, replayed.seasons[-1]
    if stop is None:
        raise TypeError(replayed)
    at = first + (len(season.turns) if stop.turn is None else stop.turn)
    player = None if stop.player is None else snapshot.names[stop.player]
    return RecordStop(at, None if player is None else 0, player, season_name(stop.season))


def _cards(
    snapshot: Snapshot, record: SeasonRecord, season: SeasonPlayed, localizer: Localizer
) -> Iterator[PlayedTurn]:
    for shown, played in zip(record.turns, season.turns, strict=False):
        yield PlayedTurn(
            season=season_name(season.season),
            legal=played.legal,
            checks=localizer.checks(played.checks),
            card=UNSET if isinstance(shown, Leave) else shown.card.id,
            left=shown.player if isinstance(shown, Leave) else UNSET,
            moves=[
                _drawn(snapshot.names[player], verdict, localizer)
                for player, verdict in played.draws
            ],
        )


def _drawn(player: str, verdict: legality.Verdict, localizer: Localizer) -> Drawn:
    return Drawn(
        **localizer.verdict(verdict.checks, whole=verdict.whole),
        player=player,
        shape=verdict.shape,
        fallback=verdict.fallback,
        changes=changes_of(verdict.changes, localizer),
    )
