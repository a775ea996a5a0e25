"""Tables of Cartographers as text; `docs/reference/notation.md` documents the entries.

The keys and the words are published: add to them, and change none.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from theodolite.cartographers.board import DRAWN_ROWS, GRID, PRINT_ROWS
from theodolite.cartographers.facts import GAMES
from theodolite.cartographers.snapshot import Season
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

_SEASONS = {season.name.lower(): season.name.lower() for season in Season}
_YES_NO = {"yes": True, "no": False}
_PAID = {"paid": True}
_KEYWORDS = ("coins", "spent", "dragon", "stars", "seasons")
_NONE = "none"


def _read(entries: Entries, needed: Collection[str]) -> Json:
    table = read_entries(entries, _READERS, needed)
    names = {"decree": "decrees", "ruling": "rulings", "player": "players"}
    if "player" in table:
        table["player"] = [{"name": name, **one} for name, one in table["player"].items()]
    return {names.get(key, key): value for key, value in table.items()}


def _map(value: Text) -> str | list[str]:
    """A map by its name, or its print."""
    words = value.words()
    if len(words) == 1 and "/" not in value:
        return str(words[0])
    return board_rows(value, PRINT_ROWS)


def _pack(value: Text) -> Any:
    """A pack of the table's own, as JSON."""
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise fault("unknown_word", value) from None


def _player(value: Text) -> Json:
    words, rows = value.head_and_rows()
    drawn = board_rows(rows, DRAWN_ROWS) if rows else ["." * GRID.columns] * GRID.rows
    player: Json = {"drawn": drawn}
    for keyword, rest in groups(words, _KEYWORDS):
        if keyword == "coins":
            player["coins"] = number(only(keyword, rest))
        elif keyword == "spent":
            player["coins_spent"] = number(only(keyword, rest))
        elif keyword == "dragon":
            player["dragon_paid"] = found(only(keyword, rest), _PAID)
        elif keyword == "stars":
            spaces = {name: name for name in GRID.names}
            player["stars"] = [found(word, spaces) for word in rest if word != _NONE]
        elif keyword == "seasons":
            player["seasons"] = [_season(word) for word in rest if word != _NONE]
        else:
            raise fault("unknown_word", rest[0], _KEYWORDS)
    return player


def _season(word: Text) -> Json:
    """`spring=4,5,3,-1`: two decrees, coins and monsters; then `:11`, the total as written.

    `?` stands for boxes that are not known: `spring=?,?,3,-1:11`.
    """
    name, rest = word.before_and_after("=")
    boxes, total = rest.before_and_after(":")
    counts = [None if count == "?" else number(count) for count in boxes.parts(",")]
    if len(counts) != 4 or (counts[0] is None) != (counts[1] is None):
        raise fault("unknown_word", word, ("spring=4,5,3,-1",))
    *decrees, coins, monsters = counts
    parts = {"decrees": None if None in decrees else decrees, "coins": coins, "monsters": monsters}
    season: Json = {"season": found(name, _SEASONS)}
    season |= {part: value for part, value in parts.items() if value is not None}
    return season | ({"written": number(total)} if total else {})


_READERS: Mapping[str, Callable[[Text], Any]] = {
    "game": lambda value: found(value, {game: game for game in GAMES}),
    "map": _map,
    "season": lambda value: found(value, _SEASONS),
    "solo": lambda value: found(value, _YES_NO),
    # The table may have a pack with other cards and maps, so that the schema refuses unknown ones.
    "decree": str,
    "ambushes": lambda value: [str(word) for word in value.words() if word != _NONE],
    "player": _player,
    "ruling": str,
    "pack": _pack,
    "left": names_of,
}


def _write(snapshot: Json) -> str:
    return "\n".join([*_lines(snapshot), ""])


def _lines(snapshot: Json) -> Iterator[str]:
    yield entry("game", snapshot["game"])
    if isinstance(snapshot["map"], str):
        yield entry("map", snapshot["map"])
    else:
        yield drawn_entry("map", snapshot["map"])
    yield entry("season", snapshot["season"])
    if "solo" in snapshot:
        yield entry("solo", "yes" if snapshot["solo"] else "no")
    for letter, card in snapshot.get("decrees", {}).items():
        yield entry("decree", card, letter)
    if "ambushes" in snapshot:
        yield entry("ambushes", " ".join(snapshot["ambushes"]) or _NONE)
    for player in snapshot["players"]:
        yield drawn_entry("player", player["drawn"], _words(player), player["name"])
    for name, value in snapshot.get("rulings", {}).items():
        yield entry("ruling", value, name)
    if "pack" in snapshot:
        yield entry("pack", json.dumps(snapshot["pack"], ensure_ascii=False))
    yield from left_lines(snapshot)


def _words(player: Json) -> str:
    words = ["coins", str(player["coins"])] if "coins" in player else []
    if "coins_spent" in player:
        words += ["spent", str(player["coins_spent"])]
    if player.get("dragon_paid"):
        words += ["dragon", "paid"]
    if "stars" in player:
        words += ["stars", *(player["stars"] or [_NONE])]
    if "seasons" in player:
        words += [
            "seasons",
            *(map(_season_word, player["seasons"]) if player["seasons"] else [_NONE]),
        ]
    return " ".join(words)


def _season_word(season: Json) -> str:
    counts = [*(season.get("decrees") or (None, None)), season.get("coins"), season.get("monsters")]
    boxes = ",".join("?" if count is None else str(count) for count in counts)
    written = season.get("written")
    return f"{season['season']}={boxes}{'' if written is None else f':{written}'}"


TABLE = TableNotation(
    ("player", "decree", "ruling"), ("game", "map", "season", "player"), _read, _write
)
