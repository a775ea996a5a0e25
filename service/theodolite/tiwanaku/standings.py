"""Who leads and who has won (p. 6; solo p. 9, cooperative p. 11)."""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.scoresheet import Item, Standing, rank
from theodolite.tiwanaku.gains import OFFERING, Purse, purse_of
from theodolite.tiwanaku.snapshot import GROUP, OTOMA, Mode, Snapshot

__all__ = ["OTOMA_WINS_TIES", "Scores", "SideScore", "is_over", "score"]

OTOMA_WINS_TIES = "otoma_wins_ties"
"""What decides a solo or cooperative game that ends in a tie."""


class SideScore(NamedTuple):
    """A side's lines, their sum, and the steps of its diversity pawns."""

    name: str
    items: Sequence[Item]
    total: int
    diversity_steps: int


class Scores(NamedTuple):
    """The standing as if all stopped and offered now."""

    sides: Sequence[SideScore]
    standing: Standing
    final: bool


def score(snapshot: Snapshot) -> Scores:
    """What each side has, with the tokens it could still offer."""
    if snapshot.mode == Mode.COMPETITIVE:
        names = [player.name for player in snapshot.players]
    elif snapshot.mode == Mode.SOLO:
        names = [snapshot.players[0].name, OTOMA]
    else:
        names = [GROUP, OTOMA]
    sides = [_side(snapshot, name) for name in names]
    standing = rank(
        {
            "total": [side.total for side in sides],
            "diversity_steps": [side.diversity_steps for side in sides],
        }
    )
    if snapshot.mode != Mode.COMPETITIVE:
        standing = _against_otoma(sides)
    return Scores(sides, standing, is_over(snapshot))


def _against_otoma(sides: Sequence[SideScore]) -> Standing:
    ours, otomas = (side.total for side in sides)
    # The players win with more points; a tie is Otoma's (p. 9, 11).
    won = ours > otomas
    decided_by = OTOMA_WINS_TIES if ours == otomas else "total"
    return Standing([1, 2] if won else [2, 1], [0] if won else [1], decided_by)


def is_over(snapshot: Snapshot) -> bool:
    """Whether nothing more can be gained: all have passed, and nobody may still offer a token."""
    final = snapshot.final
    if final is None:
        return False
    if snapshot.mode == Mode.SOLO:
        (one,) = snapshot.players
        waits = snapshot.rulings.solo_final_offering == "yes" and bool(one.offerings)
        return not waits or one.name in final.offered
    if snapshot.mode == Mode.COOPERATIVE:
        predicts = snapshot.rulings.coop_final_predictions == "yes"
        if predicts and len(final.passed) < len(snapshot.players):
            return False
        tokens = [purse_of(snapshot, side).offerings for side in (GROUP, OTOMA)]
        return not any(tokens) or GROUP in final.offered
    return len(final.passed) == len(snapshot.players) and all(
        not player.offerings or player.name in final.offered for player in snapshot.players
    )


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
    return Item("recorded", purse.score, "tiwanaku.score.recorded", "says", values, 0)


def _offering(purse: Purse) -> Item:
    tokens = purse.offerings
    points = OFFERING[len(tokens)]
    values = {"tokens": list(tokens), "count": len(tokens), "points": points}
    says = "none" if not tokens else "one" if len(tokens) == 1 else "says"
    about = {"tokens": list(tokens)}
    return Item("offering", points, "tiwanaku.score.offering", says, values, 0, about=about)


def _empty_spaces(snapshot: Snapshot) -> Item:
    """Otoma gains 1 for each empty space (p. 11)."""
    spaces = snapshot.land.empty
    count = spaces.bit_count()
    values = {"count": count, "spaces": snapshot.land.grid.name_all(spaces)}
    says = "says" if count else "none"
    return Item("empty_spaces", count, "tiwanaku.score.empty_spaces", says, values, spaces)
