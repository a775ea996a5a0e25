"""Scores by the million: Arrow batches in, Arrow batches out (the extra `theodolite[bulk]`).

`Scores("misterra")` is a function of a batch; Spark's `mapInArrow`, Ray's `map_batches` and the
command `theodolite bulk` run it, each in its own way.
"""

from theodolite.bulk.scores import Scores

__all__ = ["Scores"]
