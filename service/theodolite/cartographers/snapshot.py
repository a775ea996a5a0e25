"""The table at one moment, and the faults that make a table impossible."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from theodolite.cartographers.board import GRID, Drawn, Map, Print
from theodolite.cartographers.facts import (
    FACTS,
    Card,
    Facts,
    Game,
    ScoringCard,
    belongs,
    missing,
)
from theodolite.cartographers.rulings import Rulings
from theodolite.grid import NOWHERE, Spaces
from theodolite.verdict import Fault, Path, Values, Word

DECREES = "ABCD"
"""The letters of the decrees; elsewhere a decree is its index in this order."""
NO_DECREES = (None, None, None, None)
_HEROES_ALONE = "HDZTGd"


class Season(IntEnum):
    """A season, in the order of the game."""

    SPRING = 0
    SUMMER = 1
    AUTUMN = 2
    WINTER = 3

    __hash__ = int.__hash__

    @property
    def decrees(self) -> tuple[int, int]:
        """The indices of the decrees scored at its end: A+B, B+C, C+D, D+A (Wertung)."""
        return self.value, (self.value + 1) % len(DECREES)

    @property
    def left(self) -> "tuple[Season, ...]":
        """The seasons from this one on."""
        return tuple(Season)[self.value :]


class Box(NamedTuple):
    """The boxes of an earlier season, as written on the sheet.

    Either every part is known, or the sum is.

    Attributes:
        season: The season.
        decrees: The points of its two decrees; None if they are not known.
        coins: The points of its coins; None if they are not known.
        monsters: The points that monsters cost, 0 or less; None if they are not known.
        written: The sum as the player wrote it; None if it is not known.
    """

    season: Season
    decrees: tuple[int, int] | None = None
    coins: int | None = None
    monsters: int | None = None
    written: int | None = None

    @property
    def total(self) -> int:
        """The sum of the parts, or as it was written if a part is not known."""
        if self.decrees is None or self.coins is None or self.monsters is None:
            return self.written or 0
        return sum(self.decrees) + self.coins + self.monsters


class Player(NamedTuple):
    """A player's sheet.

    Attributes:
        name: The player's name.
        drawn: The letters drawn on the map.
        stars: The spaces with a star.
        coins: The coins marked so far.
        seasons: The boxes of earlier seasons.
        dragon_paid: Whether the coins for the dragon are among those marked.
        coins_spent: The coins that were marked and are spent.
    """

    name: str
    drawn: Drawn = Drawn()
    stars: Spaces = NOWHERE
    coins: int = 0
    seasons: tuple[Box, ...] = ()
    dragon_paid: bool = False
    coins_spent: int = 0


class Snapshot(NamedTuple):
    """The table at one moment.

    Attributes:
        game: The game.
        printed: The print of every player's map.
        season: The season that is played, or that is scored.
        solo: Whether it is a solo game. A single sheet of a game of several is no solo game.
        players: The players clockwise: the left neighbour of each is the next.
        decrees: The id of the scoring card under each decree, A to D; None if it is not known.
        ambushes: The ids of the ambushes revealed so far, in order.
        rulings: The rulings in force.
        facts: The printed facts of the table.
        left: The names of the players who have left, in that order.
    """

    game: Game
    printed: Print
    season: Season
    solo: bool
    players: tuple[Player, ...]
    decrees: tuple[str | None, ...] = NO_DECREES
    ambushes: tuple[str, ...] = ()
    rulings: Rulings = Rulings()
    facts: Facts = FACTS
    left: tuple[str, ...] = ()

    def under(self, rulings: Rulings) -> "Snapshot":
        """A copy with other rulings."""
        return self._replace(rulings=rulings)

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [player.name for player in self.players]

    def map(self, player: int) -> Map:
        """The map of a player, by index."""
        sheet = self.players[player]
        return Map(self.printed, sheet.drawn, sheet.stars)

    def with_sheet(self, player: int, sheet: Player) -> "Snapshot":
        """A copy with another sheet for a player, by index."""
        players = (*self.players[:player], sheet, *self.players[player + 1 :])
        return self._replace(players=players)


def decree_faults(decrees: Mapping[str, str], game: Game, facts: Facts = FACTS) -> Iterator[Fault]:
    """The faults of the cards under the decrees (Spielvorbereitung).

    Args:
        decrees: The id of the scoring card under each decree that is known, by its letter.
        game: The game.
        facts: The printed facts.
    """
    seen: dict[str, ScoringCard] = {}
    for letter, name in decrees.items():
        card = facts.scoring[name]
        if not belongs(card, game):
            yield _not_in(card, game)._replace(path=(letter,))
        # One card of each of four categories is dealt to the decrees.
        elif card.category in seen:
            cards = [seen[card.category].name, card.name]
            yield Fault("category_twice", (letter,), {"cards": cards})
        else:
            seen[card.category] = card


def _not_in(card: Card | ScoringCard, game: Game) -> Fault:
    values = {"card": card.name, "game": Word("games", game)}
    return Fault("card_not_in_game", (), values)


def card_faults(card: Card, game: Game, needed: Sequence[str] = ()) -> Iterator[Fault]:
    """The faults of a card that players draw for.

    Args:
        card: The card, with all that is known of its face.
        game: The game.
        needed: The fields of its face that must be known.
    """
    yield from missing(card, *needed)
    if not belongs(card, game):
        yield _not_in(card, game)


def ambush_faults(
    ambushes: Sequence[str], game: Game, season: Season | None = None, facts: Facts = FACTS
) -> Iterator[Fault]:
    """The faults of the ambushes revealed so far.

    Args:
        ambushes: Their ids, in the order in which they were revealed.
        game: The game.
        season: The current season; None if it is not known.
        facts: The printed facts.
    """
    for i, name in enumerate(ambushes):
        card = facts.cards[name]
        if not belongs(card, game):
            yield _not_in(card, game)._replace(path=(i,))
        # An ambush that was revealed has left the deck (Nächste Jahreszeit).
        if name in ambushes[:i]:
            yield Fault("duplicate_ambush", (i,), {"card": card.name})
    # One more is shuffled in each season.
    if season is not None and len(ambushes) > season + 1:
        yield Fault("too_many_ambushes", (), {"count": len(ambushes), "most": season + 1})


def map_faults(game: Game, map_: Map) -> Iterator[Fault]:
    """The faults of a player's map."""
    drawn, stars = map_.drawn, map_.stars
    # Heroes, stars and monsters with effects come in Heroes alone (Geländearten).
    if game == "cartographers":
        if stars:
            yield Fault("hero_in_base_game", ("stars",), {"spaces": GRID.name_all(stars)})
        for letter in _HEROES_ALONE:
            if found := drawn.layer(letter):
                yield Fault("hero_in_base_game", ("drawn",), {"spaces": GRID.name_all(found)})
    # A monster with a star is destroyed at once (Zerstörte Felder).
    if stars and (standing := drawn.monsters & stars):
        yield Fault("monster_on_star", ("stars",), {"spaces": GRID.name_all(standing)})


def player_faults(players: Sequence[Player], season: Season | None) -> Iterator[Fault]:
    """The faults of the players' names, coins and seasons, earlier than this one if it is known."""
    names = [player.name for player in players]
    for i, name in enumerate(names):
        if name in names[:i]:
            yield Fault("duplicate_name", ("players", i, "name"), {"name": name})
    for i, player in enumerate(players):
        if player.coins < 0:
            yield Fault("negative_coins", ("players", i, "coins"), {"count": player.coins})
    for i, player in enumerate(players):
        yield from _box_faults(("players", i, "seasons"), player.seasons, season)


def _box_faults(path: Path, boxes: Sequence[Box], season: Season | None) -> Iterator[Fault]:
    seasons = [box.season for box in boxes]
    for j, box in enumerate(boxes):
        values: Values = {"season": box.season}
        if box.season in seasons[:j]:
            yield Fault("duplicate_season", (*path, j, "season"), values)
        if season is not None and box.season >= season:
            yield Fault("season_not_earlier", (*path, j, "season"), values)
        if box.coins is not None and box.coins < 0:
            yield Fault("negative_coins", (*path, j, "coins"), {"count": box.coins})
        # Monsters only cost points (Wertung).
        if box.monsters is not None and box.monsters > 0:
            yield Fault("positive_monsters", (*path, j, "monsters"), {"count": box.monsters})


def solo_faults(*, solo: bool, players: int) -> Iterator[Fault]:
    """The fault of a solo game of several players."""
    if solo and players != 1:
        yield Fault("not_solo", ("solo",), {"count": players})


def ruins_faults(printed: Print, path: Path = ()) -> Iterator[Fault]:
    """The fault of a map whose ruins a rule needs, and are not known."""
    if printed.ruins is None:
        yield Fault("ruins_not_known", path)


def order_faults(
    ambushes: Sequence[str], drawn: Drawn, path: Path = (), facts: Facts = FACTS
) -> Iterator[Fault]:
    """The faults of a map with zombies and trolls whose order is not known.

    They act in the order in which their cards were revealed.
    """
    if drawn.zombie and drawn.troll:
        for letter in "ZT":
            card = facts.cards[drawer(letter, ambushes, facts)]
            if card.id not in ambushes:
                yield Fault("ambush_missing", path, {"card": card.name})


def drawer(letter: str, ambushes: Sequence[str], facts: Facts) -> str:
    """The id of the first ambush revealed that draws a letter; of the first known if none was."""
    every = (*ambushes, *facts.cards)
    return next(name for name in every if _draws(facts.cards[name], letter))


def _draws(card: Card, letter: str) -> bool:
    return card.kind == "ambush" and card.letter == letter
