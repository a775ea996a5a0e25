"""The command `mcp`, which serves assistants."""

from collections.abc import Sequence
from pathlib import Path

import click

from theodolite.cli.options import (
    api_key_option,
    card_pack_option,
    known_game,
    load_card_packs,
    url_option,
)
from theodolite.cli.streams import NoServiceError


@click.command()
@url_option
@api_key_option
@click.option("--game", help="The only game to offer, say misterra.  [default: all]")
@card_pack_option
def mcp(url: str | None, api_key: str | None, game: str | None, card_packs: Sequence[Path]) -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol.

    Each operation is a tool. Exits with 3 if the service is not reached.
    """
    try:
        import anyio

        from theodolite.assistants.asking import referee
        from theodolite.assistants.server import make_server, serve_stdio
    except ModuleNotFoundError as error:
        raise click.UsageError("In the checkout: pip install '.[mcp]'.") from error
    from theodolite_sdk import TheodoliteError

    chosen = game and known_game(game)
    asked = referee(url, api_key=api_key, card_packs=load_card_packs(card_packs))
    try:
        server = make_server(asked, chosen)
    except TheodoliteError as error:
        raise NoServiceError(str(error)) from error
    try:
        anyio.run(serve_stdio, server)
    except ExceptionGroup as group:
        # The task groups of anyio wrap what goes wrong in a task, such as a broken pipe.
        inner: Exception = group
        while isinstance(inner, ExceptionGroup):
            inner = inner.exceptions[0]
        raise inner from None
