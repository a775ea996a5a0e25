"""The proof: the service and the references, which know nothing of it, agree at random.

`python tests/proof.py --tables 1000000` compares that many random positions for each question of
each game, on every processor; it stops at the first disagreement and names its seed.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from multiprocessing import Pool
from pathlib import Path

from flask.testing import FlaskClient
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).parent))

from reference.frame import GAMES, disagreement, questions
from theodolite.web.app import create_app

BLOCK = 500

Block = tuple[str, str, range]


@cache
def service() -> FlaskClient:
    """The service, in this process."""
    return create_app().test_client()


def compare(block: Block) -> tuple[int, str | None]:
    """How many seeds a block has, and what the first disagreement was, if any."""
    game, about, seeds = block
    return len(seeds), disagreement(service(), game, about, seeds)


def blocks(games: Sequence[str], tables: int) -> Iterator[Block]:
    """The seeds to compare, in blocks."""
    for game in games:
        for about, question in questions(game).items():
            count = round(tables * question.share)
            for first in range(0, count, BLOCK):
                yield game, about, range(first, min(first + BLOCK, count))


def main() -> None:
    """Compare, and show how far it has come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--tables", type=int, default=1_000_000)
    options = parser.parse_args()
    asked = list(blocks(options.game, options.tables))
    total = sum(len(seeds) for _, _, seeds in asked)
    with Pool(os.cpu_count()) as pool, tqdm(total=total, unit=" positions") as bar:
        for compared, found in pool.imap_unordered(compare, asked):
            bar.update(compared)
            if found:
                sys.exit(found)
    print(f"{total} random positions of {', '.join(options.game)}, no disagreement")


if __name__ == "__main__":
    main()
