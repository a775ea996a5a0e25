"""Simulates finished games of Misterra: realistic parchments beside their island.

Movement is ignored: any two neighbouring spaces can be mapped. Simulated players prefer tiles that
match the island, some more carefully than others.
"""

from typing import Final

from photo.scene import Random
from theodolite.grid import NOWHERE, Space, each
from theodolite.misterra import GRID, Board, Island, Rulings, Terrain, update

CARDS: Final = 104
DISPLAY: Final = 5
CARE: Final = (2, 4, 8, 20, 40)
"""Number of candidate mappings that a player compares."""
IDLE: Final = 0.12
"""Probability that a half day maps nothing."""
PAIRS: Final = [(a, b) for a in each(GRID.everywhere) for b in each(GRID.neighbours(1 << a))]

Way = list[tuple[Space, Terrain]]


def finished(rng: Random) -> tuple[Island, list[Board]]:
    """The island and the parchments at the end of a game of two to four."""
    players = int(rng.integers(2, 5))
    island = Island(Board(), NOWHERE)
    # Two, three or four players begin with three, two or one jungle tiles.
    for space in rng.choice(len(GRID.names), 5 - players, replace=False).tolist():
        island = Island(island.tiles.laid(space, Terrain.JUNGLE), island.confirmed | 1 << space)
    parchments = [Board()] * players
    care = rng.choice(CARE, players)
    for _turn in range((CARDS - DISPLAY) // (2 * players)):
        for half_day in range(2 * players):
            player = half_day // 2
            if rng.random() < IDLE:
                continue
            ways = [_way(rng) for _ in range(care[player])]
            for space, terrain in max(ways, key=lambda way: _gain(way, island, parchments[player])):
                parchments[player] = parchments[player].laid(space, terrain)
                island, _ = update(island, space, terrain, Rulings())
        if GRID.everywhere in (island.confirmed, *(own.covered for own in parchments)):
            break
    return island, parchments


def _way(rng: Random) -> Way:
    """Some card on some two spaces."""
    terrains = [Terrain(terrain) for terrain in rng.integers(0, len(Terrain), 2)]
    return list(zip(PAIRS[rng.integers(len(PAIRS))], terrains, strict=True))


def _gain(way: Way, island: Island, parchment: Board) -> int:
    """Rate a mapping: matches with the island, newly covered spaces, correct tiles kept."""
    gain = 0
    for space, terrain in way:
        there, own = island.tiles.at(space), parchment.at(space)
        confirmed = island.confirmed >> space & 1
        gain += (own is None) + 2 * (there == terrain)
        if confirmed:
            gain -= 2 * (own == there) + (there != terrain)
    return gain
