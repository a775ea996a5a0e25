"""What the questions about the play of Cartographers take."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.cartographers.actions import Worth, decrees_valued
from theodolite.cartographers.board import GRID, Map, drawn_on
from theodolite.cartographers.disputes import MOST_CARDS, Dispute
from theodolite.cartographers.drawing import Draw, Sheet, idle_fields
from theodolite.cartographers.ending import Choices, revealed_faults, threshold, time_of
from theodolite.cartographers.facts import CARDS, Card
from theodolite.cartographers.replays import SeasonRecord, TurnRecord
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import (
    Season,
    Snapshot,
    order_faults,
    ruins_faults,
)
from theodolite.cartographers.turn import Turn, faces_needed, needs_ruins
from theodolite.rulings import alternatives
from theodolite.verdict import Fault, Path
from theodolite.web.boards import SpaceField, SpacesField
from theodolite.web.cartographers.bodies import (
    SNAPSHOT,
    came_faults,
    coins_field,
    drawn_field,
    game_field,
    made_of,
    map_field,
    name_field,
    rulings_field,
    rulings_of,
    scoring_faults,
    sheet_faults,
    stars_field,
    table_of,
    tells_decrees,
    terrain_field,
)
from theodolite.web.cartographers.cards import card_at, card_field, is_told, known_card
from theodolite.web.reading import Body, Choice, Flag, Items, Keyed, Nested, Number, stranger

__all__ = [
    "SEASON_END",
    "ActionsQuestion",
    "ActionsQuestionBody",
    "AmbushPlacementBody",
    "AmbushQuestion",
    "DisputeBody",
    "DrawBody",
    "LegalityCheckBody",
    "LegalityQuestion",
    "MapUpdateBody",
    "MapUpdateQuestion",
    "ReplayBody",
    "ReplayQuestion",
    "SeasonEndBody",
    "SeasonEndQuestion",
]

MOST_TURNS = 60
SEASON_END = "season_end"
_AMBUSHES = {id_: id_ for id_, card in CARDS.items() if card.kind == "ambush"}


class DrawBody(Body):
    """What is drawn: spaces in a terrain, a hero's stars, what a gorgon destroys."""

    spaces = SpacesField(GRID, required=True)
    terrain = terrain_field(allow_none=True)
    stars = stars_field()
    destroys = SpaceField(GRID, allow_none=True)

    def make(self, data: Mapping[str, Any]) -> Draw:
        """The draw."""
        return Draw(**data)

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A terrain of nothing."""
        if data.get("spaces") == 0 and data.get("terrain") is not None:
            yield Fault("superfluous_field", ("terrain",))


_DRAW = DrawBody()


def choices_field() -> Keyed:
    """What is destroyed at the end of a season: by player, and by ambush."""
    ambush = Choice(_AMBUSHES, "unknown_card")
    return Keyed(name_field(), Keyed(ambush, SpaceField(GRID), len(_AMBUSHES)), 100)


class MapUpdateQuestion(NamedTuple):
    """A sheet, and what is drawn on it."""

    sheet: Sheet
    draw: Draw
    card: Card | None
    by_owner: bool
    rulings: Rulings


class MapUpdateBody(Body):
    """A map with its coins, and what is drawn on it."""

    game = game_field(required=True)
    map = map_field(required=True)
    drawn = drawn_field(required=True)
    stars = stars_field()
    coins = coins_field()
    dragon_paid = Flag()
    draw = Nested(DrawBody(), required=True)
    card = card_field(allow_none=True)
    by = Choice({"owner": True, "neighbour": False}, "unknown_value")
    rulings = rulings_field()

    def make(self, data: Mapping[str, Any]) -> MapUpdateQuestion:
        """The sheet, the draw and the card."""
        card = data.get("card")
        land = Map(data["map"], drawn_on(data["drawn"], data["map"]), data.get("stars", 0))
        return MapUpdateQuestion(
            Sheet(land, data.get("coins", 0), data.get("dragon_paid", False)),
            data["draw"],
            None if card is None else known_card(card),
            data.get("by", True),
            rulings_of(data),
        )

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A map that cannot be; a card that cannot come; stars and a target without a meaning."""
        yield from sheet_faults(data.get("game"), data.get("map"), data)
        yield from card_at(data.get("card"), data.get("game"), ("card",))
        drawn, card = made_of(_DRAW, data.get("draw")), data.get("card")
        if drawn is not None and (card is None or is_told(card)):
            face = None if card is None else known_card(card)
            for field in idle_fields(drawn, face, rulings_of(data)):
                yield Fault("superfluous_field", ("draw", field))


class SeasonEndQuestion(NamedTuple):
    """A table, the cards of its season, and what trolls destroy."""

    snapshot: Snapshot
    revealed: Sequence[Card] | None
    choices: Choices


class SeasonEndBody(Body):
    """A table at the end of a season, its cards, and what is chosen."""

    snapshot = Nested(SNAPSHOT, required=True)
    revealed = Items(card_field(), MOST_TURNS, code="too_many", allow_none=True)
    choices = choices_field()

    def make(self, data: Mapping[str, Any]) -> SeasonEndQuestion:
        """The table, the cards and the choices."""
        revealed = data.get("revealed")
        return SeasonEndQuestion(
            data["snapshot"],
            None if revealed is None else [known_card(card) for card in revealed],
            data.get("choices", {}),
        )

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Cards that cannot come, scoring cards and ambushes that are wanting, strangers."""
        table = table_of(data)
        game = table and table.game
        revealed = data.get("revealed") or ()
        for i, card in enumerate(revealed):
            yield from card_at(card, game, ("revealed", i), ("time",))
        if table is None:
            return
        if all(is_told(card) for card in revealed):
            cards = [known_card(card) for card in revealed]
            came = revealed_faults(table.game, table.season, table.ambushes, cards, table.rulings)
            yield from (fault._replace(path=("revealed", *fault.path)) for fault in came)
        for name in data.get("choices", {}):
            yield from stranger(table, name, ("choices", name))
        for player in table.players:
            yield from order_faults(table.ambushes, player.drawn, ("snapshot", "ambushes"))
        # After winter nothing is written down any more.
        if table.season != Season.WINTER:
            told = tells_decrees(data)
            yield from scoring_faults(table, table.season.decrees, ("snapshot",), told=told)


class LegalityQuestion(NamedTuple):
    """A table, a turn, and what is drawn in it."""

    snapshot: Snapshot
    turn: Turn
    draw: Draw


def _turn(data: Mapping[str, Any], table: Snapshot) -> Turn:
    names = [player.name for player in table.players]
    player, on = data["player"], data.get("on") or data["player"]
    # A stranger is refused before anything is judged.
    seat, whose = [names.index(name) if name in names else 0 for name in (player, on)]
    return Turn(seat, whose, known_card(data["card"]), data.get("after_ruins", False))


class _TurnBody(Body):
    """A table, who draws on whose map, and for which card."""

    snapshot = Nested(SNAPSHOT, required=True)
    player = name_field(required=True)
    on = name_field(allow_none=True)
    card = card_field(required=True)
    after_ruins = Flag()

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Strangers; a card that cannot come, or of which too little is known."""
        table, told = table_of(data), data.get("card")
        for field in ("player", "on"):
            yield from stranger(table, data.get(field), (field,))
        if table is None or not is_told(told):
            yield from card_at(told, table and table.game, ("card",))
            return
        turn = _turn({"player": "", **data}, table)
        yield from card_at(told, table.game, ("card",), faces_needed(table, turn.card))
        if needs_ruins(table, turn):
            yield from ruins_faults(table.printed, ("snapshot", "map"))


class LegalityCheckBody(_TurnBody):
    """A table, and what a player draws for a card."""

    draw = Nested(DrawBody(), required=True)

    def make(self, data: Mapping[str, Any]) -> LegalityQuestion:
        """The table, the turn and the draw."""
        table = data["snapshot"]
        return LegalityQuestion(table, _turn(data, table), data["draw"])


class ActionsQuestion(NamedTuple):
    """A table, a turn, what its placements are valued by, and how many are told."""

    snapshot: Snapshot
    turn: Turn
    worth: Worth
    limit: int


class ActionsQuestionBody(_TurnBody):
    """A table, and for which card a player draws."""

    value = Choice({worth: worth for worth in ("none", "season", "game")}, "unknown_value")
    limit = Number(1, 1000)

    def make(self, data: Mapping[str, Any]) -> ActionsQuestion:
        """The table, the turn, and what is asked of it."""
        table = data["snapshot"]
        worth = data.get("value", "none")
        return ActionsQuestion(table, _turn(data, table), worth, data.get("limit", 100))

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """As of every turn; scoring cards that are wanting."""
        yield from super().faults(data)
        table = table_of(data)
        if table is not None:
            needed = decrees_valued(table, data.get("value", "none"))
            yield from scoring_faults(table, needed, ("snapshot",), told=tells_decrees(data))


class AmbushQuestion(NamedTuple):
    """A map, and the ambush that is to be drawn on it in solo play."""

    land: Map
    card: Card
    rulings: Rulings


class AmbushPlacementBody(Body):
    """A map in solo play, and an ambush."""

    game = game_field(required=True)
    map = map_field(required=True)
    drawn = drawn_field(required=True)
    stars = stars_field()
    card = card_field(required=True)
    rulings = rulings_field()

    def make(self, data: Mapping[str, Any]) -> AmbushQuestion:
        """The map and the ambush."""
        printed = data["map"]
        land = Map(printed, drawn_on(data["drawn"], printed), data.get("stars", 0))
        return AmbushQuestion(land, known_card(data["card"]), rulings_of(data))

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """A map that cannot be; a card that is no ambush, or of which too little is known."""
        yield from sheet_faults(data.get("game"), data.get("map"), data)
        told = data.get("card")
        id_ = told if told is None or isinstance(told, str) else told.get("card")
        if id_ is not None and id_ not in _AMBUSHES:
            yield Fault("unknown_card", ("card",), {"value": id_})
        else:
            yield from card_at(told, data.get("game"), ("card",), ("shapes", "corner", "turns"))


class ReplayQuestion(NamedTuple):
    """A table, and the seasons that followed."""

    snapshot: Snapshot
    seasons: Sequence[SeasonRecord]


class TurnRecordBody(Body):
    """A card revealed, and what each player drew for it."""

    card = card_field(required=True)
    draws = Keyed(name_field(), Nested(DrawBody()), 100)


class SeasonRecordBody(Body):
    """The cards of a season in order, and what trolls destroyed at its end."""

    turns = Items(Nested(TurnRecordBody()), MOST_TURNS, code="too_many", required=True)
    choices = choices_field()


class ReplayBody(Body):
    """A table, and a record of what followed."""

    snapshot = Nested(SNAPSHOT, required=True)
    seasons = Items(Nested(SeasonRecordBody()), len(Season), code="too_many", required=True)

    def make(self, data: Mapping[str, Any]) -> ReplayQuestion:
        """The table and the record."""
        return ReplayQuestion(
            data["snapshot"],
            [
                SeasonRecord(
                    [
                        TurnRecord(
                            known_card(turn["card"]),
                            turn.get("draws", {}),
                        )
                        for turn in season["turns"]
                    ],
                    season.get("choices", {}),
                )
                for season in data["seasons"]
            ],
        )

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Strangers; cards that cannot come; facts that the record needs and nobody told."""
        table = table_of(data)
        cards: list[list[Card]] = []
        for i, season in enumerate(data.get("seasons", ())):
            record = season or {}
            path: Path = ("seasons", i)
            cards.append([])
            for j, turn in enumerate(record.get("turns", ())):
                here = (*path, "turns", j)
                told: Any = (turn or {}).get("card")
                needed: Sequence[str] = ()
                if is_told(told):
                    card = known_card(told)
                    cards[-1].append(card)
                    needed = () if table is None else (*faces_needed(table, card), "time")
                yield from card_at(told, table and table.game, (*here, "card"), needed)
                for name in (turn or {}).get("draws", {}):
                    yield from stranger(table, name, (*here, "draws", name))
            for name in record.get("choices", {}):
                yield from stranger(table, name, (*path, "choices", name))
        if table is not None:
            yield from self._wanting(table, cards, told=tells_decrees(data))

    def _wanting(
        self, table: Snapshot, cards: Sequence[Sequence[Card]], *, told: bool
    ) -> Iterator[Fault]:
        if table.game != "heroes" and any(
            card.kind == "ruins" for played in cards for card in played
        ):
            yield from ruins_faults(table.printed, ("snapshot", "map"))
        # A season is scored once its time is reached, by whatever ruling.
        scored = [
            season
            for season, played in zip(table.season.left, cards, strict=False)
            if time_of(played)
            >= min(threshold(table.game, season, rulings) for rulings in _THRESHOLDS)
        ]
        decrees = sorted({decree for season in scored for decree in season.decrees})
        yield from scoring_faults(table, decrees, ("snapshot",), told=told)
        for player in table.players:
            yield from order_faults(table.ambushes, player.drawn, ("snapshot", "ambushes"))


_THRESHOLDS = [Rulings(), *alternatives(Rulings(), "summer_threshold")]


class SheetBody(Body):
    """What is drawn on a map, and its stars."""

    drawn = drawn_field(required=True)
    stars = stars_field()


class DisputeBody(Body):
    """A map before and after, and the cards between."""

    game = game_field(required=True)
    map = map_field(required=True)
    before = Nested(SheetBody(), required=True)
    after = Nested(SheetBody(), required=True)
    cards = Items(card_field(SEASON_END), MOST_CARDS, code="too_long_to_search", required=True)
    solo = Flag()
    ambushes = Items(Choice(_AMBUSHES, "unknown_card"), len(_AMBUSHES), code="too_many")
    rulings = rulings_field()

    def make(self, data: Mapping[str, Any]) -> Dispute:
        """The dispute."""
        printed = data["map"]
        before, after = [
            Map(printed, drawn_on(data[when]["drawn"], printed), data[when].get("stars", 0))
            for when in ("before", "after")
        ]
        return Dispute(
            data["game"],
            before,
            after,
            [None if card == SEASON_END else known_card(card) for card in data["cards"]],
            data.get("solo", False),
            tuple(data.get("ambushes", ())),
            rulings_of(data),
        )

    def faults(self, data: Mapping[str, Any]) -> Iterator[Fault]:
        """Maps that cannot be; cards that cannot come; facts that are needed and nobody told."""
        game, printed = data.get("game"), data.get("map")
        for when in ("before", "after"):
            faults = sheet_faults(game, printed, data.get(when) or {})
            yield from (fault._replace(path=(when, *fault.path)) for fault in faults)
        yield from came_faults(data, game)
        cards = data.get("cards", ())
        came = [name for name in data.get("ambushes", ()) if name]
        solo = data.get("solo", False)
        for i, told in enumerate(cards):
            if not is_told(told) or told == SEASON_END:
                continue
            card = known_card(told)
            needed: Sequence[str] = {
                "explore": ("shapes",),
                "ruins": (),
                "hero": ("pattern",),
                "ambush": ("shapes", "corner", "turns") if solo else ("shapes",),
            }[card.kind]
            yield from card_at(told, game, ("cards", i), needed)
            if card.kind == "ruins" and printed is not None and game != "heroes":
                yield from ruins_faults(printed, ("map",))
            if card.kind == "ambush":
                came.append(card.id)
        if SEASON_END in cards and printed is not None:
            for when in ("before", "after"):
                sheet = data.get(when) or {}
                if "drawn" in sheet:
                    yield from order_faults(came, drawn_on(sheet["drawn"], printed), ("ambushes",))
