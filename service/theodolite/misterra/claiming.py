"""Claiming regions (p. 5)."""

from collections.abc import Iterator, Sequence

from theodolite.grid import Space, Spaces
from theodolite.misterra.board import GRID, Island, Terrain
from theodolite.misterra.snapshot import MARKERS, OTOMA, Place, Rulings, Snapshot
from theodolite.verdict import Check, Status

__all__ = ["claim_checks", "free_terrains", "holders", "is_claimed", "may_claim", "region"]


def region(island: Island, space: Space, rulings: Rulings) -> Spaces:
    """The region that a claim on a space would be for; nothing if it is in none.

    A region is a contiguous group of tiles of one terrain with a confirmed one among them.
    """
    tiles, confirmed = island
    terrain = tiles.at(space)
    if terrain is None:
        return 0
    group = GRID.group(tiles[terrain], 1 << space)
    # Hazy tiles join a region, unless the table counts confirmed ones alone (claim_region).
    if group & ~confirmed and rulings.claim_region == "confirmed_only":
        group = GRID.group(group & confirmed, 1 << space & confirmed)
    return group if group & confirmed else 0


def holders(snapshot: Snapshot) -> list[tuple[str, Sequence[Space]]]:
    """Everyone who has claim markers, with the spaces that hold them."""
    named: list[tuple[str, Sequence[Space]]] = [
        (player.name, player.claims) for player in snapshot.players
    ]
    return [*named, (OTOMA, snapshot.otoma or ())]


def free_terrains(island: Island, claims: Sequence[Space]) -> set[Terrain]:
    """The terrains of which the holder of these markers has claimed no region yet."""
    return {*Terrain} - {island.tiles.at(space) for space in claims}


def may_claim(snapshot: Snapshot, claims: Sequence[Space], space: Space) -> bool:
    """Whether the holder of some claim markers may lay another on a space."""
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
    """Hold a claim from a place against every rule on claiming.

    Args:
        snapshot: the table before the claim.
        player: the index of who claims.
        place: where the meeple stands; None if it was not placed.
    """
    island, claims = snapshot.island, snapshot.players[player].claims
    inland = place is not None and not place.on_beach
    here = 1 << place.space if place is not None and inland else 0
    terrain = island.tiles.at(place.space) if place is not None and inland else None
    values: dict[str, object] = {} if place is None else {"place": place.word}
    if terrain is not None:
        values["terrain"] = terrain

    # The meeple stands on a confirmed tile.
    if island.confirmed & here:
        yield Check("misterra.claim.confirmed_tile", "passed", "passed", values, here)
    else:
        says = "unplaced" if place is None else "none" if terrain is None else "hazy"
        yield Check("misterra.claim.confirmed_tile", "failed", says, values, here)

    # A player claims three regions at most, and markers never move.
    told = {**values, "markers": [GRID.names[space] for space in claims]}
    left = MARKERS - len(claims)
    says = "failed" if left <= 0 else "one" if left == 1 else "some"
    status: Status = "passed" if left > 0 else "failed"
    yield Check("misterra.claim.marker_left", status, says, {**told, "left": left}, _bits(claims))

    if terrain is None or place is None:
        for rule in ("other_terrain", "unclaimed_region"):
            yield Check(f"misterra.claim.{rule}", "not_checked", "not_checked", values)
        return

    # Each region a player claims is of a different terrain.
    same = [space for space in claims if island.tiles.at(space) == terrain]
    status = "failed" if same else "passed"
    told = {**values, "markers": [GRID.names[space] for space in same]}
    yield Check("misterra.claim.other_terrain", status, status, told, here | _bits(same))

    # Nobody has claimed the region yet, the player included.
    ground = region(island, place.space, snapshot.rulings)
    if not ground:
        yield Check("misterra.claim.unclaimed_region", "not_checked", "hazy", values, here)
        return
    markers = _markers(snapshot, ground)
    status = "failed" if markers else "passed"
    told = {
        **values,
        "region": GRID.name_all(ground),
        "hazy": GRID.name_all(ground & ~island.confirmed),
        "markers": [(holder, GRID.names[space]) for holder, space in markers],
    }
    # Where hazy tiles alone lead to the markers, they are what decides.
    alone = GRID.group(ground & island.confirmed, here & island.confirmed)
    joined = markers and not any(alone >> space & 1 for _, space in markers)
    says = "joined" if joined else status
    yield Check("misterra.claim.unclaimed_region", status, says, told, ground)


def _markers(snapshot: Snapshot, ground: Spaces) -> list[tuple[str, Space]]:
    return [
        (holder, space)
        for holder, claims in holders(snapshot)
        for space in claims
        if ground >> space & 1
    ]


def _bits(spaces: Sequence[Space]) -> Spaces:
    return sum(1 << space for space in spaces)
