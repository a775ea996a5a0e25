"""Measure the service under load and in process, against a bare Flask view and against FastAPI."""

import argparse
import contextlib
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import requests

from benchmarks import cartographers
from benchmarks.inprocess import microseconds
from benchmarks.load import Load, request_bytes, send
from benchmarks.servers import Server, running, seconds_to_first_answer
from benchmarks.tables import EXAMPLE, random_tables, typed_in
from theodolite.web.app import create_app
from theodolite.web.operations import operations_of

SCORES = "/v1/misterra/scores"
SERVE = ("theodolite", "serve")
FAST = ("uvicorn", "benchmarks.rivals:fast", "--no-access-log")
BARE = ("python", "-m", "benchmarks.bare")
BARE_ON_GRANIAN = (
    *("granian", "benchmarks.rivals:bare", "--factory", "--interface", "wsgi", "--no-ws"),
    *("--blocking-threads", "1"),
)
TABLES = 4000
LINES = 100
"""The tables of a batch."""
EXAMPLES = Path(__file__).parents[1] / "examples" / "misterra"


class _Asked(NamedTuple):
    """A request of an operation with its example."""

    method: str = "GET"
    body: bytes = b""
    media_type: str = "application/json"


def main() -> None:
    """Print every figure as a median of rounds in which all that is compared takes turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.8, help="of each load in each round")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ours = stack.enter_context(running(SERVE))
        operations = dict(operations_with_examples())
        answers = folder / "answers.json"
        answers.write_text(
            json.dumps({path: _ask(ours.port, path, asked) for path, asked in operations.items()})
        )
        environment = {"BENCHMARK_ANSWERS": str(answers)}
        bare = stack.enter_context(running(BARE, environment))
        granian = stack.enter_context(running(BARE_ON_GRANIAN, environment))
        fast = stack.enter_context(running(FAST))
        _print_scores(ours, bare, granian, fast, asked.seconds, asked.rounds)
        _print_winter(ours, fast, asked.seconds, asked.rounds)
        _print_operations(operations, ours, bare, asked.seconds, max(3, asked.rounds // 2))
        print(f"\nA worker after that: {ours.resident_megabytes():.0f} MB resident")
    _print_scaling(asked.seconds, asked.rounds)
    starts = [seconds_to_first_answer(SERVE) for _ in range(asked.rounds)]
    print(f"\nFrom the start of the command to the first answer: {median(starts):.2f} s")
    print("\nIn process, microseconds")
    for judged, time in microseconds():
        print(f"  {judged:<46} {time:8.0f}")


def _print_scores(  # noqa: PLR0917 - four servers and two numbers
    ours: Server, bare: Server, granian: Server, fast: Server, seconds: float, rounds: int
) -> None:
    tables = {
        "the example over and over": [EXAMPLE],
        "one parchment changing": typed_in(TABLES),
        "a different table each time": random_tables(TABLES),
    }
    questions = {
        name: cycle([request_bytes("POST", SCORES, json.dumps(table).encode()) for table in each])
        for name, each in tables.items()
    }
    example, *_ = questions
    loads = [
        *[(f"theodolite, {name}", ours, each) for name, each in questions.items()],
        *[(f"FastAPI, {name}", fast, each) for name, each in questions.items()],
        ("bare Flask, same server", bare, questions[example]),
        ("bare Flask, Granian's WSGI", granian, questions[example]),
    ]
    met = _take_turns(loads, seconds, rounds)
    print(f"POST {SCORES}: four players, one worker, four connections, {rounds} rounds")
    for name, each in met.items():
        print(f"  {name:<40} {_shown(_medians(each))}")
    print("Ratios of requests a second, the median of the rounds and their range")
    for name in questions:
        mine = met[f"theodolite, {name}"]
        _print_ratio(f"{name} / bare Flask, same server", mine, met["bare Flask, same server"])
        _print_ratio(
            f"{name} / bare Flask, Granian's WSGI", mine, met["bare Flask, Granian's WSGI"]
        )
        _print_ratio(f"{name} / FastAPI, the same", mine, met[f"FastAPI, {name}"])


def _print_winter(ours: Server, fast: Server, seconds: float, rounds: int) -> None:
    bodies = [json.dumps(table).encode() for table in cartographers.winter_sheets(TABLES)]
    questions = cycle([request_bytes("POST", cartographers.SCORES, body) for body in bodies])
    met = _take_turns([("ours", ours, questions), ("FastAPI", fast, questions)], seconds, rounds)
    print(f"\nPOST {cartographers.SCORES}: full sheets of winter, four players, others each time")
    for name, each in met.items():
        print(f"  {name:<40} {_shown(_medians(each))}")
    _print_ratio("Theodolite / FastAPI, the same", met["ours"], met["FastAPI"])


def _print_operations(
    operations: Mapping[str, _Asked],
    ours: Server,
    bare: Server,
    seconds: float,
    rounds: int,
) -> None:
    print("\nEvery operation with its example; last the bare view's processor time by its own")
    for path, asked in operations.items():
        questions = cycle([request_bytes(asked.method, path, asked.body, asked.media_type)])
        met = _take_turns([("ours", ours, questions), ("bare", bare, questions)], seconds, rounds)
        mine, theirs = _medians(met["ours"]), _medians(met["bare"])
        print(f"  {path:<32} {_shown(mine)}   {theirs.cpu / mine.cpu:5.2f}")


def _print_scaling(seconds: float, rounds: int) -> None:
    questions = cycle([request_bytes("POST", SCORES, json.dumps(EXAMPLE).encode())])
    with running(SERVE) as one, running((*SERVE, "--workers", "2")) as two:
        met = _take_turns([("1", one, questions), ("2", two, questions)], seconds, rounds)
    print("\nWorkers, sharing the machine's cores with the load itself")
    for workers, each in met.items():
        print(f"  {workers} {_shown(_medians(each))}")
    _print_ratio("2 workers / 1", met["2"], met["1"])


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


def _print_ratio(name: str, mine: Sequence[Load], theirs: Sequence[Load]) -> None:
    pairs = list(zip(mine, theirs, strict=True))
    ratios = sorted(one.per_second / other.per_second for one, other in pairs)
    by_cpu = median(other.cpu / one.cpu for one, other in pairs)
    print(
        f"  {name:<56} {median(ratios):5.2f}   ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        f"   by processor time {by_cpu:.2f}"
    )


def operations_with_examples() -> Iterator[tuple[str, _Asked]]:
    """Every operation: its path, and a request with its example."""
    app = create_app()
    operations = operations_of(app)
    for rule in app.url_map.iter_rules():
        operation = operations.get(rule.endpoint)
        if operation is None:
            continue
        document = json.dumps(operation.example).encode()
        if operation.media_type == "multipart/form-data":
            yield rule.rule, _photograph()
        elif operation.body is None:
            yield rule.rule, _Asked()
        elif operation.media_type == "application/json":
            yield rule.rule, _Asked("POST", document)
        else:
            lines = b"\n".join([document] * LINES)
            yield rule.rule, _Asked("POST", lines, operation.media_type)


def _photograph() -> _Asked:
    """The parchment of the examples as a form."""
    photographs = json.loads((EXAMPLES / "photographs.json").read_text("utf-8"))["photographs"]
    (shown,) = (each for each in photographs.values() if each["file"] == "parchment.jpg")
    samples = [{"space": space, "symbol": symbol} for space, symbol in shown["said"].items()]
    form = requests.Request(
        "POST",
        "http://127.0.0.1/",
        data={"board": "parchment", "samples": json.dumps(samples)},
        files={"photo": (EXAMPLES / shown["file"]).read_bytes()},
    ).prepare()
    assert isinstance(form.body, bytes)
    return _Asked("POST", form.body, form.headers["Content-Type"])


def _ask(port: int, path: str, asked: _Asked) -> Any:
    """One answer of a server: what its JSON says, or its text."""
    response = requests.request(
        asked.method,
        f"http://127.0.0.1:{port}{path}",
        data=asked.body,
        headers={"Content-Type": asked.media_type},
        timeout=10,
    )
    response.raise_for_status()
    is_json = response.headers["Content-Type"] == "application/json"
    return response.json() if is_json else response.text


if __name__ == "__main__":
    main()
