"""The questions about Maps of Misterra: scores, island updates, cards, rules and rulings."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, current_app

from theodolite.misterra import scoring
from theodolite.misterra.board import GRID, TERRAIN_NAMES, Terrain
from theodolite.misterra.mapping import Change, update
from theodolite.misterra.presumptions import CARDS, FACE_FIELDS
from theodolite.misterra.snapshot import Presumption, Rulings, Snapshot
from theodolite.misterra.solo import solo_score
from theodolite.rulings import judged
from theodolite.scoresheet import Item
from theodolite.web.batch import batch
from theodolite.web.misterra.answers import PresumptionListAnswer, ScoresAnswer, UpdatedIslandAnswer
from theodolite.web.misterra.bodies import RULEBOOK, IslandUpdateBody, PictureBody, SnapshotBody
from theodolite.web.misterra.examples import FINISHED_GAME, ISLAND_UPDATE
from theodolite.web.misterra.pictures import Marked, draw
from theodolite.web.operations import listing, question
from theodolite.web.rulebook_answers import (
    RuleListAnswer,
    RulingListAnswer,
    list_rules,
    list_rulings,
)

__all__ = ["blueprint", "change_answer", "rulings_answer"]

blueprint = Blueprint("misterra", __name__, url_prefix="/v1/misterra")


@question(
    blueprint,
    "/scores",
    rulebook=RULEBOOK,
    body=SnapshotBody(),
    answer=ScoresAnswer(),
    example=FINISHED_GAME,
)
def score(snapshot: Snapshot, language: str) -> dict[str, Any]:
    """Score a finished game.

    Answers with each player's total, subtotals and lines, every one with its rule, its spaces and
    a sentence; who won and what decided it; what was removed first; and which rulings were used.
    """
    scores = scoring.score(snapshot)
    standing = scores.standing
    answer: dict[str, Any] = {
        "players": [
            {
                "name": player.name,
                "rank": rank,
                "total": lines.total,
                "subtotals": lines.subtotals,
                "items": [_item(item, language) for item in lines.items],
            }
            for player, rank, lines in zip(
                snapshot.players, standing.ranks, scores.lines, strict=True
            )
        ],
        "winners": [snapshot.players[winner].name for winner in standing.winners],
        "decided_by": standing.decided_by,
        "island": scores.island.rows(),
        "removed": {
            "tiles": GRID.name_all(scores.hazy),
            "claims": [
                {"player": claim.holder, "space": GRID.names[claim.space]}
                for claim in scores.removed
            ],
        },
        "rulings": rulings_answer(snapshot.rulings, scoring.could_matter(snapshot, scores)),
    }
    if scores.otoma is not None:
        solo = solo_score(scores)
        words = RULEBOOK.words(language, "titles")
        answer["solo"] = {
            "otoma_claims": solo.otoma_claims,
            "total": solo.total,
            "titles": {table: words[title] for table, title in solo.titles.items()},
            "items": [_item(item, language) for item in scores.otoma],
        }
    return answer


batch(
    blueprint,
    "/scores/batch",
    of=score,
    rulebook=RULEBOOK,
    body=SnapshotBody(),
    example=FINISHED_GAME,
)


def _item(item: Item, language: str) -> dict[str, Any]:
    spaces = GRID.name_all(item.spaces)
    values = {**item.values, "spaces": ", ".join(spaces)}
    answer = {
        "category": item.category,
        **item.about,
        "points": item.points,
        "spaces": spaces,
        "rule": item.rule,
        "page": RULEBOOK.rules[item.rule].page,
    }
    if item.parts is not None:
        parts = [(part.points, GRID.name_all(part.spaces)) for part in item.parts]
        answer["parts"] = [{"points": points, "spaces": names} for points, names in parts]
        values["parts"] = "; ".join([f"{', '.join(names)} → {points}" for points, names in parts])
    answer["explanation"] = RULEBOOK.sentence(language, item.rule, item.says, values)
    return answer


@question(
    blueprint,
    "/island-updates",
    rulebook=RULEBOOK,
    body=IslandUpdateBody(),
    answer=UpdatedIslandAnswer(),
    example=ISLAND_UPDATE,
)
def update_island(asked: dict[str, Any], language: str) -> dict[str, Any]:
    """Map one or two spaces of the island.

    The spaces are updated one after the other, as on page 5; a tile that the first returns to the
    supply is there for the second.
    """
    rulings = asked.get("rulings", Rulings())
    (island, changes), matters = judged(
        lambda rulings: _mapped(asked, rulings), rulings, ["empty_supply"]
    )
    return {
        "island": island.rows(),
        "changes": [change_answer(change, language) for change in changes],
        "supply": {TERRAIN_NAMES[terrain]: island.supply(terrain) for terrain in Terrain},
        "rulings": rulings_answer(rulings, matters),
    }


def rulings_answer(rulings: Rulings, could_matter: Mapping[str, bool]) -> list[dict[str, Any]]:
    """The rulings that an answer used, as `RulingUsedAnswer` has them.

    Args:
        rulings: the rulings in force.
        could_matter: for each that was used, whether another value would change the answer.
    """
    return [
        {"name": name, "value": getattr(rulings, name), "could_matter": matters}
        for name, matters in could_matter.items()
    ]


def _mapped(asked: dict[str, Any], rulings: Rulings) -> tuple[Any, list[Change]]:
    island, changes = asked["island"], []
    for half in asked["sketch"]:
        island, change = update(island, half["space"], half["terrain"], rulings)
        changes.append(change)
    return island, changes


def change_answer(change: Change, language: str) -> dict[str, Any]:
    """A change of the island, as `ChangeAnswer` has it."""
    returned = change.returned
    space = GRID.names[change.space]
    values = {"space": space, "terrain": change.terrain, "returned": returned}
    return {
        "space": space,
        "terrain": TERRAIN_NAMES[change.terrain],
        "effect": change.effect,
        "returned": None if returned is None else TERRAIN_NAMES[returned],
        "rule": change.rule,
        "page": RULEBOOK.rules[change.rule].page,
        "explanation": RULEBOOK.sentence(language, change.rule, "says", values),
    }


@question(
    blueprint,
    "/pictures",
    rulebook=RULEBOOK,
    body=PictureBody(),
    answer="image/svg+xml",
    example={"snapshot": FINISHED_GAME, "spaces": ["D1", "D2", "E2", "E3"], "player": "Cassandra"},
)
def draw_picture(asked: dict[str, Any], language: str) -> str:
    """Draw a table as SVG.

    The island and the parchments side by side, every one towards the beach. `spaces` are lit up,
    say those of a line of a score sheet: on the island, and on every parchment or on that of
    `player`.
    """
    spaces = asked.get("spaces", ())
    marked = Marked(sum(1 << space for space in set(spaces)), asked.get("player"))
    return draw(asked["snapshot"], marked, RULEBOOK.words(language, "board")["island"])


@listing(blueprint, "/presumptions", answer=PresumptionListAnswer())
def presumptions(language: str) -> dict[str, Any]:
    """The 31 presumption cards.

    What the rulebook's text says of each, and its face where the service was given a card pack.
    """
    pack = current_app.config["CARD_PACK"]
    return {
        "presumptions": [
            {
                "card": card.number,
                "criterion": card.criterion,
                "rule": card.rule,
                "page": RULEBOOK.rules[card.rule].page,
                "text": RULEBOOK.rules[card.rule].texts[language]["text"],
                "once": card.once,
                "table": [{"count": count, "points": points} for count, points in card.table],
                "beyond": card.beyond,
                "each": card.each,
                "needs": [field for field in FACE_FIELDS if field in card.face],
                "face": _face_answer(pack.get(card.number)),
            }
            for card in CARDS.values()
        ]
    }


def _face_answer(printed: Presumption | None) -> dict[str, Any] | None:
    if printed is None:
        return None
    face = {field: getattr(printed, field) for field in FACE_FIELDS}
    return {
        field: TERRAIN_NAMES[value] if isinstance(value, Terrain) else value
        for field, value in face.items()
        if value is not None
    }


@listing(blueprint, "/rules", answer=RuleListAnswer())
def rules(language: str) -> dict[str, Any]:
    """Every rule that an answer about Maps of Misterra can name."""
    return list_rules(RULEBOOK, language)


@listing(blueprint, "/rulings", answer=RulingListAnswer())
def rulings(language: str) -> dict[str, Any]:
    """Every open point of the rules, its values, its default and why it is open."""
    return list_rulings(RULEBOOK, language)
