"""Placing pieces on the board: trees, broken bridges, walkers and creep-throughs (Obstacles, Help).

Covers the spaces on which each may lie, and the supply. The right to place one is checked in
`playing`.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from theodolite.grid import NOWHERE, Space, Spaces, set_of, union
from theodolite.treasure_hunt.board import GRID, HOME, STARTS, segment_of
from theodolite.treasure_hunt.snapshot import SUPPLY, Player, Snapshot, trees_clear
from theodolite.verdict import Check, Status, Values

Piece = Literal["tree", "broken_bridge", "walker", "creep_through"]
PIECES: tuple[Piece, ...] = ("tree", "broken_bridge", "walker", "creep_through")


def rule_check(rule: str, holds: bool, key: str, values: Values, spaces: Spaces = NOWHERE) -> Check:
    """The check of a rule.

    Args:
        rule: The rule's id without the game.
        holds: Whether it holds; its sentence is `passed` then.
        key: The sentence with the reason why it does not.
        values: The values of the sentence.
        spaces: The spaces concerned.
    """
    status: Status = "passed" if holds else "failed"
    return Check(f"treasure_hunt.{rule}", status, "passed" if holds else key, values, spaces)


def placement_checks(
    snapshot: Snapshot, player: int, piece: Piece, spaces: Sequence[Space], *, free: bool = False
) -> Iterator[Check]:
    """Check every rule on placing a piece on some spaces.

    Args:
        snapshot: A possible table (see `impossibilities`).
        player: The player who places it.
        piece: The piece.
        spaces: The spaces: two for a tree, else one; others fail a check.
        free: Whether it is the player's free piece and not from the supply. Default False.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> [(check.rule, check.status) for check in placement_checks(table, 0, "tree", [0, 1])]
        [('treasure_hunt.tree.place', 'failed'), ('treasure_hunt.supply', 'passed')]
    """
    covered = set_of(spaces)
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
        yield rule_check("supply", left > 0, "failed", {"count": left})


def left_in_supply(snapshot: Snapshot, piece: Piece) -> int:
    """The number of a piece that the supply has left (`supply`)."""
    free = sum("tree" in player.free for player in snapshot.players)
    lying = {
        "tree": len(snapshot.trees) + free,
        "broken_bridge": len(snapshot.broken_bridges),
        "creep_through": len(snapshot.creep_throughs),
    }
    return SUPPLY[piece] - lying[piece]


def _first_reason(reasons: Sequence[tuple[str, bool]]) -> str:
    return next((key for key, applies in reasons if applies), "passed")


def _tree(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    near = [tree for tree in snapshot.trees if not trees_clear(tree, covered, snapshot.rulings)]
    key = _first_reason(
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
    yield rule_check("tree.place", key == "passed", key, values, covered)


def _parted(covered: Spaces) -> bool:
    return len(GRID.groups(covered)) != 1


def _onto_pieces(snapshot: Snapshot, covered: Spaces) -> bool:
    """Whether a tree or walker may not lie there because of a piece (`placing_onto_pieces`)."""
    pieces = snapshot.tree_spaces | snapshot.creep_spaces
    pieces |= set_of(walker.at for walker in snapshot.walkers)
    if snapshot.broken_bridges:
        pieces |= snapshot.broken_spaces
    for player in snapshot.players:
        pieces |= explorers_on(player)
    return bool(covered & pieces) and snapshot.rulings.placing_onto_pieces == "not_allowed"


def explorers_on(player: Player) -> Spaces:
    """The spaces of the board that a player's explorers stand on."""
    return set_of(explorer.at for explorer in player.explorers if explorer.at != HOME)


def _broken_bridge(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    bridge = snapshot.board.bridge(spaces[0]) if spaces else NOWHERE
    explorers = union(map(explorers_on, snapshot.players))
    key = _first_reason(
        [
            ("nowhere", not spaces),
            # One bridge.
            ("no_bridge", len(spaces) != 1 or not bridge),
            # A whole one.
            ("broken", any(bridge >> space & 1 for space in snapshot.broken_bridges)),
            # Without an explorer on it.
            ("explorer", bool(bridge & explorers)),
        ]
    )
    values = {"spaces": GRID.name_all(covered), "others": GRID.name_all(bridge & explorers)}
    yield rule_check("bridge.break", key == "passed", key, values, bridge or covered)


def _walker(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    if snapshot.young:
        yield rule_check("variant.young", False, "walker", {})
    segments = {segment_of(space) for space in spaces}
    there = [walker.at for walker in snapshot.walkers if segment_of(walker.at) in segments]
    key = _first_reason(
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
    yield rule_check("walker.place", key == "passed", key, values, covered)


def _creep(snapshot: Snapshot, spaces: Sequence[Space], covered: Spaces) -> Iterator[Check]:
    layers = snapshot.board.layers
    key = _first_reason(
        [
            ("nowhere", not spaces),
            # A path or water space,
            ("terrain", len(spaces) != 1 or bool(covered & ~(layers.path | layers.water))),
            # which holds no marker yet.
            ("there", bool(covered & snapshot.creep_spaces)),
        ]
    )
    yield rule_check("creep", key == "passed", key, {"spaces": GRID.name_all(covered)}, covered)
