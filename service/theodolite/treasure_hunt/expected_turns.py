"""The fewest expected turns: a solver of stochastic shortest paths, with NumPy if it is installed.

A node is a state in which a die is rolled. Each value of the die offers ends, which are nodes, and
the best is chosen. First, nodes that are not certain to finish are dropped. The values of the
others are found by policy iteration, until a sweep over all choices changes none by more than
CLOSE.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import Any, NamedTuple

from theodolite.checkpoints import checkpoint

CLOSE = 1e-12
"""Turns: values that change by no more have converged."""
NEVER = inf
"""The number of turns from a node that is not certain to finish."""
_SWEEPS = 60
"""Evaluations of a policy before the next one is chosen."""


class Roll(NamedTuple):
    """A value of a die.

    Attributes:
        odds: Its probability.
        ends: The nodes to choose from.
    """

    odds: float
    ends: tuple[int, ...]


class Values(NamedTuple):
    """The turns to finish from each node, NEVER if that is not certain.

    Attributes:
        expected: The expected number.
        fewest: The number with the luckiest rolls.
    """

    expected: Sequence[float]
    fewest: Sequence[float]


def solve(rolls: Sequence[Sequence[Roll]], known: Mapping[int, tuple[float, float]]) -> Values:
    """Solve a graph of nodes.

    Args:
        rolls: The rolls of each node; none for a node whose values are known.
        known: The expected and the fewest turns of the nodes without rolls.
    """
    fewest = _certain(rolls, known)
    values = [NEVER] * len(rolls)
    for node, (value, _) in known.items():
        values[node] = value
    # From the nearest node to the farthest, because a value depends most on nearer ones.
    open_nodes = sorted(
        (node for node in range(len(rolls)) if fewest[node] < NEVER and node not in known),
        key=fewest.__getitem__,
    )
    for node in open_nodes:
        values[node] = fewest[node]
    if open_nodes:
        iterate = _with_numpy if _numpy() is not None else _in_python
        iterate([(node, rolls[node]) for node in open_nodes], values)
    return Values(values, fewest)


def _certain(
    rolls: Sequence[Sequence[Roll]], known: Mapping[int, tuple[float, float]]
) -> list[float]:
    """The fewest turns of each node in the greatest set that is certain to finish.

    Every roll of a node in the set has an end in it, and a goal can be reached within it.
    """
    goals = {node: fewest for node, (_, fewest) in known.items() if fewest < NEVER}
    alive = {*goals, *(node for node, of_node in enumerate(rolls) if of_node)}
    while True:
        _shrink(rolls, alive, goals)
        fewest = _fewest(rolls, alive, goals)
        lost = {node for node in alive if fewest[node] == NEVER}
        if not lost:
            return fewest
        alive -= lost


def _shrink(rolls: Sequence[Sequence[Roll]], alive: set[int], goals: Mapping[int, float]) -> None:
    """Drop nodes with a roll that has no end left, until there are none."""
    while lost := {
        node
        for node in alive - goals.keys()
        if any(alive.isdisjoint(roll.ends) for roll in rolls[node])
    }:
        alive -= lost


def _fewest(
    rolls: Sequence[Sequence[Roll]], alive: set[int], goals: Mapping[int, float]
) -> list[float]:
    """The fewest turns from each node, with the luckiest rolls."""
    fewest = [NEVER] * len(rolls)
    for node, turns in goals.items():
        fewest[node] = turns
    waiting = alive - goals.keys()
    turns, last = 0.0, max(goals.values(), default=0.0)
    within: set[int] = set()
    while True:
        within.update(node for node in alive if fewest[node] == turns)
        turns += 1
        found = {
            node
            for node in waiting
            if any(not within.isdisjoint(roll.ends) for roll in rolls[node])
        }
        if not found and turns > last:
            return fewest
        for node in found:
            fewest[node] = turns
        waiting -= found


_Open = Sequence[tuple[int, Sequence[Roll]]]


def _in_python(nodes: _Open, values: list[float]) -> None:
    value_of = values.__getitem__
    while True:
        checkpoint()
        change = 0.0
        policy = []
        for node, rolls in nodes:
            chosen = [(roll.odds, min(roll.ends, key=value_of)) for roll in rolls]
            stays = sum(odds for odds, end in chosen if end == node)
            leaves = [(odds, end) for odds, end in chosen if end != node]
            policy.append((node, 1 - stays, leaves))
            change = max(change, _set(values, node, 1 - stays, leaves))
        if change <= CLOSE:
            return
        policy.sort(key=lambda entry: values[entry[0]])
        for _ in range(_SWEEPS):
            if max(_set(values, *entry) for entry in policy) <= CLOSE:
                break


def _set(
    values: list[float], node: int, moves: float, leaves: Iterable[tuple[float, int]]
) -> float:
    """Set the value of a node by its policy, and return by how much it changes."""
    # A roll that ends where it began costs a turn and is repeated.
    total = 1.0
    for odds, end in leaves:
        total += odds * values[end]
    before = values[node]
    values[node] = total / moves if moves > 0 else before + 1
    return abs(values[node] - before)


def _with_numpy(nodes: _Open, values: list[float]) -> None:
    np = _numpy()
    value = np.array(values)
    # Items are taken one by one, so that other threads of the process can run.
    ends = np.fromiter((end for _, rolls in nodes for roll in rolls for end in roll.ends), int)
    sizes = np.fromiter((len(roll.ends) for _, rolls in nodes for roll in rolls), int)
    odds = np.fromiter((roll.odds for _, rolls in nodes for roll in rolls), float)
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    of_node = np.array([len(rolls) for _, rolls in nodes])
    first = np.concatenate(([0], np.cumsum(of_node)[:-1]))
    at = np.array([node for node, _ in nodes])
    while True:
        checkpoint()
        offered = value[ends]
        least = np.minimum.reduceat(offered, starts)
        # The first end of each roll that has the least value.
        hits = np.flatnonzero(offered == np.repeat(least, sizes))
        roll_of = np.repeat(np.arange(len(sizes)), sizes)[hits]
        chosen = ends[hits[np.unique(roll_of, return_index=True)[1]]]
        swept = 1 + np.add.reduceat(odds * value[chosen], first)
        change = np.max(np.abs(swept - value[at]))
        value[at] = swept
        if change <= CLOSE:
            break
        for _ in range(10 * _SWEEPS):
            swept = 1 + np.add.reduceat(odds * value[chosen], first)
            change = np.max(np.abs(swept - value[at]))
            value[at] = swept
            if change <= CLOSE:
                break
    values[:] = value.tolist()


@cache
def _numpy() -> Any:
    """NumPy; None if it is not installed."""
    return import_module("numpy") if find_spec("numpy") else None
