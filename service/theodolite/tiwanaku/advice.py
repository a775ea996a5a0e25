"""Advice: what an action is worth on average, by the worlds that are possible before it.

The measure of a side is its total as `scores` tells it: the points on its marker, and those of its
tokens if it offered them all now. The expected points of an action are the mean change of the
measure over all possible worlds, each of the same weight. Later turns, opponents and Otoma's moves
are not considered: advice looks one action ahead.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from theodolite.grid import NOWHERE, Space, Spaces, each
from theodolite.tiwanaku.actions import Action, Divine, Explore, FinalPrediction, Prediction, Turn
from theodolite.tiwanaku.board import LEVELS, Land, Level, Terrain
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.gains import OFFERING, discovery, offering, prediction, purse_of, side_of
from theodolite.tiwanaku.legal_actions import legal_actions
from theodolite.tiwanaku.odds import Odds, find_odds, odds_of
from theodolite.tiwanaku.snapshot import ByTerrain, Mode, Snapshot
from theodolite.tiwanaku.solver import Value, Worlds
from theodolite.tiwanaku.survey import Survey, place_of
from theodolite.tiwanaku.tilings import VALUES, bundle, together


class Chances:
    """The odds of boards of one game, each counted once.

    Args:
        snapshot: A table of the game.
        clock: The time limit; None for no limit.
    """

    def __init__(self, snapshot: Snapshot, clock: Clock | None = None) -> None:
        self._tiles, self._clock = snapshot.tiles, clock
        self._box = snapshot.rulings.crop_limit == "box"
        self._known: dict[Land, Odds | None] = {}

    def of(self, land: Land) -> Odds | None:
        """The odds of a board; None if no world fits.

        Raises:
            TimeIsUp: The worlds could not be counted in time.
        """
        if land not in self._known:
            self._known[land] = find_odds(land, self._tiles, box=self._box, clock=self._clock)
        return self._known[land]


def measure(snapshot: Snapshot, side: str) -> int:
    """The points of a side if it offered all its tokens now."""
    purse = purse_of(snapshot, side)
    return purse.score + OFFERING[len(purse.offerings)]


def expected_points(
    snapshot: Snapshot, seat: int, turn: Turn, chances: Chances | None = None
) -> float:
    """The mean change of the player's measure by a turn, over the worlds possible before it.

    Readings of the wheel in the turn are ignored: they were not known before. The turn should be
    legal; predictions count in their order, up to the first mistake where one ends the turn.

    Args:
        snapshot: The table before the turn.
        seat: The index of the player.
        turn: The turn.
        chances: The odds of this game's boards, to share them between calls.

    Returns:
        The mean, in points; 0 for a turn that neither discovers nor predicts, or if no world fits.

    Raises:
        TimeIsUp: The worlds could not be counted within the clock of `chances`.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot
        >>> terrain = ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"]
        >>> crops = ["1....", ".4...", "..5..", "....2", "....5"]
        >>> land = Land.from_rows(BoardName.SHORT, terrain, crops)
        >>> ana = Player("Ana", Colour.BLUE, (land.grid.spaces["B1"],), offerings=(1,))
        >>> table = Snapshot(Mode.COMPETITIVE, land, (7, 9, 4, 5), (ana,))
        >>> turn = Turn(Divine((Prediction(land.grid.spaces["B1"], 2),)))
        >>> expected_points(table, 0, turn)
        3.0
    """
    side, chances = side_of(snapshot, seat), chances or Chances(snapshot)
    before = measure(snapshot, side)
    return sum(
        share * (measure(after, side) - before)
        for share, after in _outcomes(snapshot, side, turn, chances)
    )


def _outcomes(
    snapshot: Snapshot, side: str, turn: Turn, chances: Chances
) -> Iterator[tuple[float, Snapshot]]:
    """The tables to which a turn may lead, each with its chance."""
    for share, after, mistaken in _acted(snapshot, side, turn.action, chances):
        held = purse_of(after, side).offerings
        # By default a mistake ends the turn without an offering (p. 5), but not in a solo game.
        lost = (
            mistaken
            and snapshot.mode != Mode.SOLO
            and snapshot.rulings.offering_after_error == "no"
        )
        tokens = () if lost else tuple(level for level in turn.offering if level in held)
        yield share, offering(after, side, tokens)[0] if tokens else after


def _acted(
    snapshot: Snapshot, side: str, action: Action | None, chances: Chances
) -> Iterator[tuple[float, Snapshot, bool]]:
    match action:
        case Explore(path=path) if snapshot.land.empty >> path[-1] & 1:
            odds = chances.of(snapshot.land)
            for terrain, share in odds.terrain(path[-1]).items() if odds else ():
                yield share, discovery(snapshot, side, path[-1], terrain)[0], False
        case Divine(predictions=predictions):
            yield from _divined(snapshot, side, predictions, chances)
        case FinalPrediction(prediction=one):
            yield from _divined(snapshot, side, [one], chances)
        case _:
            yield 1, snapshot, False


def _divined(
    snapshot: Snapshot, side: str, predictions: Sequence[Prediction], chances: Chances
) -> Iterator[tuple[float, Snapshot, bool]]:
    """The tables to which predictions may lead, with their chances, and whether one was wrong."""
    if not predictions:
        yield 1, snapshot, False
        return
    first, *others = predictions
    odds = chances.of(snapshot.land)
    for level, share in odds.crops(first.space).items() if odds else ():
        after, _ = prediction(snapshot, side, first.space, first.says, level)
        wrong = level != first.says
        # A mistake ends the turn at once, but not in a solo game (p. 5, 9).
        rest = others if not wrong or snapshot.mode == Mode.SOLO else []
        for chance, table, mistaken in _divined(after, side, rest, chances):
            yield share * chance, table, wrong or mistaken


class Discovery(NamedTuple):
    """A space that a player can discover.

    Attributes:
        space: The space.
        points: The expected points.
        worlds: The expected number of worlds left.
        certain: The expected number of spaces of which something becomes certain: the terrain, the
            crop or both. The terrain of the space itself does not count.
    """

    space: Space
    points: float
    worlds: float
    certain: float


class Forecast(NamedTuple):
    """A prediction that a player may make.

    Attributes:
        space: The space.
        level: The level predicted.
        chance: The share of the worlds in which it is right.
        right: The points if it is right.
        wrong: The expected points if it is wrong; None if it cannot be.
        value: The expected points.
    """

    space: Space
    level: Level
    chance: float
    right: int
    wrong: float | None
    value: float


class Plan(NamedTuple):
    """The predictions that bring most in one turn, whatever their number.

    Attributes:
        predictions: Each space and the level to predict there, in order, if all before are right.
        chance: The share of the worlds in which all are right.
        value: The expected points; 0 without a prediction.
    """

    predictions: Sequence[tuple[Space, Level]]
    chance: float
    value: float


class Advice(NamedTuple):
    """The discoveries and predictions of a player, best first.

    Attributes:
        worlds: The number of possible worlds.
        discoveries: By expected points; ties by the spaces that become certain, by fewer worlds
            left, and in reading order.
        predictions: By expected points; ties by chance, in reading order, and by level.
        together: The best predictions of one turn; None if they were not weighed in time.
    """

    worlds: int
    discoveries: Sequence[Discovery]
    predictions: Sequence[Forecast]
    together: Plan | None


def advise(snapshot: Snapshot, seat: int, clock: Clock | None = None) -> Advice:
    """Weigh what a player may discover and predict.

    Args:
        snapshot: The table.
        seat: The index of the player.
        clock: The time limit; None for no limit.

    Raises:
        TimeIsUp: The worlds could not be counted in time.
    """
    spaces, bare = candidates(snapshot, seat)
    land, clock = snapshot.land, clock or Clock()
    box = snapshot.rulings.crop_limit == "box"
    with Worlds(land, snapshot.tiles, clock, box=box) as worlds:
        survey = Survey(worlds, snapshot.tiles, land.grid.everywhere, None)
        survey.count_all()
    odds = odds_of(survey)
    if odds is None:
        return Advice(0, (), (), Plan((), 1, 0))
    shown = _shown_with(land, snapshot.tiles, survey.tilings, spaces, clock)
    side = side_of(snapshot, seat)
    discoveries = [_discovery(snapshot, side, space, odds, shown) for space in each(spaces)]
    predictions = [
        _forecast(snapshot, side, space, level, odds)
        for space in each(bare)
        for level in odds.crops(space)
    ]
    try:
        levels = _levels_together(land, snapshot.tiles, survey.tilings, [*each(bare)], clock)
        together = _Planner(side, [*each(bare)], clock).plan(snapshot, levels)
    except TimeIsUp:
        together = None
    return Advice(
        odds.worlds,
        sorted(discoveries, key=lambda one: (-one.points, -one.certain, one.worlds, one.space)),
        sorted(predictions, key=lambda one: (-one.value, -one.chance, one.space, one.level)),
        together,
    )


def candidates(snapshot: Snapshot, seat: int) -> tuple[Spaces, Spaces]:
    """The empty spaces that a player can reach, and the bare ones whose crop it may predict."""
    actions = legal_actions(snapshot, seat)
    by_arrow = (actions.moves_by_arrow or {}).values()
    reached = predicted = NOWHERE
    for move in chain(actions.moves, *by_arrow):
        reached |= 1 << move.end
    for space in actions.divinable:
        predicted |= 1 << space
    return reached & snapshot.land.empty, predicted


_Shown = Mapping[tuple[Space, Terrain], Sequence[Spaces]]
"""For a terrain of a space: by value, the spaces that show it in some world with that terrain."""


def _shown_with(
    land: Land, tiles: ByTerrain, tilings: Sequence[Sequence[Spaces]], spaces: Spaces, clock: Clock
) -> _Shown:
    shown: dict[tuple[Space, Terrain], list[Spaces]] = {}
    for tiling in tilings:
        found = bundle(land, tiles, tiling, clock)
        crops = [NOWHERE] * len(LEVELS)
        for at, share in enumerate(found.shares):
            space, value = divmod(at, VALUES)
            if share and value >= len(Terrain):
                crops[value - len(Terrain)] |= 1 << Space(space)
        # Given the regions, terrains and crops are independent.
        for region, terrain, terrains in together(land, tiles, tiling):
            for space in each(region & spaces):
                masks = shown.setdefault((space, terrain), [NOWHERE] * VALUES)
                for i, mask in enumerate((*terrains, *crops)):
                    masks[i] |= mask
    return shown


def _alone(masks: Sequence[Spaces]) -> Spaces:
    """The spaces that are in exactly one of some sets."""
    some = several = NOWHERE
    for mask in masks:
        several |= some & mask
        some |= mask
    return some & ~several


def _discovery(snapshot: Snapshot, side: str, space: Space, odds: Odds, shown: _Shown) -> Discovery:
    everywhere = snapshot.land.grid.everywhere
    known_already = [
        {s for s in each(everywhere) if 1 in shares(s).values()}
        for shares in (odds.terrain, odds.crops)
    ]
    points = worlds = certain = 0.0
    for terrain, share in odds.terrain(space).items():
        points += share * discovery(snapshot, side, space, terrain)[1].points
        worlds += share * share * odds.worlds
        masks = shown[space, terrain]
        terrains = {*each(_alone(masks[: len(Terrain)]))} - known_already[0] - {space}
        crops = {*each(_alone(masks[len(Terrain) :]))} - known_already[1]
        certain += share * len(terrains | crops)
    return Discovery(space, points, worlds, certain)


def _forecast(snapshot: Snapshot, side: str, space: Space, level: Level, odds: Odds) -> Forecast:
    before, shares = measure(snapshot, side), odds.crops(space)
    points = {
        true: measure(prediction(snapshot, side, space, level, true)[0], side) - before
        for true in shares
    }
    chance = shares[level]
    value = sum(share * points[true] for true, share in shares.items())
    wrong = [shares[true] * points[true] for true in shares if true != level]
    return Forecast(
        space, level, chance, points[level], sum(wrong) / (1 - chance) if wrong else None, value
    )


_Levels = tuple[Level, ...]
"""The levels of some spaces, in their order."""


def _levels_together(
    land: Land,
    tiles: ByTerrain,
    tilings: Sequence[Sequence[Spaces]],
    spaces: Sequence[Space],
    clock: Clock,
) -> Mapping[_Levels, int]:
    """In how many worlds some spaces have each combination of levels."""
    counts = Counter[_Levels]()
    for tiling in tilings:
        fitting: dict[_Levels, tuple[Land, int]] = {(): (land, 1)}
        for space in spaces:
            further = {}
            for levels, (planted, _) in fitting.items():
                clock.check()
                shares = bundle(planted, tiles, tiling, clock).shares
                for level in LEVELS:
                    if count := shares[place_of(Value(space, level=level))]:
                        further[*levels, level] = planted.with_crop(space, level), count
            fitting = further
        counts.update({levels: count for levels, (_, count) in fitting.items()})
    return counts


class _Planner:
    """Finds the best predictions of one turn: what comes next depends on what the wheel showed."""

    def __init__(self, side: str, spaces: Sequence[Space], clock: Clock) -> None:
        self._side, self._spaces, self._clock = side, spaces, clock
        self._known: dict[tuple[Land, int, _Levels], tuple[int, list[tuple[int, Level]]]] = {}

    def plan(self, snapshot: Snapshot, worlds: Mapping[_Levels, int]) -> Plan:
        """The best predictions from a table on."""
        total, made = self._best(snapshot, worlds, range(len(self._spaces)), may_stop=True)
        count = sum(worlds.values())
        right = sum(n for levels, n in worlds.items() if all(levels[i] == says for i, says in made))
        return Plan([(self._spaces[i], says) for i, says in made], right / count, total / count)

    def _best(
        self,
        table: Snapshot,
        worlds: Mapping[_Levels, int],
        left: Sequence[int],
        *,
        may_stop: bool,
    ) -> tuple[int, list[tuple[int, Level]]]:
        """The sum of the points over the worlds, and the predictions, for the spaces left."""
        purse = purse_of(table, self._side)
        key = table.land, purse.score, purse.offerings
        if key not in self._known:
            self._clock.check()
            options: list[tuple[int, list[tuple[int, Level]]]] = []
            if may_stop or not left:
                options.append((0, []))
            for i in left:
                with_level = {
                    true: {levels: n for levels, n in worlds.items() if levels[i] == true}
                    for true in sorted({levels[i] for levels in worlds})
                }
                others = [j for j in left if j != i]
                options += [
                    self._predict(table, i, says, with_level, others) for says in with_level
                ]
            self._known[key] = max(options, key=lambda option: option[0])
        return self._known[key]

    def _predict(
        self,
        table: Snapshot,
        i: int,
        says: Level,
        with_level: Mapping[Level, Mapping[_Levels, int]],
        others: Sequence[int],
    ) -> tuple[int, list[tuple[int, Level]]]:
        """The points of a prediction with the best ones after it; its plan is for a right one."""
        total, plan, solo = 0, [(i, says)], table.mode == Mode.SOLO
        for true, worlds in with_level.items():
            after, _ = prediction(table, self._side, self._spaces[i], says, true)
            gain = measure(after, self._side) - measure(table, self._side)
            total += sum(worlds.values()) * gain
            # A mistake ends the turn, but in a solo game all are made; at the end one is (p. 5, 6).
            if table.final is None and (says == true or solo):
                more, then = self._best(after, worlds, others, may_stop=not solo)
                total += more
                if says == true:
                    plan += then
        return total, plan
