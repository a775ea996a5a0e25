"""Tables of Treasure Hunt as pictures: a window of the board, two characters for each space.

The first is its terrain (W F S P, ? unclear), the second what lies on it:
. nothing  1 2 Ann's explorers (red), 3 4 Bo's (green), 5 6 Cy's (yellow), 7 8 Di's (blue)
w walker   t-v k-o trees, each letter one tree   = bridge   x broken bridge   c creep-through
a b d markers of Ann's triangle, circle and square;    A B D those of Bo's
The window's first space is `at`; all else of the board is `fill`. Explorers not shown are at home,
or where `ann = { 2 = "home" }` says.
What lies on one space with something else is added by `also`: "N10/E10 w".

What is played is written as one line, its actions parted by semicolons:
roll brown 9; 1 >>>v; w <<; play boat; play fallen_tree N10/E12 N10/E13; play lost_shoe Bo;
play walker N12/E20; play walker w 6 >>>>>>; play remove_obstacle N10/E12; place tree Bo N… N…;
log 1; log 1 Bo circle; log 1 shovel drawn N05/E05 boat; log 1 drawn N05/E05 open triangle gold;
log 1 drawn nothing; discard boat Ann; skip
A path goes > EAST up, < EAST down, v NORTH up, ^ NORTH down, h onto the place off the board.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from theodolite.grid import Space, each
from theodolite.treasure_hunt.actions import (
    Action,
    Discard,
    Drawn,
    Log,
    Move,
    Named,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
)
from theodolite.treasure_hunt.board import DIE_NAMES, GRID, HOME, Board, Terrain, place_name
from theodolite.treasure_hunt.ground import Mover
from theodolite.treasure_hunt.snapshot import (
    COLOURS,
    ROUTES,
    Card,
    Creep,
    Explorer,
    Info,
    Mission,
    Player,
    Route,
    Rulings,
    Snapshot,
    Treasure,
    Walker,
)

__all__ = ["NAMES", "names", "place", "played", "scene", "spaces"]

NAMES = ("Ann", "Bo", "Cy", "Di")
_HOMES = ("N01/E01", "N30/E30", "N01/E30", "N30/E01")
_MARKERS = ("abd", "ABD")
_DELTAS = {"^": -30, "<": -1, ">": 1, "v": 30}


def place(name: str) -> Space:
    return HOME if name == "home" else GRID.spaces[name]


def spaces(text: str) -> int:
    return sum(1 << GRID.spaces[name] for name in text.split())


def names(places: Sequence[Space]) -> str:
    return " ".join(place_name(one) for one in places)


def scene(
    window: str,
    *,
    at: str = "N10/E10",
    fill: str = "F",
    players: int = 2,
    also: Sequence[str] = (),
    terrain: Mapping[str, str] | None = None,
    cards: Mapping[str, str] | None = None,
    info: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
    walker: Mapping[str, str] | None = None,
    ann: Mapping[str, Any] | None = None,
    bo: Mapping[str, Any] | None = None,
    cy: Mapping[str, Any] | None = None,
    di: Mapping[str, Any] | None = None,
    young: bool = False,
    teams: bool = False,
) -> Snapshot:
    letters = [[fill] * 30 for _ in range(30)]
    found: dict[str, list[Space]] = {}
    corner = GRID.spaces[at]
    for r, row in enumerate(line.strip() for line in window.strip().splitlines()):
        for c, cell in enumerate(row.split()):
            space = corner + 30 * r + c
            letters[space // 30][space % 30] = cell[0]
            found.setdefault(cell[1], []).append(space)
    for entry in also:
        name, what = entry.split()
        found.setdefault(what, []).append(GRID.spaces[name])
    board = Board.from_rows(["".join(row) for row in letters])
    bridges = sum(1 << space for what in "=x" for space in found.get(what, ()))
    board = board._replace(bridges=tuple(GRID.groups(bridges)))
    grounds = {what: Terrain[name.upper()] for what, name in (terrain or {}).items()}
    told = (ann, bo, cy, di)
    frame = (rulings or {}).get("home_place") == "frame"
    seats = tuple(
        _player(i, found, grounds, cards or {}, info or {}, told[i] or {}, young=young, frame=frame)
        for i in range(players)
    )
    return Snapshot(
        board,
        seats,
        tuple(sum(1 << space for space in found[what]) for what in "tuvklmno" if what in found),
        tuple(
            Walker(one, grounds.get("w"), NAMES.index(by) if by else None)
            for one in found.get("w", ())
            for by in [(walker or {}).get(GRID.names[one], "")]
        ),
        tuple(found.get("x", ())),
        tuple(Creep(one) for one in found.get("c", ())),
        young,
        teams,
        Rulings(**(rulings or {})),  # type: ignore[arg-type]
    )


def _player(  # noqa: PLR0917 - what a scene tells
    i: int,
    found: Mapping[str, Sequence[Space]],
    grounds: Mapping[str, Terrain],
    cards: Mapping[str, str],
    info: Mapping[str, str],
    told: Mapping[str, Any],
    *,
    young: bool,
    frame: bool,
) -> Player:
    home = GRID.spaces[_HOMES[i]]
    default = "home" if frame else _HOMES[i]
    explorers = tuple(
        Explorer(
            found[what][0] if what in found else place(told.get(what, default)), grounds.get(what)
        )
        for what in ("12", "34", "56", "78")[i][: 1 if young else 2]
    )
    routes = tuple(_route(what, found, cards, info) for what in (_MARKERS[i] if i < 2 else "..."))
    mission = None
    if "mission" in told:
        *demanded, coordinates = told["mission"].split()
        mission = Mission(1, tuple(Treasure(one) for one in demanded), int(coordinates))
    hand = told.get("hand", "")
    return Player(
        NAMES[i],
        COLOURS[i],
        home,
        explorers,
        routes,
        told.get("coordinates", 0),
        tuple(_treasure(one) for one in told.get("treasures", "").split()),
        None if hand == "unknown" else tuple(Card(card) for card in hand.split()),
        told.get("boats", 0),
        told.get("shoes", 0),
        tuple(told.get("free", "").split()),
        mission,
    )


def _route(
    what: str,
    found: Mapping[str, Sequence[Space]],
    cards: Mapping[str, str],
    info: Mapping[str, str],
) -> Route:
    marked = found.get(what, ()) if what != "." else ()
    earlier = tuple(GRID.spaces[name] for name in cards.get(what, "").split())
    infos, treasures = [], []
    for entry in info.get(what, "").split():
        name, _, treasure = entry.partition(":")
        infos.append(Info(name))
        if name != "buried":
            treasures.append(_treasure(treasure or "unseen"))
    return Route((*earlier, *marked), tuple(infos), tuple(treasures))


def _treasure(name: str) -> Treasure | None:
    return None if name == "unseen" else Treasure(name)


def played(table: Snapshot, text: str, player: int = 0) -> Turn:
    """A turn as it is written."""
    where = {
        Mover(i, j): one.at
        for i, seat in enumerate(table.players)
        for j, one in enumerate(seat.explorers)
    }
    walkers = [one.at for one in table.walkers]
    written = [part.split() for part in text.split(";") if part.strip()]
    return Turn(player, tuple([_action(words, table, where, walkers) for words in written]))


def _action(  # noqa: C901, PLR0911 - a case for each kind
    words: Sequence[str],
    table: Snapshot,
    where: dict[Mover, Space],
    walkers: list[Space],
) -> Action:
    match words:
        case ["roll", die, pips]:
            return Roll(Terrain(DIE_NAMES.index(die)), int(pips))
        case ["play", "walker", "w", pips, path]:
            walker = Named(None, walkers[0])
            way = tuple(_way(path, walkers[0], table))
            walkers[0] = way[-1] if way else walkers[0]
            return Play(Card.WALKER, mover=walker, pips=int(pips), path=way)
        case ["play", "lost_shoe", to]:
            return Play(Card.LOST_SHOE, to=NAMES.index(to))
        case ["play", "remove_obstacle", space]:
            return Play(Card.REMOVE_OBSTACLE, obstacle=place(space))
        case ["play", card, *on]:
            return Play(Card(card), spaces=tuple(place(one) for one in on))
        case ["place", piece, by, *on]:
            return Place(piece, tuple(place(one) for one in on), NAMES.index(by))  # type: ignore[arg-type]
        case ["log", explorer, *rest]:
            return _log(_mover(explorer), rest)
        case ["discard", card, by]:
            return Discard(Card(card), NAMES.index(by))
        case ["skip"]:
            return Skip()
        case ["w", path]:
            walker = Named(None, walkers[0])
            way = tuple(_way(path, walkers[0], table))
            walkers[0] = way[-1] if way else walkers[0]
            return Move(walker, way)
        case [explorer, *path]:
            mover = _mover(explorer)
            way = tuple(_way("".join(path), where[mover], table, mover.player))
            where[mover] = way[-1] if way else where[mover]
            return Move(Named(*mover), way)
    raise ValueError(words)


def _mover(what: str) -> Mover:
    return Mover((int(what) - 1) // 2, (int(what) - 1) % 2)


def _way(path: str, start: Space, table: Snapshot, player: int | None = None) -> Iterator[Space]:
    for letter in path:
        if letter == "h":
            start = HOME
        elif start == HOME:
            start = table.players[player or 0].home
        else:
            start += _DELTAS[letter]
        yield start


def _log(explorer: Mover, words: Sequence[str]) -> Log:
    told: dict[str, Any] = {"untold": True}
    rest = list(words)
    while rest:
        match rest.pop(0):
            case "shovel":
                told["shovel"] = True
            case "at":
                told["at"] = place(rest.pop(0))
            case "drawn":
                told.update(untold=False, drawn=_drawn(rest))
                rest.clear()
            case name if name in NAMES:
                told["owner"] = NAMES.index(name)
            case route:
                told["route"] = ROUTES.index(route)
    return Log(explorer, **told)


def _drawn(words: Sequence[str]) -> Drawn | None:
    if words == ["nothing"]:
        return None
    coordinate, action, *info = words
    drawn = Drawn(None if coordinate == "-" else place(coordinate))
    if action in [*Info]:
        drawn = drawn._replace(action=Info(action))
    elif action != "-":
        drawn = drawn._replace(action=Card(action))
    if info:
        drawn = drawn._replace(info_route=ROUTES.index(info[0]))
    if len(info) > 1:
        drawn = drawn._replace(treasure=_treasure(info[1]))
    return drawn


def shown(places: int) -> str:
    return names([*each(places)])
