"""The table at one moment, and what makes it impossible."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from theodolite.cartographers.board import GRID, Drawn, Map, Print
from theodolite.cartographers.facts import CARDS, SCORING_CARDS, Game, belongs
from theodolite.cartographers.rulings import Rulings
from theodolite.grid import Spaces
from theodolite.verdict import Fault, Path, Values, Word

__all__ = [
    "DECREES",
    "NO_DECREES",
    "Box",
    "Player",
    "Season",
    "Snapshot",
    "ambush_faults",
    "card_faults",
    "decree_faults",
    "map_faults",
    "order_faults",
    "player_faults",
    "ruins_faults",
    "solo_faults",
]

DECREES = "ABCD"
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
        """The decrees scored at its end: A+B, B+C, C+D, D+A (Wertung)."""
        return self.value, (self.value + 1) % len(DECREES)

    @property
    def left(self) -> "tuple[Season, ...]":
        """The seasons from this one on."""
        return tuple(Season)[self.value :]


class Box(NamedTuple):
    """What is written on the sheet for a season: its two decrees, coins and monsters.

    `written` is the sum as the player wrote it, if that is told.
    """

    season: Season
    decrees: tuple[int, int]
    coins: int
    monsters: int
    written: int | None = None

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(self.decrees) + self.coins + self.monsters


class Player(NamedTuple):
    """A player's sheet: what is drawn, the stars, the coins marked, the seasons written down."""

    name: str
    drawn: Drawn = Drawn()
    stars: Spaces = 0
    coins: int = 0
    seasons: tuple[Box, ...] = ()


class Snapshot(NamedTuple):
    """The table: players clockwise, decrees A to D (None: not told), ambushes as they came."""

    game: Game
    printed: Print
    season: Season
    solo: bool
    players: tuple[Player, ...]
    decrees: tuple[str | None, ...] = NO_DECREES
    ambushes: tuple[str, ...] = ()
    rulings: Rulings = Rulings()

    def under(self, rulings: Rulings) -> "Snapshot":
        """This table with its open points decided so."""
        return self._replace(rulings=rulings)

    def map(self, player: int) -> Map:
        """A player's map."""
        sheet = self.players[player]
        return Map(self.printed, sheet.drawn, sheet.stars)

    def with_sheet(self, player: int, sheet: Player) -> "Snapshot":
        """This table with another sheet for a player."""
        players = (*self.players[:player], sheet, *self.players[player + 1 :])
        return self._replace(players=players)


def decree_faults(
    decrees: Mapping[str, str], game: Game, needed: Sequence[int] = ()
) -> Iterator[Fault]:
    """What cannot be true of the cards under the decrees (Spielvorbereitung).

    Args:
        decrees: the id of the scoring card of each decree that is told, by its letter.
        game: the game.
        needed: the decrees that a question asks for.
    """
    seen: dict[str, str] = {}
    for letter, name in decrees.items():
        card = SCORING_CARDS.get(name)
        if card is None:
            yield Fault("unknown_card", (letter,), {"value": name})
        elif not belongs(card, game):
            yield Fault("card_not_in_game", (letter,), _not_in(name, game))
        # One card of each of four categories is dealt to the decrees.
        elif card.category in seen:
            cards = [Word("cards", seen[card.category]), Word("cards", name)]
            yield Fault("category_twice", (letter,), {"cards": cards})
        else:
            seen[card.category] = name
    for decree in needed:
        if DECREES[decree] not in decrees:
            yield Fault("decree_missing", (), {"decree": DECREES[decree]})


def _not_in(card: str, game: Game) -> Values:
    return {"card": Word("cards", card), "game": Word("games", game)}


def card_faults(name: str, game: Game) -> Iterator[Fault]:
    """Why a card cannot come in a game."""
    card = CARDS.get(name)
    if card is None:
        yield Fault("unknown_card", (), {"value": name})
    elif not belongs(card, game):
        yield Fault("card_not_in_game", (), _not_in(name, game))


def ambush_faults(
    ambushes: Sequence[str], game: Game, season: Season | None = None
) -> Iterator[Fault]:
    """What cannot be true of the ambushes that have come, in a season if it is told."""
    for i, name in enumerate(ambushes):
        card = CARDS.get(name)
        if card is not None and card.kind != "ambush":
            yield Fault("unknown_card", (i,), {"value": name})
            continue
        yield from (fault._replace(path=(i,)) for fault in card_faults(name, game))
        # An ambush that was revealed has left the deck (Nächste Jahreszeit).
        if name in ambushes[:i]:
            yield Fault("duplicate_ambush", (i,), {"card": Word("cards", name)})
    # One more is shuffled in each season.
    if season is not None and len(ambushes) > season + 1:
        yield Fault("too_many_ambushes", (), {"count": len(ambushes), "most": season + 1})


def map_faults(game: Game, drawn: Drawn | None, stars: Spaces) -> Iterator[Fault]:
    """What cannot be true of a map: of what is drawn on it (None if unread) and of its stars."""
    # Heroes, stars and monsters with effects come in Heroes alone (Geländearten).
    if game == "cartographers" and stars:
        yield Fault("hero_in_base_game", ("stars",), {"spaces": GRID.name_all(stars)})
    if drawn is None:
        return
    if game == "cartographers":
        for letter in _HEROES_ALONE:
            if found := drawn.layer(letter):
                yield Fault("hero_in_base_game", ("drawn",), {"spaces": GRID.name_all(found)})
    # A monster with a star is destroyed at once (Zerstörte Felder).
    if standing := drawn.monsters & stars:
        yield Fault("monster_on_star", ("stars",), {"spaces": GRID.name_all(standing)})


def player_faults(
    names: Sequence[str],
    coins: Sequence[int],
    boxes: Sequence[Sequence[Box]],
    season: Season | None,
) -> Iterator[Fault]:
    """What cannot be true of the players' names ("" if unread), coins and seasons written down."""
    for i, name in enumerate(names):
        if name and name in names[:i]:
            yield Fault("duplicate_name", ("players", i, "name"), {"name": name})
    for i, marked in enumerate(coins):
        if marked < 0:
            yield Fault("negative_coins", ("players", i, "coins"), {"count": marked})
    for i, written in enumerate(boxes):
        if written:
            yield from _box_faults(("players", i, "seasons"), written, season)


def _box_faults(path: Path, boxes: Sequence[Box], season: Season | None) -> Iterator[Fault]:
    told = [box.season for box in boxes]
    for j, box in enumerate(boxes):
        values: Values = {"season": box.season}
        if box.season in told[:j]:
            yield Fault("duplicate_season", (*path, j, "season"), values)
        if season is not None and box.season >= season:
            yield Fault("season_not_earlier", (*path, j, "season"), values)
        if box.coins < 0:
            yield Fault("negative_coins", (*path, j, "coins"), {"count": box.coins})
        # Monsters only cost points (Wertung).
        if box.monsters > 0:
            yield Fault("positive_monsters", (*path, j, "monsters"), {"count": box.monsters})


def solo_faults(*, solo: bool, players: int) -> Iterator[Fault]:
    """One player alone plays solo."""
    if solo and players != 1:
        yield Fault("not_solo", ("solo",), {"count": players})


def ruins_faults(printed: Print, path: Path = ()) -> Iterator[Fault]:
    """Ruins that a rule needs and no two sources tell."""
    if printed.ruins is None:
        yield Fault("ruins_not_known", path)


def order_faults(ambushes: Sequence[str], drawn: Drawn, path: Path = ()) -> Iterator[Fault]:
    """Zombies and trolls that both stand on a map act in the order in which they came."""
    if drawn.zombie and drawn.troll:
        for name in ("zombie_plague", "giant_troll_ravage"):
            if name not in ambushes:
                yield Fault("ambush_missing", path, {"card": Word("cards", name)})
