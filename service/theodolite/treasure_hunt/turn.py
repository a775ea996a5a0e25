"""A turn: whether it is legal, action by action, and what carrying it out makes of the table.

Covers the roll, moves in one or several parts, cards, free pieces, logging and what it brings,
skipped turns. Not covered: direction of play, empty decks, exhausted singles, on which the
rulebook is silent. Turn order and the end of the game are in `replays` and `missions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast

from theodolite.grid import Space, Spaces
from theodolite.treasure_hunt.actions import (
    Action,
    Change,
    Discard,
    Drawn,
    Log,
    Move,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
    changes,
)
from theodolite.treasure_hunt.board import DICE, GRID, HOME, Terrain, place_name
from theodolite.treasure_hunt.logs import (
    PLAYS,
    Find,
    finds,
    is_own,
    reach_of,
    shovel_at_hand,
    walkers_near,
)
from theodolite.treasure_hunt.movement import (
    Ground,
    Mover,
    Reach,
    counts,
    ground,
    may_go_on,
    moves_from,
    piece_of,
)
from theodolite.treasure_hunt.placing import PIECES, Piece, checked, placement_checks
from theodolite.treasure_hunt.snapshot import (
    HAND,
    Card,
    Creep,
    Explorer,
    Info,
    Route,
    Rulings,
    Snapshot,
    Walker,
)
from theodolite.verdict import NOTHING, Check, Fault, Status, Values, legal

__all__ = [
    "Ruled",
    "Update",
    "Verdict",
    "began",
    "can_move",
    "judge",
    "movers_of",
    "told",
    "told_of_update",
    "update",
]


class Ruled(NamedTuple):
    """A check, and the index of the action that it judges; None of the turn as a whole."""

    action: int | None
    check: Check


class Verdict(NamedTuple):
    """The checks of a turn, what it changed, and the table after it.

    `after` is None where the turn is illegal, or where a draw was not told.
    """

    checks: Sequence[Ruled]
    changes: Sequence[Change]
    after: Snapshot | None

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal([ruled.check for ruled in self.checks])


class Update(NamedTuple):
    """A turn carried out unjudged: what it changed, the table after it, and what could not be."""

    changes: Sequence[Change]
    after: Snapshot
    faults: Sequence[Fault]


def judge(snapshot: Snapshot, turn: Turn) -> Verdict:
    """Hold a turn against every rule that bears on it."""
    referee = _Referee(snapshot, turn)
    referee.play()
    verdict = Verdict(referee.checks, referee.changes, referee.snapshot)
    if not verdict.legal:
        return verdict._replace(changes=(), after=None)
    return verdict._replace(after=None) if referee.untold else verdict


def update(snapshot: Snapshot, turn: Turn) -> Update:
    """Carry a turn out unjudged."""
    referee = _Referee(snapshot, turn)
    referee.play()
    return Update(referee.changes, referee.snapshot, referee.faults)


def told(verdict: Verdict) -> object:
    """What of a verdict another ruling would change: what failed, and what came of it."""
    failed = [
        (action, check.rule, check.status)
        for action, check in verdict.checks
        if check.status != "passed"
    ]
    after = verdict.after
    return failed, after and after.under(Rulings())


def told_of_update(done: Update) -> object:
    """What of a turn carried out another ruling would change."""
    return done.after.under(Rulings()), [fault.code for fault in done.faults]


def began(snapshot: Snapshot, player: int) -> Snapshot:
    """The table as a player's turn begins: walkers that have rested for their round may move."""
    if not any(walker.moved_by is not None for walker in snapshot.walkers):
        return snapshot
    by_first = snapshot.rulings.walker_round == "until_first_player"
    walkers = [
        walker._replace(moved_by=None)
        if (player == 0 if by_first else walker.moved_by == player)
        else walker
        for walker in snapshot.walkers
    ]
    return snapshot._replace(walkers=tuple(walkers))


def movers_of(snapshot: Snapshot, player: int) -> list[Mover]:
    """The explorers that a player may move: the own ones, and in teams the mate's."""
    return [
        Mover(mate, i)
        for mate in snapshot.mates(player)
        for i in range(len(snapshot.players[mate].explorers))
    ]


def can_move(
    snapshot: Snapshot, mover: Mover, acting: int, played: int = 0, pips: int | None = None
) -> bool:
    """Whether a piece has a legal move, with a value rolled or with any."""
    steps = counts(snapshot, mover)
    if pips is not None:
        times = steps[0] // DICE[_terrain(snapshot, mover)][0]
        steps = (pips * times,)
    where = ground(snapshot, mover, acting, played)
    return any(Reach(where).ends(where.start, steps).values())


def _terrain(snapshot: Snapshot, mover: Mover) -> Terrain:
    if mover.player is None:
        return snapshot.terrain(piece_of(snapshot, mover))
    return snapshot.explorer_terrain(mover.player, mover.which)


_Kind = Literal["on", "off", "last", "last_off", "under", "closed"]


@dataclass
class _Walk:
    """A move as far as it has been told: the places entered, each with what it is to the piece."""

    name: Mover
    mover: Mover
    start: Space
    terrain: Terrain
    times: int
    path: list[Space] = field(default_factory=list)
    kinds: list[_Kind] = field(default_factory=list)
    firsts: list[Space] = field(default_factory=list)
    """Where the piece would end: the place itself, or the first space of the bridge above it."""
    jumps: Spaces = 0
    turns: Spaces = 0
    shut: Spaces = 0
    ended: Spaces = 0
    passed: Spaces = 0

    def enter(self, where: Ground, place: Space) -> None:
        """Take a step, and note what is wrong with it."""
        before = self.path[-1] if self.path else self.start
        bit = 1 << place
        if all(to != place for _, to in moves_from(before, where.corner)):
            self.jumps |= bit
        came_from = (self.start, *self.path)[-2] if self.path else None
        if place == came_from and not where.may_turn:
            self.turns |= bit
        last = self.kinds[-1] if self.kinds else "on"
        kind = self._kind(where, bit, under=last == "under")
        if kind == "closed":
            self.shut |= bit
        # A space of another terrain ends the move, and so does a bridge not left to water.
        if last in ("off", "last", "last_off") or (
            last == "under" and kind not in ("under", "on", "last")
        ):
            self.ended |= 1 << before
        self.firsts.append(self.firsts[-1] if kind == "under" == last else place)
        self.path.append(place)
        self.kinds.append(kind)

    @staticmethod
    def _kind(where: Ground, bit: Spaces, *, under: bool) -> _Kind:
        if where.on & bit:
            return "on"
        if where.under & bit:
            return "under"
        if where.off & bit:
            return "off"
        if where.last & bit:
            return "last_off" if where.last_off & bit else "last"
        return "closed"

    def stop(self, where: Ground, count: int) -> str:
        """Why the move may end where it does, or what is wrong with its length."""
        kind, steps, place = self.kinds[-1], len(self.path), self.path[-1]
        if steps > count:
            return "many"
        onto_bridge = kind == "under" and place == self.firsts[-1]
        ends = kind in ("off", "last_off", "closed")
        if ends or (onto_bridge and (where.off | where.last_off) >> place & 1):
            return "terrain"
        if steps == count:
            return "count"
        if where.may_stop or (where.goals >> place & 1 and kind != "under"):
            return "choice" if where.may_stop else "goal"
        path = (self.start, *self.path)
        stuck = kind != "last" and not may_go_on(where, path, kind == "under", count - steps)
        return "blocked" if stuck else "few"

    def stand(self, where: Ground) -> tuple[Space, bool]:
        """Where the piece stands after the move, and whether that is behind somebody."""
        end = self.firsts[-1]
        if not where.behind >> end & 1:
            return end, False
        for place in reversed(self.firsts[:-1]):
            if not (where.behind | where.never) >> place & 1:
                return place, True
        return self.start, True


class _Referee:
    """Goes through a turn, carries out each action and notes what the rules say of it."""

    def __init__(self, snapshot: Snapshot, turn: Turn) -> None:
        self.snapshot = snapshot
        self.player = turn.player
        self.actions = turn.actions
        self.checks: list[Ruled] = []
        self.changes: list[Change] = []
        self.faults: list[Fault] = []
        self.untold = False
        self._now: int | None = None
        self._roll: Roll | None = None
        self._walk: _Walk | None = None
        self._moved: list[Mover] = []
        self._arrived: dict[Mover, Space] = {}
        self._stopped = False
        self._played = 0
        self._full: set[int] = set()
        self._due: list[tuple[int, Mover, Find, bool]] = []
        self._shoes = snapshot.players[turn.player].shoes

    def play(self) -> None:
        """Go through the whole turn."""
        self._become(began(self.snapshot, self.player), "walker.move")
        for i, action in enumerate(self.actions):
            self._now = i
            self._hold_up(action)
            match action:
                case Roll():
                    self._do_roll(action)
                case Move():
                    self._do_move(action)
                case Play():
                    self._do_play(action)
                case Place():
                    self._do_place(action)
                case Log():
                    self._do_log(action)
                case Discard():
                    self._do_discard(action)
                case Skip():
                    self._do_skip()
        self._now = None
        self._finish()

    # What is noted

    def _note(
        self, rule: str, holds: bool, says: str, values: Values = NOTHING, spaces: Spaces = 0
    ) -> None:
        self._add(checked(rule, holds, says, values, spaces))

    def _unknown(self, rule: str, says: str, values: Values = NOTHING) -> None:
        self._add(Check(f"treasure_hunt.{rule}", "not_checked", says, values))

    def _add(self, check: Check, action: int | None = None) -> None:
        self.checks.append(Ruled(self._now if action is None else action, check))

    def _become(self, after: Snapshot, rule: str) -> None:
        self.changes += changes(self.snapshot, after, f"treasure_hunt.{rule}")
        self.snapshot = after

    def _cannot(self, what: str) -> None:
        path = ("turn", "actions", self._now or 0)
        self.faults.append(Fault("cannot_apply", path, {"what": what}))

    def _name(self, player: int) -> str:
        return self.snapshot.players[player].name

    # Between actions

    def _hold_up(self, action: Action) -> None:
        """What must come at once: logging on arrival, and the hand down to three cards."""
        if isinstance(action, (Play, Move, Roll, Skip)):
            self._overdue(arrived=True)
        discards = isinstance(action, Discard) and action.by in self._full
        plays = isinstance(action, Play) and self.player in self._full
        if not (discards or plays):
            self._too_many_cards()

    def _overdue(self, *, arrived: bool) -> None:
        """Markers that should have been logged: on arrival only, or all."""
        for due in [due for due in self._due if due[3] or not arrived]:
            self._due.remove(due)
            action, _, find, _ = due
            values = {"space": GRID.names[find.at]}
            status: Status = "failed" if find.legal else "not_checked"
            says = "not_logged" if find.legal else "unknown"
            check = Check("treasure_hunt.log.must", status, says, values, 1 << find.at)
            self._add(check, action)

    def _too_many_cards(self) -> None:
        for player in sorted(self._full):
            hand = self.snapshot.players[player].hand
            if hand is not None and len(hand) > HAND:
                values = {"player": self._name(player), "count": len(hand)}
                self._note("card.hand", holds=False, says="full", values=values)
        self._full.clear()

    def _finish(self) -> None:
        self._overdue(arrived=False)
        if self._full:
            self._too_many_cards()
        skipped = any(isinstance(action, Skip) for action in self.actions)
        values = {"player": self._name(self.player)}
        # Who has a lost shoe only skips the turn (`turn.shoe`).
        if self._shoes:
            only = all(
                isinstance(action, Skip) or (isinstance(action, Place) and action.by != self.player)
                for action in self.actions
            )
            self._note("turn.shoe", skipped and only, "failed", values)
        # A turn moves an explorer, or a walker instead (`turn.must`).
        elif not skipped:
            self._note("turn.must", bool(self._moved), "nothing", values)

    # The roll and the move

    def _do_roll(self, roll: Roll) -> None:
        movers = movers_of(self.snapshot, self.player)
        on_it = [m for m in movers if _terrain(self.snapshot, m) == roll.die]
        walker = any(
            isinstance(action, Move) and action.mover.player is None for action in self.actions
        )
        values = {"die": roll.die, "pips": roll.pips}
        says = "passed"
        if self._roll is not None:
            says = "second_roll"
        elif not on_it and not walker:
            says = "die"
        self._note("turn.one", says == "passed", says, values)
        self._roll = self._roll or roll
        # A die whose explorer cannot move with any value is not chosen while another can.
        if on_it and not walker and not self._any_can_move(on_it):
            stuck = not self._any_can_move([m for m in movers if m not in on_it])
            self._note("turn.must", stuck, "other_die", values)

    def _any_can_move(self, movers: Sequence[Mover], pips: int | None = None) -> bool:
        return any(
            can_move(self.snapshot, mover, self.player, self._played, pips) for mover in movers
        )

    def _do_move(self, move: Move) -> None:
        mover = self._resolved(move.mover)
        if mover is None:
            self._note("turn.walker", holds=False, says="none", values=_named(move.mover.which))
            self._cannot("walker")
            return
        walk = self._walk
        if walk is None or walk.mover != mover:
            self._begin_walk(move.mover, mover)
            walk = self._walk
        assert walk is not None  # noqa: S101 - begun just now
        self._step(walk, move.path)
        if not self._goes_on(walk):
            self._end_move(walk)

    def _resolved(self, mover: Mover) -> Mover | None:
        """The piece that an action means: a walker by where it stands, or stood as it set out."""
        if mover.player is not None:
            return mover
        if any(walker.at == mover.which for walker in self.snapshot.walkers):
            return mover
        return self._walk.mover if self._walk and self._walk.name == mover else None

    def _begin_walk(self, name: Mover, mover: Mover) -> None:
        snapshot = self.snapshot
        terrain = _terrain(snapshot, mover)
        values = {"die": terrain, "piece": self._piece_name(mover)}
        if self._moved:
            self._note("turn.one", holds=False, says="second_mover", values=values)
        elif self._roll is None:
            self._note("turn.one", holds=False, says="no_roll", values=values)
        elif mover.player is not None and mover.player not in snapshot.mates(self.player):
            self._note("turn.one", holds=False, says="not_own", values=values)
        else:
            self._note("turn.one", self._roll.die == terrain, "other_die", values)
        if mover.player is None:
            self._walker_instead(mover)
        elif mover.player != self.player:
            self._note("variant.teams", snapshot.teams, "failed", values)
        self._moved.append(mover)
        times = counts(snapshot, mover)[0] // DICE[terrain][0]
        self._walk = _Walk(name, mover, piece_of(snapshot, mover).at, terrain, times)

    def _walker_instead(self, mover: Mover) -> None:
        """Instead, any walker may be moved (`turn.walker`)."""
        hand = self.snapshot.players[self.player].hand
        if self.snapshot.rulings.walker_instead == "always":
            self._note("turn.walker", holds=True, says="")
        elif hand is None:
            self._unknown("turn.walker", "unknown")
        else:
            self._note("turn.walker", Card.WALKER not in hand, "card")
        self._rested(mover)

    def _rested(self, mover: Mover) -> None:
        walker = piece_of(self.snapshot, mover)
        resting = isinstance(walker, Walker) and walker.moved_by is not None
        self._note("walker.move", not resting, "rests", _named(mover.which), 1 << mover.which)

    def _ground(self, walk: _Walk) -> Ground:
        begun = (walk.start, walk.terrain)
        return ground(self.snapshot, walk.mover, self.player, self._played, begun)

    def _step(self, walk: _Walk, path: Sequence[Space]) -> None:
        """Take the steps of a part of a move, and put the piece where they lead."""
        if not path:
            return
        where, others = self._ground(walk), self._others(walk.mover)
        for place in path:
            walk.enter(where, place)
            walk.passed |= 1 << place & others
        if walk.mover.player is not None and self.snapshot.rulings.logging == "in_passing":
            self._pass_coordinates(walk, path)
        terrain = walk.terrain if walk.kinds[-1] in ("on", "under") else None
        self._put(walk, path[-1], terrain, "move.orthogonal")

    def _others(self, mover: Mover) -> Spaces:
        """The spaces of all other explorers and walkers."""
        spaces = 0
        for i, player in enumerate(self.snapshot.players):
            for j, explorer in enumerate(player.explorers):
                if mover != (i, j) and explorer.at != HOME:
                    spaces |= 1 << explorer.at
        for walker in self.snapshot.walkers:
            if mover != (None, walker.at):
                spaces |= 1 << walker.at
        return spaces

    def _pass_coordinates(self, walk: _Walk, path: Sequence[Space]) -> None:
        """Note the own coordinates passed, which are to be logged (`logging`)."""
        player = cast("int", walk.mover.player)
        for place in path:
            for find in finds(self.snapshot, player, place, self._played):
                if find.must and find.legal is not False:
                    self._due.append((self._now or 0, walk.mover, find, False))

    def _put(self, walk: _Walk, place: Space, terrain: Terrain | None, rule: str) -> None:
        """Put a moving piece on a place, with its terrain if the place itself has none."""
        snapshot, mover = self.snapshot, walk.mover
        corner = place
        if place == HOME and mover.player is not None:
            corner = snapshot.players[mover.player].home
        creep = place != HOME and snapshot.creep_spaces >> place & 1
        tells_nothing = bool(creep) or snapshot.board.printed(corner) is None
        if terrain is None:
            terrain = self._ground(walk).terrain_at(snapshot, place)
        told = terrain if tells_nothing else None
        if mover.player is None:
            walkers = [
                walker._replace(at=place, terrain=told) if walker.at == mover.which else walker
                for walker in snapshot.walkers
            ]
            walk.mover = Mover(None, place)
            self._become(snapshot._replace(walkers=tuple(walkers)), rule)
            return
        explorers = list(snapshot.players[mover.player].explorers)
        explorers[mover.which] = Explorer(place, told)
        self._become(snapshot.with_player(mover.player, explorers=tuple(explorers)), rule)

    def _goes_on(self, walk: _Walk) -> bool:
        """Whether a later action moves the same piece on."""
        names = (walk.name, walk.mover)
        rest = self.actions[(self._now or 0) + 1 :]
        return any(isinstance(action, Move) and action.mover in names for action in rest)

    def _end_move(self, walk: _Walk) -> None:
        where = self._ground(walk)
        if not walk.path:
            self._note("turn.must", holds=False, says="nothing", values=self._by())
            return
        pips = self._roll.pips if self._roll else 0
        at, behind = self._move_checks(walk, where, pips * walk.times)
        if at != walk.path[-1] or behind:
            told = self._ground(walk).terrain_at(self.snapshot, at)
            self._put(walk, at, told, "move.behind" if behind else "boat")
        self._settled(walk, at)
        if walk.mover.player is None:
            self._rest(walk.mover)

    def _by(self) -> Values:
        return {"player": self._name(self.player)}

    def _move_checks(self, walk: _Walk, where: Ground, count: int) -> tuple[Space, bool]:
        """Hold a whole move against every rule on moving; where the piece stands after it."""
        path, whole = walk.path, sum(1 << place for place in {*walk.path})
        names = {"path": [place_name(place) for place in path]}
        self._note("move.orthogonal", not walk.jumps, "failed", _told(walk.jumps), walk.jumps)
        self._note("move.reversal", not walk.turns, "failed", _told(walk.turns), walk.turns)
        self._note("move.closed", not walk.shut, "failed", _told(walk.shut), walk.shut)
        stop = walk.stop(where, count)
        told = {**names, **_told(walk.ended), "terrain": walk.terrain}
        says = "ended" if stop == "terrain" else "passed"
        if walk.ended:
            self._note("move.terrain", holds=False, says="failed", values=told, spaces=walk.ended)
        else:
            end = {**told, "spaces": [place_name(path[-1])]}
            self._add(Check("treasure_hunt.move.terrain", "passed", says, end, whole))
        values = {"steps": len(path), "count": count, "spaces": [place_name(path[-1])]}
        failed = stop in ("few", "many")
        status: Status = "failed" if failed else "passed"
        self._add(Check("treasure_hunt.move.count", status, stop, values, 1 << path[-1]))
        if passed := walk.passed & ~(1 << path[-1]):
            self._note("move.through", holds=True, says="", values=_told(passed), spaces=passed)
        last, (at, behind) = walk.firsts[-1], walk.stand(where)
        if where.behind >> last & 1:
            values = {"spaces": [place_name(last)], "stays": place_name(at)}
            self._note("move.behind", holds=True, says="", values=values, spaces=1 << last)
        self._may_end(walk, where, last, behind=behind)
        return at, behind

    def _may_end(self, walk: _Walk, where: Ground, end: Space, *, behind: bool) -> None:
        never = bool(where.never >> end & 1) and not behind
        values = {"spaces": [place_name(end)]}
        if walk.mover.player is None:
            self._note("walker.move", not never, "segment", values, 1 << end)
        elif never and where.under & self.snapshot.closed & 1 << end:
            self._note("move.closed", holds=False, says="under", values=values, spaces=1 << end)
        elif self._marked_by_others(walk.mover.player, end):
            self._note("move.foreign", not never, "failed", values, 1 << end)

    def _marked_by_others(self, player: int, place: Space) -> bool:
        return any(
            place in (route.marked for route in other.routes)
            for i, other in enumerate(self.snapshot.players)
            if not is_own(self.snapshot, player, i)
        )

    def _settled(self, walk: _Walk, at: Space) -> None:
        """What the end of a move brings: a turn over, a boat lost, something to log."""
        player = walk.mover.player
        if _terrain(self.snapshot, walk.mover) != walk.terrain:
            self._stopped = True
        if player is None:
            return
        self._arrived[walk.mover] = at
        self._lose_boats(player)
        for place in reach_of(self.snapshot, at):
            for find in finds(self.snapshot, player, place, self._played):
                if not find.must or place != at:
                    continue
                values = {"space": GRID.names[at]}
                if find.legal is False:
                    check = Check("treasure_hunt.log.must", "passed", "hindered", values, 1 << at)
                    self._add(check)
                else:
                    # What is passed and ended on is logged once.
                    self._due = [due for due in self._due if due[2].at != at]
                    self._due.append((self._now or 0, walk.mover, find, True))

    def _lose_boats(self, player: int) -> None:
        """A boat is discarded as soon as no own explorer is in water (`boat`)."""
        one = self.snapshot.players[player]
        afloat = any(
            self.snapshot.explorer_terrain(player, i) == Terrain.WATER
            for i in range(len(one.explorers))
        )
        if one.boats and not afloat:
            self._become(self.snapshot.with_player(player, boats=0), "boat")

    def _rest(self, mover: Mover) -> None:
        """A moved walker rests for the round (`walker.move`)."""
        walkers = [
            walker._replace(moved_by=self.player) if walker.at == mover.which else walker
            for walker in self.snapshot.walkers
        ]
        self._become(self.snapshot._replace(walkers=tuple(walkers)), "walker.move")

    # Cards and pieces

    def _turn_over(self, *, brought: bool = False) -> None:
        """After a stop on another terrain only the logging there is left (`turn.end`)."""
        if self._stopped and self.snapshot.rulings.after_stop == "turn_over":
            self._note("turn.end", brought, "failed")

    def _count_play(self) -> None:
        """At most two cards are played in a turn (`card.two`)."""
        self._played += 1
        self._note("card.two", self._played <= PLAYS, "failed", {"count": self._played})

    def _spend(self, player: int, card: Card, rule: str) -> None:
        """Take a card out of a hand."""
        hand = self.snapshot.players[player].hand
        values = {"player": self._name(player), "card": card}
        if hand is None:
            self._unknown("card.hand", "unknown", values)
        elif card not in hand:
            self._note("card.hand", holds=False, says="failed", values=values)
            self._cannot(card)
        else:
            self._note("card.hand", holds=True, says="", values=values)
            left = list(hand)
            left.remove(card)
            self._become(self.snapshot.with_player(player, hand=tuple(left)), rule)

    def _do_play(self, play: Play) -> None:
        hand = self.snapshot.players[self.player].hand
        self._turn_over(brought=hand is not None and len(hand) > HAND)
        self._count_play()
        rule = _RULE_OF_CARD[play.card]
        if play.card == Card.WALKER and play.mover is not None:
            rule = "walker.move"
        self._spend(self.player, play.card, rule)
        if self.snapshot.young and play.card == Card.WALKER:
            self._note("variant.young", holds=False, says="walker")
        match play.card:
            case Card.FALLEN_TREE | Card.BROKEN_BRIDGE | Card.CREEP_THROUGH:
                self._lay(_PIECE_OF_CARD[play.card], play.spaces, self.player, rule)
            case Card.WALKER if play.mover is None:
                self._lay("walker", play.spaces, self.player, rule)
            case Card.WALKER:
                self._move_by_card(play)
            case Card.LOST_SHOE:
                self._give_shoe(play.to)
            case Card.REMOVE_OBSTACLE:
                self._remove(play.obstacle)
            case Card.BOAT:
                self._board()
            case Card.SHOVEL:
                # A shovel is played with the logging it serves.
                self._note("shovel", holds=False, says="failed")

    def _lay(
        self,
        piece: Piece,
        spaces: Sequence[Space],
        player: int,
        rule: str,
        *,
        free: bool = False,
    ) -> None:
        for check in placement_checks(self.snapshot, player, piece, spaces, free=free):
            self._add(check)
        if not spaces:
            self._cannot(piece)
            return
        snapshot = self.snapshot
        match piece:
            case "tree":
                tree = sum(1 << space for space in {*spaces})
                after = snapshot._replace(trees=(*snapshot.trees, tree))
            case "broken_bridge":
                broken = (*snapshot.broken_bridges, spaces[0])
                after = snapshot._replace(broken_bridges=broken)
            case "walker":
                terrain = None
                if snapshot.board.printed(spaces[0]) is None:
                    terrain = _beside(snapshot, spaces[0])
                walker = Walker(spaces[0], terrain or self._creep_terrain(spaces[0]))
                after = snapshot._replace(walkers=(*snapshot.walkers, walker))
            case "creep_through":
                after = self._with_creep(spaces[0])
        self._become(after, rule)

    def _creep_terrain(self, space: Space) -> Terrain | None:
        """The terrain of a walker placed on a creep-through, which it keeps (`creep`)."""
        if self.snapshot.creep_spaces >> space & 1:
            return self.snapshot.board.printed(space)
        return None

    def _with_creep(self, space: Space) -> Snapshot:
        """The table with a creep-through; a piece already there keeps its terrain (`creep`)."""
        snapshot = self.snapshot
        for i, player in enumerate(snapshot.players):
            explorers = tuple(
                Explorer(space, snapshot.explorer_terrain(i, j)) if one.at == space else one
                for j, one in enumerate(player.explorers)
            )
            if explorers != player.explorers:
                snapshot = snapshot.with_player(i, explorers=explorers)
        walkers = [
            walker._replace(terrain=snapshot.terrain(walker)) if walker.at == space else walker
            for walker in snapshot.walkers
        ]
        creeps = (*snapshot.creeps, Creep(space, self.player))
        return snapshot._replace(walkers=tuple(walkers), creeps=creeps)

    def _give_shoe(self, to: int | None) -> None:
        """A lost shoe goes to another player (`shoe`)."""
        values = self._by() if to is None else {"player": self._name(to)}
        self._note("shoe", to not in (None, self.player), "failed", values)
        if to is None:
            self._cannot("lost_shoe")
            return
        shoes = self.snapshot.players[to].shoes + 1
        self._become(self.snapshot.with_player(to, shoes=shoes), "shoe")

    def _remove(self, space: Space | None) -> None:
        """Any tree, broken bridge or walker returns to the supply (`remove`)."""
        snapshot = self.snapshot
        bit = 0 if space is None else 1 << space
        trees = tuple(tree for tree in snapshot.trees if not tree & bit)
        bridge = 0 if space is None else snapshot.board.bridge(space)
        broken = tuple(at for at in snapshot.broken_bridges if not bridge >> at & 1)
        walkers = tuple(walker for walker in snapshot.walkers if walker.at != space)
        values = {"spaces": [] if space is None else [GRID.names[space]]}
        after = snapshot
        for gone in (
            snapshot._replace(trees=trees),
            snapshot._replace(broken_bridges=broken),
            snapshot._replace(walkers=walkers),
        ):
            # Of several on a space, the first of these goes.
            if after == snapshot:
                after = gone
        self._note("remove", after != snapshot, "failed", values, bit)
        if after == snapshot:
            self._cannot("obstacle")
        self._become(after, "remove")

    def _board(self) -> None:
        """A boat stays in use for both explorers (`boat`)."""
        one = self.snapshot.players[self.player]
        afloat = any(
            self.snapshot.explorer_terrain(self.player, i) == Terrain.WATER
            for i in range(len(one.explorers))
        )
        stepped = any(isinstance(a, Move) and a.path for a in self.actions[: self._now])
        says = "passed"
        if not afloat:
            says = "on_land"
        elif stepped:
            says = "stepped"
        elif self._roll and self.snapshot.rulings.boat_after_roll == "before_roll":
            says = "rolled"
        self._note("boat", says == "passed", says)
        self._become(self.snapshot.with_player(self.player, boats=one.boats + 1), "boat")

    def _move_by_card(self, play: Play) -> None:
        """A walker is moved as an extra move (`walker.move`)."""
        mover = play.mover and self._resolved(play.mover)
        if mover is None or mover.player is not None or not play.path:
            self._note("walker.move", holds=False, says="none")
            self._cannot("walker")
            return
        self._rested(mover)
        snapshot = self.snapshot
        terrain = _terrain(snapshot, mover)
        pips = play.pips or 0
        if pips not in DICE[terrain]:
            values = {"die": terrain, "pips": pips}
            self._note("walker.move", holds=False, says="die", values=values)
        walk = _Walk(mover, mover, mover.which, terrain, 1)
        self._step(walk, play.path)
        where = self._ground(walk)
        at, behind = self._move_checks(walk, where, pips)
        if behind:
            self._put(walk, at, where.terrain_at(self.snapshot, at), "move.behind")
        self._rest(walk.mover)

    def _do_place(self, place: Place) -> None:
        """A free piece needs no card (`free.pieces`)."""
        by = self.snapshot.players[place.by]
        values = {"player": by.name, "piece": PIECES.index(place.piece)}
        own = place.by == self.player or self.snapshot.rulings.free_pieces == "any_turn"
        has = place.piece in by.free
        self._note("free.pieces", has and own, "other_turn" if has else "failed", values)
        if not has:
            self._cannot(place.piece)
            return
        if place.by == self.player and self.snapshot.rulings.free_pieces == "own_turn":
            self._turn_over()
        free = tuple(piece for piece in by.free if piece != place.piece)
        rule = "tree.place" if place.piece == "tree" else "walker.place"
        self._become(self.snapshot.with_player(place.by, free=free), "free.pieces")
        self._lay(place.piece, place.spaces, place.by, rule, free=True)

    def _do_discard(self, discard: Discard) -> None:
        """On a fourth card in hand, at least one is played or discarded (`card.hand`)."""
        if discard.by not in self._full:
            values = {"player": self._name(discard.by), "card": discard.card}
            self._note("card.hand", holds=False, says="no_fourth", values=values)
        self._spend(discard.by, discard.card, "card.hand")

    def _do_skip(self) -> None:
        one = self.snapshot.players[self.player]
        if one.shoes:
            left = 0 if self.snapshot.rulings.several_shoes == "same_turn" else one.shoes - 1
            self._become(self.snapshot.with_player(self.player, shoes=left), "turn.shoe")
            return
        values = self._by()
        if self._moved:
            self._note("turn.must", holds=False, says="moved", values=values)
        elif self.snapshot.rulings.pass_turn == "allowed":  # noqa: S105 - no password
            self._note("turn.must", holds=True, says="", values=values)
        else:
            movers = movers_of(self.snapshot, self.player)
            pips = None
            if self._roll is not None:
                pips = self._roll.pips
                movers = [m for m in movers if _terrain(self.snapshot, m) == self._roll.die]
            self._note("turn.must", not self._any_can_move(movers, pips), "could_move", values)

    # Logging

    def _do_log(self, log: Log) -> None:
        snapshot, explorer = self.snapshot, log.explorer
        player = cast("int", explorer.player)
        here = piece_of(snapshot, explorer).at
        at = here if log.at is None else log.at
        find = self._found(log, player, at)
        if find is None:
            values = {"space": place_name(at)}
            self._note("log.must", holds=False, says="no_marker", values=values)
            self._cannot("marker")
            return
        self._may_log_here(log, player, find, here)
        self._log_checks(player, find, log)
        self._due = [due for due in self._due if due[1] != explorer or due[2].at != at]
        if log.shovel:
            self._count_play()
            self._spend(player, Card.SHOVEL, "log.shovel")
        route = snapshot.players[find.owner].routes[find.route]
        if route.has_treasure:
            self._end_route(player, find, route)
        self._draw(find, log, ended=route.has_treasure)

    def _found(self, log: Log, player: int, at: Space) -> Find | None:
        """The marker that is logged: the one told, or the first on the space that may be."""
        snapshot = self.snapshot
        there = [
            Find(owner, i, at, is_own(snapshot, player, owner), None)
            for owner, one in enumerate(snapshot.players)
            for i, route in enumerate(one.routes)
            if route.marked == at and log.owner in (None, owner) and log.route in (None, i)
        ]
        rightful = finds(snapshot, player, at, self._played)
        told = [find for find in rightful if any(find[:2] == one[:2] for one in there)]
        told.sort(key=lambda find: find.legal is False)
        return next(iter((*told, *there)), None)

    def _may_log_here(self, log: Log, player: int, find: Find, here: Space) -> None:
        """Who logs, where and when (`log.must`)."""
        snapshot, rulings = self.snapshot, self.snapshot.rulings
        rightful = any(
            find[:2] == one[:2] for one in finds(snapshot, player, find.at, self._played)
        )
        there = find.at in [*reach_of(snapshot, here)]
        walk = self._walk
        under_way = walk is not None and walk.mover == log.explorer
        if not there and under_way and walk is not None and rulings.logging == "in_passing":
            there = find.at in walk.path
        arrived = log.explorer in self._arrived or (under_way and rulings.logging == "in_passing")
        moving = under_way and log.explorer not in self._arrived
        says = "passed"
        if player not in snapshot.mates(self.player):
            says = "not_own"
        elif not rightful:
            says = "closed"
        elif not there:
            says = "elsewhere"
        elif moving and rulings.logging == "at_end":
            says = "under_way"
        elif not arrived and not find.must:
            says = "not_arrived"
        elif not arrived and rulings.late_logging == "arrival_only":
            says = "late"
        values = {
            "space": GRID.names[find.at],
            "player": self._name(find.owner),
        }
        self._note("log.must", says == "passed", says, values, 1 << find.at)
        # After a stop only the logging there is left (`turn.end`).
        if log.explorer not in self._arrived:
            self._turn_over()

    def _log_checks(self, player: int, find: Find, log: Log) -> None:
        snapshot = self.snapshot
        bit = 1 << find.at
        values = {"space": GRID.names[find.at]}
        near = walkers_near(snapshot, find.at)
        told = {**values, "walkers": GRID.name_all(near)}
        self._note("log.walker", not near, "failed", told, near or bit)
        if snapshot.closed & bit:
            self._note("log.covered", holds=True, says="", values=values, spaces=bit)
        route = snapshot.players[find.owner].routes[find.route]
        if not route.needs_shovel:
            if log.shovel:
                self._note("log.shovel", holds=False, says="needless", values=values)
            return
        if not log.shovel:
            self._note("log.shovel", holds=False, says="failed", values=values)
        elif (hand := shovel_at_hand(snapshot, player, self._played)) is None:
            self._unknown("log.shovel", "unknown", values)
        else:
            self._note("log.shovel", hand, "failed", values)

    def _end_route(self, player: int, find: Find, route: Route) -> None:
        """The logger takes the treasures, and a coordinate for each card (`log.end`)."""
        snapshot = self.snapshot
        one = snapshot.players[player]
        after = snapshot.with_player(
            player,
            coordinates=one.coordinates + len(route.cards),
            treasures=(*one.treasures, *route.treasures),
        )
        self._become(_with_route(after, find, Route()), "log.end")

    def _draw(self, find: Find, log: Log, *, ended: bool) -> None:
        rule = "log.end" if ended else "log.next"
        drawn, owner = log.drawn, find.owner
        values = {"player": self._name(owner), "space": GRID.names[find.at]}
        if log.untold:
            self._unknown(rule, "untold", values)
            self.untold = True
            after = self.snapshot.with_player(owner, hand=None)
            self._become(_with_route(after, find, Route()), rule)
            return
        if drawn is None:
            self._note(rule, ended, "undrawn", values)
            return
        # A coordinate and an action card are drawn: both, or at the end of a route neither.
        both = drawn.coordinate is not None and drawn.action is not None
        self._note(rule, both, "one", values)
        if drawn.coordinate is not None:
            route = self.snapshot.players[owner].routes[find.route]
            route = route._replace(cards=(*route.cards, drawn.coordinate))
            self._become(_with_route(self.snapshot, find, route), rule)
        if isinstance(drawn.action, Info):
            self._place_info(owner, drawn, drawn.action)
        elif drawn.action is not None:
            self._take(owner, drawn.action, rule)

    def _take(self, owner: int, card: Card, rule: str) -> None:
        """Obstacle and help cards are held closed, three at most (`card.hand`)."""
        hand = self.snapshot.players[owner].hand
        if hand is None:
            return
        self._become(self.snapshot.with_player(owner, hand=(*hand, card)), rule)
        if len(hand) >= HAND:
            self._full.add(owner)

    def _place_info(self, owner: int, drawn: Drawn, info: Info) -> None:
        """An info card is played at once at an own route with a coordinate card (`card.info`)."""
        routes = self.snapshot.players[owner].routes
        rulings = self.snapshot.rulings
        bars_treasure = (
            rulings.buried_after_treasure == "not_allowed"
            if info == Info.BURIED
            else rulings.treasures_per_route == "one"
        )
        open_to = [
            i
            for i, route in enumerate(routes)
            if route.cards and not (bars_treasure and route.has_treasure)
        ]
        chosen = drawn.info_route
        values = {"player": self._name(owner), "info": info}
        if chosen is None:
            # Without such a route it is discarded.
            self._note("card.info", not open_to, "not_placed", values)
            return
        says = "passed"
        if not routes[chosen].cards:
            says = "no_coordinate"
        elif chosen not in open_to:
            says = "treasure"
        self._note("card.info", says == "passed", says, values)
        route = routes[chosen]
        route = route._replace(info=(*route.info, info))
        if info != Info.BURIED:
            route = route._replace(treasures=(*route.treasures, drawn.treasure))
        players = self.snapshot.players[owner]
        changed = list(players.routes)
        changed[chosen] = route
        after = self.snapshot.with_player(owner, routes=tuple(changed))
        rule = f"info.{info}"
        self._add(Check(f"treasure_hunt.{rule}", "passed", "passed", values))
        self._become(after, rule)

    def _piece_name(self, mover: Mover) -> str:
        return place_name(piece_of(self.snapshot, mover).at)


def _told(spaces: Spaces) -> Values:
    names = ["home"] if spaces >> HOME & 1 else []
    return {"spaces": [*names, *GRID.name_all(spaces)]}


def _named(space: Space) -> Values:
    return {"spaces": [place_name(space)]}


def _with_route(snapshot: Snapshot, find: Find, route: Route) -> Snapshot:
    routes = list(snapshot.players[find.owner].routes)
    routes[find.route] = route
    return snapshot.with_player(find.owner, routes=tuple(routes))


def _beside(snapshot: Snapshot, space: Space) -> Terrain:
    """The terrain of a walker placed on an unclear space: that of the first clear neighbour."""
    for _, to in moves_from(space, None):
        if (terrain := snapshot.board.printed(to)) is not None:
            return terrain
    return Terrain.PATH


_PIECE_OF_CARD: dict[Card, Piece] = {
    Card.FALLEN_TREE: "tree",
    Card.BROKEN_BRIDGE: "broken_bridge",
    Card.CREEP_THROUGH: "creep_through",
}
_RULE_OF_CARD = {
    Card.FALLEN_TREE: "tree.place",
    Card.BROKEN_BRIDGE: "bridge.break",
    Card.LOST_SHOE: "shoe",
    Card.WALKER: "walker.place",
    Card.REMOVE_OBSTACLE: "remove",
    Card.BOAT: "boat",
    Card.SHOVEL: "shovel",
    Card.CREEP_THROUGH: "creep",
}
