"""Asks questions with nothing but `describe` to learn from, and compares each answer with the API.

`python tests/assistants/described.py --questions 20` takes that many operations, those of each game
in turn. A scripted client lists the tools, has `describe` tell how one is asked, and asks it by the
example and the schema found there: as it stands, with the table as text, and without a member that
is required.
"""

import argparse
import json
import sys
from itertools import zip_longest
from pathlib import Path
from typing import Any

import anyio
from jsonschema import Draft202012Validator
from mcp import ClientSession
from mcp.shared.memory import create_connected_server_and_client_session

sys.path.insert(0, str(Path(__file__).parents[1]))

from assistants.questions import send
from theodolite.assistants.asking import referee
from theodolite.assistants.server import make_server

Json = dict[str, Any]
KIND = {"Content-Type": "application/json", "Accept-Language": "en"}


def _text(answer: Any) -> str:
    return "\n".join(getattr(part, "text", "") for part in answer.content)


async def _choices(client: ClientSession, count: int) -> list[tuple[str, str]]:
    """Some operations, each with a game that has it: those of each game in turn."""
    by_game: dict[str, list[tuple[str, str]]] = {}
    for tool in (await client.list_tools()).tools:
        if tool.name != "describe":
            for game in tool.inputSchema["properties"]["game"]["enum"]:
                by_game.setdefault(game, []).append((game, tool.name))
    mixed = [each for turn in zip_longest(*by_game.values()) for each in turn if each]
    return mixed[:count]


async def ask(client: ClientSession, game: str, name: str) -> str | None:
    """Learn to ask an operation, and ask it; return what went wrong."""
    learnt: Json = json.loads(
        _text(await client.call_tool("describe", {"game": game, "operation": name}))
    )
    body: Json = learnt["example"]
    if not Draft202012Validator(learnt["schema"]).is_valid(body):
        return f"{game} {name}: the example does not fit the schema"
    expected = send("POST", f"/v3/{game}/{name}", KIND, json.dumps(body).encode()).json()
    asked = {"game": game, **body, "details": True}
    if (found := (await client.call_tool(name, asked)).structuredContent) != expected:
        return f"{game} {name}: {found} is not {expected}"
    table = learnt["table_as_text"]
    if name == "scores" and (await client.call_tool(name, {**asked, "snapshot": table})).isError:
        return f"{game} {name}: the table as text is refused"
    missing = learnt["schema"].get("required", [None])[0]
    refused = await client.call_tool(name, {key: asked[key] for key in asked if key != missing})
    if missing and not (refused.isError and f"/{missing}: " in _text(refused)):
        return f"{game} {name}: without {missing}: {_text(refused)}"
    return None


async def faults(count: int) -> list[str]:
    """Ask some operations; return what went wrong."""
    async with create_connected_server_and_client_session(make_server(referee(None))) as client:
        found = [await ask(client, *each) for each in await _choices(client, count)]
    return [each for each in found if each]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=20)
    options = parser.parse_args()
    if found := anyio.run(faults, options.questions):
        raise SystemExit("\n".join(found))
    print(f"{options.questions} operations were asked as `describe` tells.")
