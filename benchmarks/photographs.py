"""Measures reading of photographs, as the service reads them: `python -m benchmarks.photographs`.

The tests draw the photographs, in normal light. Each is read in a subprocess that imports the tests
and this package, so PYTHONPATH names the folders of both. Times are medians of processor time: of
the first call, which knows nothing, and of a call with the corners and a sample of each kind.
"""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Final

from benchmarks.timed_reading import Times, read_timed
from photo.evaluate import SOURCES, UNSEEN
from theodolite.web.photos import PREPARE
from theodolite.web.serving.isolation import run_isolated

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
        drawn = [SOURCES[source](UNSEEN + i, "normal") for i in range(PHOTOGRAPHS)]
        first = [_isolated(each.data, each.read, {}, None) for each in drawn]
        given = [
            _isolated(each.data, each.read, _one_of_each(each.truth), each.corners)
            for each in drawn
        ]
        _print(name, "first call", first)
        _print(name, "corners and samples given", given)


def _isolated(*arguments: object) -> Times:
    return run_isolated(read_timed, *arguments, prepare=PREPARE)


def _one_of_each(truth: Mapping[str, str]) -> Mapping[str, str]:
    spaces = {symbol: space for space, symbol in truth.items()}
    return {space: symbol for symbol, space in spaces.items()}


def _print(name: str, call: str, times: Sequence[Times]) -> None:
    decoding, reading, whole = map(median, zip(*times, strict=True))
    print(f"  {name:<20} {call:<28} {decoding:6.0f} {reading:6.0f} {whole:6.0f}")


if __name__ == "__main__":
    main()
