"""A client of the toy game without the SDK."""

import json
from typing import Any
from urllib.request import Request, urlopen


def scores(url: str, board: list[str], language: str = "en") -> Any:
    """Score a board over HTTP."""
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    table = {"players": [{"name": "Ann", "board": board}]}
    body = json.dumps({"snapshot": table}).encode()
    with urlopen(Request(f"{url}/v3/toy/scores", body, headers), timeout=60) as response:  # noqa: S310
        return json.load(response)
