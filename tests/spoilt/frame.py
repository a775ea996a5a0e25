"""Disputes in which one thing is spoilt: lawful tables before and after, one of them wrong by one.

`spoilt/<game>.py` draws lawful disputes and lists its `SPOILS`: the ways to spoil one thing. The
service must name the thing that was spoilt, alone or among alternatives, and the table that it
proposes must be possible.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from importlib import import_module
from random import Random
from typing import NamedTuple

from properties.frame import Json, Request, Service

DISPUTES = "disputes"


class Thing(NamedTuple):
    """A thing that was spoilt: the pointers that name it, and its space if it is one of several."""

    pointers: Sequence[str]
    space: str | None = None

    def named_by(self, difference: Json) -> bool:
        """Whether a difference, or an alternative of one, names the thing."""
        at = difference["pointer"] or ""
        return any(
            at.startswith(one) or (self.space and one.startswith(at)) for one in self.pointers
        ) and (self.space is None or self.space in difference["spaces"])


Spoil = Callable[[Random, Json, int], Thing | None]
"""Spoils a dispute in place, given the seat of its player; None if there is nothing to spoil."""


class Outcome(NamedTuple):
    """The answer to a dispute in which one thing was spoilt.

    Attributes:
        kind: The name of what was spoilt.
        body: The dispute.
        says: What is wrong with the answer; empty if it names the thing.
        seconds: The processor time.
    """

    kind: str
    body: Json
    says: str
    seconds: float


def lawful(service: Service, game: str, random: Random) -> Json | None:
    """A dispute whose later table lawful play led to; None if none was drawn."""
    body: Json | None = import_module(f"spoilt.{game}").lawful(service, random)
    if body is None or not (answer := service.ask(Request(DISPUTES, body))).ok:
        return None
    return body if answer.document["possible"] else None


def spoils(game: str) -> Mapping[str, Spoil]:
    """The ways to spoil one thing of a game, by name."""
    found: Mapping[str, Spoil] = import_module(f"spoilt.{game}").SPOILS
    return found


def spoilt(game: str, random: Random, body: Json) -> Iterator[tuple[str, Json, Thing]]:
    """The dispute with each thing spoilt that can be."""
    seats = [player["name"] for player in body["before"]["players"]]
    seat = seats.index(body["player"]) if body["player"] in seats else 0
    for kind, spoil in spoils(game).items():
        changed = deepcopy(body)
        thing = spoil(random, changed, seat)
        if thing is not None and changed != body:
            yield kind, changed, thing


def turn_of_record(service: Service, random: Random, record: Json) -> Json | None:
    """The tables before and after a legal turn of a record, and the turn; None if there is none."""
    answer = service.ask(Request("replays", {"record": record}))
    if not answer.ok:
        return None
    legal = [i for i, turn in enumerate(answer.document["turns"]) if turn["legal"]]
    if not legal:
        return None
    number = random.choice(legal)
    tables = [record["snapshot"]]
    for count in (number, number + 1):
        part = {**record, "turns": record["turns"][:count]}
        tables.append(service.ask(Request("replays", {"record": part})).document["after"])
    return {"before": tables[1], "after": tables[2], "turn": record["turns"][number]}


def named(*spoils: Spoil) -> Mapping[str, Spoil]:
    """Spoils by the names of their functions."""
    return {spoil.__name__: spoil for spoil in spoils}


def put_letter(rows: list[str], row: int, column: int, letter: str) -> None:
    """Write a letter into the rows of a board."""
    rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]


def relettered(
    random: Random, rows: list[str], among: Iterable[tuple[int, int, str]]
) -> tuple[int, int] | None:
    """Write another letter into one cell of a board.

    Args:
        random: Chooses the cell and the letter.
        rows: The rows of the board, changed in place.
        among: The row and the column of each cell, and the letters that it may show.

    Returns:
        The row and the column of the cell; None if no cell may show another letter.
    """
    others = [
        (row, column, letter)
        for row, column, letters in among
        for letter in letters
        if letter != rows[row][column]
    ]
    if not others:
        return None
    row, column, letter = random.choice(others)
    put_letter(rows, row, column, letter)
    return row, column


def cells(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """The rows and columns in which two boards differ."""
    return [
        (row, column)
        for row, (mine, yours) in enumerate(zip(one, other, strict=True))
        for column, (a, b) in enumerate(zip(mine, yours, strict=True))
        if a != b
    ]
