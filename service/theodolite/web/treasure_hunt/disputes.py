"""Disputes: whether one turn can have led from one table to another."""

from collections.abc import Iterator, Mapping
from typing import Any

from theodolite.treasure_hunt.disputes import Difference, could_matter, resolve
from theodolite.treasure_hunt.mends import ANY
from theodolite.treasure_hunt.snapshot import TURN_RULINGS, Snapshot
from theodolite.verdict import Fault
from theodolite.web import differences
from theodolite.web.problems import pointer
from theodolite.web.responses import Localizer, rulings_weighed
from theodolite.web.treasure_hunt.changes import dump_values, explain
from theodolite.web.treasure_hunt.responses import (
    Account,
    SettledDispute,
    Table,
    Turn,
    localizer_for,
)
from theodolite.web.treasure_hunt.schemas import SNAPSHOT, names_of
from theodolite.web.treasure_hunt.turns import MoveSchema, move_data

_MOVE = MoveSchema()


def table_faults(made: Mapping[str, Any]) -> Iterator[Fault]:
    """Tables that are not of one game."""
    fixed = _fixed(made["after"])
    for field, value in _fixed(made["before"]).items():
        if fixed[field] != value:
            yield Fault("other_table", ("after", field))


def _fixed(snapshot: Snapshot) -> Mapping[str, object]:
    """The parts of a table that no turn changes, by the fields that hold them."""
    return {
        "board": snapshot.board,
        "players": [
            (one.name, one.colour, one.home, len(one.explorers)) for one in snapshot.players
        ],
        "variants": (snapshot.young, snapshot.teams),
    }


def disputes(request: Mapping[str, Any], locale: str) -> SettledDispute:
    """Search for a turn.

    Every roll is tried, the draws that the later table shows, and the plays that the differences
    show, each at every moment of the turn.
    """
    before: Snapshot = request["before"]
    # The rulings in force are those of the earlier table.
    after: Snapshot = request["after"].under(before.rulings)
    name: str = request["player"]
    player, localizer = names_of(before).index(name), localizer_for(locale)
    finding = resolve(before, after, player)
    matters = could_matter(before, after, player, TURN_RULINGS)
    return SettledDispute(
        possible=bool(finding.accounts),
        accounts=[Account([Turn(_MOVE.dump(move_data(before, one)))]) for one in finding.accounts],
        more=finding.more,
        differences=[
            _difference(found, before, name, localizer, untried=finding.more)
            for found in finding.differences
        ],
        mended=None if finding.mended is None else Table(SNAPSHOT.dump(finding.mended)),
        rulings=rulings_weighed(before.rulings, matters),
    )


def _difference(
    found: Difference, snapshot: Snapshot, name: str, localizer: Localizer, *, untried: bool
) -> differences.Difference:
    """A difference, explained by the rules that the likeliest turn breaks, or by the change."""
    change = found.change
    said = [localizer.sentence(check.rule, check.says, check.values) for check in found.failed]
    # The first reason suffices, unless another one tells the same and more.
    starts = [text for text in said if text.startswith(said[0].rstrip("."))]
    explanation = max(starts, key=len, default="")
    words = localizer.rulebook.words(localizer.locale, "disputes")
    if not explanation and found.missing and found.missing.after is ANY:
        explanation = words[str(found.missing.path[-1])]
    elif not explanation:
        key = "missing" if found.missing else "untried" if untried else "unexplained"
        shown = found.missing or change
        in_words = explain(shown, *dump_values(shown, snapshot), localizer)
        filled = {"player": name, "change": in_words}
        explanation = localizer.rulebook.fill(localizer.locale, words[key], filled)
    before, after = dump_values(change, snapshot)
    return differences.Difference(
        kind=found.kind,
        pointer=pointer(change.path),
        before=before,
        after=after,
        explanation=explanation,
        alternatives=[
            differences.alternative(_difference(one, snapshot, name, localizer, untried=untried))
            for one in found.alternatives
        ],
    )
