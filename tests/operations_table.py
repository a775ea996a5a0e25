"""Writes the tables of `docs/reference/operations.md` from the declarations of the games.

`python tests/operations_table.py` renews what stands between its marks, as a test asks.
"""

from collections.abc import Iterator
from pathlib import Path

from theodolite.web.game import KINDS, Answer, Game
from theodolite.web.games import GAMES
from theodolite.web.operations import Operation

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "operations.md"
BEGINS, ENDS = "<!-- operations: begin -->\n", "<!-- operations: end -->\n"
ALIKE = {"/notations", "/photos", "/rules", "/rulings", ""}
"""Operations of every game that bring their own body, or none."""


def table() -> str:
    """The operations of every game, those of one alone, and the lists, as Markdown."""
    return "\n".join(["", *_shared(), "", *_own(), "", *_lists(), ""])


def _shared() -> Iterator[str]:
    yield "| operation | body | what a game adds |"
    yield "| --- | --- | --- |"
    for name, kind in KINDS.items():
        members = ", ".join(f"`{member}`" for member in kind.members.replace(" given?", "").split())
        added = "; ".join(filter(None, (_added(game, name) for game in GAMES)))
        yield f"| `{name.replace('_', '-')}` | {members} | {added} |"
    yield "| `notations` | `snapshot`, or text | |"
    yield "| `photos` | a form: `photo`, and what it is of | |"


def _added(game: Game, name: str) -> str:
    answer: Answer | None = game.answers.get(name)
    if answer is None:
        return ""
    given = answer.given.fields if answer.given else {}
    named = [
        *(f"`given.{field}`" for field in given),
        *(f"`{option}`" for option in answer.options),
    ]
    return f"{game.name}: {', '.join(named)}" if named else ""


def _own() -> Iterator[str]:
    yield "| operation of one game | body | answers |"
    yield "| --- | --- | --- |"
    for game, each in _others():
        if each.schema is not None and each.path not in ALIKE:
            fields = (
                f"`{name}{'' if field.required else '?'}`"
                for name, field in each.schema.fields.items()
            )
            about = each.text.partition("\n")[0]
            yield f"| {game.name}: `{each.path[1:]}` | {', '.join(fields)} | {about} |"


def _lists() -> Iterator[str]:
    yield "| list | of |"
    yield "| --- | --- |"
    held: dict[str, list[str]] = {}
    for game, each in _others():
        if each.schema is None and each.path:
            held.setdefault(each.path[1:], []).append(game.name)
    for path, games in held.items():
        yield f"| `GET {path}` | {'every game' if len(games) == len(GAMES) else ', '.join(games)} |"


def _others() -> Iterator[tuple[Game, Operation]]:
    """The operations that are no answers to `KINDS`, with their games."""
    for game in GAMES:
        for each in game.operations:
            if each.path.strip("/").replace("-", "_") not in KINDS:
                yield game, each


def renewed(page: str) -> str:
    """The page with the tables of today."""
    before, _, rest = page.partition(BEGINS)
    return f"{before}{BEGINS}{table()}{ENDS}{rest.partition(ENDS)[2]}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
