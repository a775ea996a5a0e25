"""Legal actions: everything that can be drawn for a revealed card, and the value of each placement.

The rules are those of `legality`. The value of a placement is the change that it makes to the score
of the current map: to that of this season, or to the decrees that are still to be scored. Each
decree counts once, and so do coins and monsters.
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
from theodolite.cartographers.facts import ScoringCard
from theodolite.cartographers.legality import (
    Offer,
    Turn,
    drawn_by_owner,
    offer,
    patterns,
    turn_checks,
)
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import cards_under, coin_points, monster_spaces
from theodolite.cartographers.scoring_cards import parts_of
from theodolite.cartographers.snapshot import DECREES, Snapshot
from theodolite.checkpoints import checkpoint
from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.reviews import Option
from theodolite.verdict import legal

ValuedBy = Literal["none", "season", "game"]
"""The measure of placements: none, the season's score, or all decrees still to be scored."""


class Gain(NamedTuple):
    """The change that a placement makes to one line of a score.

    Attributes:
        category: `decree`, `coins` or `monsters`.
        decree: The decree's letter; None of other lines.
        card: The scoring card under it; None of other lines.
        change: The change of the line's points.
    """

    category: str
    decree: str | None
    card: str | None
    change: int


class Value(NamedTuple):
    """The value of a placement in a terrain.

    Attributes:
        terrain: The terrain.
        change: The sum of its items.
        items: The change of each line of the score.
        destroys: The gorgon's best target; None without a target.
    """

    terrain: Terrain
    change: int
    items: Sequence[Gain]
    destroys: Space | None = None


class Placement(NamedTuple):
    """A possible draw.

    Attributes:
        shape: The number of the card's shape; None of a fallback.
        spaces: The spaces that are filled.
        coin: Whether the shape carries a coin.
        terrains: The terrains to choose from.
        stars: A hero's stars; None of other cards.
        destroys: The spaces that a gorgon may destroy; None if it is no gorgon.
        values: The value of each terrain, the best first; none if they are not asked for.
    """

    shape: int | None
    spaces: Spaces
    coin: bool
    terrains: Sequence[Terrain]
    stars: Spaces | None = None
    destroys: Spaces | None = None
    values: Sequence[Value] = ()


class Actions(NamedTuple):
    """Everything that can be drawn for a card.

    Attributes:
        fallback: Whether no shape fits, so that a 1x1 is drawn.
        placements: Every placement, the best first if they are valued.
    """

    fallback: bool
    placements: Sequence[Placement]


def decrees_valued(snapshot: Snapshot, valued_by: ValuedBy) -> Sequence[int]:
    """The numbers of the decrees whose cards must be known to value placements."""
    match valued_by:
        case "none":
            return ()
        case "season":
            return snapshot.season.decrees
        case "game":
            return sorted({decree for season in snapshot.season.left for decree in season.decrees})


def points_to_come(snapshot: Snapshot, player: int) -> int:
    """The measure of a map for the game: its decrees still to be scored, coins and monsters.

    Each of them counts once, as the map now is.

    Args:
        snapshot: The table; the decrees still to be scored must be known.
        player: The index of the map's owner.
    """
    one = snapshot.players[player]
    cards = cards_under(snapshot, decrees_valued(snapshot, "game"))
    return sum(_lines(cards, snapshot.map(player).land, one.coins, snapshot.rulings))


def _lines(cards: Sequence[ScoringCard], land: Land, coins: int, rulings: Rulings) -> list[int]:
    """The points of each card, of the coins, and those that monsters cost."""
    lines = [sum([part.points for part in parts_of(card, land, rulings)]) for card in cards]
    return [*lines, coin_points(coins, rulings), -monster_spaces(land).bit_count()]


def valued_draws(snapshot: Snapshot, turn: Turn) -> list[Option]:
    """Value every legal draw for a card by the change of the owner's `points_to_come`.

    Args:
        snapshot: The table; the decrees still to be scored must be known.
        turn: The turn; the fields of its card's face in `faces_needed` must be known.

    Returns:
        The draws, each set of spaces and stars with each terrain and each target of a gorgon.
    """
    valuation = _Valuation(snapshot, turn, "game")
    return [
        Option(
            Draw(placement.spaces, terrain, placement.stars or NOWHERE, value.destroys),
            value.change,
        )
        for placement in _placements(snapshot, turn, offer(snapshot, turn))
        for terrain in placement.terrains
        for value in valuation.values(placement, terrain)
    ]


def legal_actions(snapshot: Snapshot, turn: Turn, valued_by: ValuedBy = "none") -> Actions:
    """List everything that can be drawn for a card, each set of spaces and stars once.

    Args:
        snapshot: The table; the decrees of `decrees_valued` must be known.
        turn: The turn; the fields of its card's face in `faces_needed` must be known.
        valued_by: The measure of placements.

    >>> from theodolite.cartographers import CARDS, MAPS, Player, Season
    >>> table = Snapshot("cartographers", MAPS["A"], Season.SPRING, True, (Player("Ann"),))
    >>> len(legal_actions(table, Turn(0, 0, CARDS["great_river"])).placements)
    406
    """
    if not legal(turn_checks(snapshot, turn)):
        return Actions(False, ())
    offered = offer(snapshot, turn)
    placements = list(_placements(snapshot, turn, offered))
    if valued_by != "none":
        valuation = _Valuation(snapshot, turn, valued_by)
        placements = [valuation.valued(placement) for placement in placements]
        placements.sort(key=lambda placement: -placement.values[0].change)
    return Actions(offered.fallback, placements)


def _placements(snapshot: Snapshot, turn: Turn, offered: Offer) -> Iterator[Placement]:
    map_, card = snapshot.map(turn.owner), turn.card
    if offered.fallback:
        for space in each(map_.empty):
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
    """The spaces that a gorgon drawn here may destroy; None if it is no gorgon."""
    letter = drawn_letter(Terrain.MONSTER, turn.card, spaces, snapshot.rulings)
    if letter != "G":
        return None
    after = filled_in(snapshot.map(turn.owner), Draw(spaces), letter)
    return gorgon_targets(after, spaces, snapshot.rulings)


class _Valuation:
    """The valuation of placements on a map, with the score of the map before them."""

    def __init__(self, snapshot: Snapshot, turn: Turn, valued_by: ValuedBy) -> None:
        self.snapshot, self.turn = snapshot, turn
        self.before = snapshot.map(turn.owner)
        sheet = snapshot.players[turn.owner]
        self.coins, self.dragon_paid = sheet.coins, sheet.dragon_paid
        decrees = decrees_valued(snapshot, valued_by)
        self.cards = cards_under(snapshot, decrees)
        self.labels: list[tuple[str, str | None, str | None]] = [
            ("decree", DECREES[decree], card.id)
            for decree, card in zip(decrees, self.cards, strict=True)
        ]
        self.labels += [("coins", None, None), ("monsters", None, None)]
        self.now = _lines(self.cards, self.before.land, self.coins, snapshot.rulings)

    def gains(self, after: Map, *, shape_coin: bool) -> list[Gain]:
        checkpoint()
        brought = coins_brought(
            Sheet(self.before, self.coins, self.dragon_paid),
            after,
            self.snapshot.rulings,
            shape_coin=shape_coin,
            by_owner=drawn_by_owner(self.snapshot, self.turn),
        )
        coins = self.coins + sum([change.coins for change in brought])
        then = _lines(self.cards, after.land, coins, self.snapshot.rulings)
        return [
            Gain(*label, new - old)
            for label, new, old in zip(self.labels, then, self.now, strict=True)
        ]

    def values(self, placement: Placement, terrain: Terrain) -> list[Value]:
        """The value of a placement in a terrain, with each target of a gorgon."""
        letter = drawn_letter(terrain, self.turn.card, placement.spaces, self.snapshot.rulings)
        drawn = Draw(placement.spaces, stars=placement.stars or NOWHERE)
        filled = filled_in(self.before, drawn, letter)
        targets: list[Space | None] = [*each(placement.destroys or NOWHERE)] or [None]
        values = []
        for target in targets:
            after = filled if target is None else destroyed_by_gorgon(filled, target)
            items = self.gains(after, shape_coin=placement.coin)
            values.append(Value(terrain, sum([gain.change for gain in items]), items, target))
        return values

    def valued(self, placement: Placement) -> Placement:
        values = [
            max(self.values(placement, terrain), key=lambda value: value.change)
            for terrain in placement.terrains
        ]
        values.sort(key=lambda value: -value.change)
        return placement._replace(values=values)
