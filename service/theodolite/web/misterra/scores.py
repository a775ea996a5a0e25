"""The questions about the score, the island and the cards of Maps of Misterra."""

from typing import Any, cast

from msgspec import UNSET

from theodolite.misterra import mapping, scoring
from theodolite.misterra.board import GRID, TERRAIN_NAMES, Island, Terrain
from theodolite.misterra.mapping import update
from theodolite.misterra.presumptions import CARDS, FACE_FIELDS
from theodolite.misterra.snapshot import Presumption, Rulings, Snapshot
from theodolite.misterra.solo import solo_score
from theodolite.rulings import judged
from theodolite.web.answers import Voice, used
from theodolite.web.card_packs import card_pack
from theodolite.web.misterra.answers import (
    Card,
    Change,
    DecidedBy,
    Face,
    Item,
    PlayerScore,
    PresumptionList,
    Remark,
    Removed,
    RemovedClaim,
    Scores,
    Solo,
    Subtotals,
    Supply,
    Threshold,
    Titles,
    UpdatedIsland,
)
from theodolite.web.misterra.bodies import RULEBOOK
from theodolite.web.misterra.pictures import Marked, draw

__all__ = ["change_answer", "island_updates", "pictures", "presumptions", "scores"]


def scores(snapshot: Snapshot, language: str) -> Scores:
    """Score a finished game.

    Answers with each player's total, subtotals and lines, every one with its rule, its spaces and
    a sentence; who won and what decided it; what was removed first; what of the table should not
    be; and which rulings were used.
    """
    voice = Voice(RULEBOOK, GRID, language)
    scored = scoring.score(snapshot)
    standing = scored.standing
    return Scores(
        players=[
            PlayerScore(
                player.name,
                rank,
                lines.total,
                Subtotals(**lines.subtotals),
                [voice.item(item, Item) for item in lines.items],
            )
            for player, rank, lines in zip(
                snapshot.players, standing.ranks, scored.lines, strict=True
            )
        ],
        winners=[snapshot.players[winner].name for winner in standing.winners],
        decided_by=cast("DecidedBy", standing.decided_by),
        island=scored.island.rows(),
        removed=Removed(
            voice.names(scored.hazy),
            [RemovedClaim(claim.holder, GRID.names[claim.space]) for claim in scored.removed],
        ),
        remarks=[
            Remark(explanation=voice.say(rule, says, values), **voice.cite(rule))
            for rule, says, values in scored.remarks
        ],
        rulings=used(snapshot.rulings, scoring.could_matter(scored)),
        solo=UNSET if scored.otoma is None else _solo(scored, voice),
    )


def _solo(scored: scoring.Scores, voice: Voice) -> Solo:
    solo = solo_score(scored)
    words = RULEBOOK.words(voice.language, "titles")
    return Solo(
        solo.otoma_claims,
        solo.total,
        Titles(**{table: words[title] for table, title in solo.titles.items()}),
        [voice.item(item, Item) for item in scored.otoma or ()],
    )


def island_updates(asked: dict[str, Any], language: str) -> UpdatedIsland:
    """Map one or two spaces of the island.

    The spaces are updated one after the other, as on page 5; a tile that the first returns to the
    supply is there for the second.
    """
    rulings = asked.get("rulings", Rulings())
    (island, changes), matters = judged(
        lambda rulings: _mapped(asked, rulings), rulings, ["empty_supply"]
    )
    voice = Voice(RULEBOOK, GRID, language)
    return UpdatedIsland(
        island.rows(),
        [change_answer(change, voice) for change in changes],
        Supply(**{TERRAIN_NAMES[terrain]: island.supply(terrain) for terrain in Terrain}),
        used(rulings, matters),
    )


def _mapped(asked: dict[str, Any], rulings: Rulings) -> tuple[Island, list[mapping.Change]]:
    island, changes = asked["island"], []
    for half in asked["sketch"]:
        island, change = update(island, half["space"], half["terrain"], rulings)
        changes.append(change)
    return island, changes


def change_answer(change: mapping.Change, voice: Voice) -> Change:
    """A change of the island."""
    returned = change.returned
    space = GRID.names[change.space]
    values = {"space": space, "terrain": change.terrain, "returned": returned}
    return Change(
        space=space,
        terrain=TERRAIN_NAMES[change.terrain],
        effect=change.effect,
        returned=None if returned is None else TERRAIN_NAMES[returned],
        explanation=voice.say(change.rule, change.says, values),
        **voice.cite(change.rule),
    )


def pictures(asked: dict[str, Any], language: str) -> str:
    """Draw a table as SVG.

    The island and the parchments side by side, every one towards the beach. `spaces` are lit up,
    say those of a line of a score sheet: on the island, and on every parchment or on that of
    `player`.
    """
    spaces = asked.get("spaces", ())
    marked = Marked(sum(1 << space for space in set(spaces)), asked.get("player"))
    return draw(asked["snapshot"], marked, RULEBOOK.words(language, "board")["island"])


def presumptions(language: str) -> PresumptionList:
    """The 31 presumption cards.

    What the rulebook's text says of each, and its face where the service was given a card pack.
    """
    pack = card_pack(RULEBOOK.game) or {}
    voice = Voice(RULEBOOK, GRID, language)
    return PresumptionList(
        [
            Card(
                card=card.number,
                criterion=card.criterion,
                text=RULEBOOK.rules[card.rule].texts[language]["text"],
                once=card.once,
                table=[Threshold(count, points) for count, points in card.table],
                beyond=card.beyond,
                each=card.each,
                needs=[field for field in FACE_FIELDS if field in card.face],
                face=_face(pack.get(card.number)),
                **voice.cite(card.rule),
            )
            for card in CARDS.values()
        ]
    )


def _face(printed: Presumption | None) -> Face | None:
    if printed is None:
        return None
    terrain, avoid, pattern = printed.terrain, printed.avoid, printed.pattern
    return Face(
        UNSET if terrain is None else TERRAIN_NAMES[terrain],
        UNSET if avoid is None else TERRAIN_NAMES[avoid],
        UNSET if pattern is None else [*pattern],
    )
