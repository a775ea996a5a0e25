"""Scores of Maps of Misterra."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from msgspec import UNSET, Struct, UnsetType

from theodolite.misterra import scoring
from theodolite.misterra.board import GRID, TerrainName
from theodolite.misterra.replays import replay
from theodolite.misterra.snapshot import Snapshot
from theodolite.misterra.solo import solo_score
from theodolite.web import responses
from theodolite.web.misterra.responses import (
    Remarks,
    RulingsUsed,
    localizer_for,
    remark_responses,
)
from theodolite.web.misterra.schemas import RULEBOOK
from theodolite.web.responses import Localizer, Part, description, rulings_used

Category = Literal["fidelity", "completeness", "presumptions", "claims", "master_cartographers"]

DecidedBy = Literal["total", "fidelity", "shared"]


class Item(responses.Item, kw_only=True):
    """One line of a score sheet."""

    category: Annotated[Category, description("The category of its points.")]
    parts: Annotated[
        list[Part] | UnsetType, description("Presumptions: where points come from.")
    ] = UNSET
    card: Annotated[int | UnsetType, description("Presumptions: the card's number.")] = UNSET
    claim: Annotated[str | UnsetType, description("Claims: the marker's space.")] = UNSET
    terrain: Annotated[TerrainName | UnsetType, description("Claims: the region's.")] = UNSET
    disputed_with: Annotated[
        list[str] | UnsetType, description("Claims: the holders of other markers in the region.")
    ] = UNSET
    line: Annotated[str | UnsetType, description("Master Cartographers: the row or column.")] = (
        UNSET
    )


class Subtotals(Struct):
    """The points of each category."""

    fidelity: Annotated[int, description("2 for each space that matches the island.")]
    completeness: Annotated[int, description("-1 for each empty space.")]
    presumptions: Annotated[int, description("From the presumption cards.")]
    claims: Annotated[int, description("2 for each tile of each region claimed.")]
    master_cartographers: Annotated[int, description("3 for each faithful line, in the variant.")]


class PlayerScore(Struct):
    """A player's score."""

    name: Annotated[str, description("The player's name.")]
    rank: Annotated[int, description("From 1; tied players share.")]
    total: Annotated[int, description("The sum of the subtotals.")]
    subtotals: Annotated[Subtotals, description("The points of each category.")]
    items: Annotated[list[Item], description("The lines that add up to the total.")]


class RemovedClaim(Struct):
    """A claim marker removed before scoring."""

    player: Annotated[str, description("Its holder; Otoma in a solo game.")]
    space: Annotated[str, description("The space it lay on.")]


class Removed(Struct):
    """Tiles and claims removed before scoring."""

    tiles: Annotated[list[str], description("The spaces whose hazy tiles were removed.")]
    claims: Annotated[list[RemovedClaim], description("The claim markers removed.")]


class Titles(Struct):
    """The titles of a solo score."""

    total: Annotated[str, description("For the total.")]
    presumptions: Annotated[str, description("For the presumptions.")]
    fidelity: Annotated[str, description("For the fidelity.")]
    claims: Annotated[str, description("For the claims less Otoma's.")]


class Solo(Struct):
    """A solo score."""

    otoma_claims: Annotated[int, description("The points of Otoma's claims.")]
    total: Annotated[int, description("The player's total less Otoma's claims.")]
    titles: Annotated[Titles, description("The title in each table.")]
    items: Annotated[list[Item], description("Otoma's claims.")]


class Scores(Struct):
    """A scored table."""

    players: Annotated[list[PlayerScore], description("The players in turn order.")]
    winners: Annotated[
        list[str], description("The names of the winners; none in a solo game, which has titles.")
    ]
    decided_by: Annotated[
        DecidedBy | None,
        description(
            "The criterion that decided; `shared` if the winners are equal in all, null in a solo "
            "game."
        ),
    ]
    final: Annotated[
        bool | None,
        description("Whether the game is over; null if the table does not tell."),
    ]
    island: Annotated[list[str], description("The island as scored, hazy tiles gone.")]
    removed: Annotated[Removed, description("Tiles and claims removed before scoring.")]
    remarks: Remarks
    rulings: RulingsUsed
    solo: Annotated[Solo | UnsetType, description("In solo games only.")] = UNSET


def scores(request: Mapping[str, Any], locale: str) -> Scores:
    """The table is scored as if the game were over now; hazy tiles and their claims are removed."""
    snapshot = request["snapshot"]
    return score_table(snapshot, locale, final=replay(snapshot, ()).finished)


def score_table(snapshot: Snapshot, locale: str, *, final: bool | None) -> Scores:
    """Score a table as if the game were over now; `final` says whether it is."""
    localizer = localizer_for(locale)
    scored = scoring.score(snapshot)
    ranking = scored.ranking
    # In a solo game titles are won (p. 11).
    winners = ranking.winners if scored.otoma is None else ()
    return Scores(
        players=[
            PlayerScore(
                player.name,
                rank,
                lines.total,
                Subtotals(**lines.subtotals),
                [localizer.item(item, Item) for item in lines.items],
            )
            for player, rank, lines in zip(
                snapshot.players, ranking.ranks, scored.lines, strict=True
            )
        ],
        winners=[snapshot.players[winner].name for winner in winners],
        decided_by=cast("DecidedBy", ranking.decided_by) if winners else None,
        final=final,
        island=scored.island.rows(),
        removed=Removed(
            localizer.names(scored.hazy),
            [RemovedClaim(claim.holder, GRID.names[claim.space]) for claim in scored.removed],
        ),
        remarks=remark_responses(scored.remarks, localizer),
        rulings=rulings_used(snapshot.rulings, scoring.could_matter(scored)),
        solo=UNSET if scored.otoma is None else _solo(scored, localizer),
    )


def _solo(scored: scoring.Scores, localizer: Localizer) -> Solo:
    solo = solo_score(scored)
    words = RULEBOOK.words(localizer.locale, "titles")
    return Solo(
        solo.otoma_claims,
        solo.total,
        Titles(**{table: words[title] for table, title in solo.titles.items()}),
        [localizer.item(item, Item) for item in scored.otoma or ()],
    )
