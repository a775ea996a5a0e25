"""A client of the toy game without an SDK: the paths and the fields are all that there is to it."""

import json
from typing import Any
from urllib.request import Request, urlopen

__all__ = ["scores"]


def scores(url: str, board: list[str], language: str = "en") -> Any:
    """What a board scores."""
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    body = json.dumps({"board": board}).encode()
    with urlopen(Request(f"{url}/v1/toy/scores", body, headers), timeout=60) as response:  # noqa: S310
        return json.load(response)
