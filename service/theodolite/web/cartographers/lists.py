"""The endpoints that list printed facts: `scoring-cards`, `cards` and `maps`."""

from typing import Annotated, Literal

from msgspec import Struct

from theodolite.cartographers.board import GRID, Print
from theodolite.cartographers.facts import CARDS, MAPS, SCORING_CARDS, Card, Category, Kind
from theodolite.web.card_packs import card_pack
from theodolite.web.cartographers.responses import (
    GameName,
    TerrainName,
    localizer_in,
    terrain_name,
)
from theodolite.web.cartographers.schemas import RULEBOOK, print_rows, printed_maps
from theodolite.web.responses import Reference, description

Status = Literal["confirmed", "one_source", "card_pack"]
Known = Annotated[
    Status,
    description("The confirmation: two sources, one (facts are withheld), or a card pack."),
]


class ScoringCard(Struct, kw_only=True):
    """A scoring card."""

    card: Annotated[str, description("Its id.")]
    name: Annotated[str, description("As an edition prints it, where that is known.")]
    category: Annotated[Category, description("Its category.")]
    game: GameName
    number: Annotated[int | None, description("The number printed on it; null where not known.")]
    solo: Annotated[int, description("Its number for solo play.")]
    rule: Annotated[str, description("Its rule.")]
    reference: Reference
    text: Annotated[str, description("Its rule in words.")]
    status: Known


class ScoringCardList(Struct):
    """The scoring cards."""

    scoring_cards: Annotated[list[ScoringCard], description("The 32 scoring cards, by category.")]


class Shape(Struct):
    """A shape on a card."""

    rows: Annotated[list[str], description("`X` a square, `.` none.")]
    coin: Annotated[bool, description("Whether it carries a coin.")]


class CardFace(Struct, kw_only=True):
    """A card of the explore decks, with what is known of its face."""

    card: Annotated[str, description("Its id.")]
    name: Annotated[str, description("As an edition prints it, where that is known.")]
    kind: Annotated[Kind, description("Its kind.")]
    game: GameName
    number: Annotated[int | None, description("The number printed on it; null where not known.")]
    time: Annotated[int | None, description("The time it takes.")]
    terrains: Annotated[list[TerrainName], description("The terrains to choose from.")]
    shapes: Annotated[list[Shape], description("The shapes to choose from.")]
    letter: Annotated[str | None, description("Ambushes: the letter that is drawn.")]
    passed: Annotated[str | None, description("Ambushes: to which side maps are passed.")]
    corner: Annotated[str | None, description("Ambushes: the corner that solo play begins with.")]
    turns: Annotated[str | None, description("Ambushes: which way solo play goes round.")]
    pattern: Annotated[list[str] | None, description("Heroes: stars around the H.")]
    needs: Annotated[
        list[str], description("The fields of its face that requests may have to give.")
    ]
    status: Known


class CardList(Struct):
    """The cards of the explore decks."""

    cards: Annotated[list[CardFace], description("The cards, by kind.")]


class PrintedMap(Struct):
    """A side of the sheets; null is what is not known of its print."""

    map: Annotated[str, description("Its name.")]
    game: GameName
    mountains: Annotated[list[str] | None, description("The spaces with a mountain.")]
    ruins: Annotated[list[str] | None, description("The spaces with ruins.")]
    wasteland: Annotated[list[str] | None, description("The spaces of wasteland.")]
    rows: Annotated[list[str] | None, description("The print as rows, where all of it is known.")]
    status: Known


class MapList(Struct):
    """The sides of the sheets."""

    maps: Annotated[list[PrintedMap], description("The sides, by name.")]


def scoring_cards(locale: str) -> ScoringCardList:
    """List the 32 scoring cards: their categories, solo numbers and rules."""
    localizer = localizer_in(locale)
    names = RULEBOOK.words(locale, "cards")
    return ScoringCardList(
        [
            ScoringCard(
                card=card.id,
                name=names[card.id],
                category=card.category,
                game=card.game,
                number=card.number,
                solo=card.solo,
                text=RULEBOOK.rules[f"cartographers.card.{card.id}"].texts[locale]["text"],
                status="confirmed",
                **localizer.cite(f"cartographers.card.{card.id}"),
            )
            for card in SCORING_CARDS.values()
        ]
    )


def cards(locale: str) -> CardList:
    """List the cards of the explore decks, with what is known of their faces."""
    pack = card_pack(RULEBOOK.game)
    known = CARDS if pack is None else {**CARDS, **pack.cards}
    names = RULEBOOK.words(locale, "cards")
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
        terrains=[terrain_name(terrain) for terrain in card.terrains],
        shapes=[Shape([*shape.rows], shape.coin) for shape in card.shapes or ()],
        letter=card.letter if ambush else None,
        passed=card.passed,
        corner=None if card.corner is None else GRID.names[card.corner],
        turns=card.turns,
        pattern=None if card.pattern is None else [*card.pattern],
        needs=needs,
        status=status,
    )


def maps(_locale: str) -> MapList:
    """List the sides of the sheets, with what is known of their prints."""
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
