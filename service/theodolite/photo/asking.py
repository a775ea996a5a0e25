"""What to ask a person about a board, so that no kind of space is passed over.

Spaces are joined into families that one look explains. A family in which the person has named no
space may be of a kind that nobody spoke of: it is asked about, however sure a comparison with the
named ones seems. Once every family has a name, the spaces that are still in doubt are asked about.
What is named becomes a sample, and the board is looked at again: nothing is ever settled by
spaces that vouch for each other.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np

from theodolite.grid import Space
from theodolite.photo.lens import Floats

__all__ = ["families", "to_ask"]

NEVER: Final = 1e9
"""How unlike two families are that hold spaces of different names."""


def families(unlike: Floats, within: float, named: Mapping[Space, str]) -> list[list[Space]]:
    """Join the two families that are least unlike on average, until all are unlike.

    Args:
        unlike: How unlike every two spaces are; symmetric.
        within: How unlike two families may be to be taken for one.
        named: What spaces are known to show; no family holds two names.

    Returns:
        The spaces of each family in their order, the largest family first.
    """
    count = len(unlike)
    total = unlike.astype(np.float64)
    names = np.array([named.get(space, "") for space in range(count)])
    known = names != ""
    total[known[:, None] & known & (names[:, None] != names)] = NEVER
    np.fill_diagonal(total, np.inf)
    size = np.ones(count)
    members = {space: [space] for space in range(count)}
    while len(members) > 1:
        first, second = divmod(int(np.argmin(total / np.outer(size, size))), count)
        if total[first, second] > within * size[first] * size[second]:
            break
        total[first] += total[second]
        total[:, first] = total[first]
        total[first, first] = total[second] = total[:, second] = np.inf
        size[first] += size[second]
        members[first] += members.pop(second)
    return sorted(map(sorted, members.values()), key=lambda family: (-len(family), family))


def to_ask(
    unlike: Floats,
    kin: Sequence[Sequence[Space]],
    named: Collection[Space],
    doubts: Mapping[Space, float],
) -> tuple[list[Space], set[Space]]:
    """The spaces to ask about next, and all that a person should look at.

    Args:
        unlike: How unlike every two spaces are.
        kin: The families.
        named: The spaces that a person has named.
        doubts: The spaces in doubt, each with the confidence in what was read there.

    Returns:
        One space of each family without a name, the most typical one, the largest family first;
        once there is none, of each family with doubts the most doubtful space. Nothing is left to
        ask where the board may be believed.
    """
    strangers = [family for family in kin if not any(space in named for space in family)]
    marked = {space for family in strangers for space in family}
    marked |= doubts.keys()
    if strangers:
        return [_typical(unlike, family) for family in strangers], marked
    doubtful = [[space for space in family if space in doubts] for family in kin]
    return [min(spaces, key=doubts.__getitem__) for spaces in doubtful if spaces], marked


def _typical(unlike: Floats, family: Sequence[Space]) -> Space:
    return family[int(np.argmin(unlike[np.ix_(family, family)].sum(1)))]
