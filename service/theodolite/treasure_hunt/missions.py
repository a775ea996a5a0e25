"""The end of the game: what of its mission each player has, who is home, who has won (End)."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Spaces
from theodolite.treasure_hunt.board import HOME
from theodolite.treasure_hunt.snapshot import Snapshot, Treasure

__all__ = ["Demand", "Sheet", "mission_checks", "winners"]


class Demand(NamedTuple):
    """One thing that winning takes, and whether it is met; None where that is not known.

    Of a treasure, `by` tells what fills it; of coordinates, `need` and `have` count them; of an
    explorer, `player` and `explorer` name it and `spaces` are where it stands.
    """

    demand: Literal["treasure", "coordinates", "home"]
    met: bool | None
    treasure: Treasure | None = None
    by: Treasure | None = None
    need: int | None = None
    have: int = 0
    player: int = 0
    explorer: int = 0
    spaces: Spaces = 0

    @property
    def rule(self) -> str:
        """The rule that makes the demand."""
        return "treasure_hunt.end.win" if self.demand == "home" else "treasure_hunt.end.mission"


class Sheet(NamedTuple):
    """What a player has of all that winning takes.

    `complete` tells whether the mission is, `won` whether all explorers are home as well; None
    where that is not known.
    """

    items: Sequence[Demand]
    complete: bool | None
    won: bool | None


def mission_checks(snapshot: Snapshot) -> list[Sheet]:
    """What every player has of the mission, and who is home."""
    return [_sheet(snapshot, player) for player in range(len(snapshot.players))]


def winners(sheets: Sequence[Sheet]) -> list[int]:
    """The players who have won."""
    return [player for player, sheet in enumerate(sheets) if sheet.won]


def _sheet(snapshot: Snapshot, player: int) -> Sheet:
    # Mates add up and come home together, or one of them does it all (`team_end`).
    together = snapshot.teams and snapshot.rulings.team_end == "together"
    members = sorted(snapshot.mates(player)) if together else [player]
    mission = next(
        (
            snapshot.players[mate].mission
            for mate in snapshot.mates(player)
            if snapshot.players[mate].mission is not None
        ),
        None,
    )
    held = [treasure for mate in members for treasure in snapshot.players[mate].treasures]
    treasures = _treasures(held, mission.treasures if mission else ())
    have = sum(_coordinates(snapshot, mate) for mate in members)
    need = mission.coordinates if mission else None
    coordinates = Demand(
        "coordinates", None if need is None else have >= need, need=need, have=have
    )
    home = [demand for mate in members for demand in _home(snapshot, mate)]
    items = (*treasures, coordinates, *home)
    short = sum(not item.met for item in treasures)
    if mission is None:
        complete = None
    # An unseen treasure can be any one, but only one.
    elif not coordinates.met or short > held.count(None):
        complete = False
    else:
        complete = None if short else True
    at_home = all(item.met for item in home)
    return Sheet(items, complete, None if mission is None else at_home and complete)


def _treasures(held: Sequence[Treasure | None], demanded: Sequence[Treasure]) -> list[Demand]:
    """Every demanded treasure, exact ones first, then choice cards in the mission's order."""
    left = Counter(held)
    exact = []
    for treasure in demanded:
        exact.append(left[treasure] > 0)
        left[treasure] -= exact[-1]
    items = []
    for treasure, has in zip(demanded, exact, strict=True):
        if has:
            items.append(Demand("treasure", met=True, treasure=treasure, by=treasure))
        # A choice treasure is any one of the four (Treasures).
        elif left[Treasure.CHOICE] > 0:
            left[Treasure.CHOICE] -= 1
            items.append(Demand("treasure", met=True, treasure=treasure, by=Treasure.CHOICE))
        else:
            met = None if left[None] > 0 else False
            items.append(Demand("treasure", met=met, treasure=treasure))
    return items


def _coordinates(snapshot: Snapshot, player: int) -> int:
    """The coordinates that count for a mission (`coordinates_counted`)."""
    one = snapshot.players[player]
    if snapshot.rulings.coordinates_counted == "ended_routes":
        return one.coordinates
    # Of an unfinished route the last card is not logged yet.
    return one.coordinates + sum(max(0, len(route.cards) - 1) for route in one.routes)


def _home(snapshot: Snapshot, player: int) -> list[Demand]:
    home = snapshot.home_of(player)
    return [
        Demand(
            "home",
            met=explorer.at == home,
            player=player,
            explorer=i,
            spaces=0 if explorer.at == HOME else 1 << explorer.at,
        )
        for i, explorer in enumerate(snapshot.players[player].explorers)
    ]
