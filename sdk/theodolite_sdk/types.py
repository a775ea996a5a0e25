"""What the service answers about itself, whatever the game."""

from msgspec import Struct


class Health(Struct, frozen=True):
    """The state of the service: `ok` when alive, `ready` when it can answer."""

    status: str


class Game(Struct, frozen=True):
    """A game that the service judges.

    Attributes:
        id: Its part of the paths: `/v1/<id>`.
        name: The game's name.
        questions: The paths of the questions that it answers.
        rulings: The names of its rulings.
    """

    id: str
    name: str
    questions: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class GameList(Struct, frozen=True):
    """The games that the service judges."""

    games: tuple[Game, ...]
