"""Tools made of the specification: one an operation, for every game that has it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]

_JSON = "application/json"
_BOARD = "text/vnd.theodolite.board"
_SCHEMAS = "#/components/schemas/"
_PLAIN = {"type", "enum", "description", "minimum", "maximum", "items"}
"""The keywords of an argument in a tool; `describe` has the rest."""
LANGUAGE: Json = {
    "type": "string",
    "enum": ["en", "nl", "fr", "de"],
    "description": "The language of the explanations; English by default.",
}
DETAILS: Json = {
    "type": "boolean",
    "description": "Whether to return the whole answer as JSON too; it can be long.",
}
OWN = ("game", "language", "details")
"""The arguments that are no members of a request."""


class Tool(NamedTuple):
    """An operation as a tool.

    Attributes:
        name: The name of the operation, the last part of its path, such as `legality-checks`.
        games: The paths of the games that have it, by their ids.
        description: What it tells.
        schema: The JSON Schema of its arguments, without references.
    """

    name: str
    games: Mapping[str, str]
    description: str
    schema: Json


class Listing(NamedTuple):
    """A list that never changes while a service runs, as a resource.

    Attributes:
        uri: Its address, such as `theodolite:/v3/misterra/rules`.
        path: Its path.
        description: What it lists.
    """

    uri: str
    path: str
    description: str


def tools_of(specification: Mapping[str, Any], game: str | None = None) -> Iterator[Tool]:
    """Each operation that takes JSON and answers with JSON, as a tool.

    Args:
        specification: The document of a service.
        game: The only game to offer, such as `treasure-hunt`; None for all.
    """
    found: dict[str, dict[str, Json]] = {}
    for path, verbs in specification["paths"].items():
        operation = verbs.get("post", {})
        body = operation.get("requestBody", {}).get("content", {})
        answers = operation.get("responses", {}).get("200", {}).get("content", {})
        if _JSON in body and _JSON in answers and _BOARD not in body:
            of, name = path.split("/")[-2:]
            if game in (None, of):
                found.setdefault(name, {})[of] = {**operation, "path": path}
    for name, operations in found.items():
        yield _tool(specification["components"]["schemas"], name, operations)


def listings_of(specification: Mapping[str, Any]) -> Iterator[Listing]:
    """Each list of the service and its games, as a resource."""
    for path, verbs in specification["paths"].items():
        if path.startswith("/v3/") and "get" in verbs:
            yield Listing(f"theodolite:{path}", path, verbs["get"]["summary"])


def describe_tool(tools: Sequence[Tool]) -> Tool:
    """The tool that tells how to ask another one about a game."""
    games = dict(sorted({each for tool in tools for each in tool.games.items()}))
    names: Json = {"type": "string", "enum": [tool.name for tool in tools]}
    return Tool(
        "describe",
        games,
        "Tell how to ask an operation about a game: its members in detail, and an example.",
        _arguments(
            games,
            {"operation": {**names, "description": "The operation."}},
            ["operation"],
            {},
        ),
    )


def description(specification: Mapping[str, Any], path: str) -> Json:
    """The description of an operation, the schema of its requests, and a table as text."""
    schemas: Json = specification["components"]["schemas"]
    operation = specification["paths"][path]["post"]
    definitions: Json = {}
    content = operation["requestBody"]["content"][_JSON]
    schema = _local(_found(schemas, content["schema"]), definitions, schemas)
    tables = specification["paths"][f"{path.rpartition('/')[0]}/notations"]["post"]
    return {
        "description": operation.get("description", operation["summary"]),
        "schema": {**schema, "$defs": definitions},
        "table_as_text": tables["requestBody"]["content"][_BOARD]["example"],
    }


def _tool(schemas: Json, name: str, operations: Mapping[str, Json]) -> Tool:
    requests = [
        _found(schemas, each["requestBody"]["content"][_JSON]["schema"])
        for each in operations.values()
    ]
    properties: Json = {}
    for request in requests:
        for member, schema in request["properties"].items():
            about = _argument(schema, schemas)
            properties[member] = _common(properties.get(member, about), about)
    required = set.intersection(*({*each.get("required", ())} for each in requests))
    first = next(iter(operations.values()))
    games = {game: each["path"] for game, each in operations.items()}
    shown = {"language": LANGUAGE, "details": DETAILS}
    return Tool(
        name,
        games,
        first["summary"],
        _arguments(games, properties, [each for each in properties if each in required], shown),
    )


def _arguments(
    games: Mapping[str, str], properties: Json, required: Sequence[str], others: Json
) -> Json:
    game = {"type": "string", "enum": [*games], "description": "The game."}
    return {
        "type": "object",
        "properties": {"game": game, **properties, **others},
        "required": ["game", *required],
        "additionalProperties": False,
    }


def _argument(schema: Json, schemas: Json) -> Json:
    """A member of a request as an argument: of what has parts, that it has."""
    if "enum" in (found := _found(schemas, schema)):
        schema = {**found, **schema}
    about = {key: value for key, value in schema.items() if key in _PLAIN}
    if "$ref" in json.dumps(about):
        del about["items"]
    if "type" not in about:
        is_table = schema.get("$ref", "").endswith("Table")
        about["type"] = ["object", "string"] if is_table else "object"
    return about


def _common(first: Json, second: Json) -> Json:
    """The keywords of an argument that two games share, and how the first describes it."""
    same = {key: value for key, value in first.items() if second.get(key) == value}
    return {**same, "description": first.get("description", "")}


def _found(schemas: Json, schema: Json) -> Json:
    found: Json = schemas[schema["$ref"].removeprefix(_SCHEMAS)] if "$ref" in schema else schema
    return found


def _local(schema: Any, definitions: Json, schemas: Json) -> Any:
    """A schema whose references lead to `$defs`, which are collected."""
    if isinstance(schema, list):
        return [_local(each, definitions, schemas) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(reference := schema.get("$ref"), str):
        name = reference.removeprefix(_SCHEMAS)
        if name not in definitions:
            definitions[name] = {}
            definitions[name] = _local(schemas[name], definitions, schemas)
        return {**schema, "$ref": f"#/$defs/{name}"}
    return {name: _local(value, definitions, schemas) for name, value in schema.items()}
