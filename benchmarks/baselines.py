"""The baselines of the service: a bare Flask view, and the same work on FastAPI.

The bare view does what a Flask tutorial does: it calls `request.get_json()` and returns a
dictionary, which is a recorded response of the service, so that sizes are equal. The FastAPI
application validates the same as the service: pydantic checks types, letters, ranges and unknown
fields, and the service's functions find the faults between fields. It scores with the same
functions and encodes with msgspec, as the service does.
"""

import json
import os
from itertools import cycle
from pathlib import Path
from typing import Annotated, Any, Literal

import orjson
from fastapi import FastAPI
from fastapi.responses import Response
from flask import Flask, request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from benchmarks import cartographers
from theodolite.grid import Space
from theodolite.misterra.board import GRID, TERRAIN_NAMES, Board, Island, Terrain
from theodolite.misterra.presumptions import face_faults
from theodolite.misterra.snapshot import (
    Place,
    Player,
    Presumption,
    Rulings,
    Side,
    Snapshot,
    impossibilities,
)
from theodolite.web.misterra.scores import scores
from theodolite.web.photos import LARGEST_PHOTOGRAPH
from theodolite.web.responses import encode
from theodolite.web.serving.executors import Route, routed


def bare() -> Flask:
    """A Flask application that parses each request and returns the next recorded response.

    The environment variable BENCHMARK_RESPONSES names a JSON file of lists of responses by path:
    dictionaries, or texts for responses that are not JSON.
    """
    app = Flask(__name__)
    responses_by_path = json.loads(Path(os.environ["BENCHMARK_RESPONSES"]).read_text("utf-8"))
    responses = {path: cycle(each) for path, each in responses_by_path.items()}

    def view() -> dict[str, Any] | str:
        if request.files:
            request.files["photo"].read()
        elif request.mimetype == "application/x-ndjson":
            [json.loads(line) for line in request.stream]
        elif request.method == "POST":
            request.get_json()
        response: dict[str, Any] | str = next(responses[request.path])
        return response

    routed(view, Route(lambda _environ, _body: None, LARGEST_PHOTOGRAPH))
    for path in responses_by_path:
        app.add_url_rule(path, view_func=view, methods=["GET", "POST"])
    return app


def bare_application(_metrics: object) -> Flask:
    """The bare view with the signature that the server of the service calls."""
    return bare()


_TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))
_Terrain = Literal["jungle", "lagoon", "mountain", "steppe"]
_Space = Annotated[str, StringConstraints(pattern="^[A-E][1-5]$")]
_ParchmentRow = Annotated[str, StringConstraints(pattern="^[JLMS.]{5}$")]
_IslandRow = Annotated[str, StringConstraints(pattern="^[JLMSjlms.]{5}$")]
_PatternRow = Annotated[str, StringConstraints(pattern="^[JLMS.]{1,5}$")]
_Sketch = tuple[_Terrain, _Terrain]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Presumption(_Model):
    card: Annotated[int, Field(ge=1, le=31)]
    terrain: _Terrain | None = None
    avoid: _Terrain | None = None
    pattern: Annotated[list[_PatternRow], Field(min_length=1, max_length=5)] | None = None


class _Player(_Model):
    name: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    parchment: Annotated[list[_ParchmentRow], Field(min_length=5, max_length=5)]
    meeple: Annotated[str, StringConstraints(pattern="^(beach:)?[A-E][1-5]$")] | None = None
    claims: Annotated[list[_Space], Field(max_length=3)] = []
    presumptions: Annotated[list[_Presumption], Field(max_length=2)] = []


class _Otoma(_Model):
    claims: Annotated[list[_Space], Field(max_length=3)]


class _Variants(_Model):
    master_cartographers: bool = False


class _Rulings(_Model):
    disputed_regions: Literal["nobody_scores", "everyone_scores"] = "nobody_scores"
    removal_order: Literal["hazy_first", "together"] = "hazy_first"
    pattern_orientation: Literal["as_printed", "any_rotation", "any_rotation_or_mirror"] = (
        "as_printed"
    )
    claim_region: Literal["with_hazy", "confirmed_only"] = "with_hazy"
    empty_supply: Literal["no_effect", "may_confirm"] = "no_effect"
    otoma_region: Literal["confirmed_only", "with_hazy"] = "confirmed_only"


class _Snapshot(_Model):
    beach: Literal["left", "right", "top", "bottom"]
    island: Annotated[list[_IslandRow], Field(min_length=5, max_length=5)]
    players: Annotated[list[_Player], Field(min_length=1, max_length=4)]
    otoma: _Otoma | None = None
    variants: _Variants = _Variants()
    rulings: _Rulings = _Rulings()
    display: Annotated[list[_Sketch], Field(max_length=5)] | None = None
    deck: Annotated[int, Field(ge=0, le=104)] | None = None


class _ScoreRequest(_Model):
    snapshot: _Snapshot


fast = FastAPI()
fast.include_router(cartographers.router)


@fast.post("/v3/misterra/scores")
async def _scores(request: _ScoreRequest) -> Response:
    body = request.snapshot
    snapshot = Snapshot(
        Side(body.beach),
        Island.from_rows(body.island),
        tuple([_player(player) for player in body.players]),
        None if body.otoma is None else _spaces(body.otoma.claims),
        None,
        body.deck,
        body.variants.master_cartographers,
        Rulings(**body.rulings.__dict__),
    )
    faults = list(impossibilities(snapshot))
    if faults:
        return Response(orjson.dumps([fault.code for fault in faults]), 422)
    return Response(encode(scores({"snapshot": snapshot}, "en")), media_type="application/json")


def _player(player: _Player) -> Player:
    meeple = player.meeple and Place(
        GRID.spaces[player.meeple[-2:]], player.meeple.startswith("beach:")
    )
    return Player(
        player.name,
        Board.from_rows(player.parchment),
        meeple or None,
        _spaces(player.claims),
        tuple([_presumption(card) for card in player.presumptions]),
    )


def _presumption(card: _Presumption) -> Presumption:
    presumption = Presumption(
        card.card,
        card.terrain and _TERRAINS[card.terrain],
        card.avoid and _TERRAINS[card.avoid],
        tuple(card.pattern) if card.pattern else None,
    )
    if list(face_faults(presumption)):
        raise ValueError(card)
    return presumption


def _spaces(names: list[str]) -> tuple[Space, ...]:
    return tuple([GRID.spaces[name] for name in names])
