"""Tables of Maps of Misterra as text; `docs/reference/notation.md` documents the entries.

The keys and the words are published: add to them, and change none.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from theodolite.grid import each
from theodolite.misterra.board import GRID, ISLAND, LETTERS, PARCHMENT, TERRAIN_NAMES
from theodolite.misterra.snapshot import Place, Side
from theodolite.notation.text import (
    Entries,
    Json,
    TableNotation,
    Text,
    board_rows,
    drawn_entry,
    entry,
    fault,
    found,
    groups,
    left_lines,
    names_of,
    number,
    only,
    read_entries,
)

TERRAINS: Mapping[str, str] = dict(zip(LETTERS, TERRAIN_NAMES, strict=True))
_LETTERS: Mapping[str, str] = {name: letter for letter, name in TERRAINS.items()}
_SPACES = {name: name for name in GRID.names}
_PLACES = _SPACES | {
    name: name for space in each(GRID.edge) for name in [Place(space, on_beach=True).name]
}
_NO_ROWS = ["." * GRID.columns] * GRID.rows
_NONE = "none"


def terrain(letter: Text) -> str:
    """The name of a terrain, by its letter."""
    return found(letter, TERRAINS)


def space(word: Text) -> str:
    """An island space."""
    return found(word, _SPACES)


def place(word: Text) -> str:
    """An island space, or a beach space as `beach:E3`."""
    return found(word, _PLACES)


def spaces(words: list[Text]) -> list[str]:
    """Island spaces; `none` for none of them, and `A1-C1` for a part of a row."""
    if words == [_NONE]:
        return []
    return [name for word in words for name in _run(word)]


def _run(word: Text) -> list[str]:
    first, last = word.before_and_after("-")
    if not last:
        return [space(word)]
    start, end = GRID.spaces[space(first)], GRID.spaces[space(last)]
    if end <= start or start // GRID.columns != end // GRID.columns:
        raise fault("unknown_word", word)
    return list(GRID.names[start : end + 1])


def sketch(word: Text) -> list[str] | None:
    """A sketch card as the letters of its terrains: `LJ`; `?` for one that is not known."""
    return None if word == "?" else [terrain(letter) for letter in word.found(".")]


def _read(entries: Entries, needed: Collection[str]) -> Json:
    """The snapshot that the entries of a table hold.

    Raises:
        NotationError: what cannot be read.
    """
    table = read_entries(entries, _READERS, needed)
    if "player" in table:
        named = table.pop("player").items()
        table["players"] = [{"name": name, **player} for name, player in named]
    rulings = {"rulings": table.pop("ruling")} if "ruling" in table else {}
    return {**table, **rulings}


def _player(value: Text) -> Json:
    words, rows = value.head_and_rows()
    parchment = board_rows(rows, PARCHMENT) if rows else [*_NO_ROWS]
    player: Json = {"parchment": parchment}
    for keyword, rest in groups(words, ("at", "claims", "cards")):
        if keyword == "at":
            word = only(keyword, rest)
            player["meeple"] = None if word == _NONE else place(word)
        elif keyword == "claims":
            player["claims"] = spaces(rest)
        elif keyword == "cards":
            player["presumptions"] = [_card(word) for word in rest if word != _NONE]
        else:
            raise fault("unknown_word", rest[0], ("at", "claims", "cards"))
    return player


def _card(word: Text) -> Json:
    """`9`, `3=L`, `13=J-S` (jungle apart from steppe) or `24=JL/.M`, the pattern."""
    card, face = word.before_and_after("=")
    presumption: Json = {"card": number(card)}
    if len(face) == 1:
        presumption["terrain"] = terrain(face)
    elif "-" in face:
        terrain_, avoid = face.before_and_after("-")
        presumption |= {"terrain": terrain(terrain_), "avoid": terrain(avoid)}
    elif face:
        presumption["pattern"] = [str(row) for row in face.rows()]
    return presumption


def _display(value: Text) -> list[list[str] | None]:
    return [sketch(word) for word in value.words() if word != _NONE]


def _otoma(value: Text) -> Json:
    """`A1 C1`, or `none`; then `played 6`, the half days that Otoma has played."""
    otoma: Json = {}
    for keyword, rest in groups(value.words(), ("played",)):
        if keyword:
            otoma["half_days_played"] = number(only(keyword, rest))
        else:
            otoma["claims"] = spaces(rest)
    return {"claims": [], **otoma}


def _variants(value: Text) -> Json:
    known = {"master_cartographers": True}
    return {str(word): found(word, known) for word in value.words()}


_READERS: Mapping[str, Callable[[Text], Any]] = {
    "beach": lambda value: found(value, {side.value: side.value for side in Side}),
    "island": lambda value: board_rows(value, ISLAND),
    "player": _player,
    "otoma": _otoma,
    "variants": _variants,
    "ruling": str,
    "display": _display,
    "deck": number,
    "left": names_of,
}


def _write(snapshot: Json) -> str:
    """A snapshot as text, without fields that are null or false."""
    return "\n".join([*_lines(snapshot), ""])


def _lines(snapshot: Json) -> Iterator[str]:
    yield entry("beach", snapshot["beach"])
    yield drawn_entry("island", snapshot["island"])
    for player in snapshot["players"]:
        yield entry("player", " ".join(_player_words(player)), player["name"])
    if (otoma := snapshot.get("otoma")) is not None:
        played = otoma.get("half_days_played")
        words = [] if played is None else ["played", str(played)]
        yield entry("otoma", " ".join([*otoma["claims"], *words]))
    if variants := [name for name, played in snapshot.get("variants", {}).items() if played]:
        yield entry("variants", " ".join(variants))
    for name, value in snapshot.get("rulings", {}).items():
        yield entry("ruling", value, name)
    if (display := snapshot.get("display")) is not None:
        yield entry("display", " ".join(map(_sketch_word, display)) or _NONE)
    if (deck := snapshot.get("deck")) is not None:
        yield entry("deck", str(deck))
    yield from left_lines(snapshot)


def _sketch_word(card: list[str] | None) -> str:
    return "?" if card is None else "".join(_LETTERS[name] for name in card)


def _player_words(player: Json) -> Iterator[str]:
    if player["parchment"] != _NO_ROWS:
        yield "/".join(player["parchment"])
    if "meeple" in player:
        yield from ("at", player["meeple"] or _NONE)
    for keyword, field, word in (("claims", "claims", str), ("cards", "presumptions", _card_word)):
        if field in player:
            yield keyword
            yield from map(word, player[field]) if player[field] else [_NONE]


def _card_word(card: Json) -> str:
    if "pattern" in card:
        return f"{card['card']}={'/'.join(card['pattern'])}"
    faces = [_LETTERS[card[key]] for key in ("terrain", "avoid") if key in card]
    return "=".join([str(card["card"]), *(["-".join(faces)] if faces else [])])


TABLE = TableNotation(("player", "ruling"), ("beach", "island", "player"), _read, _write)
