"""The options that several commands take."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from theodolite.rulebook import LANGUAGES

__all__ = ["card_pack_option", "faces", "game_option", "language_option", "setting"]

Command = TypeVar("Command", bound=Callable[..., None])

card_pack_option = click.option(
    "--card-pack",
    "card_packs",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="THEODOLITE_CARD_PACK",
    help="A TOML file with what is printed on the cards of a game; one for each game.",
)
game_option = click.option("--game", help="The game, say misterra.  [default: told by the file]")
language_option = click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help="The language of texts."
)


def setting(name: str, **option: Any) -> Callable[[Command], Command]:
    """An option of the server, which a variable can set too."""
    variable = f"THEODOLITE_{name.upper().replace('-', '_')}"
    shown = option.get("default") not in (None, "")
    return click.option(f"--{name}", envvar=variable, show_default=shown, **option)


def faces(card_packs: Sequence[Path]) -> Mapping[str, Any]:
    """What card packs say, by their games. Exits with 2 if one cannot be read."""
    from theodolite.web.card_packs import CardPackError, load
    from theodolite.web.games import GAMES

    if not card_packs:
        return {}
    try:
        return load(card_packs, GAMES)
    except (CardPackError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
