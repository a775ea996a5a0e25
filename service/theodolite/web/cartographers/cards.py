"""Schemas of explore cards: in requests by id or with their printed face, and in card packs.

A face in a request outranks that of the card pack, and that the facts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.cartographers.board import Print
from theodolite.cartographers.facts import (
    CARDS,
    CORNERS,
    MAPS,
    Card,
    Shape,
    face_faults,
    is_pattern,
    is_shape,
)
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.card_packs import card_pack
from theodolite.web.cartographers.schemas import (
    RULEBOOK,
    TERRAINS,
    print_field,
)
from theodolite.web.fields import refusal
from theodolite.web.schemas import Schema

_IDS = {card: card for card in CARDS}
_FACES: Mapping[str, Sequence[str]] = {
    "explore": ("time", "terrains", "shapes"),
    "ruins": (),
    "ambush": ("shapes", "passed", "corner", "turns"),
    "hero": ("pattern",),
}
"""The fields that the face of each kind of card shows."""


class FaceRowsField(fields.Field):
    """The rows of a shape or an attack pattern, all of one length.

    Args:
        letters: The letters there may be.
        is_face: Whether rows are such a shape or pattern.
        kwargs: As for every field.
    """

    def __init__(
        self, letters: str, is_face: Callable[[Sequence[str]], bool], **kwargs: Any
    ) -> None:
        row = {"type": "string", "pattern": f"^[{letters}]{{1,11}}$"}
        super().__init__({"type": "array", "items": row, "minItems": 1, "maxItems": 11}, **kwargs)
        self.is_face = is_face

    def load(self, value: Any) -> tuple[str, ...]:
        """The rows."""
        if type(value) is not list or any(type(row) is not str for row in value):
            raise refusal("wrong_type", {"expected": "array"})
        if not self.is_face(value):
            raise refusal("impossible_face")
        return tuple(value)


class ShapeFaceSchema(Schema):
    """A shape on a card."""

    rows = FaceRowsField(
        ".X",
        is_shape,
        required=True,
        description="The shape as rows of one length: `X` a square, `.` none.",
    )
    coin = fields.Boolean(description="Whether the shape carries a coin; false by default.")

    def make(self, data: Mapping[str, Any]) -> Shape:
        """The shape."""
        return Shape(**data)


class FaceSchema(Schema):
    """The printed face of a card, as far as it is given."""

    time = fields.Integer(
        0,
        # No season lasts longer than 8.
        9,
        description="Explore cards: the time printed on the card.",
    )
    terrains = fields.List(
        fields.Choice(TERRAINS, "unknown_terrain"),
        6,
        code="too_many",
        description="Explore cards: the terrains to choose from.",
    )
    shapes = fields.List(
        fields.Nested(ShapeFaceSchema()),
        4,
        code="too_many",
        description="Explore cards and ambushes: the shapes to choose from; an ambush has one.",
    )
    passed = fields.Choice.of(
        ("left", "right"),
        "unknown_value",
        description="Ambushes: the side to which maps are passed.",
    )
    corner = fields.Choice(
        CORNERS,
        "impossible_face",
        description="Ambushes: the corner of the map that solo play begins with.",
    )
    turns = fields.Choice.of(
        ("clockwise", "counterclockwise"),
        "unknown_value",
        description="Ambushes: the direction in which solo play goes round the map.",
    )
    pattern = FaceRowsField(
        ".*H",
        is_pattern,
        description="Heroes: the attack pattern as rows of one length: `H` the hero, `*` a star, "
        "`.` nothing.",
    )


class CardSchema(FaceSchema):
    """A card with its printed face. The face outranks those of a card pack and of the facts."""

    card = fields.Choice(_IDS, "unknown_card", required=True, description="The card's id.")

    def make(self, data: Mapping[str, Any]) -> Card:
        """The card with all that is known of its face."""
        face = {name: value for name, value in data.items() if name != "card"}
        return known_card(data["card"])._replace(**face)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The fields that a card of its kind does not show."""
        return _shown_faults(made, data)

    def unmake(self, made: Card) -> Mapping[str, Any]:
        """The card, and what is known of its face."""
        face = {name: getattr(made, name) for name in _FACES[made.kind]}
        return {"card": made.id, **{name: one for name, one in face.items() if one is not None}}


def _shown_faults(card: Card, face: Mapping[str, Any]) -> Iterator[Fault]:
    """The fields of a card's face that a card of its kind does not show, or not so."""
    shown = ("card", *_FACES[card.kind])
    yield from (Fault("impossible_face", (name,)) for name in face if name not in shown)
    yield from face_faults(card)


def known_card(id_: str) -> Card:
    """A card with all that the card pack and the facts know of its face."""
    pack: CardPack | None = card_pack(RULEBOOK.game)
    card = CARDS[id_]
    return card if pack is None else pack.cards.get(id_, card)


class CardIdField(fields.Field):
    """A card by its id.

    Args:
        ids: The ids there may be.
        none: A word that stands for None among the cards.
        kwargs: As for every field.
    """

    def __init__(self, ids: Mapping[str, str], none: str | None = None, **kwargs: Any) -> None:
        words = {none: None} if none is not None else {}
        self._ids = fields.Choice({**ids, **words}, "unknown_card")
        super().__init__(self._ids.spec, **kwargs)

    def load(self, value: Any) -> Card | None:
        """The card with all that is known of its face."""
        id_ = self._ids.load(value)
        return None if id_ is None else known_card(id_)


def card_field(none: str | None = None, **kwargs: Any) -> fields.OneOf:
    """A card by its id, or with its face.

    Args:
        none: A word that stands for None among the cards.
        kwargs: As for every field.
    """
    return fields.OneOf({str: CardIdField(_IDS, none), dict: fields.Nested(CardSchema())}, **kwargs)


def card_document(card: Card) -> Any:
    """A card as a request has it: its id, with its face where others know another."""
    return card.id if card == known_card(card.id) else CardSchema().dump(card)


class CardPack(NamedTuple):
    """A card pack: cards with their faces by id, and prints by the names of maps."""

    cards: Mapping[str, Card]
    maps: Mapping[str, Print]


class CardPackSchema(Schema):
    """A card pack: tables such as `[cards.gorgon_gaze]`, `[maps]`, and a title."""

    title = fields.Text(0, 1000, "title", description="What the pack calls itself.")
    cards = fields.Mapping(
        fields.Choice(_IDS, "unknown_card"),
        fields.Nested(FaceSchema()),
        len(_IDS),
        description="Printed faces by the ids of their cards.",
    )
    maps = fields.Mapping(
        fields.Choice.of(MAPS, "unknown_map"),
        print_field(),
        len(MAPS),
        description="Prints by the names of their maps, as rows of `^`, `R`, `#` and `.`.",
    )

    def make(self, data: Mapping[str, Any]) -> CardPack:
        """The pack."""
        cards = {id_: CARDS[id_]._replace(**face) for id_, face in data.get("cards", {}).items()}
        return CardPack(cards, data.get("maps", {}))

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The fields that cards of their kinds do not show."""
        pack: CardPack = made
        for id_, face in data.get("cards", {}).items():
            yield from below(("cards", id_), _shown_faults(pack.cards[id_], face))
