"""Records what API 1 answers: `PYTHONPATH=tests python -m grammar.record`.

Sends every request that the project has to the application, and writes `<game>.jsonl.xz`: those of
numbered cases, of the approved texts, the examples and the lists. A request is also sent to the
other operations of the game whose requests have the same schema. Works on the code of API 1 alone.
"""

import argparse
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from approve import requests_of
from grammar.recorded import HERE, NDJSON, Recorded, send, untimed
from suites import suite
from theodolite.web.app import create_app
from theodolite.web.game import Game
from theodolite.web.games import GAMES

LEFT_OUT = {"photos", "games", "healthz", "readyz"}
"""Last parts of paths: photographs depend on the machine, and the others name the version."""
ENDLESS = {"TATC-20.07", "TATC-12.18 sent to reviews", "TATC-12.19 sent to reviews"}
"""Requests whose responses depend on the time: searches that take minutes without a limit."""
OWN_ONLY = {"advice"}
"""Operations that get their own requests alone: counting the worlds of any board takes minutes."""


def known(game: Game) -> Iterator[Recorded]:
    """Yield the requests of a game."""
    for case in suite(game.id).cases:
        asked = case.request
        body = asked.get("text", asked.get("body"))
        yield Recorded(
            case.id, asked["method"], asked["path"], body, headers=asked.get("headers", {})
        )
    for name, (operation, body) in requests_of(game.id).items():
        yield Recorded(f"approved {name}", "POST", f"{game.path}/{operation}", body)
    for each in game.operations:
        kind = {} if each.media_type == "application/json" else {"Content-Type": each.media_type}
        body = [each.example, {}] if each.media_type == NDJSON else each.example
        path = game.path + each.path
        yield Recorded(f"example {each.name}", each.method, path, body, headers=kind)
        for media_type, text in each.text_types.items():
            kind = {"Content-Type": media_type}
            yield Recorded(f"example {each.name} text", "POST", path, text, headers=kind)


def also(game: Game, request: Recorded) -> Iterator[Recorded]:
    """Yield a request to the other operations whose schema is the same."""
    posts = {game.path + each.path: each for each in game.operations if each.schema is not None}
    if request.path in posts and not request.headers:
        schema = type(posts[request.path].schema)
        for path, each in posts.items():
            same = type(each.schema) is schema and each.media_type != NDJSON
            if same and path != request.path and each.name not in OWN_ONLY:
                yield request._replace(id=f"{request.id} sent to {each.name}", path=path)


def from_files(game: Game, folder: Path) -> Iterator[Recorded]:
    """Yield the requests in the files of a folder: `operation` and `request`."""
    for file in sorted(folder.glob(f"{game.path.rpartition('/')[2]}/*.json")):
        asked = json.loads(file.read_text("utf-8"))
        path = f"{game.path}/{asked['operation']}"
        yield Recorded(f"file {file.stem}", "POST", path, asked["request"])


def wanted(game: Game, folder: Path | None) -> list[Recorded]:
    """The distinct requests of a game, or of a folder, that are recorded."""
    found = list(known(game) if folder is None else from_files(game, folder))
    if folder is None:
        found += [other for request in found for other in also(game, request)]
    distinct: dict[str, Recorded] = {}
    for request in found:
        if request.path.rpartition("/")[2] not in LEFT_OUT:
            distinct.setdefault(json.dumps(request._replace(id="")), request)
    return [request for request in distinct.values() if request.id not in ENDLESS]


def main() -> None:
    """Record the requests of every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=Path, help="record the files <game>/*.json in this folder")
    parser.add_argument("--to", type=Path, help="where to write; needed with --cases")
    options = parser.parse_args()
    if options.cases and not options.to:
        parser.error("--cases needs --to")
    client = create_app().test_client()
    for game in GAMES:
        lines: list[dict[str, Any]] = []
        with untimed():
            for request in wanted(game, options.cases):
                status, answer = send(client, request)
                lines.append(request._replace(status=status, answer=answer)._asdict())
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        packed = lzma.compress(text.encode(), preset=9)
        ((options.to or HERE) / f"{game.id}.jsonl.xz").write_bytes(packed)
        print(f"{game.id}: {len(lines)} requests, {len(text)} characters, {len(packed)} bytes")


if __name__ == "__main__":
    main()
