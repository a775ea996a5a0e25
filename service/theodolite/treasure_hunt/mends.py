"""The later table of a dispute with one thing mended: as it was before, or as a turn leaves it.

Covers values that have changed, explorers that were not moved, markers that were not laid or were
laid on another route, cards that were not drawn, and pieces of which nothing is seen but the card
that was played.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Any, Final, NamedTuple

from theodolite.grid import each, set_of
from theodolite.treasure_hunt.actions import Change, NamedPiece
from theodolite.treasure_hunt.board import GRID, HOME, Terrain
from theodolite.treasure_hunt.candidate_moves import explorer_of
from theodolite.treasure_hunt.candidate_turns import CandidateTurns
from theodolite.treasure_hunt.playing import inherited_terrain
from theodolite.treasure_hunt.snapshot import (
    HAND,
    ROUTES,
    Card,
    CreepThrough,
    Explorer,
    Route,
    Snapshot,
    Walker,
)
from theodolite.treasure_hunt.turn import begin_turn
from theodolite.treasure_hunt.turn_state import movable_explorers
from theodolite.verdict import Path

ANY: Final = object()
"""A value of which only is known that it was drawn: the tables do not tell which."""
MAX_ENDS = 3
"""The most spaces that are tried for an explorer that did not move."""


class Mend(NamedTuple):
    """A later table in which one thing is mended.

    Attributes:
        table: The table.
        change: The value that differs from it, or `ANY`.
        known: Whether the value is certain, not one that stands for all.
    """

    table: Snapshot
    change: Change
    known: bool


def mends(
    before: Snapshot, after: Snapshot, player: int, differing: Sequence[Change], *, only_seen: bool
) -> Iterator[Mend]:
    """The later tables with one thing mended, the likeliest first.

    Args:
        before: The table before the turn.
        after: The table after it.
        player: The player whose turn it was.
        differing: What differs between them.
        only_seen: Whether only pieces and hands are mended, of which a turn may leave nothing.
    """
    begun = begin_turn(before, player)
    candidates = CandidateTurns(before, after, player, 0)
    laid = _laid(before, after, player, candidates)
    ways = [_hands(before, after), _kept(begun, after, differing, only_seen=only_seen), laid]
    if not only_seen:
        ways += [_logged(before, after), _moved(before, after, player, candidates)]
    seen = [after]
    for way in ways:
        for table, path, value in way:
            if table not in seen:
                seen.append(table)
                change = Change(path, value, value_at(after, path), "")
                yield Mend(table, change, way is not laid and value is not ANY)


def _hands(before: Snapshot, after: Snapshot) -> Iterator[tuple[Snapshot, Path, Any]]:
    """A hand with one card that it has lost or not drawn, or without one that it has gained."""
    for i, (one, other) in enumerate(zip(before.players, after.players, strict=True)):
        if one.hand is None or other.hand is None:
            continue
        path: Path = ("players", i, "hand")
        lost, gained = (Counter(a) - Counter(b) for a, b in permutations((one.hand, other.hand)))
        hands = [(*other.hand, card) for card in lost]
        hands += [tuple((Counter(other.hand) - Counter([card])).elements()) for card in gained]
        for hand in hands:
            yield after.with_player(i, hand=hand), path, hand
        grown = any(
            len(now.cards) > len(was.cards)
            for was, now in zip(one.routes, other.routes, strict=True)
        )
        # Any card stands for the one that was not drawn with the coordinate.
        for card in Card if grown and len(other.hand) < HAND else ():
            if card not in lost:
                yield after.with_player(i, hand=(*other.hand, card)), path, ANY
                break


def _kept(
    before: Snapshot, after: Snapshot, differing: Sequence[Change], *, only_seen: bool
) -> Iterator[tuple[Snapshot, Path, Any]]:
    """Each thing that has changed, as it was before."""
    for path in dict.fromkeys(_thing(change.path) for change in differing):
        if path[0] != "players" or not only_seen:
            shown = _shown(path)
            yield _with(after, path, value_at(before, path)), shown, value_at(before, shown)


def _logged(before: Snapshot, after: Snapshot) -> Iterator[tuple[Snapshot, Path, Any]]:
    """A marker that was logged and not laid anew, or on another route.

    Any free coordinate stands for one that was drawn and lies nowhere.
    """
    pairs = enumerate(zip(before.players, after.players, strict=True))
    used = {card for one in after.players for route in one.routes for card in route.cards}
    drawn = next(space for space in each(GRID.everywhere) if space not in used)
    for owner, (one, other) in pairs:
        for i, (was, now) in enumerate(zip(one.routes, other.routes, strict=True)):
            if was.marked is None or was.cards != now.cards:
                continue
            cards = (drawn,) if was.has_treasure else (*now.cards, drawn)
            path: Path = ("players", owner, "routes", ROUTES[i], "cards")
            for j, (there, later) in enumerate(zip(one.routes, other.routes, strict=True)):
                if later.cards[:-1] == there.cards and later.cards:
                    moved = (*cards[:-1], later.cards[-1])
                    table = _with(after, (*path[:3], ROUTES[j], "cards"), there.cards)
                    yield _with(table, path, moved), path, moved
            yield _with(after, path, cards), path, ANY
            if was.has_treasure:
                ended = _with(after, path[:-1], Route())
                yield ended, path, ()


def _moved(
    before: Snapshot, after: Snapshot, player: int, candidates: CandidateTurns
) -> Iterator[tuple[Snapshot, Path, Any]]:
    """An explorer that stands elsewhere: where a marker was logged, or where a roll takes it."""
    logged = [
        was.marked
        for one, other in zip(before.players, after.players, strict=True)
        for was, now in zip(one.routes, other.routes, strict=True)
        if was.cards != now.cards and was.marked is not None
    ]
    for mover in movable_explorers(before, player):
        explorer = explorer_of(after, mover)
        ends = candidates.ends(NamedPiece(*mover))
        for end in dict.fromkeys((*logged, *islice(ends, MAX_ENDS))):
            if end not in (explorer.at, HOME):
                path: Path = ("players", mover.player or 0, "explorers", mover.which)
                at = Explorer(end, inherited_terrain(before, end))
                yield _with(after, path, at), (*path, "at"), end


def _laid(
    before: Snapshot, after: Snapshot, player: int, candidates: CandidateTurns
) -> Iterator[tuple[Snapshot, Path, Any]]:
    """A piece that was laid and is not seen: one place stands for all."""
    lost = candidates.lost_cards() or Counter[Card]()
    if lost[Card.CREEP_THROUGH]:
        # It lies where an explorer sets out, on its way, or on any space that bears upon nothing.
        own = set_of(one.at for one in before.players[player].explorers if one.at != HOME)
        near = own | GRID.neighbours(own)
        layers = before.board.layers
        ways = layers[Terrain.PATH] | layers[Terrain.WATER]
        free = next(each(ways & ~near), None)
        for at in (*each(near), *([] if free is None else [free])):
            creeps = (*after.creep_throughs, CreepThrough(at, player))
            yield after._replace(creep_throughs=creeps), ("creep_throughs",), creeps
    if lost[Card.FALLEN_TREE] or candidates.givers("tree"):
        for spaces in candidates.free_places("tree"):
            trees = (*after.trees, set_of(spaces))
            yield after._replace(trees=trees), ("trees",), trees
    if lost[Card.WALKER] or candidates.givers("walker"):
        for at, *_ in candidates.free_places("walker"):
            walkers = (*after.walkers, Walker(at, inherited_terrain(after, at)))
            yield after._replace(walkers=walkers), ("walkers",), walkers
    if lost[Card.BROKEN_BRIDGE]:
        for at, *_ in candidates.free_places("broken_bridge"):
            bridges = (*after.broken_bridges, at)
            yield after._replace(broken_bridges=bridges), ("broken_bridges",), bridges


def _thing(path: Path) -> Path:
    """The place of a whole thing: an explorer, a route, all walkers."""
    if path[0] == "walkers":
        return path[:1]
    return path[:4] if "explorers" in path or "routes" in path else path


def _shown(path: Path) -> Path:
    """The place of the value that shows a thing."""
    shown = {"explorers": "at", "routes": "cards"}
    return (*path, *(field for part, field in shown.items() if part in path))


def value_at(snapshot: Snapshot, path: Path) -> Any:
    """The value of a table at a path."""
    found: Any = snapshot
    for part in path:
        if isinstance(part, int):
            found = found[part]
        else:
            found = found[ROUTES.index(part)] if part in ROUTES else getattr(found, part)
    return found


def _with(snapshot: Any, path: Path, value: Any) -> Any:
    """A table with another value at a path."""
    if not path:
        return value
    part, *rest = path
    if isinstance(snapshot, tuple) and (isinstance(part, int) or part in ROUTES):
        at = part if isinstance(part, int) else ROUTES.index(part)
        return (*snapshot[:at], _with(snapshot[at], tuple(rest), value), *snapshot[at + 1 :])
    inner = _with(getattr(snapshot, str(part)), tuple(rest), value)
    return snapshot._replace(**{str(part): inner})
