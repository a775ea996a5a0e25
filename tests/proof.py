"""The proof: the service agrees with the references, and its answers have the shared properties.

`python tests/proof.py --tables 1000000` compares that many random positions for each question of
each game with the references, which know nothing of the service. Then it holds one answer for each
hundred of them against each property. It runs on every processor, and stops at the first
disagreement or violation and names its seed.
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
from reference.frame import GAMES, disagreement, questions
from theodolite.web.app import create_app

BLOCK = 500
FEW = 10
"""How many seeds a block of a property has, each of which asks the service many times."""
SHARE = 0.01
"""Of as many positions as are asked for, on how many each property is tried."""


class Block(NamedTuple):
    """Some seeds, and the question or the property of a game that they are tried on."""

    game: str
    about: str
    seeds: range


@cache
def service() -> FlaskClient:
    """The service, in this process."""
    return create_app().test_client()


def tried(block: Block) -> tuple[int, str | None]:
    """How many seeds a block has, and the first disagreement or violation, if any."""
    game, about, seeds = block
    of = adapter(game)
    if (holds := properties_of(of).get(about)) is not None:
        return len(seeds), first_violation(service(), holds, of, seeds)
    return len(seeds), disagreement(service(), game, about, seeds)


def blocks(games: Sequence[str], tables: int) -> Iterator[Block]:
    """The seeds to try, in blocks."""
    for game in games:
        for about, question in questions(game).items():
            yield from _in_blocks(game, about, round(tables * question.share), BLOCK)
        for name in properties_of(adapter(game)):
            yield from _in_blocks(game, name, round(tables * SHARE), FEW)


def _in_blocks(game: str, about: str, count: int, size: int) -> Iterator[Block]:
    for first in range(0, count, size):
        yield Block(game, about, range(first, min(first + size, count)))


def main() -> None:
    """Try all of it, and show how far it has come."""
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
