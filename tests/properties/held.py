"""The properties: each sends random requests to the service, and yields violations."""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from random import Random
from time import process_time
from typing import Any

import msgspec

from properties.fields import loads, otherwise
from properties.frame import Adapter, Answer, Property, Request, Service, Violation, resolve, walk
from properties.requests import random_body
from properties.texts import NUMBERS, disagreements, flaws, numbers_of, sentences
from theodolite.checkpoints import time_slice
from theodolite.rulebook import LANGUAGES
from theodolite.web.asked import Body
from theodolite.web.operations import Operation

Json = dict[str, Any]

PATIENCE = 0.5
"""Processor seconds after which a computation for a random request is abandoned."""
SEARCHES = ("advice", "reviews", "routes", "scenarios")
"""Operations to which fewer random requests are sent."""
RULINGS_TRIED = 4
"""Number of rulings for which each request is repeated with every other value."""


def checks_of(document: Any) -> Iterator[Json]:
    """Yield every check within a response or a part of one."""
    for _, value in walk(document):
        if isinstance(value, dict) and "status" in value and "rule" in value:
            yield value


def fails(document: Any) -> bool:
    """Whether a check within a response failed."""
    return any(check["status"] == "failed" for check in checks_of(document))


def what_is_illegal_has_a_failed_check(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """An illegal verdict has a failed check, a legal one has none; nested verdicts too."""
    request = of.draw(seed)
    answer = service.ask(request)
    if not answer.ok or (document := answer.document) is None:
        return
    for pointer, value in walk(document):
        if not isinstance(value, dict) or not isinstance(value.get("legal"), bool):
            continue
        # Coordinates that may be logged have a plain boolean.
        if pointer and "checks" not in value:
            continue
        if value["legal"] == fails(value):
            says = (
                "legal, and a check failed" if value["legal"] else "illegal without a failed check"
            )
            yield Violation(request, f"{pointer or 'the answer'} is {says}")
    illegal = of.illegal(request, document)
    if illegal is not None and illegal != fails(document):
        says = "against the rules without a failed check" if illegal else "a failed check, but done"
        yield Violation(request, says)


def the_first_reason_is_the_thing_to_mend(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """If one thing of a legal move is spoilt, the first check that fails is about that thing."""
    request = of.draw(seed, ("legality-checks",))
    answer = service.ask(request)
    if not answer.ok or answer.document["legal"] is not True:
        return
    for rules, slips in of.slips.items():
        for slip in slips:
            spoilt = Request(request.operation, deepcopy(request.body))
            slip(Random(seed), spoilt.body)
            checks = [*checks_of(service.ask(spoilt).document)] if spoilt != request else []
            failed = [check["rule"] for check in checks if check["status"] == "failed"]
            if failed and failed[0].removeprefix(f"{of.game}.") not in rules.split():
                yield Violation(spoilt, f"{slip.__name__}: {failed} do not begin with {rules}")


def no_check_contradicts_another(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """No rule both holds and fails of the same spaces and the same action."""
    request = of.draw(seed, ("legality-checks",))
    answer = service.ask(request)
    checks = [*checks_of(answer.document)] if answer.ok else []
    held = {
        (check["rule"], check.get("action"), *check["spaces"])
        for check in checks
        if check["status"] == "passed" and check["spaces"]
    }
    for check in checks:
        if check["status"] == "failed" and (
            (check["rule"], check.get("action"), *check["spaces"]) in held
        ):
            yield Violation(request, f"{check} and the same of {held}")


def what_is_legal_leads_to_a_possible_table(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """Every operation that takes a snapshot accepts the `after` of a legal response.

    Faults that the table before already has, such as a missing scoring card, do not count.
    """
    request = of.draw(seed, [*of.judged])
    answer = service.ask(request)
    if not answer.ok or (document := answer.document) is None:
        return
    for pointer, after in walk(document):
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
    """Return the codes with which an operation refuses the table of the request itself."""
    table = request.body.get("record", request.body).get("snapshot")
    for same in of.asks(table) if table else ():
        if same.operation == asked.operation and not (answer := service.ask(same)).ok:
            return answer.codes
    return set()


def a_legal_turn_is_possible(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """A legal turn is possible in a dispute of its before and after, or `more` is true."""
    request = of.draw(seed, of.turns)
    answer = service.ask(request)
    if not answer.ok or (dispute := of.disputed(request, answer.document)) is None:
        return
    dispute_response = service.ask(dispute)
    if not dispute_response.ok:
        yield Violation(dispute, f"refused: {dispute_response.codes}")
    elif not (dispute_response.document["possible"] or dispute_response.document["more"]):
        whys = [each["explanation"] for each in dispute_response.document["differences"]]
        played = {name: request.body[name] for name in of.judged.get(request.operation, ())}
        yield Violation(dispute, f"{request.operation} calls {played} legal: {whys}")


def a_record_is_its_turns(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """`replays` judges each turn like `legality-checks`, and stops at the first illegal one."""
    request = of.draw(seed, ("replays",))
    answer = service.ask(request)
    if not answer.ok:
        return
    document = answer.document
    if (document["legal"] is False) != fails(document):
        yield Violation(
            request, f"legal is {document['legal']}, and stopped_at {document['stopped_at']}"
        )
    for part in of.alone(request.body, document, service):
        alone = service.ask(part.request)
        if not alone.ok:
            yield Violation(part.request, f"refused alone: {alone.codes}")
            return
        judged = {(check["rule"], check["status"]) for check in checks_of(alone.document["checks"])}
        differ = sorted(one for one in judged ^ {*part.checks} if one[0] not in of.only_in_records)
        if differ:
            yield Violation(request, f"{differ} in one of the record and {part.request} alone")
        elif part.after is not None and alone.document.get("after") != part.after:
            yield Violation(request, f"another table in the record than after {part.request} alone")


def could_matter_is_exact(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """`could_matter` is true exactly if another value changes any field except `rulings`.

    It is null if the time limit was reached.
    """
    request = of.draw(seed)
    answer = service.ask(request)
    if not answer.ok or (document := answer.document) is None or "rulings" not in document:
        return
    says = {ruling["name"]: ruling["could_matter"] for ruling in document["rulings"]}
    listed = service.listed("rulings")["rulings"]
    rulings = [ruling for ruling in listed if of.stays(request.body, ruling["name"])]
    for ruling in Random(seed).sample(rulings, min(len(rulings), RULINGS_TRIED)):
        name = ruling["name"]
        others = [service.ask(_under(request, name, value)) for value in ruling["values"]]
        changed = [
            where for one in others if one.ok and (where := _changed(document, one.document))
        ]
        # Values that make the table impossible do not count.
        open_ = any(not one.ok for one in others)
        if says.get(name, False) not in (bool(changed), open_ or None, None):
            where = f"{changed[0]} would change" if changed else "nothing would change"
            yield Violation(request, f"could_matter of {name} is {says.get(name)}, but {where}")


def _changed(one: Any, other: Any, pointer: str = "") -> str | None:
    """Return where two responses first differ, apart from their rulings."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        inner: Iterable[Any] = [key for key in one if key != "rulings"]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        inner = range(len(one))
    else:
        return None if one == other else pointer or "the answer"
    found = (_changed(one[key], other[key], f"{pointer}/{key}") for key in inner)
    return next((where for where in found if where), None)


def _under(request: Request, name: str, value: str) -> Request:
    """Copy a request with another value of a ruling, wherever it has rulings."""
    body = request.body
    if "record" in body:
        inner = _under(Request(request.operation, body["record"]), name, value)
        return Request(request.operation, {"record": inner.body})
    tables = [key for key in ("snapshot", "before", "after") if "players" in body.get(key, ())]
    changed = {key: _ruled(body[key], name, value) for key in tables}
    return Request(request.operation, {**body, **changed} if tables else _ruled(body, name, value))


def _ruled(table: Json, name: str, value: str) -> Json:
    return {**table, "rulings": {**(table.get("rulings") or {}), name: value}}


def differences_point_into_the_tables(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """A difference holds the values at its pointer in the tables as sent."""
    request = of.draw(seed, ("disputes",))
    answer = service.ask(request)
    for difference in answer.document["differences"] if answer.ok else ():
        if (pointer := difference.get("pointer")) is None:
            continue
        for when in ("before", "after"):
            try:
                stands = resolve(request.body[when], pointer)
            except KeyError:
                stands = None
            if stands != difference[when]:
                yield Violation(request, f"{when} {pointer} is {stands}, not {difference[when]}")


def every_judged_field_matters(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """Another value of a judged field changes the response, or the field is refused.

    A field without meaning is refused with `superfluous_field`. Responses with a check that was not
    made are skipped, and so are records, and turns of half days, that stopped.
    """
    request = of.draw(seed, [*of.judged])
    answer = service.ask(request)
    document = answer.document
    if not answer.ok or _has_unchecked(document) or document.get("stopped_at") is not None:
        return
    if len(document.get("half_days", ())) < len(request.body.get("half_days", ())):
        return
    schema, names = service.operations[request.operation].schema, of.judged[request.operation]
    assert isinstance(schema, Body)
    schema_of = schema.of_otoma(request.body) or schema
    for pointer, bodies in otherwise(schema_of, request.body, names, of.facts, Random(seed)):
        others = [service.ask(Request(request.operation, body)) for body in bodies]
        judged = [other.document for other in others if other.ok]
        if any((pointer, "unknown_field") in other.faults for other in others):
            yield Violation(request, f"{pointer} is refused as unknown, not as superfluous")
        # If every other value is refused, none can make a difference.
        elif judged and not (
            any(_was_looked_at(other) for other in others)
            or any(_changed(document, other) or _has_unchecked(other) for other in judged)
        ):
            yield Violation(
                request, f"{pointer} changes nothing, whichever of {len(judged)} values"
            )


def _was_looked_at(refused: Answer) -> bool:
    """Whether a refusal shows that the field is compared with others, or has no meaning there.

    An unknown name is refused without looking at other fields.
    """
    return any(not code.startswith("unknown_") for code in refused.codes)


def _has_unchecked(document: Any) -> bool:
    return any(check["status"] == "not_checked" for check in checks_of(document))


def what_is_said_is_fit_to_be_heard(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """Every sentence exists in every language, names the same facts, and has no identifier."""
    request = of.draw(seed)
    answers = {language: service.ask(request, language) for language in LANGUAGES}
    if not all(answer.ok and answer.document for answer in answers.values()):
        return
    said = {language: sentences(answer.document) for language, answer in answers.items()}
    names = [str(name) for at, name in walk(request.body) if at.endswith(("/name", "/player"))]
    for at in said[LANGUAGES[0]]:
        if not all(said[language].get(at) for language in LANGUAGES):
            yield Violation(request, f"{at} does not stand in every language")
            continue
        texts = {language: said[language][at] for language in LANGUAGES}
        for flaw in disagreements(texts):
            yield Violation(request, flaw)
        for language, text in texts.items():
            for flaw in flaws(of.game, language, text, names):
                yield Violation(request, f"{language}: {text!r} has {flaw}")


def points_follow_from_what_is_said(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """The sentence of an item holds the numbers behind its points, in every language."""
    request = of.draw(seed)
    for language in LANGUAGES:
        document = service.ask(request, language).document
        for at, item in walk(document):
            if not isinstance(item, dict) or "explanation" not in item:
                continue
            effect = item.get("effect") if "points" in item else None
            category = item.get("category") or item.get("demand") or effect
            if category is None or item.get("points") == 0:
                continue
            said = numbers_of(item["explanation"])
            ways = NUMBERS[of.game][category](item)
            if not any(numbers <= said for numbers in ways):
                says = f"{at}: {item['explanation']!r} lacks the numbers {ways}"
                yield Violation(request, f"{language}: {says}")


def the_same_request_has_the_same_answer(
    service: Service, of: Adapter, seed: int
) -> Iterator[Violation]:
    """A second instance of the application responds with the same bytes."""
    request = of.draw(seed)
    one, other = service.ask(request), service.twin.ask(request)
    if one.ok != other.ok or one.faults != other.faults:
        yield Violation(request, "a second instance refuses otherwise")
    elif one.ok and not _cut(one) and one.content != other.content:
        yield Violation(request, "a second instance answers otherwise")


def _cut(answer: Answer) -> bool:
    """Whether a response is incomplete because of a time limit."""
    document = answer.document or {}
    return bool(
        document.get("truncated")
        or document.get("more")
        or document.get("explained") is False
        or document.get("odds_exact") is False
    )


class _Patience:
    """A time slice after which a computation is abandoned, as the service does for 503."""

    def __init__(self) -> None:
        self.end = process_time() + PATIENCE

    @property
    def is_over(self) -> bool:
        return process_time() > self.end

    def renew(self) -> None:
        raise _AbandonedError


class _AbandonedError(BaseException):
    pass


def every_request_is_answered(service: Service, of: Adapter, seed: int) -> Iterator[Violation]:
    """Any request has a response in the form of the specification, or a problem with its faults.

    A fault points to a value of the request, or to an absent field. The loader that stops at the
    first fault accepts exactly the requests in which the other finds none.
    """
    random = Random(seed)
    for name, operation in service.operations.items():
        # Searches run until their time limits, which take seconds.
        if name in SEARCHES and random.random() < 0.8:
            continue
        request = Request(name, random_body(of, service.operations, name, random))
        if (answer := brief_answer(service, request)) is not None:
            for says in _misses(operation, request.body, answer):
                yield Violation(request, says)


def brief_answer(service: Service, request: Request) -> Answer | None:
    """Send a request; None if the computation was abandoned after a while."""
    slice_ = time_slice.set(_Patience())
    try:
        return service.ask(request)
    except _AbandonedError:
        return None
    finally:
        time_slice.reset(slice_)


def _misses(operation: Operation, body: Any, answer: Answer) -> Iterator[str]:
    """Yield the faults of a response."""
    assert operation.schema is not None
    faults = operation.schema.errors(body)
    if loads(operation.schema, body) != (not faults):
        yield f"the two loaders disagree: {faults}"
    problem = answer.document or {}
    status = problem.get("status", answer.status) if "batch" in operation.path else answer.status
    if status == 200:
        if isinstance(operation.response, type):
            try:
                msgspec.json.decode(answer.content, type=operation.response)
            except msgspec.ValidationError as error:
                yield str(error)
        if faults:
            yield f"answered, though {faults}"
    elif not (400 <= status < 500 and problem["detail"]):
        yield f"status {status}: {problem}"
    elif status == 422 and not problem.get("errors"):
        yield f"no fault is named: {problem}"
    for fault in problem.get("errors", ()):
        if not fault["detail"] or not _is_resolvable(body, fault["pointer"]):
            yield f"a fault without its place or sentence: {fault}"


def _is_resolvable(body: Any, pointer: str) -> bool:
    """Whether a JSON Pointer leads to a value, or to an absent field of an object."""
    found = dict(walk(body))
    return pointer in found or isinstance(found.get(pointer.rpartition("/")[0]), dict)


PROPERTIES: Mapping[str, Property] = {
    holds.__name__: holds
    for holds in (
        what_is_illegal_has_a_failed_check,
        the_first_reason_is_the_thing_to_mend,
        no_check_contradicts_another,
        what_is_legal_leads_to_a_possible_table,
        a_legal_turn_is_possible,
        a_record_is_its_turns,
        could_matter_is_exact,
        differences_point_into_the_tables,
        every_judged_field_matters,
        what_is_said_is_fit_to_be_heard,
        points_follow_from_what_is_said,
        the_same_request_has_the_same_answer,
        every_request_is_answered,
    )
}
"""All properties by name."""


def properties_of(of: Adapter) -> Mapping[str, Property]:
    """The properties of a game: those of all games, and its own."""
    return {**PROPERTIES, **{holds.__name__: holds for holds in of.own}}
