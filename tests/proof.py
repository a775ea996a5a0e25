"""Compares the service with the references, and tests the shared properties, on random positions.

`python tests/proof.py --tables 1000000` compares that many random positions for each operation of
each game with the references, which share no code with the service. Then it tests each property on
one position for each hundred of them, at least 24. It begins after the seeds that the tests try,
uses every processor, stops at the first disagreement or violation, and prints its seed.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from flask.testing import FlaskClient
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).parent))

from properties.frame import adapter, first_violation
from properties.held import properties_of
from properties.test_properties import SEEDS
from reference.frame import GAMES, comparisons, disagreement
from reference.test_agreement import POSITIONS
from theodolite.web.app import create_app

BLOCK = 500
FEW = 6
"""Number of seeds in a block of a property; each seed sends many requests."""
LEAST = 24
"""Number of seeds on which a property is tested at least."""
SHARE = 0.01
"""Positions compared for each position on which a property is tested."""


class Block(NamedTuple):
    """Some seeds, and the operation or property of a game to test with them."""

    game: str
    about: str
    seeds: range


@cache
def service() -> FlaskClient:
    """The application in this process."""
    return create_app().test_client()


def tried(block: Block) -> tuple[int, str | None]:
    """Test a block; return its number of seeds, and the first disagreement or violation, if any."""
    game, about, seeds = block
    of = adapter(game)
    if (holds := properties_of(of).get(about)) is not None:
        return len(seeds), first_violation(service(), holds, of, seeds)
    return len(seeds), disagreement(service(), game, about, seeds)


def blocks(games: Sequence[str], tables: int) -> Iterator[Block]:
    """Yield the seeds to test, in blocks."""
    for game in games:
        for about, comparison in comparisons(game).items():
            first = round(POSITIONS * comparison.share)
            count = round(tables * comparison.share)
            yield from _in_blocks(game, about, range(first, first + count), BLOCK)
        for name in properties_of(adapter(game)):
            count = max(LEAST, round(tables * SHARE))
            yield from _in_blocks(game, name, range(SEEDS.stop, SEEDS.stop + count), FEW)


def _in_blocks(game: str, about: str, seeds: range, size: int) -> Iterator[Block]:
    for first in range(0, len(seeds), size):
        yield Block(game, about, seeds[first : first + size])


def main() -> None:
    """Test all blocks and show the progress."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--tables", type=int, default=1_000_000)
    options = parser.parse_args()
    asked = list(blocks(options.game, options.tables))
    total = sum(len(seeds) for _, _, seeds in asked)
    with Pool(os.cpu_count()) as pool, tqdm(total=total, unit=" positions") as bar:
        for count, found in pool.imap_unordered(tried, asked):
            bar.update(count)
            if found:
                sys.exit(found)
    print(
        f"{total} random positions of {', '.join(options.game)}, no disagreement and no violation"
    )


if __name__ == "__main__":
    main()
