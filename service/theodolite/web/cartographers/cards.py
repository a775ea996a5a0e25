"""Cards in requests and in the card pack: told by id, or by what is printed on them.

A face in a request outranks that of the card pack, and that the facts.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.cartographers.board import GRID, PRINT_ROWS, Print, read_print
from theodolite.cartographers.facts import CARDS, MAPS, Card, Game, Shape, face_faults, missing
from theodolite.cartographers.snapshot import card_faults
from theodolite.verdict import Fault, Path
from theodolite.web.boards import RowsField, SpaceField
from theodolite.web.card_packs import card_pack
from theodolite.web.cartographers.bodies import RULEBOOK, terrain_field
from theodolite.web.reading import (
    Body,
    Choice,
    Either,
    Flag,
    Items,
    Leaf,
    Nested,
    Number,
    Text,
    refusal,
    refusals,
    shown,
)

__all__ = ["CardBody", "CardPack", "CardPackBody", "card_at", "card_field", "is_told", "known_card"]

_IDS = {card: card for card in CARDS}
_MOST_SHAPES = 4
_SIDES = {side: side for side in ("left", "right")}
_TURNS = {turn: turn for turn in ("clockwise", "counterclockwise")}


class FaceRowsField(Leaf):
    """The rows of a shape or an attack pattern, as long as each other."""

    def __init__(self, letters: str, **kwargs: Any) -> None:
        row = {"type": "string", "pattern": f"^[{letters}]{{1,11}}$"}
        super().__init__({"type": "array", "items": row, "minItems": 1, "maxItems": 11}, **kwargs)

    def read(self, value: Any) -> tuple[str, ...]:
        """The rows."""
        if type(value) is not list or any(type(row) is not str for row in value):
            raise refusal("wrong_type", {"expected": "array"})
        # What is too large is refused first, so that it is not remembered.
        if len(value) > GRID.rows or any(len(row) > GRID.columns for row in value):
            raise refusal("impossible_face")
        return tuple(value)


class ShapeFaceBody(Body):
    """A shape, and whether it carries a coin."""

    rows = FaceRowsField(".X", required=True)
    coin = Flag()


class CardBody(Body):
    """A card, and what of its printed face the request tells."""

    card = Choice(_IDS, "unknown_card", required=True)
    time = Number(0, 9)
    terrains = Items(terrain_field(), 6, code="too_many")
    shapes = Items(Nested(ShapeFaceBody()), _MOST_SHAPES, code="too_many")
    passed = Choice(_SIDES, "unknown_value")
    corner = SpaceField(GRID)
    turns = Choice(_TURNS, "unknown_value")
    pattern = FaceRowsField(".*H")


_FIELDS: Mapping[str, Sequence[str]] = {
    "explore": ("time", "terrains", "shapes"),
    "ruins": (),
    "ambush": ("shapes", "passed", "corner", "turns"),
    "hero": ("pattern",),
}
"""What the face of each kind of card can tell."""


def card_field(*others: str, **kwargs: Any) -> Either:
    """A card by its id, or with its face; or something else that may stand among cards."""
    ids = {**_IDS, **{other: other for other in others}}
    return Either({str: Choice(ids, "unknown_card"), dict: Nested(CardBody())}, **kwargs)


class CardPack(NamedTuple):
    """What a card pack knows: faces of cards by their ids, and prints by the names of maps."""

    cards: Mapping[str, Card]
    maps: Mapping[str, Print]


def known_card(told: str | Mapping[str, Any]) -> Card:
    """A card with all that is known of its face.

    Args:
        told: its id, or the fields of a CardBody.
    """
    face = {"card": told} if isinstance(told, str) else told
    pack: CardPack | None = card_pack(RULEBOOK.game)
    card = CARDS[face["card"]]
    if pack is not None:
        card = pack.cards.get(card.id, card)
    shown_there = _FIELDS[card.kind]
    fields: dict[str, Any] = {name: face[name] for name in face if name in shown_there}
    if "shapes" in fields:
        fields["shapes"] = tuple(
            Shape(shape["rows"], shape.get("coin", False)) for shape in fields["shapes"]
        )
    return card._replace(**fields)


def is_told(told: Any) -> bool:
    """Whether a card in a request could be read, and its face as far as it is there."""
    if not isinstance(told, dict):
        return told is not None
    whole = [None not in told.get("terrains", ())]
    whole += [bool(shape) and "rows" in shape for shape in told.get("shapes", ())]
    return "card" in told and all(whole)


def card_at(
    told: Any, game: Game | None, path: Path, needed: Sequence[str] = ()
) -> Iterator[Fault]:
    """What is wrong with a card that could be read.

    Args:
        told: the card as the request has it; None if it could not be read.
        game: the game, if it could be read.
        path: where it stands in the body.
        needed: the fields of its face that the question asks for.
    """
    if not is_told(told):
        return
    id_: str = told if isinstance(told, str) else told["card"]
    card = known_card(told)
    faults = [*_excess(told, card), *face_faults(card), *missing(card, *needed)]
    if game is not None:
        faults += card_faults(id_, game)
    for fault in faults:
        # A face is told in an object; of an id alone all is said in one place.
        place = fault.path if isinstance(told, dict) and _stands(told, fault.path) else ()
        yield fault._replace(path=(*path, *place))


def _excess(told: str | Mapping[str, Any], card: Card) -> Iterator[Fault]:
    """What a card of its kind does not show."""
    if not isinstance(told, str):
        for field in told:
            if field != "card" and field not in _FIELDS[card.kind]:
                yield Fault("impossible_face", (field,))
        if card.kind == "ambush" and len(card.shapes or ()) != 1:
            yield Fault("impossible_face", ("shapes",))


def _stands(told: Mapping[str, Any], path: Path) -> bool:
    return bool(path) and path[0] in told


class FacesField(Leaf):
    """Faces by the ids of their cards, each as in a request."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "object"}, **kwargs)

    def read(self, value: Any) -> Mapping[str, Card]:
        """The cards."""
        if type(value) is not dict:
            raise refusal("wrong_type", {"expected": "object"})
        if faults := list(_face_faults(value)):
            raise refusals(faults)
        return {id_: known_card(_BODY.read({"card": id_, **face})) for id_, face in value.items()}


_BODY = CardBody()


def _face_faults(faces: Mapping[str, Any]) -> Iterator[Fault]:
    for id_, face in faces.items():
        if id_ not in CARDS:
            yield Fault("unknown_card", (id_,), {"value": shown(id_)})
        elif not isinstance(face, dict):
            yield Fault("wrong_type", (id_,), {"expected": "object"})
        elif "card" in face:
            yield Fault("unknown_field", (id_, "card"))
        elif faults := _BODY.explain({"card": id_, **face}):
            yield from (fault._replace(path=(id_, *fault.path)) for fault in faults)
        else:
            yield from card_at(_BODY.read({"card": id_, **face}), None, (id_,))


class PrintsField(Leaf):
    """Prints by the names of their maps, each as rows of `^ R #` and `.`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "object"}, **kwargs)

    def read(self, value: Any) -> Mapping[str, Print]:
        """The prints."""
        if type(value) is not dict:
            raise refusal("wrong_type", {"expected": "object"})
        for name in value:
            if name not in MAPS:
                raise refusals([Fault("unknown_map", (name,), {"value": shown(name)})])
        return {name: _ROWS.read(rows) for name, rows in value.items()}


_ROWS = RowsField(PRINT_ROWS, read_print)


class CardPackBody(Body):
    """A card pack: tables such as `[cards.gorgon_gaze]`, `maps`, and what it calls itself."""

    title = Text(0, 1000, "title")
    cards = FacesField()
    maps = PrintsField()

    def make(self, data: Mapping[str, Any]) -> CardPack:
        """The pack."""
        return CardPack(data.get("cards", {}), data.get("maps", {}))
