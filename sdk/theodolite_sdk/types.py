"""What the service answers whatever the game."""

from msgspec import Struct


class Health(Struct, frozen=True):
    """Whether the service is well: `ok`."""

    status: str


class Game(Struct, frozen=True):
    """A game that the service judges, and what can be asked of it."""

    name: str
    title: str
    questions: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
