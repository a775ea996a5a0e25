"""How verdicts print themselves: base classes of the generated `Check`, `Legality` and others."""

from collections.abc import Sequence
from typing import Protocol, cast

from msgspec import Struct

from theodolite_sdk.words import Localized, words


class _Check(Protocol):
    rule: str
    status: str
    explanation: str


class CheckText(Struct, frozen=True):
    """A rule and whether it was kept: prints as a line."""

    def __str__(self) -> str:
        check = cast("_Check", self)
        mark = {"passed": "✓", "failed": "✗"}.get(check.status, "?")
        return f"{mark} {check.explanation} [{check.rule}]"


class _Verdict(Protocol):
    language: str
    legal: bool
    checks: Sequence[CheckText]


class VerdictText(Localized, frozen=True):
    """Whether a play is legal: prints the verdict and every check, a line each."""

    def __str__(self) -> str:
        verdict = cast("_Verdict", self)
        known = words(__package__, verdict.language)
        head = known["legal" if verdict.legal else "not_legal"]
        return "\n".join([head, *map(str, verdict.checks)])
