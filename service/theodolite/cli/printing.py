"""Answers for a terminal, read off the answer alone: what has players and lines is a sheet.

A line's explanation is the answer's own; who won is said by the table `victory` of the game's
words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from theodolite.rulebook import Rulebook

__all__ = ["problem", "replay", "sheet"]

_RULE = "  ----"
_MARKS = {True: "✓", False: "✗", None: "?"}


def sheet(answer: Mapping[str, Any], rulebook: Rulebook, language: str) -> str:
    """A score sheet, the winner first: every line of every player, and who won by what."""
    lines: list[str] = []
    for player in sorted(answer["players"], key=lambda player: player.get("rank", 0)):
        place = f"{player['rank']}. " if "rank" in player else ""
        lines += [f"{place}{player['name']}", ""]
        lines += _account(player, rulebook, language)
        lines.append("")
    if solo := answer.get("solo"):
        lines += _solo(solo)
    elif answer["winners"]:
        victory = _words(rulebook, language, "victory")
        sentence = victory.get(answer.get("decided_by", ""), "{winners}")
        lines.append(rulebook.fill(language, sentence, {"winners": answer["winners"]}))
    return "\n".join(lines).rstrip()


def _account(player: Mapping[str, Any], rulebook: Rulebook, language: str) -> Iterator[str]:
    """The lines of a player, season by season where a game has seasons, and the total."""
    yield from map(_line, player.get("items", ()))
    for season in player.get("seasons", ()):
        name = season["season"]
        head = _words(rulebook, language, "terms").get(name.upper(), name)
        yield f"  {head}"
        yield from map(_line, season.get("items", ()))
        yield from _sum(season["total"])
    if "total" in player:
        yield from _sum(player["total"])


def _line(item: Mapping[str, Any]) -> str:
    points = item.get("points", _MARKS[item.get("met")])
    return f"  {points:>4}  {item['explanation']}"


def _sum(total: int) -> Sequence[str]:
    return [_RULE, f"  {total:>4}"]


def _solo(solo: Mapping[str, Any]) -> Iterator[str]:
    """The result of a solo game: what comes off the points, the rest, and the titles it earns."""
    for item in solo.get("items", ()):
        yield _line({**item, "points": -item["points"]})
    titles = [*solo.get("titles", {}).values(), solo.get("title")]
    result = solo.get("total", solo.get("rating"))
    yield _RULE
    yield f"  {result:>4}  {', '.join(filter(None, titles))}".rstrip()


def replay(answer: Mapping[str, Any], rulebook: Rulebook, language: str) -> str:
    """The verdict on a record turn by turn, with every rule that was broken, and the score."""
    lines = []
    for number, turn in enumerate(_turns(answer), 1):
        lines.append(f"{number:>4}. {_MARKS[turn['legal']]} {turn.get('player', '')}".rstrip())
        lines += [f"      {check['explanation']}" for check in _failed(turn)]
    if scores := answer.get("scores"):
        lines += ["", sheet(scores, rulebook, language)]
    return "\n".join(lines)


def _turns(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from answer.get("turns", ())
    for season in answer.get("seasons", ()):
        yield from season.get("turns", ())


def _failed(value: Any) -> Iterator[Mapping[str, Any]]:
    """The failed checks in an answer, wherever they stand."""
    if isinstance(value, Mapping):
        if value.get("status") == "failed":
            yield value
        for inner in value.values():
            yield from _failed(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _failed(inner)


def problem(document: Mapping[str, Any]) -> str:
    """A problem, and under it everything that is wrong."""
    faults = document.get("errors", ())
    details = [f"  {fault['pointer'] or '/'}: {fault['detail']}" for fault in faults]
    return "\n".join([document["detail"], *details])


def _words(rulebook: Rulebook, language: str, table: str) -> Mapping[str, str]:
    try:
        return rulebook.words(language, table)
    except KeyError:
        return {}
