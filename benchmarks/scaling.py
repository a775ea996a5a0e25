"""Measures how processor time grows with the size of a request: `python -m benchmarks.scaling`.

`… Tiwanaku bulk` measures only those whose names contain a word. The folder of the tests is in
PYTHONPATH. Each operation runs in process at several sizes, from the bytes of the request to those
of the response. The exponent is the slope of the logarithm of processor time over that of the size,
by least squares: 1 is linear, and fixed costs make it less.
"""

import copy
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.bulk import TABLES
from benchmarks.cartographers import winter_sheets
from benchmarks.misterra import random_tables
from theodolite.bulk import Answers
from theodolite.bulk.pieces import Lines
from theodolite.cartographers.board import DRAWN_LETTERS, GRID, TERRAIN_NAMES, Map
from theodolite.cartographers.facts import CARDS, MAPS, Card
from theodolite.rulebook import Rulebook
from theodolite.tiwanaku.actions import Divine, Explore, Turn
from theodolite.tiwanaku.board import Land
from theodolite.tiwanaku.replays import Record, replay
from theodolite.tiwanaku.snapshot import Mode
from theodolite.web.app import create_app
from theodolite.web.game import operations_of
from theodolite.web.games import GAMES
from theodolite.web.problems import Problem
from theodolite.web.responses import encode
from tiwanaku.games import first_table
from tiwanaku.test_whole_games import play

ROUNDS = 3
SHORTEST = 0.02
"""The least seconds of processor time of a round: short runs are repeated."""

Json = dict[str, Any]
Runs = Callable[[int], Callable[[], object]]
"""Makes a run of a size."""


class Growth(NamedTuple):
    """How the cost of an operation grows.

    Attributes:
        name: The operation, and the items that are counted.
        sizes: The numbers of items.
        exponent: 1 if twice as many items cost twice as much.
        longest: The milliseconds of processor time at the largest size.
    """

    name: str
    sizes: Sequence[int]
    exponent: float
    longest: float


def growths(*words: str) -> Iterator[Growth]:
    """Measure every operation at every size; with words, those whose names contain one of them."""
    for name, sizes, run_of in (*_valid(), *_refused()):
        if words and not any(word in name for word in words):
            continue
        least = [_least(run_of(size)) for size in sizes]
        exponent = float(np.polyfit(np.log(sizes), np.log(least), 1)[0])
        yield Growth(name, sizes, exponent, least[-1] * 1e3)


def _least(run: Callable[[], object]) -> float:
    """The seconds of processor time of a run, the least of ROUNDS rounds."""
    run()
    least = []
    for _ in range(ROUNDS):
        times, started = 0, process_time()
        while (taken := process_time() - started) < SHORTEST or not times:
            run()
            times += 1
        least.append(taken / times)
    return min(least)


@cache
def _app() -> Any:
    return create_app()


def _requests(name: str, make: Callable[[int], Json]) -> Runs:
    """Runs of an operation from JSON to JSON; refusals list every fault."""
    operation = operations_of(_app())[name]
    rulebook = Rulebook(f"theodolite.{name.partition('.')[0]}")

    def respond(document: bytes) -> bytes:
        with _app().app_context():
            try:
                return encode(operation.response_to(document, "en"))
            except Problem as problem:
                return encode(problem.localized("en", rulebook))

    return lambda size: partial(respond, json.dumps(make(size)).encode())


def _valid() -> Iterator[tuple[str, Sequence[int], Runs]]:
    few, many = (2, 5, 10, 20, 50, 100), (4, 8, 16, 32, 60)
    yield "Cartographers, scores: players", few, _requests("cartographers.scores", _table_of)
    yield (
        "Cartographers, pictures: players",
        few,
        _requests("cartographers.pictures", _table_of),
    )
    yield (
        "Cartographers, legal actions: players at the table",
        few,
        _requests("cartographers.legal_actions", _choice),
    )
    yield (
        "Cartographers, disputes: cards",
        (2, 3, 4, 6, 8, 12),
        _requests("cartographers.disputes", _dispute),
    )
    yield (
        "Cartographers, replays: turns",
        (12, 15, 18, 21, 23),
        _requests("cartographers.replays", _seasons),
    )
    yield (
        "Cartographers, replays of six turns: players",
        few,
        _requests("cartographers.replays", lambda size: _seasons(6, size)),
    )
    yield "Misterra, replays: turns", many, _requests("misterra.replays", _half_days)
    yield "Tiwanaku, replays: turns", many, _turns
    yield (
        "Treasure Hunt, replays: turns",
        (8, 16, 32, 64, 128, 200),
        _requests("treasure_hunt.replays", _walks),
    )
    yield "Misterra, scores: lines", (10, 30, 100, 300, 1000), _batch
    for game in _SCORES:
        rows = (1_000, 2_000, 4_000, 8_000, 16_000)
        yield f"bulk {game}, columns: rows", rows, partial(_columns, game)
        yield f"bulk {game}, lines: rows", rows[:4], partial(_lines, game)
    yield (
        "bulk misterra, lines of which half are faulty: rows",
        (250, 500, 1_000, 2_000),
        partial(_lines, "misterra", faulty=True),
    )


def _sheets(players: int) -> Json:
    (table,) = winter_sheets(1)
    sheet = table["players"][0]
    table["players"] = [{**sheet, "name": f"Player {i}"} for i in range(players)]
    return table


def _table_of(players: int) -> Json:
    return {"snapshot": _sheets(players)}


def _choice(players: int) -> Json:
    table = {**_sheets(players), "season": "spring", "ambushes": [], "solo": False}
    table["players"] = [{"name": one["name"], "drawn": one["drawn"]} for one in table["players"]]
    return {"snapshot": table, "player": "Player 0", "given": {"card": "great_river"}}


_TIMES = (8, 8, 7, 6)
"""The time that the cards of each season reach (Jahreszeiten)."""


def _drawn(cards: int) -> Iterator[tuple[str, Json, list[str]]]:
    """Cards, the drawing of each where a map is still empty, and the map after it."""
    random = Random(7)  # noqa: S311 - no secret
    printed = MAPS["A"]
    assert printed is not None
    land = Map(printed)
    for card in islice(_revealed(), cards):
        placements = [GRID.placements(shape.rows) for shape in card.shapes or ()]
        fits = [spaces for each in placements for spaces in each if not spaces & land.filled]
        # A shape that fits nowhere is drawn on one space (Fehlender Platz).
        chosen = random.choice(fits) if fits else land.empty & -land.empty
        terrain = card.terrains[0]
        land = land._replace(drawn=land.drawn.with_letter(chosen, DRAWN_LETTERS[terrain]))
        draw = {"spaces": GRID.name_all(chosen), "terrain": TERRAIN_NAMES[terrain]}
        yield card.id, draw, land.drawn.rows()


def _revealed() -> Iterator[Card]:
    """The cards of a game, in the same order in each of its seasons."""
    for most in _TIMES:
        time = 0
        for card in CARDS.values():
            if card.kind == "explore" and card.game == "cartographers" and time < most:
                time += card.time or 0
                yield card


def _dispute(cards: int) -> Json:
    cards_drawn = [*_drawn(cards)]
    before, after = (
        {
            "game": "cartographers",
            "map": "A",
            "season": "spring",
            "solo": False,
            "players": [{"name": "Ann", "drawn": drawn}],
        }
        for drawn in (["." * 11] * 11, cards_drawn[-1][2])
    )
    given = {"cards": [card for card, _, _ in cards_drawn]}
    return {"before": before, "after": after, "player": "Ann", "given": given}


def _seasons(turns: int, players: int = 2) -> Json:
    names = [f"Player {i}" for i in range(players)]
    played: list[Json] = []
    season = time = 0
    for (_, draw, _), card in zip(_drawn(turns), _revealed(), strict=False):
        if time >= _TIMES[season]:
            played.append({"season_end": {}})
            season, time = season + 1, 0
        time += card.time or 0
        played.append({"card": card.id, "moves": dict.fromkeys(names, draw)})
    sheets = [{"name": name, "drawn": ["." * 11] * 11} for name in names]
    decrees = {"A": "sentinel_wood", "B": "canal_lake", "C": "great_city", "D": "borderlands"}
    start = {"game": "cartographers", "map": "A", "season": "spring", "decrees": decrees}
    snapshot = {**start, "players": sheets, "solo": players == 1}
    return {"record": {"snapshot": snapshot, "turns": played}}


def _half_days(turns: int) -> Json:
    """Turns of two players who discard and do not move."""
    names = ("Ann", "Ben")
    players = [{"name": name, "parchment": ["....."] * 5, "meeple": "E4"} for name in names]
    island = [".....", ".J...", ".....", "...LS", "...JS"]
    idle = [{"action": {"type": "discard"}}] * 2
    snapshot = {"beach": "right", "island": island, "players": players}
    played = [{"player": names[i % 2], "moves": idle} for i in range(turns)]
    return {"record": {"snapshot": snapshot, "turns": played}}


def _turns(turns: int) -> Callable[[], object]:
    """Replays of a random game, by the rules alone, without HTTP and JSON."""
    _, record = play(Random(3), Mode.COMPETITIVE)  # noqa: S311 - no secret
    _, land = first_table(Random(3), Mode.COMPETITIVE)  # noqa: S311 - no secret
    turns_played = [Record(seat, _reported(turn, land)) for _, seat, turn, _ in record[:turns]]
    return partial(replay, record[0][0], turns_played)


def _reported(turn: Turn, land: Land) -> Turn:
    """A turn with the values that the wheel showed."""
    action = turn.action
    if isinstance(action, Explore):
        action = action._replace(wheel=land.terrain_at(action.path[-1]))
    if isinstance(action, Divine):
        seen = [one._replace(wheel=land.level_at(one.space)) for one in action.predictions]
        action = Divine(tuple(seen))
    return turn._replace(action=action)


def _walks(turns: int) -> Json:
    """Turns of two players who walk along a path and back."""
    body: Json = copy.deepcopy(operations_of(_app())["treasure_hunt.replays"].example)
    paths = [
        [[f"N12/E{10 + far + 6 * who}" for far in range(1, 8)] for who in range(2)],
        [[f"N12/E{17 + 6 * who - far}" for far in range(1, 8)] for who in range(2)],
    ]
    record = body["record"]
    names = [player["name"] for player in record["snapshot"]["players"]]
    moves = [
        [
            {"do": "roll", "die": "brown", "pips": 7},
            {"do": "move", "mover": "explorer:1", "path": paths[i // 2 % 2][i % 2]},
        ]
        for i in range(4)
    ]
    record["turns"] = [
        {"player": names[i % 2], "move": {"actions": moves[i % 4]}} for i in range(turns)
    ]
    return body


def _batch(rows: int) -> Callable[[], object]:
    body = b"\n".join(json.dumps({"snapshot": table}).encode() for table in random_tables(rows))
    client = _app().test_client()
    return lambda: (
        client.post("/v3/misterra/scores", data=body, content_type="application/x-ndjson").data
    )


_SCORES = {game: Answers(game, "scores") for game in ("misterra", "cartographers")}


def _columns(game: str, rows: int) -> Callable[[], object]:
    batch = TABLES[game]().slice(0, rows)
    return lambda: _SCORES[game](batch)


def _lines(game: str, rows: int, *, faulty: bool = False) -> Callable[[], object]:
    """Lines of NDJSON; with `faulty` every second one is not a valid table."""
    tables = {"misterra": random_tables, "cartographers": winter_sheets}[game](rows)
    written = [
        {**table, "players": []} if faulty and i % 2 else table for i, table in enumerate(tables)
    ]
    text = b"\n".join(json.dumps({"snapshot": table}).encode() for table in written)
    return lambda: _SCORES[game](Lines(1, text))


def _refused() -> Iterator[tuple[str, Sequence[int], Runs]]:
    """Invalid requests with many faults, for the scores of each game."""
    sizes = (100, 400, 1_600, 6_400, 25_600)
    for game in GAMES:
        name = f"{game.id}.scores"
        example = operations_of(_app())[name].example

        def changed(
            change: Callable[[int], Json], name: str = name, example: Json = example
        ) -> Runs:
            snapshot = example["snapshot"]
            return _requests(name, lambda size: {"snapshot": {**snapshot, **change(size)}})

        yield (
            f"{game.name}, refused: unknown fields",
            sizes,
            changed(lambda size: {f"field_{i}": i for i in range(size)}),
        )
        yield (
            f"{game.name}, refused: numbers for players",
            sizes,
            changed(lambda size: {"players": [*range(size)]}),
        )
        yield (
            f"{game.name}, refused: empty players",
            sizes,
            changed(lambda size: {"players": [{}] * size}),
        )
        yield (
            f"{game.name}, refused: letters of a name",
            (1_000, 10_000, 100_000, 1_000_000),
            changed(lambda size: {"players": [{"name": "x" * size}]}),
        )


def main(*words: str) -> None:
    """Print every exponent."""
    print("exponent  longest  operation: items")
    for name, sizes, exponent, longest in growths(*words):
        print(
            f"{exponent:8.2f} {longest:8.1f} ms  {name} ({sizes[0]:,} to {sizes[-1]:,})", flush=True
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
