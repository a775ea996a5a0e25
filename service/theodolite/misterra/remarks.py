"""Remarks: signs of a mistake in a table, or earlier in its game. A table is judged all the same.

Covers the start, the display, parchments without tiles, meeples and Otoma's markers. Tables that
cannot be judged are in `snapshot`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from theodolite.misterra.board import GRID, TILES_PER_TERRAIN
from theodolite.misterra.otoma import STACKS
from theodolite.misterra.snapshot import (
    DISPLAY_SIZE,
    OTOMA_HALF_DAYS,
    SKETCH_CARDS,
    SOLO_SKETCH_CARDS,
    TURN_HALF_DAYS,
    Snapshot,
)
from theodolite.misterra.turns import cards_taken
from theodolite.verdict import Values

START_JUNGLES = {2: 3, 3: 2, 4: 1}
"""The confirmed jungle tiles of the start, by the number of players (p. 3).

A solo game is set up for two (p. 10).
"""
MOST_PLAYERS = 4
"""The most players, who use all sketch cards (p. 3)."""


class Remark(NamedTuple):
    """Something improbable about a table.

    Attributes:
        rule: The id of the rule concerned.
        key: The key of the rule's sentence.
        values: The values of the sentence's blanks.
    """

    rule: str
    key: str
    values: Values


def remarks(snapshot: Snapshot, *, is_over: bool = False) -> Iterator[Remark]:
    """Find signs of a mistake in a table or earlier in its game.

    Args:
        snapshot: The table.
        is_over: Whether the table is scored, so that its meeples may be left out.
    """
    yield from _start(snapshot, is_over=is_over)
    yield from _display(snapshot, is_over=is_over)
    yield from _boards(snapshot)
    any_placed = any(player.meeple is not None for player in snapshot.players)
    for player in snapshot.players:
        if player.meeple is None and player.has_played and (any_placed or not is_over):
            yield Remark("misterra.move.first_placement", "unplaced", {"player": player.name})
    played, markers = snapshot.otoma_half_days, len(snapshot.otoma or ())
    if played is not None:
        most = sum(stack.start <= played for stack in STACKS)
        if markers > most:
            values = {"count": markers, "day": played, "most": most}
            yield Remark("misterra.solo.cards", "markers", values)


def after_turn(snapshot: Snapshot) -> Iterator[Remark]:
    """Find signs that a table does not lie between two turns, after one of which it is judged."""
    yield from remarks(snapshot)
    taken, played = cards_taken(snapshot), snapshot.otoma_half_days or 0
    # A solo game is judged after Otoma's turn, which begins when two cards are taken.
    if taken == 1 or (taken == TURN_HALF_DAYS and snapshot.otoma is not None):
        values = {"count": DISPLAY_SIZE - taken}
        yield Remark("misterra.turn.half_days", "unfinished", values)
    if played % TURN_HALF_DAYS:
        yield Remark("misterra.turn.half_days", "otoma_unfinished", {"day": played})


def _start(snapshot: Snapshot, *, is_over: bool) -> Iterator[Remark]:
    seats = len(snapshot.players) if snapshot.otoma is None else 2
    if seats == 1:
        name = snapshot.players[0].name
        yield Remark("misterra.setup.players", "alone", {"player": name})
    start = START_JUNGLES.get(seats, 0)
    jungles = (snapshot.island.tiles.jungle & snapshot.island.confirmed).bit_count()
    # Confirmed tiles never leave, so those of the start are still there.
    if jungles < start:
        values: Values = {"players": seats, "start": start, "count": jungles}
        key = "few" if snapshot.otoma is None else "few_solo"
        yield Remark("misterra.setup.jungle", key, values)
    if is_over:
        return
    played = [player.has_played for player in snapshot.players]
    lying = snapshot.island.tiles.covered
    # Before the first half day nothing but those jungles lies on the island.
    if start and not any(played) and lying.bit_count() > min(start, jungles):
        values = {"start": start, "spaces": GRID.name_all(lying)}
        yield Remark("misterra.setup.jungle", "more", values)
    # The players are listed from the first one, and each plays once in the first round (p. 4).
    if played != sorted(played, reverse=True):
        waiting = played.index(False)
        other = snapshot.names[played.index(True, waiting)]
        values = {"player": snapshot.names[waiting], "other": other}
        yield Remark("misterra.turn.order", "skipped", values)


def _display(snapshot: Snapshot, *, is_over: bool) -> Iterator[Remark]:
    display, deck = snapshot.display, snapshot.deck
    if display is None:
        return
    count = len(display)
    if not is_over and not any(player.has_played for player in snapshot.players):
        if count < DISPLAY_SIZE:
            yield Remark("misterra.setup.cards", "display", {"count": count})
        if deck is not None and count + deck < (least := _least_cards(snapshot)):
            values: Values = {"count": count + deck, "least": least}
            yield Remark("misterra.setup.cards", "few", values)
    # Otoma discards the rest of the display; a turn takes two of five cards.
    elif deck and count < DISPLAY_SIZE - TURN_HALF_DAYS and (count or snapshot.otoma is None):
        yield Remark("misterra.turn.refill", "short", {"count": count, "deck": deck})


def _least_cards(snapshot: Snapshot) -> int:
    """The least sketch cards at the start of a game."""
    if len(snapshot.players) == MOST_PLAYERS:
        return SKETCH_CARDS
    # Otoma's cards last for ten turns, before each of which five cards are revealed (p. 11). Two
    # players have two cards more (p. 10), and three have all of those.
    solo = DISPLAY_SIZE * OTOMA_HALF_DAYS // TURN_HALF_DAYS
    return solo if snapshot.otoma is not None else solo + SKETCH_CARDS - SOLO_SKETCH_CARDS


def _boards(snapshot: Snapshot) -> Iterator[Remark]:
    """A card lies on a parchment, and on the same spaces tiles on the island (p. 5)."""
    lying = snapshot.island.tiles.covered
    # Without a tile in the supply none is laid, and all twelve of the terrain lay there then.
    if lying.bit_count() < TILES_PER_TERRAIN:
        for player in snapshot.players:
            if bare := player.parchment.covered & ~lying:
                values = {"player": player.name, "spaces": GRID.name_all(bare)}
                yield Remark("misterra.map.placed", "bare", values)
