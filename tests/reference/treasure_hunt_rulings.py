"""Whether deciding an open point of Treasure Hunt otherwise changes an answer: by answering again.

Every question is judged by every other value of every ruling, whether it has to do with it or not.
"""

from collections.abc import Callable, Mapping
from typing import Any

from reference.treasure_hunt import Json
from theodolite.rulings import values_of
from theodolite.treasure_hunt.snapshot import Rulings

_DEFAULTS = Rulings()._asdict()


def weighed(judge: Callable[[Json], Any], body: Json) -> Json:
    """The rulings of which another value changes what is judged."""
    now = judge(body)
    return {
        "matter": sorted(
            name
            for name, values in values_of(Rulings).items()
            if any(judge(decided(body, name, value)) != now for value in values)
        )
    }


def comparable_rulings(answer: Json) -> Json:
    """The rulings that matter, of an answer of either."""
    if "matter" in answer:
        return answer
    return {"matter": sorted(one["name"] for one in answer["rulings"] if one["could_matter"])}


def decided(body: Json, name: str, value: str) -> Json:
    """A question with a ruling decided so; who is home stays so, wherever that is."""
    if "record" in body:
        return {"record": decided(body["record"], name, value)}
    snapshot = body["snapshot"]
    rulings: Mapping[str, str] = {**_DEFAULTS, **snapshot.get("rulings", {})}
    players = snapshot["players"]
    if name == "home_place" and rulings[name] != value:
        players = [{**player, "explorers": _moved_home(player, value)} for player in players]
    return {
        **body,
        "snapshot": {**snapshot, "players": players, "rulings": {**rulings, name: value}},
    }


def _moved_home(player: Json, where: str) -> list[Json]:
    home = "home" if where == "frame" else player["home"]
    return [
        {**one, "at": home} if one["at"] in ("home", player["home"]) else one
        for one in player["explorers"]
    ]
