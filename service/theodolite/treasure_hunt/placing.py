"""Placing pieces on the board: trees, broken bridges, walkers and creep-throughs (Obstacles, Help).

Covers where each may lie and what the supply has left. Who may place one is judged in `turn`.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from theodolite.grid import Space, Spaces
from theodolite.treasure_hunt.board import GRID, HOME, STARTS, segment_of
from theodolite.treasure_hunt.snapshot import SUPPLY, Player, Snapshot, trees_clear
from theodolite.verdict import Check, Status, Values

__all__ = ["PIECES", "Piece", "checked", "explorers_on", "left_in_supply", "placement_checks"]

Piece = Literal["tree", "broken_bridge", "walker", "creep_through"]
PIECES: tuple[Piece, ...] = ("tree", "broken_bridge", "walker", "creep_through")


def checked(rule: str, holds: bool, says: str, values: Values, spaces: Spaces = 0) -> Check:
    """A check of a rule that holds or does not; `passed` is said of one that does."""
    status: Status = "passed" if holds else "failed"
    return Check(f"treasure_hunt.{rule}", status, "passed" if holds else says, values, spaces)


def placement_checks(
    snapshot: Snapshot, player: int, piece: Piece, spaces: Sequence[Space], *, free: bool = False
) -> Iterator[Check]:
    """Hold a piece on some spaces against every rule on placing it.

    Args:
        snapshot: the table.
        player: the player who places it.
        piece: what is placed.
        spaces: where.
        free: whether it is the player's free piece rather than one of the supply.
    """
    covered = sum(1 << space for space in {*spaces})
    match piece:
        case "tree":
            yield from _tree(snapshot, spaces, covered)
        case "broken_bridge":
            yield from _broken_bridge(snapshot, spaces, covered)
        case "walker":
            yield from _walker(snapshot, spaces, covered)
        case "creep_through":
            yield from _creep(snapshot, spaces, covered)
    if piece != "walker" and not free:
        left = left_in_supply(snapshot, piece)
        yield checked("supply", left > 0, "failed", {"count": left})


def left_in_supply(snapshot: Snapshot, piece: Piece) -> int:
    """How many of a piece the supply has left (`supply`)."""
    free = sum("tree" in player.free for player in snapshot.players)
    lying = {
        "tree": len(snapshot.trees) + free,
        "broken_bridge": len(snapshot.broken_bridges),
        "creep_through": len(snapshot.creeps),
    }
    return SUPPLY[piece] - lying[piece]


def _says(reasons: Sequence[tuple[str, bool]]) -> str:
    return next((says for says, applies in reasons if applies), "passed")


def _tree(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    near = [tree for tree in snapshot.trees if not trees_clear(tree, covered, snapshot.rulings)]
    says = _says(
        [
            ("nowhere", not spaces),
            # Two neighbouring spaces, of any terrain.
            ("shape", len(spaces) != 2 or covered.bit_count() != 2 or _parted(covered)),
            # No start space.
            ("start", bool(covered & STARTS)),
            # Clear of every other tree.
            ("near", bool(near)),
            ("onto", _onto_pieces(snapshot, covered)),
        ]
    )
    values = {
        "spaces": GRID.name_all(covered),
        "others": [name for tree in near for name in GRID.name_all(tree)],
    }
    yield checked("tree.place", says == "passed", says, values, covered)


def _parted(covered: Spaces) -> bool:
    return len(GRID.groups(covered)) != 1


def _onto_pieces(snapshot: Snapshot, covered: Spaces) -> bool:
    """Whether a tree or walker would lie on a piece that bars it (`placing_onto_pieces`)."""
    pieces = snapshot.tree_spaces | snapshot.creep_spaces
    pieces |= sum(1 << walker.at for walker in snapshot.walkers)
    if snapshot.broken_bridges:
        pieces |= snapshot.broken_spaces
    for player in snapshot.players:
        pieces |= explorers_on(player)
    return bool(covered & pieces) and snapshot.rulings.placing_onto_pieces == "not_allowed"


def explorers_on(player: Player) -> Spaces:
    """The spaces of the board that a player's explorers stand on."""
    spaces = 0
    for explorer in player.explorers:
        if explorer.at != HOME:
            spaces |= 1 << explorer.at
    return spaces


def _broken_bridge(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    bridge = snapshot.board.bridge(spaces[0]) if spaces else 0
    standing = 0
    for player in snapshot.players:
        standing |= explorers_on(player)
    says = _says(
        [
            ("nowhere", not spaces),
            # On one bridge.
            ("no_bridge", len(spaces) != 1 or not bridge),
            # A whole one.
            ("broken", any(bridge >> space & 1 for space in snapshot.broken_bridges)),
            # Where no explorer stands.
            ("explorer", bool(bridge & standing)),
        ]
    )
    values = {"spaces": GRID.name_all(covered), "others": GRID.name_all(bridge & standing)}
    yield checked("bridge.break", says == "passed", says, values, bridge or covered)


def _walker(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    if snapshot.young:
        yield checked("variant.young", False, "walker", {})
    segments = {segment_of(space) for space in spaces}
    there = [walker.at for walker in snapshot.walkers if segment_of(walker.at) in segments]
    says = _says(
        [
            ("nowhere", not spaces),
            # Any space,
            ("shape", len(spaces) != 1),
            # but a start space,
            ("start", bool(covered & STARTS)),
            # in a segment without a walker.
            ("segment", bool(there)),
            ("onto", _onto_pieces(snapshot, covered)),
        ]
    )
    values = {
        "spaces": GRID.name_all(covered),
        "others": [GRID.names[space] for space in sorted(there)],
    }
    yield checked("walker.place", says == "passed", says, values, covered)


def _creep(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    layers = snapshot.board.layers
    says = _says(
        [
            ("nowhere", not spaces),
            # One path or water space,
            ("terrain", len(spaces) != 1 or bool(covered & ~(layers.path | layers.water))),
            # which holds no marker yet.
            ("there", bool(covered & snapshot.creep_spaces)),
        ]
    )
    yield checked("creep", says == "passed", says, {"spaces": GRID.name_all(covered)}, covered)
