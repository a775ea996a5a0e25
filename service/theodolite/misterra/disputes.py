"""Whether one player's half day or whole turn can have led from one table to another (p. 4-5).

Covers both half days with their moves, cards, exchanges, layings and claims, and the refilled
display. The search is in `plays`; here is what comes of it, and what no legal play explains.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from theodolite.grid import Spaces
from theodolite.misterra.board import GRID
from theodolite.misterra.display import HALF_DAYS, refills
from theodolite.misterra.movement import Ground, places_of, union
from theodolite.misterra.plays import ANYWHERE, MOST, Play, Search, differing
from theodolite.misterra.sight import coverable
from theodolite.misterra.snapshot import Rulings, Snapshot
from theodolite.misterra.turn import HalfDay
from theodolite.verdict import Path, Values

__all__ = ["ACCOUNTS", "RULINGS", "Account", "Difference", "Finding", "settle", "told", "under"]

ACCOUNTS = 20
"""How many accounts are told at most."""
RULINGS = ("claim_region", "empty_supply")

Account = tuple[HalfDay, ...]


class Difference(NamedTuple):
    """A difference that no legal play explains: where it stands in the snapshots, and why."""

    path: Path
    rule: str
    says: str
    values: Values


class Finding(NamedTuple):
    """What a dispute comes to: the accounts, the shortest first, or what none explains."""

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Difference]


def settle(before: Snapshot, after: Snapshot, player: int) -> Finding:
    """Find every account of what a player may have done between two tables.

    Args:
        before: the table before the half day or turn.
        after: the table after it.
        player: the index of who played.
    """
    differences = list(_elsewhere(before, after, player))
    if _names(before) != _names(after):
        return Finding((), False, differences)
    search = Search(before, after, player)
    if not differences:
        plays = search.complete(ACCOUNTS)
        if plays:
            accounts = [search.account(play) for play in plays[:ACCOUNTS]]
            return Finding(accounts, len(plays) > ACCOUNTS, ())
    nearest = search.nearest(search.end)
    # Sooner the meeple astray than several other things, unless it has not moved.
    meeple = after.players[player].meeple
    if meeple is None or meeple != before.players[player].meeple:
        budget = nearest.left - 2 if nearest else MOST
        if astray := search.nearest(ANYWHERE, budget):
            differences.append(_astray(before, player))
            nearest = astray
    if nearest is not None:  # pragma: no branch - to stay and discard is a play from anywhere
        differences += _unexplained(search, nearest)
    return Finding((), False, differences)


def under(rulings: Rulings, before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Two tables with their open points decided so, where they agree on how to decide them."""
    agree = after.rulings == before.rulings
    return before.under(rulings), after.under(rulings) if agree else after


def told(finding: Finding) -> object:
    """What of a finding another value of one of RULINGS could change."""
    return finding.accounts


def _names(snapshot: Snapshot) -> list[str]:
    return [player.name for player in snapshot.players]


def _elsewhere(before: Snapshot, after: Snapshot, player: int) -> Iterator[Difference]:
    """What has changed that no half day of a player changes."""
    values = {"player": before.players[player].name}
    for (path, one), (_, other) in zip(_fixed(before, player), _fixed(after, player), strict=False):
        if one != other:
            yield Difference(path, "misterra.turn.order", "others", values)


def _fixed(snapshot: Snapshot, player: int) -> Iterator[tuple[Path, object]]:
    """What of a table a player does not change, each with its place, who plays being first."""
    yield ("players",), _names(snapshot)
    yield ("beach",), snapshot.beach
    yield ("variants", "master_cartographers"), snapshot.master_cartographers
    for name, value in snapshot.rulings._asdict().items():
        yield ("rulings", name), value
    yield ("otoma",), None if snapshot.otoma is None else {*snapshot.otoma}
    for i, one in enumerate(snapshot.players):
        yield ("players", i, "presumptions"), {*one.presumptions}
        if i != player:
            for row, text in enumerate(one.parchment.rows()):
                yield ("players", i, "parchment", row), text
            yield ("players", i, "meeple"), one.meeple
            yield ("players", i, "claims"), {*one.claims}


def _astray(before: Snapshot, player: int) -> Difference:
    """The meeple stands where no turn can have taken it."""
    one = before.players[player]
    path = ("players", player, "meeple")
    if one.meeple is None:
        beach = [place.name for place in places_of(Ground.of(before).beach)]
        return Difference(path, "misterra.move.first_placement", "absent", {"beach": beach})
    values = {"player": one.name, "place": one.meeple.name}
    return Difference(path, "misterra.move.one_step", "astray", values)


def _unexplained(search: Search, play: Play) -> Iterator[Difference]:
    """What the play that explains most does not explain."""
    before, player, deed = search.before, search.player, play.deeds[-1]
    one, other = before.players[player], search.after.players[player]
    values = {"player": one.name}

    changed = differing(one.parchment, other.parchment)
    then = search.after.island.tiles
    # What the island shows, the last card laid there shows too.
    unlaid = then.covered & ~changed & ~other.parchment.matching(then)
    emptied = one.parchment.covered & ~other.parchment.covered
    seen = 0
    for place in places_of(union(Ground.of(before).spread(union(search.reach)))):
        seen |= coverable(place, before.island.tiles)
    yield from _rows(
        ("players", player, "parchment"),
        deed.parchment_left,
        (("emptied", emptied), ("unlaid", ~changed), ("unseen", ~seen), ("parchment", -1)),
        values,
    )

    tiles, confirmed = before.island
    changed = search.start.island_left
    removed = tiles.covered & ~then.covered
    yield from _rows(
        ("island",),
        deed.island_left,
        (
            ("unchanged", ~changed),
            ("confirmed", confirmed),
            ("removed", removed),
            ("unlaid", unlaid),
            ("island", -1),
        ),
        values,
    )

    claims = ("players", player, "claims")
    for says, spaces in (
        ("marker_moved", set(one.claims) - search.claims),
        ("claim", search.claims.difference(deed.claims)),
    ):
        if spaces:
            names = [GRID.names[space] for space in sorted(spaces)]
            yield Difference(claims, _WHOLE, says, {**values, "spaces": names})

    if play.cards is None:
        if before.display == ():
            yield Difference(("display",), "misterra.sketch.chosen", "none", values)
        elif any(refills(before, search.after, count + 1) for count in range(HALF_DAYS)):
            yield Difference(("display",), _WHOLE, "display", values)
        else:
            yield Difference(("deck",), _WHOLE, "deck", values)


_WHOLE = "misterra.turn.half_days"


def _rows(
    path: Path, spaces: Spaces, reasons: Sequence[tuple[str, Spaces]], values: Values
) -> Iterator[Difference]:
    """A difference for each row of a board and each reason, the first that holds for a space."""
    for row, line in enumerate(GRID.row_lines):
        left = spaces & line
        for says, where in reasons:
            if left & where:
                names = GRID.name_all(left & where)
                yield Difference((*path, row), _WHOLE, says, {**values, "spaces": names})
            left &= ~where
