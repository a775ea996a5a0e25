"""How deductions about Tiwanaku print themselves: base classes of generated responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec import Struct

if TYPE_CHECKING:
    from theodolite_sdk.tiwanaku.responses import Deductions, DeductionStep


class StepText(Struct, frozen=True):
    """A step of a proof: prints as a line, with the numbers of the steps it rests on."""

    def __str__(self) -> str:
        step = cast("DeductionStep", self)
        because = f" ({', '.join(map(str, step.because))})" if step.because else ""
        return f"{step.id}. {step.explanation}{because}"


class ProofText(Struct, frozen=True):
    """Deductions: prints the steps that prove them, a line each."""

    def __str__(self) -> str:
        return "\n".join(map(str, cast("Deductions", self).steps))
