"""How verdicts print themselves: base classes of the generated `Check`, `Legality` and others."""

from collections.abc import Sequence
from typing import Protocol, cast

from msgspec import Struct

from theodolite_sdk.words import Localized, words


class _Check(Protocol):
    status: str
    explanation: str
    reference: str


class CheckText(Struct, frozen=True):
    """A rule and whether it was kept: prints as a line."""

    def __str__(self) -> str:
        check = cast("_Check", self)
        mark = {"passed": "✓", "failed": "✗"}.get(check.status, "?")
        return f"{mark} {check.explanation} ({check.reference})"


class _Verdict(Protocol):
    legal: bool | None
    checks: Sequence[CheckText]


class Judged(Localized, frozen=True):
    """Whether a play is legal: counts as true if it is, and nothing of it is missing."""

    def __bool__(self) -> bool:
        return cast("_Verdict", self).legal is True


class VerdictText(Judged, frozen=True):
    """Whether a play is legal: prints the verdict and every check, a line each."""

    def __str__(self) -> str:
        verdict = cast("_Verdict", self)
        head = {True: "legal", False: "not_legal", None: "not_whole"}[verdict.legal]
        return "\n".join([words(__package__, self.language)[head], *map(str, verdict.checks)])
