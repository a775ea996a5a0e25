"""The suites of published cases; each is read once in a process."""

from functools import cache

from theodolite.conformance import Suite, load_suite, suite_folders


@cache
def suite(game: str) -> Suite:
    """The cases of a game, by the package of the game."""
    return load_suite(suite_folders()[game])
