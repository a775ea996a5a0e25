"""Schemas of cards: in requests by id or with their printed face, and in card packs.

A face in a request outranks that of the card pack, and that the facts.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from theodolite.cartographers.board import GRID, MONSTERS, Terrain
from theodolite.cartographers.facts import (
    CATEGORIES,
    CORNERS,
    GAMES,
    SCORING_CARDS,
    Card,
    Facts,
    ScoringCard,
    Shape,
    face_faults,
    no_pattern,
    no_shape,
)
from theodolite.cartographers.snapshot import Season
from theodolite.cartographers.terms import LINES, Beside, Kind, Payee, Term, never_met
from theodolite.rulebook import LANGUAGES
from theodolite.verdict import Fault, Word, below
from theodolite.web import fields
from theodolite.web.cartographers.known import (
    ID_PATTERN,
    TERRAINS,
    CardIdField,
    installed,
    print_field,
)
from theodolite.web.fields import refusal, shorten, wrong_type
from theodolite.web.schemas import Schema

MAX_PRINTED = 200
"""More cards, or maps, than any box and its expansions have."""
_SEASONS = {season.name.lower(): season for season in Season}
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
        fault: Returns why rows are no such shape or pattern; None if they are one.
        kwargs: As for every field.
    """

    def __init__(
        self, letters: str, fault: Callable[[Sequence[str]], Word | None], **kwargs: Any
    ) -> None:
        row = {"type": "string", "pattern": f"^[{letters}]{{1,11}}$"}
        super().__init__({"type": "array", "items": row, "minItems": 1, "maxItems": 11}, **kwargs)
        self.fault = fault

    def load(self, value: Any) -> tuple[str, ...]:
        """The rows."""
        if type(value) is not list or any(type(row) is not str for row in value):
            raise refusal("wrong_type", {"expected": "array"})
        if why := self.fault(value):
            raise refusal("impossible_face", {"why": why})
        return tuple(value)


class ShapeFaceSchema(Schema):
    """A shape on a card."""

    rows = FaceRowsField(
        ".X",
        no_shape,
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
        "unknown_value",
        description="Ambushes: the corner of the map that solo play begins with.",
    )
    turns = fields.Choice.of(
        ("clockwise", "counterclockwise"),
        "unknown_value",
        description="Ambushes: the direction in which solo play goes round the map.",
    )
    pattern = FaceRowsField(
        ".*H",
        no_pattern,
        description="Heroes: the attack pattern as rows of one length: `H` the hero, `*` a star, "
        "`.` nothing.",
    )


class CardSchema(FaceSchema):
    """A card with its printed face. The face outranks those of a card pack and of the facts."""

    card = CardIdField(required=True, description="The card's id.")

    def make(self, data: Mapping[str, Any]) -> Card:
        """The card with all that is known of its face."""
        face = {name: value for name, value in data.items() if name != "card"}
        card: Card = data["card"]
        return card._replace(**face)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The fields that a card of its kind does not show."""
        return _shown_faults(made, data)

    def unmake(self, made: Card) -> Mapping[str, Any]:
        """The card, and what is known of its face."""
        face = {name: getattr(made, name) for name in _FACES[made.kind]}
        return {"card": made.id, **{name: one for name, one in face.items() if one is not None}}


def _shown_faults(card: Card, face: Mapping[str, Any]) -> Iterator[Fault]:
    """The fields of a card's face that a card of its kind does not show, or not so."""
    shown = ("card", "kind", "name", "game", *_FACES[card.kind])
    # Monsters with effects come in Heroes alone (Geländearten).
    has_letter = card.kind == "ambush" and (card.letter == MONSTERS[0] or card.game != GAMES[0])
    shown += ("letter",) if has_letter else ()
    why = Word("impossible", "FIELD", {"fields": shown})
    yield from (
        Fault("impossible_face", (name,), {"why": why}) for name in face if name not in shown
    )
    yield from face_faults(card)


def card_field(none: str | None = None, **kwargs: Any) -> fields.OneOf:
    """A card by its id, or with its face.

    Args:
        none: A word that stands for None among the cards.
        kwargs: As for every field.
    """
    return fields.OneOf({str: CardIdField(none), dict: fields.Nested(CardSchema())}, **kwargs)


def card_document(card: Card, facts: Facts) -> Any:
    """A card as a request has it: its id, with its face where a table knows another."""
    return card.id if card == facts.cards[card.id] else CardSchema().dump(card)


def season_field(**kwargs: Any) -> fields.Choice:
    """A season by its name, required by default."""
    return fields.Choice(_SEASONS, "unknown_value", **{"required": True, **kwargs})


class NewIdField(fields.Field):
    """The id of something printed, which may be new."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "string", "pattern": ID_PATTERN}, **kwargs)

    def load(self, value: Any) -> str:
        """The id."""
        if type(value) is not str:
            raise wrong_type("string")
        # Records and tables as text have these words in the places of ids.
        if not re.fullmatch(ID_PATTERN, value, re.ASCII) or value in ("none", "season_end"):
            raise refusal("bad_id", {"value": shorten(value)})
        return value


class CardNameField(fields.OneOf):
    """The name printed on a card: in one language for all, or by language."""

    def __init__(self, **kwargs: Any) -> None:
        name = fields.Text(1, 60, "name")
        languages = fields.Choice.of(LANGUAGES, "unknown_value")
        by_language = fields.Mapping(languages, name, len(LANGUAGES))
        super().__init__({str: name, dict: by_language}, **kwargs)

    def load(self, value: Any) -> tuple[str, ...]:
        """The name in every language: where it is not given, that of the first that is. Or none."""
        given = super().load(value)
        names: Mapping[str, str] = given if type(value) is dict else {LANGUAGES[0]: given}
        if not names:
            return ()
        first = next(names[language] for language in LANGUAGES if language in names)
        return tuple(names.get(language, first) for language in LANGUAGES)

    def check(self, value: Any) -> fields.Checked:
        """The name; there are no faults between languages."""
        return self.load(value), []

    def dump(self, value: tuple[str, ...]) -> str | Mapping[str, str]:
        """The name, by language where it differs."""
        return value[0] if len({*value}) == 1 else dict(zip(LANGUAGES, value, strict=True))


class PackedCardSchema(FaceSchema):
    """A card of a pack: what it changes of a known card, or the whole of a new one."""

    kind = fields.Choice.of(_FACES, "unknown_value", description="New cards: the kind of card.")
    name = CardNameField(
        description="New cards: the name printed on it, one for all languages or one by language."
    )
    game = fields.Choice.of(
        GAMES,
        "unknown_value",
        description="The game it belongs to; a new card belongs to every game by default.",
    )
    letter = fields.Choice.of(
        MONSTERS,
        "unknown_value",
        description="Ambushes: `D`, `Z`, `T` or `G` if its monsters act like the dragon, the "
        "zombie, the troll or the gorgon; by default `M`, without an effect.",
    )

    def unmake(self, made: Card) -> Mapping[str, Any]:
        """The whole card."""
        letter = ("letter",) if made.kind == "ambush" else ()
        shown = {one: getattr(made, one) for one in ("kind", "game", *letter, *_FACES[made.kind])}
        whole = {"name": made.names or None, **shown}
        return {field: value for field, value in whole.items() if value is not None}


_BLANK: Mapping[str, Mapping[str, Any]] = {
    "ambush": {"terrains": (Terrain.MONSTER,)},
    "hero": {"terrains": (Terrain.HERO,), "shapes": (Shape(("X",)),)},
}
"""The fields that all cards of a kind have in common."""
_NEEDED: Mapping[str, Sequence[str]] = {
    "explore": ("kind", "name", "time", "terrains", "shapes"),
    "ruins": ("kind", "name"),
    "ambush": ("kind", "name", "shapes"),
    "hero": ("kind", "name", "pattern"),
}
"""The fields that a new card of each kind must have."""


def _packed(id_: str, entry: Mapping[str, Any]) -> Card:
    """A card of a pack, over what is known without the pack."""
    card = installed().cards.get(id_)
    if card is None:
        kind = entry.get("kind", "explore")
        card = Card(id_, kind, "combined", **_BLANK.get(kind, {}))
    face = {field: value for field, value in entry.items() if field != "name"}
    return card._replace(**face, names=entry.get("name", card.names))


_MOST = len(GRID.names)


def _kind_field(**kwargs: Any) -> fields.Choice:
    return fields.Choice.of(get_args(Kind), "unknown_value", **kwargs)


def _kinds_field(**kwargs: Any) -> fields.List:
    return fields.List(_kind_field(), len(get_args(Kind)), least=1, **kwargs)


class BesideSchema(Schema):
    """The spaces that a space, area or line must be adjacent to."""

    of = _kinds_field(required=True, description="Kinds of spaces.")
    spaces = fields.Integer(
        1, _MOST, description="The least number of different spaces of these kinds; 1 by default."
    )
    kinds = fields.Integer(
        1, len(get_args(Kind)), description="The least number of these kinds; 1 by default."
    )

    def make(self, data: Mapping[str, Any]) -> Beside:
        """The condition, each kind once."""
        return Beside(**{**data, "of": tuple(dict.fromkeys(data["of"]))})


class TermSchema(Schema):
    """Points for each space, area or line that meets every condition that is given."""

    points = fields.Integer(
        1,
        100,
        required=True,
        description="The points for each; of the largest or second largest area, for each of its "
        "spaces.",
    )
    each = fields.Choice.of(
        get_args(Payee),
        "unknown_value",
        required=True,
        description="The groups to pay for. A line is a row or a column; a diagonal runs from "
        "column 1 down and right to row K. The areas by size are those among the areas that meet "
        "the conditions, the first in reading order if several tie.",
    )
    of = _kind_field(
        required=True,
        description="The kind of the spaces. An area is a maximal adjacent group of them; a line "
        "counts if it has one.",
    )
    least = fields.Integer(
        1, _MOST, description="The least number of spaces of an area, or of the kind in a line."
    )
    most = fields.Integer(1, _MOST, description="The greatest number of them.")
    whole = fields.Boolean(description="Lines: whether every space must be of the kind.")
    edge = fields.Boolean(
        description="Whether a space of it lies at the edge of the map, or, if false, none does."
    )
    has = _kind_field(description="A kind that one of its spaces is as well, say `ruins`.")
    beside = fields.Nested(BesideSchema(), description="The spaces that it is adjacent to.")
    not_beside = _kinds_field(description="Kinds that it is not adjacent to.")
    amid = _kinds_field(description="The only kinds that it is adjacent to, the edge aside.")
    contains = FaceRowsField(
        ".X",
        no_shape,
        description="A shape that lies in it, turned and mirrored at will, as rows of one length.",
    )

    def make(self, data: Mapping[str, Any]) -> Term:
        """The term."""
        return Term(**data)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Fields without meaning for what is paid for, an empty span, and what is never met."""
        idle = [*(("least", "most", "contains") if made.each == "space" else ())]
        idle += [] if made.each in LINES else ["whole"]
        yield from (Fault("superfluous_field", (name,)) for name in idle if name in data)
        if made.most < made.least:
            values = {"value": made.most, "least": made.least, "most": _MOST}
            yield Fault("out_of_range", ("most",), values)
        yield from (Fault("impossible_condition", (name,)) for name in never_met(made))

    def unmake(self, made: Term) -> Mapping[str, Any]:
        """The fields that differ from their defaults."""
        default = Term._field_defaults
        return {name: one for name, one in made._asdict().items() if one != default.get(name)}


class ScoringCardSchema(Schema):
    """A scoring card of a pack."""

    name = CardNameField(
        required=True, description="Its name, one for all languages or one by language."
    )
    category = fields.Choice.of(
        CATEGORIES,
        "unknown_value",
        required=True,
        description="Its category; each of the four is under one decree.",
    )
    game = fields.Choice.of(
        GAMES, "unknown_value", description="The game it belongs to; by default every game."
    )
    solo = fields.Integer(
        0, 100, required=True, description="Its number for solo play, which the rating subtracts."
    )
    pays = fields.List(
        fields.Nested(TermSchema()),
        4,
        least=1,
        required=True,
        description="Its terms; its points are the sum of theirs.",
    )

    def make(self, data: Mapping[str, Any]) -> ScoringCard:
        """The card, still without its id."""
        card = ScoringCard("", data["category"], data.get("game", "combined"), data["solo"])
        return card._replace(pays=data["pays"], names=data["name"])

    def unmake(self, made: ScoringCard) -> Mapping[str, Any]:
        """Every field of the card."""
        shown = {name: getattr(made, name) for name in ("category", "game", "solo", "pays")}
        return {"name": made.names, **shown}


class CardPackSchema(Schema):
    """A card pack: tables such as `[cards.gorgon_gaze]`, `[scoring.old_mill]` and `[maps]`."""

    title = fields.Text(0, 1000, "name", description="What the pack calls itself.")
    cards = fields.Mapping(
        NewIdField(),
        fields.Nested(PackedCardSchema()),
        MAX_PRINTED,
        description="Cards by their ids, known or new: letters, digits and `_`.",
    )
    maps = fields.Mapping(
        NewIdField(),
        print_field(),
        MAX_PRINTED,
        description="Prints by the names of their maps, known or new, as 11 rows of `^`, `R`, `#` "
        "and `.`.",
    )
    scoring = fields.Mapping(
        NewIdField(),
        fields.Nested(ScoringCardSchema()),
        MAX_PRINTED,
        description="New scoring cards by their ids.",
    )
    seasons = fields.Mapping(
        season_field(required=False),
        fields.Integer(1, 60),
        len(Season),
        description="The time at which a season ends, by season, where it is not the printed one.",
    )

    def make(self, data: Mapping[str, Any]) -> Facts:
        """The facts under the pack."""
        cards = {id_: _packed(id_, entry) for id_, entry in data.get("cards", {}).items()}
        scoring = {id_: card._replace(id=id_) for id_, card in data.get("scoring", {}).items()}
        pack = Facts(cards, data.get("maps", {}), scoring, data.get("seasons", {}))
        return installed().under(pack)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The fields that new cards lack, and those that cards of their kinds do not show."""
        facts: Facts = made
        yield from _taken_ids(facts, data)
        for id_, entry in data.get("cards", {}).items():
            card, faults = facts.cards[id_], []
            if id_ not in installed().cards:
                needed = _NEEDED[card.kind]
                lacking = [field for field in needed if entry.get(field) in (None, ())]
                faults = [Fault("required", (field,)) for field in lacking]
            yield from below(("cards", id_), faults or _shown_faults(card, entry))

    def unmake(self, made: Any) -> Mapping[str, Any]:
        """The entries that differ from those known without the pack."""
        mine: Facts = made
        base = installed()
        differing = {
            "cards": _beyond(mine.cards, base.cards),
            "maps": _beyond(mine.maps, base.maps),
            "scoring": _beyond(mine.scoring, base.scoring),
            "seasons": _beyond(mine.lengths, base.lengths),
        }
        return {name: entries for name, entries in differing.items() if entries}


def _taken_ids(facts: Facts, data: Mapping[str, Any]) -> Iterator[Fault]:
    """The ids of cards that are those of cards of another kind, or of printed scoring cards."""
    known = installed()
    for id_ in data.get("scoring", {}):
        if other := SCORING_CARDS.get(id_) or facts.cards.get(id_):
            yield Fault("printed_card", ("scoring", id_), {"card": other.name})
    for id_, entry in data.get("cards", {}).items():
        drawn, scoring = known.cards.get(id_), known.scoring.get(id_)
        is_other = drawn is not None and entry.get("kind", drawn.kind) != drawn.kind
        if other := scoring or (drawn if is_other else None):
            yield Fault("printed_card", ("cards", id_), {"card": other.name})


def _beyond(mine: Mapping[Any, Any], base: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """The entries that another table does not have, or has otherwise."""
    return {key: one for key, one in mine.items() if key not in base or base[key] != one}
