"""Every world of a short board, one by one: what `theodolite.tiwanaku` says is compared with it.

Written from the law alone and on purpose without anything of the service: a board is a dict from
(column, row) to a terrain letter and a level, and worlds are found by trying everything.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

Spot = tuple[int, int]
World = dict[Spot, tuple[str, int]]


def worlds(
    terrain: Sequence[str], crops: Sequence[str], tiles: Mapping[str, int], limit: int = 10**9
) -> list[World]:
    """Every world that shows what lies and uses the tiles exactly; at most `limit` of them.

    Args:
        terrain: rows of `MSGR` and `.`.
        crops: rows of `12345` and `.`.
        tiles: how many tiles of each letter there are.
        limit: how many to find before stopping.
    """
    spots = [(x, y) for y, row in enumerate(terrain) for x in range(len(row))]
    choices = {
        (x, y): [
            (letter, level)
            for letter in ("MSGR" if terrain[y][x] == "." else terrain[y][x])
            for level in (range(1, 6) if crops[y][x] == "." else [int(crops[y][x])])
        ]
        for x, y in spots
    }
    left = Counter(tiles)
    found: list[World] = []
    board: World = {}

    def known(spot: Spot) -> str | None:
        """The terrain of a spot, if it is resolved."""
        if spot in board:
            return board[spot][0]
        letters = {letter for letter, _ in choices[spot]}
        return next(iter(letters)) if len(letters) == 1 else None

    def open_to(spot: Spot) -> list[tuple[str, int]]:
        touched = {board[near][1] for near in _touching(spot) if near in board}
        levels: dict[str, set[int]] = {}
        for letter in {letter for letter, _ in choices[spot] if left[letter]}:
            resolved = {other for other in choices if known(other) == letter}
            open_ = {other for other in choices if known(other) is None}
            # Touching spots of one terrain are one region, which may extend to open spots.
            own = _flood(spot, _touching, resolved)
            area = _flood(spot, _beside, resolved | open_)
            held = {board[other][1] for other in own if other in board}
            if len(own) <= 5 and own <= area and max(held, default=0) <= len(area):
                levels[letter] = set(range(1, min(len(area), 5) + 1)) - held - touched
        return [
            (letter, level) for letter, level in choices[spot] if level in levels.get(letter, ())
        ]

    def place() -> None:
        if len(found) >= limit:
            return
        if len(board) == len(spots):
            if not lawful(board):
                raise AssertionError(board)
            found.append(dict(board))
            return
        # The spot with the fewest choices comes first.
        waiting = [(open_to(spot), spot) for spot in spots if spot not in board]
        here, spot = min(waiting, key=lambda one: len(one[0]))
        for letter, level in here:
            board[spot] = (letter, level)
            left[letter] -= 1
            if _still_possible(board, spot, choices):
                place()
            left[letter] += 1
            del board[spot]

    place()
    return found


def worlds_by_maps(
    terrain: Sequence[str], crops: Sequence[str], tiles: Mapping[str, int], limit: int
) -> list[World]:
    """The same worlds as `worlds`, found faster if few spots lack a terrain.

    Every way to lay the tiles left is tried, and then every way to plant the map.
    """
    left = Counter(tiles) - Counter(letter for row in terrain for letter in row if letter != ".")
    found: list[World] = []
    empty = [(x, y) for y, row in enumerate(terrain) for x in range(len(row)) if row[x] == "."]
    for laid in _arrangements("".join(left.elements())):
        whole = {(x, y): row[x] for y, row in enumerate(terrain) for x in range(len(row))}
        whole |= dict(zip(empty, laid, strict=False))
        regions = {spot: _flood(spot, _beside, _of(whole, whole[spot])) for spot in whole}
        if len(laid) == len(empty) and all(
            len(region) <= 5
            and not any(
                whole.get(near) == whole[spot] and near not in region for near in _touching(spot)
            )
            for spot, region in regions.items()
        ):
            for levels in _plantings(regions, crops):
                found.append({spot: (whole[spot], level) for spot, level in levels.items()})
                if len(found) == limit:
                    return found
    return found


def _arrangements(letters: str) -> Iterator[str]:
    """Every order of some letters, each once."""
    if not letters:
        yield ""
    for first in sorted(set(letters)):
        for rest in _arrangements(letters.replace(first, "", 1)):
            yield first + rest


def _of(whole: Mapping[Spot, str], letter: str) -> set[Spot]:
    return {spot for spot, other in whole.items() if other == letter}


def _plantings(
    regions: Mapping[Spot, set[Spot]], crops: Sequence[str]
) -> Iterator[Mapping[Spot, int]]:
    """Every way to plant a map, spot by spot."""
    spots, levels = sorted(regions), dict[Spot, int]()

    def plant(at: int) -> Iterator[Mapping[Spot, int]]:
        if at == len(spots):
            yield dict(levels)
            return
        spot = spots[at]
        around = regions[spot] | {*_touching(spot)}
        taken = {levels[near] for near in around if near in levels}
        given = crops[spot[1]][spot[0]]
        for level in range(1, len(regions[spot]) + 1):
            if level not in taken and given in (".", str(level)):
                levels[spot] = level
                yield from plant(at + 1)
                del levels[spot]

    return plant(0)


def _flood(
    start: Spot, near: Callable[[Spot], Iterator[Spot]], among: Container[Spot]
) -> set[Spot]:
    """A spot, and all of these that it leads to from spot to spot."""
    found, rim = {start}, [start]
    while rim:
        for spot in near(rim.pop()):
            if spot not in found and spot in among:
                found.add(spot)
                rim.append(spot)
    return found


def _still_possible(board: World, spot: Spot, choices: Mapping[Spot, object]) -> bool:
    """Whether the regions at a spot and around it may still become lawful."""
    seen: set[Spot] = set()
    for start in [spot, *_beside(spot)]:
        if start not in board or start in seen:
            continue
        region, is_open = _region(board, start, choices)
        seen |= region
        levels = [board[member][1] for member in region]
        if len(region) > 5 or len(set(levels)) < len(levels):
            return False
        if not is_open and not _complete(board, region, levels):
            return False
    return True


def _complete(board: World, region: set[Spot], levels: Sequence[int]) -> bool:
    if sorted(levels) != list(range(1, len(levels) + 1)):
        return False
    letter = board[next(iter(region))][0]
    return not any(
        near not in region and near in board and board[near][0] == letter
        for member in region
        for near in _touching(member)
    )


def _region(board: World, start: Spot, choices: Mapping[Spot, object]) -> tuple[set[Spot], bool]:
    """The spots contiguous with a start, and whether they may become more."""
    letter, region, rim, is_open = board[start][0], {start}, [start], False
    while rim:
        for near in _beside(rim.pop()):
            if near in board:
                if board[near][0] == letter and near not in region:
                    region.add(near)
                    rim.append(near)
            elif near in choices:
                is_open = True
    return region, is_open


def lawful(board: World) -> bool:
    """Whether a full board obeys both laws."""
    for spot, (letter, level) in board.items():
        region, _ = _region(board, spot, {})
        levels = [board[member][1] for member in region]
        if sorted(levels) != list(range(1, len(levels) + 1)) or len(levels) > 5:
            return False
        for near in _touching(spot):
            if near in board and board[near][1] == level:
                return False
            if near in board and board[near][0] == letter and near not in region:
                return False
    return True


def world_rows(board: World) -> tuple[list[str], list[str]]:
    """A board as its terrain rows and its crop rows."""
    columns, rows = (1 + max(spot[axis] for spot in board) for axis in (0, 1))
    return (
        ["".join(board[x, y][0] for x in range(columns)) for y in range(rows)],
        ["".join(str(board[x, y][1]) for x in range(columns)) for y in range(rows)],
    )


def _beside(spot: Spot) -> Iterator[Spot]:
    x, y = spot
    yield from ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))


def _touching(spot: Spot) -> Iterator[Spot]:
    x, y = spot
    for across in (x - 1, x, x + 1):
        for down in (y - 1, y, y + 1):
            if (across, down) != spot:
                yield across, down
