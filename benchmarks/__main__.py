"""Compares the service under load with a bare Flask view and with FastAPI.

`python -m benchmarks`, with `tests` in PYTHONPATH. The servers take turns in each round, so that
ratios depend little on what else the machine does.
"""

import argparse
import contextlib
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import requests

from benchmarks import cartographers
from benchmarks.example_requests import SCORES, SERVE, Request, example_requests
from benchmarks.inprocess import microseconds
from benchmarks.load import CONNECTIONS, Load, request_bytes, send
from benchmarks.servers import Server, running, seconds_to_first_answer
from benchmarks.varied_requests import varied_requests
from theodolite.web.games import GAMES
from theodolite.web.serving.executors import Executor

FAST = ("uvicorn", "benchmarks.baselines:fast")
"""With an access log, as the service has one."""
SILENT = (*FAST, "--no-access-log")
BARE = ("python", "-m", "benchmarks.serve_bare_flask")
RESPONSES = 100
"""The most responses of an operation that the bare view returns in turn."""


def main() -> None:
    """Print every figure as a median of rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="seconds of each load in each round"
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="+", default=["/"], help="parts of the paths to measure")
    options = parser.parse_args()

    def is_selected(path: str) -> bool:
        return any(part in path for part in options.only)

    varied = varied_requests(is_selected)
    # The service refuses photographs that it has no time for; `benchmarks.photographs` times them.
    every = [each for each in example_requests() if not each.path.endswith("/photos")]
    selected = [each for each in every if is_selected(each.path)]
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = stack.enter_context(running(SERVE))
        file = folder / "responses.json"
        responses = {each.path: [_response(ours.port, each)] for each in selected}
        responses |= {
            path: [_response(ours.port, one) for one in each[:RESPONSES]]
            for path, each in varied.items()
        }
        file.write_text(json.dumps(responses))
        bare = stack.enter_context(running(BARE, {"BENCHMARK_RESPONSES": str(file)}))
        on_fast = {
            "FastAPI": stack.enter_context(running(FAST)),
            "FastAPI without a log": stack.enter_context(running(SILENT)),
        }
        print(
            f"A different request each time: one worker, {CONNECTIONS} connections,"
            f" 1 for searches, {options.rounds} rounds"
        )
        for path, each in varied.items():
            baselines = {"bare": bare} | (on_fast if path in _ON_FAST else {})
            _print_operation(path, each, ours, baselines, options.seconds, options.rounds)
        print("\nFootnote: with the example of the specification, over and over")
        for one in selected:
            _print_operation(one.path, [one], ours, {"bare": bare}, options.seconds, options.rounds)
        print(f"\nA worker after that: {ours.resident_megabytes():.0f} MB resident")
    if SCORES in varied:
        _print_workers(varied[SCORES], options.seconds, options.rounds)
    starts = [seconds_to_first_answer(SERVE) for _ in range(options.rounds)]
    print(f"\nFrom the start of the command to the first answer: {median(starts):.2f} s")
    print("\nIn process, microseconds")
    for judged, time in microseconds():
        print(f"  {judged:<46} {time:8.0f}")


_ON_FAST = (SCORES, cartographers.SCORES)
_SEARCHES = {
    game.path + operation.path
    for game in GAMES
    for operation in game.operations
    if operation.executor in {Executor.SEARCH, Executor.FAR_SEARCH}
}
"""Paths of operations of which the service refuses what would wait for several others."""


def _print_operation(  # noqa: PLR0917 - an operation, its servers, and two numbers
    path: str,
    varied: Sequence[Request],
    ours: Server,
    baselines: Mapping[str, Server],
    seconds: float,
    rounds: int,
) -> None:
    """Print how fast the service answers an operation, and the ratio to each baseline."""
    sent = cycle([request_bytes(one.method, one.path, one.body, one.media_type) for one in varied])
    servers = {"ours": ours, **baselines}
    loads = [(name, server, sent) for name, server in servers.items()]
    measured = _take_turns(loads, seconds, rounds, 1 if path in _SEARCHES else CONNECTIONS)
    ratios = "".join(f"   {_ratio(name, measured['ours'], measured[name])}" for name in baselines)
    print(f"  {path:<36} {len(varied):4}  {_row(_medians(measured['ours']))}{ratios}", flush=True)


def _print_workers(varied: Sequence[Request], seconds: float, rounds: int) -> None:
    """Print how fast one worker and two answer, and their ratio."""
    sent = cycle([request_bytes("POST", one.path, one.body) for one in varied])
    with running(SERVE) as one, running((*SERVE, "--workers", "2")) as two:
        measured = _take_turns([("1", one, sent), ("2", two, sent)], seconds, rounds)
    print("\nWorkers, sharing the machine's cores with the load itself")
    for workers, each in measured.items():
        print(f"  {workers} {_row(_medians(each))}")
    print(f"  {_ratio('1 worker', measured['2'], measured['1'])}")


def _take_turns(
    loads: Sequence[tuple[str, Server, Iterator[bytes]]],
    seconds: float,
    rounds: int,
    connections: int = CONNECTIONS,
) -> dict[str, list[Load]]:
    """The measurements of each load in each round, after a shorter round as a warm-up."""
    measured: dict[str, list[Load]] = {name: [] for name, *_ in loads}
    for number in range(rounds + 1):
        for name, server, sent in loads:
            load = send(server, sent, seconds if number else seconds / 4, connections)
            if number:
                measured[name].append(load)
    return measured


def _medians(loads: Sequence[Load]) -> Load:
    return Load(*(median(figure) for figure in zip(*loads, strict=True)))


def _row(load: Load) -> str:
    return (
        f"{load.per_second:8.0f}/s   p50 {load.p50 * 1e3:6.2f} ms   p99 {load.p99 * 1e3:6.2f} ms"
        f"   {load.cpu * 1e6:5.0f} us of processor"
    )


def _ratio(name: str, mine: Sequence[Load], theirs: Sequence[Load]) -> str:
    """The median of the rounds and their range, by requests and by processor time."""
    pairs = list(zip(mine, theirs, strict=True))
    ratios = sorted(one.per_second / other.per_second for one, other in pairs)
    by_cpu = sorted(other.cpu / one.cpu for one, other in pairs)
    return (
        f"of {name} {median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}),"
        f" by processor {median(by_cpu):.2f} ({by_cpu[0]:.2f} to {by_cpu[-1]:.2f})"
    )


def _response(port: int, request: Request) -> Any:
    """The response of a server to a request: decoded JSON, or text."""
    response = requests.request(
        request.method,
        f"http://127.0.0.1:{port}{request.path}",
        data=request.body,
        headers={"Content-Type": request.media_type},
        timeout=60,
    )
    response.raise_for_status()
    is_json = response.headers["Content-Type"] == "application/json"
    return response.json() if is_json else response.text


if __name__ == "__main__":
    main()
