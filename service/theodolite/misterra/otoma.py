"""Otoma's turn in a solo game (p. 10-11)."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.misterra.board import GRID, Island, Terrain
from theodolite.misterra.claiming import may_claim
from theodolite.misterra.mapping import Change, update
from theodolite.misterra.snapshot import MARKERS, Rulings, Snapshot
from theodolite.verdict import Check, Fault

__all__ = [
    "RULINGS",
    "OtomaAction",
    "OtomaClaim",
    "OtomaHalfDay",
    "OtomaOutcome",
    "OtomaTurn",
    "play",
]

RULINGS = ("claim_region", "empty_supply", "otoma_region")

Done = Literal["confirmed", "nothing"] | Change


class OtomaAction(NamedTuple):
    """An action on a space: confirm its tile or else map the terrain, or map the terrain."""

    space: Space
    do: Literal["confirm", "map"]
    terrain: Terrain


class OtomaHalfDay(NamedTuple):
    """The actions of two Otoma cards, whether the cards claim, and where on a tie."""

    actions: tuple[OtomaAction, ...]
    claim: bool = False
    claim_at: Space | None = None


class OtomaClaim(NamedTuple):
    """A claim of Otoma's: the marker, its region, and a space of each region tied with it."""

    space: Space
    terrain: Terrain
    spaces: Spaces
    tied_with: tuple[Space, ...]


class OtomaOutcome(NamedTuple):
    """What each action of a half day did, the claim, if one was made, and why."""

    actions: Sequence[Done]
    claim: OtomaClaim | None
    checks: Sequence[Check]


class OtomaTurn(NamedTuple):
    """What Otoma's half days did, the table after them, and what was wrong with the request."""

    half_days: Sequence[OtomaOutcome]
    after: Snapshot
    faults: Sequence[Fault]


def play(snapshot: Snapshot, half_days: Sequence[OtomaHalfDay]) -> OtomaTurn:
    """Play Otoma's half days on the table that the player's turn left.

    A space to claim on that is none of the best is a fault, and the first of them is taken instead.
    """
    # What the player left of the display is discarded first; five new cards follow the turn.
    if snapshot.display is not None:
        snapshot = snapshot._replace(display=())
    outcomes, faults = [], []
    for i, half_day in enumerate(half_days):
        done, checks = [], []
        for action in half_day.actions:
            island, result = _act(snapshot.island, action, snapshot.rulings)
            snapshot = snapshot._replace(island=island)
            done.append(result)
            checks.append(_acted(action, result))
        choices = list(_choices(snapshot)) if half_day.claim else []
        claim = _claim(snapshot.island, choices, half_day.claim_at)
        if half_day.claim:
            checks.append(_claimed(snapshot, claim))
        outcomes.append(OtomaOutcome(done, claim, checks))
        if half_day.claim_at is not None and (claim is None or claim.space != half_day.claim_at):
            values = {
                "space": GRID.names[half_day.claim_at],
                "spaces": GRID.name_all(sum(spots for _, spots in choices)),
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


def _acted(action: OtomaAction, done: Done) -> Check:
    """Why an action did what it did."""
    values = {"space": GRID.names[action.space], "terrain": action.terrain}
    if action.do == "map":
        return Check("misterra.solo.map", "passed", "passed", values, 1 << action.space)
    says = "mapped" if isinstance(done, Change) else done
    return Check("misterra.solo.confirm", "passed", says, values, 1 << action.space)


def _claimed(snapshot: Snapshot, claim: OtomaClaim | None) -> Check:
    """Why a claim went where it did, or was not made."""
    rule = "misterra.solo.claim"
    if claim is None:
        markers = snapshot.otoma or ()
        says = "no_marker" if len(markers) == MARKERS else "no_region"
        spaces = sum(1 << space for space in markers)
        return Check(rule, "passed", says, {"markers": GRID.name_all(spaces)}, spaces)
    values = {
        "space": GRID.names[claim.space],
        "terrain": claim.terrain,
        "count": claim.spaces.bit_count(),
        "region": GRID.name_all(claim.spaces),
        "tied": [GRID.names[space] for space in claim.tied_with],
    }
    says = "tied" if claim.tied_with else "passed"
    return Check(rule, "passed", says, values, claim.spaces)


def _choices(snapshot: Snapshot) -> Iterator[tuple[Spaces, Spaces]]:
    """The largest regions that Otoma may claim, each with the tiles a marker may lie on."""
    tiles, confirmed = snapshot.island
    # Regions are measured by their confirmed tiles (otoma_region).
    counted = confirmed if snapshot.rulings.otoma_region == "confirmed_only" else GRID.everywhere
    available = []
    for terrain in Terrain:
        for group in GRID.groups(tiles[terrain] & counted):
            # The ordinary rules decide where Otoma may claim.
            spots = sum(
                1 << space
                for space in range(len(GRID.names))
                if group >> space & 1 and may_claim(snapshot, snapshot.otoma or (), space)
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
    # On a tie the player chooses; the first in reading order stands in for no choice.
    firsts = {group: (spots & -spots).bit_length() - 1 for group, spots in choices}
    group, space = next(iter(firsts.items()))
    for other, spots in choices:
        if at is not None and spots >> at & 1:
            group, space = other, at
    terrain = next(terrain for terrain in Terrain if island.tiles[terrain] >> space & 1)
    tied = tuple(first for other, first in firsts.items() if other != group)
    return OtomaClaim(space, terrain, group, tied)


def told(turn: OtomaTurn) -> object:
    """All of Otoma's turn but the rulings that the table after it carries."""
    return turn._replace(after=turn.after.under(Rulings()))
