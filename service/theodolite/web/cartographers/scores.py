"""The questions about the scores and maps of Cartographers, and the lists of its cards."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from msgspec import UNSET

from theodolite.cartographers import scoring
from theodolite.cartographers.board import (
    EMPTY,
    GRID,
    PRINT_LETTERS,
    TERRAIN_NAMES,
    Print,
)
from theodolite.cartographers.drawing import Change as Changed
from theodolite.cartographers.drawing import draw
from theodolite.cartographers.facts import CARDS, MAPS, SCORING_CARDS, Card
from theodolite.cartographers.snapshot import Season, Snapshot
from theodolite.rows import written
from theodolite.rulings import judged
from theodolite.web.answers import Voice, used
from theodolite.web.card_packs import card_pack
from theodolite.web.cartographers.answers import (
    CardFace,
    CardList,
    Change,
    Item,
    MapList,
    Part,
    PlayerScore,
    PrintedMap,
    Remark,
    Scores,
    ScoringCard,
    ScoringCardList,
    SeasonName,
    SeasonScore,
    Shape,
    Solo,
    Status,
    TerrainName,
    UpdatedMap,
)
from theodolite.web.cartographers.bodies import RULEBOOK, printed_maps
from theodolite.web.cartographers.pictures import Marked
from theodolite.web.cartographers.pictures import draw as draw_picture
from theodolite.web.cartographers.play_bodies import MapUpdateQuestion

__all__ = [
    "cards",
    "change_answers",
    "map_updates",
    "maps",
    "pictures",
    "print_rows",
    "scores",
    "scores_answer",
    "scoring_cards",
    "season_name",
    "voice_in",
]


def voice_in(language: str) -> Voice:
    """What speaks of a map of Cartographers."""
    return Voice(RULEBOOK, GRID, language)


def season_name(season: Season) -> SeasonName:
    """The name of a season."""
    return cast("SeasonName", season.name.lower())


def scores(asked: tuple[Snapshot, Sequence[int]], language: str) -> Scores:
    """Score a season and the game so far.

    The season named is scored on the maps, every line with its rule, its spaces and a sentence;
    earlier ones are taken as written. With `only`, these decrees alone.
    """
    snapshot, only = asked
    scored, matters = scoring.score_with_rulings(snapshot, only)
    return scores_answer(snapshot, scored, matters, language)


def scores_answer(
    snapshot: Snapshot, scored: scoring.Scores, matters: Any, language: str
) -> Scores:
    """A scored table as it is answered."""
    voice = voice_in(language)
    names = [player.name for player in snapshot.players]
    standing = scored.standing
    return Scores(
        [
            PlayerScore(
                name,
                rank,
                tally.total,
                tally.monster_loss,
                [_season(season, voice) for season in tally.seasons],
            )
            for name, rank, tally in zip(names, standing.ranks, scored.tallies, strict=True)
        ],
        scored.complete,
        [names[winner] for winner in standing.winners],
        cast("Any", standing.decided_by),
        [season_name(season) for season in scored.missing],
        [
            Remark(
                player=remark.player,
                explanation=voice.say(remark.rule, remark.says, remark.values),
                **voice.cite(remark.rule),
            )
            for remark in scored.remarks
        ],
        used(snapshot.rulings, matters),
        UNSET if scored.solo is None else _solo(scored.solo, language),
    )


def _season(season: scoring.SeasonScore, voice: Voice) -> SeasonScore:
    name = season_name(season.season)
    if season.items is None:
        return SeasonScore(name, True, season.total, season.adds_up)
    items = [voice.item(item, Item, Part) for item in season.items]
    return SeasonScore(name, False, season.total, items=items)


def _solo(solo: scoring.SoloScore, language: str) -> Solo:
    words = RULEBOOK.words(language, "titles")
    title = None if solo.title is None else words[solo.title]
    return Solo(solo.numbers, solo.rating, title)


def map_updates(asked: MapUpdateQuestion, language: str) -> UpdatedMap:
    """Draw on a map.

    Whether it is legal is not asked. Answers with what is drawn then, the stars and the coins, and
    with every change in order: spaces filled, starred and destroyed, and what coins were for.
    """
    sheet, drawn, card, by_owner, _ = asked
    names = ["coin_limit", "fallback_monster", "dragon_defeated"]
    (after, changes), matters = judged(
        lambda rulings: draw(sheet, drawn, card, rulings, by_owner=by_owner),
        asked.rulings,
        names if by_owner else [*names, "coins_by_others"],
    )
    voice = voice_in(language)
    return UpdatedMap(
        after.map.drawn.rows(),
        voice.names(after.map.stars),
        after.coins,
        change_answers(changes, voice),
        used(asked.rulings, matters),
    )


def change_answers(changes: Iterable[Changed], voice: Voice) -> list[Change]:
    """What happened to a map."""
    return [
        Change(
            space=None if change.space is None else GRID.names[change.space],
            effect=change.effect,
            coins=change.coins,
            spaces=voice.names(change.spaces if change.space is None else 1 << change.space),
            explanation=voice.say(change.rule, change.says, change.values),
            **voice.cite(change.rule),
        )
        for change in changes
    ]


def pictures(asked: dict[str, Any], _language: str) -> str:
    """Draw the maps of a table as SVG.

    Every map or that of `player`. `spaces` are lit up, say those of a line of a score sheet.
    """
    return draw_picture(asked["snapshot"], Marked(asked.get("spaces", 0), asked.get("player")))


def scoring_cards(language: str) -> ScoringCardList:
    """The 32 scoring cards: their categories, solo numbers, and rules."""
    voice = voice_in(language)
    names = RULEBOOK.words(language, "cards")
    return ScoringCardList(
        [
            ScoringCard(
                card=card.id,
                name=names[card.id],
                category=card.category,
                game=card.game,
                number=card.number,
                solo=card.solo,
                text=RULEBOOK.rules[f"cartographers.card.{card.id}"].texts[language]["text"],
                status="confirmed",
                **voice.cite(f"cartographers.card.{card.id}"),
            )
            for card in SCORING_CARDS.values()
        ]
    )


def cards(language: str) -> CardList:
    """The cards of the explore decks, with what two sources or a card pack tell of their faces."""
    pack = card_pack(RULEBOOK.game)
    known = CARDS if pack is None else {**CARDS, **pack.cards}
    names = RULEBOOK.words(language, "cards")
    return CardList([_face(card, names[card.id]) for card in known.values()])


def _face(card: Card, name: str) -> CardFace:
    needs = [field for field in card.withheld if getattr(card, field) is None]
    status: Status = "one_source" if needs else "confirmed"
    if card is not CARDS[card.id]:
        status = "card_pack"
    ambush = card.kind == "ambush"
    return CardFace(
        card=card.id,
        name=name,
        kind=card.kind,
        game=card.game,
        number=card.number,
        time=card.time,
        terrains=[cast("TerrainName", TERRAIN_NAMES[terrain]) for terrain in card.terrains],
        shapes=[Shape([*shape.rows], shape.coin) for shape in card.shapes or ()],
        letter=card.letter if ambush else None,
        passed=card.passed,
        corner=None if card.corner is None else GRID.names[card.corner],
        turns=card.turns,
        pattern=None if card.pattern is None else [*card.pattern],
        needs=needs,
        status=status,
    )


def maps(_language: str) -> MapList:
    """The sides of the sheets, with what two sources or a card pack tell of their prints."""
    return MapList([_map(name, printed) for name, printed in printed_maps().items()])


def _map(name: str, printed: Print | None) -> PrintedMap:
    shipped = MAPS[name]
    status: Status = "confirmed"
    if printed is not shipped:
        status = "card_pack"
    elif printed is None or printed.ruins is None:
        status = "one_source"
    mountains, ruins, wasteland = (None, None, None) if printed is None else printed
    return PrintedMap(
        map=name,
        game="cartographers" if name in "AB" else "heroes",
        mountains=None if mountains is None else GRID.name_all(mountains),
        ruins=None if ruins is None else GRID.name_all(ruins),
        wasteland=None if wasteland is None else GRID.name_all(wasteland),
        rows=None if printed is None or ruins is None else print_rows(printed),
        status=status,
    )


def print_rows(printed: Print) -> list[str]:
    """A print as rows of letters."""
    mountains, ruins, wasteland = printed
    layers = zip(PRINT_LETTERS, (mountains, ruins or 0, wasteland), strict=True)
    return written(GRID, layers, EMPTY)
