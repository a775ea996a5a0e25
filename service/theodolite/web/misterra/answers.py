"""What answers about the scores, the island and the cards of Maps of Misterra contain."""

from typing import Annotated, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.misterra.board import TerrainName
from theodolite.misterra.mapping import Effect
from theodolite.web import answers
from theodolite.web.answers import Part, RulingUsed, says

__all__ = [
    "Card",
    "Change",
    "DecidedBy",
    "Face",
    "Item",
    "PlayerScore",
    "PresumptionList",
    "Remark",
    "Removed",
    "RemovedClaim",
    "Scores",
    "Solo",
    "Subtotals",
    "Supply",
    "Threshold",
    "Titles",
    "UpdatedIsland",
]

Category = Literal["fidelity", "completeness", "presumptions", "claims", "master_cartographers"]
DecidedBy = Literal["total", "fidelity", "shared"]


class Item(answers.Item, kw_only=True):
    """One line of a score sheet."""

    category: Category
    parts: Annotated[list[Part] | UnsetType, says("Presumptions: where points come from.")] = UNSET
    card: Annotated[int | UnsetType, says("Presumptions: the card's number.")] = UNSET
    claim: Annotated[str | UnsetType, says("Claims: the marker's space.")] = UNSET
    terrain: Annotated[TerrainName | UnsetType, says("Claims: the region's.")] = UNSET
    disputed_with: Annotated[
        list[str] | UnsetType, says("Claims: who else has a marker in the region.")
    ] = UNSET
    line: Annotated[str | UnsetType, says("Master Cartographers: the row or column.")] = UNSET


class Subtotals(Struct):
    """The points of each category."""

    fidelity: Annotated[int, says("2 for each space that matches the island.")]
    completeness: Annotated[int, says("-1 for each empty space.")]
    presumptions: Annotated[int, says("From the presumption cards.")]
    claims: Annotated[int, says("2 for each tile of each region claimed.")]
    master_cartographers: Annotated[int, says("3 for each faithful line, in the variant.")]


class PlayerScore(Struct):
    """A player's score."""

    name: Annotated[str, says("The player's name.")]
    rank: Annotated[int, says("From 1; tied players share.")]
    total: Annotated[int, says("The sum of the subtotals.")]
    subtotals: Subtotals
    items: list[Item]


class RemovedClaim(Struct):
    """A claim marker removed before scoring."""

    player: Annotated[str, says("Its holder; Otoma in a solo game.")]
    space: Annotated[str, says("The space it lay on.")]


class Removed(Struct):
    """What was removed before scoring."""

    tiles: Annotated[list[str], says("The spaces whose hazy tiles were removed.")]
    claims: list[RemovedClaim]


class Remark(Struct, kw_only=True):
    """Something about the table that should not be and yet can."""

    rule: Annotated[str, says("The rule concerned.")]
    page: Annotated[int, says("That rule's rulebook page.")]
    explanation: Annotated[str, says("What is odd, in words.")]


class Titles(Struct):
    """The titles of a solo score."""

    total: Annotated[str, says("For the total.")]
    presumptions: Annotated[str, says("For the presumptions.")]
    fidelity: Annotated[str, says("For the fidelity.")]
    claims: Annotated[str, says("For the claims less Otoma's.")]


class Solo(Struct):
    """A solo score."""

    otoma_claims: Annotated[int, says("What Otoma's claims take off.")]
    total: Annotated[int, says("The player's total less Otoma's claims.")]
    titles: Titles
    items: Annotated[list[Item], says("Otoma's claims.")]


class Scores(Struct):
    """A scored table."""

    players: list[PlayerScore]
    winners: list[str]
    decided_by: DecidedBy
    island: Annotated[list[str], says("The island as scored, hazy tiles gone.")]
    removed: Removed
    remarks: list[Remark]
    rulings: list[RulingUsed]
    solo: Annotated[Solo | UnsetType, says("In solo games only.")] = UNSET


class Change(Struct, kw_only=True):
    """What mapping a terrain did to a space of the island."""

    space: Annotated[str, says("The space.")]
    terrain: TerrainName
    effect: Effect
    returned: TerrainName | None
    rule: Annotated[str, says("The rule that decides.")]
    page: Annotated[int, says("That rule's rulebook page.")]
    explanation: Annotated[str, says("Why, in words.")]


class Supply(Struct):
    """The tiles left in the supply."""

    jungle: int
    lagoon: int
    mountain: int
    steppe: int


class UpdatedIsland(Struct):
    """The island after mapping."""

    island: Annotated[list[str], says("The island after it.")]
    changes: list[Change]
    supply: Supply
    rulings: list[RulingUsed]


class Threshold(Struct):
    """A row of a card's table."""

    count: Annotated[int, says("From this many on,")]
    points: Annotated[int, says("the card pays this.")]


class Face(Struct):
    """What a printed card shows, from the card pack."""

    terrain: TerrainName | UnsetType = UNSET
    avoid: TerrainName | UnsetType = UNSET
    pattern: list[str] | UnsetType = UNSET


class Card(Struct, kw_only=True):
    """A presumption card."""

    card: int
    criterion: Annotated[str, says("What it scores, as the last part of its rule's id.")]
    rule: Annotated[str, says("Its rule.")]
    page: Annotated[int, says("That rule's rulebook page.")]
    text: Annotated[str, says("Its rule in words.")]
    once: Annotated[bool, says("Scores one time only.")]
    table: Annotated[
        list[Threshold],
        says("The highest threshold reached pays; empty where `each` does."),
    ]
    beyond: Annotated[int, says("Points for each one above the last threshold.")]
    each: Annotated[int, says("Points for each time it scores, without a table.")]
    needs: Annotated[list[str], says("What of the printed face a request must carry.")]
    face: Annotated[Face | None, says("The face, where a card pack gives it.")]


class PresumptionList(Struct):
    """The presumption cards."""

    presumptions: list[Card]
