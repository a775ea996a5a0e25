"""Clusters of spaces that look alike, and the spaces to ask a person about.

A cluster without a named space may be of a kind that nobody has named: it is asked about, however
sure a comparison with the named ones seems. Once every cluster has a name, doubtful spaces are
asked about. Each answer becomes a sample of the next reading, so spaces never confirm each other.

Spaces are numbered as in the rows of the distances: those of a sheet are its free spaces alone.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np

from theodolite.photo.lens import Floats

NEVER: Final = 1e9
"""The distance of two clusters with different names."""


def find_clusters(unlike: Floats, within: float, named: Mapping[int, str]) -> list[list[int]]:
    """Merge the two nearest clusters by average distance until all are further apart than a limit.

    Args:
        unlike: The distance of every two spaces; symmetric.
        within: The limit.
        named: The symbols of spaces that are known; no cluster has two symbols.

    Returns:
        The spaces of each cluster in reading order, the largest cluster first.
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
    return sorted(map(sorted, members.values()), key=lambda cluster: (-len(cluster), cluster))


def spaces_to_ask(
    unlike: Floats,
    clusters: Sequence[Sequence[int]],
    named: Collection[int],
    doubts: Mapping[int, float],
) -> tuple[list[int], set[int]]:
    """The spaces to ask about next, and all that a person should review.

    Args:
        unlike: The distance of every two spaces.
        clusters: The clusters.
        named: The spaces that a person has named.
        doubts: The confidence of each doubtful space.

    Returns:
        The most typical space of each cluster without a name, the largest cluster first; once there
        is none, the most doubtful space of each cluster with doubts. The reading is reliable when
        the list is empty.
    """
    unnamed = [cluster for cluster in clusters if not any(space in named for space in cluster)]
    marked = {space for cluster in unnamed for space in cluster}
    marked |= doubts.keys()
    if unnamed:
        return [_typical(unlike, cluster) for cluster in unnamed], marked
    doubtful = [[space for space in cluster if space in doubts] for cluster in clusters]
    return [min(spaces, key=doubts.__getitem__) for spaces in doubtful if spaces], marked


def _typical(unlike: Floats, cluster: Sequence[int]) -> int:
    return cluster[int(np.argmin(unlike[np.ix_(cluster, cluster)].sum(1)))]
