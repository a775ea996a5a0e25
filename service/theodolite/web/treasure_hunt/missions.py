"""The operation that scores a table: missions, explorers at home, winners."""

from collections.abc import Mapping
from typing import Any

from theodolite.grid import NOWHERE
from theodolite.rulings import judged
from theodolite.treasure_hunt import missions, setup
from theodolite.treasure_hunt.board import place_name
from theodolite.treasure_hunt.missions import Demand
from theodolite.treasure_hunt.snapshot import END_RULINGS, Snapshot
from theodolite.web.responses import Localizer, rulings_used
from theodolite.web.schemas import Schema
from theodolite.web.treasure_hunt import responses
from theodolite.web.treasure_hunt.responses import Missions, MissionSheet, Remark, localizer_for
from theodolite.web.treasure_hunt.schemas import names_of, snapshot_field

_SETUP = "treasure_hunt.setup"


class MissionCheckSchema(Schema):
    """A table."""

    snapshot = snapshot_field()


def mission_checks(request: Mapping[str, Any], locale: str) -> Missions:
    """Check what each player has and lacks for winning, and list the winners.

    For a table at the start of a game, with every explorer at home and nothing logged, `remarks`
    list differences from the set-up.
    """
    snapshot: Snapshot = request["snapshot"]
    localizer = localizer_for(locale)
    sheets, matters = judged(
        lambda rulings: missions.mission_checks(snapshot.under(rulings)),
        snapshot.rulings,
        ("home_place", *END_RULINGS),
        lambda found: [
            # Explorers at home are so wherever that is (`home_place`).
            (sheet.complete, sheet.won, [item._replace(spaces=NOWHERE) for item in sheet.items])
            for sheet in found
        ],
    )
    names = names_of(snapshot)
    return Missions(
        [
            MissionSheet(
                name,
                sheet.complete,
                sheet.won,
                [_demand(item, snapshot, localizer) for item in sheet.items],
            )
            for name, sheet in zip(names, sheets, strict=True)
        ],
        [names[winner] for winner in missions.winners(sheets)],
        [
            Remark(
                player=None if player is None else names[player],
                explanation=localizer.sentence(_SETUP, key, values),
                **localizer.cite(_SETUP),
            )
            for player, key, values in setup.remarks(snapshot)
        ],
        rulings_used(snapshot.rulings, matters),
    )


def _demand(item: Demand, snapshot: Snapshot, localizer: Localizer) -> responses.Demand:
    about: dict[str, Any] = {}
    values: dict[str, object] = {}
    match item.demand:
        case "treasure":
            about = {"treasure": item.treasure and item.treasure.value}
            if item.by is not None:
                about["by"] = item.by.value
            values = {"treasure": item.treasure}
            key = "unseen" if item.met is None else "missing"
            if item.met:
                key = "exact" if item.by == item.treasure else "choice"
        case "coordinates":
            about = {"need": item.need, "have": item.have}
            values = {**about, "missing": (item.need or 0) - item.have}
            key = "unknown" if item.met is None else "enough" if item.met else "short"
        case "home":
            player = snapshot.players[item.player]
            place = place_name(player.explorers[item.explorer].at)
            about = {"explorer": item.explorer + 1, "spaces": localizer.names(item.spaces)}
            if snapshot.teams:
                about["of"] = player.name
            values = {"explorer": item.explorer + 1, "player": player.name, "place": place}
            key = "home" if item.met else "away"
    return responses.Demand(
        demand=item.demand,
        met=item.met,
        explanation=localizer.sentence(item.rule, key, values),
        **localizer.cite(item.rule),
        **about,
    )
