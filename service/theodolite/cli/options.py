"""The options that several commands take."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

__all__ = ["card_pack_option", "faces", "setting"]

Command = TypeVar("Command", bound=Callable[..., None])

card_pack_option = click.option(
    "--card-pack",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="THEODOLITE_CARD_PACK",
    help="A TOML file with the printed faces of presumption cards.",
)


def setting(name: str, **option: Any) -> Callable[[Command], Command]:
    """An option of the server, which a variable can set too."""
    variable = f"THEODOLITE_{name.upper().replace('-', '_')}"
    shown = option.get("default") not in (None, "")
    return click.option(f"--{name}", envvar=variable, show_default=shown, **option)


def faces(card_pack: Path | None) -> Any:
    """The faces that a card pack gives; without one, none. Exits with 2 if it cannot be read."""
    from theodolite.web.misterra.cards import CardPackError, load

    if card_pack is None:
        return None
    try:
        return load(card_pack)
    except (CardPackError, OSError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
