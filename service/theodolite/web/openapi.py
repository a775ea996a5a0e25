"""The specification, made from the operations, the bodies they read and the answers they give."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from inspect import cleandoc
from typing import Any

import msgspec
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema

from theodolite import __license__, __version__
from theodolite.rulebook import LANGUAGES
from theodolite.verdict import Fault
from theodolite.web.operations import Game, Operation, games_of, operations_of
from theodolite.web.problems import Problem, ProblemAnswer, problem_types
from theodolite.web.reading import Either, Keyed
from theodolite.web.serving.limits import ALWAYS_ANSWERED, GUARDED

__all__ = ["specification"]

_DESCRIPTION = """\
The referee for map-making board games. Every request carries the whole table, nothing is stored,
and any request may be repeated. An illegal move is an answer; an error is a request that cannot be
judged. Texts follow `Accept-Language`: English by default, Dutch, French and German too."""

_SERVICE = "service"
_SCHEMAS = "#/components/schemas/"
_RESPONSES = "#/components/responses/"


def specification(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    games = games_of(app)
    described = [_Described(_SERVICE, "", "", app, None)]
    described += [_Described(game.id, f"{game.id}.", _pascal(game.id), app, game) for game in games]
    with app.test_request_context():
        paths = {path: item for each in described for path, item in each.paths().items()}
        problems = dict(_problems())
    told = json.dumps(paths)
    named = {name for name in problems if f'{_RESPONSES}{name}"' in told}
    schemas = _schemas([ProblemAnswer], "")[1]
    # What can happen at any address belongs to no operation.
    schemas["Problem"]["examples"] = [
        content["example"]
        for name, response in problems.items()
        if name not in named
        for content in response["content"].values()
    ]
    for each in described:
        if twice := schemas.keys() & each.schemas.keys():
            raise ValueError(f"{each.tag}: two schemas are called {', '.join(twice)}")
        schemas |= each.schemas
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Theodolite",
            "version": __version__,
            "description": _DESCRIPTION,
            "license": {"name": __license__, "identifier": __license__},
            "contact": {"name": "Whoever runs this service"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": _SERVICE, "description": "The service itself."},
            *({"name": game.id, "description": game.name} for game in games),
        ],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "responses": {name: response for name, response in problems.items() if name in named},
            "securitySchemes": {
                _KEY: {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API key, where the service asks for one.",
                }
            },
        },
    }


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


class _Described:
    """The part of the document that one game has, or the service itself."""

    def __init__(self, tag: str, ids: str, prefix: str, app: Flask, game: Game | None) -> None:
        self.tag, self.ids, self.prefix, self.game = tag, ids, prefix, game
        self.operations = {
            id_: operation
            for id_, operation in operations_of(app).items()
            if id_.rpartition(".")[0] == ids.rstrip(".")
        }
        self.answers = {
            id_: operation.answer
            for id_, operation in self.operations.items()
            if not isinstance(operation.answer, str)
        }
        references, self.schemas = _schemas(list(self.answers.values()), prefix, game)
        self.references = dict(zip(self.answers, references, strict=True))
        marshmallow = MarshmallowPlugin(schema_name_resolver=partial(_name, prefix))
        self.bodies = APISpec("", "", "3.1.0", plugins=[marshmallow])
        if marshmallow.converter is not None:
            marshmallow.converter.add_attribute_function(_attributes)  # type: ignore[no-untyped-call]

    def paths(self) -> Mapping[str, Mapping[str, Any]]:
        """Each path with what can be done there."""
        prefix = self.game.path if self.game else ""
        for id_, operation in self.operations.items():
            path = prefix + operation.path
            self.bodies.path(
                path, operations={operation.method.lower(): self._describe(id_, operation, path)}
            )
        document = self.bodies.to_dict()
        asked = document.get("components", {}).get("schemas", {})
        if twice := asked.keys() & self.schemas.keys():
            raise ValueError(f"{self.tag}: both asked and answered: {', '.join(twice)}")
        self.schemas |= asked
        paths: Mapping[str, Mapping[str, Any]] = document["paths"]
        return paths

    def _describe(self, id_: str, operation: Operation, path: str) -> dict[str, Any]:
        summary, _, description = operation.text.partition("\n\n")
        document: dict[str, Any] = {
            "operationId": id_,
            "summary": summary,
            "description": " ".join((description or summary).split()),
            "tags": [self.tag],
            # Keys are asked for where there are any.
            "security": [{}, {_KEY: []}] if path.startswith(GUARDED) else [],
            "parameters": [_ACCEPT_LANGUAGE],
            "responses": {
                "200": {"description": "The answer.", "content": self._answer(id_, operation)},
                **dict(_errors(operation, path)),
            },
        }
        if operation.then:
            document["responses"]["200"]["links"] = {
                name: {"operationId": f"{self.ids}{name}", "requestBody": body}
                for name, body in operation.then.items()
            }
        if operation.body is not None:
            document["requestBody"] = {
                "required": True,
                "content": {operation.media_type: _question(operation)},
            }
        return document

    def _answer(self, id_: str, operation: Operation) -> dict[str, Any]:
        if operation.media_type == operation.answer:
            return {operation.answer: {"schema": _LINES, "example": operation.answer_example()}}
        if isinstance(operation.answer, str):
            return {operation.answer: {"schema": {"type": "string"}}}
        example = _shortened(msgspec.to_builtins(operation.answer_example()))
        return {_JSON: {"schema": self.references[id_], "example": example}}


_JSON = "application/json"
_KEY = "key"


def _schemas(
    answers: Sequence[Any], prefix: str, game: Game | None = None
) -> tuple[Sequence[Mapping[str, Any]], dict[str, Any]]:
    """A reference for each type of an answer, and all the schemas that these lead to."""
    references, components = msgspec.json.schema_components(
        answers, ref_template=f"{_SCHEMAS}{{name}}"
    )
    rename = partial(_renamed, prefix)
    schemas = {
        f"{prefix}{name.removesuffix('Answer')}": rename(_cited(schema, game))
        for name, schema in components.items()
    }
    return [rename(reference) for reference in references], schemas


def _cited(schema: dict[str, Any], game: Game | None) -> dict[str, Any]:
    """What cites a rule, with the one of `page` and `section` that the game's rulebook has."""
    properties = schema.get("properties", {})
    if game is None or not {"page", "section"} <= properties.keys():
        return schema
    rule = next(iter(game.rulebook.rules.values()))
    has, *lacks = ("section", "page") if rule.page is None else ("page", "section")
    if game.rulebook.heading(LANGUAGES[0], rule.id) is None:
        lacks.append("heading")
    return {
        **schema,
        "properties": {name: value for name, value in properties.items() if name not in lacks},
        "required": [*schema["required"], has],
    }


def _renamed(prefix: str, schema: Any) -> Any:
    """A schema in the terms of this document."""
    rename = partial(_renamed, prefix)
    if isinstance(schema, list):
        return [rename(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(to := schema.get("$ref"), str):
        name = to.removeprefix(_SCHEMAS)
        own = {"$ref": f"{_SCHEMAS}{prefix}{name.removesuffix('Answer')}"}
        # Beside a reference nothing but its description is read.
        return own if "description" not in schema else {**own, "description": schema["description"]}
    # What is called `title` and is no text is a property.
    kept = {
        name: rename(value)
        for name, value in schema.items()
        if name != "title" or not isinstance(value, str)
    }
    if "description" in kept and isinstance(kept["description"], str):
        kept["description"] = " ".join(cleandoc(kept["description"]).split())
    if isinstance(kept.get("enum"), list) and isinstance(kept["enum"][0], str):
        kept = {"type": "string", **kept}
    return _nullable(kept)


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """A value or null as one type where that can be said so."""
    match schema.get("anyOf"):
        case [{"type": str(kind)} as value, {"type": "null"}]:
            rest = {name: inner for name, inner in schema.items() if name != "anyOf"}
            enum = {"enum": [*value["enum"], None]} if "enum" in value else {}
            return {**value, **rest, "type": [kind, "null"], **enum}
    return schema


def _attributes(converter: Any, field: Any, **_: object) -> dict[str, Any]:
    """What our own fields say of their values; null is a type and a value of its own."""
    if isinstance(field, Either):
        ways = [converter.field2property(way) for way in field.ways.values()]
        return {"oneOf": [*ways, {"type": "null"}] if field.allow_none else ways}
    if isinstance(field, Keyed):
        values = converter.field2property(field.value)
        kind = ["object", "null"] if field.allow_none else "object"
        return {"type": kind, "additionalProperties": values, "maxProperties": field.most}
    spec = dict(getattr(field, "spec", {}))
    if field.allow_none and "type" in spec:
        spec["type"] = [spec["type"], "null"]
    if field.allow_none and "enum" in spec:
        spec["enum"] = [*spec["enum"], None]
    return spec


def _name(prefix: str, schema: Schema | type[Schema]) -> str:
    name = schema.__name__ if isinstance(schema, type) else type(schema).__name__
    return prefix + name.strip("_").removesuffix("Body")


def _problems() -> Iterator[tuple[str, Mapping[str, Any]]]:
    fault = Fault("wrong_type", ("players", 0, "name"), {"expected": "string"})
    for name, entry in problem_types.items():
        problem = Problem(name, faults=[fault] if entry["status"] == 422 else ())
        example = {**msgspec.to_builtins(problem.document()), "request_id": "7c9e6679f7425f9f"}
        content = {"schema": {"$ref": f"{_SCHEMAS}Problem"}, "example": example}
        yield (
            name,
            {
                "description": entry["en"]["text"],
                "content": {"application/problem+json": content},
            },
        )


def _question(operation: Operation) -> dict[str, Any]:
    if operation.media_type == _JSON:
        return {"schema": type(operation.body), "example": operation.example}
    if operation.media_type == "multipart/form-data":
        parts = {"samples": _JSON_PART, "corners": _JSON_PART}
        return {
            "schema": type(operation.body),
            "encoding": parts,
            "example": operation.example,
        }
    return {"schema": _LINES, "example": f"{json.dumps(operation.example)}\n"}


_JSON_PART = {"contentType": _JSON}
_LINES = {"type": "string", "description": "A JSON document on each line."}
_ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of the texts.",
    "schema": {"type": "string", "examples": ["en", "nl"]},
}


def _errors(operation: Operation, path: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    names = [*operation.problems]
    if operation.media_type == _JSON and operation.body is not None:
        names += ["not-json", "invalid-snapshot"]
    if operation.media_type == "multipart/form-data":
        names += ["bad-request", "invalid-photo", "not-installed"]
    if operation.body is None:
        names.append("bad-request")
    else:
        names += ["too-slow", "too-large", "unsupported-media-type"]
    if path.startswith(GUARDED):
        names += ["unauthorized", "too-many-requests"]
    if path != ALWAYS_ANSWERED:
        names.append("overloaded")
    for name in sorted(names, key=lambda name: problem_types[name]["status"]):
        status = str(problem_types[name]["status"])
        yield status, {"$ref": f"{_RESPONSES}{name}"}


def _shortened(answer: Any) -> Any:
    """A list's answer with its first entries alone."""
    if len(answer) != 1:
        return answer
    ((name, entries),) = answer.items()
    return {name: entries[:3] if isinstance(entries, list) else entries}
