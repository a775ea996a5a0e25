"""Disputes: whether one map can have become another by a sequence of cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import UNSET, Struct, UnsetType

from theodolite.cartographers import accounts
from theodolite.cartographers import disputes as rules
from theodolite.cartographers.accounts import MAX_CARDS, SearchTooLongError
from theodolite.cartographers.board import GRID, Map, Terrain
from theodolite.cartographers.disputes import Choice, Dispute
from theodolite.cartographers.drawing import Draw, Skill
from theodolite.cartographers.legality import faces_needed
from theodolite.cartographers.snapshot import (
    Snapshot,
    ambush_faults,
    card_faults,
    order_faults,
    ruins_faults,
)
from theodolite.rulings import judged
from theodolite.verdict import Fault, below
from theodolite.web import differences, fields
from theodolite.web.cartographers.cards import card_field
from theodolite.web.cartographers.known import RULEBOOK
from theodolite.web.cartographers.responses import (
    RulingsUsed,
    SnapshotDocument,
    Table,
    TerrainName,
    localizer_in,
    table_document,
    terrain_name,
)
from theodolite.web.cartographers.schemas import ambushes_field
from theodolite.web.problems import Problem, pointer
from theodolite.web.responses import Localizer, Reference, description, rulings_used
from theodolite.web.schemas import Schema

SEASON_END = "season_end"
"""The word among the cards of a dispute for the end of a season."""


class DisputeGivenSchema(Schema):
    """The cards between two maps."""

    cards = fields.List(
        card_field(SEASON_END),
        MAX_CARDS,
        code="too_long_to_search",
        required=True,
        description="The cards between, in order; `season_end` where a season ended.",
    )
    ambushes = ambushes_field(
        description="The ambushes revealed before these cards, in order; by default those of the "
        "table before."
    )


def dispute_of(made: Mapping[str, Any]) -> Dispute:
    """The dispute of a request."""
    before: Snapshot = made["before"]
    after: Snapshot = made["after"]
    seat = before.names.index(made["player"])
    return Dispute(
        before.game,
        before.map(seat),
        Map(before.printed, after.players[seat].drawn, after.players[seat].stars),
        made["given"]["cards"],
        before.solo,
        made["given"].get("ambushes", before.ambushes),
        before.rulings,
        before.facts,
        after.players[seat].coins_spent - before.players[seat].coins_spent,
    )


def dispute_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Tables of different games; impossible cards; facts that are needed and are not known."""
    before: Snapshot = made["before"]
    after: Snapshot = made["after"]
    fixed = {"game": "game", "map": "printed", "players": "names", "solo": "solo", "pack": "facts"}
    differ = [field for field, of in fixed.items() if getattr(before, of) != getattr(after, of)]
    yield from (Fault("other_table", ("after", field)) for field in differ)
    if differ or made["player"] not in before.names:
        return
    dispute = dispute_of(made)
    listed = ambush_faults(dispute.ambushes, dispute.game, facts=dispute.facts)
    yield from below(("given", "ambushes"), listed)
    revealed = [*dispute.ambushes]
    for i, card in enumerate(dispute.cards):
        if card is None:
            continue
        needed = faces_needed(dispute.table, card)
        yield from below(("given", "cards", i), card_faults(card, dispute.game, needed))
        if card.kind == "ruins" and dispute.game != "heroes":
            yield from ruins_faults(before.printed, ("before", "map"))
        if card.kind == "ambush":
            revealed.append(card.id)
    if None in dispute.cards:
        for map_ in (dispute.before, dispute.after):
            yield from order_faults(revealed, map_.drawn, ("given", "ambushes"), dispute.facts)


class Step(Struct):
    """A step for a card of an account: a draw, or choices at the end of a season."""

    spaces: Annotated[list[str] | UnsetType, description("Draws: the spaces filled.")] = UNSET
    terrain: Annotated[
        TerrainName | UnsetType, description("Draws: the terrain; absent where nothing was drawn.")
    ] = UNSET
    stars: Annotated[list[str] | UnsetType, description("A hero's.")] = UNSET
    destroys: Annotated[str | UnsetType, description("The space that a gorgon destroyed.")] = UNSET
    skill: Annotated[
        Skill | UnsetType, description("Draws: the effect of the skill card that was used.")
    ] = UNSET
    coins_spent: Annotated[int | UnsetType, description("Draws: the coins that it cost.")] = UNSET
    choices: Annotated[
        dict[str, str] | UnsetType, description("At the end of a season: what trolls destroyed.")
    ] = UNSET


class Account(Struct):
    """An explanation of how the one map can have become the other."""

    moves: Annotated[list[Step | None], description("One for each card; null of a ruins card.")]


class Difference(differences.Difference, kw_only=True):
    """A space of the map that differs, or a rule that is broken."""

    space: Annotated[
        str | None,
        description("The first of `spaces` in which the maps differ; null if none."),
    ]
    spaces: Annotated[list[str], description("The spaces concerned.")]
    card: Annotated[
        str | None,
        description("The card concerned, or `season_end`; null where it is none of them."),
    ]
    rule: Annotated[str, description("The rule that is broken.")]
    reference: Reference


class SettledDispute(differences.Dispute):
    """Whether one map can have become the other."""

    accounts: Annotated[list[Account], description("How, 20 accounts at most.")]
    differences: Annotated[
        list[Difference],
        description("The differences that no account explains; none if it is possible."),
    ]
    mended: Annotated[Table | None, differences.MENDED]
    unchecked: Annotated[
        list[str],
        description("The rules, by id, that are not judged: those on coins and on the deck."),
    ]
    rulings: RulingsUsed


def disputes(request: Mapping[str, Any], locale: str) -> SettledDispute:
    """Tells whether a player's map can have become another by the cards given.

    Lists accounts of it, 20 at most, or the differences that no account explains.
    """
    dispute = dispute_of(request)
    seat = request["before"].names.index(request["player"])
    try:
        finding, matters = judged(
            lambda rulings: accounts.resolve(dispute._replace(rulings=rulings)),
            dispute.rulings,
            accounts.dispute_rulings(dispute),
        )
    except SearchTooLongError:
        fault = Fault("too_long_to_search", ("given", "cards"))
        raise Problem("too-long-to-search", faults=[fault]) from None
    localizer = localizer_in(locale)
    sheets = [table_document(request[side])["players"][seat] for side in ("before", "after")]
    return SettledDispute(
        possible=bool(finding.accounts),
        accounts=[
            Account([_step(step, localizer) for step in account]) for account in finding.accounts
        ],
        more=finding.more,
        differences=[
            _difference(dispute, seat, sheets, one, localizer) for one in finding.differences
        ],
        mended=None
        if finding.mended is None
        else _with_map(request["after"], seat, finding.mended),
        unchecked=[*accounts.NOT_JUDGED],
        rulings=rulings_used(dispute.rulings, matters),
    )


def _with_map(table: Snapshot, seat: int, map_: Map) -> SnapshotDocument:
    """A table with another map of a player."""
    sheet = table.players[seat]._replace(drawn=map_.drawn, stars=map_.stars)
    return table_document(table.with_sheet(seat, sheet))


def _difference(
    dispute: Dispute,
    seat: int,
    sheets: Sequence[Mapping[str, Any]],
    difference: rules.Difference,
    localizer: Localizer,
) -> Difference:
    explanation = localizer.sentence(difference.rule, difference.key, difference.values)
    concerned = None
    if difference.card is not None:
        card = dispute.cards[difference.card]
        concerned = SEASON_END if card is None else card.id
        words = localizer.rulebook.words(localizer.locale, "disputes")
        name = words[concerned] if card is None else RULEBOOK.word(localizer.locale, card.name)
        explanation = f"{name}{words['colon']} {explanation}"
    before, after = (sheet["drawn"] for sheet in sheets)
    place = pointer(("players", seat, "drawn"))
    if difference.space is not None:
        row = difference.space // GRID.columns
        place = pointer(("players", seat, "drawn", row))
        before, after = before[row], after[row]
    return Difference(
        kind=difference.kind,
        alternatives=[
            differences.alternative(_difference(dispute, seat, sheets, one, localizer))
            for one in difference.alternatives
        ],
        pointer=place,
        space=None if difference.space is None else GRID.names[difference.space],
        before=before,
        after=after,
        spaces=localizer.names(difference.spaces),
        card=concerned,
        explanation=explanation,
        **localizer.cite(difference.rule),
    )


def _step(step: rules.Step, localizer: Localizer) -> Step | None:
    match step:
        case None:
            return None
        case Choice(destroyed):
            chosen = {ambush: GRID.names[space] for ambush, space in destroyed.items()}
            return Step(choices=chosen)
        case Draw(spaces, terrain, stars, destroys, skill=skill, coins_spent=coins):
            return Step(
                localizer.names(spaces),
                UNSET if terrain is None else terrain_name(terrain),
                localizer.names(stars) if terrain == Terrain.HERO else UNSET,
                UNSET if destroys is None else GRID.names[destroys],
                UNSET if skill is None else skill,
                UNSET if skill is None else coins,
            )
