"""The proof: the service and the reference, which know nothing of each other, agree at random.

`python tests/proof.py --tables 1000000` compares that many random tables and as many half days, on
every processor; it stops at the first disagreement and names the seed that repeats it.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import orjson
from flask.testing import FlaskClient
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).parent))

from agreement import comparable_scores, comparable_verdict
from reference.misterra import check_legality, score
from reference.tables import random_legality_check, random_table
from theodolite.web.app import create_app

Json = dict[str, Any]
Question = tuple[str, Callable[[Random], Json], Callable[[Json], Json], Callable[[Json], Json]]

QUESTIONS: dict[str, Question] = {
    "scores": ("scores", random_table, score, comparable_scores),
    "half days": (
        "legality-checks",
        random_legality_check,
        check_legality,
        comparable_verdict,
    ),
}
BLOCK = 500


@cache
def service() -> FlaskClient:
    """The service, in this process."""
    return create_app().test_client()


def disagreement(question: str, seed: int) -> str | None:
    """What the two say differently of a random table; None if they agree."""
    path, draw, judge, comparable = QUESTIONS[question]
    body = draw(Random(seed))
    response = service().post(
        f"/v1/misterra/{path}", data=orjson.dumps(body), content_type="application/json"
    )
    answer, expected = comparable(orjson.loads(response.data)), comparable(judge(body))
    if answer == expected:
        return None
    return f"{question}, seed {seed}: the service says {answer}, the reference {expected}"


def block(asked: tuple[str, int, int]) -> tuple[int, str | None]:
    """How many seeds of a block were compared, and what the first disagreement was, if any."""
    question, first, last = asked
    for seed in range(first, last):
        if found := disagreement(question, seed):
            return seed - first + 1, found
    return last - first, None


def blocks(tables: int) -> Iterator[tuple[str, int, int]]:
    """The seeds to compare, in blocks."""
    for question in QUESTIONS:
        for first in range(0, tables, BLOCK):
            yield question, first, min(first + BLOCK, tables)


def main() -> None:
    """Compare, and show how far it has come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1_000_000)
    asked = list(blocks(parser.parse_args().tables))
    total = sum(last - first for _, first, last in asked)
    with Pool(os.cpu_count()) as pool, tqdm(total=total, unit=" tables") as bar:
        for compared, found in pool.imap_unordered(block, asked):
            bar.update(compared)
            if found:
                sys.exit(found)
    print(f"{total} random tables, no disagreement")


if __name__ == "__main__":
    main()
