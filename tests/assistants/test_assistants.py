"""Assistants: the tools, their schemas and answers, through the protocol."""

import json
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from anyio import sleep
from jsonschema import Draft202012Validator
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.memory import create_connected_server_and_client_session
from mcp.shared.message import SessionMessage
from mcp.types import (
    CancelledNotification,
    ClientNotification,
    JSONRPCMessage,
    JSONRPCRequest,
)

from assistants import described
from assistants.questions import differences, send
from coroutines import in_thread
from theodolite.assistants import server as assistants
from theodolite.assistants.asking import referee
from theodolite.assistants.server import make_server
from theodolite.checkpoints import checkpoint
from theodolite.web.app import create_app
from theodolite.web.openapi import specification

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXT = """\
beach: left
island: J.LS./JMLSS/..LMS/S.MM./SS..J
player Ann: JJ.../...../...../...../....."""


def within(act: Callable[[ClientSession], Awaitable[Any]], game: str | None = None) -> Any:
    """Act as a client of a server in this process."""

    async def main() -> Any:
        async with create_connected_server_and_client_session(
            make_server(referee(None), game)
        ) as client:
            return await act(client)

    return in_thread(main)


def called(name: str, arguments: Mapping[str, Any]) -> Any:
    return within(lambda client: client.call_tool(name, dict(arguments)))


def test_answers_through_the_protocol_are_those_of_the_api() -> None:
    assert in_thread(differences, 12) == []


def test_every_operation_with_json_is_a_tool() -> None:
    tools = within(lambda client: client.list_tools()).tools
    without = ("notations", "photos", "pictures")
    expected = {
        path.rpartition("/")[2]
        for path, verbs in specification(create_app())["paths"].items()
        if "post" in verbs and not path.endswith(without)
    }
    assert {tool.name for tool in tools} == expected | {"describe"}
    schemas = json.dumps([tool.inputSchema for tool in tools])
    assert (len(tools) <= 16, len(schemas) <= 40_000, "$ref" in schemas) == (True, True, False)
    for tool in tools:
        Draft202012Validator.check_schema(tool.inputSchema)
        assert tool.description
        assert all(each["description"] for each in tool.inputSchema["properties"].values())


def test_each_operation_is_asked_as_it_is_described() -> None:
    assert in_thread(described.faults, 37) == []


def _text(answer: Any) -> str:
    return str(answer.content[0].text)


def test_one_game_may_be_offered_alone() -> None:
    tools = within(lambda client: client.list_tools(), "misterra").tools
    assert "routes" not in {tool.name for tool in tools}
    games = [tool.inputSchema["properties"]["game"]["enum"] for tool in tools]
    assert games == [["misterra"]] * len(tools)


def test_totals_come_first_in_the_language_of_the_caller() -> None:
    answer = called("scores", {"game": "misterra", "snapshot": TEXT, "language": "de"})
    assert not answer.isError
    assert answer.structuredContent is None
    first, second, *others = answer.content[0].text.splitlines()
    assert (first, second) == ("winners: Ann", 'decided_by: "total"')
    assert others[0].startswith("Ann: ")
    assert "Insel" in answer.content[0].text


def test_a_table_comes_back_as_text() -> None:
    table = {"game": "misterra", "snapshot": f"{TEXT} at A1"}
    move = {"path": [], "action": {"type": "claim"}}
    answer = called("legality-checks", {**table, "player": "Ann", "move": move}).content[0].text
    assert answer.startswith("legal: true\n")
    assert "after:\nbeach: left\nisland:\n  J.LS." in answer


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("scores", {"game": "misterra", "snapshot": "beach: up"}, "line 1, column 8: "),
        ("scores", {"game": "misterra"}, "/snapshot: "),
        ("scores", {"game": "misterra", "snapshot": []}, "/snapshot: "),
        ("scores", {"game": "misterra", "snapshot": TEXT, "hat": "red"}, "/hat: "),
        ("scores", {"snapshot": TEXT}, "needs a game: cartographers, misterra"),
        ("routes", {"game": "misterra", "snapshot": TEXT}, "is none of its: treasure-hunt"),
        ("hats", {}, "There is no tool hats."),
        ("describe", {"game": "misterra", "operation": "hats"}, "There is no operation hats."),
    ],
)
def test_what_cannot_be_judged_is_an_error_with_a_reason(
    name: str, arguments: Mapping[str, Any], says: str
) -> None:
    answer = called(name, arguments)
    assert answer.isError
    assert says in answer.content[0].text


def test_lists_are_resources() -> None:
    async def act(client: ClientSession) -> str:
        listed = (await client.list_resources()).resources
        rules = next(each.uri for each in listed if str(each.uri).endswith("misterra/rules"))
        (content,) = (await client.read_resource(rules)).contents
        return getattr(content, "text", "")

    assert json.loads(within(act)) == send("GET", "/v3/misterra/rules", {}, None).json()


def test_a_long_answer_is_cut_and_says_so() -> None:
    table = json.loads((EXAMPLES / "cartographers" / "solo.json").read_bytes())["snapshot"]
    empty = {"name": "Ann", "drawn": ["." * 11] * 11}
    table = {**table, "season": "spring", "ambushes": [], "players": [empty]}
    asked = {"game": "cartographers", "snapshot": table, "player": "Ann"}
    asked["given"] = {"card": "hamlet"}
    lines = called("legal-actions", asked).content[0].text.splitlines()
    assert len(lines) == assistants.MOST_LINES + 1
    assert re.fullmatch(r"… \d+ more lines; ask with `details` for all of the answer\.", lines[-1])


def test_a_review_reviews() -> None:
    for game in ("misterra", "cartographers", "tiwanaku", "treasure_hunt"):
        record = json.loads((EXAMPLES / game / "record.json").read_bytes())
        asked = {"game": game.replace("_", "-"), **record}
        text = called("reviews", asked).content[0].text
        review = called("reviews", {**asked, "details": True}).structuredContent
        first = review["turns"][0]["explanation"]
        assert first in "\n".join(text.splitlines()[: assistants.MOST_LINES // 4])


async def begin_and_cancel(client: ClientSession, number: int, seconds: float) -> None:
    """Begin a call that the client does not wait for, and cancel it after some seconds."""
    call = {"name": "scores", "arguments": {"game": "misterra"}}
    request = JSONRPCRequest(jsonrpc="2.0", id=number, method="tools/call", params=call)
    await client._write_stream.send(SessionMessage(JSONRPCMessage(request)))
    await sleep(seconds)
    notification = CancelledNotification(
        method="notifications/cancelled", params={"requestId": number}
    )
    await client.send_notification(ClientNotification(notification))


def test_a_cancelled_call_ends_and_the_server_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = Event()

    def long(*_: object) -> tuple[dict[str, Any], str]:
        try:
            for _round in range(1000):
                checkpoint()
                time.sleep(0.01)
        except BaseException:
            ended.set()
            raise
        return {}, ""

    monkeypatch.setattr(assistants, "_summarized", long)

    async def act(client: ClientSession) -> Any:
        await begin_and_cancel(client, 1000, 0.5)
        return await client.list_tools()

    assert within(act).tools
    assert ended.wait(30)


def test_a_call_may_be_cancelled_while_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistants, "_summarized", lambda *_: ({}, ""))

    async def act(client: ClientSession) -> Any:
        for i in range(300):
            await begin_and_cancel(client, 1000 + i, i * 0.00001)
        return await client.list_tools()

    assert within(act).tools


def test_the_command_serves_over_standard_input_and_output(server: str, command: Path) -> None:
    options = ["mcp", "--game", "misterra", "--url", server]

    async def main() -> Any:
        parameters = StdioServerParameters(command=str(command), args=options, env=dict(os.environ))
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as client:
            await client.initialize()
            return await client.call_tool("scores", {"game": "misterra", "snapshot": TEXT})

    answer = in_thread(main)
    assert answer.content[0].text.startswith("winners: Ann\n")
