"""The value of a half day: the change of the player's own total if the game ended now.

The measure counts hazy tiles as confirmed. It does not know what the other players will do, which
cards will come, or what a place is worth to move on from.
"""

from collections.abc import Iterable, Iterator

from theodolite.checkpoints import checkpoint
from theodolite.misterra.board import Island
from theodolite.misterra.half_days import HalfDay, carry_out, legal_actions
from theodolite.misterra.scoring import player_lines, resolve_claims
from theodolite.misterra.snapshot import OTOMA, Sketch, Snapshot
from theodolite.reviews import Option
from theodolite.verdict import legal

RULINGS = ("disputed_regions", "pattern_orientation", "claim_region", "empty_supply")
"""The rulings that bear on values. As no tile is hazy, `removal_order` does not."""


def total_now(snapshot: Snapshot, player: int) -> int:
    """A player's total if the game ended now, hazy tiles counted as confirmed (p. 6).

    >>> from theodolite.misterra import Board, Player, Side
    >>> island = Island.from_rows(["js...", ".....", ".....", ".....", "....."])
    >>> ada = Player("Ada", Board.from_rows(["JL...", ".....", ".....", ".....", "....."]))
    >>> total_now(Snapshot(Side.TOP, island, (ada,)), 0)
    -21
    """
    tiles = snapshot.island.tiles
    island = Island(tiles, tiles.covered)
    markers = [(one.name, one.claims) for one in snapshot.players]
    claims = resolve_claims(island, (*markers, (OTOMA, snapshot.otoma or ())), snapshot.rulings)
    return player_lines(
        snapshot.players[player],
        island,
        snapshot.beach,
        snapshot.rulings,
        claims[player],
        master_cartographers=snapshot.master_cartographers,
    ).total


def valued_half_days(snapshot: Snapshot, player: int, cards: Iterable[Sketch]) -> list[Option]:
    """Value every half day without an exchange at a lagoon, the best first.

    Args:
        snapshot: The table before it.
        player: The index of the player.
        cards: The kinds of sketch cards that can be mapped.

    Returns:
        A half day for each card, order of its halves and pair of spaces, with a shortest path to a
        place from where it can be mapped; one for each place that can be claimed from; and one that
        only discards a card. Claims and the discard name no card.
    """
    before = total_now(snapshot, player)
    options = [
        Option(half_day, total_after(snapshot, player, half_day) - before)
        for half_day in _half_days(snapshot, player, cards)
    ]
    best: dict[object, Option] = {}
    # While tiles are scarce, the order in which halves are laid can matter; the better one counts.
    for option in options:
        laid = _laid(option.action)
        if laid not in best or option.value > best[laid].value:
            best[laid] = option
    return sorted(best.values(), key=lambda option: -option.value)


def total_after(snapshot: Snapshot, player: int, half_day: HalfDay) -> int:
    """A player's `total_now` after a legal half day."""
    checkpoint()
    after, _ = carry_out(snapshot, player, half_day)
    return total_now(after, player)


def _half_days(snapshot: Snapshot, player: int, cards: Iterable[Sketch]) -> Iterator[HalfDay]:
    positions = legal_actions(snapshot, player)
    if positions:
        yield HalfDay(positions[0].path)
    for position in positions:
        if legal(position.claim):
            yield HalfDay(position.path, action="claim")
    # Of all places that a pair is seen from, the nearest is last.
    paths = {
        (pair.first, pair.second): position.path
        for position in reversed(positions)
        for pair in position.placements
    }
    for card in cards:
        scarce = any(snapshot.island.supply(terrain) < 2 for terrain in card)
        for spaces, path in paths.items():
            for sketch in dict.fromkeys((card, card[::-1])):
                yield HalfDay(path, sketch=sketch, action="map", spaces=spaces)
                if scarce:
                    yield HalfDay(path, sketch=sketch[::-1], action="map", spaces=spaces[::-1])


def _laid(half_day: HalfDay) -> object:
    """The spaces that a half day covers with their terrains, or the half day itself."""
    if half_day.spaces is None or half_day.sketch is None:
        return half_day
    return frozenset(zip(half_day.spaces, half_day.sketch, strict=True))
