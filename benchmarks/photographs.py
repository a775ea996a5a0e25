"""How long it takes to read photographs, as the service does: `python -m benchmarks.photographs`.

Photographs are drawn by the tests, and each is read in a process of its own, which imports them and
this package: PYTHONPATH names the folders of both. Times are the processor's, as medians of what
was drawn in normal light: of the first call, for which nothing is known, and of one that gives the
corners and a sample of each kind.
"""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final

from benchmarks.reading import Times, read_timed
from photo.evaluate import SOURCES, UNSEEN
from theodolite.web.photos import PREPARE
from theodolite.web.serving.isolation import run_isolated

__all__ = ["main"]

PHOTOGRAPHS = 24
NAMES: Final = {
    "painted": "Misterra, painted",
    "drawn": "Misterra, drawn",
    "valleys": "Tiwanaku",
    "maps": "Cartographers",
}


def main() -> None:
    """Print a row for every kind of board."""
    print(f"Milliseconds (medians of {PHOTOGRAPHS}): decoding, reading, whole process")
    for source, name in NAMES.items():
        shown = [SOURCES[source](UNSEEN + i, "normal") for i in range(PHOTOGRAPHS)]
        first = [_isolated(each.data, each.read, {}, None) for each in shown]
        given = [
            _isolated(each.data, each.read, _one_of_each(each.truth), each.corners)
            for each in shown
        ]
        _print(name, "first call", first)
        _print(name, "corners and samples given", given)


def _isolated(*asked: object) -> Times:
    return run_isolated(read_timed, *asked, prepare=PREPARE)


def _one_of_each(truth: Mapping[str, str]) -> Mapping[str, str]:
    spaces = {symbol: space for space, symbol in truth.items()}
    return {space: symbol for symbol, space in spaces.items()}


def _print(name: str, call: str, times: Sequence[Times]) -> None:
    decoding, reading, whole = map(median, zip(*times, strict=True))
    print(f"  {name:<20} {call:<28} {decoding:6.0f} {reading:6.0f} {whole:6.0f}")


if __name__ == "__main__":
    main()
