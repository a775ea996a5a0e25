"""What requests about Cartographers may contain: the snapshot, its maps, and cards.

What an object within a body holds stays by name until the whole is made: a map is read on its
print, a card by its pack, and both stand elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from theodolite.cartographers.board import (
    DRAWN_ROWS,
    GRID,
    PRINT_ROWS,
    TERRAIN_NAMES,
    Print,
    Terrain,
    drawn_on,
    misprints,
    read_print,
)
from theodolite.cartographers.facts import CARDS, GAMES, MAPS, SCORING_CARDS, Game
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import decrees_needed
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
    ruins_faults,
    solo_faults,
)
from theodolite.rulebook import Rulebook
from theodolite.verdict import Fault, Path
from theodolite.web.boards import RowsField, SpacesField
from theodolite.web.card_packs import card_pack
from theodolite.web.reading import (
    Body,
    Choice,
    Either,
    Flag,
    Items,
    Keyed,
    Leaf,
    Nested,
    Number,
    Text,
    refusal,
    rulings_body,
    shown,
    stranger,
)

__all__ = [
    "RULEBOOK",
    "SNAPSHOT",
    "PictureBody",
    "ScoreQuestionBody",
    "SnapshotBody",
    "came_faults",
    "coins_field",
    "drawn_field",
    "game_field",
    "made_of",
    "map_field",
    "name_field",
    "printed_maps",
    "rulings_field",
    "rulings_of",
    "scoring_faults",
    "sheet_faults",
    "stars_field",
    "table_of",
    "tells_decrees",
    "terrain_field",
]

RULEBOOK = Rulebook("theodolite.cartographers")

MOST_PLAYERS = 100
MOST_POINTS = 1000
_SEASONS = {season.name.lower(): season for season in Season}
_TERRAINS = dict(zip(TERRAIN_NAMES, Terrain, strict=True))


class MapNameField(Leaf):
    """The name of a side of the sheets, whose print the facts or a card pack know."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__({"type": "string", "enum": [*MAPS]}, **kwargs)

    def read(self, value: Any) -> Print:
        """The print."""
        if type(value) is not str or value not in MAPS:
            raise refusal("unknown_map", {"value": str(value)[:40]})
        printed = printed_maps()[value]
        if printed is None:
            raise refusal("map_not_known", {"value": value})
        return printed


def printed_maps() -> Mapping[str, Print | None]:
    """The prints that are known, those of a card pack before the facts."""
    pack = card_pack(RULEBOOK.game)
    return MAPS if pack is None else {**MAPS, **pack.maps}


def map_field(**kwargs: Any) -> Either:
    """A map by its name, or as the rows of its print."""
    return Either({str: MapNameField(), list: RowsField(PRINT_ROWS, read_print)}, **kwargs)


def drawn_field(**kwargs: Any) -> RowsField:
    """What is drawn, as its layers."""
    return RowsField(DRAWN_ROWS, **kwargs)


def stars_field(**kwargs: Any) -> SpacesField:
    """The spaces with a star."""
    return SpacesField(GRID, **kwargs)


def game_field(**kwargs: Any) -> Choice:
    """Which game is played."""
    return Choice({game: game for game in GAMES}, "unknown_value", **kwargs)


def terrain_field(**kwargs: Any) -> Choice:
    """A terrain by its name."""
    return Choice(_TERRAINS, "unknown_terrain", **kwargs)


def name_field(**kwargs: Any) -> Text:
    """The name of a player."""
    return Text(1, 40, "name", **kwargs)


def rulings_field() -> Nested:
    """The rulings."""
    return Nested(rulings_body(Rulings, code="unknown_ruling_value"))


def rulings_of(data: Mapping[str, Any]) -> Rulings:
    """The rulings of a body, made or by name."""
    rulings = data.get("rulings", {})
    return rulings if isinstance(rulings, Rulings) else Rulings(**rulings)


class _Coins(Number):
    """How many coins are marked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(0, MOST_POINTS, **kwargs)

    def read(self, value: Any) -> int:
        if type(value) is int and value < 0:
            raise refusal("negative_coins", {"count": max(value, -MOST_POINTS)})
        return super().read(value)


class _Loss(Number):
    """What monsters cost."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(-len(GRID.names), 0, **kwargs)

    def read(self, value: Any) -> int:
        if type(value) is int and value > 0:
            raise refusal("positive_monsters", {"count": min(value, MOST_POINTS)})
        return super().read(value)


def coins_field(**kwargs: Any) -> Number:
    """How many coins are marked."""
    return _Coins(**kwargs)


class _ScoringCard(Choice):
    """The id of a scoring card; one that there is not stands for itself until it is refused."""

    def read(self, value: Any) -> str:
        if type(value) is not str:
            raise refusal("wrong_type", {"expected": "string"})
        return shown(value)


class SeasonBoxBody(Body):
    """The boxes of an earlier season, as written on the sheet."""

    season = Choice(_SEASONS, "unknown_value", required=True)
    decrees = Items(Number(0, MOST_POINTS), 2, least=2, required=True)
    coins = _Coins(required=True)
    monsters = _Loss(required=True)
    written = Number(-MOST_POINTS, 4 * MOST_POINTS, allow_none=True)


class PlayerBody(Body):
    """A player: name, coins, stars, what is drawn, and the seasons written down."""

    name = name_field(required=True)
    coins = _Coins()
    stars = stars_field()
    drawn = drawn_field(required=True)
    seasons = Items(Nested(SeasonBoxBody()), len(Season), code="too_many")


class SnapshotBody(Body):
    """The whole table at one moment."""

    game = game_field(required=True)
    map = map_field(required=True)
    season = Choice(_SEASONS, "unknown_value", required=True)
    solo = Flag()
    decrees = Keyed(
        Choice({letter: letter for letter in DECREES}, "unknown_field"),
        _ScoringCard({card: card for card in SCORING_CARDS}, "unknown_card"),
        len(DECREES),
    )
    ambushes = Items(
        Choice({card: card for card in CARDS}, "unknown_card"), len(CARDS), code="too_many"
    )
    players = Items(Nested(PlayerBody()), MOST_PLAYERS, least=1, code="player_count", required=True)
    rulings = rulings_field()

    def make(self, data: Mapping[str, Any]) -> Snapshot:
        """The snapshot."""
        printed, decrees = data["map"], data.get("decrees", {})
        players = data["players"]
        return Snapshot(
            data["game"],
            printed,
            data["season"],
            data.get("solo", len(players) == 1),
            tuple(_player(player, printed) for player in players),
            tuple(decrees.get(letter) for letter in DECREES),
            tuple(data.get("ambushes", ())),
            rulings_of(data),
        )

    def doubts(self, made: Any, data: Mapping[str, Any]) -> Iterator[object]:
        """What makes the table impossible."""
        table: Snapshot = made
        yield from decree_faults(data.get("decrees", {}), table.game)
        yield from ambush_faults(table.ambushes, table.game, table.season)
        for player, sheet in zip(table.players, data["players"], strict=True):
            yield from misprints(sheet["drawn"], table.printed)
            yield from map_faults(table.game, player.drawn, player.stars)
        names = [player.name for player in table.players]
        boxes = [player.seasons for player in table.players]
        yield from player_faults(names, [], boxes, table.season)
        yield from solo_faults(solo=data.get("solo") is True, players=len(names))

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """What makes the table impossible, as far as it could be read."""
        game, season = data.get("game"), data.get("season")
        players = [player or {} for player in data.get("players", ())]
        if game is not None:
            yield from _within(("decrees",), decree_faults(data.get("decrees", {}), game))
        yield from came_faults(data, game, season)
        for i, player in enumerate(players):
            yield from _within(("players", i), sheet_faults(game, data.get("map"), player))
        yield from player_faults(
            [player.get("name", "") for player in players],
            [],
            [_boxes(player) for player in players],
            season,
        )
        yield from solo_faults(solo=data.get("solo") is True, players=len(players) or 1)


def came_faults(
    data: Mapping[str, Any], game: Game | None, season: Season | None = None
) -> Iterator[Fault]:
    """What cannot be true of the `ambushes` of a body, of which None could not be read."""
    if game is None:
        return
    names = [name or "" for name in data.get("ambushes", ())]
    for fault in ambush_faults(names, game, season):
        if not fault.path or names[cast("int", fault.path[0])]:
            yield fault._replace(path=("ambushes", *fault.path))


def _within(path: Path, faults: Iterator[Fault]) -> Iterator[Fault]:
    return (fault._replace(path=(*path, *fault.path)) for fault in faults)


def _boxes(player: Mapping[str, Any]) -> list[Box]:
    """The seasons written on a sheet that could be read so far as to compare them."""
    return [
        Box(box["season"], (0, 0), 0, 0)
        for box in player.get("seasons", ())
        if box and "season" in box
    ]


def _player(data: Mapping[str, Any], printed: Print) -> Player:
    return Player(
        data["name"],
        drawn_on(data["drawn"], printed),
        data.get("stars", 0),
        data.get("coins", 0),
        tuple(
            Box(one["season"], one["decrees"], one["coins"], one["monsters"], one.get("written"))
            for one in data.get("seasons", ())
        ),
    )


def sheet_faults(
    game: Game | None, printed: Print | None, sheet: Mapping[str, Any]
) -> Iterator[Fault]:
    """What cannot be true of a sheet, its `drawn` as layers and its `stars`; None: unread."""
    layers: Sequence[int] | None = sheet.get("drawn")
    drawn = None
    if layers is not None:
        drawn = drawn_on(layers, printed or Print())
        if printed is not None:
            yield from _within(("drawn",), misprints(layers, printed))
    yield from map_faults(game or "heroes", drawn, sheet.get("stars", 0))


def made_of(body: Body, data: Any) -> Any:
    """What a body within another makes, if it is made or can be; None where it could not be read.

    Nothing is wrong with a body that a table can be made of, but what its own faults say.
    """
    if not isinstance(data, dict):
        return data
    try:
        return body.make(data)
    except (LookupError, TypeError, ValueError):
        return None


SNAPSHOT = SnapshotBody()


def table_of(data: Mapping[str, Any]) -> Snapshot | None:
    """The snapshot within a body, None where it could not be read."""
    table: Snapshot | None = made_of(SNAPSHOT, data.get("snapshot"))
    return table


def scoring_faults(
    table: Snapshot, decrees: Sequence[int], path: Path, *, told: bool
) -> Iterator[Fault]:
    """What a question about the points of some decrees lacks.

    Args:
        table: the table.
        decrees: the decrees that are scored.
        path: where the snapshot stands in the body.
        told: whether the snapshot has a field `decrees`.
    """
    for decree in decrees:
        if table.decrees[decree] is None:
            place: Path = (*path, "decrees", DECREES[decree]) if told else (*path, "decrees")
            yield Fault("decree_missing", place, {"decree": DECREES[decree]})
    if "the_golden_granary" in [table.decrees[decree] for decree in decrees]:
        yield from ruins_faults(table.printed, (*path, "map"))


def tells_decrees(data: Mapping[str, Any]) -> bool:
    """Whether the snapshot of a body tells its decrees, as far as is known."""
    snapshot = data.get("snapshot")
    if isinstance(snapshot, Snapshot):
        return any(card is not None for card in snapshot.decrees)
    return "decrees" in (snapshot or {})


class ScoreQuestionBody(SnapshotBody):
    """A table to score, and the decrees to score alone if only some are asked for."""

    # By this name marshmallow keeps a setting of its own, of the body and not of its class.
    only = Items(  # type: ignore[assignment]
        Choice({letter: i for i, letter in enumerate(DECREES)}, "unknown_value"), len(DECREES)
    )

    def make(self, data: Mapping[str, Any]) -> Any:
        """The snapshot, and the decrees by number."""
        return super().make(data), tuple(data.get("only", ()))

    def doubts(self, made: Any, data: Mapping[str, Any]) -> Iterator[object]:
        """What makes the table impossible; scoring cards that are wanting."""
        table, only = made
        yield from super().doubts(table, data)
        yield from self._wanting(table, only, data)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """What makes the table impossible; scoring cards that are wanting."""
        yield from super().faults(data)
        season, only = data.get("season"), data.get("only", ())
        if season is None or None in only:
            return
        # Whatever is wrong with the sheets.
        decrees = tuple(data.get("decrees", {}).get(letter) for letter in DECREES)
        table = Snapshot("combined", data.get("map", Print()), season, False, (), decrees)
        yield from self._wanting(table, only, data)

    def _wanting(
        self, table: Snapshot, only: Sequence[int], data: Mapping[str, Any]
    ) -> Iterator[Fault]:
        needed = decrees_needed(table.season, only)
        return scoring_faults(table, needed, (), told="decrees" in data)


class PictureBody(Body):
    """A table to draw, and spaces of it to light up, say those of a line of a score sheet."""

    snapshot = Nested(SNAPSHOT, required=True)
    spaces = SpacesField(GRID)
    player = name_field(allow_none=True)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A player who is not at the table."""
        return stranger(table_of(data), data.get("player"), ("player",))
