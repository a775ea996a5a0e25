"""A server of the Model Context Protocol whose tools are the operations of the service."""

import json
from collections.abc import Mapping
from typing import Any

from anyio import to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.stdio import stdio_server

from theodolite import __version__
from theodolite.assistants import telling
from theodolite.assistants.asking import Reply, Send
from theodolite.assistants.tools import Json, Tool, compact, listings_of, tools_of

_BOARD = "text/vnd.theodolite.board"
_INSTRUCTIONS = """\
The referee for map-making board games: legality, scores, deductions, disputes, and their reasons.
Give the whole table with every call, as text or as JSON. An illegal move is an answer. Answers
begin with the verdict or the totals; `details` adds the whole answer as JSON."""


class RefusedError(Exception):
    """The service cannot judge a request; the text says why."""


def make_server(send: Send, game: str | None = None) -> Server[Any, Any]:
    """Make a server of the tools of a service.

    Args:
        send: Sends requests to the service.
        game: The only game to offer, such as `misterra`; None for all.

    Raises:
        UnreachableError: The service does not answer.
        RefusedError: The service does not give its specification.
    """
    specification = _json(send("GET", "/openapi.json", {}, None))
    tools = {tool.name: tool for tool in tools_of(specification) if game in (None, tool.game)}
    listings = {listing.uri: listing for listing in listings_of(specification)}
    server: Server[Any, Any] = Server("theodolite", __version__, _INSTRUCTIONS)

    async def list_tools() -> list[types.Tool]:
        return [
            types.Tool(
                name=tool.name,
                description=tool.description,
                inputSchema=tool.schema,
                annotations=types.ToolAnnotations(readOnlyHint=True, openWorldHint=False),
            )
            for tool in tools.values()
        ]

    async def call_tool(name: str, arguments: Json) -> Any:
        # An error becomes a result that says so, which the assistant can read.
        if name not in tools:
            raise RefusedError(f"There is no tool {name}.")
        answer, text = await to_thread.run_sync(_summarized, send, tools[name], arguments)
        content = [types.TextContent(type="text", text=text)]
        return (content, answer) if arguments.get("details") else content

    async def list_resources() -> list[types.Resource]:
        return [
            types.Resource(
                uri=each.uri,  # type: ignore[arg-type, unused-ignore]
                name=each.path,
                description=each.description,
                mimeType="application/json",
            )
            for each in listings.values()
        ]

    async def read_resource(uri: Any) -> list[ReadResourceContents]:
        if str(uri) not in listings:
            raise RefusedError(f"There is no resource {uri}.")
        listed = _json(send("GET", listings[str(uri)].path, {}, None))
        return [ReadResourceContents(compact(listed), "application/json")]

    server.list_tools()(list_tools)
    # The service explains what is wrong better than a schema can.
    server.call_tool(validate_input=False)(call_tool)
    server.list_resources()(list_resources)
    server.read_resource()(read_resource)
    return server


async def serve_stdio(server: Server[Any, Any]) -> None:
    """Serve one assistant over standard input and output."""
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _summarized(send: Send, tool: Tool, arguments: Mapping[str, Any]) -> tuple[Json, str]:
    """The answer to a call, and its text."""
    answer = _answer(send, tool, arguments)
    language = arguments.get("language", "en")
    return answer, telling.summarize(answer, lambda table: _write(send, tool, table, language))


def _answer(send: Send, tool: Tool, arguments: Mapping[str, Any]) -> Json:
    """The answer to a call.

    Raises:
        RefusedError: It cannot be judged.
    """
    language = arguments.get("language", "en")
    given = dict(arguments)
    for name in tool.tables & given.keys():
        if isinstance(given[name], str):
            given[name] = _read(send, tool, given[name], language)
    return _post(send, tool.path, language, tool.body(given))


def _post(send: Send, path: str, language: str, body: Any) -> Json:
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    return _json(send("POST", path, headers, json.dumps(body).encode()))


def _boards(tool: Tool) -> str:
    return f"{tool.path.rpartition('/')[0]}/boards"


def _read(send: Send, tool: Tool, text: str, language: str) -> Json:
    headers = {"Content-Type": _BOARD, "Accept-Language": language}
    return _json(send("POST", _boards(tool), headers, text.encode()))


def _write(send: Send, tool: Tool, table: Mapping[str, Any], language: str) -> str:
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    reply = send("POST", _boards(tool), headers, json.dumps(table).encode())
    return reply.body.decode() if reply.media_type == _BOARD else compact(table)


def _json(reply: Reply) -> Json:
    document: Json = json.loads(reply.body)
    if reply.status != 200:
        raise RefusedError(telling.problem(document))
    return document
