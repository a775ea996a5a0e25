"""The end of the game: missions, explorers at home, winners (End, Missions)."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from theodolite.grid import NOWHERE, Spaces
from theodolite.leaving import staying
from theodolite.treasure_hunt.board import HOME
from theodolite.treasure_hunt.snapshot import Snapshot, Treasure


class Demand(NamedTuple):
    """A demand for winning: a treasure, coordinates, or an explorer at home.

    Attributes:
        demand: A "treasure", the number of "coordinates", or an explorer at "home".
        met: Whether the player has it; None if unknown.
        treasure: The treasure demanded.
        by: The treasure that meets the demand; None if none does.
        need: The number of coordinates demanded; None if unknown.
        have: The number of coordinates that count.
        player: The owner of the explorer.
        explorer: The explorer's index.
        spaces: The space where it stands; none off the board.
    """

    demand: Literal["treasure", "coordinates", "home"]
    met: bool | None
    treasure: Treasure | None = None
    by: Treasure | None = None
    need: int | None = None
    have: int = 0
    player: int = 0
    explorer: int = 0
    spaces: Spaces = NOWHERE

    @property
    def rule(self) -> str:
        """The rule that makes the demand."""
        return "treasure_hunt.end.win" if self.demand == "home" else "treasure_hunt.end.mission"


class Sheet(NamedTuple):
    """The demands on a player for winning, and those that are met.

    Attributes:
        items: The treasures, exact ones first; the coordinates; the explorers.
        complete: Whether the mission is complete; None if unknown.
        won: Whether all explorers are home as well; None if unknown.
    """

    items: Sequence[Demand]
    complete: bool | None
    won: bool | None

    @property
    def total(self) -> int | None:
        """The number of demands that are met; None if the mission is unknown."""
        if any(item.demand == "coordinates" and item.need is None for item in self.items):
            return None
        return sum(item.met is True for item in self.items)


def mission_checks(snapshot: Snapshot) -> list[Sheet]:
    """Check what each player has and lacks for winning (`end.mission`, `end.win`).

    Args:
        snapshot: A possible table (see `impossibilities`).

    Returns:
        A sheet for each player, in turn order.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> mission = Mission(1, (Treasure.GOLD,), 3)
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)), mission=mission)
        >>> ann = ann._replace(coordinates=4, treasures=(Treasure.CHOICE,))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(30)))
        >>> table = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> [(sheet.complete, sheet.won) for sheet in mission_checks(table)]
        [(True, True), (None, None)]
        >>> winners(mission_checks(table))
        [0]
    """
    return [_sheet(snapshot, player) for player in range(len(snapshot.players))]


def winners(sheets: Sequence[Sheet]) -> list[int]:
    """The players who have won, by their sheets in turn order."""
    return [player for player, sheet in enumerate(sheets) if sheet.won]


def rank(sheet: Sheet, sheets: Sequence[Sheet]) -> int | None:
    """The rank of a player from 1, winners first, then by total; None with an unknown mission."""
    if sheet.total is None:
        return None
    known = [(one.won is True, one.total) for one in sheets if one.total is not None]
    return 1 + sum(other > (sheet.won is True, sheet.total) for other in known)


def is_over(snapshot: Snapshot, sheets: Sequence[Sheet]) -> bool | None:
    """Whether a player has won (`end.win`) or none is left; None if what is unknown decides."""
    won = [sheet.won for sheet in sheets]
    return True if True in won or not staying(snapshot) else None if None in won else False


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
    """Every demanded treasure; exact cards are used first, then choice cards in order."""
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
    # The last card of an unfinished route is not logged yet.
    return one.coordinates + sum(max(0, len(route.cards) - 1) for route in one.routes)


def _home(snapshot: Snapshot, player: int) -> list[Demand]:
    home = snapshot.home_of(player)
    return [
        Demand(
            "home",
            met=explorer.at == home,
            player=player,
            explorer=i,
            spaces=NOWHERE if explorer.at == HOME else 1 << explorer.at,
        )
        for i, explorer in enumerate(snapshot.players[player].explorers)
    ]
