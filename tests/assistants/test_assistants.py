"""Assistants: the tools, their schemas and answers, through the protocol."""

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request

import anyio
import pytest
from jsonschema import Draft202012Validator
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.memory import create_connected_server_and_client_session

from assistants.questions import differences, send
from theodolite.assistants import telling
from theodolite.assistants.asking import UnreachableError, ask_at
from theodolite.assistants.server import make_server
from theodolite.assistants.tools import tools_of
from theodolite.web.app import create_app
from theodolite.web.openapi import specification

TEXT = (
    "beach: left\nisland: J.LS./JMLSS/..LMS/S.MM./SS..J\nplayer Ann: JJ.../...../...../...../....."
)


def in_thread(main: Callable[..., Awaitable[Any]], *arguments: Any) -> Any:
    """Run a coroutine in a thread: the page's tests leave an event loop in theirs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(anyio.run, main, *arguments).result()


def within(act: Callable[[ClientSession], Awaitable[Any]], game: str | None = None) -> Any:
    """Act as a client of a server in this process."""

    async def main() -> Any:
        async with create_connected_server_and_client_session(make_server(send, game)) as client:
            return await act(client)

    return in_thread(main)


def called(name: str, arguments: Mapping[str, Any]) -> Any:
    return within(lambda client: client.call_tool(name, dict(arguments)))


def test_answers_through_the_protocol_are_those_of_the_api() -> None:
    assert in_thread(differences, 12) == []


def test_every_operation_with_json_is_a_tool() -> None:
    tools = within(lambda client: client.list_tools()).tools
    paths = specification(create_app())["paths"]
    without = ("boards", "photos", "pictures", "batch")
    expected = {
        operation["operationId"].replace(".", "_")
        for path, verbs in paths.items()
        for operation in [verbs.get("post")]
        if operation and not path.endswith(without)
    }
    assert {tool.name for tool in tools} == expected
    for tool in tools:
        Draft202012Validator.check_schema(tool.inputSchema)
        assert "#/components" not in json.dumps(tool.inputSchema)
        assert tool.description
        assert all("description" in each or "$ref" in each for each in _arguments(tool.inputSchema))


def _arguments(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(schema["properties"].values())


def test_the_examples_of_the_specification_fit_the_tools() -> None:
    document = specification(create_app())
    for tool in tools_of(document):
        body = document["paths"][tool.path]["post"]["requestBody"]["content"]["application/json"]
        example = {"snapshot": body["example"]} if tool.is_table else body["example"]
        Draft202012Validator(tool.schema).validate(json.loads(json.dumps(example)))


def test_one_game_may_be_offered_alone() -> None:
    tools = within(lambda client: client.list_tools(), "misterra").tools
    assert {tool.name.partition("_")[0] for tool in tools} == {"misterra"}


def test_totals_come_first_in_the_language_of_the_caller() -> None:
    answer = called("misterra_scores", {"snapshot": TEXT, "language": "de"})
    assert not answer.isError
    assert answer.structuredContent is None
    first, *others = answer.content[0].text.splitlines()
    assert first == "winners: Ann"
    assert others[2].startswith("Ann: ")
    assert "Insel" in answer.content[0].text


def test_a_table_comes_back_as_text() -> None:
    half_day = {"move": [], "action": {"type": "claim"}}
    arguments = {"snapshot": f"{TEXT} at A1", "player": "Ann", "half_day": half_day}
    answer = called("misterra_legality_checks", arguments).content[0].text
    assert answer.startswith("legal: true\n")
    assert "after:\nbeach: left\nisland:\n  J.LS." in answer


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("misterra_scores", {"snapshot": "beach: up"}, "line 1, column 8: "),
        ("misterra_scores", {}, "/beach: "),
        ("misterra_scores", {"snapshot": []}, "JSON type object"),
        ("misterra_scores", {"snapshot": TEXT, "hat": "red"}, "/hat: "),
        ("misterra_hats", {}, "There is no tool misterra_hats."),
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

    assert json.loads(within(act)) == json.loads(send("GET", "/v3/misterra/rules", {}, None).body)


def test_a_long_answer_is_cut_and_says_so() -> None:
    answer = {"legal": True, "moves": [{"to": f"A{number}"} for number in range(1000)]}
    lines = telling.summarize(answer, str).splitlines()
    assert len(lines) == telling.MOST_LINES + 1
    assert lines[-1] == "… 922 more lines; ask with `details` for all of the answer."


def test_a_service_is_asked_at_its_address(server: str) -> None:
    answer = ask_at(server)("POST", "/v3/misterra/scores", {}, b"{}")
    assert answer.status == 415
    assert json.loads(ask_at(server)("GET", "/healthz", {}, None).body)["status"] == "ok"


def test_a_service_is_sent_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str | None] = []

    def refuse(request: Request, timeout: float) -> None:
        assert timeout > 0
        sent.append(request.get_header("Authorization"))
        raise OSError("Connection refused")

    monkeypatch.setattr("theodolite.assistants.asking.urlopen", refuse)
    with pytest.raises(UnreachableError):
        ask_at("http://h", "k")("GET", "/healthz", {}, None)
    assert sent == ["Bearer k"]


def test_the_command_serves_over_standard_input_and_output(server: str, command: Path) -> None:
    options = ["mcp", "--game", "misterra", "--url", server]

    async def main() -> Any:
        parameters = StdioServerParameters(command=str(command), args=options, env=dict(os.environ))
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as client:
            await client.initialize()
            return await client.call_tool("misterra_scores", {"snapshot": TEXT})

    answer = in_thread(main)
    assert answer.content[0].text.startswith("winners: Ann\n")
