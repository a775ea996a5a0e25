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
from theodolite.assistants.tools import (
    OWN,
    Json,
    Tool,
    compact,
    describe_tool,
    description,
    listings_of,
    tools_of,
)

_BOARD = "text/vnd.theodolite.board"
_INSTRUCTIONS = """\
The referee for map-making board games: legality, scores, deductions, disputes, and their reasons.
Give the whole table with every call, as text or as JSON; `describe` shows how to ask an operation.
An illegal move is an answer. Answers begin with the verdict or the totals; `details` adds the whole
answer as JSON."""


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
    asked = [*tools_of(specification, game)]
    tools = {tool.name: tool for tool in [*asked, describe_tool(asked)]}
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
        path = _path(tools, name, arguments)
        if name == "describe":
            example = await to_thread.run_sync(_example, send, path)
            text = compact({**description(specification, path), "example": example})
            return [types.TextContent(type="text", text=text)]
        answer, text = await to_thread.run_sync(_summarized, send, path, arguments)
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


def _path(tools: Mapping[str, Tool], name: str, arguments: Mapping[str, Any]) -> str:
    """The path that a call asks, or asks about.

    Raises:
        RefusedError: The game has no such operation.
    """
    asked = arguments.get("operation") if name == "describe" else name
    tool = tools.get(str(asked))
    if tool is None or tool.name == "describe":
        raise RefusedError(f"There is no operation {asked}. Those there are: {', '.join(tools)}.")
    game = str(arguments.get("game"))
    if game not in tool.games:
        raise RefusedError(f"{tool.name} needs a game: {', '.join(tool.games)}.")
    return tool.games[game]


def _example(send: Send, path: str) -> Any:
    """The example of a request of an operation."""
    game, _, name = path.rpartition("/")
    listed = _json(send("GET", game, {}, None))["operations"]
    return next(each["example"] for each in listed if each["name"] == name)


def _summarized(send: Send, path: str, arguments: Mapping[str, Any]) -> tuple[Json, str]:
    """The answer to a call, and its text.

    Raises:
        RefusedError: It cannot be judged.
    """
    headers = {"Content-Type": "application/json"}
    headers["Accept-Language"] = str(arguments.get("language", "en"))
    body = {name: value for name, value in arguments.items() if name not in OWN}
    answer = _json(send("POST", path, headers, json.dumps(body).encode()))

    def write(table: Mapping[str, Any]) -> str:
        notations = f"{path.rpartition('/')[0]}/notations"
        request = json.dumps({"snapshot": table}).encode()
        reply = send("POST", notations, headers, request)
        return reply.body.decode() if reply.media_type == _BOARD else compact(table)

    return answer, telling.summarize(answer, write)


def _json(reply: Reply) -> Json:
    document: Json = json.loads(reply.body)
    if reply.status != 200:
        raise RefusedError(telling.problem(document))
    return document
