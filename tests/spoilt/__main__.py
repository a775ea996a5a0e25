"""Measures how often the service names the one thing that was spoilt in a dispute.

`python -m spoilt --pairs 2000` spoils that many disputes of each game, in every way of
`spoilt/<game>.py`, prints a line for each way and the time, and fails if in any game less than 97%
are named, or if a table that is proposed instead is not possible.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from multiprocessing import Pool
from random import Random
from statistics import median, quantiles
from time import process_time

from flask.testing import FlaskClient

from properties.frame import GAMES, Request, Service
from spoilt.frame import DISPUTES, Outcome, lawful, spoilt
from theodolite.web.app import create_app

LEAST = 0.97
"""The share of spoilt disputes of which the thing must be named."""
BLOCK = 4
"""Seeds that a process tries at once."""


@cache
def _client() -> FlaskClient:
    return create_app().test_client()


def outcomes(client: FlaskClient, game: str, seed: int) -> Iterator[Outcome]:
    """The outcome of each way to spoil one thing of a random lawful dispute."""
    service, random = Service(client, game), Random(seed)
    body = lawful(service, game, random)
    for kind, changed, thing in spoilt(game, random, body) if body else ():
        start = process_time()
        answer = service.ask(Request(DISPUTES, changed))
        seconds = process_time() - start
        # A table may be refused, and one that legal play leads to is no dispute.
        if not answer.ok or answer.document["possible"]:
            continue
        (first, *_) = found = answer.document["differences"]
        mended = answer.document["mended"]
        says = ""
        if not any(map(thing.named_by, (first, *first["alternatives"]))):
            says = f"{thing} is not named by {[one['explanation'] for one in found]}"
        elif mended is not None:
            again = service.ask(Request(DISPUTES, {**changed, "after": mended}))
            if not again.ok or not (again.document["possible"] or again.document["more"]):
                says = f"what it proposes for {thing} is not possible"
        yield Outcome(kind, changed, says, seconds)


def _tried(block: tuple[str, range]) -> list[tuple[int, Outcome]]:
    game, seeds = block
    return [(seed, one) for seed in seeds for one in outcomes(_client(), game, seed)]


def measure(game: str, pairs: int) -> bool:
    """Measure a game and print the figures; return whether they suffice."""
    found: list[tuple[int, Outcome]] = []
    with Pool(os.cpu_count()) as workers:
        blocks = ((game, range(first, first + BLOCK)) for first in range(0, 10**6, BLOCK))
        for some in workers.imap(_tried, blocks):
            found += some
            if len(found) >= pairs:
                workers.terminate()
                break
    count = Counter(one.kind for _, one in found)
    missed = Counter(one.kind for _, one in found if one.says)
    for kind in count:
        print(f"  {kind}: {count[kind] - missed[kind]} of {count[kind]}")
    for seed, one in found:
        if one.says:
            print(f"  missed: seed {seed}, {one.kind}: {one.says}"[:300])
    times = [one.seconds for _, one in found]
    share = 1 - missed.total() / len(found)
    print(
        f"{game}: {share:.1%} of {len(found)} named; processor seconds: "
        f"median {median(times):.3f}, 90th percentile {quantiles(times, n=10)[-1]:.3f}, "
        f"worst {max(times):.2f}"
    )
    return share >= LEAST


def main() -> None:
    """Measure some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--pairs", type=int, default=2000)
    options = parser.parse_args()
    enough = [measure(game, options.pairs) for game in options.game]
    sys.exit(0 if all(enough) else 1)


if __name__ == "__main__":
    main()
