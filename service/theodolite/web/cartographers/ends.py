"""Answers about the end of a season."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct

from theodolite.cartographers import season_ends as rules
from theodolite.cartographers.scoring import scoring_faults
from theodolite.cartographers.season_ends import revealed_faults
from theodolite.cartographers.snapshot import Season, Snapshot, card_faults, order_faults
from theodolite.leaving import staying
from theodolite.rulings import judged
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.cartographers.cards import card_field
from theodolite.web.cartographers.moves import choices_field
from theodolite.web.cartographers.responses import (
    Changes,
    RulingsUsed,
    Table,
    changes_of,
    localizer_in,
    table_document,
)
from theodolite.web.responses import (
    Check,
    Condition,
    Localizer,
    NextPlayer,
    StillToPlay,
    description,
    rulings_used,
)
from theodolite.web.schemas import Schema, unknown_player

MAX_CARDS = 60
"""More cards than a season has."""


class EndGivenSchema(Schema):
    """The cards of the season, and what is chosen at its end."""

    revealed = fields.List(
        card_field(),
        MAX_CARDS,
        code="too_many",
        allow_none=True,
        description="The cards of this season, in order. Without them, whether the season is over "
        "is not judged.",
    )
    choices = choices_field()


def given_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Impossible cards; unknown players; ambushes and scoring cards that are missing."""
    table: Snapshot = made["snapshot"]
    given = made.get("given", {})
    revealed = given.get("revealed") or ()
    for i, card in enumerate(revealed):
        yield from below(("given", "revealed", i), card_faults(card, table.game, ("time",)))
    yield from below(("given", "revealed"), revealed_faults(table, revealed))
    for name in given.get("choices", {}):
        yield from unknown_player(table.names, name, ("given", "choices", name))
    for player in table.players:
        yield from order_faults(table.ambushes, player.drawn, ("snapshot", "ambushes"), table.facts)
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


class EndedSeason(Struct, kw_only=True):
    """The end of a season."""

    over: Annotated[
        bool | None,
        description("Whether the game is over: winter is; null in winter without its cards."),
    ]
    triggered: Annotated[
        bool | None, description("Whether the season is over; null without the cards revealed.")
    ]
    conditions: Annotated[list[Condition], description("That of the end of the season.")]
    time: Annotated[
        int | None, description("The time of its explore cards; null without the cards revealed.")
    ]
    threshold: Annotated[int, description("The time at which it ends.")]
    effects: Annotated[list[Effect], description("The effects of ambushes, in order.")]
    waiting: Annotated[list[Waiting], description("The choices that are missing.")]
    next_player: NextPlayer
    still_to_play: StillToPlay
    checks: Annotated[list[Check], description("The rules on the end of the season.")]
    after: Annotated[
        Table | None,
        description("The table in the next season; null after winter and until all is chosen."),
    ]
    rulings: RulingsUsed


def end_checks(request: Mapping[str, Any], locale: str) -> EndedSeason:
    """Zombies and trolls act in the order of their cards, and points are written down.

    `after` is the table in the next season. Missing choices are listed.
    """
    snapshot: Snapshot = request["snapshot"]
    given = request.get("given", {})
    ended, matters = judged(
        lambda rulings: rules.end_season(
            snapshot.under(rulings), given.get("revealed"), given.get("choices", {})
        ),
        snapshot.rulings,
        rules.ending_rulings(snapshot),
        rules.without_rulings,
    )
    localizer = localizer_in(locale)
    over = localizer.check(ended.checks[0])
    waiting = [
        Waiting(snapshot.players[one.player].name, one.ambush, localizer.names(one.options))
        for one in ended.waiting
    ]
    is_last = snapshot.season == Season.WINTER
    return EndedSeason(
        over=not staying(snapshot) or (ended.over if is_last else False),
        triggered=ended.over,
        conditions=[
            Condition(
                rule=over.rule,
                reference=over.reference,
                met=ended.over,
                explanation=over.explanation,
                spaces=[],
            )
        ],
        time=ended.time,
        threshold=ended.threshold,
        effects=effects_of(snapshot, ended.effects, localizer),
        waiting=waiting,
        next_player=None,
        still_to_play=[one.player for one in waiting],
        checks=localizer.checks(ended.checks),
        after=None if ended.after is None else table_document(ended.after),
        rulings=rulings_used(snapshot.rulings, matters),
    )


def effects_of(
    snapshot: Snapshot, effects: Iterable[rules.Effects], localizer: Localizer
) -> list[Effect]:
    """The effects of ambushes as responses."""
    return [
        Effect(
            snapshot.players[effect.player].name,
            effect.ambush,
            changes_of(effect.changes, localizer),
        )
        for effect in effects
    ]
