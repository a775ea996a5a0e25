"""Measures the array functions of `theodolite.bulk`: boards a second, and the ratio to `score`."""

import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import numpy as np

from theodolite.bulk.cartographers_points import Maps, card_points
from theodolite.bulk.misterra_totals import NONE, Tables, score_totals
from theodolite.cartographers.board import DRAWN_LETTERS, Drawn, Map
from theodolite.cartographers.board import GRID as MAP
from theodolite.cartographers.facts import CARDS as EXPLORED
from theodolite.cartographers.facts import MAPS, SCORING_CARDS
from theodolite.grid import Space
from theodolite.misterra.board import Board, Island, Terrain
from theodolite.misterra.presumptions import CARDS
from theodolite.misterra.scoring import score
from theodolite.misterra.snapshot import Player, Presumption, Side, Snapshot

TABLES, PLAYERS, RUNS, ALONE = 100_000, 4, 5, 2_000
MAPS_DRAWN = 400
LETTERS = np.array(list(".JLMSjlms"))


def random_tables(rng: np.random.Generator) -> Tables:
    """Finished games: parchments of which half agrees with the island, two cards, three markers."""
    shape = (TABLES, PLAYERS, 25)
    islands = rng.integers(1, 5, (TABLES, 25), np.uint8)
    islands[rng.random((TABLES, 25)) < 0.1] += len(Terrain)
    parchments = rng.integers(1, 5, shape, np.uint8)
    faithful = rng.random(shape) < 0.5
    parchments[faithful] = ((islands - 1) % len(Terrain) + 1)[:, None].repeat(PLAYERS, 1)[faithful]
    spaces = rng.permuted(np.tile(np.arange(25, dtype=np.int8), (TABLES, 1)), axis=1)
    claims = spaces[:, : 3 * PLAYERS].reshape(TABLES, PLAYERS, 3)
    tiles = np.take_along_axis(islands, spaces, 1)[:, : 3 * PLAYERS].reshape(claims.shape)
    first, second, third = np.moveaxis(tiles, 2, 0)
    claims[tiles > len(Terrain)] = NONE
    claims[second == first, 1] = NONE
    claims[(third == first) | (third == second), 2] = NONE
    numbers = np.tile(np.arange(len(CARDS), dtype=np.int16), (TABLES, 1))
    held = rng.permuted(numbers, axis=1)[:, : 2 * PLAYERS].reshape(TABLES, PLAYERS, 2)
    beaches = rng.integers(0, len(Side), TABLES, np.uint8)
    return Tables(islands, parchments, claims, held, beaches, [face(n) for n in CARDS])


def face(number: int) -> Presumption:
    """A card with an invented face."""
    faces: dict[str, Any] = {
        "terrain": Terrain(number % 4),
        "avoid": Terrain((number + 1) % 4),
        "pattern": ("JJ", "L."),
    }
    return Presumption(number, **{name: faces[name] for name in CARDS[number].face})


def snapshot(tables: Tables, table: int) -> Snapshot:
    def rows(tiles: np.ndarray) -> list[str]:
        return ["".join(row) for row in LETTERS[tiles].reshape(5, 5)]

    return Snapshot(
        list(Side)[tables.beaches[table]],
        Island.from_rows(rows(tables.islands[table])),
        tuple(
            Player(
                str(player),
                Board.from_rows(rows(tables.parchments[table, player])),
                None,
                tuple(Space(s) for s in tables.claims[table, player] if s != NONE),
                tuple(tables.faces[card] for card in tables.held[table, player]),
            )
            for player in range(PLAYERS)
        ),
    )


def main() -> None:
    tables = random_tables(np.random.default_rng(1))
    boards = TABLES * PLAYERS
    score_totals(tables[:1000])
    seconds = []
    for _ in range(RUNS):
        started = time.process_time()
        totals = score_totals(tables)
        seconds.append(time.process_time() - started)
    rate = boards / median(seconds)
    snapshots = [snapshot(tables, table) for table in range(ALONE)]
    started = time.process_time()
    scores = [score(one) for one in snapshots]
    alone = ALONE * PLAYERS / (time.process_time() - started)
    for table, one in enumerate(scores):
        assert [lines.total for lines in one.lines] == totals.total[table].tolist()
    print(f"score_totals {rate:>12,.0f} boards/s on one core (median of {RUNS} runs)")
    print(f"score        {alone:>12,.0f} boards/s, with every line explained")
    print(f"ratio        {rate / alone:>12,.0f}")
    cartographers()


def drawn_maps(random: Random) -> Iterator[Drawn]:
    """Maps of side A on which explore cards were drawn at random, few or many."""
    printed = MAPS["A"]
    assert printed is not None
    cards = [card for card in EXPLORED.values() if card.kind == "explore"]
    for _ in range(MAPS_DRAWN):
        land = Map(printed)
        for card in random.sample(cards, random.randrange(8, len(cards))):
            shape = random.choice(card.shapes or ())
            fits = [spaces for spaces in MAP.placements(shape.rows) if not spaces & land.filled]
            letter = DRAWN_LETTERS[random.choice(card.terrains)]
            if fits:
                drawn = land.drawn.with_letter(random.choice(fits), letter)
                land = land._replace(drawn=drawn)
        yield land.drawn


def cartographers() -> None:
    """Print maps a second with the four slowest cards, one of each category."""
    printed = MAPS["A"]
    assert printed is not None
    random = Random(1)  # noqa: S311 - no secret
    drawn = Maps.of(list(drawn_maps(random)), printed)
    maps = Maps(np.tile(drawn.drawn, (TABLES // MAPS_DRAWN, 1)), printed)
    longest: dict[str, tuple[float, str]] = {}
    for card in SCORING_CARDS.values():
        started = time.process_time()
        card_points(maps, [card.id])
        took = time.process_time() - started
        longest[card.category] = max(longest.get(card.category, (0.0, "")), (took, card.id))
    four = [card for _, card in longest.values()]
    seconds = []
    for _ in range(RUNS):
        started = time.process_time()
        card_points(maps, four)
        seconds.append(time.process_time() - started)
    rate = len(maps.drawn) / median(seconds)
    print(f"card_points  {rate:>12,.0f} maps/s on one core, with {', '.join(four)}")


if __name__ == "__main__":
    main()
