"""Records in which one turn is spoilt, beside the table that the right record leads to.

The service must name the turn among its corrections, and each corrected record must be legal and
lead to the table. `python -m spoilt.records --records 40` measures that.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from properties.frame import GAMES, Json, Request, Service
from theodolite.web.app import create_app

EXAMPLES = Path(__file__).parents[2] / "examples"
_RANDOM = {
    "misterra": "reference.misterra_tables",
    "cartographers": "reference.cartographers_tables",
    "tiwanaku": "reference.tiwanaku_play",
    "treasure_hunt": "reference.treasure_hunt_plays",
}


class Spoilt(NamedTuple):
    """A spoilt record.

    Attributes:
        kind: What was done to it.
        record: The record.
        seen: The table that the right one leads to.
        turns: The indices of the turns that are wrong in it.
    """

    kind: str
    record: Json
    seen: Json
    turns: set[int]


def replayed(service: Service, record: Json, **options: Any) -> Json | None:
    """The answer to a record; None if it is refused."""
    answer = service.ask(Request("replays", {"record": record, **options}))
    return answer.document if answer.ok else None


def lawful(service: Service, game: str, random: Random) -> Json | None:
    """The legal part of a golden or a random record, and the table after it; None if too short."""
    paths = sorted((EXAMPLES / game).glob("*record.json"))
    if random.random() < 0.4:
        record: Json = json.loads(random.choice(paths).read_text("utf-8"))["record"]
    else:
        made = import_module(_RANDOM[game]).random_record(random)
        record = made.get("record", made)
        if game == "misterra" and random.random() < 0.7:
            turns = random.randint(2, 8)
            record = import_module("properties.misterra").record_of(random, turns, spoilt=False)
    answer = replayed(service, record)
    if answer is None:
        return None
    if answer["stopped_at"] is not None:
        record = {**record, "turns": record["turns"][: answer["stopped_at"]["turn"]]}
    answer = replayed(service, record)
    if answer is None or not answer["legal"] or len(record["turns"]) < 2:
        return None
    return {"record": record, "seen": answer["after"]}


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    pairs: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in pairs:
        if isinstance(part, (dict, list)):
            yield from _leaves(part, (*path, key))
        else:
            yield (*path, key), part


def _kind(path: tuple[Any, ...]) -> str:
    return next(str(part) for part in reversed(path) if isinstance(part, str))


def _with(value: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    made = deepcopy(value)
    at = made
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = leaf
    return made


def spoilt(random: Random, record: Json, seen: Json) -> Iterator[Spoilt]:
    """The record with each thing spoilt once."""
    turns = record["turns"]

    def made(kind: str, changed: list[Json], *at: int) -> Spoilt:
        return Spoilt(kind, {**record, "turns": changed}, seen, {*at})

    at = random.randrange(len(turns))
    yield made("dropped", turns[:at] + turns[at + 1 :], at)
    yield made("doubled", turns[: at + 1] + turns[at:], at, at + 1)
    at = random.randrange(len(turns) - 1)
    yield made("swapped", [*turns[:at], turns[at + 1], turns[at], *turns[at + 2 :]], at, at + 1)
    values: dict[str, set[Any]] = defaultdict(set)
    for path, leaf in _leaves(turns):
        values[_kind(path)].add(leaf)
    leaves = [(path, leaf) for path, leaf in _leaves(turns) if len(values[_kind(path)]) > 1]
    by_kind = {_kind(path) for path, _ in leaves} - {"player", "type", "do", "name"}
    for kind in sorted(by_kind):
        path, leaf = random.choice([one for one in leaves if _kind(one[0]) == kind])
        other = random.choice(sorted({*values[kind]} - {leaf}, key=repr))
        yield made(kind, _with(turns, path, other), path[0])


def _agrees(answer: Json) -> bool:
    return answer["seen"]["agrees"] and answer["stopped_at"] is None


def fault(service: Service, one: Spoilt) -> tuple[str, float] | None:
    """The fault of the answer, "" if none, and the seconds; None if it is no case."""
    start = process_time()
    answer = replayed(service, one.record, seen=one.seen)
    seconds = process_time() - start
    if answer is None or _agrees(answer):
        return None
    found = answer["seen"]["corrections"]
    for each in found:
        first, last = each["turn"], each["turn"] + each["replaced"]
        turns = one.record["turns"]
        record = {**one.record, "turns": [*turns[:first], *each["by"], *turns[last:]]}
        again = replayed(service, record, seen=one.seen)
        if each["kind"] != "not_updated" and (again is None or not _agrees(again)):
            return f"{each['kind']} of {first} does not lead there", seconds
    if not one.turns & {each["turn"] for each in found}:
        names = [(each["kind"], each["turn"]) for each in found]
        cut = ", cut" if answer["seen"]["truncated"] else ""
        return f"not named: {one.turns}; {names}{cut}; {answer['stopped_at']}", seconds
    return "", seconds


def main() -> None:
    """Measure some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--records", type=int, default=40)
    options = parser.parse_args()
    for game in options.game:
        service = Service(create_app().test_client(), game)
        count, missed, times = Counter[str](), Counter[str](), list[float]()
        for seed in range(options.records):
            random = Random(seed)
            right = lawful(service, game, random)
            for one in spoilt(random, **right) if right else ():
                if (outcome := fault(service, one)) is None:
                    continue
                count[one.kind] += 1
                times.append(outcome[1])
                if outcome[0]:
                    missed[one.kind] += 1
                    print(f"  missed: seed {seed}, {one.kind}: {outcome[0]}"[:240])
        for kind in count:
            print(f"  {kind}: {count[kind] - missed[kind]} of {count[kind]}")
        share = 1 - missed.total() / count.total()
        print(
            f"{game}: {share:.1%} of {count.total()} named; processor seconds: "
            f"median {median(times):.3f}, worst {max(times):.2f}"
        )


if __name__ == "__main__":
    main()
