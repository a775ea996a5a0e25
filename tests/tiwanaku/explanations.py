"""Checks explanations: every step follows by its law, every chain proves its value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from theodolite.grid import each
from theodolite.tiwanaku.board import TERRAIN_NAMES, Land
from theodolite.tiwanaku.deductions import Deductions
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value
from theodolite.tiwanaku.steps import Step, conclusion
from tiwanaku.checker import (
    Board,
    Claims,
    check_steps,
    contradicts,
    follows,
    singly,
    spot,
    supposing,
)


def plain_steps(steps: Sequence[Step], names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "id": step.id,
            "law": step.law,
            "because": step.because,
            "concludes": conclusion(step.concludes, names),
            "supposes": step.supposes and _value(step.supposes, names),
            "steps": plain_steps(step.steps, names),
            "laws": step.proof and step.proof.laws,
        }
        for step in steps
    ]


def check_explanation(
    land: Land, tiles: ByTerrain, found: Deductions, notes: Iterable[Value] = ()
) -> None:
    """Replay every step; every chain is closed and ends in what it proves."""
    names, board = land.grid.names, board_of(land, tiles, notes)
    said = check_steps(board, plain_steps(found.steps, names))
    because = {step.id: step.because for step in found.steps}
    for value, steps in found.certain:
        if steps is not None:
            space, terrain, level = value
            proved = {"terrain": [TERRAIN_NAMES[terrain]]} if level is None else {"crops": [level]}
            ends = [one for step in steps for one in singly(said[step])]
            assert {"space": names[space], **proved} in ends
            assert all(earlier in steps for step in steps for earlier in because[step])


def superfluous(land: Land, tiles: ByTerrain, found: Deductions) -> list[dict[str, Any]]:
    """The steps that follow without one of their premises, searches aside."""
    return [*_superfluous(board_of(land, tiles), plain_steps(found.steps, land.grid.names), {})]


def _superfluous(
    board: Board, steps: Sequence[dict[str, Any]], outer: Mapping[int, Any]
) -> Iterator[dict[str, Any]]:
    said = {**outer, **{step["id"]: step["concludes"] for step in steps}}
    for step in steps:
        if step["law"] == "suppose":
            within = supposing(board, step["supposes"])
            yield from _superfluous(within, step["steps"], said)
        used = {premise for nested in step["steps"] for premise in nested["because"]}
        if step["law"] != "search" and any(
            _follows_from(board, said, {**step, "concludes": ended}, {*step["because"]} - {one})
            for one in {*step["because"]} - used
            for ended in singly(step["concludes"])
        ):
            yield step


def _follows_from(
    board: Board, said: Mapping[int, Any], step: dict[str, Any], because: set[int]
) -> bool:
    fewer = _heard(board, said, because)
    if step["concludes"] == {"contradiction": True}:
        # Fewer premises may contradict each other elsewhere: only a law's own contradiction counts.
        everything = _heard(board, said, step["because"])
        own = contradicts(step["law"], everything, board.tiles)
        return own and contradicts(step["law"], fewer, board.tiles)
    return follows({**step, "because": because}, fewer, board, said)


def _heard(board: Board, said: Mapping[int, Any], numbers: Iterable[int]) -> Claims:
    known = Claims(board.size, board.lying)
    for number in sorted(numbers):
        known.hear(said[number])
    return known


def board_of(land: Land, tiles: ByTerrain, notes: Iterable[Value] = ()) -> Board:
    names = land.grid.names
    lying: dict[tuple[int, int], dict[str, Any]] = {}
    for space in each(land.laid):
        terrain, level = land.terrain_at(space), land.level_at(space)
        assert terrain is not None
        lying[spot(names[space])] = {"terrain": TERRAIN_NAMES[terrain]}
        if level is not None:
            lying[spot(names[space])]["level"] = level
    return Board(
        (land.grid.columns, land.grid.rows),
        lying,
        dict(zip(TERRAIN_NAMES, tiles, strict=True)),
        frozenset(
            (spot(names[space]), TERRAIN_NAMES[terrain] if level is None else level)
            for space, terrain, level in notes
        ),
    )


def _value(value: Value, names: Sequence[str]) -> dict[str, Any]:
    space, terrain, level = value
    kind = {"terrain": TERRAIN_NAMES[terrain]} if level is None else {"crop": level}
    return {"space": names[space], **kind}
