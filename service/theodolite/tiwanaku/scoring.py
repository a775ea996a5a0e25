"""Scores and ranking as if all stopped and offered now (p. 6; solo p. 9, cooperative p. 11)."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.grid import NOWHERE
from theodolite.leaving import staying
from theodolite.scoresheet import Item, Ranking, rank
from theodolite.tiwanaku.final_phase import final_seats
from theodolite.tiwanaku.gains import OFFERING, Purse, purse_of
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, Final, Mode, Snapshot

OTOMA_WINS_TIES = "otoma_wins_ties"
"""How a solo or cooperative game that ends in a tie is decided (p. 9, 11)."""


class SideScore(NamedTuple):
    """The score of a side.

    Attributes:
        name: A player's name, `group` or `Otoma`.
        items: The lines.
        total: Their sum.
        diversity_steps: The steps of all its diversity pawns, which break ties.
    """

    name: str
    items: Sequence[Item]
    total: int
    diversity_steps: int


class Scores(NamedTuple):
    """The scores as if all stopped and offered now.

    Attributes:
        sides: The sides: the players in turn order, or the group, then Otoma.
        ranking: The ranks and winners, by index of the side.
        final: Whether nothing more can be gained.
    """

    sides: Sequence[SideScore]
    ranking: Ranking
    final: bool


def score(snapshot: Snapshot) -> Scores:
    """Score a table: the points of each side, with the tokens that it could still offer.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot
        >>> players = (Player("Ana", Colour.BLUE, offerings=(1, 4)), Player("Bo", Colour.GREEN))
        >>> table = Snapshot(Mode.COMPETITIVE, Land(BoardName.SHORT), (7, 9, 4, 5), players)
        >>> [side.total for side in score(table).sides]
        [11, 10]
    """
    if snapshot.mode == Mode.COMPETITIVE:
        names = snapshot.player_names
    elif snapshot.mode == Mode.SOLO:
        names = [snapshot.players[0].name, OTOMA]
    else:
        names = [GROUP, OTOMA]
    sides = [_side(snapshot, name) for name in names]
    ranking = rank(
        {
            "total": [side.total for side in sides],
            "diversity_steps": [side.diversity_steps for side in sides],
        },
        staying(snapshot) if snapshot.mode == Mode.COMPETITIVE else None,
    )
    if snapshot.mode != Mode.COMPETITIVE:
        ranking = _against_otoma(sides)
    return Scores(sides, ranking, is_over(snapshot))


def _against_otoma(sides: Sequence[SideScore]) -> Ranking:
    ours, otomas = (side.total for side in sides)
    # The players win with more points; a tie is Otoma's (p. 9, 11).
    won = ours > otomas
    decided_by = OTOMA_WINS_TIES if ours == otomas else "total"
    return Ranking([1, 2] if won else [2, 1], [0] if won else [1], decided_by)


def is_over(snapshot: Snapshot) -> bool:
    """Whether nothing more can be gained: all have passed, and nobody may still offer a token."""
    if snapshot.final is None or not staying(snapshot):
        return not staying(snapshot)
    return not final_seats(snapshot) and not offering_seats(snapshot)


def offering_seats(snapshot: Snapshot) -> Sequence[int]:
    """The seats of those who hold tokens for a last offering that is still to be made."""
    offered, at_table = (snapshot.final or Final()).offered, staying(snapshot)
    if snapshot.mode == Mode.COOPERATIVE:
        tokens = [purse_of(snapshot, side).offerings for side in (GROUP, OTOMA)]
        return at_table if any(tokens) and GROUP not in offered else ()
    if snapshot.mode == Mode.SOLO and snapshot.rulings.solo_final_offering == "no":
        return ()
    players = [(seat, snapshot.players[seat]) for seat in at_table]
    return [seat for seat, one in players if one.offerings and one.name not in offered]


def _side(snapshot: Snapshot, name: str) -> SideScore:
    purse = purse_of(snapshot, name)
    items = [_recorded(purse)]
    if _offers(snapshot, name):
        items.append(_offering(purse))
    if snapshot.mode == Mode.COOPERATIVE and name == OTOMA:
        items.append(_empty_spaces(snapshot))
    return SideScore(name, items, sum(item.points for item in items), sum(purse.diversity))


def _offers(snapshot: Snapshot, name: str) -> bool:
    """Whether a side may still offer what it holds."""
    offered = snapshot.final.offered if snapshot.final else ()
    if snapshot.mode == Mode.SOLO:
        # Otoma never offers; whether the player may once more at the end is open.
        ended = snapshot.final is not None and snapshot.rulings.solo_final_offering == "no"
        return name != OTOMA and not ended and name not in offered
    side = GROUP if snapshot.mode == Mode.COOPERATIVE else name
    return side not in offered


def _recorded(purse: Purse) -> Item:
    values = {"points": purse.score}
    return Item("recorded", purse.score, "tiwanaku.score.recorded", "says", values, NOWHERE)


def _offering(purse: Purse) -> Item:
    tokens = purse.offerings
    points = OFFERING[len(tokens)]
    values = {"tokens": list(tokens), "count": len(tokens), "points": points}
    key = "none" if not tokens else "one" if len(tokens) == 1 else "says"
    about = {"tokens": list(tokens)}
    return Item("offering", points, "tiwanaku.score.offering", key, values, NOWHERE, about=about)


def _empty_spaces(snapshot: Snapshot) -> Item:
    """Otoma gains 1 for each empty space (p. 11)."""
    spaces = snapshot.land.empty
    count = spaces.bit_count()
    values = {"count": count, "spaces": snapshot.land.grid.name_all(spaces)}
    key = "says" if count else "none"
    return Item("empty_spaces", count, "tiwanaku.score.empty_spaces", key, values, spaces)
