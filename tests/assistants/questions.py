"""Asks questions through the protocol of assistants, and compares each answer with the API.

`python tests/assistants/questions.py --questions 100` takes that many requests of the test cases,
those of each game in turn. A scripted client finds the tool, checks the arguments with the schema
of the tool alone, sends tables as text where the notation holds all of them, and calls it.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import anyio
from jsonschema import Draft202012Validator
from mcp import ClientSession
from mcp.shared.memory import create_connected_server_and_client_session
from requests import Response

sys.path.insert(0, str(Path(__file__).parents[1]))

from suites import suite
from theodolite.assistants.asking import HERE, referee, session_here
from theodolite.assistants.server import make_server
from theodolite.assistants.tools import Json, tools_of
from theodolite.conformance import Case, suite_folders

JSON, BOARD = "application/json", "text/vnd.theodolite.board"
SESSION = session_here()


def send(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Response:
    """Ask the API itself."""
    return SESSION.request(method, HERE + path, headers=headers, data=body)


@cache
def names() -> Mapping[str, tuple[str, str]]:
    """The game and the tool of each path."""
    specification = send("GET", "/openapi.json", {}, None).json()
    return {
        path: (game, tool.name)
        for tool in tools_of(specification)
        for game, path in tool.games.items()
    }


def chosen(count: int, seed: int = 1) -> Iterator[Case]:
    """Yield some cases that a tool can be asked, of each game in turn."""
    rng = Random(seed)
    suites = [
        [case for case in suite(game).cases if _can_be_asked(case)] for game in suite_folders()
    ]
    picked = [rng.sample(cases, min(count, len(cases))) for cases in suites]
    mixed = [case for turn in zip_longest(*picked) for case in turn if case is not None]
    yield from mixed[:count]


def _can_be_asked(case: Case) -> bool:
    request = case.request
    return request["path"] in names() and isinstance(request.get("body"), dict) and not case.skip


def asked(path: str, body: Json) -> Json:
    """Return a body as the arguments of its tool, tables as text where that loses nothing."""
    tables = {
        name: _text(body[name], path) for name in ("snapshot", "before", "after") & body.keys()
    }
    return {"game": names()[path][0], **body, **tables}


def _text(table: Any, path: str) -> Any:
    notations = f"{path.rpartition('/')[0]}/notations"

    def sent(kind: str, body: bytes, accept: str) -> Any:
        return send("POST", notations, {"Content-Type": kind, "Accept": accept}, body)

    wrapped = json.dumps({"snapshot": table}).encode()
    reply = sent(JSON, wrapped, BOARD)
    if not reply.ok:
        return table
    both = [sent(BOARD, reply.content, JSON).content, sent(JSON, wrapped, JSON).content]
    return reply.content.decode() if both[0] == both[1] else table


async def ask(client: ClientSession, case: Case, schemas: Mapping[str, Json]) -> str | None:
    """Ask a question through the protocol and over HTTP; return how the answers differ."""
    path, body = case.request["path"], case.request["body"]
    name = names()[path][1]
    arguments = asked(path, body)
    headers = {"Content-Type": JSON, "Accept-Language": "en"}
    reply = send("POST", path, headers, json.dumps(body).encode())
    expected = reply.json()
    fits = Draft202012Validator(schemas[name]).is_valid(arguments)
    if reply.ok and not fits:
        return f"{case.id}: the schema of {name} refuses what the service judges"
    result = await client.call_tool(name, {**arguments, "details": True})
    text = "\n".join(getattr(part, "text", "") for part in result.content)
    if result.isError == reply.ok:
        return f"{case.id}: status {reply.status_code}, but isError is {result.isError}: {text}"
    if not reply.ok:
        missing = [fault["detail"] for fault in expected.get("errors", ())]
        return next((f"{case.id}: no {detail}" for detail in missing if detail not in text), None)
    if result.structuredContent != expected:
        return f"{case.id}: {result.structuredContent} is not {expected}"
    players = expected.get("players", ())
    totals = [f"{each['name']}: {each['total']} points" for each in players if "total" in each]
    return next((f"{case.id}: no {total}" for total in totals if total not in text), None)


async def differences(count: int) -> list[str]:
    """Ask some questions; return what differs."""
    async with create_connected_server_and_client_session(make_server(referee(None))) as client:
        schemas = {tool.name: tool.inputSchema for tool in (await client.list_tools()).tools}
        found = [await ask(client, case, schemas) for case in chosen(count)]
    return [each for each in found if each]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=100)
    options = parser.parse_args()
    if different := anyio.run(differences, options.questions):
        raise SystemExit("\n".join(different))
    print(f"{options.questions} answers through the protocol are those of the API.")
