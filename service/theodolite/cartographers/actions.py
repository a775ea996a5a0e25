"""What can be drawn for a revealed card, and what each placement would bring.

The rules are those of `turn`; a value is the difference that a placement makes to the score of the
map as it stands: to this season's, or to the decrees that are still to be scored.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from theodolite.cartographers.board import Land, Map, Terrain
from theodolite.cartographers.drawing import (
    Draw,
    Sheet,
    coins_brought,
    destroyed_by_gorgon,
    drawn_letter,
    filled_in,
    gorgon_targets,
)
from theodolite.cartographers.scoring import coin_points, monster_spaces
from theodolite.cartographers.scoring_cards import CARDS, RULINGS
from theodolite.cartographers.snapshot import DECREES, Snapshot
from theodolite.cartographers.turn import Offer, Turn, drawn_by_owner, offer, patterns
from theodolite.grid import Space, Spaces, each

__all__ = [
    "RULINGS",
    "Actions",
    "Gain",
    "Placement",
    "Value",
    "Worth",
    "decrees_valued",
    "legal_actions",
]

Worth = Literal["none", "season", "game"]
"""What placements are valued by: not at all, this season's score, all decrees still to come."""


class Gain(NamedTuple):
    """What a placement would change about one line of a score; `decree` is None of the others."""

    category: str
    decree: str | None
    card: str | None
    change: int


class Value(NamedTuple):
    """What a placement in a terrain would bring, by lines, and the gorgon's best target for it."""

    terrain: Terrain
    change: int
    items: Sequence[Gain]
    destroys: Space | None = None


class Placement(NamedTuple):
    """Where something can be drawn: the shape's number, None of a fallback, and its spaces.

    `coin` says whether that shape carries one; `stars` are a hero's, `destroys` what a gorgon may
    destroy. Values are there if they were asked for, the best terrain first.
    """

    shape: int | None
    spaces: Spaces
    coin: bool
    terrains: Sequence[Terrain]
    stars: Spaces | None = None
    destroys: Spaces | None = None
    values: Sequence[Value] = ()


class Actions(NamedTuple):
    """All placements, the best first if they are valued, and whether they are a fallback's."""

    fallback: bool
    placements: Sequence[Placement]


def decrees_valued(snapshot: Snapshot, worth: Worth) -> Sequence[int]:
    """The decrees that values need: this season's, or all still to be scored."""
    match worth:
        case "none":
            return ()
        case "season":
            return snapshot.season.decrees
        case "game":
            return sorted({decree for season in snapshot.season.left for decree in season.decrees})


def legal_actions(snapshot: Snapshot, turn: Turn, worth: Worth = "none") -> Actions:
    """Everything that can be drawn for a card, each distinct set of spaces and stars once."""
    offered = offer(snapshot, turn)
    placements = list(_placements(snapshot, turn, offered))
    if worth != "none":
        valuation = _Valuation(snapshot, turn, worth)
        placements = [valuation.valued(placement) for placement in placements]
        placements.sort(key=lambda placement: -placement.values[0].change)
    return Actions(offered.fallback, placements)


def _placements(snapshot: Snapshot, turn: Turn, offered: Offer) -> Iterator[Placement]:
    land, card = snapshot.map(turn.on), turn.card
    if offered.fallback:
        for space in each(land.empty):
            spaces = 1 << space
            destroys = _targets(snapshot, turn, spaces)
            yield Placement(None, spaces, False, offered.terrains, destroys=destroys)
        return
    shapes = card.shapes or ()
    for shape, spaces in offered.placements:
        found = Placement(shape, spaces, shapes[shape].coin, offered.terrains)
        if card.kind == "hero":
            for stars in patterns(card.pattern or (), spaces.bit_length() - 1):
                yield found._replace(stars=stars)
        elif card.letter == "G":
            yield found._replace(destroys=_targets(snapshot, turn, spaces))
        else:
            yield found


def _targets(snapshot: Snapshot, turn: Turn, spaces: Spaces) -> Spaces | None:
    """What a gorgon drawn here may destroy; None if it is no gorgon."""
    letter = drawn_letter(Terrain.MONSTER, turn.card, spaces, snapshot.rulings)
    if letter != "G":
        return None
    after = filled_in(snapshot.map(turn.on), Draw(spaces), letter)
    return gorgon_targets(after, spaces, snapshot.rulings)


class _Valuation:
    """What placements would bring to a map, and what its score is worth without them."""

    def __init__(self, snapshot: Snapshot, turn: Turn, worth: Worth) -> None:
        self.snapshot, self.turn = snapshot, turn
        self.before = snapshot.map(turn.on)
        self.coins = snapshot.players[turn.on].coins
        decrees = decrees_valued(snapshot, worth)
        cards = [snapshot.decrees[decree] or "" for decree in decrees]
        self.judges = [CARDS[card] for card in cards]
        self.labels: list[tuple[str, str | None, str | None]] = [
            ("decree", DECREES[decree], card) for decree, card in zip(decrees, cards, strict=True)
        ]
        # A season has coins and monsters too.
        self.whole_season = worth == "season"
        if self.whole_season:
            self.labels += [("coins", None, None), ("monsters", None, None)]
        self.now = self.points(self.before.land, self.coins)

    def points(self, land: Land, coins: int) -> list[int]:
        rulings = self.snapshot.rulings
        lines = [sum([part.points for part in card(land, rulings)]) for card in self.judges]
        if self.whole_season:
            lines += [coin_points(coins, rulings), -monster_spaces(land).bit_count()]
        return lines

    def gains(self, after: Map, *, shape_coin: bool) -> list[Gain]:
        coins = self.coins
        if self.whole_season:
            brought = coins_brought(
                Sheet(self.before, coins),
                after,
                self.snapshot.rulings,
                shape_coin=shape_coin,
                by_owner=drawn_by_owner(self.snapshot, self.turn),
            )
            coins += sum([change.coins for change in brought])
        then = self.points(after.land, coins)
        return [
            Gain(*label, new - old)
            for label, new, old in zip(self.labels, then, self.now, strict=True)
        ]

    def value(self, placement: Placement, terrain: Terrain) -> Value:
        letter = drawn_letter(terrain, self.turn.card, placement.spaces, self.snapshot.rulings)
        drawn = Draw(placement.spaces, stars=placement.stars or 0)
        filled = filled_in(self.before, drawn, letter)
        targets: list[Space | None] = [*each(placement.destroys or 0)] or [None]
        values = []
        for target in targets:
            after = filled if target is None else destroyed_by_gorgon(filled, target)
            items = self.gains(after, shape_coin=placement.coin)
            values.append(Value(terrain, sum([gain.change for gain in items]), items, target))
        return max(values, key=lambda value: value.change)

    def valued(self, placement: Placement) -> Placement:
        values = [self.value(placement, terrain) for terrain in placement.terrains]
        values.sort(key=lambda value: -value.change)
        return placement._replace(values=values)
