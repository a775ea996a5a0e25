"""Scores: missions, explorers at home, winners."""

from collections.abc import Mapping
from typing import Any

from theodolite.grid import NOWHERE
from theodolite.rulings import judged
from theodolite.treasure_hunt import missions, setup
from theodolite.treasure_hunt.board import place_name
from theodolite.treasure_hunt.missions import Demand
from theodolite.treasure_hunt.snapshot import END_RULINGS, Snapshot
from theodolite.web.responses import Localizer, Remark, rulings_used
from theodolite.web.treasure_hunt import responses
from theodolite.web.treasure_hunt.responses import Missions, MissionSheet, localizer_for
from theodolite.web.treasure_hunt.schemas import names_of

_SETUP = "treasure_hunt.setup"


def scores(request: Mapping[str, Any], locale: str) -> Missions:
    """An item for each demand of a mission, and for each explorer at home: 1 point if met.

    A player wins who meets them all; totals decide nothing. For a table at the start of a game,
    with every explorer at home and nothing logged, `remarks` list differences from the set-up.
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
    totals = [_total(sheet) for sheet in sheets]
    known = [total or 0 for total in totals]
    won = [sheet.won for sheet in sheets]
    winners = [names[winner] for winner in missions.winners(sheets)]
    return Missions(
        [
            MissionSheet(
                name,
                None if total is None else 1 + sum(other > total for other in known),
                total,
                None if total is None else len(sheet.items),
                sheet.complete,
                sheet.won,
                [_demand(item, snapshot, localizer) for item in sheet.items],
            )
            for name, total, sheet in zip(names, totals, sheets, strict=True)
        ],
        winners,
        "won" if winners else None,
        True if winners else None if None in won else False,
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


def _total(sheet: missions.Sheet) -> int | None:
    """The number of demands met; None with an unknown mission."""
    if any(item.demand == "coordinates" and item.need is None for item in sheet.items):
        return None
    return sum(item.met is True for item in sheet.items)


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
            about = {"explorer": item.explorer + 1}
            if snapshot.teams:
                about["of"] = player.name
            values = {"explorer": item.explorer + 1, "player": player.name, "place": place}
            key = "home" if item.met else "away"
    return responses.Demand(
        category=item.demand,
        points=None if item.met is None else int(item.met),
        spaces=localizer.names(item.spaces),
        met=item.met,
        explanation=localizer.sentence(item.rule, key, values),
        **localizer.cite(item.rule),
        **about,
    )
