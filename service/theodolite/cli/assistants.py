"""The command `mcp`, which serves assistants."""

from collections.abc import Sequence
from pathlib import Path

import click

from theodolite.cli.options import card_pack_option, load_card_packs, url_option


@click.command()
@url_option
@click.option("--api-key", envvar="THEODOLITE_API_KEY", help="The key for the service at --url.")
@click.option("--game", help="The only game to offer, say misterra.  [default: all]")
@card_pack_option
def mcp(url: str | None, api_key: str | None, game: str | None, card_packs: Sequence[Path]) -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol.

    Each operation is a tool. Exits with 2 if there is no such game or the service is not reached.
    """
    from theodolite.assistants.asking import UnreachableError, ask_at, ask_here

    try:
        import anyio

        from theodolite.assistants.server import RefusedError, make_server, serve_stdio
    except ModuleNotFoundError as error:
        raise click.UsageError("Install theodolite[mcp] for this command.") from error
    from theodolite.web.games import GAMES

    chosen = game and game.replace("_", "-")
    if chosen and chosen not in (known := [each.segment for each in GAMES]):
        raise click.BadParameter(f"Valid games are {', '.join(known)}.", param_hint="--game")
    send = ask_at(url, api_key) if url else ask_here(load_card_packs(card_packs))
    try:
        server = make_server(send, chosen)
    except UnreachableError as error:
        raise click.UsageError(str(error)) from error
    except (ValueError, RefusedError) as error:
        raise click.UsageError(f"{url} cannot be asked: {error}") from error
    try:
        anyio.run(serve_stdio, server)
    except ExceptionGroup as group:
        # The task groups of anyio wrap what goes wrong in a task, such as a broken pipe.
        inner: Exception = group
        while isinstance(inner, ExceptionGroup):
            inner = inner.exceptions[0]
        raise inner from None
