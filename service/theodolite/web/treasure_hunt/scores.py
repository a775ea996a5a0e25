"""Missions, explorers at home, winners: scores, and whether the game is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from theodolite.grid import NOWHERE
from theodolite.leaving import staying
from theodolite.rulings import judged
from theodolite.treasure_hunt import missions, setup
from theodolite.treasure_hunt.board import place_name
from theodolite.treasure_hunt.missions import Demand, Sheet
from theodolite.treasure_hunt.snapshot import END_RULINGS, Snapshot
from theodolite.web.responses import Localizer, Remark, RulingUsed, rulings_used
from theodolite.web.treasure_hunt import responses
from theodolite.web.treasure_hunt.responses import (
    GameEnd,
    Missions,
    MissionSheet,
    PlayerCondition,
    localizer_for,
)
from theodolite.web.treasure_hunt.schemas import names_of

_SETUP = "treasure_hunt.setup"


def scores(request: Mapping[str, Any], locale: str) -> Missions:
    """An item for each demand of a mission, and for each explorer at home: 1 point if met.

    A player wins who meets them all; totals decide nothing. For a table at the start of a game,
    with every explorer at home and nothing logged, `remarks` list differences from the set-up.
    """
    snapshot: Snapshot = request["snapshot"]
    localizer, names = localizer_for(locale), names_of(snapshot)
    sheets, rulings = _sheets(snapshot)
    winners = [names[winner] for winner in missions.winners(sheets)]
    return Missions(
        [
            MissionSheet(
                name,
                missions.rank(sheet, sheets),
                sheet.total,
                None if sheet.total is None else len(sheet.items),
                sheet.complete,
                sheet.won,
                [_demand(item, snapshot, localizer) for item in sheet.items],
            )
            for name, sheet in zip(names, sheets, strict=True)
        ],
        winners,
        "won" if winners else None,
        missions.is_over(snapshot, sheets),
        [
            Remark(
                player=None if player is None else names[player],
                explanation=localizer.sentence(_SETUP, key, values),
                **localizer.cite(_SETUP),
            )
            for player, key, values in setup.remarks(snapshot)
        ],
        rulings,
    )


def end_checks(request: Mapping[str, Any], locale: str) -> GameEnd:
    """The game is over when a player has won; the others may play on.

    With `player`, who has just played, the answer names the next player who has not won.
    """
    snapshot: Snapshot = request["snapshot"]
    localizer, names = localizer_for(locale), names_of(snapshot)
    sheets, rulings = _sheets(snapshot)
    after = names.index(request["player"]) + 1 if "player" in request else 0
    order = sorted(staying(snapshot), key=lambda seat: (seat - after) % len(names))
    following = [names[seat] for seat in order if not sheets[seat].won]
    over = missions.is_over(snapshot, sheets)
    conditions = [
        PlayerCondition(
            player=name,
            met=item.met,
            explanation=_explained(item, snapshot, localizer),
            spaces=localizer.names(item.spaces),
            **localizer.cite(item.rule),
        )
        for name, sheet in zip(names, sheets, strict=True)
        for item in sheet.items
    ]
    return GameEnd(
        over=over,
        conditions=conditions,
        rulings=rulings,
        next_player=following[0] if following and "player" in request else None,
        still_to_play=following if over else [],
    )


def _sheets(snapshot: Snapshot) -> tuple[Sequence[Sheet], list[RulingUsed]]:
    """The demands on each player, and the rulings that were used."""
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
    return sheets, rulings_used(snapshot.rulings, matters)


def _demand(item: Demand, snapshot: Snapshot, localizer: Localizer) -> responses.Demand:
    about: dict[str, Any] = {}
    match item.demand:
        case "treasure":
            about["treasure"] = item.treasure and item.treasure.value
            if item.by is not None:
                about["by"] = item.by.value
        case "coordinates":
            about = {"need": item.need, "have": item.have}
        case "home":
            about["explorer"] = item.explorer + 1
            if snapshot.teams:
                about["of"] = snapshot.players[item.player].name
    return responses.Demand(
        category=item.demand,
        points=None if item.met is None else int(item.met),
        spaces=localizer.names(item.spaces),
        met=item.met,
        explanation=_explained(item, snapshot, localizer),
        **localizer.cite(item.rule),
        **about,
    )


def _explained(item: Demand, snapshot: Snapshot, localizer: Localizer) -> str:
    """A demand in a sentence."""
    values: dict[str, object] = {}
    match item.demand:
        case "treasure":
            values = {"treasure": item.treasure}
            key = "unseen" if item.met is None else "missing"
            if item.met:
                key = "exact" if item.by == item.treasure else "choice"
        case "coordinates":
            missing = (item.need or 0) - item.have
            values = {"need": item.need, "have": item.have, "missing": missing}
            key = "unknown" if item.met is None else "enough" if item.met else "short"
        case "home":
            player = snapshot.players[item.player]
            place = place_name(player.explorers[item.explorer].at)
            values = {"explorer": item.explorer + 1, "player": player.name, "place": place}
            key = "home" if item.met else "away"
    return localizer.sentence(item.rule, key, values)
