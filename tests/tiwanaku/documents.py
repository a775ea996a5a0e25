"""Tables and turns of the contract's JSON as the rules take them, for tests without the web."""

from typing import TYPE_CHECKING, Any

from theodolite.tiwanaku.board import GRIDS, TERRAIN_NAMES, BoardName, Land, Terrain
from theodolite.tiwanaku.deeds import (
    Action,
    Divine,
    Explore,
    FinalOffering,
    FinalPrediction,
    NoAction,
    OtomaMove,
    Pass,
    Prediction,
    Recall,
    Spend,
    Turn,
)
from theodolite.tiwanaku.snapshot import (
    Arrow,
    ByTerrain,
    Colour,
    Direction,
    Final,
    Group,
    Mode,
    Otoma,
    PathEnd,
    Pawn,
    Player,
    Rulings,
    Snapshot,
)

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]
TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))


def by_terrain(counts: Json) -> ByTerrain:
    mud, sand, grass, rock = (counts[name] for name in TERRAIN_NAMES)
    return mud, sand, grass, rock


def snapshot(document: Json) -> Snapshot:
    board = BoardName(document["board"])
    at = GRIDS[board].spaces
    players = [
        Player(
            one["name"],
            Colour(one["colour"]),
            tuple(at[space] for space in one.get("meeples", ())),
            one.get("score", 10),
            tuple(one.get("offerings", ())),
            by_terrain(one.get("diversity", dict.fromkeys(TERRAIN_NAMES, 0))),
            by_terrain(one["stacks"]) if "stacks" in one else None,
            _tops(one.get("tops")),
            at[one["recalled_from"]] if one.get("recalled_from") else None,
        )
        for one in document["players"]
    ]
    otoma, group, final = document.get("otoma"), document.get("group"), document.get("final")
    start, arrows, paths = (document.get(name) for name in ("start", "arrows", "paths"))
    return Snapshot(
        Mode(document["mode"]),
        Land.from_rows(board, document["terrain"], document["crops"]),
        by_terrain(document["tiles"]),
        tuple(players),
        None if start is None else tuple(at[space] for space in start),
        document.get("diversity_top"),
        final
        and Final(
            final.get("starter"), tuple(final.get("passed", ())), tuple(final.get("offered", ()))
        ),
        document.get("difficulty"),
        otoma
        and Otoma(
            tuple(Pawn(Colour(pawn["colour"]), at[pawn["space"]]) for pawn in otoma["pawns"]),
            otoma["score"],
            by_terrain(otoma["diversity"]),
            tuple(otoma.get("offerings", ())),
        ),
        arrows
        and tuple(
            (at[space], Arrow(Colour(a["colour"]), Direction(a["direction"])))
            for space, a in arrows.items()
        ),
        paths and tuple((_end(at, one), _end(at, other)) for one, other in paths),
        by_terrain(document["pool"]) if "pool" in document else None,
        group and Group(group["score"], tuple(group["offerings"]), by_terrain(group["diversity"])),
        Rulings(**document.get("rulings", {})),
    )


def _tops(tops: Json | None) -> Any:
    if tops is None:
        return None
    return tuple((TERRAINS[name], way and Direction(way)) for name, way in tops.items())


def _arrow(told: Json) -> Arrow:
    return Arrow(Colour(told["colour"]), Direction(told["direction"]))


def _end(at: Any, name: str) -> PathEnd:
    space, side = name.split(":")
    return PathEnd(at[space], Direction(side))


def turn(board: str, document: Json) -> Turn:
    at = GRIDS[BoardName(board)].spaces

    def predicted(one: Json) -> Prediction:
        return Prediction(at[one["space"]], one.get("says"), one.get("wheel"))

    def moved(one: Json) -> OtomaMove:
        wheel = one.get("wheel") or {}
        pawn = one.get("pawn")
        named = None if pawn is None else at[pawn] if pawn in at else Colour(pawn)
        terrain = wheel.get("terrain")
        return OtomaMove(
            named, TERRAINS[terrain] if terrain else None, wheel.get("crop"), one.get("giver")
        )

    action = document.get("action")
    kinds: dict[str, Callable[[Json], Action]] = {
        "recall": lambda a: Recall(at[a["from"]]),
        "divine": lambda a: Divine(tuple(map(predicted, a["predictions"]))),
        "final_prediction": lambda a: FinalPrediction(predicted(a)),
        "pass": lambda _: Pass(),
        "final_offering": lambda _: FinalOffering(),
        "none": lambda _: NoAction(),
        "explore": lambda a: Explore(
            None if a["from"] is None else at[a["from"]],
            tuple(at[space] for space in a["path"]),
            TERRAINS[a["wheel"]] if "wheel" in a else None,
            a.get("giver"),
            _arrow(a["arrow"]) if "arrow" in a else None,
            a.get("own_arrow"),
        ),
    }
    spend, told, reaction = (document.get(name) for name in ("spend", "otoma", "reaction"))
    return Turn(
        kinds[action["type"]](action) if action else None,
        tuple(document.get("offering") or ()),
        None if told is None else tuple(map(moved, told)),
        spend
        and Spend(TERRAINS[spend["terrain"]], spend.get("arrow") and Direction(spend["arrow"])),
        None if reaction is None else tuple(map(moved, reaction)),
    )
