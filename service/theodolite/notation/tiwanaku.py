"""Tables of Tiwanaku as text; `docs/reference/notation.md` documents the entries.

The keys, the words and the signs are published: add to them, and change none.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from theodolite.notation.text import (
    Entries,
    Json,
    TableNotation,
    Text,
    drawn_entry,
    entry,
    fault,
    found,
    groups,
    left_lines,
    miscount,
    name_of,
    names_of,
    number,
    only,
    read_entries,
    word_of,
)
from theodolite.tiwanaku.board import CROP_LETTERS, EMPTY, GRIDS, LETTERS, TERRAIN_NAMES
from theodolite.tiwanaku.snapshot import START_SCORE, Colour, Direction, Mode

TERRAINS: Mapping[str, str] = dict(zip(LETTERS, TERRAIN_NAMES, strict=True))
_LETTERS = {name: letter for letter, name in TERRAINS.items()}
DIRECTIONS: Mapping[str, str] = dict(zip("^>v<", (way.value for way in Direction), strict=True))
_SIGNS = {way: sign for sign, way in DIRECTIONS.items()}
PAWNS: Mapping[str, str] = dict(zip("BNGWPY", (colour.value for colour in Colour), strict=True))
"""The colour of a pawn of Otoma by its sign on the board."""
_COLOURS = {colour.value: colour.value for colour in Colour}
_PAWN_SIGNS = {colour: sign for sign, colour in PAWNS.items()}
_SEATS = "abcd"
"""The signs of meeples on the board, by the order of their players."""
_IN_TURN = (Colour.BLUE.value, Colour.GREEN.value, Colour.BROWN.value, Colour.WHITE.value)
_IN_PAIRS = (Colour.BLUE.value, Colour.GREEN.value) * 2
_CELL = re.compile(rf"[{LETTERS}{EMPTY}][-{CROP_LETTERS}]?|[{LETTERS}{EMPTY}][-{CROP_LETTERS}]\w")


def cells(drawn: Text) -> list[list[str]]:
    """The spaces of a board: `.`, `M-`, `G4`, and a third sign for a piece that stands there.

    Raises:
        NotationError: `row_count`, `row_length` or `unknown_word`.
    """
    lines = [row.words() for row in drawn.rows()]
    grids = {grid.columns: grid for grid in GRIDS.values()}
    if not lines or len(lines[0]) not in grids:
        raise miscount(
            drawn, "row_length", len(lines[0]) if lines else 0, " or ".join(map(str, grids))
        )
    grid = grids[len(lines[0])]
    if len(lines) != grid.rows:
        raise miscount(lines[0][0], "row_count", len(lines), grid.rows)
    for words in lines:
        if len(words) != grid.columns:
            raise miscount(words[0], "row_length", len(words), grid.columns)
        for word in words:
            if not _CELL.fullmatch(word) or word[2:] not in ("", *_SEATS, *PAWNS):
                raise fault("unknown_word", word, (EMPTY, "M-", "G4", "G4a", "R-W"))
    return [[str(word) for word in words] for words in lines]


def rows(lines: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
    """The rows of terrains and those of crops."""
    terrain = ["".join(cell[0] for cell in line) for line in lines]
    crops = ["".join(cell[1:2].replace("-", "") or EMPTY for cell in line) for line in lines]
    return terrain, crops


def board(drawn: Text) -> Json:
    """The fields `board`, `terrain` and `crops`."""
    lines = cells(drawn)
    names = {grid.columns: name.value for name, grid in GRIDS.items()}
    terrain, crops = rows(lines)
    return {"board": names[len(lines[0])], "terrain": terrain, "crops": crops}


def pieces(drawn: Text) -> list[tuple[str, str]]:
    """The signs on the board and their spaces, in reading order."""
    lines = cells(drawn)
    grid = next(grid for grid in GRIDS.values() if grid.columns == len(lines[0]))
    signs = [cell[2:] for line in lines for cell in line]
    return [(sign, space) for sign, space in zip(signs, grid.names, strict=True) if sign]


def counts(words: Sequence[str]) -> Json:
    """`M1 S2`: a number for each terrain, 0 for those that are not named."""
    each: Json = dict.fromkeys(TERRAIN_NAMES, 0)
    for word in words:
        terrain = found(word[:1], TERRAINS)
        each[terrain] = number(word[1:])
    return each


def levels(words: Sequence[str]) -> list[int]:
    """Levels of tokens; `nothing` for none."""
    return [number(word) for word in words if word != "nothing"]


def tops(words: Sequence[str]) -> Json:
    """`M> S^ G_`: the arrow on top of a stack; `_` on one that is empty."""
    return {found(word[0], TERRAINS): DIRECTIONS.get(word[1:]) for word in words}


def arrow(word: str) -> Json:
    """`green^`: the colour and the direction of an arrow."""
    return {"colour": found(word[:-1], _COLOURS), "direction": found(word[-1:], DIRECTIONS)}


def final(words: Sequence[str]) -> Json:
    """`Ana passed Ana Bo offered Cy`: who laid the last tile, has passed, has offered last."""
    ending: Json = {"offered": []}
    for keyword, rest in groups([Text(word) for word in words], ("passed", "offered")):
        names = [name_of(word) for word in rest]
        if keyword:
            ending[str(keyword)] = names
        else:
            ending |= {"starter": names[0], "passed": []}
    return ending


def colours(mode: str, players: int) -> Sequence[str]:
    """The colours of players who name none: each its own, or in pairs that share one."""
    pairs = mode == Mode.COOPERATIVE and players == len(_IN_PAIRS)
    return _IN_PAIRS if pairs else _IN_TURN


def _side(words: list[Text]) -> Json:
    """`21 M1 S2 holds 2 4`: score, steps on the diversity track, tokens."""
    side: Json = {"offerings": []}
    for keyword, rest in groups(words, ("holds",)):
        if keyword:
            side["offerings"] = levels(rest)
        else:
            side |= {"score": number(rest[0]), "diversity": counts(rest[1:])}
    if "score" not in side:
        raise fault("missing_word", words[0] if words else "")
    return side


_WORDS = ("holds", "tops", "recalled")


def _player(value: Text) -> Json:
    """Of a player: colour, then score and steps, or the stacks of a cooperative game."""
    words = value.words()
    player: Json = {}
    if words and words[0] in _COLOURS:
        player["colour"] = str(words.pop(0))
    for keyword, rest in groups(words, _WORDS):
        if keyword == "holds":
            player["offerings"] = levels(rest)
        elif keyword == "tops":
            player["tops"] = tops(rest)
        elif keyword == "recalled":
            player["recalled_from"] = str(only(keyword, rest))
        elif rest[0].isdigit():
            player |= {"score": number(rest[0]), "diversity": counts(rest[1:])}
            player.setdefault("offerings", [])
        else:
            player["stacks"] = counts(rest)
    return player


def _arrows(value: Text) -> Json:
    words = value.words()
    return {str(space): arrow(word) for space, word in zip(words[::2], words[1::2], strict=False)}


_READERS: Mapping[str, Callable[[Text], Any]] = {
    "mode": lambda value: found(value, {mode.value: mode.value for mode in Mode}),
    "board": lambda value: (board(value), pieces(value)),
    "tiles": lambda value: counts(value.words()),
    "start": lambda value: [str(word) for word in value.words()],
    "top": number,
    "difficulty": str,
    "player": _player,
    "otoma": lambda value: _side(value.words()),
    "group": lambda value: _side(value.words()),
    "arrows": _arrows,
    "paths": lambda value: [[str(end) for end in pair.words()] for pair in value.parts(",")],
    "pool": lambda value: counts(value.words()),
    "final": lambda value: final(value.words()),
    "left": names_of,
    "ruling": str,
}


def _read(entries: Entries, needed: Collection[str]) -> Json:
    table = read_entries(entries, _READERS, needed)
    drawn, placed = table.pop("board", ({}, ()))
    if "player" not in table:
        # Of a board alone, what stands on it belongs to nobody.
        return {**drawn, **table, **({"rulings": table.pop("ruling")} if "ruling" in table else {})}
    mode = table.setdefault("mode", Mode.COMPETITIVE.value)
    own_colours = colours(mode, len(table["player"]))
    players = [
        {
            "name": name,
            "colour": own_colours[seat % len(own_colours)],
            "meeples": [space for sign, space in placed if sign == _SEATS[seat : seat + 1]],
            **player,
        }
        for seat, (name, player) in enumerate(table.pop("player").items())
    ]
    pawns = [{"colour": PAWNS[sign], "space": space} for sign, space in placed if sign in PAWNS]
    if "otoma" in table:
        if mode == Mode.SOLO and not table["otoma"]["offerings"]:
            del table["otoma"]["offerings"]
        table["otoma"] = {"pawns": pawns, **table["otoma"]}
    if mode == Mode.COOPERATIVE and {"tiles", "terrain"} <= {*table, *drawn}:
        table.setdefault("pool", _pool(table["tiles"], drawn["terrain"], players))
    names = {"top": "diversity_top", "ruling": "rulings"}
    return {
        **drawn,
        "players": players,
        **{names.get(key, key): value for key, value in table.items()},
    }


def _pool(tiles: Json, terrain: Sequence[str], players: Sequence[Json]) -> Json:
    """The tiles that lie neither on the board nor in the stacks."""
    lying = "".join(terrain)
    return {
        name: tiles[name]
        - lying.count(letter)
        - sum(player.get("stacks", {}).get(name, 0) for player in players)
        for letter, name in TERRAINS.items()
    }


def _write(snapshot: Json) -> str:
    return "\n".join([*_lines(snapshot), ""])


def _lines(snapshot: Json) -> Iterator[str]:
    yield entry("mode", snapshot["mode"])
    yield drawn_entry("board", _drawn(snapshot))
    yield entry("tiles", _count_words(snapshot["tiles"]))
    for key, (field, words) in _OPTIONAL.items():
        if snapshot.get(field) is not None:
            yield entry(key, words(snapshot[field]))
    for player in snapshot["players"]:
        yield entry("player", " ".join(_player_words(player, snapshot["mode"])), player["name"])
    yield from left_lines(snapshot)
    for name, value in snapshot.get("rulings", {}).items():
        yield entry("ruling", value, name)


def _arrow_words(arrows: Json) -> str:
    return " ".join(
        f"{space} {one['colour']}{_SIGNS[one['direction']]}" for space, one in arrows.items()
    )


def _drawn(snapshot: Json) -> Iterator[str]:
    """The rows of the board, with the pieces on it."""
    placed = {
        space: sign
        for sign, player in zip(_SEATS, snapshot["players"], strict=False)
        for space in player.get("meeples", ())
    }
    for pawn in snapshot.get("otoma", {}).get("pawns", ()):
        placed[pawn["space"]] = _PAWN_SIGNS[pawn["colour"]]
    names = iter(next(g for name, g in GRIDS.items() if name == snapshot["board"]).names)
    for terrain, crops in zip(snapshot["terrain"], snapshot["crops"], strict=True):
        line = [
            (letter + crop.replace(EMPTY, "-")) + placed.get(next(names), "")
            for letter, crop in zip(terrain, crops, strict=True)
        ]
        yield " ".join(f"{EMPTY if cell == f'{EMPTY}-' else cell:3}" for cell in line).rstrip()


def _count_words(each: Json) -> str:
    return " ".join(f"{_LETTERS[name]}{count}" for name, count in each.items())


def _player_words(player: Json, mode: str) -> Iterator[str]:
    yield player["colour"]
    if mode != Mode.COOPERATIVE:
        yield _side_words({"score": START_SCORE, **player})
    if "stacks" in player:
        yield _count_words(player["stacks"])
    if player.get("tops") is not None:
        yield "tops"
        for name, way in player["tops"].items():
            yield f"{_LETTERS[name]}{'_' if way is None else _SIGNS[way]}"
    if player.get("recalled_from") is not None:
        yield from ("recalled", player["recalled_from"])


def _side_words(side: Json) -> str:
    words = [str(side["score"])]
    words += [f"{_LETTERS[name]}{n}" for name, n in side.get("diversity", {}).items() if n]
    if side.get("offerings"):
        words += ["holds", *map(str, side["offerings"])]
    return " ".join(words)


def _final_words(ending: Json) -> Iterator[str]:
    if ending.get("starter") is not None:
        yield word_of(ending["starter"])
    for keyword in ("passed", "offered"):
        if ending.get(keyword):
            yield from (keyword, *map(word_of, ending[keyword]))


_OPTIONAL: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "start": ("start", " ".join),
    "top": ("diversity_top", str),
    "difficulty": ("difficulty", str),
    "otoma": ("otoma", _side_words),
    "group": ("group", _side_words),
    "arrows": ("arrows", _arrow_words),
    "paths": ("paths", lambda paths: ", ".join(" ".join(ends) for ends in paths)),
    "pool": ("pool", _count_words),
    "final": ("final", lambda ending: " ".join(_final_words(ending))),
}
"""The entries that a table may lack: the field of the snapshot, and how it is written."""

TABLE = TableNotation(("player", "ruling"), ("board", "tiles", "player"), _read, _write)
