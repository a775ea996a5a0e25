"""Card packs: what is printed on the cards of a real copy of a game, written down in TOML.

A pack says with `game` whose it is; without, it is the first game's. The rest of it is what that
game's `card_pack` reads.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from flask import current_app

from theodolite.rulebook import LANGUAGES
from theodolite.verdict import Fault
from theodolite.web.operations import Game
from theodolite.web.problems import explain
from theodolite.web.reading import UNREADABLE, shown

__all__ = ["CARD_PACKS", "CardPackError", "card_pack", "load"]

CARD_PACKS = "CARD_PACKS"
"""The key of an app's configuration under which are its card packs, by the ids of their games."""


class CardPackError(Exception):
    """A card pack that cannot be used: everything that is wrong with it, one thing a line."""


def card_pack(game: str) -> Any:
    """The card pack of a game that the service was given, as the game reads it; None without."""
    # A card pack is itself read by a game's bodies, before there is an application.
    return current_app.config[CARD_PACKS].get(game) if current_app else None


def load(paths: Iterable[Path], games: Sequence[Game]) -> Mapping[str, Any]:
    """Read card packs.

    Args:
        paths: their files, one for each game at most.
        games: the games that they may be for.

    Returns:
        What each game's `card_pack` makes of its own, by the game's id.

    Raises:
        CardPackError: naming everything at fault.
        OSError: a file cannot be read.
    """
    packs: dict[str, Any] = {}
    for path in paths:
        tables = _tables(path)
        game = _game(path, tables, games)
        if game.id in packs:
            raise CardPackError(f"{path}: there is another card pack for {game.id} already")
        packs[game.id] = _read(path, tables, game)
    return packs


def _tables(path: Path) -> dict[str, Any]:
    content = path.read_bytes()
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CardPackError(f"{path}:{line}: {error}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardPackError(f"{path}: {error}") from error


def _game(path: Path, tables: dict[str, Any], games: Sequence[Game]) -> Game:
    known = {game.id: game for game in games if game.card_pack is not None}
    id_ = tables.pop("game", next(iter(known), None))
    if not isinstance(id_, str) or id_ not in known:
        expected = {"value": shown(id_), "known": ", ".join(known)}
        raise CardPackError(_line(path, Fault("unknown_value", ("game",), expected)))
    return known[id_]


def _read(path: Path, tables: Mapping[str, Any], game: Game) -> Any:
    body = game.card_pack
    if body is None:
        raise TypeError(game)
    try:
        return body.read(tables)
    except UNREADABLE:
        faults = body.explain(tables)
        if not faults:
            raise
        raise CardPackError("\n".join(_line(path, fault, game) for fault in faults)) from None


def _line(path: Path, fault: Fault, game: Game | None = None) -> str:
    """A fault in words, after the key that it is about: `pack.toml: presumptions.13.avoid: …`."""
    told = explain(fault, game and game.rulebook, LANGUAGES[0])
    return ": ".join([str(path), ".".join(map(str, fault.path)), told])
