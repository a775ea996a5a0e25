"""Measure the service under load: a different request each time, against others in the same rounds.

The folder of the tests is in PYTHONPATH.
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
from benchmarks.asked import SCORES, SERVE, Asked, examples
from benchmarks.inprocess import microseconds
from benchmarks.load import Load, request_bytes, send
from benchmarks.questions import different
from benchmarks.servers import Server, running, seconds_to_first_answer

FAST = ("uvicorn", "benchmarks.rivals:fast")
"""It writes a line for each request, as the service does."""
SILENT = (*FAST, "--no-access-log")
BARE = ("python", "-m", "benchmarks.bare")
ANSWERS = 100
"""How many answers of a question the bare view has."""


def main() -> None:
    """Print every figure as a median of rounds in which all that is compared takes turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each load in each round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="+", default=["/"], help="parts of the paths to measure")
    asked = parser.parse_args()

    def is_asked(path: str) -> bool:
        return any(part in path for part in asked.only)

    questions = different(is_asked)
    # More photographs at once than the service reads are refused; photographs.md times them.
    every = [each for each in examples() if not each.path.endswith("/photos")]
    shown = [each for each in every if is_asked(each.path)]
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = stack.enter_context(running(SERVE))
        answers = folder / "answers.json"
        told = {each.path: [_ask(ours.port, each)] for each in shown}
        told |= {
            path: [_ask(ours.port, one) for one in each[:ANSWERS]]
            for path, each in questions.items()
        }
        answers.write_text(json.dumps(told))
        bare = stack.enter_context(running(BARE, {"BENCHMARK_ANSWERS": str(answers)}))
        on_fast = {
            "FastAPI": stack.enter_context(running(FAST)),
            "FastAPI without a log": stack.enter_context(running(SILENT)),
        }
        print(f"A different request each time: one worker, four connections, {asked.rounds} rounds")
        for path, each in questions.items():
            rivals = {"bare": bare} | (on_fast if path in _ON_FAST else {})
            _print_question(path, each, ours, rivals, asked.seconds, asked.rounds)
        print("\nFootnote: with the example of the specification, over and over")
        for one in shown:
            _print_question(one.path, [one], ours, {"bare": bare}, asked.seconds, asked.rounds)
        print(f"\nA worker after that: {ours.resident_megabytes():.0f} MB resident")
    if SCORES in questions:
        _print_scaling(questions[SCORES], asked.seconds, asked.rounds)
    starts = [seconds_to_first_answer(SERVE) for _ in range(asked.rounds)]
    print(f"\nFrom the start of the command to the first answer: {median(starts):.2f} s")
    print("\nIn process, microseconds")
    for judged, time in microseconds():
        print(f"  {judged:<46} {time:8.0f}")


_ON_FAST = (SCORES, cartographers.SCORES)


def _print_question(  # noqa: PLR0917 - a question, who answers it, and two numbers
    path: str,
    asked: Sequence[Asked],
    ours: Server,
    rivals: Mapping[str, Server],
    seconds: float,
    rounds: int,
) -> None:
    """How the service answers a question, and what of a rival's requests it answers."""
    questions = cycle(
        [request_bytes(one.method, one.path, one.body, one.media_type) for one in asked]
    )
    servers = {"ours": ours, **rivals}
    loads = [(name, server, questions) for name, server in servers.items()]
    met = _take_turns(loads, seconds, rounds)
    ratios = "".join(f"   {_ratio(name, met['ours'], met[name])}" for name in rivals)
    print(f"  {path:<36} {len(asked):4}  {_shown(_medians(met['ours']))}{ratios}", flush=True)


def _print_scaling(asked: Sequence[Asked], seconds: float, rounds: int) -> None:
    questions = cycle([request_bytes("POST", one.path, one.body) for one in asked])
    with running(SERVE) as one, running((*SERVE, "--workers", "2")) as two:
        met = _take_turns([("1", one, questions), ("2", two, questions)], seconds, rounds)
    print("\nWorkers, sharing the machine's cores with the load itself")
    for workers, each in met.items():
        print(f"  {workers} {_shown(_medians(each))}")
    print(f"  {_ratio('1 worker', met['2'], met['1'])}")


def _take_turns(
    loads: Sequence[tuple[str, Server, Iterator[bytes]]], seconds: float, rounds: int
) -> dict[str, list[Load]]:
    """What each load met in each round, after a round that does not count."""
    met: dict[str, list[Load]] = {name: [] for name, *_ in loads}
    for number in range(rounds + 1):
        for name, server, questions in loads:
            load = send(server, questions, seconds if number else seconds / 4)
            if number:
                met[name].append(load)
    return met


def _medians(loads: Sequence[Load]) -> Load:
    return Load(*(median(figure) for figure in zip(*loads, strict=True)))


def _shown(load: Load) -> str:
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


def _ask(port: int, asked: Asked) -> Any:
    """One answer of a server: what its JSON says, or its text."""
    response = requests.request(
        asked.method,
        f"http://127.0.0.1:{port}{asked.path}",
        data=asked.body,
        headers={"Content-Type": asked.media_type},
        timeout=60,
    )
    response.raise_for_status()
    is_json = response.headers["Content-Type"] == "application/json"
    return response.json() if is_json else response.text


if __name__ == "__main__":
    main()
