"""The fewest expected turns: a solver of stochastic shortest paths on sets of nodes.

A node is a state in which a die is rolled. Each value of the die offers ends, which are nodes, and
the best is chosen. First, nodes that are not certain to finish are dropped. The values of the
others are found by policy iteration, until a sweep over all choices changes none by more than
CLOSE. Sets of nodes are integers with a bit for each, so that a sweep does not look at every end.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from theodolite.checkpoints import checkpoint
from theodolite.grid import NOWHERE, Space, Spaces, set_of, union

CLOSE = 1e-12
"""Turns: values that change by no more have converged."""
NEVER = inf
"""The number of turns from a node that is not certain to finish."""
_SWEEPS = 60
"""The most evaluations of the nodes that a policy repeats, before the next policy is chosen."""

Node = Space
Nodes = Spaces
"""A set of nodes: a bit for each."""


class Roll(NamedTuple):
    """A value of a die.

    Attributes:
        odds: Its probability.
        ends: The nodes to choose from.
    """

    odds: float
    ends: Nodes


Rolls = Mapping[Node, Sequence[Roll]]
Turns = Mapping[Node, tuple[float, float]]
"""The expected turns to finish from each node, and those with the luckiest rolls; or NEVER."""


def solve(
    rolls: Rolls, known: Turns, guess: Turns | None = None
) -> dict[Node, tuple[float, float]]:
    """Solve a graph of nodes.

    Args:
        rolls: The rolls of each node whose values are wanted.
        known: The values of all other nodes.
        guess: Values of a graph that is much the same: the closer, the sooner it is solved.

    Returns:
        The expected and the fewest turns of every node.

    Example:
        >>> solve({0: [Roll(0.5, Spaces(0b10)), Roll(0.5, Spaces(0b01))]}, {1: (0.0, 0.0)})
        {0: (2.0, 1.0), 1: (0.0, 0.0)}
    """
    fewest = _certain(rolls, known)
    values = {node: value for node, (value, _) in known.items() if value < NEVER}
    for node in fewest.keys() - known.keys():
        guessed = (guess or {}).get(node, (NEVER, NEVER))[0]
        values[node] = guessed if guessed < NEVER else fewest[node]
    _iterate({node: rolls[node] for node in fewest if node not in known}, values)
    return {node: (values.get(node, NEVER), fewest.get(node, NEVER)) for node in (*rolls, *known)}


def _certain(rolls: Rolls, known: Turns) -> dict[Node, float]:
    """The fewest turns of each node in the greatest set that is certain to finish.

    Every roll of a node in the set has an end in it, and a goal can be reached within it.
    """
    goals = {node: fewest for node, (_, fewest) in known.items() if fewest < NEVER}
    left = {node: union(roll.ends for roll in of_node) for node, of_node in rolls.items()}
    while True:
        _shrink(rolls, left, set_of(goals))
        fewest = _fewest(left, goals)
        if len(fewest) == len(goals) + len(left):
            return fewest
        left = {node: ends for node, ends in left.items() if node in fewest}


def _shrink(rolls: Rolls, left: dict[Node, Nodes], goals: Nodes) -> None:
    """Drop nodes with a roll that has no end left, until there are none."""
    alive = goals | set_of(left)
    while lost := [node for node in left if any(not roll.ends & alive for roll in rolls[node])]:
        for node in lost:
            del left[node]
        alive &= ~set_of(lost)


def _fewest(left: Mapping[Node, Nodes], goals: Mapping[Node, float]) -> dict[Node, float]:
    """The fewest turns from each node that can finish, with the luckiest rolls."""
    fewest = dict(goals)
    waiting = [*left]
    turns, last = 0.0, max(goals.values(), default=0.0)
    found: Iterable[Node] = ()
    within = NOWHERE
    while True:
        within |= set_of(found) | set_of(node for node, value in goals.items() if value == turns)
        turns += 1
        found = [node for node in waiting if left[node] & within]
        if not found and turns > last:
            return fewest
        fewest |= dict.fromkeys(found, turns)
        waiting = [node for node in waiting if node not in fewest]


_Choice = tuple[Node, float, Sequence[tuple[float, Node]]]
"""A node, its chance to leave, and the ends chosen for the rolls that leave it."""


def _iterate(rolls: Rolls, values: dict[Node, float]) -> None:
    """Improve the values of nodes with rolls until none changes."""
    sets: dict[Nodes, int] = {}
    numbered = {
        node: (
            [roll.odds for roll in of_node],
            [sets.setdefault(roll.ends, len(sets)) for roll in of_node],
        )
        for node, of_node in rolls.items()
    }
    holders = _holders([*sets], values)
    change = NEVER
    while change > CLOSE:
        checkpoint()
        # From the nearest node to the farthest, because a value depends most on nearer ones.
        order = sorted(values, key=values.__getitem__)
        best = _best(order, holders, len(sets))
        policy: list[_Choice] = []
        for node in order:
            if node in numbered:
                odds, numbers = numbered[node]
                ends = [best[number] for number in numbers]
                leaves, moves = [*zip(odds, ends, strict=True)], 1.0
                if node in ends:
                    moves -= sum(chance for chance, end in leaves if end == node)
                    leaves = [one for one in leaves if one[1] != node]
                policy.append((node, moves, leaves))
        change = _sweep(values, policy)
        _evaluate(values, policy)


def _holders(sets: Sequence[Nodes], nodes: Iterable[Node]) -> dict[Node, int]:
    """For each node the sets that hold it: a byte for each set, 1 or 0.

    Bytes, because a column of a table of bytes is cut out at once, and eight nodes share it.
    """
    width = max((ends.bit_length() for ends in sets), default=0) // 8 + 1
    table = b"".join(ends.to_bytes(width, "little") for ends in sets)
    ones = int.from_bytes(b"\1" * len(sets), "little")
    columns: dict[int, int] = {}
    holders: dict[Node, int] = {}
    for node in nodes:
        column, bit = divmod(node, 8)
        if column not in columns:
            columns[column] = int.from_bytes(table[column::width], "little")
        holders[node] = columns[column] >> bit & ones
    return holders


def _best(order: Iterable[Node], holders: Mapping[Node, int], sets: int) -> list[Node]:
    """The node of the least value in each set, given the nodes in order of value."""
    best = [Space(0)] * sets
    left = int.from_bytes(b"\1" * sets, "little")
    for node in order:
        if found := left & holders[node]:
            left ^= found
            held = found.to_bytes(sets, "little")
            i = held.find(1)
            while i >= 0:
                best[i] = node
                i = held.find(1, i + 1)
            if not left:
                break
    return best


def _evaluate(values: dict[Node, float], policy: Sequence[_Choice]) -> None:
    """Find the values of a policy, first of the few nodes that it chooses again and again."""
    core, size = policy, 0
    while len(core) != size:
        size = len(core)
        ends = {end for *_, leaves in core for _, end in leaves}
        core = [choice for choice in core if choice[0] in ends]
    for _ in range(_SWEEPS):
        if _sweep(values, core) <= CLOSE:
            break
    _sweep(values, policy)


def _sweep(values: dict[Node, float], policy: Iterable[_Choice]) -> float:
    """Set the values of nodes by a policy, and return by how much they change at most."""
    change = 0.0
    for node, moves, leaves in policy:
        # A roll that ends where it began costs a turn and is repeated.
        total = 1.0
        for odds, end in leaves:
            total += odds * values[end]
        before = values[node]
        values[node] = value = total / moves if moves > 0 else before + 1
        if (differs := abs(value - before)) > change:
            change = differs
    return change
