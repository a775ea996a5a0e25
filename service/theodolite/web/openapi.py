"""The OpenAPI document, made from the operations, their request schemas and response structs."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from inspect import cleandoc
from types import UnionType
from typing import Any, get_args, get_type_hints

import msgspec
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from marshmallow import Schema

from theodolite import __license__, __version__
from theodolite.rulebook import LANGUAGES
from theodolite.verdict import Fault
from theodolite.web import fields
from theodolite.web.asked import MoveField
from theodolite.web.game import Game, games_of, operations_of
from theodolite.web.operations import Operation
from theodolite.web.problems import (
    VERSION,
    Problem,
    ProblemResponse,
    fault_sentences,
    problem_types,
)
from theodolite.web.serving.executors import LINES
from theodolite.web.serving.limits import ALWAYS_ANSWERED, GUARDED, RATE_HEADERS

_DESCRIPTION = """\
The referee for map-making board games. Every request carries the whole table, nothing is stored,
and any request may be repeated. An illegal move is an answer; an error is a request that cannot be
judged. Texts follow `language`, else `Accept-Language`: English by default, Dutch, French and
German too. Every operation that takes JSON takes NDJSON too, a request a line: each answer has its
`line`, and each line counts as a request."""

_SERVICE = "service"
_SCHEMAS = "#/components/schemas/"
_RESPONSES = "#/components/responses/"


def specification(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    games = games_of(app)
    sections = [_Section(_SERVICE, "", "", app, None)]
    sections += [_Section(game.id, f"{game.id}.", _pascal(game.id), app, game) for game in games]
    with app.test_request_context():
        paths = {path: item for each in sections for path, item in each.paths().items()}
        problems = dict(_problems())
    text = json.dumps(paths)
    named = {name for name in problems if f'{_RESPONSES}{name}"' in text}
    schemas = _schemas([ProblemResponse], "")[1]
    schemas["Error"]["properties"]["code"] = {"$ref": f"{_SCHEMAS}{_CODE}"}
    schemas[_CODE] = _codes(games)
    # Problems of any path belong to no operation.
    schemas["Problem"]["examples"] = [
        content["example"]
        for name, response in problems.items()
        if name not in named
        for content in response["content"].values()
    ]
    for each in sections:
        for name, schema in each.schemas.items():
            if schemas.setdefault(name, schema) != schema:
                raise ValueError(f"{each.tag}: another schema has the name {name}")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Theodolite",
            "version": __version__,
            "description": _DESCRIPTION,
            "license": {"name": __license__, "identifier": __license__},
            "contact": {"name": "The operator of this service"},
        },
        "servers": [{"url": "http://127.0.0.1:8000", "description": "A service on this machine."}],
        # A service without keys needs none.
        "security": [{}, {_KEY: []}],
        "tags": [
            {"name": _SERVICE, "description": "The service itself."},
            *({"name": game.id, "description": game.name} for game in games),
        ],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "responses": {name: response for name, response in problems.items() if name in named},
            "parameters": {each["name"]: each for each in (_ACCEPT_LANGUAGE, _LANGUAGE)},
            "headers": {
                name: {"description": description, "schema": {"type": "string"}}
                for name, description in _HEADERS.items()
            },
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


class _Converter(OpenAPIConverter):
    """Apispec's converter, with a schema's docstring as its description."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """The JSON Schema of a request schema."""
        described: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        return {"description": _in_one_line(type(schema).__doc__ or ""), **described}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def _in_one_line(text: str) -> str:
    return " ".join(cleandoc(text).split())


class _Section:
    """The part of the document for one game, or for the service itself."""

    def __init__(self, tag: str, ids: str, prefix: str, app: Flask, game: Game | None) -> None:
        self.tag, self.ids, self.prefix, self.game = tag, ids, prefix, game
        self.operations = {
            id_: operation
            for id_, operation in operations_of(app).items()
            if id_.rpartition(".")[0] == ids.rstrip(".")
        }
        answers = {
            id_: get_args(operation.response)
            if isinstance(operation.response, UnionType)
            else (operation.response,)
            for id_, operation in self.operations.items()
            if not isinstance(operation.response, str)
        }
        every = [kind for kinds in answers.values() for kind in kinds]
        references, self.schemas = _schemas(every, prefix)
        found = iter(references)
        self.references = {
            id_: _any_of([next(found) for _ in kinds]) for id_, kinds in answers.items()
        }
        plugin = _Plugin(schema_name_resolver=partial(_name, prefix))
        self.requests = APISpec("", "", "3.1.0", plugins=[plugin])
        if plugin.converter is not None:
            plugin.converter.add_attribute_function(_attributes)  # type: ignore[no-untyped-call]

    def paths(self) -> Mapping[str, Mapping[str, Any]]:
        """The path items of its operations."""
        prefix = self.game.path if self.game else ""
        for id_, operation in self.operations.items():
            path = prefix + operation.path
            self.requests.path(
                path, operations={operation.method.lower(): self._describe(id_, operation, path)}
            )
        document = self.requests.to_dict()
        requests = document.get("components", {}).get("schemas", {})
        if twice := requests.keys() & self.schemas.keys():
            raise ValueError(f"{self.tag}: both request and response: {', '.join(twice)}")
        if self.game and (rulings := requests.get(f"{self.prefix}Rulings")):
            for name, ruling in self.game.rulebook.rulings.items():
                about = {"description": ruling.why[LANGUAGES[0]], "default": ruling.default}
                rulings["properties"][name] |= about
        self.schemas |= requests
        paths: Mapping[str, Mapping[str, Any]] = document["paths"]
        return paths

    def _describe(self, id_: str, operation: Operation, path: str) -> dict[str, Any]:
        summary, _, description = operation.text.partition("\n\n")
        document: dict[str, Any] = {
            "operationId": id_,
            "summary": summary,
            "description": _in_one_line(description or summary),
            "tags": [self.tag],
            **({} if path.startswith(GUARDED) else {"security": []}),
            "parameters": [_ACCEPT_LANGUAGE["name"], _LANGUAGE["name"]],
            "responses": {
                "200": {
                    "description": "The answer.",
                    "headers": _headers(
                        *_EVERY_RESPONSE,
                        *_languages(operation),
                        *(RATE_HEADERS if path.startswith(GUARDED) else ()),
                    ),
                    "content": self._answer(id_, operation),
                },
                **dict(_errors(operation, path)),
            },
        }
        if operation.links:
            document["responses"]["200"]["links"] = {
                name: {"operationId": f"{self.ids}{name}", "requestBody": _expression(body)}
                for name, body in operation.links.items()
            }
        if operation.schema is not None:
            document["requestBody"] = {
                "required": True,
                "content": {
                    operation.media_type: _request_content(path, operation),
                    **_line_contents(operation),
                    **_text_contents(operation),
                },
            }
        return document

    def _answer(self, id_: str, operation: Operation) -> dict[str, Any]:
        if isinstance(operation.response, str):
            return {operation.response: {"schema": {"type": "string"}}}
        return {
            _JSON: {"schema": self.references[id_]},
            **_line_contents(operation),
            **_text_contents(operation),
        }


_JSON = "application/json"
_KEY = "key"


_CODE = "FaultCode"


def _expression(body: Any) -> str:
    """The request body of a link: a runtime expression, or JSON in which they are embedded."""
    if isinstance(body, str):
        return body
    return re.sub(r'"(\$[^"]+)"', r"{\1}", json.dumps(body))


def _codes(games: Sequence[Game]) -> dict[str, Any]:
    """Every code of a fault, each with the sentence that reports it, blanks in braces."""
    sentences = fault_sentences([game.rulebook for game in games], LANGUAGES[0])
    return {
        "description": "The code of a fault. Newer services may have more.",
        "type": "string",
        "enum": [*sentences],
        "x-enumDescriptions": sentences,
    }


def _schemas(
    answers: Sequence[Any], prefix: str
) -> tuple[Sequence[Mapping[str, Any]], dict[str, Any]]:
    """A reference for each type of an answer, and all the schemas that these lead to."""
    references, components = msgspec.json.schema_components(
        answers, ref_template=f"{_SCHEMAS}{{name}}"
    )
    shared = _shared(answers)
    rename = partial(_renamed, prefix, shared)
    schemas = {
        _component(prefix, shared, name): rename(schema) for name, schema in components.items()
    }
    return [rename(reference) for reference in references], schemas


def _any_of(references: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    return references[0] if len(references) == 1 else {"anyOf": [*references]}


_KERNEL = ("theodolite.web.responses", "theodolite.web.reviews", "theodolite.web.photos")
"""The modules of structs that games share, which exist once."""


def _shared(answers: Sequence[Any]) -> frozenset[str]:
    """The names of the structs within answers that all games share."""
    found: dict[str, set[str]] = {}
    waiting, seen = [*answers], set()
    while waiting:
        kind = waiting.pop()
        waiting += get_args(kind)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
            seen.add(kind)
            found.setdefault(kind.__name__, set()).add(kind.__module__)
            waiting += get_type_hints(kind, include_extras=True).values()
    return frozenset(name for name, modules in found.items() if modules <= {*_KERNEL})


def _component(prefix: str, shared: Collection[str], name: str) -> str:
    return f"{'' if name in shared else prefix}{name.removesuffix('Response')}"


def _renamed(prefix: str, shared: Collection[str], schema: Any) -> Any:
    """A schema in the terms of this document."""
    rename = partial(_renamed, prefix, shared)
    if isinstance(schema, list):
        return [rename(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(to := schema.get("$ref"), str):
        name = to.removeprefix(_SCHEMAS)
        own = {"$ref": f"{_SCHEMAS}{_component(prefix, shared, name)}"}
        # Readers ignore everything beside a reference but its description.
        return own if "description" not in schema else {**own, "description": schema["description"]}
    # A `title` that is not a text is a property of that name.
    kept = {
        name: rename(value)
        for name, value in schema.items()
        if name != "title" or not isinstance(value, str)
    }
    if "description" in kept and isinstance(kept["description"], str):
        kept["description"] = _in_one_line(kept["description"])
    if isinstance(kept.get("enum"), list) and isinstance(kept["enum"][0], str):
        kept = {"type": "string", **kept}
    return _nullable(kept)


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """A value or null in one `type` array, where JSON Schema allows it."""
    match schema.get("anyOf"):
        case [{"type": str(kind)} as value, {"type": "null"}]:
            rest = {name: inner for name, inner in schema.items() if name != "anyOf"}
            enum = {"enum": [*value["enum"], None]} if "enum" in value else {}
            return {**value, **rest, "type": [kind, "null"], **enum}
    return schema


def _attributes(converter: Any, field: Any, **_: object) -> dict[str, Any]:
    """The JSON Schema of fields of `web.fields`; null is a type and a value of its own."""
    if isinstance(field, fields.OneOf):
        ways = [converter.field2property(way) for way in field.ways.values()]
        if isinstance(field, MoveField) and field.automaton is not None:
            ways.append(converter.field2property(fields.Nested(field.automaton)))
        if field.allow_none:
            ways.append({"type": "null"})
        return ways[0] if len(ways) == 1 else {"oneOf": ways}
    if isinstance(field, fields.Mapping):
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
    return prefix + name.strip("_").removesuffix("Schema")


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
                "headers": _headers(
                    *_EVERY_RESPONSE,
                    "Content-Language",
                    *RATE_HEADERS,
                    *(["Retry-After"] if entry["status"] in _RETRIED else []),
                ),
                "content": {"application/problem+json": content},
            },
        )


def _text_contents(operation: Operation) -> dict[str, Any]:
    return {
        kind: {"schema": {"type": "string"}, "example": example}
        for kind, example in operation.text_types.items()
    }


def _line_contents(operation: Operation) -> dict[str, Any]:
    return {LINES: {"schema": _LINES}} if operation.takes_lines else {}


LONGEST_EXAMPLE = 2_000
"""Characters of an example that stands in the document; a longer one is a file."""


def example_files(app: Flask) -> dict[str, bytes]:
    """The examples of requests that are files, by their names."""
    return {
        _example_file(game.path + each.path): msgspec.json.encode(each.example)
        for game in games_of(app)
        for each in game.operations
        if each.media_type == _JSON and len(json.dumps(each.example)) > LONGEST_EXAMPLE
    }


def _example_file(path: str) -> str:
    return f"{path.removeprefix('/v3/').replace('/', '.')}.json"


def _request_content(path: str, operation: Operation) -> dict[str, Any]:
    if operation.media_type == _JSON:
        example: dict[str, Any] = {"example": operation.example}
        if len(json.dumps(operation.example)) > LONGEST_EXAMPLE:
            example = {"examples": {"file": {"externalValue": f"/docs/{_example_file(path)}"}}}
        return {"schema": type(operation.schema), **example}
    if operation.media_type == "multipart/form-data":
        parts = {"samples": _JSON_PART, "corners": _JSON_PART}
        return {
            "schema": type(operation.schema),
            "encoding": parts,
            "example": operation.example,
        }
    raise TypeError(operation.name)


_HEADERS = {
    "X-Request-ID": "The id of the request: the one that the client sent, or a new one.",
    VERSION[0]: "The version of the service.",
    "Content-Language": "The language of the texts.",
    "Retry-After": "How many seconds to wait before the next attempt.",
    RATE_HEADERS[0]: (
        'What is left of each rate, such as `"default";r=99;t=60`: `r` more requests now, and the '
        "first of those counted leaves the window in `t` seconds. Only under `/v3/`, and only "
        "where the service limits rates."
    ),
    RATE_HEADERS[1]: (
        'The rates, such as `"default";q=100;w=60`: `q` requests in any `w` seconds. Only under '
        "`/v3/`, and only where the service limits rates."
    ),
}
_EVERY_RESPONSE = ("X-Request-ID", VERSION[0])
_RETRIED = (429, 503)
"""The statuses that come with `Retry-After`."""


def _languages(operation: Operation) -> Sequence[str]:
    """The header field of the language, where an answer has texts: pictures have none."""
    is_picture = isinstance(operation.response, str) and operation.response != operation.media_type
    return () if is_picture else ("Content-Language",)


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


_JSON_PART = {"contentType": _JSON}
_LINES = {"type": "string", "description": "A document on each line, answered in order."}
_ACCEPT_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The language of the texts.",
    "schema": {"type": "string", "examples": ["en", "nl"]},
}


_LANGUAGE = {
    "name": "language",
    "in": "query",
    "description": "The language of the texts, before that of the header.",
    "schema": {"type": "string", "enum": [*LANGUAGES]},
}


def _errors(operation: Operation, path: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    names = [*operation.problems]
    if operation.media_type == _JSON and operation.schema is not None:
        names += ["not-json", "invalid-snapshot"]
    if operation.media_type == "multipart/form-data":
        names += ["bad-request", "invalid-photo", "not-installed"]
    if operation.schema is None:
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


# The fast one comes with PyYAML's wheels. It folds quoted strings elsewhere than the other.
class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes a text of several lines as a block, which is not folded."""

    def represent_str(self, text: str) -> yaml.ScalarNode:
        """The node of a string."""
        style = "|" if "\n" in text else None
        node: yaml.ScalarNode = self.represent_scalar("tag:yaml.org,2002:str", text, style)
        return node


_Dumper.add_representer(str, _Dumper.represent_str)


def specification_files(app: Flask) -> dict[str, bytes]:
    """The specification of an app as `openapi.json` and `openapi.yaml`."""
    # Through JSON, so that no two places share an object: YAML would write an alias.
    document = msgspec.json.decode(msgspec.json.encode(specification(app)))
    return {
        "openapi.json": msgspec.json.encode(document),
        "openapi.yaml": yaml.dump(
            document,
            Dumper=_Dumper,
            sort_keys=False,
            allow_unicode=True,
            width=100,
            encoding="utf-8",
            default_flow_style=False,
        ),
    }
