"""Request schemas of a table of Cartographers: the snapshot, its players, and fields they share.

Schemas of cards are in `cards`, those of single endpoints beside the endpoint. A drawn map is
loaded as layers of letters: only together with the print, which is another field, is it a map.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from theodolite.cartographers.board import DRAWN_ROWS, GRID, Drawn, drawn_on, misprints
from theodolite.cartographers.facts import GAMES
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import (
    DECREES,
    Box,
    Player,
    Season,
    Snapshot,
    ambush_faults,
    decree_faults,
    map_faults,
    player_faults,
    solo_faults,
)
from theodolite.verdict import Fault, below
from theodolite.web import fields
from theodolite.web.boards import RowsField, SpacesField
from theodolite.web.card_packs import in_force
from theodolite.web.cartographers.cards import CardPackSchema, season_field
from theodolite.web.cartographers.known import (
    RULEBOOK,
    KnownField,
    MapField,
    ambush_field,
    installed,
    known,
)
from theodolite.web.fields import refusal, refusals
from theodolite.web.schemas import LEFT, LOAD_ERRORS, Schema, left_faults, rulings_schema

PACK = CardPackSchema()
MAX_PLAYERS = 100
MAX_POINTS = 1000
"""More points, or coins, than any season brings."""
MAX_AMBUSHES = 8
"""More ambushes than a game has."""


def ambushes_field(**kwargs: Any) -> fields.List:
    """Ambushes in the order in which they were revealed."""
    return fields.List(ambush_field(), MAX_AMBUSHES, code="too_many", **kwargs)


class CoinsField(fields.Integer):
    """How many coins are marked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(0, MAX_POINTS, **kwargs)

    def load(self, value: Any) -> int:
        """The number itself."""
        if type(value) is int and value < 0:
            raise refusal("negative_coins", {"count": max(value, -MAX_POINTS)})
        return super().load(value)


class MonsterPointsField(fields.Integer):
    """The points that monsters cost in a season, 0 or less."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(-len(GRID.names), 0, **kwargs)

    def load(self, value: Any) -> int:
        """The number itself."""
        if type(value) is int and value > 0:
            raise refusal("positive_monsters", {"count": min(value, MAX_POINTS)})
        return super().load(value)


class _RecordSchema(Schema):
    """An object that is written with all of its fields, in the order of the schema."""

    def unmake(self, made: Any) -> Mapping[str, Any]:
        """Every field of the object."""
        return {name: getattr(made, name) for name in self.fields}


class SeasonBoxSchema(_RecordSchema):
    """The boxes of an earlier season, as written on a player's sheet, or its sum alone."""

    season = season_field(description="The season, earlier than that of the table.")
    decrees = fields.List(
        fields.Integer(0, MAX_POINTS),
        2,
        least=2,
        allow_none=True,
        description="The points of its two decrees, in the order of the season. Like coins and "
        "monsters they may be absent or null if the sum is written.",
    )
    coins = CoinsField(allow_none=True, description="The points of its coins.")
    monsters = MonsterPointsField(
        allow_none=True, description="The points that monsters cost, 0 or less."
    )
    written = fields.Integer(
        -MAX_POINTS,
        4 * MAX_POINTS,
        allow_none=True,
        description="The sum as the player wrote it, if it is known. It need not add up.",
    )

    def make(self, data: Mapping[str, Any]) -> Box:
        """The boxes."""
        return Box(**data)

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The parts that are not known of a season whose sum is not known either."""
        if made.written is None:
            parts = ("decrees", "coins", "monsters")
            yield from (Fault("required", (part,)) for part in parts if data.get(part) is None)


class PlayerSchema(_RecordSchema):
    """A player's sheet: the map drawn, coins, and the boxes of earlier seasons."""

    name = fields.Name(
        given=True, required=True, description="The player's name, another for each player."
    )
    coins = CoinsField(description="The coins marked so far; 0 by default.")
    stars = SpacesField(GRID, description="The spaces with a star; none by default.")
    drawn = RowsField(
        DRAWN_ROWS,
        write=Drawn.rows,
        required=True,
        description="The drawing, as 11 rows of 11 letters: `F` forest, `V` village, `A` farm, "
        "`W` water, `H` hero, `M` monster, `D` dragon, `Z` zombie, `T` troll, `G` gorgon, "
        "`X` destroyed, `d` a destroyed dragon space, `.` nothing; `^`, `R` and `#` may repeat "
        "the print.",
    )
    seasons = fields.List(
        fields.Nested(SeasonBoxSchema()),
        len(Season),
        code="too_many",
        description="The boxes of earlier seasons; none by default.",
    )
    dragon_paid = fields.Boolean(
        description="Whether the coins for the dragon are among those marked; false by default."
    )
    coins_spent = CoinsField(
        description="The coins that skill cards have cost so far, which are marked no more; 0 by "
        "default."
    )

    def unmake(self, made: Player) -> Mapping[str, Any]:
        """Every field of the sheet, but for coins spent where none are."""
        whole = dict(super().unmake(made))
        if not made.coins_spent:
            del whole["coins_spent"]
        return whole


class SnapshotSchema(Schema):
    """A table at one moment: the map and the decrees in play, and every player's sheet."""

    game = fields.Choice.of(
        GAMES,
        "unknown_value",
        required=True,
        description="The game: Cartographers, Heroes, or both combined.",
    )
    map = MapField(required=True)
    season = season_field(description="The season that is played, or that is scored.")
    solo = fields.Boolean(
        description="Whether it is a solo game; by default with exactly one player. False with "
        "one player: a single sheet of a game of several."
    )
    decrees = fields.Mapping(
        fields.Choice.of(DECREES, "unknown_field"),
        KnownField(lambda facts: facts.scoring),
        len(DECREES),
        description="The scoring card under each decree, `A` to `D`. Those that no season asked "
        "for needs may be absent.",
    )
    ambushes = ambushes_field(
        description="The ambushes revealed so far, in order; none by default."
    )
    players = fields.List(
        fields.Nested(PlayerSchema()),
        MAX_PLAYERS,
        least=1,
        code="player_count",
        required=True,
        description="The players clockwise: the left neighbour of each is the next.",
    )
    rulings = fields.Nested(
        rulings_schema(Rulings, code="unknown_ruling_value"),
        description="How open points of the rules are decided; each ruling has a default.",
    )
    pack = fields.Nested(
        PACK,
        description="The table's own cards, maps and lengths of seasons, as in a card pack. It "
        "outranks the card pack of the service, and that the printed facts.",
    )
    left = LEFT

    def in_force(self, value: Any) -> AbstractContextManager[None]:
        """The pack that a table brings."""
        if type(value) is not dict or "pack" not in value:
            return nullcontext()
        document = value["pack"]
        try:
            return in_force(RULEBOOK.game, PACK.load_fast(document))
        except LOAD_ERRORS:
            raise refusals([*below(("pack",), PACK.errors(document))]) from None

    def load_fast(self, value: Any) -> Any:
        """Load a table that is most likely valid."""
        with self.in_force(value):
            return super().load_fast(value)

    def load(self, data: Any, **options: Any) -> Any:
        """Find the faults within fields, as marshmallow does."""
        with self.in_force(data):
            return super().load(data, **options)

    def check(self, value: Any) -> fields.Checked:
        """Load a table whose fields are all valid, and find the faults between fields in it."""
        with self.in_force(value):
            return super().check(value)

    def dump(self, obj: Any, **options: Any) -> dict[str, Any]:
        """Write a table as JSON."""
        with in_force(RULEBOOK.game, obj.facts):
            return super().dump(obj, **options)

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot."""
        printed, decrees, players = data["map"], data.get("decrees", {}), data["players"]
        return Snapshot(
            data["game"],
            printed,
            data["season"],
            data.get("solo", len(players) == 1),
            tuple(
                Player(
                    player["name"],
                    drawn_on(player["drawn"], printed),
                    player.get("stars", 0),
                    player.get("coins", 0),
                    player.get("seasons", ()),
                    player.get("dragon_paid", False),
                    player.get("coins_spent", 0),
                )
                for player in players
            ),
            tuple(decrees.get(letter) for letter in DECREES),
            data.get("ambushes", ()),
            data.get("rulings", Rulings()),
            known(),
            data.get("left", ()),
        )

    def cross_faults(self, made: Any, data: Mapping[str, Any]) -> Iterator[Fault]:
        """The faults that make the table impossible."""
        table: Snapshot = made
        decrees = decree_faults(data.get("decrees", {}), table.game, table.facts)
        yield from below(("decrees",), decrees)
        ambushes = ambush_faults(table.ambushes, table.game, table.season, table.facts)
        yield from below(("ambushes",), ambushes)
        for i, player in enumerate(data["players"]):
            map_, path = table.map(i), ("players", i)
            yield from below((*path, "drawn"), misprints(player["drawn"], map_.printed))
            yield from below(path, map_faults(table.game, map_))
        yield from player_faults(table.players, table.season)
        yield from solo_faults(solo=table.solo, players=len(table.players))
        yield from left_faults(table)

    def unmake(self, made: Any) -> Mapping[str, Any]:
        """Every field of the table, rulings that have their default included."""
        table: Snapshot = made
        decrees = zip(DECREES, table.decrees, strict=True)
        return {
            "game": table.game,
            "map": table.printed,
            "season": table.season,
            "solo": table.solo,
            "decrees": {letter: card for letter, card in decrees if card is not None},
            "ambushes": table.ambushes,
            "players": table.players,
            "rulings": table.rulings,
            **({} if table.facts == installed() else {"pack": table.facts}),
            **({"left": table.left} if table.left else {}),
        }


SNAPSHOT = SnapshotSchema()


class PartialSchema(SnapshotSchema):
    """A table of which a move needs the game, the map and a sheet alone."""

    season = season_field(required=False, description="The season that is played.")

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot; one of no season where none is said."""
        return super().make({"season": None, **data})

    def unmake(self, made: Any) -> Mapping[str, Any]:
        """The fields of the table, but for a season that is not said."""
        fields_of = super().unmake(made)
        return {name: value for name, value in fields_of.items() if value is not None}


ONLY = fields.List(
    fields.Choice({letter: i for i, letter in enumerate(DECREES)}, "unknown_value"),
    len(DECREES),
    description="Decrees to score alone, whatever the season, without coins, monsters and "
    "earlier seasons; by default the season is scored.",
)
"""The field `only` of a request for scores."""
