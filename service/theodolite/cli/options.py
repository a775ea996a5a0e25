"""Options that several commands share."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from theodolite.rulebook import LANGUAGES

Command = TypeVar("Command", bound=Callable[..., None])

card_pack_option = click.option(
    "--card-pack",
    "card_packs",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="THEODOLITE_CARD_PACK",
    help="A TOML file with the printed faces of a game's cards; one a game.",
)
game_option = click.option(
    "--game", help="The game, say misterra.  [default: detected from the file]"
)
language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    help="The language of the texts.",
)


def _address(_context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """An HTTP address as it is given."""
    if value and not value.lower().startswith(("http://", "https://")):
        raise click.BadParameter(f"{value} is no HTTP address.", param=parameter)
    return value


url_option = click.option(
    "--url",
    callback=_address,
    help="The service to ask.  [default: this program, without a service]",
)


def setting(name: str, **option: Any) -> Callable[[Command], Command]:
    """An option of the server, which an environment variable can set, too."""
    variable = f"THEODOLITE_{name.upper().replace('-', '_')}"
    has_default = option.get("default") not in (None, "")
    return click.option(f"--{name}", envvar=variable, show_default=has_default, **option)


def load_card_packs(card_packs: Sequence[Path]) -> Mapping[str, Any]:
    """Load card packs, by the ids of the games. Exits with 2 if one cannot be read."""
    from theodolite.web.card_packs import CardPackError, load
    from theodolite.web.games import GAMES

    if not card_packs:
        return {}
    try:
        return load(card_packs, GAMES)
    except (CardPackError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
