"""What a turn is made of, in the order played, and what carrying it out changes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from theodolite.grid import Space
from theodolite.treasure_hunt.board import Terrain
from theodolite.treasure_hunt.ground import Mover
from theodolite.treasure_hunt.placing import Piece
from theodolite.treasure_hunt.snapshot import ROUTES, Card, Info, Player, Snapshot, Treasure
from theodolite.verdict import Path

__all__ = [
    "Action",
    "Change",
    "Discard",
    "Drawn",
    "Log",
    "Move",
    "Named",
    "Place",
    "Play",
    "Roll",
    "Skip",
    "Turn",
    "changes",
]


class Named(NamedTuple):
    """A piece as a turn names it: a player's explorer by its index, or a walker by its space.

    A walker is named by where it stands, or where it set out.
    """

    player: int | None
    which: int


class Roll(NamedTuple):
    """A die is rolled, that of a terrain."""

    die: Terrain
    pips: int


class Move(NamedTuple):
    """A piece moves, or moves on; the path are the places stepped onto."""

    mover: Named
    path: tuple[Space, ...]


class Play(NamedTuple):
    """A card is played.

    `spaces` are where a piece is placed, `to` who receives a shoe, `obstacle` a space of what is
    removed; a walker is moved by `mover`, `pips` and `path`.
    """

    card: Card
    spaces: tuple[Space, ...] = ()
    to: int | None = None
    obstacle: Space | None = None
    mover: Named | None = None
    pips: int | None = None
    path: tuple[Space, ...] = ()


class Place(NamedTuple):
    """A player's free piece is placed."""

    piece: Piece
    spaces: tuple[Space, ...]
    by: int


class Drawn(NamedTuple):
    """What the owner of a logged route drew; `info_route` is where an info card goes."""

    coordinate: Space | None = None
    action: Card | Info | None = None
    info_route: int | None = None
    treasure: Treasure | None = None


class Log(NamedTuple):
    """An explorer logs a marker; what is drawn is told unless `untold`, None if nothing was."""

    explorer: Mover
    owner: int | None = None
    route: int | None = None
    at: Space | None = None
    shovel: bool = False
    drawn: Drawn | None = None
    untold: bool = False


class Discard(NamedTuple):
    """A player discards a card from the hand."""

    card: Card
    by: int


class Skip(NamedTuple):
    """The turn passes: for a shoe, because nobody can move, or by choice."""


Action = Roll | Move | Play | Place | Log | Discard | Skip


class Turn(NamedTuple):
    """A player's turn."""

    player: int
    actions: tuple[Action, ...] = ()


class Change(NamedTuple):
    """What an action changed: its place in the snapshot, the values, and the rule that did it.

    `action` is the index of the action; None at the beginning of a turn and between two tables.
    """

    path: Path
    before: object
    after: object
    rule: str
    action: int | None = None


_OF_PLAYER = ("coordinates", "treasures", "hand", "boats", "shoes", "free")


def changes(before: Snapshot, after: Snapshot, rule: str = "") -> Iterator[Change]:
    """What differs between two tables of the same players."""
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
        ("creep_throughs", before.creeps, after.creeps),
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
    """What differs of things that are as many in both tables."""
    for name, one, other in zip(names, was, now, strict=False):
        yield from _fields((*path, name), one._fields, one, other, rule)


def _fields(
    path: Path, names: Iterable[str], was: NamedTuple, now: NamedTuple, rule: str
) -> Iterator[Change]:
    for name in names:
        if (before := getattr(was, name)) != (after := getattr(now, name)):
            yield Change((*path, name), before, after, rule)
