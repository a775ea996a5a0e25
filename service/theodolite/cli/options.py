"""Options that several commands share."""

import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
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
    envvar="THEODOLITE_URL",
    callback=_address,
    help="The service to ask.  [default: this program, without a service]",
)
api_key_option = click.option(
    "--api-key", envvar="THEODOLITE_API_KEY", help="The key for the service at --url."
)


def known_game(name: str) -> str:
    """The id of a game, as paths have it.

    Raises:
        click.BadParameter: There is no such game; the text names the nearest.
    """
    from theodolite.web.games import GAMES

    known, asked = [game.segment for game in GAMES], name.replace("_", "-")
    if asked not in known:
        raise click.BadParameter(unknown(name, known), param_hint="--game")
    return asked


def unknown(name: str, known: Sequence[str]) -> str:
    """The sentence about a name that is not among some others."""
    near = get_close_matches(name.lower(), known, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"There is no {name}.{hint} Valid values: {', '.join(known)}."


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
