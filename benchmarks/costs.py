"""Measures what each operation costs in process, as `docs/reference/costs.md` lists it.

`python -m benchmarks.costs`, with `tests` in PYTHONPATH, prints a row for each operation: up to a
thousand different requests, or the example of the specification alone; the median, the 99th
percentile and the worst of their processor time; and the memory that the dearest of them takes
beyond what the service holds, for Python's objects or, if that is more, for the process (Linux).
`--write` renews the page. `benchmarks.photographs` measures photographs, which have a process.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from operator import itemgetter
from pathlib import Path
from tracemalloc import get_traced_memory, start, stop

from benchmarks.example_requests import example_requests
from benchmarks.searches import Search, milliseconds
from benchmarks.varied_requests import varied_requests
from reference_pages import REFERENCE, renewed
from theodolite.web.app import create_app
from theodolite.web.games import GAMES

PAGE = "costs.md"
HEAD = """\
| operation | executor | requests | median | 99% | worst | memory |
| --- | --- | --- | --- | --- | --- | --- |
"""

EXECUTORS = {
    game.path + operation.path: operation.executor.name if operation.executor else "the loop"
    for game in GAMES
    for operation in game.operations
}


def rows() -> Iterator[str]:
    """A row of the table for each operation, by path."""
    client = create_app().test_client()
    examples = {each.path: [each] for each in example_requests() if is_measured(each.path)}
    asked = {**examples, **varied_requests(is_measured)}
    for path, requests in sorted(asked.items()):
        calls = [
            partial(
                client.open, path, method=one.method, data=one.body, content_type=one.media_type
            )
            for one in requests
        ]
        milliseconds(calls[0])
        taken = sorted(((milliseconds(call), call) for call in calls), key=itemgetter(0))
        times = [taken[int(share * len(taken))][0] for share in (0.5, 0.99)] + [taken[-1][0]]
        memory = _peak(taken[-1][1])
        figures = [*map("{:,.1f} ms".format, times), f"{memory:.1f} MB"]
        yield f"| `{path}` | {EXECUTORS[path]} | {len(taken):,} | {' | '.join(figures)} |\n"


def is_measured(path: str) -> bool:
    """Whether a path is that of an operation, and not of photographs."""
    return path in EXECUTORS and not path.endswith("/photos")


def _peak(call: Search) -> float:
    """Megabytes that the process takes at most beyond those that it holds before a call."""
    # Linux then counts the peak anew.
    Path("/proc/self/clear_refs").write_text("5", "ascii")
    held = _resident("VmRSS")
    call()
    process = _resident("VmHWM") - held
    start()
    call()
    _, objects = get_traced_memory()
    stop()
    return max(process, objects) / 1e6


def _resident(name: str) -> int:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="renew the page")
    options = parser.parse_args()
    for game in GAMES:
        game.prepare()
    table = [*map(_printed, rows())]
    if options.write:
        text = renewed(PAGE, {"costs": HEAD + "".join(table)})
        REFERENCE.joinpath(PAGE).write_text(text, "utf-8")


def _printed(row: str) -> str:
    print(row, end="", flush=True)
    return row


if __name__ == "__main__":
    main()
