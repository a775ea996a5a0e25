"""The specification, made from the operations and the schemas that they validate with."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema

from theodolite import __version__
from theodolite.rulebook import LANGUAGES
from theodolite.verdict import Fault
from theodolite.web.misterra.bodies import RULEBOOK
from theodolite.web.operations import OPERATIONS, Operation
from theodolite.web.problems import Problem, ProblemAnswer, problem_types
from theodolite.web.serving.limits import ALWAYS_ANSWERED, GUARDED

__all__ = ["specification"]

_DESCRIPTION = """\
The referee for map-making board games. Every request carries the whole table, nothing is stored,
and any request may be repeated. An illegal move is an answer; an error is a request that cannot be
judged. Texts follow `Accept-Language`: English by default, Dutch, French and German
too."""


def specification(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    marshmallow = MarshmallowPlugin(schema_name_resolver=_name)
    spec = APISpec(
        "Theodolite",
        __version__,
        "3.1.0",
        plugins=[marshmallow],
        info={"description": _DESCRIPTION},
        servers=[{"url": "/"}],
    )
    if marshmallow.converter is not None:
        marshmallow.converter.add_attribute_function(_attributes)  # type: ignore[no-untyped-call]
    with app.test_request_context():
        _describe_problems(spec)
        for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
            operation = OPERATIONS.get(rule.endpoint)
            if operation is not None:
                (method,) = rule.methods & {"GET", "POST"} if rule.methods else ("GET",)
                spec.path(rule.rule, operations={method.lower(): _describe(operation, rule.rule)})
    return spec.to_dict()


def _attributes(_converter: object, field: Any, **_: object) -> dict[str, Any]:
    """What our own fields say of their values; null is a type and a value of its own."""
    spec = dict(getattr(field, "spec", {}))
    if field.allow_none and "type" in spec:
        spec["type"] = [spec["type"], "null"]
    if field.allow_none and "enum" in spec:
        spec["enum"] = [*spec["enum"], None]
    return spec


def _name(schema: Schema | type[Schema]) -> str:
    name = schema.__name__ if isinstance(schema, type) else type(schema).__name__
    return name.strip("_").removesuffix("Body").removesuffix("Answer")


def _describe_problems(spec: APISpec) -> None:
    spec.components.schema("Problem", schema=ProblemAnswer)
    for name, entry in problem_types.items():
        faults = [Fault("row_length", ("players", 0, "parchment", 2), {"count": 4})]
        problem = Problem(name, faults=faults if entry["status"] == 422 else (), rulebook=RULEBOOK)
        example = {**problem.document(), "request_id": "7c9e6679f7425f9f"}
        spec.components.response(
            name,
            {
                "description": entry["en"]["text"],
                "content": {
                    "application/problem+json": {
                        "schema": {"$ref": "#/components/schemas/Problem"},
                        "example": example,
                    }
                },
            },
        )


_AFTER = "$response.body#/after"
_NEXT: Mapping[str, Mapping[str, Any]] = {
    "check_legality": {
        "legal_actions": {"snapshot": _AFTER, "player": "$request.body#/player"},
        "check_end": {"snapshot": _AFTER, "player": "$request.body#/player"},
        "draw_picture": {"snapshot": _AFTER},
    },
    "otoma_turn": {"score": _AFTER, "draw_picture": {"snapshot": _AFTER}},
    "replay": {"score": _AFTER, "draw_picture": {"snapshot": _AFTER}},
}
"""The questions that can be asked next about the table that an answer holds."""


def _describe(operation: Operation, path: str) -> dict[str, Any]:
    summary, _, description = operation.text.partition("\n\n")
    document: dict[str, Any] = {
        "operationId": operation.id,
        "summary": summary,
        "tags": [operation.tag],
        "parameters": [_ACCEPT_LANGUAGE],
        "responses": {
            "200": {
                "description": "The answer.",
                "content": _answer(operation),
            },
            **dict(_errors(operation, path)),
        },
    }
    if description:
        document["description"] = " ".join(description.split())
    if operation.id in _NEXT:
        document["responses"]["200"]["links"] = {
            name: {"operationId": name, "requestBody": body}
            for name, body in _NEXT[operation.id].items()
        }
    if operation.body is not None:
        document["requestBody"] = {
            "required": True,
            "content": {operation.media_type: _question(operation)},
        }
    return document


def _question(operation: Operation) -> dict[str, Any]:
    if operation.media_type == "application/json":
        return {"schema": type(operation.body), "example": operation.example}
    if operation.media_type == "multipart/form-data":
        parts = {"samples": _JSON_PART, "corners": _JSON_PART}
        return {
            "schema": type(operation.body),
            "encoding": parts,
            "example": operation.example,
        }
    return {"schema": _LINES, "example": f"{json.dumps(operation.example)}\n"}


def _answer(operation: Operation) -> dict[str, Any]:
    if operation.media_type == operation.answer:
        return {operation.media_type: {"schema": _LINES, "example": operation.answer_example()}}
    if isinstance(operation.answer, str):
        return {operation.answer: {"schema": {"type": "string"}}}
    # Parts of an answer may be JSON already.
    example = _shortened(orjson.loads(orjson.dumps(operation.answer_example())))
    return {"application/json": {"schema": type(operation.answer), "example": example}}


_JSON_PART = {"contentType": "application/json"}
_LINES = {"type": "string", "description": "A JSON document on each line."}
_ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of the texts.",
    "schema": {"type": "string", "examples": list(LANGUAGES)},
}


def _errors(operation: Operation, path: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    names = []
    if operation.media_type == "application/json" and operation.body is not None:
        names += ["not-json", "invalid-snapshot"]
    if operation.media_type == "multipart/form-data":
        names += ["bad-request", "invalid-photo", "not-installed"]
    if operation.body is not None:
        names += ["too-slow", "too-large", "unsupported-media-type"]
    if path.startswith(GUARDED):
        names += ["unauthorized", "too-many-requests"]
    if path != ALWAYS_ANSWERED:
        names.append("overloaded")
    for name in sorted(names, key=lambda name: problem_types[name]["status"]):
        status = str(problem_types[name]["status"])
        yield status, {"$ref": f"#/components/responses/{name}"}


def _shortened(answer: Any) -> Any:
    """A list's answer with its first entries alone."""
    if len(answer) != 1:
        return answer
    ((name, entries),) = answer.items()
    return {name: entries[:3] if isinstance(entries, list) else entries}
