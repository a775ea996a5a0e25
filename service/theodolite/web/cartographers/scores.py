"""The endpoint `scores`: the score of a season and of the game so far."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, cast

from msgspec import UNSET, Struct, UnsetType

from theodolite.cartographers import scoring
from theodolite.cartographers.scoring import decrees_needed, scoring_faults
from theodolite.cartographers.snapshot import Snapshot
from theodolite.verdict import Fault
from theodolite.web import responses
from theodolite.web.cartographers.responses import (
    Category,
    RulingsUsed,
    SeasonName,
    localizer_in,
    season_name,
)
from theodolite.web.responses import Localizer, Remark, description, rulings_used


class Part(responses.Part, kw_only=True):
    """A portion of a line's points."""

    line: Annotated[
        str | UnsetType,
        description("`row C`, `column 3`, `diagonal C1` in words, where it is one."),
    ] = UNSET


class Item(responses.Item, kw_only=True):
    """One line of a score sheet."""

    category: Category
    decree: Annotated[str | UnsetType, description("Decrees: its letter.")] = UNSET
    card: Annotated[str | UnsetType, description("Decrees: the scoring card under it.")] = UNSET
    parts: Annotated[
        list[Part] | UnsetType, description("Decrees: where the points come from.")
    ] = UNSET


class SeasonScore(Struct):
    """The score of a season."""

    season: Annotated[SeasonName, description("The season.")]
    recorded: Annotated[bool, description("Whether it is taken as written, not scored on the map.")]
    total: Annotated[int, description("The sum of its items, or of the boxes written.")]
    adds_up: Annotated[
        bool | UnsetType,
        description("Recorded: false if the sum written is not that of its parts."),
    ] = UNSET
    items: Annotated[list[Item] | UnsetType, description("Scored: its lines.")] = UNSET


class PlayerScore(Struct):
    """A player's score."""

    name: Annotated[str, description("The player's name.")]
    rank: Annotated[int, description("From 1; tied players share.")]
    total: Annotated[int, description("The sum of the seasons.")]
    monster_loss: Annotated[
        int | None,
        description("The cost of monsters in all of them; null if it is not known of one."),
    ]
    seasons: Annotated[list[SeasonScore], description("The seasons so far, in order.")]
    items: Annotated[
        list[Item], description("The lines of all seasons that are scored, in their order.")
    ]


class Solo(Struct):
    """The rating of a solo game; null where decrees are not known."""

    numbers: Annotated[int | None, description("The solo numbers of the four scoring cards.")]
    rating: Annotated[int | None, description("The total less these.")]
    title: Annotated[str | None, description("Null too before the game is complete.")]


DecidedBy = Literal["total", "monsters", "shared", "undecided"]


class Scores(Struct):
    """A scored table."""

    players: Annotated[list[PlayerScore], description("The players, in the order of the request.")]
    final: Annotated[bool, description("Whether all four seasons are scored.")]
    winners: Annotated[
        list[str], description("The players with rank 1; none in a solo game, which has a title.")
    ]
    decided_by: Annotated[
        DecidedBy | None,
        description(
            "The deciding criterion: the total, the fewest points lost to monsters, or nothing. "
            "`undecided` if a winner's monsters are not known of every season, null in a solo game."
        ),
    ]
    missing: Annotated[
        list[SeasonName], description("The seasons for which some player has no score.")
    ]
    remarks: Annotated[list[Remark], description("Oddities of the sheets.")]
    rulings: RulingsUsed
    solo: Annotated[Solo | UnsetType, description("In solo games only.")] = UNSET


def scores(request: Mapping[str, Any], locale: str) -> Scores:
    """The current season is scored on the maps, earlier ones are taken as written.

    With `only`, these decrees alone are scored.
    """
    snapshot: Snapshot = request["snapshot"]
    scored, matters = scoring.score_with_rulings(snapshot, request.get("only", ()))
    return scores_of(snapshot, scored, matters, localizer_in(locale))


def score_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Scoring cards that are missing."""
    table: Snapshot = made["snapshot"]
    return scoring_faults(table, decrees_needed(table.season, made.get("only", ())), ("snapshot",))


def scores_of(
    snapshot: Snapshot, scored: scoring.Scores, matters: Mapping[str, bool], localizer: Localizer
) -> Scores:
    """The response about a scored table.

    Args:
        snapshot: The table.
        scored: Its scores.
        matters: For each ruling used, whether another value would change the scores.
        localizer: The language of the texts.
    """
    names, ranking = snapshot.names, scored.ranking
    winners = ranking.winners if scored.solo is None else ()
    return Scores(
        [
            PlayerScore(
                name,
                rank,
                player.total,
                player.monster_loss,
                seasons := [_season(season, localizer) for season in player.seasons],
                [item for season in seasons for item in season.items or ()],
            )
            for name, rank, player in zip(names, ranking.ranks, scored.players, strict=True)
        ],
        scored.complete,
        [names[winner] for winner in winners],
        cast("DecidedBy", ranking.decided_by) if winners else None,
        [season_name(season) for season in scored.missing],
        [
            Remark(
                player=remark.player,
                explanation=localizer.sentence(remark.rule, remark.key, remark.values),
                **localizer.cite(remark.rule),
            )
            for remark in scored.remarks
        ],
        rulings_used(snapshot.rulings, matters),
        UNSET if scored.solo is None else _solo(scored.solo, localizer),
    )


def _season(season: scoring.SeasonScore, localizer: Localizer) -> SeasonScore:
    name = season_name(season.season)
    if season.items is None:
        return SeasonScore(name, True, season.total, season.adds_up)
    items = [localizer.item(item, Item, Part) for item in season.items]
    return SeasonScore(name, False, season.total, items=items)


def _solo(solo: scoring.SoloScore, localizer: Localizer) -> Solo:
    titles = localizer.rulebook.words(localizer.locale, "titles")
    return Solo(solo.numbers, solo.rating, solo.title and titles[solo.title])
