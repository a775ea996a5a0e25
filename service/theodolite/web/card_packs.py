"""Card packs: the printed faces of the cards of a real copy of a game, as TOML files.

The key `game` names the game; by default it is the first game that has card packs. The other keys
are loaded by that game's `card_pack` schema. A table of a request may bring a pack too, which is in
force while that request is loaded and for no other.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import current_app

from theodolite.rulebook import LANGUAGES
from theodolite.verdict import NOTHING, Fault
from theodolite.web.decoding import require_utf8
from theodolite.web.fields import shorten
from theodolite.web.problems import Problem, explain
from theodolite.web.schemas import LOAD_ERRORS

if TYPE_CHECKING:
    from theodolite.web.game import Game

CARD_PACKS = "CARD_PACKS"
"""The key of an app's configuration under which are its card packs, by the ids of their games."""


class CardPackError(Exception):
    """A card pack is not valid; the message has a line for each fault."""


def card_pack(game: str) -> Any:
    """The loaded card pack of a game in the current application; None if there is none."""
    # Card packs are loaded by a game's schemas before there is an application.
    return current_app.config[CARD_PACKS].get(game) if current_app else None


_IN_FORCE: ContextVar[Mapping[str, Any]] = ContextVar("in_force", default=NOTHING)
"""The packs that tables being loaded or written have brought, by the ids of their games."""


@contextmanager
def in_force(game: str, pack: Any) -> Iterator[None]:
    """Put a loaded pack in force while a table that brings it is loaded or written."""
    token = _IN_FORCE.set({**_IN_FORCE.get(), game: pack})
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def pack_in_force(game: str) -> Any:
    """The pack in force for a game: that of the table, else that of the application, else None."""
    packs = _IN_FORCE.get()
    return packs[game] if game in packs else card_pack(game)


def load(paths: Iterable[Path], games: Sequence["Game"]) -> Mapping[str, Any]:
    """Load card packs.

    Args:
        paths: Their files, at most one a game.
        games: All games.

    Returns:
        The loaded card packs, by the ids of the games.

    Raises:
        CardPackError: A card pack is not valid; lists every fault.
        OSError: A file cannot be read.
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
        require_utf8(content, "invalid-text")
        return tomllib.loads(content.decode("utf-8-sig"))
    except Problem as problem:
        raise CardPackError(f"{path}: {problem.localized(LANGUAGES[0], None).detail}") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise CardPackError(f"{path}:{line}: {error}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CardPackError(f"{path}: {error}") from error


def _game(path: Path, tables: dict[str, Any], games: Sequence["Game"]) -> "Game":
    known = {game.id: game for game in games if game.card_pack is not None}
    id_ = tables.pop("game", next(iter(known), None))
    if not isinstance(id_, str) or id_ not in known:
        expected = {"value": shorten(id_), "known": ", ".join(known)}
        raise CardPackError(_line(path, Fault("unknown_value", ("game",), expected)))
    return known[id_]


def _read(path: Path, tables: Mapping[str, Any], game: "Game") -> Any:
    body = game.card_pack
    if body is None:
        raise TypeError(game)
    try:
        return body.load_fast(tables)
    except LOAD_ERRORS:
        faults = body.errors(tables)
        if not faults:
            raise
        raise CardPackError("\n".join(_line(path, fault, game) for fault in faults)) from None


def _line(path: Path, fault: Fault, game: "Game | None" = None) -> str:
    """A fault in words, after the key that it is about: `pack.toml: presumptions.13.avoid: …`."""
    sentence = explain(fault, game.rulebook if game else None, LANGUAGES[0])
    return ": ".join([str(path), ".".join(map(str, fault.path)), sentence])
