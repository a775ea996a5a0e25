"""The lists of printed facts: cards and maps."""

from typing import Annotated, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.cartographers.board import GRID, Print
from theodolite.cartographers.facts import CARDS, MAP_GAMES, MAPS, Card, Category, Kind, ScoringCard
from theodolite.cartographers.term_words import pays_words
from theodolite.web.cartographers.known import RULEBOOK, installed, print_rows
from theodolite.web.cartographers.responses import (
    GameName,
    TerrainName,
    localizer_in,
    terrain_name,
)
from theodolite.web.responses import description

Status = Literal["confirmed", "one_source", "card_pack"]
Known = Annotated[
    Status,
    description("The confirmation: two sources, one (facts are withheld), or a card pack."),
]


class Shape(Struct):
    """A shape on a card."""

    rows: Annotated[list[str], description("`X` a square, `.` none.")]
    coin: Annotated[bool, description("Whether it carries a coin.")]


class KnownCard(Struct, kw_only=True):
    """A card, with what is known of its face. Scoring cards have a rule."""

    card: Annotated[str, description("Its id.")]
    name: Annotated[str, description("As an edition prints it, where that is known.")]
    kind: Annotated[Kind | Literal["scoring"], description("Its kind.")]
    game: GameName
    number: Annotated[int | None, description("The number printed on it; null where not known.")]
    status: Known
    time: Annotated[int | UnsetType | None, description("The time it takes.")] = UNSET
    terrains: Annotated[
        list[TerrainName] | UnsetType, description("The terrains to choose from.")
    ] = UNSET
    shapes: Annotated[list[Shape] | UnsetType, description("The shapes to choose from.")] = UNSET
    letter: Annotated[
        str | UnsetType | None, description("Ambushes: the letter that is drawn.")
    ] = UNSET
    passed: Annotated[
        str | UnsetType | None, description("Ambushes: to which side maps are passed.")
    ] = UNSET
    corner: Annotated[
        str | UnsetType | None, description("Ambushes: the corner that solo play begins with.")
    ] = UNSET
    turns: Annotated[
        str | UnsetType | None, description("Ambushes: which way solo play goes round.")
    ] = UNSET
    pattern: Annotated[list[str] | UnsetType | None, description("Heroes: stars around the H.")] = (
        UNSET
    )
    needs: Annotated[
        list[str] | UnsetType,
        description("The fields of its face that requests may have to give."),
    ] = UNSET
    category: Annotated[Category | UnsetType, description("Scoring cards: its category.")] = UNSET
    solo: Annotated[int | UnsetType, description("Scoring cards: its number for solo play.")] = (
        UNSET
    )
    rule: Annotated[str | UnsetType, description("Scoring cards: its rule.")] = UNSET
    reference: Annotated[
        str | UnsetType, description("Scoring cards: where the rulebook has it.")
    ] = UNSET
    text: Annotated[str | UnsetType, description("Scoring cards: its rule in words.")] = UNSET


class CardList(Struct):
    """The cards of the game."""

    cards: Annotated[list[KnownCard], description("The cards, by kind.")]


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


def cards(locale: str) -> CardList:
    """List the cards of the explore decks and the scoring cards, with what is known of each."""
    facts, localizer = installed(), localizer_in(locale)
    faces = [_face(card, RULEBOOK.word(locale, card.name)) for card in facts.cards.values()]
    scoring = [
        KnownCard(
            card=card.id,
            name=RULEBOOK.word(locale, card.name),
            kind="scoring",
            category=card.category,
            game=card.game,
            number=card.number,
            solo=card.solo,
            text=_text(card, locale),
            status="card_pack" if card.names else "confirmed",
            **localizer.cite(card.rule),
        )
        for card in facts.scoring.values()
    ]
    return CardList([*faces, *scoring])


def _text(card: ScoringCard, locale: str) -> str:
    key = "pays" if card.names else "text"
    return RULEBOOK.sentence(locale, card.rule, key, {"pays": pays_words(card.pays)})


def _face(card: Card, name: str) -> KnownCard:
    needs = [field for field in card.withheld if getattr(card, field) is None]
    status: Status = "one_source" if needs else "confirmed"
    if card != CARDS.get(card.id):
        status = "card_pack"
    ambush = card.kind == "ambush"
    return KnownCard(
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
    return MapList([_map(name, printed) for name, printed in installed().maps.items()])


def _map(name: str, printed: Print | None) -> PrintedMap:
    status: Status = "confirmed"
    if printed != MAPS.get(name):
        status = "card_pack"
    elif printed is None or printed.ruins is None:
        status = "one_source"
    mountains, ruins, wasteland = (None, None, None) if printed is None else printed
    return PrintedMap(
        map=name,
        game=MAP_GAMES.get(name, "combined"),
        mountains=None if mountains is None else GRID.name_all(mountains),
        ruins=None if ruins is None else GRID.name_all(ruins),
        wasteland=None if wasteland is None else GRID.name_all(wasteland),
        rows=None if printed is None or ruins is None else print_rows(printed),
        status=status,
    )
