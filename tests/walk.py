"""From a wheel to a score read off a photograph on a phone, by the commands of the documents.

It builds the wheels, then takes the time: a fresh virtual environment, `pip install`, `theodolite
serve --lan`, and the requests that the page sends from a phone: two photographs of
`examples/misterra`, the answers of a person to what the service asks about, and the score. Exits
with 1 beyond `MOST_SECONDS`. `--without-cache` has pip fetch every package anew, `--python` names
the interpreter. Nothing is compiled: whatever a package lacks a wheel for cannot be installed.
"""

import argparse
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "misterra"
MOST_SECONDS = 180
ROWS = {
    "island": ["SLSjj", "LLMMs", "lSSSJ", "sLSJm", "lLLSL"],
    "Cassandra": ["J.MLL", "S.M.M", "SLJM.", "LLLLL", "LLL.L"],
}
"""The rows that a person sees in the photographs."""
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def post(url: str, body: bytes, media_type: str) -> Any:
    """Send a request as the page does, and return the decoded response."""
    headers = {"Content-Type": media_type, "User-Agent": PHONE, "Accept-Language": "en"}
    with urlopen(Request(url, body, headers), timeout=60) as response:  # noqa: S310 - our own URL
        return json.load(response)


def form(photograph: Path, fields: Mapping[str, str]) -> tuple[bytes, str]:
    """A form with a photograph, and its media type."""
    boundary = uuid.uuid4().hex
    parts = [
        (
            'name="photo"; filename="board.jpg"\r\nContent-Type: image/jpeg',
            photograph.read_bytes(),
        ),
        *((f'name="{name}"', value.encode()) for name, value in fields.items()),
    ]
    pieces = (
        f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + body + b"\r\n"
        for head, body in parts
    )
    return b"".join(
        [*pieces, f"--{boundary}--\r\n".encode()]
    ), f"multipart/form-data; boundary={boundary}"


def read_board(url: str, photograph: Path, board: str, seen: list[str]) -> list[str]:
    """The rows of a board, once the service has nothing more to ask.

    Args:
        url: The service.
        photograph: A JPEG file.
        board: `island` or `parchment`.
        seen: The rows that a person sees in the photograph.
    """
    samples: dict[str, str] = {}
    while True:
        known = [{"space": space, "symbol": letter} for space, letter in samples.items()]
        fields = {"board": board, "samples": json.dumps(known)}
        reading = post(f"{url}v3/misterra/photos", *form(photograph, fields))
        if not reading["ask"]:
            return list(reading["rows"])
        space = reading["ask"][0]
        samples[space] = seen[int(space[1]) - 1]["ABCDE".index(space[0])]


def opened(url: str) -> bytes:
    """A page, as soon as the service answers; a person reloads it until then."""
    while True:
        try:
            with urlopen(Request(url, headers={"User-Agent": PHONE}), timeout=60) as page:  # noqa: S310
                content: bytes = page.read()
                return content
        except URLError:
            time.sleep(0.2)


@contextmanager
def served(command: Path) -> Iterator[str]:
    """Run `theodolite serve --lan`, and yield the URL that it prints for a phone."""
    with socket.create_server(("", 0)) as reserved:
        port = reserved.getsockname()[1]
    serve = [str(command), "serve", "--lan", "--port", str(port)]
    with subprocess.Popen(
        serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"On your phone:\s+\S*?(http://[\d.]+:\d+/)", line):
                    yield found[1]
                    return
            raise SystemExit("theodolite serve printed no address for a phone")
        finally:
            process.terminate()


def walk(
    wheels: Path, folder: Path, interpreter: str, options: list[str]
) -> Iterator[tuple[str, float]]:
    """Take the steps, and yield the name and the seconds of each."""
    began = time.monotonic()
    subprocess.run([interpreter, "-m", "venv", str(folder)], check=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(programs / "python"), "-m", "pip"]
    install = [*pip, "install", "--quiet", "--only-binary=:all:", *options]
    (sdk,) = wheels.glob("theodolite_sdk-*.whl")
    (service,) = wheels.glob("theodolite-*.whl")
    subprocess.run([*install, str(sdk), f"{service}[photo]"], check=True)
    yield "install", time.monotonic() - began

    began = time.monotonic()
    with served(programs / "theodolite") as url:
        for path in ("", "misterra/"):
            assert b"<html" in opened(url + path)
        yield "open the page", time.monotonic() - began

        began = time.monotonic()
        request = json.loads((EXAMPLES / "photographs.json").read_text("utf-8"))
        table, photographs = request["table"], request["photographs"]
        boards = [("island", table, "island")]
        boards += [(player["name"], player, "parchment") for player in table["players"]]
        for name, owner, board in boards:
            photograph = EXAMPLES / photographs[name]["file"]
            owner[board] = read_board(url, photograph, board, ROWS[name])
            assert owner[board] == ROWS[name], name
        yield "read the photographs", time.monotonic() - began

        began = time.monotonic()
        body = json.dumps({"snapshot": table}).encode()
        sheet = post(f"{url}v3/misterra/scores", body, "application/json")
        for player in sheet["players"]:
            print(f"{player['name']}: {player['total']} points")
        yield "score", time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-cache", action="store_true", help="pip fetches every package")
    parser.add_argument("--python", default=sys.executable, help="the interpreter to install for")
    arguments = parser.parse_args()
    options = ["--no-cache-dir"] if arguments.without_cache else []
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        for project in (ROOT, ROOT / "sdk"):
            subprocess.run(build, cwd=project, check=True, capture_output=True)
        installed = Path(folder, "environment")
        steps = dict(walk(Path(folder), installed, arguments.python, options))
    for name, seconds in steps.items():
        print(f"{seconds:7.1f} s  {name}")
    total = sum(steps.values())
    print(f"{total:7.1f} s  of at most {MOST_SECONDS} s")
    sys.exit(total > MOST_SECONDS)


if __name__ == "__main__":
    main()
