"""Changes of a table in answers: their place, their values as requests have them, and in words."""

import re
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from theodolite.treasure_hunt.actions import Change
from theodolite.treasure_hunt.snapshot import Snapshot
from theodolite.verdict import Path
from theodolite.web.problems import pointer
from theodolite.web.responses import Localizer
from theodolite.web.treasure_hunt import responses
from theodolite.web.treasure_hunt.schemas import SNAPSHOT, named_creep, named_walker

_SPACE = re.compile("N[0-9]{2}/E[0-9]{2}")
_TERMS = {"tree": "FALLEN_TREE", "walker": "WALKER"}
_COUNTED = ("treasures", "trees", "walkers", "broken_bridges", "creep_throughs")


def change_responses(
    changes: Iterable[Change], snapshot: Snapshot, localizer: Localizer
) -> list[responses.Change]:
    """Changes, each with its rule and in words.

    Args:
        changes: The changes.
        snapshot: A table with the same players.
        localizer: The locale of the words.
    """
    return [_response(change, snapshot, localizer) for change in changes]


def _response(change: Change, snapshot: Snapshot, localizer: Localizer) -> responses.Change:
    before, after = dump_values(change, snapshot)
    part, which, *_ = (*change.path, 0)
    return responses.Change(
        effect=str(change.path[-1]),
        spaces=sorted({*_SPACE.findall(str(before))} ^ {*_SPACE.findall(str(after))}),
        player=snapshot.players[int(which)].name if part == "players" else UNSET,
        pointer=pointer(change.path),
        before=before,
        after=after,
        explanation=explain(change, before, after, localizer),
        **localizer.cite(change.rule),
    )


def dump_values(change: Change, snapshot: Snapshot) -> tuple[Any, Any]:
    """Write the values before and after a change as a snapshot in a request has them."""
    field = _field_at(change.path)

    def dump(value: Any) -> Any:
        if value is None:
            return None
        match change.path[-1]:
            case "moved_by":
                value = snapshot.players[value].name
            case "walkers":
                value = [named_walker(walker, snapshot) for walker in value]
            case "creep_throughs":
                value = [named_creep(creep, snapshot) for creep in value]
        return field.dump(value)

    return dump(change.before), dump(change.after)


def _field_at(path: Path) -> Any:
    """The field of SnapshotSchema that holds the value at a path."""
    field: Any = SNAPSHOT.fields[str(path[0])]
    for step in path[1:]:
        field = field.item if isinstance(step, int) else field.object.fields[step]
    return field


def explain(change: Change, before: Any, after: Any, localizer: Localizer) -> str:
    """A change in words.

    Args:
        change: The change.
        before: The value before it, as `dump_values` writes it.
        after: The value after it, likewise.
        localizer: The locale of the words.
    """
    field = str(change.path[-1])
    terms = localizer.rulebook.words(localizer.locale, "terms")
    key, values = field, {"before": before, "after": after}
    if field in _COUNTED:
        values = {"before": len(before), "after": len(after)}
    elif field in ("terrain", "hand", "info"):
        values = {"after": change.after}
    if field == "hand" and after is None:
        key = "unknown"
    elif field == "terrain" and after is None:
        key = "terrain_of_space"
    elif field == "moved_by" and after is None:
        key = "rested"
    elif field == "at" and "home" in (before, after):
        key = "at_home" if after == "home" else "from_home"
    elif field == "free":
        values = {"after": [terms[_TERMS[piece]] for piece in after]}
    if values["after"] in ([], ()):
        values = {"after": terms["NONE"]}
    template = localizer.rulebook.words(localizer.locale, "changes")[key]
    return localizer.rulebook.fill(localizer.locale, template, values)
