"""Otoma's turn in a solo game (p. 10-11).

Covers the actions and claims that its cards name. The order of turns is in `replays`, the points of
its claims are in `scoring` and `solo`.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces, each, first_of, set_of, union
from theodolite.misterra.board import GRID, Island, Terrain
from theodolite.misterra.claiming import may_claim
from theodolite.misterra.mapping import Change, update
from theodolite.misterra.snapshot import MARKERS, Rulings, Snapshot
from theodolite.verdict import Check, Fault

RULINGS = ("claim_region", "empty_supply", "otoma_region")
"""The rulings that bear on Otoma's turn."""

Done = Literal["confirmed", "nothing"] | Change


class OtomaAction(NamedTuple):
    """An action of an Otoma card on a space.

    Attributes:
        space: The space.
        do: Confirm the tile that lies there, or map a terrain.
        terrain: The terrain to map; for `confirm`, only if the space is empty.
    """

    space: Space
    do: Literal["confirm", "map"]
    terrain: Terrain


class OtomaHalfDay(NamedTuple):
    """A half day of Otoma, as two of its cards tell it.

    Attributes:
        actions: The actions of both cards, in order.
        claim: Whether the cards make Otoma claim.
        claim_at: A space of the region to claim if several are the largest; by default the first
            region in reading order.
    """

    actions: tuple[OtomaAction, ...]
    claim: bool = False
    claim_at: Space | None = None


class OtomaClaim(NamedTuple):
    """A claim of Otoma.

    Attributes:
        space: The space of the marker.
        terrain: The terrain of the region.
        spaces: The region, as it was measured.
        tied_with: A space of each other region of the same size.
    """

    space: Space
    terrain: Terrain
    spaces: Spaces
    tied_with: tuple[Space, ...]


class OtomaOutcome(NamedTuple):
    """The result of a half day of Otoma.

    Attributes:
        actions: The result of each action.
        claim: The claim; None if none was made.
        checks: The rules that explain the actions and the claim.
    """

    actions: Sequence[Done]
    claim: OtomaClaim | None
    checks: Sequence[Check]


class OtomaTurn(NamedTuple):
    """The result of a turn of Otoma.

    Attributes:
        half_days: The result of each half day.
        after: The table after it.
        faults: A fault for each `claim_at` at which Otoma may not claim.
    """

    half_days: Sequence[OtomaOutcome]
    after: Snapshot
    faults: Sequence[Fault]


def play(snapshot: Snapshot, half_days: Sequence[OtomaHalfDay]) -> OtomaTurn:
    """Play Otoma's half days.

    Args:
        snapshot: The table of a solo game after the player's turn.
        half_days: Otoma's half days. A `claim_at` outside of the largest regions is a fault, and
            the first region is claimed instead.
    """
    # The rest of the display is discarded first; five new cards follow the turn.
    if snapshot.display is not None:
        snapshot = snapshot._replace(display=())
    outcomes, faults = [], []
    for i, half_day in enumerate(half_days):
        done, checks = [], []
        for action in half_day.actions:
            island, result = _act(snapshot.island, action, snapshot.rulings)
            snapshot = snapshot._replace(island=island)
            done.append(result)
            checks.append(_action_check(action, result))
        choices = list(_choices(snapshot)) if half_day.claim else []
        claim = _claim(snapshot.island, choices, half_day.claim_at)
        if half_day.claim:
            checks.append(_claim_check(snapshot, claim))
        outcomes.append(OtomaOutcome(done, claim, checks))
        if half_day.claim_at is not None and (claim is None or claim.space != half_day.claim_at):
            values = {
                "space": GRID.names[half_day.claim_at],
                "spaces": GRID.name_all(union(spots for _, spots in choices)),
            }
            code = "not_largest_region" if choices else "no_claim"
            faults.append(Fault(code, ("half_days", i, "claim_at"), values))
        if claim is not None:
            snapshot = snapshot._replace(otoma=(*(snapshot.otoma or ()), claim.space))
    return OtomaTurn(outcomes, snapshot, faults)


def _act(island: Island, action: OtomaAction, rulings: Rulings) -> tuple[Island, Done]:
    bit = 1 << action.space
    # Confirming turns a hazy tile over, leaves a confirmed one, and maps only where there is none.
    if action.do == "confirm" and island.tiles.covered & bit:
        if island.confirmed & bit:
            return island, "nothing"
        return island._replace(confirmed=island.confirmed | bit), "confirmed"
    return update(island, action.space, action.terrain, rulings)


def _action_check(action: OtomaAction, done: Done) -> Check:
    """Explain the result of an action."""
    values = {"space": GRID.names[action.space], "terrain": action.terrain}
    if action.do == "map":
        return Check("misterra.solo.map", "passed", "passed", values, 1 << action.space)
    key = "mapped" if isinstance(done, Change) else done
    return Check("misterra.solo.confirm", "passed", key, values, 1 << action.space)


def _claim_check(snapshot: Snapshot, claim: OtomaClaim | None) -> Check:
    """Explain the place of a claim, or why none was made."""
    rule = "misterra.solo.claim"
    if claim is None:
        markers = snapshot.otoma or ()
        key = "no_marker" if len(markers) == MARKERS else "no_region"
        spaces = set_of(markers)
        return Check(rule, "passed", key, {"markers": GRID.name_all(spaces)}, spaces)
    values = {
        "space": GRID.names[claim.space],
        "terrain": claim.terrain,
        "count": claim.spaces.bit_count(),
        "region": GRID.name_all(claim.spaces),
        "tied": [GRID.names[space] for space in claim.tied_with],
    }
    key = "tied" if claim.tied_with else "passed"
    return Check(rule, "passed", key, values, claim.spaces)


def _choices(snapshot: Snapshot) -> Iterator[tuple[Spaces, Spaces]]:
    """Find the largest regions that Otoma may claim, each with the spaces for the marker."""
    tiles, confirmed = snapshot.island
    # Regions are measured by their confirmed tiles (otoma_region).
    counted = confirmed if snapshot.rulings.otoma_region == "confirmed_only" else GRID.everywhere
    available = []
    for terrain in Terrain:
        for group in GRID.groups(tiles[terrain] & counted):
            # The ordinary rules decide where Otoma may claim.
            spots = set_of(
                space for space in each(group) if may_claim(snapshot, snapshot.otoma or (), space)
            )
            if spots:
                available.append((group, spots))
    largest = max((group.bit_count() for group, _ in available), default=0)
    for group, spots in sorted(available, key=lambda choice: choice[0] & -choice[0]):
        if group.bit_count() == largest:
            yield group, spots


def _claim(
    island: Island, choices: Sequence[tuple[Spaces, Spaces]], at: Space | None
) -> OtomaClaim | None:
    if not choices:
        return None
    # On a tie the player chooses; by default the first region in reading order.
    firsts = {group: first_of(spots) for group, spots in choices}
    group, space = next(iter(firsts.items()))
    for other, spots in choices:
        if at is not None and spots >> at & 1:
            group, space = other, at
    terrain = next(terrain for terrain in Terrain if island.tiles[terrain] >> space & 1)
    tied = tuple(first for other, first in firsts.items() if other != group)
    return OtomaClaim(space, terrain, group, tied)


def without_rulings(turn: OtomaTurn) -> OtomaTurn:
    """A turn of Otoma with default rulings in its table, to compare turns under other rulings."""
    return turn._replace(after=turn.after.under(Rulings()))
