"""Otoma's turn in a solo game (p. 10-11).

Covers the actions and claims that its cards name. The order of turns is in `replays`, the points of
its claims are in `scoring` and `solo`.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces, each, first_of, set_of, union
from theodolite.misterra.board import GRID, Island, Terrain
from theodolite.misterra.claiming import may_claim
from theodolite.misterra.half_days import on_board
from theodolite.misterra.mapping import Change, update
from theodolite.misterra.snapshot import (
    DISPLAY_SIZE,
    MARKERS,
    OTOMA_HALF_DAYS,
    TURN_HALF_DAYS,
    Rulings,
    Snapshot,
)
from theodolite.misterra.turns import (
    cards_taken,
    expected_seat,
    game_over,
    has_ended,
    order,
    seats,
)
from theodolite.verdict import Check, Status, legal

RULINGS = ("claim_region", "empty_supply", "otoma_region")
"""The rulings that bear on Otoma's turn."""
STACKS = (range(1, 7), range(8, 14), range(15, 21))
"""The half days of which one claims (p. 10).

Each of three stacks of seven cards has one that claims, and never on top. A half day flips a card
and follows the next one, so that half days 7 and 14 follow the top card of a stack.
"""

Done = Literal["confirmed", "nothing"] | Change


class OtomaAction(NamedTuple):
    """An action of an Otoma card on a space.

    Attributes:
        space: The space.
        do: Confirm the tile that lies there, or map a terrain.
        terrain: The terrain to map; for `confirm`, only if the space is empty.
    """

    space: Space
    do: Literal["confirm", "map"]
    terrain: Terrain


class OtomaHalfDay(NamedTuple):
    """A half day of Otoma, as two of its cards tell it.

    Attributes:
        actions: The actions of both cards, in order.
        claim: Whether the cards make Otoma claim.
        claim_at: A space of the region to claim if several are the largest; by default the first
            region in reading order.
        over_edge: The names of spaces in it that are on no board; there are no actions then.
    """

    actions: tuple[OtomaAction, ...]
    claim: bool = False
    claim_at: Space | None = None
    over_edge: tuple[str, ...] = ()


class OtomaClaim(NamedTuple):
    """A claim of Otoma.

    Attributes:
        space: The space of the marker.
        terrain: The terrain of the region.
        spaces: The region, as it was measured.
        tied_with: A space of each other region of the same size.
    """

    space: Space
    terrain: Terrain
    spaces: Spaces
    tied_with: tuple[Space, ...]


class OtomaOutcome(NamedTuple):
    """The result of a half day of Otoma.

    Attributes:
        actions: The result of each action.
        claim: The claim; None if none was made.
        checks: The rules on its cards, its actions and its claim.
    """

    actions: Sequence[Done]
    claim: OtomaClaim | None
    checks: Sequence[Check]

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal(self.checks)


class ClaimingCards(NamedTuple):
    """The cards of Otoma that have claimed, as far as they are known (p. 10).

    Attributes:
        played: The half days before the first of `claims`; None if not known.
        markers: The claims that were made in them.
        claims: Whether the card claimed in each half day since.
    """

    played: int | None
    markers: int
    claims: tuple[bool, ...] = ()

    @classmethod
    def of(cls, snapshot: Snapshot) -> "ClaimingCards":
        """The cards before a half day, as the table tells."""
        played, markers = snapshot.otoma_half_days, len(snapshot.otoma or ())
        if played is not None:
            markers = min(markers, sum(stack.start <= played for stack in STACKS))
        return cls(played, markers)

    @property
    def starts(self) -> list[int]:
        """The numbers of half days that can have been played before the first of `claims`."""
        # A turn that is known from its start follows whole turns.
        whole = range(0, OTOMA_HALF_DAYS + 1, TURN_HALF_DAYS)
        known = whole if self.played is None else (self.played,)
        return [start for start in known if self._fit(start)]

    @property
    def half_days(self) -> int | None:
        """The half days that have been played, those of `claims` included; None if not known."""
        starts = self.starts if self.played is None else [self.played]
        counts = {min(OTOMA_HALF_DAYS, start + len(self.claims)) for start in starts}
        return counts.pop() if len(counts) == 1 else None

    def _fit(self, start: int) -> bool:
        last, before = start + len(self.claims), 0
        claimed = {day for day, claims in enumerate(self.claims, start + 1) if claims}
        for stack in STACKS:
            here, began = len(claimed.intersection(stack)), stack.start <= start
            is_due = stack[-1] <= last and not began
            if here > 1 or (is_due and not here):
                return False
            before += began and not here
            claimed.difference_update(stack)
        return not claimed and self.markers <= before and last <= OTOMA_HALF_DAYS

    def check(self, *, claims: bool) -> Check:
        """Check whether the card of the next half day can claim, or not."""
        rule = "misterra.solo.cards"
        starts, after = self.starts, self._replace(claims=(*self.claims, claims)).starts
        values: dict[str, object] = {"most": MARKERS}
        if len(starts) == 1:
            day = starts[0] + len(self.claims) + 1
            stack = next((stack for stack in STACKS if day in stack), range(day, day + 1))
            values |= {"day": day, "first": stack[0], "last": stack[-1], "all": OTOMA_HALF_DAYS}
            if after:
                return Check(rule, "passed", "claims" if claims else "quiet", values)
            key = "due" if not claims else "second" if len(stack) > 1 else "never"
            return Check(rule, "failed", key, values)
        if after:
            return Check(rule, "not_checked", "not_checked", values)
        count = self.markers + sum(self.claims) + claims
        values["count"] = count
        key = "turn" if claims and self.claims[-1:] == (True,) else "stacks"
        if claims and count > MARKERS:
            key = "failed"
        return Check(rule, "failed", key, values)


class OtomaTurn(NamedTuple):
    """The result of a turn of Otoma.

    Attributes:
        checks: The rules on turns: the display, the half days, the end of the game.
        half_days: The result of each half day, up to the first illegal one.
        after: The table after the last legal half day.
        cards: The cards that have claimed with it.
    """

    checks: Sequence[Check]
    half_days: Sequence[OtomaOutcome]
    after: Snapshot
    cards: ClaimingCards

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal(self.checks) and all(half_day.legal for half_day in self.half_days)


def play(
    snapshot: Snapshot,
    half_days: Sequence[OtomaHalfDay],
    cards: ClaimingCards | None = None,
    *,
    is_whole: bool = False,
) -> OtomaTurn:
    """Play Otoma's half days.

    Args:
        snapshot: The table of a solo game after the player's turn.
        half_days: Otoma's half days.
        cards: The cards that have claimed before; by default as the table tells.
        is_whole: Whether no half day of the turn may follow.
    """
    cards = cards or ClaimingCards.of(snapshot)
    checks = _turn_checks(snapshot)
    outcomes: list[OtomaOutcome] = []
    if not legal(checks):
        return OtomaTurn(checks, outcomes, snapshot, cards)
    snapshot = _without_display(snapshot)
    before = (snapshot.otoma_half_days or 0) % TURN_HALF_DAYS
    for half_day in half_days[: TURN_HALF_DAYS - before]:
        outcome, after, following = _half_day(snapshot, half_day, cards)
        outcomes.append(outcome)
        if not outcome.legal:
            return OtomaTurn(checks, outcomes, snapshot, cards)
        snapshot, cards = after, following
    count = before + len(half_days)
    if is_whole or count > TURN_HALF_DAYS:
        checks.append(_half_days(count))
    return OtomaTurn(checks, outcomes, snapshot, cards)


def play_in_turn(snapshot: Snapshot, half_day: OtomaHalfDay) -> OtomaTurn:
    """Play one half day of Otoma, and judge whether it may be played now."""
    expected = expected_seat(snapshot, cards_taken(snapshot))
    check = order(seats(snapshot), expected, len(snapshot.players))
    cards = ClaimingCards.of(snapshot)
    outcome, after, cards = _half_day(_without_display(snapshot), half_day, cards)
    return OtomaTurn([check, *_turn_checks(snapshot)], [outcome], after, cards)


def _without_display(snapshot: Snapshot) -> Snapshot:
    """The table after the rest of the display is discarded; five new cards follow the turn."""
    return snapshot if snapshot.display is None else snapshot._replace(display=())


def _half_days(count: int) -> Check:
    """Otoma takes no sketch cards, so it always plays two half days."""
    key = "passed" if count == TURN_HALF_DAYS else "many" if count > TURN_HALF_DAYS else "otoma"
    status: Status = "passed" if key == "passed" else "failed"
    return Check("misterra.turn.half_days", status, key, {"count": count})


def _turn_checks(snapshot: Snapshot) -> list[Check]:
    """Check whether Otoma may play now, as far as the table tells."""
    names, seat = seats(snapshot), len(snapshot.players)
    return [_discarded(snapshot), game_over(names, seat, over=has_ended(snapshot, seat, None))]


def _discarded(snapshot: Snapshot) -> Check:
    """Otoma begins by discarding the three cards that the player has left."""
    rule, display = "misterra.solo.discard", snapshot.display
    left = DISPLAY_SIZE - TURN_HALF_DAYS
    values = {"count": len(display or ()), "left": left}
    if display is None or (0 < len(display) < left and not snapshot.deck):
        return Check(rule, "not_checked", "not_checked", values)
    # Without cards these are discarded already.
    if not display:
        return Check(rule, "passed", "gone", values)
    status: Status = "passed" if len(display) == left else "failed"
    return Check(rule, status, status, values)


def _half_day(
    snapshot: Snapshot, half_day: OtomaHalfDay, cards: ClaimingCards
) -> tuple[OtomaOutcome, Snapshot, ClaimingCards]:
    """Play a half day; returns its result, the table after it, and the cards with it."""
    outcome, after = _outcome(snapshot, half_day, cards)
    cards = cards._replace(claims=(*cards.claims, half_day.claim))
    return outcome, after._replace(otoma_half_days=cards.half_days), cards


def _outcome(
    snapshot: Snapshot, half_day: OtomaHalfDay, cards: ClaimingCards
) -> tuple[OtomaOutcome, Snapshot]:
    if half_day.over_edge:
        checks = [on_board(snapshot.beach, half_day.over_edge)]
        return OtomaOutcome((), None, checks), snapshot
    done, checks = [], [cards.check(claims=half_day.claim)]
    for action in half_day.actions:
        island, result = _act(snapshot.island, action, snapshot.rulings)
        snapshot = snapshot._replace(island=island)
        done.append(result)
        checks.append(_action_check(action, result))
    if not half_day.claim:
        return OtomaOutcome(done, None, checks), snapshot
    choices = list(_choices(snapshot))
    at = half_day.claim_at
    if at is not None and not union(spots for _, spots in choices) >> at & 1:
        checks.append(_misplaced(choices, at))
        return OtomaOutcome(done, None, checks), snapshot
    claim = _claim(snapshot.island, choices, at)
    checks.append(_claim_check(snapshot, claim))
    if claim is not None:
        snapshot = snapshot._replace(otoma=(*(snapshot.otoma or ()), claim.space))
    return OtomaOutcome(done, claim, checks), snapshot


def _act(island: Island, action: OtomaAction, rulings: Rulings) -> tuple[Island, Done]:
    bit = 1 << action.space
    # Confirming turns a hazy tile over, leaves a confirmed one, and maps only where there is none.
    if action.do == "confirm" and island.tiles.covered & bit:
        if island.confirmed & bit:
            return island, "nothing"
        return island._replace(confirmed=island.confirmed | bit), "confirmed"
    return update(island, action.space, action.terrain, rulings)


def _action_check(action: OtomaAction, done: Done) -> Check:
    """Explain the result of an action."""
    values = {"space": GRID.names[action.space], "terrain": action.terrain}
    if action.do == "map":
        return Check("misterra.solo.map", "passed", "passed", values, 1 << action.space)
    key = "mapped" if isinstance(done, Change) else done
    return Check("misterra.solo.confirm", "passed", key, values, 1 << action.space)


def _misplaced(choices: Sequence[tuple[Spaces, Spaces]], at: Space) -> Check:
    """Explain that Otoma may not claim on a space."""
    spots = union(spots for _, spots in choices)
    values = {
        "space": GRID.names[at],
        "count": max((region.bit_count() for region, _ in choices), default=0),
        "spaces": GRID.name_all(spots),
    }
    key = "smaller" if choices else "nowhere"
    return Check("misterra.solo.claim", "failed", key, values, 1 << at)


def _claim_check(snapshot: Snapshot, claim: OtomaClaim | None) -> Check:
    """Explain the place of a claim, or why none was made."""
    rule = "misterra.solo.claim"
    if claim is None:
        markers = snapshot.otoma or ()
        key = "no_marker" if len(markers) == MARKERS else "no_region"
        spaces = set_of(markers)
        return Check(rule, "passed", key, {"markers": GRID.name_all(spaces)}, spaces)
    values = {
        "space": GRID.names[claim.space],
        "terrain": claim.terrain,
        "count": claim.spaces.bit_count(),
        "region": GRID.name_all(claim.spaces),
        "tied": [GRID.names[space] for space in claim.tied_with],
    }
    key = "tied" if claim.tied_with else "passed"
    return Check(rule, "passed", key, values, claim.spaces)


def _choices(snapshot: Snapshot) -> Iterator[tuple[Spaces, Spaces]]:
    """Find the largest regions that Otoma may claim, each with the spaces for the marker."""
    tiles, confirmed = snapshot.island
    # Regions are measured by their confirmed tiles (otoma_region).
    counted = confirmed if snapshot.rulings.otoma_region == "confirmed_only" else GRID.everywhere
    available = []
    for terrain in Terrain:
        for group in GRID.groups(tiles[terrain] & counted):
            # The ordinary rules decide where Otoma may claim.
            spots = set_of(
                space for space in each(group) if may_claim(snapshot, snapshot.otoma or (), space)
            )
            if spots:
                available.append((group, spots))
    largest = max((group.bit_count() for group, _ in available), default=0)
    for group, spots in sorted(available, key=lambda choice: choice[0] & -choice[0]):
        if group.bit_count() == largest:
            yield group, spots


def _claim(
    island: Island, choices: Sequence[tuple[Spaces, Spaces]], at: Space | None
) -> OtomaClaim | None:
    if not choices:
        return None
    # On a tie the player chooses; by default the first region in reading order.
    firsts = {group: first_of(spots) for group, spots in choices}
    group, space = next(iter(firsts.items()))
    for other, spots in choices:
        if at is not None and spots >> at & 1:
            group, space = other, at
    terrain = next(terrain for terrain in Terrain if island.tiles[terrain] >> space & 1)
    tied = tuple(first for other, first in firsts.items() if other != group)
    return OtomaClaim(space, terrain, group, tied)


def without_rulings(turn: OtomaTurn) -> OtomaTurn:
    """A turn of Otoma with default rulings in its table, to compare turns under other rulings."""
    return turn._replace(after=turn.after.under(Rulings()))
