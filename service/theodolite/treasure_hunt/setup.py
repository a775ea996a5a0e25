"""Remarks on the set-up of a table, most of them at the start of a game (Preparation).

A table is at its start while every explorer is at home and nothing has been logged. Differences
from the set-up are unusual then, but not impossible: free pieces may have been placed already.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from theodolite.treasure_hunt.board import GRID
from theodolite.treasure_hunt.snapshot import ROUTES, Card, Player, Snapshot
from theodolite.verdict import NOTHING, Values


class Remark(NamedTuple):
    """Something unusual about the set-up (`setup`).

    Attributes:
        player: The player concerned; None for the board.
        key: The sentence of the rule.
        values: The values of the sentence.
    """

    player: int | None
    key: str
    values: Values = NOTHING


def is_start(snapshot: Snapshot) -> bool:
    """Whether every explorer is at home and nothing has been logged."""
    return not any(walker.moved_by is not None for walker in snapshot.walkers) and all(
        all(explorer.at == snapshot.home_of(i) for explorer in player.explorers)
        and not player.coordinates
        and not player.treasures
        and all(len(route.cards) < 2 and not route.info for route in player.routes)
        for i, player in enumerate(snapshot.players)
    )


def remarks(snapshot: Snapshot) -> Iterator[Remark]:
    """Find what is unusual about a table, most of it at the start of a game alone."""
    lying = Counter(
        space for player in snapshot.players for route in player.routes for space in route.cards
    )
    for space, count in sorted(lying.items()):
        if count > 1:
            yield Remark(None, "twice", {"space": GRID.names[space], "count": count})
    if not is_start(snapshot):
        return
    for i, player in enumerate(snapshot.players):
        yield from _of_player(i, player, young=snapshot.young)
    if any((snapshot.trees, snapshot.walkers, snapshot.broken_bridges, snapshot.creep_throughs)):
        yield Remark(None, "board")


def _of_player(i: int, player: Player, *, young: bool) -> Iterator[Remark]:
    values = {"player": player.name}
    lacking = [name for name, route in zip(ROUTES, player.routes, strict=True) if not route.cards]
    if lacking:
        yield Remark(i, "routes", {**values, "count": len(lacking)})
    # Young players have no walkers, and so no free ones (`variant.young`).
    free = [("tree", Card.FALLEN_TREE)] if young else _FREE
    for piece, name in free:
        if piece not in player.free:
            yield Remark(i, "free", {**values, "piece": name})
    if player.hand or player.boats or player.shoes:
        yield Remark(i, "cards", values)


_FREE = [("tree", Card.FALLEN_TREE), ("walker", Card.WALKER)]
