"""The operation that finds the way of the fewest expected turns."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET

from theodolite.grid import NOWHERE, set_of
from theodolite.notation.treasure_hunt import TABLE
from theodolite.rulings import looked_at
from theodolite.treasure_hunt.board import DICE, DIE_NAMES, GRID, HOME, Terrain, place_name
from theodolite.treasure_hunt.joint_way import find_joint_way
from theodolite.treasure_hunt.quickest_way import (
    DECIMALS,
    MAX_TARGETS,
    TooLongError,
    WayQuery,
    arrivals,
    could_matter,
    find_quickest_way,
    may_be_target,
    rounded,
)
from theodolite.treasure_hunt.snapshot import TURN_RULINGS, Snapshot
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.asked import DESCRIPTIONS, TableField
from theodolite.web.boards import SpaceField
from theodolite.web.problems import Problem
from theodolite.web.responses import rulings_weighed
from theodolite.web.schemas import Schema, unknown_player
from theodolite.web.treasure_hunt.packs import DiceSchema
from theodolite.web.treasure_hunt.responses import BestEnd, Odds, Way, localizer_for
from theodolite.web.treasure_hunt.schemas import (
    SNAPSHOT,
    installed_pack,
    names_of,
)
from theodolite.web.treasure_hunt.turns import explorer_count

MOST_TURNS = 60
"""The most turns for which a request may want the chances to arrive."""


class RouteRequestSchema(Schema):
    """A table, one explorer or both, and their targets."""

    snapshot = TableField(SNAPSHOT, TABLE, description=DESCRIPTIONS["snapshot"])
    player = fields.Name(required=True, description="The owner of the explorer.")
    explorer = fields.Integer(
        1, 2, "unknown_mover", description="The explorer, 1 or 2. Default: both, by a joint plan."
    )
    targets = fields.List(
        SpaceField(GRID, description="A coordinate marked for the player to log."),
        MAX_TARGETS,
        least=1,
        code="too_many_targets",
        required=True,
        description="The coordinates to log, in any order.",
    )
    home = fields.Boolean(
        description="Whether the explorer is to go home afterwards. Default false."
    )
    boat = fields.Boolean(
        description="Whether the player uses a boat from the start. Default: as the snapshot says."
    )
    within = fields.Integer(
        1,
        MOST_TURNS,
        "limit_range",
        description="The number of turns for which the chances to arrive are wanted; none by "
        "default.",
    )
    dice = fields.Nested(
        DiceSchema(),
        description="The faces of dice. Default: those of the board pack, else each value once.",
    )

    def cross_faults(self, made: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[Fault]:
        """An unknown player or explorer; a target that is not the player's."""
        snapshot, name = made["snapshot"], made["player"]
        names = names_of(snapshot)
        yield from unknown_player(names, name, ("player",))
        if made.get("explorer", 1) > explorer_count(snapshot, name):
            yield Fault("unknown_mover", ("explorer",), {"value": made["explorer"]})
        if name not in names:
            return
        for i, target in enumerate(made["targets"]):
            if not may_be_target(snapshot, names.index(name), target):
                yield Fault("unknown_target", ("targets", i), {"value": GRID.names[target]})


def routes(request: Mapping[str, Any], locale: str) -> Way:
    """Find the way of the fewest expected turns.

    The explorer goes to its targets in any order, and home afterwards if requested. It moves every
    turn; everything else stands still. Without `explorer` both go: after the first roll they divide
    the targets for good and walk one after the other, so that `expected_turns` is an upper bound.
    """
    snapshot: Snapshot = request["snapshot"]
    given: Mapping[Terrain, tuple[int, ...]] = request.get("dice", {})
    pack = installed_pack()
    packed = pack.odds if pack else {}
    joint = "explorer" not in request and explorer_count(snapshot, request["player"]) > 1
    find = find_joint_way if joint else find_quickest_way
    query = WayQuery(
        names_of(snapshot).index(request["player"]),
        request.get("explorer", 1) - 1,
        request["targets"],
        request.get("home", False),
        request.get("boat", False),
        tuple(given.get(die) or packed.get(die) or DICE[die] for die in Terrain),
    )
    try:
        way, names = looked_at(
            lambda rulings: find(snapshot.under(rulings), query), snapshot.rulings
        )
    except TooLongError:
        raise Problem(
            "too-long-to-search", faults=[Fault("too_long_to_search", ("targets",))]
        ) from None
    looked = [name for name in TURN_RULINGS if name in names]
    matters = could_matter(snapshot, query, way, looked)
    sources: Mapping[str, Any] = {
        DIE_NAMES[die]: "given" if die in given else "pack" if die in packed else "equal_values"
        for die in Terrain
    }
    return Way(
        rounded(way.turns),
        way.fewest,
        [GRID.names[space] for space in way.order],
        Odds(**sources),
        [
            BestEnd(
                best.pips,
                place_name(best.at),
                [place_name(place) for place in best.path],
                rounded(best.after),
                best.explorer + 1 if joint else UNSET,
                [GRID.name_all(share) for share in best.shares] if joint else UNSET,
            )
            for best in way.first
        ],
        rulings_weighed(
            snapshot.rulings, {name: matters.get(name, False) for name in TURN_RULINGS}
        ),
        [round(chance, DECIMALS) for chance in arrivals(way, request["within"])]
        if "within" in request
        else UNSET,
        UNSET
        if way.turns is not None
        else _why_not(query, snapshot, range(2) if joint else [query.explorer], locale),
    )


def _why_not(query: WayQuery, snapshot: Snapshot, explorers: Iterable[int], locale: str) -> str:
    """The reason why a way may never end."""
    localizer = localizer_for(locale)
    texts = localizer.rulebook.words(localizer.locale, "routes")
    places = {snapshot.players[query.player].explorers[explorer].at for explorer in explorers}
    key, cut_off = "UNCERTAIN", NOWHERE
    if HOME not in places:
        here = set_of(places)
        reached = GRID.group(GRID.everywhere & ~snapshot.closed | here, here)
        # A coordinate under an obstacle may be logged from beside it.
        cut_off = set_of(query.targets) & ~(reached | GRID.neighbours(reached))
        shut_in = len(places) == 1 and reached == here
        key = "SHUT_IN" if shut_in else "CUT_OFF" if cut_off else key
    values = {"at": [place_name(at) for at in sorted(places)], "targets": GRID.name_all(cut_off)}
    return localizer.rulebook.fill(localizer.locale, texts[key], values)
