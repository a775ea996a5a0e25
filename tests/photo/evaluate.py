"""How well photographs are read: `PYTHONPATH=tests python -m photo.evaluate --help`.

Reads drawn photographs, or real ones from a folder, as a person would use the service: proposed
corners are kept where they are right and dragged, a little clumsily, where they are not; one
sample of each symbol is tapped; the spaces marked for review are looked at.
"""

import argparse
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import cv2
import numpy as np

from photo.drawn import draw
from theodolite.photo import decode, read_board

FOUND = 0.15
"""How far a proposed corner may be off, in sides of a space, to need no dragging."""
CLUMSY = 0.04
"""The usual error of a dragged corner, in sides of a space."""
UNSEEN = 7_000_000
"""The first of the published seeds; thresholds were chosen on others, all below 12,000."""
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")


@dataclass(frozen=True)
class Outcome:
    """What came of one photograph; spaces are counted."""

    spaces: int
    told: int
    wrong: int
    flagged: int
    confidently_wrong: int
    withheld: int
    withheld_flagged: int
    found: bool
    astray: bool
    decoding: float
    reading: float


def judge(
    data: bytes,
    rows: Sequence[str],
    samples: Mapping[str, str],
    corners: Sequence[tuple[float, float]],
    seed: int,
) -> Outcome:
    """Read one photograph of which everything is known."""
    rng = np.random.default_rng(seed)
    started = perf_counter()
    photograph = decode(data)
    decoded = perf_counter()
    reading = read_board(photograph, samples)
    finished = perf_counter()
    true = np.array(corners)
    side = float(np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()) / len(rows)
    off = np.linalg.norm(np.array(reading.corners) - true, axis=1).max() / side
    used: Sequence[tuple[float, float]] = reading.corners
    doubtful = reading.review_corners
    if off > FOUND:
        dragged = true + rng.normal(0, CLUMSY * side, true.shape)
        used = [(float(x), float(y)) for x, y in dragged]
    if off > FOUND or doubtful:
        reading = read_board(photograph, samples, used)
    truth = "".join(rows)
    wrong = [space.symbol != symbol for space, symbol in zip(reading.spaces, truth, strict=True)]
    flagged = [space.review for space in reading.spaces]
    # A kind of space of which no sample was tapped cannot be told, but must be marked.
    withheld = str(rng.choice(sorted(set(samples.values()))))
    fewer = {space: symbol for space, symbol in samples.items() if symbol != withheld}
    blind = read_board(photograph, fewer, used).spaces if fewer else ()
    unknown = [
        space.review for space, symbol in zip(blind, truth, strict=False) if symbol == withheld
    ]
    return Outcome(
        spaces=len(truth),
        told=len(truth) - len(samples),
        wrong=sum(wrong),
        flagged=sum(flagged),
        confidently_wrong=sum(w and not f for w, f in zip(wrong, flagged, strict=True)),
        withheld=len(unknown),
        withheld_flagged=sum(unknown),
        found=bool(off <= FOUND),
        astray=bool(off > FOUND and not doubtful),
        decoding=(decoded - started) * 1000,
        reading=(finished - decoded) * 1000,
    )


def judge_drawn(seed: int, glare: float = 0.4, size: tuple[int, int] = (2000, 1500)) -> Outcome:
    """Draw a photograph and read it."""
    cv2.setNumThreads(1)
    drawing = draw(seed, glare=glare, size=size)
    return judge(drawing.data, drawing.rows, drawing.samples, drawing.corners, seed)


def judge_real(path: Path) -> Outcome:
    """Read a real photograph, of which the JSON file beside it says what it shows."""
    known = json.loads(path.with_suffix(".json").read_text("utf-8"))
    corners = [(float(x), float(y)) for x, y in known["corners"]]
    return judge(path.read_bytes(), known["rows"], known["samples"], corners, 0)


def report(outcomes: Sequence[Outcome]) -> str:
    """The figures, one on each line."""
    boards = len(outcomes)
    spaces, told, wrong, flagged, confident, withheld, marked = (
        sum(getattr(outcome, name) for outcome in outcomes)
        for name in (
            "spaces",
            "told",
            "wrong",
            "flagged",
            "confidently_wrong",
            "withheld",
            "withheld_flagged",
        )
    )
    perfect = sum(outcome.wrong == 0 for outcome in outcomes)
    settled = sum(outcome.confidently_wrong == 0 for outcome in outcomes)
    found = sum(outcome.found for outcome in outcomes)
    astray = sum(outcome.astray for outcome in outcomes)
    reading = sorted(outcome.reading for outcome in outcomes)
    decoding = sorted(outcome.decoding for outcome in outcomes)
    return "\n".join(
        (
            f"boards                                     {boards}",
            f"spaces right                               {1 - wrong / spaces:.2%} of {spaces}",
            f"spaces right, samples left out             {1 - wrong / told:.2%} of {told}",
            f"boards perfect at once                     {perfect / boards:.1%}",
            f"boards perfect once marked spaces settled  {settled / boards:.1%}",
            f"spaces marked for review                   {flagged / boards:.2f} a board",
            f"confidently wrong spaces                   {confident} of {spaces}",
            f"spaces of a kind without sample, marked    {marked / max(withheld, 1):.1%}",
            f"corners found unaided                      {found / boards:.1%}",
            f"corners wrong and not marked               {astray / boards:.1%}",
            f"decoding, median                           {decoding[boards // 2]:.0f} ms",
            f"corners and spaces, median                 {reading[boards // 2]:.0f} ms",
        )
    )


def _spread(judge_one: Callable[[Any], Outcome], cases: Sequence[Any], jobs: int) -> list[Outcome]:
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(judge_one, cases, chunksize=4))


def main() -> None:
    """Evaluate and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=500, help="how many boards to draw")
    parser.add_argument("--seed", type=int, default=UNSEEN, help="the first seed")
    parser.add_argument("--glare", type=float, default=0.4, help="the strongest glare, of white")
    parser.add_argument("--size", type=int, nargs=2, default=(2000, 1500), help="pixels")
    parser.add_argument("--photographs", type=Path, help="a folder of real photographs instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    if chosen.photographs:
        paths = sorted(p for p in chosen.photographs.iterdir() if p.suffix in SUFFIXES)
        print(report(_spread(judge_real, paths, chosen.jobs)))
    else:
        seeds = range(chosen.seed, chosen.seed + chosen.boards)
        drawn = partial(judge_drawn, glare=chosen.glare, size=tuple(chosen.size))
        print(report(_spread(drawn, seeds, chosen.jobs)))


if __name__ == "__main__":
    main()
