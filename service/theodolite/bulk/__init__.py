"""Answers about millions of tables: Arrow batches in and out (the extra `theodolite[bulk]`).

`Answers("misterra", "scores")` is a function of a batch, for Spark's `mapInArrow`, Ray's
`map_batches` and the command `theodolite bulk`. `misterra_totals` and `cartographers_points` score
NumPy arrays, without Arrow.
"""

from theodolite.bulk.answers import Answers

__all__ = ["Answers"]
