"""The OpenAPI document, made from the operations, their request schemas and response structs."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from inspect import cleandoc
from types import UnionType
from typing import Any, get_args

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
from theodolite.web.asked import MoveField, TableField
from theodolite.web.game import Game, games_of, operations_of
from theodolite.web.openapi_enumerations import SCHEMAS, name_enumerations, pascal
from theodolite.web.operations import Operation
from theodolite.web.photos import MEDIA_TYPE as FORM
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
judged. Texts follow `Accept-Language`: English by default, Dutch, French and German too.
Answers have the header fields of problems, all but `Retry-After`."""

Json = Mapping[str, Any]

ORIGIN = "http://127.0.0.1:8000"
"""The first server of the document: generators of clients need one with a host."""
LONGEST_EXAMPLE = 500
"""Characters of an example that is written in the document."""

_SERVICE = "service"
_RESPONSES = "#/components/responses/"


def specification(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    games = games_of(app)
    sections = [_Section(_SERVICE, "", "", app, None)]
    sections += [_Section(game.id, f"{game.id}.", pascal(game.id), app, game) for game in games]
    with app.test_request_context():
        paths = {path: item for each in sections for path, item in each.paths().items()}
        problems = dict(_problems())
    text = json.dumps(paths)
    named = {name for name in problems if f'{_RESPONSES}{name}"' in text}
    schemas = {_LINES: _LINES_SCHEMA, **_schemas([ProblemResponse], "")[1]}
    schemas["Error"]["properties"]["code"] = {"$ref": f"{SCHEMAS}{_CODE}"}
    schemas[_CODE] = _codes(games)
    # Problems of any path belong to no operation.
    schemas["Problem"]["examples"] = [
        content["example"]
        for name, response in problems.items()
        if name not in named
        for content in response["content"].values()
    ]
    for each in sections:
        schemas |= each.schemas
    name_enumerations(schemas, [each.prefix for each in sections[1:]])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Theodolite",
            "version": __version__,
            "description": _DESCRIPTION,
            "license": {"name": __license__, "identifier": __license__},
            "contact": {"name": "The operator of this service"},
        },
        "servers": [
            {"url": ORIGIN, "description": "The default address of `theodolite serve`."},
            {"url": "/", "description": "The service that this document is from."},
        ],
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
            "parameters": {parameter["name"]: parameter for parameter in _LANGUAGE_PARAMETERS},
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
        answers = [
            (id_, answer)
            for id_, operation in self.operations.items()
            if not isinstance(operation.response, str)
            for answer in _alternatives(operation.response)
        ]
        references, self.schemas = _schemas([answer for _, answer in answers], prefix)
        self.references: dict[str, list[Json]] = {}
        for (id_, _), reference in zip(answers, references, strict=True):
            self.references.setdefault(id_, []).append(reference)
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
        for operation in self.operations.values():
            if operation.media_type == FORM and operation.schema is not None:
                form = requests[_name(self.prefix, operation.schema)]["properties"]
                form |= {part: _form_part(about) for part, about in form.items()}
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
            "parameters": [parameter["name"] for parameter in _LANGUAGE_PARAMETERS],
            "responses": {
                "200": {
                    "description": "The answer.",
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
        if _has_file(operation):
            # Tools would resolve the `externalValue` of an example.
            url = f"{ORIGIN}/{_example_file(id_)}"
            document["externalDocs"] = {"description": "An example of a request.", "url": url}
        if operation.schema is not None:
            content = {"schema": type(operation.schema), **_example(operation)}
            document["requestBody"] = {
                "required": True,
                "content": {
                    operation.media_type: content,
                    **_text_contents(operation, with_example=True),
                },
            }
        return document

    def _answer(self, id_: str, operation: Operation) -> dict[str, Any]:
        if isinstance(operation.response, str):
            return {operation.response: {"schema": {"type": "string"}}}
        return {
            _JSON: {"schema": _one_of(self.references[id_])},
            **_text_contents(operation, with_example=False),
        }


_JSON = "application/json"
_KEY = "key"


_CODE = "FaultCode"
_LINES = "Lines"
_LINES_SCHEMA: Json = {
    "description": "NDJSON: a JSON document on each line. Each line of a request is answered as a "
    "request of its own, in order, by a line with the answer, or else the problem, and before its "
    "other fields `line`, the number of the request's line from 1. Blank lines are counted, not "
    "answered.",
    "type": "string",
}


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
        answers, ref_template=f"{SCHEMAS}{{name}}"
    )
    modules = {struct.__name__: struct.__module__ for struct in _structs(answers)}
    names = {}
    for name in components:
        # Two structs of one name have the module before it.
        module, _, own = name.rpartition(".")
        names[name] = _document_name(prefix, module or modules[own], own)
    rename = partial(_renamed, prefix, names)
    schemas = {names[name]: rename(schema) for name, schema in components.items()}
    return [rename(reference) for reference in references], schemas


def _document_name(prefix: str, module: str, name: str) -> str:
    """The name of a schema: what games share has no game's before it."""
    is_shared = re.fullmatch(r"theodolite\.web\.\w+", module)
    return f"{'' if is_shared else prefix}{name.removesuffix('Response')}"


def _structs(answers: Sequence[Any]) -> Iterator[type]:
    """The structs that responses are made of."""
    seen, waiting = set(), list[Any](msgspec.inspect.multi_type_info(answers))
    while waiting:
        about = waiting.pop()
        if isinstance(about, tuple):
            waiting += about
        elif isinstance(about, (msgspec.inspect.Type, msgspec.inspect.Field)):
            if id(about) not in seen:
                seen.add(id(about))
                waiting += [getattr(about, name) for name in about.__struct_fields__]
            if isinstance(about, msgspec.inspect.StructType):
                yield about.cls


def _one_of(schemas: Sequence[Json]) -> Json:
    return schemas[0] if len(schemas) == 1 else {"oneOf": schemas}


def _alternatives(response: Any) -> Sequence[Any]:
    return get_args(response) if isinstance(response, UnionType) else [response]


def _renamed(prefix: str, names: Mapping[str, str], schema: Any) -> Any:
    """A schema in the terms of this document."""
    rename = partial(_renamed, prefix, names)
    if isinstance(schema, list):
        return [rename(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(to := schema.get("$ref"), str):
        name = to.removeprefix(SCHEMAS)
        # A name that is no struct's is that of a request schema.
        own = {"$ref": f"{SCHEMAS}{names.get(name, prefix + name)}"}
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
        if isinstance(field, TableField):
            return _table(converter, ways)
        if isinstance(field, MoveField) and field.automaton is not None:
            ways.append(converter.resolve_nested_schema(field.automaton))
        if len(ways) == 1 and not field.allow_none:
            return dict(ways[0])
        return {"oneOf": [*ways, {"type": "null"}] if field.allow_none else ways}
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


def _table(converter: Any, ways: Sequence[Json]) -> dict[str, Any]:
    """A reference to the schema of a table, which may be a text."""
    name = f"{ways[0]['$ref'].removeprefix(SCHEMAS).removesuffix('Snapshot')}Table"
    converter.spec.components.schemas[name] = {
        "description": "A table, as JSON or as text.",
        "oneOf": ways,
    }
    return {"$ref": f"{SCHEMAS}{name}"}


def _name(prefix: str, schema: Schema | type[Schema]) -> str:
    name = schema.__name__ if isinstance(schema, type) else type(schema).__name__
    return prefix + name.strip("_").removesuffix("Schema")


def _problems() -> Iterator[tuple[str, Mapping[str, Any]]]:
    fault = Fault("wrong_type", ("players", 0, "name"), {"expected": "string"})
    for name, entry in problem_types.items():
        problem = Problem(name, faults=[fault] if entry["status"] == 422 else ())
        example = {**msgspec.to_builtins(problem.document()), "request_id": "7c9e6679f7425f9f"}
        content = {"schema": {"$ref": f"{SCHEMAS}Problem"}, "example": example}
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


def _text_contents(operation: Operation, *, with_example: bool) -> dict[str, Any]:
    """The contents of an operation that are no JSON document."""
    texts = {
        kind: {"schema": {"type": "string"}, **({"example": example} if with_example else {})}
        for kind, example in operation.text_types.items()
    }
    lines = {LINES: {"schema": {"$ref": f"{SCHEMAS}{_LINES}"}}} if operation.takes_lines else {}
    return lines | texts


def _example(operation: Operation) -> Json:
    """The example of a request, unless it is a file of its own."""
    if _has_file(operation):
        return {}
    example = operation.example
    if operation.media_type == FORM:
        parts = example.items()
        example = {name: json.dumps(part) if type(part) is list else part for name, part in parts}
    return {"example": example}


def _has_file(operation: Operation) -> bool:
    """Whether the example of a request is large."""
    is_json = operation.schema is not None and operation.media_type == _JSON
    return is_json and len(json.dumps(operation.example)) > LONGEST_EXAMPLE


def _example_file(id_: str) -> str:
    return f"examples/{id_}.json"


def _form_part(about: Json) -> Json:
    """The schema of a part of a form, which is a file or a text: of other values their JSON."""
    if about.get("type") == "string":
        return about
    text = {"type": "string", "description": about["description"]}
    if "oneOf" in about:
        return text
    value = {name: inner for name, inner in about.items() if name != "description"}
    return {**text, "contentMediaType": _JSON, "contentSchema": value}


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


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


_LANGUAGE_PARAMETERS: Sequence[Json] = (
    {
        "name": "Accept-Language",
        "in": "header",
        "description": "The languages of the texts, the best first: en, nl, fr or de.",
        "schema": {"type": "string", "examples": ["en", "nl"]},
    },
    {
        "name": "language",
        "in": "query",
        "description": "The language of the texts, before `Accept-Language`.",
        "schema": {"type": "string", "examples": ["en", "nl"]},
    },
)


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

    def represent_example(self, example: "_Example") -> yaml.MappingNode:
        """The node of an example, which is written as in JSON."""
        node: yaml.MappingNode = self.represent_mapping("tag:yaml.org,2002:map", example, True)
        return node


class _Example(dict[str, Any]):
    """An example of a request."""


_Dumper.add_representer(str, _Dumper.represent_str)
_Dumper.add_representer(_Example, _Dumper.represent_example)


def specification_files(app: Flask) -> dict[str, bytes]:
    """The specification of an app as `openapi.json` and `openapi.yaml`, and its examples."""
    examples = {
        _example_file(id_): msgspec.json.encode(operation.example)
        for id_, operation in operations_of(app).items()
        if _has_file(operation)
    }
    # Through JSON, so that no two places share an object: YAML would write an alias.
    document = msgspec.json.decode(msgspec.json.encode(specification(app)))
    for path in document["paths"].values():
        for operation in path.values():
            for content in operation.get("requestBody", {"content": {}})["content"].values():
                if isinstance(content.get("example"), dict):
                    content["example"] = _Example(content["example"])
    return {
        **examples,
        "openapi.json": msgspec.json.encode(document),
        "openapi.yaml": yaml.dump(
            document,
            Dumper=_Dumper,
            sort_keys=False,
            allow_unicode=True,
            width=140,
            encoding="utf-8",
            default_flow_style=False,
        ),
    }
