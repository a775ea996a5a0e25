"""Claiming regions (p. 5).

Covers the region of a space, and every rule on laying a claim marker. The points of claims are in
`scoring`.
"""

from collections.abc import Iterator, Sequence

from theodolite.grid import NOWHERE, Space, Spaces, set_of
from theodolite.misterra.board import GRID, Island, Terrain
from theodolite.misterra.snapshot import MARKERS, OTOMA, Place, Rulings, Snapshot
from theodolite.verdict import Check, Status


def region(island: Island, space: Space, rulings: Rulings) -> Spaces:
    """Find the region that a claim on a space would be for.

    A region is a contiguous group of tiles of one terrain with a confirmed one among them.

    Args:
        island: The island.
        space: The space of the marker.
        rulings: The rulings in force; `claim_region` bears on it.

    Returns:
        The spaces of the region; 0 if the space is in none.
    """
    tiles, confirmed = island
    terrain = tiles.at(space)
    if terrain is None:
        return NOWHERE
    group = GRID.group(tiles[terrain], 1 << space)
    # Hazy tiles join a region, unless the table counts confirmed ones alone (claim_region).
    if group & ~confirmed and rulings.claim_region == "confirmed_only":
        group = GRID.group(group & confirmed, 1 << space & confirmed)
    return group if group & confirmed else NOWHERE


def holders(snapshot: Snapshot) -> list[tuple[str, Sequence[Space]]]:
    """The players and Otoma by name, each with the spaces of their claim markers."""
    named: list[tuple[str, Sequence[Space]]] = [
        (player.name, player.claims) for player in snapshot.players
    ]
    return [*named, (OTOMA, snapshot.otoma or ())]


def free_terrains(island: Island, claims: Sequence[Space]) -> set[Terrain]:
    """The terrains of which a player with these claims has no region yet."""
    return {*Terrain} - {island.tiles.at(space) for space in claims}


def may_claim(snapshot: Snapshot, claims: Sequence[Space], space: Space) -> bool:
    """Whether a player with some claims may lay another marker on a space."""
    island = snapshot.island
    return (
        len(claims) < MARKERS
        and bool(island.confirmed >> space & 1)
        and island.tiles.at(space) in free_terrains(island, claims)
        and not is_claimed(snapshot, space)
    )


def is_claimed(snapshot: Snapshot, space: Space) -> bool:
    """Whether a claim marker lies in the region of a space."""
    return bool(_markers(snapshot, region(snapshot.island, space, snapshot.rulings)))


def claim_checks(snapshot: Snapshot, player: int, place: Place | None) -> Iterator[Check]:
    """Check a claim against every rule on claiming.

    Args:
        snapshot: The table before the claim.
        player: The index of the player.
        place: The place of the player's meeple; None before it is placed.
    """
    island, claims = snapshot.island, snapshot.players[player].claims
    inland = place is not None and not place.on_beach
    here = 1 << place.space if place is not None and inland else NOWHERE
    terrain = island.tiles.at(place.space) if place is not None and inland else None
    values: dict[str, object] = {} if place is None else {"place": place.word}
    if terrain is not None:
        values["terrain"] = terrain

    # The meeple stands on a confirmed tile.
    if island.confirmed & here:
        yield Check("misterra.claim.confirmed_tile", "passed", "passed", values, here)
    else:
        key = "unplaced" if place is None else "none" if terrain is None else "hazy"
        yield Check("misterra.claim.confirmed_tile", "failed", key, values, here)

    # A player claims three regions at most, and markers never move.
    left = MARKERS - len(claims)
    details = {**values, "markers": [GRID.names[space] for space in claims], "left": left}
    key = "failed" if left <= 0 else "one" if left == 1 else "some"
    status: Status = "passed" if left > 0 else "failed"
    yield Check("misterra.claim.marker_left", status, key, details, set_of(claims))

    if terrain is None or place is None:
        for rule in ("other_terrain", "unclaimed_region"):
            yield Check(f"misterra.claim.{rule}", "not_checked", "not_checked", values)
        return

    # Each region a player claims is of a different terrain.
    same = [space for space in claims if island.tiles.at(space) == terrain]
    status = "failed" if same else "passed"
    details = {**values, "markers": [GRID.names[space] for space in same]}
    yield Check("misterra.claim.other_terrain", status, status, details, here | set_of(same))

    # No player has claimed the region yet.
    ground = region(island, place.space, snapshot.rulings)
    if not ground:
        yield Check("misterra.claim.unclaimed_region", "not_checked", "hazy", values, here)
        return
    markers = _markers(snapshot, ground)
    status = "failed" if markers else "passed"
    details = {
        **values,
        "region": GRID.name_all(ground),
        "hazy": GRID.name_all(ground & ~island.confirmed),
        "markers": [(holder, GRID.names[space]) for holder, space in markers],
    }
    # The sentence names the hazy tiles if only they join the region to the markers.
    alone = GRID.group(ground & island.confirmed, here & island.confirmed)
    joined = markers and not any(alone >> space & 1 for _, space in markers)
    key = "joined" if joined else status
    yield Check("misterra.claim.unclaimed_region", status, key, details, ground)


def _markers(snapshot: Snapshot, ground: Spaces) -> list[tuple[str, Space]]:
    return [
        (holder, space)
        for holder, claims in holders(snapshot)
        for space in claims
        if ground >> space & 1
    ]
