"""From Arrow's columns to NumPy's arrays, whatever the game.

What cannot be read is marked, never guessed: a reader says beside its array which rows it could
read, and the others are left to the service's own reading, which says what is wrong with them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = [
    "Boards",
    "Chosen",
    "Flags",
    "Listed",
    "all_of",
    "boards",
    "chosen",
    "conformed",
    "different",
    "flags",
    "listed",
    "lookup",
    "numbers",
    "readable_names",
]

Flags = NDArray[np.bool_]

UNKNOWN = 255
_LONGEST_NAME = 40


class Boards(NamedTuple):
    """Boards as (N, spaces) numbers of their letters, and which of them could be read."""

    tiles: NDArray[np.uint8]
    fine: Flags


class Listed(NamedTuple):
    """The elements of N lists: how many each has, and of each element its list and its place."""

    counts: NDArray[np.int64]
    of: NDArray[np.int64]
    at: NDArray[np.int64]
    values: Any


class Chosen(NamedTuple):
    """Values of a fixed set by their numbers, -1 for none, and which of them are known or none."""

    number: NDArray[np.int64]
    fine: Flags


def conformed(array: Any, kind: pa.DataType) -> Any:
    """An array as another type, and null for the fields of structs that it lacks.

    Raises:
        ValueError: it has fields that the type does not know, or values that cannot be so.
    """
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if array.type == kind:
        return array
    if pa.types.is_null(array.type):
        return pa.nulls(len(array), kind)
    if pa.types.is_dictionary(array.type):
        return conformed(array.dictionary_decode(), kind)
    if pa.types.is_struct(kind) and pa.types.is_struct(array.type):
        names = [field.name for field in array.type]
        if strange := {*names} - {field.name for field in kind}:
            raise ValueError(f"There is no field {', '.join(sorted(strange))}.")
        fields = [
            conformed(pc.struct_field(array, field.name), field.type)
            if field.name in names
            else pa.nulls(len(array), field.type)
            for field in kind
        ]
        return pa.StructArray.from_arrays(fields, fields=list(kind), mask=array.is_null())
    if pa.types.is_list(kind) and _is_list(array.type):
        lengths = pc.list_value_length(array)
        offsets = np.concatenate([[0], np.cumsum(lengths.fill_null(0).to_numpy())])
        values = conformed(pc.list_flatten(array), kind.value_type)
        return pa.ListArray.from_arrays(
            pa.array(offsets, pa.int32()), values, type=kind, mask=array.is_null()
        )
    try:
        return array.cast(kind)
    except pa.ArrowNotImplementedError:
        raise ValueError(f"There is {array.type} where {kind} should be.") from None


def _is_list(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )


def lookup(letters: Mapping[str, int]) -> NDArray[np.uint8]:
    """The table that turns a letter's byte into its number; UNKNOWN for every other byte."""
    table = np.full(256, UNKNOWN, np.uint8)
    for letter, number in letters.items():
        table[ord(letter)] = number
    return table


def boards(rows: pa.ListArray, letters: NDArray[np.uint8], height: int, width: int) -> Boards:
    """Read boards from lists of rows; `letters` as `lookup` gives it."""
    lengths = numbers(pc.list_value_length(rows))
    strings = rows.flatten()
    wide = numbers(pc.binary_length(strings)) == width
    fine = lengths == height
    if not (fine.all() and wide.all()):
        fine[np.repeat(np.arange(len(rows)), lengths)[~wide]] = False
        strings = rows.filter(pa.array(fine)).flatten()
    tiles = np.zeros((len(rows), height * width), np.uint8)
    if len(strings):
        first = int(np.frombuffer(strings.buffers()[1], np.int32)[strings.offset])
        size = len(strings) * width
        text = np.frombuffer(strings.buffers()[2], np.uint8, size, first)
        read = letters[text].reshape(-1, height * width)
        if fine.all():
            tiles = read
        else:
            tiles[fine] = read
        if (read == UNKNOWN).any():
            unknown = (tiles == UNKNOWN).any(axis=1)
            fine &= ~unknown
            tiles[unknown] = 0
    return Boards(tiles, fine)


def listed(lists: pa.ListArray) -> Listed:
    """The elements of lists, one after the other; a null list has none."""
    counts = numbers(pc.list_value_length(lists))
    of = np.repeat(np.arange(len(lists)), counts)
    at = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    return Listed(counts, of, at, lists.flatten())


def chosen(values: pa.Array, known: Sequence[str]) -> Chosen:
    """Values of a fixed set; null is none of them, and fine."""
    if values.null_count == len(values):
        return Chosen(np.full(len(values), -1), np.ones(len(values), np.bool_))
    index = pc.index_in(values, value_set=pa.array(known, pa.string()))
    found = numbers(index, -1)
    return Chosen(found, (found >= 0) | values.is_null().to_numpy(zero_copy_only=False))


def numbers(array: Any, missing: int = 0) -> NDArray[np.int64]:
    """Whole numbers, and another one for null."""
    filled = array.fill_null(missing) if array.null_count else array
    read: NDArray[np.int64] = filled.to_numpy(zero_copy_only=False).astype(np.int64)
    return read


def flags(array: Any) -> Flags:
    """What is true; null is not."""
    filled = array.fill_null(False) if array.null_count else array
    read: Flags = filled.to_numpy(zero_copy_only=False)
    return read


def all_of(flags: Flags, of: NDArray[np.int64], count: int) -> Flags:
    """Which of so many lists have none but elements with a flag; `of` is the list of each."""
    every = np.ones(count, np.bool_)
    every[of[~flags]] = False
    return every


def different(codes: NDArray[np.int64], of: NDArray[np.int64], count: int) -> Flags:
    """Which of so many lists have no two elements of the same code."""
    fine = np.ones(count, np.bool_)
    if len(codes):
        # The lists follow each other, so that this is nearly in order.
        keys = np.sort(of * (codes.max() + 2) + codes + 1, kind="stable")
        fine[keys[1:][keys[1:] == keys[:-1]] // (codes.max() + 2)] = False
    return fine


def readable_names(names: pa.Array) -> Flags:
    """Which names have from 1 to 40 printable characters."""
    lengths = numbers(pc.utf8_length(names))
    printable = flags(pc.utf8_is_printable(names))
    return printable & (lengths >= 1) & (lengths <= _LONGEST_NAME)
