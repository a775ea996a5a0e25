"""Answers as text for a terminal: score sheets, replays, reviews and problems of any game.

The layout follows from the answer alone. Explanations are the answer's own; the winner is named by
the table `victory` of the game's words.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from theodolite.rulebook import Rulebook

_RULE = "  ----"
_MARKS = {True: "✓", False: "✗", None: "?"}


def sheet(answer: Mapping[str, Any], rulebook: Rulebook, language: str) -> str:
    """A score sheet, the winner first: every line of every player, then the winners."""
    lines: list[str] = []
    for player in sorted(answer["players"], key=lambda player: player.get("rank") or 0):
        place = f"{player['rank']}. " if player.get("rank") else ""
        lines += [f"{place}{player['name']}", ""]
        lines += _player_lines(player, rulebook, language)
        lines.append("")
    if solo := answer.get("solo"):
        lines += _solo(solo)
    elif answer["winners"]:
        victory = _words(rulebook, language, "victory")
        sentence = victory.get(answer.get("decided_by", ""), "{winners}")
        lines.append(rulebook.fill(language, sentence, {"winners": answer["winners"]}))
    return "\n".join(lines).rstrip()


def _player_lines(player: Mapping[str, Any], rulebook: Rulebook, language: str) -> Iterator[str]:
    """The lines of a player, by seasons where the game has them, and the total."""
    yield from map(_line, player.get("items", ()))
    for season in player.get("seasons", ()):
        name = season["season"]
        head = _words(rulebook, language, "terms").get(name.upper(), name)
        yield f"  {head}"
        yield from map(_line, season.get("items", ()))
        yield from _sum(season["total"])
    if player.get("total") is not None:
        yield from _sum(player["total"])


def _line(item: Mapping[str, Any]) -> str:
    points = "?" if item["points"] is None else item["points"]
    return f"  {points:>4}  {item['explanation']}"


def _sum(total: int) -> Sequence[str]:
    return [_RULE, f"  {total:>4}"]


def _solo(solo: Mapping[str, Any]) -> Iterator[str]:
    """The result of a solo game: deductions, the rest, and the titles that it earns."""
    for item in solo.get("items", ()):
        yield _line({**item, "points": -item["points"]})
    titles = [*solo.get("titles", {}).values(), solo.get("title")]
    result = solo.get("total", solo.get("rating"))
    yield _RULE
    yield f"  {result:>4}  {', '.join(filter(None, titles))}".rstrip()


def replay(answer: Mapping[str, Any], rulebook: Rulebook, language: str) -> str:
    """The verdict on a record turn by turn, with every failed check, and the score."""
    lines = []
    for number, turn in enumerate(_turns(answer), 1):
        lines.append(f"{number:>4}. {_MARKS[turn['legal']]} {turn.get('player', '')}".rstrip())
        lines += [f"      {check['explanation']}" for check in _failed(turn)]
    if scores := answer.get("scores"):
        lines += ["", sheet(scores, rulebook, language)]
    return "\n".join(lines)


def review(answer: Mapping[str, Any]) -> str:
    """A review turn by turn: the value of each turn, a mark at each moment, and the sentence."""
    return "\n".join(
        f"{'*' if number in answer['moments'] else ' '}{number + 1:>3}. {_value(turn):>5}  "
        f"{turn['explanation']}"
        for number, turn in enumerate(answer["turns"])
    )


def _value(turn: Mapping[str, Any]) -> str:
    """The value of a reviewed turn with its sign, rounded to a decimal."""
    return "" if turn["value"] is None else f"{round(turn['value'], 1):+g}"


def _turns(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from answer.get("turns", ())
    for season in answer.get("seasons", ()):
        yield from season.get("turns", ())


def _failed(value: Any) -> Iterator[Mapping[str, Any]]:
    """The failed checks anywhere in an answer."""
    if isinstance(value, Mapping):
        if value.get("status") == "failed":
            yield value
        for inner in value.values():
            yield from _failed(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _failed(inner)


def problem(document: Mapping[str, Any]) -> str:
    """A problem, and below it every fault."""
    from theodolite.assistants.telling import place

    details = [f"  {place(fault)}: {fault['detail']}" for fault in document.get("errors", ())]
    return "\n".join([document["detail"], *details])


def coloured(text: str) -> str:
    """A text with its marks in colour; what prints it leaves colours out of files."""
    green, red = click.style("✓", fg="green"), click.style("✗", fg="red")
    return text.replace("✓", green).replace("✗", red)


def _words(rulebook: Rulebook, language: str, table: str) -> Mapping[str, str]:
    try:
        return rulebook.words(language, table)
    except KeyError:
        return {}
