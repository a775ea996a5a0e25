"""Tables of Treasure Hunt as text; `docs/reference/notation.md` documents the entries.

The keys, the words and the signs are published: add to them, and change none.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from theodolite.grid import each, set_of
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
    name_of,
    names_of,
    number,
    only,
    read_entries,
    word_of,
)
from theodolite.treasure_hunt.board import (
    CORNERS,
    GRID,
    HOME,
    LETTERS,
    ROWS,
    TERRAIN_NAMES,
    place_name,
)
from theodolite.treasure_hunt.snapshot import COLOURS, ROUTES, Card, Info, Treasure

EXPLORERS = ("12", "34", "56", "78")
"""The signs of explorers on the board, by the order of their players."""
_MARKERS = ("abd", "ABD", "efg", "EFG")
"""The signs of route markers, by player; of each the triangle, the circle and the square."""
_TREES = "tuvklmnopq"
_PIECES = "w=xc"
_SIGNS = {*"".join((*EXPLORERS, *_MARKERS, _TREES, _PIECES))}
_NOTHING_ON = "."
_CORNERS = [GRID.names[CORNERS[i]] for i in (0, 3, 1, 2)]
"""Where players start, by their order: opposite corners first."""
_SPACES = {name: name for name in GRID.names}
_HOME = place_name(HOME)
_PLACES = {**_SPACES, _HOME: _HOME, "-": "-"}
_TREASURES: dict[str, str | None] = {one.value: one.value for one in Treasure}
_TREASURES["unseen"] = None
_VARIANTS = ("young", "teams")
_Found = dict[str, list[str]]


def seen(word: str) -> str | None:
    """A treasure; `unseen` if nobody has seen it."""
    return found(word, _TREASURES)


def _space(word: str) -> str:
    return found(word, _SPACES)


def _pieces(value: Text) -> _Found:
    """`N10/E10 w, N11/E10 t`: signs and their spaces."""
    lying: _Found = {}
    for part in value.parts(","):
        words = part.words()
        name, sign = _space(words[0]), only(words[0], words[1:])
        lying.setdefault(found(sign, {sign: str(sign) for sign in _SIGNS}), []).append(name)
    return lying


def _window(table: Json) -> tuple[list[str], _Found]:
    """The rows of a board of which a part is drawn, and the spaces of each sign on it.

    A space of the drawing is its terrain and what lies on it: `F1`, `S.`.
    """
    letters = [[table.get("fill", "F")] * GRID.columns for _ in range(GRID.rows)]
    top, left = divmod(GRID.spaces[table.get("at", "N10/E10")], GRID.columns)
    lying: _Found = {}
    for r, row in enumerate(table["window"].rows(), top):
        for c, cell in enumerate(row.words(), left):
            if len(cell) != 2 or r >= GRID.rows or c >= GRID.columns:
                raise fault("unknown_word", cell, ("F.", "S1", "Wt"))
            letters[r][c] = found(cell[0], {letter: letter for letter in LETTERS})
            if cell[1] != _NOTHING_ON:
                sign = found(cell[1], {sign: sign for sign in _SIGNS})
                lying.setdefault(sign, []).append(GRID.names[r * GRID.columns + c])
    return ["".join(row) for row in letters], lying


def _joined(spaces: Sequence[str]) -> list[list[str]]:
    """Some spaces, by which of them are joined side by side."""
    all_spaces = set_of(GRID.spaces[name] for name in spaces)
    return [[GRID.names[one] for one in each(group)] for group in GRID.groups(all_spaces)]


_PLAYER = (
    *("corner", "at", "hand", "mission", "difficulty", "treasures", "coordinates", "boats"),
    *("shoes", "free"),
)


def _player(value: Text) -> Json:
    """The words of a player, by keyword."""
    words = value.words()
    player: Json = {}
    if words and words[0] in COLOURS:
        player["colour"] = str(words.pop(0))
    for keyword, rest in groups(words, _PLAYER):
        if not keyword:
            raise fault("unknown_word", rest[0], _PLAYER)
        player[str(keyword)] = _FIELDS[keyword](keyword, rest)
    return player


def _hand(_: Text, words: list[Text]) -> list[str] | None:
    cards = {card.value: card.value for card in Card}
    return None if words == ["unknown"] else [found(word, cards) for word in words]


def _mission(keyword: Text, words: list[Text]) -> Json:
    """`gold ruby 5`: treasures, and the least number of coordinates."""
    if not words:
        raise fault("missing_word", keyword)
    treasures = [seen(word) for word in words[:-1]]
    return {"difficulty": 1, "treasures": treasures, "coordinates": number(words[-1])}


def _number(keyword: Text, words: list[Text]) -> int:
    return number(only(keyword, words))


_FIELDS: Mapping[str, Callable[[Text, list[Text]], Any]] = {
    "corner": lambda keyword, words: _space(only(keyword, words)),
    "at": lambda _, words: [found(word, _PLACES) for word in words],
    "hand": _hand,
    "mission": _mission,
    "difficulty": _number,
    "treasures": lambda _, words: [seen(word) for word in words],
    "coordinates": _number,
    "boats": _number,
    "shoes": _number,
    "free": lambda _, words: [str(word) for word in words],
}


def _info(value: Text) -> Json:
    """`buried open:gold`: the info cards of a route, and the treasure under each."""
    pairs = [word.before_and_after(":") for word in value.words()]
    kinds = {info.value: info.value for info in Info}
    return {
        "info": [found(kind, kinds) for kind, _ in pairs],
        "treasures": [
            seen(treasure) if treasure else None
            for kind, treasure in pairs
            if kind != Info.BURIED.value
        ],
    }


def _variants(value: Text) -> Json:
    return {found(word, {name: name for name in _VARIANTS}): True for word in value.words()}


def _segment(value: Text) -> Json:
    """The name of a segment of the board pack, and how it is turned."""
    words = value.words()
    if not words:
        raise fault("missing_word", value)
    name, *turn = words
    return {"segment": name_of(name), **({"turn": number(turn[0])} if turn else {})}


_READERS: Mapping[str, Callable[[Text], Any]] = {
    "board": lambda value: board_rows(value, ROWS),
    "window": lambda value: value,
    "at": _space,
    "fill": lambda value: found(value, {letter: letter for letter in LETTERS}),
    "segment": _segment,
    "bridges": lambda value: [[_space(word) for word in one.words()] for one in value.parts(",")],
    "pieces": _pieces,
    "player": _player,
    "cards": lambda value: [_space(word) for word in value.words()],
    "info": _info,
    "terrain": lambda value: found(value, {name: name for name in TERRAIN_NAMES}),
    "walker": name_of,
    "creep": name_of,
    "variants": _variants,
    "left": names_of,
    "ruling": str,
}


def _read(entries: Entries, needed: Collection[str]) -> Json:
    table = read_entries(entries, _READERS, needed)
    lying: _Found = {}
    board: Json = {"segments": table.get("segment", {})}
    if "board" in table:
        board = {"rows": table["board"]}
    elif "window" in table:
        rows, lying = _window(table)
        board = {"rows": rows}
    elif "segment" not in table:
        raise fault("missing_entry", "board")
    for sign, spaces in table.get("pieces", {}).items():
        lying.setdefault(sign, []).extend(spaces)
    if "rows" in board:
        standing = [*lying.get("=", ()), *lying.get("x", ())]
        board["bridges"] = table.get("bridges", _joined(standing))
    variants = {name: name in table.get("variants", {}) for name in _VARIANTS}
    terrain = table.get("terrain", {})
    return {
        "board": board,
        "players": [
            {"name": name, **_seat(seat, own, lying, {**table, "variants": variants})}
            for seat, (name, own) in enumerate(table.get("player", {}).items())
        ],
        "trees": [sorted(lying[sign], key=GRID.names.index) for sign in _TREES if sign in lying],
        "walkers": [
            {
                "at": space,
                **_lent(terrain.get(space, terrain.get("w"))),
                "moved_by": table.get("walker", {}).get(space),
            }
            for space in lying.get("w", ())
        ],
        "broken_bridges": lying.get("x", []),
        "creep_throughs": [
            {"at": space, "by": table["creep"][space]} if space in table.get("creep", {}) else space
            for space in lying.get("c", ())
        ],
        "variants": variants,
        **{key: table[key] for key in ("left",) if key in table},
        "rulings": table.get("ruling", {}),
    }


def _lent(terrain: str | None) -> Json:
    """The terrain of a piece on a space that has none of its own."""
    return {} if terrain is None else {"terrain": terrain}


def _seat(seat: int, own: Json, lying: _Found, table: Json) -> Json:
    """A player, from the words of the entry and what is drawn."""
    corner = own.get("corner", _CORNERS[seat % len(_CORNERS)])
    framed = table.get("ruling", {}).get("home_place") == "frame"
    start = _HOME if framed else corner
    signs = EXPLORERS[seat % len(EXPLORERS)][: 1 if table["variants"]["young"] else 2]
    places = dict(zip(signs, own.get("at", ()), strict=False))
    terrain = table.get("terrain", {})
    explorers = []
    for sign in signs:
        place = places.get(sign, "-")
        at = lying.get(sign, [start])[0] if place == "-" else place
        explorers.append({"at": at, **_lent(terrain.get(sign))})
    mission = own.get("mission")
    if mission and "difficulty" in own:
        mission["difficulty"] = own["difficulty"]
    return {
        "colour": own.get("colour", COLOURS[seat % len(COLOURS)]),
        "home": corner,
        "explorers": explorers,
        "routes": {
            route: {
                "cards": [*table.get("cards", {}).get(sign, ()), *lying.get(sign, ())[:1]],
                **table.get("info", {}).get(sign, {"info": [], "treasures": []}),
            }
            for route, sign in zip(ROUTES, _MARKERS[seat % len(_MARKERS)], strict=True)
        },
        **{key: own.get(key, 0) for key in ("coordinates", "boats", "shoes")},
        **{key: own.get(key, []) for key in ("treasures", "hand", "free")},
        "mission": mission,
    }


def _write(snapshot: Json) -> str:
    return "\n".join([*_lines(snapshot), ""])


def _lines(snapshot: Json) -> Iterator[str]:
    board = snapshot["board"]
    if "rows" in board:
        yield drawn_entry("board", board["rows"])
    for quarter, segment in board.get("segments", {}).items():
        turn = [str(segment["turn"])] if "turn" in segment else []
        yield entry("segment", " ".join([word_of(segment["segment"]), *turn]), quarter)
    if "bridges" in board:
        yield entry("bridges", ", ".join(map(" ".join, board["bridges"])))
    if pieces := [*_piece_words(snapshot)]:
        yield entry("pieces", ", ".join(pieces))
    for player in snapshot["players"]:
        yield entry("player", " ".join(_player_words(player)), player["name"])
    yield from _named_lines(snapshot)
    if variants := [name for name, played in snapshot.get("variants", {}).items() if played]:
        yield entry("variants", " ".join(variants))
    yield from left_lines(snapshot)
    for name, value in snapshot.get("rulings", {}).items():
        yield entry("ruling", value, name)


def _piece_words(snapshot: Json) -> Iterator[str]:
    for sign, tree in zip(_TREES, snapshot.get("trees", ()), strict=False):
        yield from (f"{space} {sign}" for space in tree)
    for walker in snapshot.get("walkers", ()):
        yield f"{walker['at']} w"
    yield from (f"{space} x" for space in snapshot.get("broken_bridges", ()))
    for creep in snapshot.get("creep_throughs", ()):
        yield f"{creep if isinstance(creep, str) else creep['at']} c"


def _named_lines(snapshot: Json) -> Iterator[str]:
    """The entries about routes, and about pieces that lack a terrain or have an owner."""
    for signs, markers, player in zip(EXPLORERS, _MARKERS, snapshot["players"], strict=False):
        for sign, explorer in zip(signs, player["explorers"], strict=False):
            if explorer.get("terrain") is not None:
                yield entry("terrain", explorer["terrain"], sign)
        for sign, route in zip(markers, ROUTES, strict=True):
            yield from _route_lines(sign, player["routes"][route])
    for walker in snapshot.get("walkers", ()):
        if walker.get("terrain") is not None:
            yield entry("terrain", walker["terrain"], walker["at"])
        if walker.get("moved_by") is not None:
            yield entry("walker", word_of(walker["moved_by"]), walker["at"])
    for creep in snapshot.get("creep_throughs", ()):
        if not isinstance(creep, str) and creep.get("by") is not None:
            yield entry("creep", word_of(creep["by"]), creep["at"])


def _route_lines(sign: str, route: Json) -> Iterator[str]:
    if route["cards"]:
        yield entry("cards", " ".join(route["cards"]), sign)
    treasures = iter(route.get("treasures", ()))
    words = []
    for kind in route.get("info", ()):
        treasure = None if kind == Info.BURIED else next(treasures, None)
        words.append(kind if treasure is None else f"{kind}:{treasure}")
    if words:
        yield entry("info", " ".join(words), sign)


def _player_words(player: Json) -> Iterator[str]:
    yield from (player["colour"], "corner", player["home"], "at")
    yield from (explorer["at"] for explorer in player["explorers"])
    for key in ("coordinates", "boats", "shoes"):
        if player.get(key):
            yield from (key, str(player[key]))
    for key in ("treasures", "free"):
        if player.get(key):
            yield from (key, *(one or "unseen" for one in player[key]))
    if player.get("hand") is None:
        yield from ("hand", "unknown")
    elif player["hand"]:
        yield from ("hand", *player["hand"])
    if mission := player.get("mission"):
        demanded = [one or "unseen" for one in mission["treasures"]]
        yield from ("mission", *demanded, str(mission["coordinates"]))
        yield from ("difficulty", str(mission["difficulty"]))


TABLE = TableNotation(
    ("segment", "player", "cards", "info", "terrain", "walker", "creep", "ruling"),
    ("player",),
    _read,
    _write,
)
