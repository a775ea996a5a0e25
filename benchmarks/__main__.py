"""Compare the service under load with a bare Flask view and with FastAPI."""

import argparse
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.load import Load, request_bytes, send

PATH = "/v1/misterra/scores"
EXAMPLE = Path(__file__).parents[1] / "examples" / "four-players.json"
GRANIAN = ("granian", "--interface", "wsgi", "--factory", "--blocking-threads", "1", "--no-ws")


def main() -> None:
    """Run every server in turn, several times over, and print medians and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="for each server in each round")
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        loads = compare(Path(folder), asked.seconds, asked.rounds)
    medians = {
        name: Load(*(statistics.median(figure) for figure in zip(*rounds, strict=True)))
        for name, rounds in loads.items()
    }
    print(f"{PATH}, four players, one worker, medians of {asked.rounds} rounds")
    for name, load in medians.items():
        print(
            f"  {name:<12} {load.per_second:8.0f} requests/s"
            f"   p50 {load.p50 * 1000:6.2f} ms   p99 {load.p99 * 1000:6.2f} ms"
        )
    for rival in ("bare Flask", "FastAPI"):
        ratios = sorted(
            ours.per_second / theirs.per_second
            for ours, theirs in zip(loads["theodolite"], loads[rival], strict=True)
        )
        print(
            f"  theodolite / {rival:<10} {statistics.median(ratios):.2f}"
            f"   ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


def compare(folder: Path, seconds: float, rounds: int) -> dict[str, list[Load]]:
    """The loads that each server met in each round; servers take turns within a round."""
    question = json.dumps(json.loads(EXAMPLE.read_text("utf-8"))).encode()
    answer = folder / "answer.json"
    environment = {**os.environ, "BENCHMARK_ANSWER": str(answer)}
    ports = {name: free_port() for name in ("theodolite", "bare Flask", "FastAPI")}
    commands = {
        "theodolite": ("theodolite", "serve", "--port"),
        "bare Flask": (*GRANIAN, "benchmarks.rivals:bare", "--port"),
        "FastAPI": ("uvicorn", "benchmarks.rivals:fast", "--no-access-log", "--port"),
    }
    loads: dict[str, list[Load]] = {name: [] for name in commands}
    with contextlib.ExitStack() as stack:
        for name, command in commands.items():
            stack.enter_context(running([*command, str(ports[name])], ports[name], environment))
            if name == "theodolite":
                answer.write_bytes(ask(ports[name], question))
        request = request_bytes("POST", PATH, question)
        for name in commands:
            send(ports[name], request, seconds / 4)
        for _ in range(rounds):
            for name, met in loads.items():
                met.append(send(ports[name], request, seconds))
    return loads


def ask(port: int, question: bytes) -> bytes:
    """One answer of a server."""
    request = urllib.request.Request(  # noqa: S310 - a server of ours
        f"http://127.0.0.1:{port}{PATH}", question, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310
        answer: bytes = response.read()
        return answer


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def running(command: Sequence[str], port: int, environment: dict[str, str]) -> Iterator[int]:
    """A server from its first answer on until the end of the block; gives its process id."""
    program = str(Path(sys.executable).with_name(command[0]))
    with subprocess.Popen(
        [program, *command[1:]],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.05)
            yield process.pid
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
