"""An independent reference of whole turns: cards, draws, pieces, logging, records.

A table is the JSON of a snapshot; a copy of it changes during the turn. The rules that a turn
breaks are listed up to the first action that breaks one: the law says nothing about later ones.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

from reference.treasure_hunt import (
    DICE,
    HOME,
    Json,
    Marker,
    Mover,
    Space,
    Table,
    Walk,
    bars,
    can_move,
    has_treasure,
    legal_moves,
    markers,
    may_log,
    missions,
    name,
    passes_under,
    placement_breaks,
    read,
    rightful,
    shortens,
    walker_near,
)

ROUTES = ("triangle", "circle", "square")
INFO = ("closed", "open", "buried")
OBSTACLES = ("fallen_tree", "broken_bridge", "lost_shoe", "walker")
NOT_YET = 999


class Verdict(NamedTuple):
    """The first rules that a turn breaks, the rules not checked, and the table after it.

    A turn is whole if it has an action, or needs none.
    """

    broken: list[str]
    at: int | None
    unknown: list[str]
    after: Json | None
    whole: bool = True

    @property
    def legal(self) -> bool | None:
        return False if self.broken else self.whole or None


def completed(snapshot: Json) -> Json:
    """A copy of a snapshot with all that is there by default."""
    table = deepcopy(snapshot)
    table["board"].setdefault("bridges", [])
    for key in ("trees", "walkers", "broken_bridges", "creep_throughs"):
        table.setdefault(key, [])
    table["variants"] = {"young": False, "teams": False, **table.get("variants", {})}
    table.setdefault("rulings", {})
    for walker in table["walkers"]:
        walker.setdefault("moved_by", None)
    for player in table["players"]:
        for key, nothing in (("coordinates", 0), ("boats", 0), ("shoes", 0)):
            player.setdefault(key, nothing)
        for key in ("treasures", "free"):
            player.setdefault(key, [])
        for key in ("hand", "mission"):
            player.setdefault(key, None)
        for route in player["routes"].values():
            route.setdefault("info", [])
            route.setdefault("treasures", [])
    return table


def judge(snapshot: Json, turn: Json, *, over: bool = False) -> Verdict:
    """Hold a turn, a player and a move, against the law; it is over if another one followed."""
    referee = Referee(snapshot, turn, over=over)
    referee.go()
    if referee.broken:
        at = min(referee.broken, key=lambda action: NOT_YET if action is None else action)
        return Verdict(sorted(referee.broken[at]), at, [], None)
    after = None if referee.untold or not referee.whole else referee.table
    return Verdict([], None, sorted(referee.unknown), after, referee.whole)


class Step(NamedTuple):
    """A step of a move: the place, and what it was to the piece when it was entered."""

    place: Space
    kind: str


class Going:
    """The piece that moves in a turn, as far as it has come; `piece` is the piece on the table."""

    def __init__(self, named: str, walk: Walk) -> None:
        self.named = named
        self.walk = walk
        self.piece = walk.piece
        self.boat = False
        self.last_part: int | None = None
        self.steps: list[Step] = []
        self.faults: set[str] = set()

    @property
    def path(self) -> list[Space]:
        return [step.place for step in self.steps]


class Referee:
    """A turn on a table, action by action."""

    def __init__(self, snapshot: Json, turn: Json, *, over: bool = True) -> None:
        self.table = completed(snapshot)
        self.over = over
        self.whole = True
        self.actions: Sequence[Json] = turn["move"]["actions"]
        self.names = [player["name"] for player in self.table["players"]]
        self.player = self.names.index(turn["player"])
        self.me = self.table["players"][self.player]
        self.broken: dict[int | None, set[str]] = {}
        self.unknown: list[str] = []
        self.untold = False
        self.now: int | None = None
        self.roll: Json | None = None
        self.going: Going | None = None
        self.unfinished: Going | None = None
        self.moved = False
        self.arrived: dict[tuple[int, int], Space] = {}
        self.stopped = False
        self.played = 0
        self.overfull: int | None = None
        self.due: list[Json] = []
        self.had_shoes = self.me["shoes"]

    # Findings

    def ruling(self, which: str, default: str) -> str:
        value: str = self.table["rulings"].get(which, default)
        return value

    def breaks(self, rule: str, at: int | None = NOT_YET) -> None:
        self.broken.setdefault(self.now if at == NOT_YET else at, set()).add(rule)

    def see(self) -> Table:
        return Table(self.table)

    def terrain(self, mover: Mover) -> str:
        going = self.going
        if going is not None and going.walk.mover == mover and not self.has_ended(mover):
            return str(going.walk.terrain)
        return str(Walk(self.see(), mover, self.player).terrain)

    def has_ended(self, mover: Mover) -> bool:
        return mover.player is None or (mover.player, mover.which) in self.arrived

    def mine(self) -> list[Mover]:
        """The explorers that may be moved."""
        return [
            Mover(mate, i)
            for mate in self.see().mates(self.player)
            for i in range(len(self.table["players"][mate]["explorers"]))
        ]

    # The turn

    def go(self) -> None:
        self.begin()
        for i, action in enumerate(self.actions):
            self.now = i
            if self.unfinished is not None and not self.on_the_way(action, self.unfinished):
                self.arrive(self.unfinished)
            self.at_once(action)
            getattr(self, f"do_{action['do']}")(action)
            # The piece laid can have closed the mover in.
            if self.unfinished is not None and self.comes_to_an_end(self.unfinished):
                self.arrive(self.unfinished)
            # An explorer on the move may end in water.
            if self.going is None or self.has_ended(self.going.walk.mover):
                self.sink_boats()
        if self.unfinished is not None:
            self.arrive(self.unfinished)
        self.now = None
        self.end()

    def begin(self) -> None:
        by_first = self.ruling("walker_round", "until_movers_turn") == "until_first_player"
        for walker in self.table["walkers"]:
            if by_first:
                if self.player == 0:
                    walker["moved_by"] = None
            elif walker["moved_by"] == self.names[self.player]:
                walker["moved_by"] = None

    def at_once(self, action: Json) -> None:
        """A fourth card, and a coordinate that was reached, come before anything else."""
        hand = self.me["hand"] or []
        fourth_first = action["do"] == "play" and self.overfull == self.player and len(hand) > 3
        if action["do"] in ("play", "move", "roll", "skip") and not fourth_first:
            self.must_have_logged([due for due in self.due if due["at_once"]])
        if self.overfull is not None:
            discards = action["do"] == "discard" and self.by(action) == self.overfull
            plays = action["do"] == "play" or (action["do"] == "log" and action.get("shovel"))
            if not discards and not (plays and self.overfull == self.player):
                self.four_cards()
                self.overfull = None

    def four_cards(self) -> None:
        if self.overfull is not None:
            hand = self.table["players"][self.overfull]["hand"]
            if hand is not None and len(hand) > 3:
                self.breaks("card.hand")

    def must_have_logged(self, dues: list[Json]) -> None:
        for due in dues:
            self.due.remove(due)
            if due["legal"]:
                self.breaks("log.must", due["action"])
            else:
                self.unknown.append("log.must")

    def end(self) -> None:
        self.must_have_logged(list(self.due))
        self.four_cards()
        skips = any(action["do"] == "skip" for action in self.actions)
        if self.had_shoes:
            others = [action for action in self.actions if action["do"] not in ("skip", "place")]
            if not self.over and not self.actions:
                self.goes_on("turn.shoe")
            elif others or not skips:
                self.breaks("turn.shoe")
        elif not skips and not self.moved:
            waits = not self.over and all(self.only_lays(action) for action in self.actions)
            if waits and not self.actions and self.any_moves(self.mine()):
                self.goes_on("turn.must")
            elif not self.may_pass():
                if waits:
                    self.goes_on("turn.must")
                else:
                    self.breaks("turn.must")

    def goes_on(self, rule: str) -> None:
        """A rule that the rest of the turn can keep; without an action there is no turn yet."""
        self.unknown.append(rule)
        self.whole = bool(self.actions)

    def only_lays(self, action: Json) -> bool:
        laid = ("fallen_tree", "broken_bridge", "creep_through", "walker")
        plays = action["do"] == "play" and action["card"] in laid and "mover" not in action
        return plays or action["do"] == "place"

    def by(self, action: Json) -> int:
        return self.player if action.get("by") is None else self.names.index(action["by"])

    def afloat(self, player: int) -> bool:
        explorers = self.table["players"][player]["explorers"]
        return any(self.terrain(Mover(player, i)) == "water" for i in range(len(explorers)))

    def sink_boats(self) -> None:
        """Boats are discarded as soon as no own explorer is in water."""
        for i, player in enumerate(self.table["players"]):
            if player["boats"] and not self.afloat(i):
                player["boats"] = 0

    # Rolling and moving

    def do_roll(self, action: Json) -> None:
        movers = self.mine()
        on_it = [one for one in movers if DICE[self.terrain(one)][0] == action["die"]]
        for_walker = any(
            one["do"] == "move" and one["mover"].startswith("walker") for one in self.actions
        )
        if self.roll is not None or not (on_it or for_walker):
            self.breaks("turn.one")
        self.roll = self.roll or action
        if on_it and not for_walker:
            others = [one for one in movers if one not in on_it]
            if not self.any_moves(on_it) and self.any_moves(others):
                self.breaks("turn.must")

    def any_moves(self, movers: list[Mover], pips: int | None = None) -> bool:
        table = self.see()
        if pips is None:
            return any(can_move(table, mover, self.player, self.played) for mover in movers)
        return any(
            next(legal_moves(table, mover, self.player, pips, self.played), None) is not None
            for mover in movers
        )

    def found(self, action: Json) -> Mover | None:
        """The piece that an action names."""
        kind, _, which = action["mover"].partition(":")
        if kind == "explorer":
            of = self.player if action.get("of") is None else self.names.index(action["of"])
            return Mover(of, int(which) - 1)
        going = self.going
        if going is not None and going.walk.mover.player is None:
            # Where two walkers are, the one under way is meant.
            at = going.path[-1] if going.path else going.walk.start
            under_way = self.place_of(going)
            if under_way is not None and (action["mover"] == going.named or which == name(at)):
                return under_way
        for i, walker in enumerate(self.table["walkers"]):
            if walker["at"] == which:
                return Mover(None, i)
        return None

    def place_of(self, going: Going) -> Mover | None:
        """Which piece of the table it is that moves; None if it has been taken away."""
        if going.walk.mover.player is not None:
            return going.walk.mover
        for i, walker in enumerate(self.table["walkers"]):
            if walker is going.piece:
                return Mover(None, i)
        return None

    def do_move(self, action: Json) -> None:
        mover = self.found(action)
        if mover is None:
            self.breaks("turn.walker")
            return
        if self.going is None or self.place_of(self.going) != mover:
            self.set_out(action["mover"], mover)
        going = self.going
        assert going is not None
        for place in action["path"]:
            self.step(going, read(place))
        self.stand(going, going.path[-1] if going.path else going.walk.start)
        later = self.actions[(self.now or 0) + 1 :]
        going.last_part = self.now
        if not any(one["do"] == "move" and self.found(one) == mover for one in later):
            if self.comes_to_an_end(going):
                self.arrive(going)
            else:
                self.unfinished = going

    def count(self, going: Going) -> int:
        pips: int = self.roll["pips"] if self.roll is not None else 0
        return pips * (4 if going.boat else 1)

    def comes_to_an_end(self, going: Going) -> bool:
        """Whether no more steps can mend a move as long as it is."""
        count = self.count(going)
        return (
            len(going.steps) > count or not going.steps or may_end(self.look(going), going, count)
        )

    def on_the_way(self, action: Json, going: Going) -> bool:
        """Whether an action may be one in the middle of a move."""
        if action["do"] in ("place", "discard"):
            return True
        mover = self.place_of(going)
        if action["do"] == "play":
            if "mover" in action and self.found(action) == mover:
                return False
            walks = mover is not None and mover.player is None
            return not (walks and action.get("obstacle") == going.piece["at"])
        if action["do"] == "log":
            passing = self.ruling("logging", "at_end") == "in_passing"
            return passing or self.logger(action) != mover
        return False

    def set_out(self, named: str, mover: Mover) -> None:
        table = self.see()
        walk = Walk(table, mover, self.player, self.played)
        strange = mover.player is not None and mover.player not in table.mates(self.player)
        die = DICE[str(walk.terrain)][0]
        if self.moved or self.roll is None or strange or self.roll["die"] != die:
            self.breaks("turn.one")
        if mover.player is None:
            self.instead(mover)
        elif mover.player != self.player and not table.teams:
            self.breaks("variant.teams")
        self.moved = True
        self.going = Going(named, walk)

    def instead(self, mover: Mover) -> None:
        """A walker instead of the explorer."""
        if self.ruling("walker_instead", "always") == "without_card":
            if self.me["hand"] is None:
                self.unknown.append("turn.walker")
            elif "walker" in self.me["hand"]:
                self.breaks("turn.walker")
        if self.table["walkers"][mover.which]["moved_by"] is not None:
            self.breaks("walker.move")

    def look(self, going: Going) -> Walk:
        """The walk of the piece on the table of now."""
        walk = Walk(self.see(), self.place_of(going) or going.walk.mover, self.player, self.played)
        walk.start, walk.terrain = going.walk.start, going.walk.terrain
        afloat = walk.mover.player is not None and walk.terrain == "water"
        # A boat that comes into use after the first step serves from the next move on.
        in_time = going.boat or not going.steps
        walk.boat = in_time and afloat and self.table["players"][walk.player]["boats"] > 0
        return walk

    def step(self, going: Going, place: Space) -> None:
        walk = self.look(going)
        if not going.steps:
            going.boat = walk.boat
        before = going.path[-1] if going.path else walk.start
        if place not in walk.beside(before):
            going.faults.add("move.orthogonal")
        back = [walk.start, *going.path][-2] if going.path else None
        if place == back and self.ruling("turning_back", "no_reversal") == "no_reversal":
            going.faults.add("move.reversal")
        kind = kind_of(walk, place)
        last = going.steps[-1].kind if going.steps else "same"
        if kind == "closed":
            going.faults.add("move.closed")
        # A covered coordinate is entered only to log there, as the last step.
        if last in ("entered", "entered other"):
            going.faults.add("move.closed")
        # Another terrain ends a move, and so does a bridge that is not left to water.
        if last == "other" or (last == "under" and kind in ("other", "entered other")):
            going.faults.add("move.terrain")
        going.steps.append(Step(place, kind))
        if walk.mover.player is not None and self.ruling("logging", "at_end") == "in_passing":
            self.owe(walk.player, walk.mover, place, at_once=False)

    def owe(self, player: int, mover: Mover, place: Space, *, at_once: bool) -> None:
        """Note what must be logged on a place."""
        table = self.see()
        for marker in markers(table):
            if marker.at != place or not table.own(player, marker.owner):
                continue
            legal = may_log(table, player, marker, self.played)
            if legal is not False:
                which = (marker.owner, marker.route, place)
                due = {"mover": mover, "at": place, "marker": which, "at_once": at_once}
                self.due.append({**due, "legal": legal, "action": self.now})

    def stand(self, going: Going, place: Space) -> None:
        """Put the piece on a place."""
        walk, table = self.look(going), self.see()
        piece: Json = {"at": name(place)}
        if place == HOME:
            lends = table.letter(read(self.table["players"][walk.player]["home"])) is None
        else:
            lends = place in table.creeps or table.letter(place) is None
        if lends:
            # A creep-through that serves only its placer may be entered by somebody else.
            own = place == walk.start or walk.same(place)
            piece["terrain"] = walk.terrain if own else walk.ground(place)
        going.piece = self.put(walk.mover, piece)

    def put(self, mover: Mover, piece: Json) -> Json:
        if mover.player is None:
            piece["moved_by"] = self.table["walkers"][mover.which]["moved_by"]
            self.table["walkers"][mover.which] = piece
        else:
            self.table["players"][mover.player]["explorers"][mover.which] = piece
        return piece

    def arrive(self, going: Going) -> None:
        """Hold the whole move against the law as of its last part."""
        now, self.now, self.unfinished = self.now, going.last_part, None
        self.arrive_now(going)
        self.now = now

    def arrive_now(self, going: Going) -> None:
        """Put the piece where its move ends, and see what follows from that."""
        if not going.path:
            self.breaks("turn.must")
            return
        self.finish_move(going, self.count(going))
        mover = going.walk.mover
        if mover.player is None:
            going.piece["moved_by"] = self.names[self.player]
            where = self.place_of(going)
            self.stopped |= where is not None and self.terrain_now(where) != going.walk.terrain
            return
        self.stopped |= self.terrain_now(mover) != going.walk.terrain
        at = read(self.table["players"][mover.player]["explorers"][mover.which]["at"])
        self.arrived[mover.player, mover.which] = at
        self.sink_boats()
        passed = [due for due in self.due if due["at"] == at]
        self.owe(mover.player, mover, at, at_once=True)
        # A coordinate that is passed and ended on is logged once.
        if any(due["at_once"] and due["at"] == at for due in self.due):
            self.due = [due for due in self.due if due not in passed]

    def terrain_now(self, mover: Mover) -> str:
        return str(Walk(self.see(), mover, self.player).terrain)

    def finish_move(self, going: Going, count: int) -> None:
        walk = self.look(going)
        for fault in sorted(going.faults):
            self.breaks(fault)
        # Without a roll there is no number of steps to keep to.
        if count and not may_end(walk, going, count):
            self.breaks("move.count")
        ends = stands_of(going)
        at = ends[-1]
        if shortens(walk, at):
            at = next((one for one in reversed(ends[:-1]) if not bars(walk, one)), walk.start)
        elif walk.wrong_segment(at):
            self.breaks("walker.move")
        elif onto_broken_bridge(walk, going, at):
            self.breaks("move.closed")
        elif walk.foreign(at):
            self.breaks("move.foreign")
        self.stand(going, at)

    # Cards and pieces

    def turn_is_over(self, *, brought: bool = False) -> None:
        over = self.ruling("after_stop", "turn_over") == "turn_over"
        if self.stopped and over and not brought:
            self.breaks("turn.end")

    def use(self, player: int, card: str) -> None:
        """A card leaves a hand."""
        hand = self.table["players"][player]["hand"]
        if hand is None:
            self.unknown.append("card.hand")
        elif card not in hand:
            self.breaks("card.hand")
        else:
            hand.remove(card)

    def count_play(self) -> None:
        self.played += 1
        if self.played > 2:
            self.breaks("card.two")

    def do_play(self, action: Json) -> None:
        hand, card = self.me["hand"], action["card"]
        self.turn_is_over(brought=hand is not None and len(hand) > 3)
        self.count_play()
        self.use(self.player, card)
        self.due = [due for due in self.due if self.can_still_dig(due)]
        if card == "walker" and self.table["variants"]["young"]:
            self.breaks("variant.young")
        spaces = action.get("spaces", [])
        match card:
            case "fallen_tree":
                self.lay("tree", spaces)
            case "broken_bridge" | "creep_through":
                self.lay(card, spaces)
            case "walker" if "mover" in action:
                self.walk_on(action)
            case "walker":
                self.lay("walker", spaces)
            case "lost_shoe":
                to = action.get("to")
                if to is None or to == self.names[self.player]:
                    self.breaks("shoe")
                if to is not None:
                    self.table["players"][self.names.index(to)]["shoes"] += 1
            case "remove_obstacle":
                self.remove(action.get("obstacle"))
            case "boat":
                stepped = any(
                    one["do"] == "move" and one["path"] for one in self.actions[: self.now]
                )
                when = self.ruling("boat_after_roll", "whole_turn")
                late = stepped if when == "allowed" else self.roll or stepped
                if not self.afloat(self.player) or (late and when != "whole_turn"):
                    self.breaks("boat")
                self.me["boats"] += 1
            case "shovel":
                self.breaks("shovel")

    def lay(self, piece: str, spaces: list[str], *, free: bool = False) -> None:
        """Put a piece on the board."""
        broken = placement_breaks(self.table, piece, spaces, free)
        for rule in sorted(broken):
            self.breaks(rule)
        # A tree that may not lie there can close a piece in all the same.
        if broken and piece != "tree":
            return
        at = read(spaces[0])
        match piece:
            case "tree":
                self.table["trees"].append(sorted({*spaces}))
            case "broken_bridge":
                self.table["broken_bridges"].append(spaces[0])
            case "walker":
                walker: Json = {"at": spaces[0]}
                table = self.see()
                printed = table.letter(at)
                if printed is None or at in table.creeps:
                    walker["terrain"] = printed or first_clear(table, at)
                self.table["walkers"].append({**walker, "moved_by": None})
            case "creep_through":
                self.creep(spaces[0])

    def creep(self, space: str) -> None:
        """A creep-through; pieces that stand there keep their terrain."""
        table = self.see()
        for i, player in enumerate(self.table["players"]):
            for j, explorer in enumerate(player["explorers"]):
                if explorer["at"] == space:
                    explorer["terrain"] = self.terrain(Mover(i, j))
        for i, walker in enumerate(self.table["walkers"]):
            if walker["at"] == space:
                walker["terrain"] = str(Walk(table, Mover(None, i), self.player).terrain)
        self.table["creep_throughs"].append({"at": space, "by": self.names[self.player]})

    def remove(self, space: str | None) -> None:
        """A tree, a broken bridge or a walker goes."""
        for tree in self.table["trees"]:
            if space in tree:
                self.table["trees"].remove(tree)
                return
        for broken in self.table["broken_bridges"]:
            bridge = next(b for b in self.see().bridges if read(broken) in b)
            if space is not None and read(space) in bridge:
                self.table["broken_bridges"].remove(broken)
                return
        for walker in self.table["walkers"]:
            if walker["at"] == space:
                self.table["walkers"].remove(walker)
                return
        self.breaks("remove")

    def walk_on(self, action: Json) -> None:
        """A walker moves by its card."""
        mover = self.found(action)
        if mover is None or mover.player is not None or not action.get("path"):
            self.breaks("walker.move")
            return
        if self.table["walkers"][mover.which]["moved_by"] is not None:
            self.breaks("walker.move")
        going = Going(action["mover"], Walk(self.see(), mover, self.player, self.played))
        if action.get("pips") not in DICE[str(going.walk.terrain)][1]:
            self.breaks("walker.move")
        for place in action["path"]:
            self.step(going, read(place))
        self.stand(going, going.path[-1])
        self.finish_move(going, action.get("pips") or 0)
        going.piece["moved_by"] = self.names[self.player]

    def do_place(self, action: Json) -> None:
        by = self.by(action)
        free = self.table["players"][by]["free"]
        if action["piece"] == "walker" and self.table["variants"]["young"]:
            self.breaks("variant.young")
            return
        own_only = self.ruling("free_pieces", "any_turn") == "own_turn"
        if action["piece"] not in free or (own_only and by != self.player):
            self.breaks("free.pieces")
        if action["piece"] not in free:
            return
        if own_only and by == self.player:
            self.turn_is_over()
        free.remove(action["piece"])
        self.lay(action["piece"], action["spaces"], free=True)

    def do_discard(self, action: Json) -> None:
        by = self.by(action)
        if self.overfull != by:
            self.breaks("card.hand")
        self.use(by, action["card"])

    def do_skip(self, _: Json) -> None:
        if self.me["shoes"]:
            each = self.ruling("several_shoes", "same_turn") == "one_each"
            self.me["shoes"] = self.me["shoes"] - 1 if each else 0
            return
        moves = any(action["do"] == "move" for action in self.actions)
        if moves or not self.may_pass():
            self.breaks("turn.must")

    def may_pass(self) -> bool:
        """Whether the turn may pass without a move: nobody can move, or one need not."""
        if self.ruling("pass_turn", "not_allowed") == "allowed":
            return True
        movers = self.mine()
        if self.roll is not None:
            on_it = [one for one in movers if DICE[self.terrain(one)][0] == self.roll["die"]]
            if on_it:
                return not self.any_moves(on_it, self.roll["pips"])
        return not self.any_moves(movers)

    # Logging

    def do_log(self, action: Json) -> None:
        who = self.logger(action)
        player = int(who.player or 0)
        here = read(self.table["players"][player]["explorers"][who.which]["at"])
        at = here if action.get("at") is None else read(action["at"])
        marker = self.marker_meant(action, player, at)
        if marker is None:
            self.breaks("log.must")
            return
        if not self.may_log_now(who, here, marker):
            self.breaks("log.must")
        if (player, who.which) not in self.arrived:
            self.turn_is_over()
        self.hindrances(player, marker, shovel=action.get("shovel", False))
        logged = (marker.owner, marker.route, at)
        self.due = [due for due in self.due if due["marker"] != logged]
        if action.get("shovel", False):
            self.count_play()
            self.use(player, "shovel")
            self.due = [due for due in self.due if self.can_still_dig(due)]
        ended, opened = has_treasure(marker), "open" in marker.info
        route = self.table["players"][marker.owner]["routes"][marker.route]
        if ended:
            logger = self.table["players"][player]
            logger["coordinates"] += len(route["cards"])
            logger["treasures"] += route["treasures"]
            route.update(cards=[], info=[], treasures=[])
        must = opened and self.ruling("open_treasure_draw", "may") == "must"
        rule = "log.end" if ended else "log.next"
        self.draw(action, marker, route, rule, declines=ended and not must)

    def logger(self, action: Json) -> Mover:
        """The explorer that logs."""
        player = self.player if action.get("of") is None else self.names.index(action["of"])
        return Mover(player, action["explorer"] - 1)

    def marker_meant(self, action: Json, player: int, at: Space) -> Marker | None:
        """The marker that is named, or the first that may be logged."""
        table = self.see()
        there = [
            marker
            for marker in markers(table)
            if marker.at == at
            and action.get("owner") in (None, self.names[marker.owner])
            and action.get("route") in (None, marker.route)
        ]
        there.sort(
            key=lambda marker: (
                not rightful(table, player, marker),
                may_log(table, player, marker, self.played) is False,
                not table.own(player, marker.owner),
            )
        )
        return there[0] if there else None

    def can_still_dig(self, due: Json) -> bool:
        """Whether a marker that is to be logged needs no shovel, or there may be one more."""
        owner, route, _ = due["marker"]
        info = self.table["players"][owner]["routes"][route]["info"]
        hand = self.table["players"][due["mover"].player]["hand"]
        buried = "buried" in info and ("open" in info or "closed" in info)
        return not buried or (self.played < 2 and (hand is None or "shovel" in hand))

    def may_log_now(self, who: Mover, here: Space, marker: Marker) -> bool:
        """Whether this explorer may log this marker at this moment."""
        table, player = self.see(), int(who.player or 0)
        passing = self.ruling("logging", "at_end") == "in_passing"
        going = self.going
        walks = going is not None and going.walk.mover == who
        ended = (player, who.which) in self.arrived
        beside = abs(here[0] - marker.at[0]) + abs(here[1] - marker.at[1]) == 1
        from_beside = self.ruling("covered_coordinate", "enter_to_log") == "from_beside"
        there = here == marker.at or (from_beside and beside and table.closed(marker.at))
        if walks and passing and going is not None:
            there = there or marker.at in going.path
        if player not in table.mates(self.player) or not rightful(table, player, marker):
            return False
        if not there or (walks and not ended and not passing):
            return False
        if ended or (walks and passing):
            return True
        # Without having moved, only one's own, and only if that is late enough.
        own = table.own(player, marker.owner)
        return own and self.ruling("late_logging", "own_turn") == "own_turn"

    def hindrances(self, player: int, marker: Marker, *, shovel: bool) -> None:
        """Walkers nearby, and what lies buried."""
        table = self.see()
        if walker_near(table, marker.at):
            self.breaks("log.walker")
        buried = "buried" in marker.info and has_treasure(marker)
        hand = table.players[player]["hand"]
        if buried != shovel or (buried and self.played >= 2):
            self.breaks("log.shovel")
        elif buried and hand is None:
            self.unknown.append("log.shovel")
        elif buried and "shovel" not in hand:
            self.breaks("log.shovel")

    def draw(self, action: Json, marker: Marker, route: Json, rule: str, *, declines: bool) -> None:
        """The draw of the owner of the route, or none."""
        owner = self.table["players"][marker.owner]
        if "drawn" not in action:
            self.unknown.append(rule)
            self.untold = True
            owner["hand"] = None
            route.update(cards=[], info=[], treasures=[])
            return
        drawn = action["drawn"] or {}
        coordinate, card = drawn.get("coordinate"), drawn.get("action")
        if coordinate is None and card is None:
            if not declines:
                self.breaks(rule)
            return
        if coordinate is None or card is None:
            self.breaks(rule)
        was_too_much = self.too_much()
        if coordinate is not None:
            if coordinate in self.lying():
                self.breaks("supply")
            route["cards"].append(coordinate)
        if card == "walker" and self.table["variants"]["young"]:
            self.breaks("variant.young")
        if card in INFO:
            self.place_info(owner, drawn, card)
        elif card is not None and owner["hand"] is not None:
            owner["hand"].append(card)
            if len(owner["hand"]) > 3:
                self.overfull = marker.owner
        if self.too_much() - was_too_much:
            self.breaks("supply")

    def lying(self) -> set[str]:
        """The coordinate cards on the table."""
        routes = [route for one in self.table["players"] for route in one["routes"].values()]
        return {card for route in routes for card in route["cards"]}

    def too_much(self) -> set[str]:
        """Of what there are more cards than there are: 11, 11 and 26."""
        counts = {"obstacle": 0, "help": 0, "treasure": 0}
        for player in self.table["players"]:
            hand = player["hand"] or []
            counts["obstacle"] += player["shoes"] + sum(card in OBSTACLES for card in hand)
            counts["help"] += player["boats"] + sum(card not in OBSTACLES for card in hand)
            counts["treasure"] += len(player["treasures"])
            counts["treasure"] += sum(len(one["treasures"]) for one in player["routes"].values())
        most = {"obstacle": 11, "help": 11, "treasure": 26}
        return {what for what, count in counts.items() if count > most[what]}

    def place_info(self, owner: Json, drawn: Json, info: str) -> None:
        """An info card is played at an own route that it may join, or else discarded."""
        if info == "buried":
            barred = self.ruling("buried_after_treasure", "not_allowed") == "not_allowed"
        else:
            barred = self.ruling("treasures_per_route", "any") == "one"
        may_join = [
            symbol
            for symbol, route in owner["routes"].items()
            if route["cards"] and not (barred and {*route["info"]} & {"open", "closed"})
        ]
        chosen = drawn.get("info_route")
        if chosen is None:
            if may_join:
                self.breaks("card.info")
            return
        if chosen not in may_join:
            self.breaks("card.info")
        route = owner["routes"][chosen]
        route["info"].append(info)
        if info != "buried":
            route["treasures"].append(drawn.get("treasure"))


def kind_of(walk: Walk, place: Space) -> str:
    """The kind of a place to a piece that steps onto it."""
    closed = place != HOME and walk.table.closed(place)
    if walk.same(place) and not closed:
        return "same"
    if walk.boat and passes_under(walk, place):
        return "under"
    if not closed:
        return "other"
    if walk.covered_goal(place):
        return "entered" if walk.same(place) else "entered other"
    return "closed"


def stands_of(going: Going) -> list[Space]:
    """Where the piece would stand after each step: under a bridge, on its first space."""
    ends: list[Space] = []
    for i, step in enumerate(going.steps):
        under = step.kind == "under" and i > 0 and going.steps[i - 1].kind == "under"
        ends.append(ends[-1] if under else step.place)
    return ends


def onto_broken_bridge(walk: Walk, going: Going, place: Space) -> bool:
    """Whether a boat would stay on a bridge that is broken."""
    under = going.steps[-1].kind == "under"
    return under and walk.table.closed(place) and not walk.covered_goal(place)


def may_end(walk: Walk, going: Going, count: int) -> bool:
    """Whether a move may have the length that it has."""
    steps, (place, kind) = len(going.steps), going.steps[-1]
    left = count - steps
    if left < 0:
        return False
    # A boat that turns back below a bridge is not on it.
    onto_bridge = kind == "under" and (steps == 1 or going.steps[-2].kind != "under")
    if onto_bridge and (not walk.table.closed(place) or walk.covered_goal(place)):
        return True
    if left == 0 or kind in ("other", "entered other", "closed"):
        return True
    stop = walk.table.ruling("die_count", "exact")
    if stop == "at_most":
        return True
    if stop == "stop_at_goal" and kind != "under" and walk.is_goal(place):
        return True
    if kind == "entered":
        return False
    back = None
    if walk.table.ruling("turning_back", "no_reversal") == "no_reversal":
        back = [walk.start, *going.path][-2]
    for ahead in walk.beside(place):
        there = kind_of(walk, ahead)
        if ahead == back or there == "closed":
            continue
        if there in ("same", "under") or (there == "entered" and (left == 1 or stop != "exact")):
            return False
        if there in ("other", "entered other") and kind != "under":
            return False
    return True


def first_clear(table: Table, space: Space) -> str:
    """The terrain of a walker that is put on an unclear space: its first clear neighbour's."""
    north, east = space
    for place in ((north - 1, east), (north, east - 1), (north, east + 1), (north + 1, east)):
        if 1 <= place[0] <= 30 and 1 <= place[1] <= 30:
            terrain = table.letter(place)
            if terrain is not None:
                return terrain
    return "path"


def replay(snapshot: Json, turns: Sequence[Json]) -> Json:
    """Judge a record."""
    table = completed(snapshot)
    out = winners_of(table)
    won = out[0] if out else None
    judged, last = 0, None
    stopped: list[str] = []
    for i, turn in enumerate(turns):
        judged += 1
        now = table
        if last is not None:
            now, expected = handed_on(table, last, out + stopped)
            # After a win a player who does not play on stays passed over.
            while won and turn["player"] not in [*out, *stopped, expected]:
                stopped.append(str(expected))
                now, expected = handed_on(table, last, out + stopped)
        verdict = judge(now, turn, over=i + 1 < len(turns))
        stop = {"turn": i, "move": 0, "player": turn["player"], "action": verdict.at}
        if turn["player"] in out or (last is not None and turn["player"] != expected):
            return _stopped({**stop, "action": None}, won, judged, table)
        if verdict.legal is False:
            return _stopped(stop, won, judged, table)
        if verdict.after is None:
            return {**_stopped(None, won, judged, table), "legal": verdict.legal}
        table, last = verdict.after, turn["player"]
        found = winners_of(table)
        if won is None and found:
            won = last if last in found else found[0]
        out += found
    return _stopped(None, won, judged, table)


def winners_of(table: Json) -> list[str]:
    names = [player["name"] for player in table["players"]]
    return [name for name, sheet in zip(names, missions(table), strict=True) if sheet.won]


def handed_on(table: Json, last: str, out: list[str]) -> tuple[Json, str | None]:
    """The table when the next who plays on is in turn; walkers rest no longer than the round."""
    table = deepcopy(table)
    names = [player["name"] for player in table["players"]]
    by_first = table["rulings"].get("walker_round") == "until_first_player"
    at = names.index(last)
    for name_of in [*names[at + 1 :], *names[: at + 1]]:
        if name_of not in out:
            return table, name_of
        for walker in table["walkers"]:
            if name_of == names[0] if by_first else walker["moved_by"] == name_of:
                walker["moved_by"] = None
    return table, None


def _stopped(at: Json | None, won: str | None, judged: int, table: Json) -> Json:
    return {"legal": at is None, "stopped_at": at, "won": won, "judged": judged, "after": table}
