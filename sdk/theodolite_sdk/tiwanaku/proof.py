"""How deductions about Tiwanaku print themselves: base classes of generated responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from theodolite_sdk.model import Model
from theodolite_sdk.telling import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from theodolite_sdk.tiwanaku.responses import Deductions, DeductionStep, Hinted, Possible


class StepText(Model, frozen=True):
    """A step of a proof: prints as a line, with the numbers of the steps it rests on."""

    def __str__(self) -> str:
        step = cast("DeductionStep", self)
        because = f" ({', '.join(map(str, step.because))})" if step.because else ""
        return f"{step.id}. {step.explanation}{because}"


class ProofText(Answer, frozen=True):
    """Deductions: prints the steps of the proof, and each value with the steps that prove it."""

    def __str__(self) -> str:
        return "\n\n".join("\n".join(part) for part in _parts(cast("Deductions", self)) if part)


class HintText(Answer, frozen=True):
    """A hint: prints where to look, the steps of the proof and the value, or why there is none."""

    def __str__(self) -> str:
        hinted = cast("Hinted", self)
        if (hint := hinted.hint) is None:
            return hinted.explanation
        value = hint.crop if hint.terrain is None else hint.terrain
        return "\n".join([hint.nudge, "", *_steps(hint.steps), "", f"{hint.space}: {value}"])


def _parts(found: Deductions) -> Iterator[Sequence[str]]:
    """Yield the lines of each part: what contradicts, the proof, the values, their odds."""
    if conflict := found.conflict:
        yield [f"✗ {' '.join([*conflict.tiles, *conflict.laws])}"]
    yield [*_steps(found.steps)]
    values = []
    for value in found.certain:
        known = " ".join(str(each) for each in (value.terrain, value.crop) if each is not None)
        steps = "?" if value.steps is None else ", ".join(map(str, value.steps))
        values.append(f"{value.space}: {known} ({steps})")
    values += [
        f"{value.space}: {value.crop if value.terrain is None else value.terrain}?"
        for value in found.undecided
    ]
    yield values
    if why_not := found.why_not:
        answer = {True: "✓", False: "✗", None: "?"}[why_not.possible]
        steps = "" if why_not.steps is None else f" ({', '.join(map(str, why_not.steps))})"
        yield [f"{answer} {why_not.space}: {why_not.value}{steps}"]
    for world in found.worlds.shown or ():
        yield [
            f"{tiles}  {levels}" for tiles, levels in zip(world.terrain, world.crops, strict=True)
        ]
    if found.odds_exact is False:
        yield ["The worlds are too many to count in time: there are no odds."]
    elif found.odds_exact:
        odds = {space: [*_odds(possible)] for space, possible in found.spaces.items()}
        yield [f"{space}: {'; '.join(shares)}" for space, shares in odds.items() if shares]


def _odds(possible: Possible) -> Iterator[str]:
    """Yield the shares of the terrains, then of the crops, of a space that is not settled."""
    odds = possible.odds
    for shares in (odds.terrain, odds.crops) if odds else ():
        if len(shares) > 1:
            ranked = sorted(shares.items(), key=lambda share: -share[1])
            yield ", ".join(f"{value} {share:.1%}" for value, share in ranked)


def _steps(steps: Iterable[DeductionStep], indent: str = "") -> Iterator[str]:
    for step in steps:
        number, _, rest = str(step).partition(". ")
        yield f"{indent}{number:>3}. {rest}"
        yield from _steps(step.steps, indent + "     ")
