"""Request schemas of moves: drawings, and the turns of a record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Any, NamedTuple, get_args

from theodolite.cartographers import legality
from theodolite.cartographers.board import GRID
from theodolite.cartographers.drawing import Draw, Impossible, Skill
from theodolite.cartographers.facts import Card, Facts
from theodolite.cartographers.legality import Turn
from theodolite.cartographers.replays import Leave, SeasonRecord, TurnRecord
from theodolite.cartographers.season_ends import Choices
from theodolite.cartographers.snapshot import Snapshot, card_faults, ruins_faults
from theodolite.grid import NOWHERE, Spaces, set_of
from theodolite.verdict import Fault, Path, below
from theodolite.web import fields
from theodolite.web.asked import LEAVES
from theodolite.web.boards import SpaceField, SpacesField
from theodolite.web.cartographers.cards import card_document, card_field
from theodolite.web.cartographers.known import TERRAINS, ambush_field
from theodolite.web.cartographers.schemas import MAX_AMBUSHES, MAX_PLAYERS, MAX_POINTS
from theodolite.web.schemas import Schema, unknown_player

OVER_EDGE = [f"{row}{column}" for row in ascii_uppercase for column in range(100)]
"""The names of the spaces, as if the rows and columns of the map went on over its edge."""


class SquaresField(SpacesField):
    """Spaces of a move, loaded as a set and the names of those over the edge of the map."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(GRID, space=SpaceField(GRID, outside=OVER_EDGE), **kwargs)

    def load(self, value: Any) -> tuple[Spaces, Sequence[str]]:
        """The spaces, and the names of those over the edge as they were listed."""
        spaces = self.distinct(value)
        over_edge = [name for name in value if name in spaces]
        return set_of(spaces.difference(over_edge)), over_edge


class Move(NamedTuple):
    """A drawing of a player for a card.

    Attributes:
        card: The card that is drawn for; None if that is not said.
        on: The name of the owner of the map; None for the player.
        after_ruins: Whether a ruins card came before it.
        draw: The drawing; None if no spaces are said.
    """

    card: Card | None
    on: str | None
    after_ruins: bool
    draw: Draw | None


class DrawSchema(Schema):
    """A drawing for a card. With an empty list of spaces it claims that nothing can be drawn.

    A drawing over the edge of the map, or of mountains, can be stated, and is illegal.
    """

    spaces = SquaresField(description="The spaces that are filled. Without them it is not whole.")
    terrain = fields.Choice(
        {**TERRAINS, "mountain": "mountain"},
        "unknown_terrain",
        allow_none=True,
        description="Their terrain; needed where there are spaces. `mountain` is never legal.",
    )
    stars = SquaresField(
        description="Heroes: the whole attack pattern inside the map, spaces that have a star "
        "included."
    )
    destroys = SpaceField(
        GRID,
        outside=OVER_EDGE,
        allow_none=True,
        description="Gorgons: the space that is destroyed.",
    )
    skill = fields.Choice.of(
        get_args(Skill),
        "unknown_value",
        description="The effect of a skill card that is used: `free_drawing`, squares judged by "
        "the map alone; `extra_squares`, squares beyond the card's shape; `other`.",
    )
    coins_spent = fields.Integer(
        0, MAX_POINTS, description="The coins that the skill card costs; needed with `skill`."
    )

    def make(self, data: Mapping[str, Any]) -> Any:
        """The drawing; None without spaces."""
        if "spaces" not in data:
            return None
        (spaces, squares), (stars, starred) = data["spaces"], data.get("stars", (NOWHERE, ()))
        terrain, target = data.get("terrain"), data.get("destroys")
        mountain, outside = terrain == "mountain", isinstance(target, str)
        return Draw(
            spaces,
            None if mountain else terrain,
            stars,
            None if outside else target,
            Impossible(squares, starred, target if outside else None, mountain),
            data.get("skill"),
            data.get("coins_spent", 0),
        )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A terrain without spaces; a skill card without its coins, or the other way round."""
        both = ("skill", "coins_spent")
        if any(name in data for name in both):
            yield from (Fault("required", (name,)) for name in both if name not in data)
        if data.get("spaces") == (NOWHERE, []) and data.get("terrain") is not None:
            yield Fault("superfluous_field", ("terrain",))

    def unmake(self, made: Any) -> Mapping[str, Any]:
        """The fields of a drawing that can be drawn."""
        fields_of = super().unmake(made)
        hidden = ("impossible", *(["coins_spent"] if made.skill is None else []))
        return {name: value for name, value in fields_of.items() if name not in hidden}


_DRAW = DrawSchema()


ON = fields.Name(
    allow_none=True,
    description="The owner of the map drawn on; by default the player, and for an ambush the "
    "neighbour whose map the player receives.",
)
AFTER_RUINS = fields.Boolean(
    description="Whether a ruins card came before it, so that ruins must be covered; false by "
    "default."
)


class MoveSchema(DrawSchema):
    """A player's drawing for a card, on the player's own map or on another."""

    card = card_field(description="The card that is drawn for.")
    on, after_ruins = ON, AFTER_RUINS

    def make(self, data: Mapping[str, Any]) -> Move:
        """The move."""
        draw = super().make(data)
        return Move(data.get("card"), data.get("on"), data.get("after_ruins", False), draw)


def turn_of(snapshot: Snapshot, player: str, move: Move, card: Card) -> Turn:
    """The turn of a move; unknown players, who are refused, stand for the first."""
    names = snapshot.names
    seat = names.index(player) if player in names else 0
    if move.on is not None:
        owner = names.index(move.on) if move.on in names else 0
    else:
        is_passed = card.kind == "ambush" and not snapshot.solo
        owner = legality.neighbour(snapshot, seat, card) if is_passed else seat
    return Turn(seat, owner, card, move.after_ruins)


def move_document(move: Move, draw: Draw, facts: Facts) -> dict[str, Any]:
    """A move with a drawing, as a request about a table with these facts has it."""
    document: dict[str, Any] = {"card": card_document(move.card, facts)} if move.card else {}
    if move.on is not None:
        document["on"] = move.on
    if move.after_ruins:
        document["after_ruins"] = True
    return {**document, **_DRAW.dump(draw)}


def move_faults(snapshot: Snapshot, _player: str, move: Move, path: Path) -> Iterator[Fault]:
    """The map of nobody at the table."""
    return unknown_player(snapshot.names, move.on, (*path, "on"))


def face_faults(snapshot: Snapshot, turn: Turn, path: Path) -> Iterator[Fault]:
    """A card of another game, or whose face is not known; ruins that are not known."""
    needed = legality.faces_needed(snapshot, turn.card)
    yield from below(path, card_faults(turn.card, snapshot.game, needed))
    if legality.ruins_in_force(snapshot, turn):
        yield from ruins_faults(snapshot.printed, ("snapshot", "map"))


def choices_field() -> fields.Mapping:
    """The spaces that are chosen at the end of a season."""
    return fields.Mapping(
        fields.Name(),
        fields.Mapping(ambush_field(), SpaceField(GRID, outside=OVER_EDGE), MAX_AMBUSHES),
        MAX_PLAYERS,
        description="By player, and by ambush, the space that the player destroys at the end of "
        "the season.",
    )


class SeasonEndSchema(Schema):
    """The end of a season."""

    choices = choices_field()

    def make(self, data: Mapping[str, Any]) -> Choices:
        """The choices."""
        choices: Choices = data.get("choices", {})
        return choices


class RecordedTurnSchema(Schema):
    """A card and what each player drew for it, the end of a season, or a player who leaves."""

    card = card_field(description="The card.")
    moves = fields.Mapping(
        fields.Name(),
        fields.Nested(DrawSchema()),
        MAX_PLAYERS,
        description="By player, what the player drew; none for a ruins card.",
    )
    season_end = fields.Nested(
        SeasonEndSchema(), description="The end of the season, where it is no card."
    )
    player = fields.Name(description="With `left` alone: the player who leaves.")
    left = LEAVES

    def make(self, data: Mapping[str, Any]) -> Any:
        """The card with its drawings, or the choices at the end of the season."""
        if "season_end" in data:
            return data["season_end"]
        if data.get("left"):
            return Leave(data.get("player", ""))
        return TurnRecord(data.get("card"), data.get("moves", {}))  # type: ignore[arg-type]

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """None of a card, the end of a season and a player who leaves, or several."""
        if "season_end" in data:
            allowed = ["season_end"]
        else:
            allowed = ["player", "left"] if data.get("left") else ["card", "moves", "left"]
        if allowed[0] not in data:
            yield Fault("required", (allowed[0],))
        yield from (Fault("superfluous_field", (name,)) for name in data if name not in allowed)


def recorded_faults(snapshot: Snapshot, turn: Any, path: Path) -> Iterator[Fault]:
    """Unknown players in a turn of a record, and an impossible card."""
    if isinstance(turn, Leave):
        yield from unknown_player(snapshot.names, turn.player, (*path, "player"))
        return
    if not isinstance(turn, TurnRecord):
        for name in turn:
            yield from unknown_player(snapshot.names, name, (*path, "season_end", "choices", name))
        return
    if turn.card is not None:
        needed = (*legality.faces_needed(snapshot, turn.card), "time")
        yield from below((*path, "card"), card_faults(turn.card, snapshot.game, needed))
    for name in turn.draws:
        yield from unknown_player(snapshot.names, name, (*path, "moves", name))


def seasons_of(turns: Iterable[Any]) -> Sequence[SeasonRecord]:
    """The seasons of a record, of which the last may go on."""
    seasons: list[SeasonRecord] = []
    cards: list[TurnRecord | Leave] = []
    for turn in turns:
        if isinstance(turn, TurnRecord | Leave):
            cards.append(turn)
        else:
            seasons.append(SeasonRecord(cards, turn))
            cards = []
    return [*seasons, SeasonRecord(cards, ended=False)] if cards or not seasons else seasons
