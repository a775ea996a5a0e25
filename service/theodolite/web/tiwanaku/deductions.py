"""The questions about the secret world of Tiwanaku: what can be known, discs, pictures."""

from collections.abc import Sequence
from typing import Any, cast

from msgspec import UNSET

from theodolite.tiwanaku import scenarios as discs
from theodolite.tiwanaku.board import GRIDS, TERRAIN_NAMES, BoardName, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.deductions import Difficulty as Hardness
from theodolite.tiwanaku.deductions import Step, concluded, crop_limit_matters, deduce
from theodolite.tiwanaku.solver import Value
from theodolite.web.answers import Voice, weighed
from theodolite.web.tiwanaku.bodies import RULEBOOK
from theodolite.web.tiwanaku.deduction_answers import (
    CertainValue,
    Conflict,
    CountedWorlds,
    Deductions,
    DeductionStep,
    Difficulty,
    Disc,
    DrawnScenario,
    JudgedScenario,
    OtherWorld,
    Possible,
    UndecidedValue,
    Violation,
)
from theodolite.web.tiwanaku.deduction_bodies import (
    DeductionQuestion,
    PictureQuestion,
    ScenarioQuestion,
)
from theodolite.web.tiwanaku.pictures import draw

__all__ = ["deductions", "pictures", "scenario_checks", "scenarios"]


_WRITING, _AT_LEAST = 0.05, 0.005
"""What an answer takes to be written: a share of its time, and some seconds in any case."""


def deductions(asked: DeductionQuestion, language: str) -> Deductions:
    """Tell what can be known of the secret world, and why.

    A listed value has a world that shows it, or is `undecided`; one that is not listed is proved
    impossible. What is certain comes with the steps that prove it, each by one law.
    """
    land, tiles, rulings, focus, explain, count_to, seconds = asked
    clock = Clock((1 - _WRITING) * seconds - _AT_LEAST)
    found = deduce(
        land,
        tiles,
        box=rulings.crop_limit == "box",
        focus=focus,
        explain=explain,
        count_to=count_to,
        clock=clock,
    )
    matters = (
        False if land.board is BoardName.SHORT else crop_limit_matters(land, tiles, found, clock)
    )
    voice = Voice(RULEBOOK, land.grid, language)
    names, conflict = land.grid.names, found.conflict
    return Deductions(
        consistent=found.consistent,
        truncated=found.truncated,
        undecided=[
            UndecidedValue(space=names[value.space], **_told(value)) for value in found.undecided
        ],
        worlds=CountedWorlds(found.worlds, found.exact),
        spaces={
            names[space]: Possible(
                cast("Any", [TERRAIN_NAMES[terrain] for terrain in possible.terrain]),
                [*possible.crops],
            )
            for space, possible in found.spaces.items()
        },
        certain=[
            CertainValue(
                space=names[value.space],
                steps=None if steps is None else [*steps],
                **_told(value),
            )
            for value, steps in found.certain
        ],
        steps=_steps(found.steps, voice),
        explained=found.explained,
        difficulty=_difficulty(found.difficulty),
        conflict=conflict and Conflict(voice.names(conflict.tiles), [*conflict.laws]),
        rulings=weighed(rulings, {"crop_limit": matters}),
    )


def _told(value: Value) -> dict[str, Any]:
    _, terrain, level = value
    return {"terrain": TERRAIN_NAMES[terrain]} if level is None else {"crop": level}


def _difficulty(hardness: Hardness | None) -> Difficulty | None:
    return None if hardness is None else Difficulty(*hardness)


def _steps(steps: Sequence[Step], voice: Voice) -> list[DeductionStep]:
    names = voice.grid.names
    return [
        DeductionStep(
            id=step.id,
            law=step.law,
            spaces=voice.names(step.spaces),
            because=[*step.because],
            concludes=concluded(step.concludes, names),
            explanation=voice.say(step.rule, step.says, step.values(names)),
            supposes=UNSET
            if step.supposes is None
            else UndecidedValue(space=names[step.supposes.space], **_told(step.supposes)),
            steps=UNSET if step.supposes is None else _steps(step.steps, voice),
            tiles=UNSET if step.proof is None else voice.names(step.proof.tiles),
            laws=UNSET if step.proof is None else [*step.proof.laws],
            **voice.cite(step.rule),
        )
        for step in steps
    ]


def scenario_checks(disc: discs.Disc, language: str) -> JudgedScenario:
    """Judge a full map and what its open side tells.

    Every place where it breaks a law is named. Of a lawful map: whether start tiles and counts, or
    all terrain with the start crops, leave one world, and how hard that is to see.
    """
    return _checked(disc, Voice(RULEBOOK, disc.land.grid, language))


def _checked(disc: discs.Disc, voice: Voice) -> JudgedScenario:
    judged = discs.check(disc)
    other = judged.other_world
    return JudgedScenario(
        lawful=judged.lawful,
        violations=[
            Violation(
                spaces=voice.names(spaces),
                explanation=voice.say(
                    f"tiwanaku.law.{law}", "violated", {**values, "spaces": voice.names(spaces)}
                ),
                **voice.cite(f"tiwanaku.law.{law}"),
            )
            for law, spaces, values in judged.violations
        ],
        tiles=dict(zip(TERRAIN_NAMES, judged.tiles, strict=True)),
        crop_tiles=[*judged.crop_tiles],
        fits_box=judged.fits_box,
        unique_from_start=judged.unique_from_start,
        unique_from_terrain=judged.unique_from_terrain,
        other_world=None if other is None else OtherWorld(other.terrain_rows(), other.crop_rows()),
        difficulty=_difficulty(judged.difficulty),
        deal=None
        if judged.deal is None
        else {str(players): can for players, can in judged.deal.items()},
    )


def scenarios(asked: ScenarioQuestion, language: str) -> DrawnScenario:
    """Draw a scenario disc: lawful, within the box, with one world as asked.

    The same seed gives the same disc on every machine, as long as `generator` is the same: its
    budget counts the solver's work, never seconds.
    """
    board, seed, unique, start_tiles, max_tier = asked
    drawn = discs.draw(board, seed, unique, start_tiles=start_tiles, max_tier=max_tier)
    voice = Voice(RULEBOOK, GRIDS[board], language)
    disc = drawn.disc
    if disc is None:
        return DrawnScenario(disc=None, check=None, why=drawn.why, generator=discs.GENERATOR)
    names = disc.land.grid.names
    return DrawnScenario(
        disc=Disc(
            disc.land.terrain_rows(),
            disc.land.crop_rows(),
            dict(zip(TERRAIN_NAMES, disc.tiles, strict=True)),
            [names[space] for space in disc.start],
            None if disc.otoma is None else [names[space] for space in disc.otoma],
        ),
        check=_checked(disc, voice),
        why=None,
        generator=discs.GENERATOR,
    )


def pictures(asked: PictureQuestion, language: str) -> str:
    """Draw a board as SVG.

    Terrain, crops and who stands where; `possible` is pencilled into spaces, `spaces` are lit up.
    """
    words = RULEBOOK.words(language, "terms")
    legend = [words[terrain.name] for terrain in Terrain]
    return draw(asked.land, asked.snapshot, asked.marks, asked.lit, legend)
