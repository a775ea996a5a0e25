"""Requests to API 1 with their responses, sent again and compared.

`<game>.jsonl.xz` holds them, a line each; `record` wrote it. To compare those of another folder:
`PYTHONPATH=tests python -m grammar.recorded FOLDER`.
"""

import json
import lzma
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from flask.testing import FlaskClient

from grammar import mapping
from theodolite.tiwanaku.clock import Clock
from theodolite.web.app import create_app

HERE = Path(__file__).parent
NDJSON = "application/x-ndjson"
SHOWN = 80
"""The most characters of a value that a difference shows."""


class Recorded(NamedTuple):
    """A request to API 1, and the response.

    Attributes:
        id: The id of a case, or the source and a name.
        method: The HTTP method.
        path: The path.
        body: The JSON of the body; a list of lines for NDJSON; text that is sent as it is.
        status: The HTTP status.
        answer: The JSON of the response; a list of lines for NDJSON; or text.
        headers: Header fields of the request, beside those that all have.
    """

    id: str
    method: str
    path: str
    body: Any = None
    status: int = 0
    answer: Any = None
    headers: Mapping[str, str] = {}


def load(file: Path) -> list[Recorded]:
    """Load a file of recorded requests."""
    lines = lzma.decompress(file.read_bytes()).decode().splitlines()
    return [Recorded(**json.loads(line)) for line in lines]


def send(client: FlaskClient, request: Recorded) -> tuple[int, Any]:
    """Send a request as it is, in English, and return the status and the response."""
    body, headers = request.body, {"Accept-Language": "en", "X-Request-ID": "recorded"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    headers |= request.headers
    if isinstance(body, list) and headers["Content-Type"] == NDJSON:
        body = "\n".join(map(json.dumps, body))
    data = body if isinstance(body, str | None) else json.dumps(body)
    response = client.open(request.path, method=request.method, data=data, headers=headers)
    text = response.get_data(as_text=True)
    if response.mimetype == NDJSON:
        return response.status_code, [json.loads(line) for line in text.splitlines()]
    return response.status_code, json.loads(text) if response.is_json else text


@contextmanager
def untimed() -> Iterator[None]:
    """Let no search stop because of the time, so that responses are the same on every machine."""
    init = Clock.__init__

    def without_seconds(self: Clock, _: float | None = None, work: int | None = None) -> None:
        init(self, None, work)

    with (
        patch.object(Clock, "__init__", without_seconds),
        patch("theodolite.reviews.time_limit", lambda _: nullcontext()),
    ):
        yield


def changed(client: FlaskClient, recorded: Recorded) -> list[str]:
    """The differences between the recorded response and that of the code."""
    game, operation = recorded.path.removeprefix("/v1/").split("/", 1)
    if game == "chess" or mapping.unmapped(game, operation, recorded.body):
        return []
    path, body = mapping.request(game, operation, recorded.body, recorded.answer)
    status, answer = send(client, recorded._replace(path=path, body=body))
    if status != recorded.status:
        now = f"{status}: {_shown(answer)}"
        return [f"{recorded.id}: status: recorded {recorded.status}, now {now}"]
    expected = mapping.answer(game, operation, deepcopy(recorded.answer), recorded.body)
    now = mapping.comparable(game, operation, answer, recorded.body)
    return [f"{recorded.id}: {found}" for found in differences(expected, now)]


def differences(recorded: Any, now: Any, pointer: str = "") -> Iterator[str]:
    """Each difference of two JSON values: its pointer, and both values in short."""
    if isinstance(recorded, list) and isinstance(now, list):
        recorded, now = dict(enumerate(recorded)), dict(enumerate(now))
    if isinstance(recorded, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*recorded, *now]):
            if key not in now:
                yield f"{pointer}/{key}: recorded {_shown(recorded[key])}, now missing"
            elif key not in recorded:
                yield f"{pointer}/{key}: not recorded, now {_shown(now[key])}"
            else:
                yield from differences(recorded[key], now[key], f"{pointer}/{key}")
    elif type(recorded) is not type(now) or recorded != now:
        yield f"{pointer}: recorded {_shown(recorded, now)}, now {_shown(now, recorded)}"


def _shown(value: Any, other: Any = None) -> str:
    """A value in short, from shortly before the place where it differs from another one."""
    text, against = (json.dumps(one, ensure_ascii=False) for one in (value, other))
    pairs = zip(text, against, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = max(0, min(same - SHOWN // 4, len(text) - SHOWN))
    end = start + SHOWN
    return f"{'…' * (start > 0)}{text[start:end]}{'…' * (end < len(text))}"


def main() -> int:
    """Print the differences of all requests in a folder."""
    client, found = create_app().test_client(), 0
    with untimed():
        for file in sorted(Path(sys.argv[1]).glob("*.jsonl.xz")):
            for recorded in load(file):
                for line in changed(client, recorded):
                    found += 1
                    print(line)
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
