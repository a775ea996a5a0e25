"""A server of the Model Context Protocol whose tools are the operations of the service."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from anyio import get_cancelled_exc_class, to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.stdio import stdio_server
from mcp.shared.session import RequestResponder

from theodolite import __version__
from theodolite.assistants.tools import (
    OWN,
    Json,
    Tool,
    describe_tool,
    description,
    listings_of,
    tools_of,
)
from theodolite.checkpoints import time_slice
from theodolite_sdk import ProblemError, Theodolite
from theodolite_sdk.telling import compact, summarize

Result = TypeVar("Result")

MOST_LINES = 80
"""Lines of an answer; the details have the rest."""
_INSTRUCTIONS = """\
The referee for map-making board games: legality, scores, deductions, disputes, and their reasons.
Give the whole table with every call, as text or as JSON; `describe` shows how to ask an operation.
An illegal move is an answer. Answers begin with the verdict or the totals; `details` adds the whole
answer as JSON."""


class RefusedError(Exception):
    """The service cannot judge a request; the text says why."""


class _Server(Server[Any, Any]):  # type: ignore[misc, unused-ignore]
    """A server that outlives calls that are cancelled while their answers are sent."""

    async def _handle_message(self, message: Any, *rest: Any) -> None:
        try:
            await super()._handle_message(message, *rest)
        except (get_cancelled_exc_class(), AssertionError):
            # As of mcp 1.30 this ends the server.
            if not (isinstance(message, RequestResponder) and message.cancelled):
                raise


def make_server(referee: Theodolite, game: str | None = None) -> Server[Any, Any]:
    """Make a server of the tools of a service.

    Args:
        referee: A client of the service.
        game: The only game to offer, such as `misterra`; None for all.

    Raises:
        TheodoliteError: The service does not answer, or does not give its specification.
    """
    specification = referee.specification()
    asked = [*tools_of(specification, game)]
    tools = {tool.name: tool for tool in [*asked, describe_tool(asked)]}
    listings = {listing.uri: listing for listing in listings_of(specification)}
    server = _Server("theodolite", __version__, _INSTRUCTIONS)

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
            raise RefusedError(f"There is no tool {name}. Those there are: {', '.join(tools)}.")
        path = _path(tools, name, arguments)
        if name == "describe":
            example = await _in_thread(_example, referee, path)
            text = compact({**description(specification, path), "example": example})
            return [types.TextContent(type="text", text=text)]
        answer, text = await _in_thread(_summarized, referee, path, arguments)
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
        game, _, name = listings[str(uri)].path.removeprefix("/v3/").partition("/")
        listed = getattr(_game(referee.with_raw_response, game), name or "operations")()
        return [ReadResourceContents(listed.content.decode(), "application/json")]

    server.list_tools()(list_tools)
    # The service explains what is wrong better than a schema can.
    server.call_tool(validate_input=False)(call_tool)
    server.list_resources()(list_resources)
    server.read_resource()(read_resource)
    return server


class _Call:
    """The time slice of a call: over once the call has ended, or is cancelled."""

    is_over = False

    def renew(self) -> None:
        raise _CancelledError


class _CancelledError(BaseException):
    """The call is cancelled. No handler of errors in between sees it."""


async def _in_thread(work: Callable[..., Result], *given: Any) -> Result:
    """Run work in a thread. A cancelled call ends at once, its work at the next checkpoint."""
    call = _Call()
    # The thread works in a copy of this context.
    token = time_slice.set(call)
    try:
        return await to_thread.run_sync(work, *given, abandon_on_cancel=True)
    finally:
        call.is_over = True
        time_slice.reset(token)


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
    only = next(iter(tool.games)) if len(tool.games) == 1 else None
    game = str(arguments.get("game", only))
    if game not in tool.games:
        named = f", and {game} is none of its" if "game" in arguments else ""
        raise RefusedError(f"{tool.name} needs a game{named}: {', '.join(tool.games)}.")
    return tool.games[game]


def _game(service: Any, game: str) -> Any:
    """The client of a game, by its id."""
    return getattr(service, game.replace("-", "_"))


def _example(referee: Theodolite, path: str) -> Any:
    """The example of a request of an operation."""
    *_, game, name = path.split("/")
    operations = _game(referee, game).operations()
    return next(each.example for each in operations if each.name == name)


def _summarized(referee: Theodolite, path: str, arguments: Mapping[str, Any]) -> tuple[Json, str]:
    """The answer to a call, and its text.

    Raises:
        ProblemError: It cannot be judged.
    """
    *_, game, name = path.split("/")
    body = {member: value for member, value in arguments.items() if member not in OWN}
    language = str(arguments.get("language", "en"))
    asked = _game(referee.with_raw_response, game).ask(name, body, language=language)
    answer = json.loads(asked.content)

    def write(table: Mapping[str, Any]) -> str:
        try:
            return str(_game(referee, game).notation(table, language=language))
        except ProblemError:
            return compact(table)

    lines = summarize(answer, write).splitlines()
    if len(lines) > MOST_LINES:
        cut = len(lines) - MOST_LINES
        lines[MOST_LINES:] = [f"… {cut} more lines; ask with `details` for all of the answer."]
    return answer, "\n".join(lines)
