"""Tables, turns and changes of Treasure Hunt as JSON has them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from theodolite.treasure_hunt.actions import (
    Action,
    Change,
    Discard,
    Log,
    Move,
    Named,
    Place,
    Play,
    Roll,
    Turn,
)
from theodolite.treasure_hunt.board import DIE_NAMES, GRID, TERRAIN_NAMES, place_name
from theodolite.treasure_hunt.ground import Mover
from theodolite.treasure_hunt.snapshot import (
    ROUTES,
    Creep,
    Explorer,
    Player,
    Route,
    Snapshot,
    Walker,
)
from theodolite.web.answers import Voice
from theodolite.web.treasure_hunt.answers import Change as ChangeAnswer

__all__ = ["change_answer", "mover_name", "pointer", "snapshot_answer", "turn_answer", "value_at"]


def snapshot_answer(snapshot: Snapshot) -> dict[str, Any]:
    """A table as requests have it; a board of segments is told by its rows."""
    names = [player.name for player in snapshot.players]
    return {
        "board": {
            "rows": snapshot.board.rows(),
            "bridges": [GRID.name_all(bridge) for bridge in snapshot.board.bridges],
        },
        "players": [_player(player) for player in snapshot.players],
        "trees": [GRID.name_all(tree) for tree in snapshot.trees],
        "walkers": [_walker(walker, names) for walker in snapshot.walkers],
        "broken_bridges": [GRID.names[space] for space in snapshot.broken_bridges],
        "creep_throughs": [_creep(creep, names) for creep in snapshot.creeps],
        "variants": {"young": snapshot.young, "teams": snapshot.teams},
        "rulings": snapshot.rulings._asdict(),
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "colour": player.colour,
        "home": GRID.names[player.home],
        "explorers": [_explorer(explorer) for explorer in player.explorers],
        "routes": {name: _route(route) for name, route in zip(ROUTES, player.routes, strict=True)},
        "coordinates": player.coordinates,
        "treasures": [treasure and treasure.value for treasure in player.treasures],
        "hand": None if player.hand is None else [card.value for card in player.hand],
        "boats": player.boats,
        "shoes": player.shoes,
        "free": list(player.free),
        "mission": player.mission
        and {
            "difficulty": player.mission.difficulty,
            "treasures": [treasure.value for treasure in player.mission.treasures],
            "coordinates": player.mission.coordinates,
        },
    }


def _explorer(explorer: Explorer) -> dict[str, Any]:
    told = {"at": place_name(explorer.at)}
    if explorer.terrain is not None:
        told["terrain"] = TERRAIN_NAMES[explorer.terrain]
    return told


def _walker(walker: Walker, names: list[str]) -> dict[str, Any]:
    told: dict[str, Any] = _explorer(Explorer(walker.at, walker.terrain))
    told["moved_by"] = None if walker.moved_by is None else names[walker.moved_by]
    return told


def _creep(creep: Creep, names: list[str]) -> Any:
    if creep.by is None:
        return GRID.names[creep.at]
    return {"at": GRID.names[creep.at], "by": names[creep.by]}


def _route(route: Route) -> dict[str, Any]:
    return {
        "cards": [GRID.names[space] for space in route.cards],
        "info": [info.value for info in route.info],
        "treasures": [treasure and treasure.value for treasure in route.treasures],
    }


def mover_name(mover: Named) -> str:
    """A piece as requests name it."""
    if mover.player is None:
        return f"walker:{GRID.names[mover.which]}"
    return f"explorer:{mover.which + 1}"


def turn_answer(turn: Turn, snapshot: Snapshot) -> dict[str, Any]:
    """A turn as requests have it."""
    names = [player.name for player in snapshot.players]
    actions = [_action(action, turn.player, names) for action in turn.actions]
    return {"player": names[turn.player], "actions": actions}


def _action(  # noqa: PLR0911 - a case for each kind
    action: Action, player: int, names: list[str]
) -> dict[str, Any]:
    match action:
        case Roll(die, pips):
            return {"do": "roll", "die": DIE_NAMES[die], "pips": pips}
        case Move(mover, path):
            return {
                "do": "move",
                "mover": mover_name(mover),
                **_of(mover, player, names),
                "path": [place_name(place) for place in path],
            }
        case Play():
            return _play(action, names)
        case Place(piece, spaces, by):
            told = [GRID.names[space] for space in spaces]
            return {"do": "place", "piece": piece, "spaces": told, "by": names[by]}
        case Log():
            return _log(action, player, names)
        case Discard(card, by):
            return {"do": "discard", "card": card.value, "by": names[by]}
        case _:
            return {"do": "skip"}


def _of(mover: Named | Mover, player: int, names: list[str]) -> dict[str, Any]:
    return {} if mover.player in (None, player) else {"of": names[mover.player or 0]}


def _play(play: Play, names: list[str]) -> dict[str, Any]:
    told: dict[str, Any] = {"do": "play", "card": play.card.value}
    if play.spaces:
        told["spaces"] = [GRID.names[space] for space in play.spaces]
    if play.to is not None:
        told["to"] = names[play.to]
    if play.obstacle is not None:
        told["obstacle"] = GRID.names[play.obstacle]
    if play.mover is not None:
        told["mover"] = mover_name(play.mover)
        told["pips"] = play.pips
        told["path"] = [place_name(place) for place in play.path]
    return told


def _log(log: Log, player: int, names: list[str]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "do": "log",
        "explorer": log.explorer.which + 1,
        **_of(log.explorer, player, names),
    }
    if log.owner is not None:
        told["owner"] = names[log.owner]
    if log.route is not None:
        told["route"] = ROUTES[log.route]
    if log.at is not None:
        told["at"] = GRID.names[log.at]
    told["shovel"] = log.shovel
    drawn = log.drawn
    told["drawn"] = drawn and {
        "coordinate": None if drawn.coordinate is None else GRID.names[drawn.coordinate],
        "action": drawn.action and drawn.action.value,
        "info_route": None if drawn.info_route is None else ROUTES[drawn.info_route],
        "treasure": drawn.treasure and drawn.treasure.value,
    }
    return told


def pointer(change: Change) -> str:
    """The JSON Pointer to what a change changed."""
    return "".join(f"/{part}" for part in change.path)


def value_at(change: Change, value: object, names: list[str]) -> Any:
    """A value before or after a change as the snapshot has it."""
    field = change.path[-1]
    if value is None:
        return None
    return _AS_JSON[str(field)](value, names) if field in _AS_JSON else value


def _listed(tell: Callable[[Any], Any]) -> Callable[[Iterable[Any], list[str]], Any]:
    return lambda values, _: [tell(value) for value in values]


def _value(one: Any) -> Any:
    return one and one.value


_AS_JSON: Mapping[str, Callable[[Any, list[str]], Any]] = {
    "at": lambda place, _: place_name(place),
    "terrain": lambda terrain, _: TERRAIN_NAMES[terrain],
    "moved_by": lambda player, names: names[player],
    "cards": _listed(lambda space: GRID.names[space]),
    "info": _listed(_value),
    "treasures": _listed(_value),
    "hand": _listed(_value),
    "free": _listed(str),
    "trees": _listed(GRID.name_all),
    "walkers": lambda walkers, names: [_walker(walker, names) for walker in walkers],
    "broken_bridges": _listed(lambda space: GRID.names[space]),
    "creep_throughs": lambda creeps, names: [_creep(creep, names) for creep in creeps],
}
_TERMS = {"tree": "FALLEN_TREE", "walker": "WALKER"}
_COUNTED = ("treasures", "trees", "walkers", "broken_bridges", "creep_throughs")


def change_answer(change: Change, snapshot: Snapshot, voice: Voice) -> ChangeAnswer:
    """A change, with what it comes to in words."""
    names = [player.name for player in snapshot.players]
    before, after = (value_at(change, value, names) for value in (change.before, change.after))
    return ChangeAnswer(
        pointer=pointer(change),
        before=before,
        after=after,
        explanation=explanation(change, before, after, voice),
        **voice.cite(change.rule),
    )


def explanation(change: Change, before: Any, after: Any, voice: Voice) -> str:
    """What a change comes to in words."""
    field = str(change.path[-1])
    terms = voice.rulebook.words(voice.language, "terms")
    key, values = field, {"before": before, "after": after}
    if field in _COUNTED:
        values = {"before": len(before), "after": len(after)}
    elif field in ("terrain", "hand", "info"):
        values = {"after": change.after}
    if field == "hand" and after is None:
        key = "unknown"
    elif field == "terrain" and after is None:
        key = "terrain_of_space"
    elif field == "moved_by" and after is None:
        key = "rested"
    elif field == "terrain" and after is None:
        key = "own_terrain"
    elif field == "at" and "home" in (before, after):
        key = "at_home" if after == "home" else "from_home"
    elif field == "free":
        values = {"after": [terms[_TERMS[piece]] for piece in after]}
    if values["after"] in ([], ()):
        values = {"after": terms["NONE"]}
    template = voice.rulebook.words(voice.language, "changes")[key]
    return voice.rulebook.fill(voice.language, template, values)
