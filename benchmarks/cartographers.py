"""Cartographers: tables drawn at random, times in process, and the scores on FastAPI."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from random import Random
from statistics import median
from time import process_time
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from theodolite.cartographers.accounts import resolve
from theodolite.cartographers.actions import legal_actions
from theodolite.cartographers.board import DRAWN_LETTERS, DRAWN_ROWS, GRID, Map, drawn_on, misprints
from theodolite.cartographers.disputes import Dispute
from theodolite.cartographers.facts import CARDS, MAPS, SCORING_CARDS
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import scoring_faults
from theodolite.cartographers.snapshot import (
    DECREES,
    Box,
    Player,
    Season,
    Snapshot,
    ambush_faults,
    decree_faults,
    map_faults,
    player_faults,
    solo_faults,
)
from theodolite.grid import set_of
from theodolite.web.app import create_app
from theodolite.web.cartographers.moves import turn_of
from theodolite.web.cartographers.scores import scores
from theodolite.web.game import operations_of
from theodolite.web.responses import encode

SCORES = "/v3/cartographers/scores"


def winter_sheets(count: int) -> Iterator[dict[str, Any]]:
    """Full sheets of four players in winter, their shapes drawn at random."""
    random = Random(3)  # noqa: S311 - no secret
    printed = MAPS["A"]
    assert printed is not None
    explore = [card for card in CARDS.values() if card.kind == "explore"]
    sheets = []
    for _ in range(60):
        map_ = Map(printed)
        for card in random.sample(explore, 18):
            shape = random.choice(card.shapes or ())
            fits = [spaces for spaces in GRID.placements(shape.rows) if not spaces & map_.filled]
            if fits:
                letter = DRAWN_LETTERS[random.choice(card.terrains)]
                drawn = map_.drawn.with_letter(random.choice(fits), letter)
                map_ = map_._replace(drawn=drawn)
        sheets.append(map_.drawn.rows())
    seasons = [
        {"season": season, "decrees": [9, 7], "coins": 3, "monsters": -2, "written": 17}
        for season in ("spring", "summer", "autumn")
    ]
    by_category: dict[str, list[str]] = {}
    for scoring in SCORING_CARDS.values():
        by_category.setdefault(scoring.category, []).append(scoring.id)
    for _ in range(count):
        cards = [random.choice(ids) for ids in by_category.values()]
        random.shuffle(cards)
        yield {
            "game": "combined",
            "map": "A",
            "season": "winter",
            "decrees": dict(zip(DECREES, cards, strict=True)),
            "ambushes": ["gnoll_raid", "zombie_plague"],
            "players": [
                {
                    "name": name,
                    "coins": random.randrange(12),
                    "stars": [],
                    "drawn": random.choice(sheets),
                    "seasons": seasons,
                }
                for name in ("Ann", "Ben", "Cat", "Dan")
            ],
        }


_DrawnRow = Annotated[str, StringConstraints(pattern=r"^[FVAWHMDZTGXd^R#.]{11}$")]
_Space = Annotated[str, StringConstraints(pattern="^[A-K]([1-9]|1[01])$")]
_Season = Literal["spring", "summer", "autumn", "winter"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Box(_Model):
    season: _Season
    decrees: Annotated[list[int], Field(min_length=2, max_length=2)]
    coins: Annotated[int, Field(ge=0, le=1000)]
    monsters: Annotated[int, Field(ge=-121, le=0)]
    written: int | None = None


class _Player(_Model):
    name: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    coins: Annotated[int, Field(ge=0, le=1000)] = 0
    stars: Annotated[list[_Space], Field(max_length=121)] = []
    drawn: Annotated[list[_DrawnRow], Field(min_length=11, max_length=11)]
    seasons: Annotated[list[_Box], Field(max_length=4)] = []


class _Snapshot(_Model):
    game: Literal["cartographers", "heroes", "combined"]
    map: Literal["A", "B"]
    season: _Season
    solo: bool | None = None
    decrees: dict[Literal["A", "B", "C", "D"], str] = {}
    ambushes: Annotated[list[str], Field(max_length=8)] = []
    players: Annotated[list[_Player], Field(min_length=1, max_length=100)]
    rulings: dict[str, str] = {}


router = APIRouter()
_SEASONS = {season.name.lower(): season for season in Season}


class _ScoreRequest(_Model):
    snapshot: _Snapshot


@router.post(SCORES)
async def _scores(request: _ScoreRequest) -> Response:
    body = request.snapshot
    printed = MAPS[body.map]
    assert printed is not None
    season = _SEASONS[body.season]
    faults = [*decree_faults(body.decrees, body.game)]  # type: ignore[arg-type]
    faults += ambush_faults(body.ambushes, body.game, season)
    players = []
    for player in body.players:
        layers = DRAWN_ROWS.read(player.drawn)
        faults += misprints(layers, printed)
        drawn = drawn_on(layers, printed)
        stars = set_of(GRID.spaces[name] for name in player.stars)
        faults += map_faults(body.game, Map(printed, drawn, stars))
        boxes = tuple(
            Box(_SEASONS[box.season], (*box.decrees,), box.coins, box.monsters, box.written)  # type: ignore[arg-type]
            for box in player.seasons
        )
        players.append(Player(player.name, drawn, stars, player.coins, boxes))
    faults += player_faults(players, season)
    solo = len(players) == 1 if body.solo is None else body.solo
    faults += solo_faults(solo=solo, players=len(players))
    snapshot = Snapshot(
        body.game,
        printed,
        season,
        solo,
        tuple(players),
        tuple(body.decrees.get(letter) for letter in DECREES),  # type: ignore[call-overload]
        tuple(body.ambushes),
        Rulings(**body.rulings),  # type: ignore[arg-type]
    )
    faults += scoring_faults(snapshot, season.decrees)
    if faults:
        return Response(orjson.dumps([fault.code for fault in faults]), 422)
    return Response(encode(scores({"snapshot": snapshot}, "en")), media_type="application/json")


def microseconds() -> Iterator[tuple[str, float]]:
    """Each measurement, and the median of its microseconds of processor time."""
    table = next(winter_sheets(1))
    table = {**table, "season": "spring", "ambushes": [], "solo": False}
    table["players"] = [{"name": "Ann", "drawn": ["." * 11] * 11}]
    table["decrees"] = {
        "A": "stoneside_forest",
        "B": "canal_lake",
        "C": "greengold_plains",
        "D": "starlit_sigil",
    }
    schema = operations_of(create_app())["cartographers.legal_actions"].schema
    assert schema is not None
    body = {"snapshot": table, "player": "Ann", "given": {"card": "wildwood_garden"}}
    loaded = schema.load_fast(body)
    snapshot, given = loaded["snapshot"], loaded["given"]
    turn = turn_of(snapshot, "Ann", given, given.card)
    for value in ("none", "game"):
        yield (
            f"legal actions, 608 on an empty map, value {value}",
            _median(lambda valued: legal_actions(snapshot, turn, valued), [value]),
        )
    disputes = list(_disputes(12))
    yield "a dispute of seven cards", _median(resolve, disputes)
    yield "the longest of twelve such", max(_median(resolve, [one]) for one in disputes)


def _median(judge: Callable[[Any], object], loaded: Sequence[Any], rounds: int = 12) -> float:
    times = []
    for _, request in zip(range(rounds), cycle(loaded), strict=False):
        started = process_time()
        judge(request)
        times.append(process_time() - started)
    return median(times) * 1e6


def _disputes(count: int) -> Iterator[Dispute]:
    """Disputes about seven cards drawn at random; the last has no explanation."""
    random = Random(5)  # noqa: S311 - no secret
    printed = MAPS["A"]
    assert printed is not None
    explore = [
        card for card in CARDS.values() if card.kind == "explore" and card.game == "cartographers"
    ]
    for number in range(count):
        map_ = before = Map(printed)
        cards = random.sample(explore, 7)
        for card in cards:
            shape = random.choice(card.shapes or ())
            fits = [spaces for spaces in GRID.placements(shape.rows) if not spaces & map_.filled]
            letter = DRAWN_LETTERS[random.choice(card.terrains)]
            map_ = map_._replace(drawn=map_.drawn.with_letter(random.choice(fits), letter))
        if number == count - 1:
            space = map_.empty & -map_.empty
            map_ = map_._replace(drawn=map_.drawn.with_letter(space, DRAWN_LETTERS[0]))
        yield Dispute("cartographers", before, map_, cards)
