"""Reading Arrow columns into NumPy arrays, for all games.

A reader returns an array and flags of the rows that it could read. The other rows are left to the
service, which finds their faults.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Flags = NDArray[np.bool_]

UNKNOWN = 255
_LONGEST_NAME = 40


class Boards(NamedTuple):
    """Boards as (N, spaces) numbers of letters, and which of them are valid."""

    tiles: NDArray[np.uint8]
    valid: Flags


class Lists(NamedTuple):
    """The elements of N lists: each list's length, each element's list and its index in it."""

    counts: NDArray[np.int64]
    of: NDArray[np.int64]
    at: NDArray[np.int64]
    values: Any


class Choices(NamedTuple):
    """Values of a fixed set as numbers, -1 for null, and which of them are valid."""

    number: NDArray[np.int64]
    valid: Flags


def cast_to(array: Any, kind: pa.DataType) -> Any:
    """Cast an array to another type. Missing fields of structs become null.

    Raises:
        ValueError: It has fields that the type does not have, or values that cannot be cast.
    """
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if array.type == kind:
        return array
    if pa.types.is_null(array.type):
        return pa.nulls(len(array), kind)
    if pa.types.is_dictionary(array.type):
        return cast_to(array.dictionary_decode(), kind)
    if pa.types.is_struct(kind) and pa.types.is_struct(array.type):
        names = [field.name for field in array.type]
        if unknown := {*names} - {field.name for field in kind}:
            raise ValueError(f"There is no field {', '.join(sorted(unknown))}.")
        fields = [
            cast_to(pc.struct_field(array, field.name), field.type)
            if field.name in names
            else pa.nulls(len(array), field.type)
            for field in kind
        ]
        return pa.StructArray.from_arrays(fields, fields=list(kind), mask=array.is_null())
    if pa.types.is_list(kind) and _is_list(array.type):
        lengths = pc.list_value_length(array)
        offsets = np.concatenate([[0], np.cumsum(lengths.fill_null(0).to_numpy())])
        values = cast_to(pc.list_flatten(array), kind.value_type)
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
    """The table from the byte of a letter to its number; UNKNOWN for every other byte."""
    table = np.full(256, UNKNOWN, np.uint8)
    for letter, number in letters.items():
        table[ord(letter)] = number
    return table


def boards(rows: pa.ListArray, letters: NDArray[np.uint8], height: int, width: int) -> Boards:
    """Read boards from lists of rows. `letters` is a table made by `lookup`."""
    lengths = numbers(pc.list_value_length(rows))
    strings = rows.flatten()
    wide = numbers(pc.binary_length(strings)) == width
    valid = lengths == height
    if not (valid.all() and wide.all()):
        valid[np.repeat(np.arange(len(rows)), lengths)[~wide]] = False
        strings = rows.filter(pa.array(valid)).flatten()
    tiles = np.zeros((len(rows), height * width), np.uint8)
    if len(strings):
        first = int(np.frombuffer(strings.buffers()[1], np.int32)[strings.offset])
        size = len(strings) * width
        text = np.frombuffer(strings.buffers()[2], np.uint8, size, first)
        read = letters[text].reshape(-1, height * width)
        if valid.all():
            tiles = read
        else:
            tiles[valid] = read
        if (read == UNKNOWN).any():
            unknown = (tiles == UNKNOWN).any(axis=1)
            valid &= ~unknown
            tiles[unknown] = 0
    return Boards(tiles, valid)


def read_lists(lists: pa.ListArray) -> Lists:
    """Flatten lists; a null list has no elements."""
    counts = numbers(pc.list_value_length(lists))
    of = np.repeat(np.arange(len(lists)), counts)
    at = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    return Lists(counts, of, at, lists.flatten())


def read_choices(values: pa.Array, known: Sequence[str]) -> Choices:
    """Read values of a fixed set; null is valid."""
    if values.null_count == len(values):
        return Choices(np.full(len(values), -1), np.ones(len(values), np.bool_))
    index = pc.index_in(values, value_set=pa.array(known, pa.string()))
    found = numbers(index, -1)
    return Choices(found, (found >= 0) | values.is_null().to_numpy(zero_copy_only=False))


def numbers(array: Any, missing: int = 0) -> NDArray[np.int64]:
    """Read integers, with `missing` for null."""
    filled = array.fill_null(missing) if array.null_count else array
    read: NDArray[np.int64] = filled.to_numpy(zero_copy_only=False).astype(np.int64)
    return read


def flags(array: Any) -> Flags:
    """Read booleans; null is false."""
    filled = array.fill_null(False) if array.null_count else array
    read: Flags = filled.to_numpy(zero_copy_only=False)
    return read


def all_in_lists(flags: Flags, of: NDArray[np.int64], count: int) -> Flags:
    """Which of `count` lists have only flagged elements; `of` is each element's list."""
    every = np.ones(count, np.bool_)
    every[of[~flags]] = False
    return every


def distinct_in_lists(codes: NDArray[np.int64], of: NDArray[np.int64], count: int) -> Flags:
    """Which of `count` lists have no code twice; `of` is each element's list."""
    valid = np.ones(count, np.bool_)
    if len(codes):
        # The lists follow each other, so the keys are nearly sorted.
        keys = np.sort(of * (codes.max() + 2) + codes + 1, kind="stable")
        valid[keys[1:][keys[1:] == keys[:-1]] // (codes.max() + 2)] = False
    return valid


def valid_names(names: pa.Array) -> Flags:
    """Which names have 1 to 40 printable characters."""
    lengths = numbers(pc.utf8_length(names))
    printable = flags(pc.utf8_is_printable(names))
    return printable & (lengths >= 1) & (lengths <= _LONGEST_NAME)
