"""The actions of a turn, and the changes that carrying it out makes to a table."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from theodolite.grid import Space
from theodolite.treasure_hunt.board import Terrain
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.placing import Piece
from theodolite.treasure_hunt.snapshot import ROUTES, Card, Info, Player, Snapshot, Treasure
from theodolite.verdict import Path


class NamedPiece(NamedTuple):
    """A piece as a turn names it.

    Attributes:
        player: The owner of the explorer; None for a walker.
        which: The explorer's index, or the space where the walker stands or began its move.
    """

    player: int | None
    which: int


class Roll(NamedTuple):
    """The roll of a die.

    Attributes:
        die: The die, by its terrain.
        pips: The value rolled.
    """

    die: Terrain
    pips: int


class Move(NamedTuple):
    """A move of a piece, or a part of one.

    Attributes:
        mover: The piece.
        path: The places stepped onto, in order, without the start.
    """

    mover: NamedPiece
    path: tuple[Space, ...]


class Play(NamedTuple):
    """The play of a card.

    Attributes:
        card: The card.
        spaces: The spaces on which a piece is placed.
        to: The player who receives a lost shoe.
        obstacle: A space of the obstacle that is removed.
        mover: The walker that is moved.
        pips: The value rolled for the walker.
        path: The walker's path, as for a Move.
    """

    card: Card
    spaces: tuple[Space, ...] = ()
    to: int | None = None
    obstacle: Space | None = None
    mover: NamedPiece | None = None
    pips: int | None = None
    path: tuple[Space, ...] = ()


class Place(NamedTuple):
    """The placing of a free piece.

    Attributes:
        piece: The piece.
        spaces: The spaces on which it is placed.
        by: The player who places it.
    """

    piece: Piece
    spaces: tuple[Space, ...]
    by: int


class Drawn(NamedTuple):
    """The cards that the owner of a logged route drew.

    Attributes:
        coordinate: The space of the coordinate card; None if none was drawn.
        action: The action or info card; None if none was drawn.
        info_route: The index of the route at which an info card is laid.
        treasure: The treasure drawn for an info card; None if not seen.
    """

    coordinate: Space | None = None
    action: Card | Info | None = None
    info_route: int | None = None
    treasure: Treasure | None = None


class Log(NamedTuple):
    """The logging of a marker.

    Attributes:
        explorer: The explorer that logs.
        owner: The owner of the marker; None for the only one that may be logged.
        route: The index of its route; None for the only one that may be logged.
        at: The coordinate; None for the space where the explorer stands.
        shovel: Whether a shovel is played.
        drawn: The cards drawn; None if none were.
        draw_unknown: Whether the turn does not say what was drawn.
    """

    explorer: Mover
    owner: int | None = None
    route: int | None = None
    at: Space | None = None
    shovel: bool = False
    drawn: Drawn | None = None
    draw_unknown: bool = False


class Discard(NamedTuple):
    """The discard of a card from a hand."""

    card: Card
    by: int


class Skip(NamedTuple):
    """The end of a turn without a move: for a shoe, if no explorer can move, or by choice."""


class Beyond(NamedTuple):
    """An action of any kind that names spaces beyond the edge of the board.

    Attributes:
        spaces: Their names.
    """

    spaces: tuple[str, ...]


Action = Roll | Move | Play | Place | Log | Discard | Skip | Beyond


class Turn(NamedTuple):
    """A player's turn: its actions in the order played, or that the player leaves the table."""

    player: int
    actions: tuple[Action, ...] = ()
    left: bool = False


class Change(NamedTuple):
    """A changed value of a table.

    Attributes:
        path: The place of the value in a snapshot.
        before: The value before.
        after: The value after.
        rule: The id of the rule that changed it; empty between two tables of a dispute.
        action: The index of the action; None at the beginning of a turn and between two tables.
    """

    path: Path
    before: object
    after: object
    rule: str
    action: int | None = None


_OF_PLAYER = ("coordinates", "treasures", "hand", "boats", "shoes", "free", "mission")


def changes(before: Snapshot, after: Snapshot, rule: str = "") -> Iterator[Change]:
    """Find the differences between two tables of the same players.

    Args:
        before: The one table.
        after: The other table.
        rule: The id of the rule that made them.
    """
    for i, (one, other) in enumerate(zip(before.players, after.players, strict=True)):
        # Most actions change one player.
        if one is not other:
            yield from _of_player(("players", i), one, other, rule)
    if len(before.walkers) == len(after.walkers):
        yield from _each(("walkers",), count(), before.walkers, after.walkers, rule)
    else:
        yield Change(("walkers",), before.walkers, after.walkers, rule)
    for name, was, now in (
        ("trees", before.trees, after.trees),
        ("broken_bridges", before.broken_bridges, after.broken_bridges),
        ("creep_throughs", before.creep_throughs, after.creep_throughs),
    ):
        if was != now:
            yield Change((name,), was, now, rule)


def _of_player(path: Path, one: Player, other: Player, rule: str) -> Iterator[Change]:
    yield from _each((*path, "explorers"), count(), one.explorers, other.explorers, rule)
    yield from _each((*path, "routes"), ROUTES, one.routes, other.routes, rule)
    yield from _fields(path, _OF_PLAYER, one, other, rule)


def _each(
    path: Path,
    names: Iterable[str | int],
    was: Sequence[NamedTuple],
    now: Sequence[NamedTuple],
    rule: str,
) -> Iterator[Change]:
    """The differences between items that are as many in both tables."""
    for name, one, other in zip(names, was, now, strict=False):
        yield from _fields((*path, name), one._fields, one, other, rule)


def _fields(
    path: Path, names: Iterable[str], was: NamedTuple, now: NamedTuple, rule: str
) -> Iterator[Change]:
    for name in names:
        if (before := getattr(was, name)) != (after := getattr(now, name)):
            yield Change((*path, name), before, after, rule)
