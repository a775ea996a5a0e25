"""Scores: the ranking as if all stopped and offered now."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.tiwanaku.remarks import remarks
from theodolite.tiwanaku.scoring import score
from theodolite.web import responses
from theodolite.web.responses import description, rulings_used
from theodolite.web.tiwanaku.responses import Rulings, judge_table, localizer


class ScoresItem(responses.Item, kw_only=True):
    """A line of a side's score."""

    category: Annotated[
        Literal["recorded", "offering", "empty_spaces"],
        description("The points on the marker, a last offering, or Otoma's for empty spaces."),
    ]
    tokens: Annotated[list[int] | UnsetType, description("Offering: the levels held.")] = UNSET


class SideScore(Struct):
    """The score of a player, of the group or of Otoma."""

    name: Annotated[str, description("The player's name, `group` or `Otoma`.")]
    rank: Annotated[int, description("From 1; those who are tied share.")]
    total: Annotated[int, description("The sum of the items.")]
    items: Annotated[list[ScoresItem], description("The lines of the score.")]
    diversity_steps: Annotated[
        int, description("The steps of all the side's diversity pawns, which break ties.")
    ]


class Remark(responses.Remark, kw_only=True):
    """An oddity of the table that is not impossible."""

    spaces: Annotated[list[str], description("The spaces concerned.")]


class Standing(Struct):
    """The ranking as if all stopped and offered now."""

    players: Annotated[
        list[SideScore], description("The sides: the players in turn order or the group, Otoma.")
    ]
    winners: Annotated[list[str], description("The names of the sides that win.")]
    decided_by: Annotated[
        Literal["total", "diversity_steps", "shared", "otoma_wins_ties"],
        description("The deciding criterion between the best sides."),
    ]
    final: Annotated[bool, description("Whether nothing more can be gained.")]
    remarks: Annotated[list[Remark], description("An oddity of the table that is not impossible.")]
    rulings: Rulings


def scores(request: Mapping[str, Any], locale: str) -> Standing:
    """The sides are ranked as if all stopped and offered now.

    The points on a marker are taken as recorded; only a record explains them. `remarks` are
    oddities of the table that are not impossible.
    """
    snapshot = request["snapshot"]
    found, matters = judge_table(snapshot, score)
    texts = localizer(snapshot, locale)
    sides = [
        SideScore(
            side.name,
            rank,
            side.total,
            [texts.item(item, ScoresItem) for item in side.items],
            side.diversity_steps,
        )
        for side, rank in zip(found.sides, found.ranking.ranks, strict=True)
    ]
    return Standing(
        sides,
        [sides[winner].name for winner in found.ranking.winners],
        found.ranking.decided_by,  # type: ignore[arg-type]
        found.final,
        [
            Remark(
                player=None,
                explanation=texts.sentence(rule, key, values),
                spaces=texts.names(spaces),
                **texts.cite(rule),
            )
            for rule, key, values, spaces in remarks(snapshot)
        ],
        rulings_used(snapshot.rulings, matters),
    )
