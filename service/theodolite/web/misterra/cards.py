"""The presumption cards of Maps of Misterra: the card pack with their faces, and their list."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from theodolite.misterra.board import TERRAIN_NAMES, TerrainName
from theodolite.misterra.presumptions import CARDS, FACE_FIELDS, face_faults, turned
from theodolite.misterra.snapshot import Presumption, Side
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.card_packs import card_pack
from theodolite.web.misterra.responses import localizer_for
from theodolite.web.misterra.schemas import PACK_BEACH, RULEBOOK, FaceSchema
from theodolite.web.responses import Reference, description
from theodolite.web.schemas import Schema


class CardPackSchema(Schema):
    """A card pack: a title, and tables such as `[presumptions.13]` with the face of a card."""

    title = fields.Text(0, 1000, "name", description="The title of the pack.")
    beach = fields.Choice(
        {side.value: side for side in Side},
        "unknown_side",
        description="The side of the beach when the patterns are drawn; by default `right`. The "
        "patterns are turned with the beach of a table.",
    )
    presumptions = fields.Mapping(
        fields.Choice({str(card): card for card in CARDS}, "unknown_card"),
        fields.Nested(FaceSchema()),
        len(CARDS),
        description="The printed faces by the numbers of their cards.",
    )

    def make(self, data: Mapping[str, Any]) -> Mapping[int, Presumption]:
        """The cards with their faces, by their numbers, patterns turned to `PACK_BEACH`."""
        faces: Mapping[int, Any] = data.get("presumptions", {})
        drawn = data.get("beach", PACK_BEACH)
        cards = {card: Presumption(card, **face) for card, face in faces.items()}
        return {
            number: card._replace(pattern=turned(card.pattern, drawn, PACK_BEACH))
            if card.pattern
            else card
            for number, card in cards.items()
        }

    def cross_faults(
        self, made: Mapping[int, Presumption], data: Mapping[str, Any]
    ) -> Iterable[Fault]:
        """Faces with too little or too much for their card."""
        for card, presumption in made.items():
            yield from below(("presumptions", str(card)), face_faults(presumption))


class Threshold(Struct):
    """A row of a card's table."""

    count: Annotated[int, description("The least count that the row is for.")]
    points: Annotated[int, description("The points that it pays.")]


class Face(Struct):
    """The printed face of a card, from the card pack."""

    terrain: Annotated[TerrainName | UnsetType, description("The terrain that scores.")] = UNSET
    avoid: Annotated[TerrainName | UnsetType, description("The crossed-out terrain.")] = UNSET
    pattern: Annotated[
        list[str] | UnsetType,
        description("Rows of letters, `.` for any space, with the beach on the right."),
    ] = UNSET


class Card(Struct, kw_only=True):
    """A presumption card."""

    card: Annotated[int, description("The number printed on it, 1 to 31.")]
    kind: Annotated[Literal["presumption"], description("Its kind.")]
    criterion: Annotated[str, description("Its criterion, the last part of its rule's id.")]
    rule: Annotated[str, description("Its rule.")]
    reference: Reference
    text: Annotated[str, description("Its rule in words.")]
    once: Annotated[bool, description("Scores one time only.")]
    table: Annotated[
        list[Threshold],
        description("The highest threshold reached pays; empty where `each` does."),
    ]
    beyond: Annotated[int, description("Points for each one above the last threshold.")]
    each: Annotated[int, description("Points for each time it scores, without a table.")]
    needs: Annotated[
        list[str], description("The fields of the printed face that a request must have.")
    ]
    face: Annotated[Face | None, description("The face, where a card pack gives it.")]


class CardList(Struct):
    """The presumption cards."""

    cards: Annotated[list[Card], description("The cards by their numbers.")]


def cards(locale: str) -> CardList:
    """List the 31 presumption cards.

    Each has its rule in words, its numbers, and its face if the service has a card pack.
    """
    pack = card_pack(RULEBOOK.game) or {}
    localizer = localizer_for(locale)
    return CardList(
        [
            Card(
                card=card.number,
                kind="presumption",
                criterion=card.criterion,
                text=RULEBOOK.rules[card.rule].texts[locale]["text"],
                once=card.once,
                table=[Threshold(count, points) for count, points in card.table],
                beyond=card.beyond,
                each=card.each,
                needs=[field for field in FACE_FIELDS if field in card.face],
                face=_face(pack.get(card.number)),
                **localizer.cite(card.rule),
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
