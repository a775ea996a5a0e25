"""The properties: each asks the service about what an adapter draws, and yields violations."""

from collections.abc import Iterator, Mapping
from typing import Any

from properties.frame import Adapter, Property, Request, Service, Violation, walk

__all__ = ["PROPERTIES"]

Json = dict[str, Any]


def checks_of(told: Any) -> Iterator[Json]:
    """Every check within an answer or a part of one."""
    for _, value in walk(told):
        if isinstance(value, dict) and "status" in value and "rule" in value:
            yield value


def fails(told: Any) -> bool:
    """Whether a check within an answer failed."""
    return any(check["status"] == "failed" for check in checks_of(told))


def what_is_illegal_has_a_failed_check(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """An illegal verdict holds a failed check, a legal one none; those within others too."""
    request = of.draw(seed)
    answer = service.ask(request)
    if not answer.ok or (told := answer.told) is None:
        return
    for pointer, value in walk(told):
        if not isinstance(value, dict) or not isinstance(value.get("legal"), bool):
            continue
        # What may be logged is listed with a plain yes or no.
        if pointer and "checks" not in value:
            continue
        if value["legal"] == fails(value):
            says = (
                "legal, and a check failed" if value["legal"] else "illegal without a failed check"
            )
            yield Violation(request, f"{pointer or 'the answer'} is {says}")
    illegal = of.illegal(request, told)
    if illegal is not None and illegal != fails(told):
        says = "against the rules without a failed check" if illegal else "a failed check, but done"
        yield Violation(request, says)


def what_is_legal_leads_to_a_possible_table(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """The `after` of a legal answer is taken by every operation that takes a snapshot of its mode.

    What was refused of the table before already, say for want of a scoring card, is no matter of
    the turn.
    """
    request = of.draw(seed)
    answer = service.ask(request)
    if not answer.ok or (told := answer.told) is None:
        return
    for pointer, after in walk(told):
        if not pointer.endswith("/after") or not isinstance(after, dict):
            continue
        for asked in of.asks(after):
            refused = service.ask(asked)
            if refused.ok or refused.codes <= _refused_before(service, of, request, asked):
                continue
            says = f"{pointer} of {request.operation} is refused by {asked.operation}: "
            yield Violation(request, says + str(refused.codes))
            return


def _refused_before(service: Service, of: Adapter, request: Request, asked: Request) -> set[str]:
    """With which codes the same question about the request's own table is refused."""
    table = request.body.get("snapshot")
    for same in of.asks(table) if table else ():
        if same.operation == asked.operation and not (answer := service.ask(same)).ok:
            return answer.codes
    return set()


def a_legal_turn_is_possible(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """A turn that is legal is possible in a dispute on its before and after, or `more` is true."""
    request = of.draw(seed)
    answer = service.ask(request)
    if not answer.ok or (dispute := of.disputed(request, answer.told)) is None:
        return
    settled = service.ask(dispute)
    if not settled.ok:
        yield Violation(dispute, f"refused: {settled.codes}")
    elif not (settled.told["possible"] or settled.told["more"]):
        whys = [each["explanation"] for each in settled.told["differences"]]
        played = {name: request.body[name] for name in of.judged.get(request.operation, ())}
        yield Violation(dispute, f"{request.operation} calls {played} legal: {whys}")


def a_record_is_its_turns(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """`replays` judges each turn as it is judged alone, and stops at the first illegal one."""
    request = of.draw(seed, ("replays",))
    answer = service.ask(request)
    if not answer.ok:
        return
    told = answer.told
    if told["legal"] != (not fails(told)):
        yield Violation(request, f"legal is {told['legal']}, and stopped_at {told['stopped_at']}")
    for part in of.alone(request.body, told, service):
        alone = service.ask(part.request)
        if not alone.ok:
            yield Violation(part.request, f"refused alone: {alone.codes}")
            return
        judged = {(check["rule"], check["status"]) for check in checks_of(alone.told["checks"])}
        if judged ^ {*part.checks}:
            differ = sorted(judged ^ {*part.checks})
            yield Violation(request, f"of {part.request}, the record says otherwise: {differ}")
        elif part.after is not None and alone.told.get("after") != part.after:
            yield Violation(request, f"after {part.request} the record's table is another")


PROPERTIES: Mapping[str, Property] = {
    holds.__name__: holds
    for holds in (
        what_is_illegal_has_a_failed_check,
        what_is_legal_leads_to_a_possible_table,
        a_legal_turn_is_possible,
        a_record_is_its_turns,
    )
}
"""By name."""
